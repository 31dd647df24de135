package site

import (
	"bytes"
	"encoding/binary"
)

// dropLines takes the table of source lines out of a program's memory image:
// which line of which file each instruction comes from. Only the stacks that a
// panic prints read it, which then say "?:0" beside each function's name, and
// without it both programs are a twelfth smaller by brotli. It returns whether
// it was there.
//
// The table is Go's own (runtime/symtab.go of the toolchain, "pclntab"): a
// header; the names of functions; those of files; byte codes (pctab) that map
// instructions to numbers: lines and files, but also heights of the stack and
// which words of it are pointers, which stay; and for each function where its
// byte codes begin. An image in which anything is not as it should be is left
// as it is.
func dropLines(image []byte) bool {
	const headerSize = 8 + 8*8
	// A number for the version, two zeros, the least instruction, a pointer's size.
	begin := []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")
	for {
		at := bytes.Index(image, begin)
		if at < 0 || len(image)-at < headerSize {
			return false
		}
		image = image[at:]
		if t, ok := readLineTable(image); ok {
			t.drop()
			return true
		}
		image = image[1:]
	}
}

// Where the numbers of a function lie that are read or changed here.
const (
	funcPCSP      = 4 * 4 // code for heights of the stack
	funcPCFile    = 5 * 4 // code for files
	funcPCLine    = 6 * 4 // code for lines
	funcPCDataLen = 7 * 4 // number of further codes
	funcUnit      = 8 * 4 // index of the first file's name
	funcStartLine = 9 * 4
	funcSize      = 11 * 4 // the further codes follow
)

type lineTable struct {
	units, files, codes, funcs []byte
	at                         []uint32 // of each function in funcs
	used                       []bool   // bytes of codes that stay
}

func readLineTable(b []byte) (t lineTable, ok bool) {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8+8*i:]) }
	n := word(0)
	units, files, codes, funcs := word(4), word(5), word(6), word(7)
	if !(units <= files && files <= codes && codes < funcs && funcs < uint64(len(b)) && n > 0 && n < (uint64(len(b))-funcs)/8) {
		return t, false
	}
	t = lineTable{units: b[units:files], files: b[files:codes], codes: b[codes:funcs], funcs: b[funcs:]}
	t.used = make([]bool, len(t.codes))
	t.used[0] = true // no code begins here: offset 0 says that there is none
	before := int64(-1)
	for i := range n {
		entry := int64(binary.LittleEndian.Uint32(t.funcs[8*i:]))
		at := binary.LittleEndian.Uint32(t.funcs[8*i+4:])
		if entry <= before || uint64(at)+funcSize > uint64(len(t.funcs)) {
			return t, false
		}
		before = entry
		t.at = append(t.at, at)
		f := t.funcs[at:]
		more := binary.LittleEndian.Uint32(f[funcPCDataLen:])
		if uint64(more)*4 > uint64(len(f)-funcSize) {
			return t, false
		}
		for k := range more {
			if !t.keep(binary.LittleEndian.Uint32(f[funcSize+4*k:])) {
				return t, false
			}
		}
		if !t.keep(binary.LittleEndian.Uint32(f[funcPCSP:])) {
			return t, false
		}
		for _, k := range []int{funcPCFile, funcPCLine} {
			if int(binary.LittleEndian.Uint32(f[k:])) >= len(t.codes) {
				return t, false
			}
		}
	}
	return t, true
}

// keep marks the bytes of the code that begins at an offset: pairs of numbers,
// the first of which is 0 only in the first pair, and 0 after the last.
func (t *lineTable) keep(at uint32) bool {
	if at == 0 {
		return true
	}
	if int(at) >= len(t.codes) {
		return false
	}
	if t.used[at] {
		return true // several functions share it
	}
	p := int(at)
	for first := true; ; first = false {
		value, n := binary.Uvarint(t.codes[p:])
		if n <= 0 {
			return false
		}
		end := p + n
		if value != 0 || first {
			_, n := binary.Uvarint(t.codes[end:])
			if n <= 0 {
				return false
			}
			end += n
		}
		for ; p < end; p++ {
			t.used[p] = true
		}
		if value == 0 && !first {
			return true
		}
	}
}

func (t *lineTable) drop() {
	clear(t.units)
	clear(t.files)
	for i := range t.codes {
		if !t.used[i] {
			t.codes[i] = 0
		}
	}
	for _, at := range t.at {
		f := t.funcs[at:]
		for _, k := range []int{funcPCFile, funcPCLine, funcUnit, funcStartLine} {
			clear(f[k : k+4])
		}
	}
}
