package site

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// dropTraces clears the parts of a program's memory that are read only for the stack traces printed by a panic: the
// file and line of each instruction, which functions were inlined, where the values of arguments are stored, and the
// instructions at which a thread may be preempted (WebAssembly has no preemption). A stack trace still names every
// function that was called, with "?:0" and without arguments.
//
// Only recover also reads which functions were inlined. It stops a panic only if it is called by the deferred function
// itself. After this pass, it also does so in a function called by the deferred one, if the deferred function was
// inlined into a wrapper.
//
// The tables are Go's own (runtime/symtab.go of Go 1.26, "pclntab"): a header; the names of functions; the names of
// files; byte codes (pctab) that map instructions to numbers, such as lines, stack heights and pointer maps of the
// stack; for each function a record of where its byte codes begin and where its other data are (funcdata); and these
// funcdata. The runtime's moduledata has the address of each table. Everything is read before anything is changed: if
// dropTraces returns an error, something differs from what Go 1.26 writes, and the program is unchanged.
func dropTraces(program []segment) error {
	t, err := findTables(program)
	if err == nil {
		t.drop()
	}
	return err
}

// findTables returns the function tables of a program.
func findTables(program []segment) (*traceTables, error) {
	// The version's magic number, two zeros, the smallest instruction size, the size of a pointer.
	begin := []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")
	why := errors.New("no header as Go 1.26 writes it")
	for _, s := range program {
		for from := 0; ; from++ {
			next := bytes.Index(s.data[from:], begin)
			if next < 0 {
				break
			}
			from += next
			t, err := readTables(program, s.data[from:], uint64(s.at)+uint64(from))
			if err == nil {
				return t, nil
			}
			why = err
		}
	}
	return nil, fmt.Errorf("the program's table of functions: %w", why)
}

// Offsets in bytes, within a function's record, of the fields that are read or changed here.
const (
	funcName      = 1 * 4 // offset of its name
	funcPCSP      = 4 * 4 // byte code of stack heights
	funcPCFile    = 5 * 4 // byte code of files
	funcPCLine    = 6 * 4 // byte code of lines
	funcPCDataLen = 7 * 4 // number of further byte codes
	funcUnit      = 8 * 4 // index of the first file's name
	funcStartLine = 9 * 4
	funcDataLen   = 11*4 - 1 // number of funcdata (one byte)
	funcSize      = 11 * 4   // size of the fixed part; two lists of offsets follow (see lists)
)

// Indices of further byte codes and of funcdata (internal/abi/symtab.go): those that are dropped, and those whose form
// is checked.
const (
	codeUnsafePoint = 0
	codeInlined     = 2 // index of the inlined call
	codeArgLive     = 3
	dataArgMaps     = 0 // pointer maps of the arguments
	dataLocalMaps   = 1 // pointer maps of the local variables
	dataInlined     = 3
	dataArgs        = 5
	dataArgLive     = 6
	noData          = ^uint32(0)
)

func dropsCode(k uint32) bool { return k == codeUnsafePoint || k == codeInlined || k == codeArgLive }
func dropsData(k uint32) bool { return k == dataInlined || k == dataArgs || k == dataArgLive }

// Indices, in words of 8 bytes, of the fields of moduledata that are needed.
const (
	moduleNames  = 1  // five slices of three words, one per table, begin here
	moduleFuncs  = 13 // the table of functions with their records
	moduleIndex  = 16 // the slice of function addresses in that table, with one element more than functions
	moduleFind   = 19 // the table that maps an address to a function
	moduleTypes  = 38 // end of the data before all tables
	moduleGoFunc = 40 // base address of funcdata offsets
	moduleEnd    = 41 // end of all tables
	moduleWords  = 42
	mostAlign    = 32 // each table begins at a multiple of at most this number of bytes
)

const (
	sizeOfInlined    = 16 // bytes of an entry for an inlined function
	endOfArgs        = 0xff
	tablesHeaderSize = 8 + 8*8
)

// traceTables are a program's function tables, with what dropTraces keeps and clears of them.
type traceTables struct {
	names, units, files, codes, funcs []byte
	at                                []uint32 // offset of each function's record in funcs
	usedName                          []bool   // for each byte of names: a name that is kept begins here
	used                              []bool   // for each byte of codes: it is kept
	gone                              [][]byte // other data to be cleared
	funcsAt, funcsLen, findAt         int64    // address and length of funcs, address of the find table
}

// readTables reads the tables whose header is at the beginning of table, which lies at an address of the program's
// memory.
func readTables(program []segment, table []byte, address uint64) (*traceTables, error) {
	le := binary.LittleEndian
	if len(table) < tablesHeaderSize {
		return nil, errors.New("its header ends too early")
	}
	word := func(i int) uint64 { return le.Uint64(table[8+8*i:]) }
	n := word(0)
	names, units, files, codes, funcs := word(3), word(4), word(5), word(6), word(7)
	if !(tablesHeaderSize <= names && names <= units && units <= files && files <= codes && codes < funcs &&
		funcs < uint64(len(table)) && n > 0 && n < (uint64(len(table))-funcs)/8) {
		return nil, errors.New("its parts are not in order")
	}
	module, err := findModule(program, address, n, []uint64{names, units, files, codes, funcs})
	if err != nil {
		return nil, err
	}
	if module(moduleFuncs+1) > uint64(len(table))-funcs {
		return nil, errors.New("it is longer than its segment")
	}
	data := memoryFrom(program, module(moduleGoFunc))
	if size := module(moduleFind) - module(moduleGoFunc); size < uint64(len(data)) {
		data = data[:size]
	}
	t := &traceTables{names: table[names:units], units: table[units:files], files: table[files:codes],
		codes: table[codes:funcs], funcs: table[funcs:][:module(moduleFuncs+1)], funcsAt: int64(module(moduleFuncs)),
		funcsLen: int64(module(moduleFuncs + 1)), findAt: int64(module(moduleFind))}
	t.usedName = make([]bool, len(t.names))
	t.used = make([]bool, len(t.codes))
	t.used[0] = true // no byte code begins here: offset 0 means that there is none
	before := int64(-1)
	for i := range n {
		entry, at := int64(le.Uint32(t.funcs[8*i:])), le.Uint32(t.funcs[8*i+4:])
		if entry <= before || uint64(at)+funcSize > uint64(len(t.funcs)) {
			return nil, fmt.Errorf("function %d is out of order", i)
		}
		before = entry
		t.at = append(t.at, at)
		if err := t.keepCodes(t.funcs[at:]); err != nil {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
	}
	return t, t.readData(data)
}

// keepCodes marks the name and the byte codes of a function that are kept.
func (t *traceTables) keepCodes(f []byte) error {
	le := binary.LittleEndian
	codes, _ := lists(f)
	name := le.Uint32(f[funcName:])
	if codes == nil || !t.isName(name) {
		return errors.New("it has no name, or too many codes")
	}
	t.usedName[name] = true
	for k, at := range codes {
		if !dropsCode(uint32(k)) && !t.keep(at) {
			return fmt.Errorf("its code %d is none", k)
		}
	}
	if !t.keep(le.Uint32(f[funcPCSP:])) {
		return errors.New("its code of the stack's heights is none")
	}
	for _, k := range []int{funcPCFile, funcPCLine} {
		if int(le.Uint32(f[k:])) >= len(t.codes) {
			return errors.New("its code of lines is none")
		}
	}
	return nil
}

// isName reports whether a name begins at an offset.
func (t *traceTables) isName(at uint32) bool {
	return uint64(at) < uint64(len(t.names)) && (at == 0 || t.names[at-1] == 0)
}

// readData reads the functions' funcdata, which begin where data begins, and records those to be cleared. It checks the
// form of all funcdata with a known form: at a wrong address they would not have it, and clearing would do damage.
func (t *traceTables) readData(data []byte) error {
	stays := map[uint32]bool{}
	for _, at := range t.at {
		_, where := lists(t.funcs[at:])
		for k, at := range where {
			if !dropsData(uint32(k)) && at != noData {
				stays[at] = true
			}
		}
	}
	kept := slices.Sorted(maps.Keys(stays))
	done := map[uint64]bool{} // pairs of kind and offset that have been checked: functions may share funcdata
	for i, at := range t.at {
		codes, where := lists(t.funcs[at:])
		for k, at := range where {
			if at == noData || done[uint64(k)<<32|uint64(at)] {
				continue
			}
			done[uint64(k)<<32|uint64(at)] = true
			if uint64(at) >= uint64(len(data)) {
				return fmt.Errorf("function %d: its funcdata %d is beyond the end", i, k)
			}
			size, ok := t.sizeOf(k, data[at:], codes)
			if !ok || size > len(data)-int(at) {
				return fmt.Errorf("function %d: its funcdata %d is not as Go 1.26 writes it", i, k)
			}
			if !dropsData(uint32(k)) || stays[at] {
				continue
			}
			if next, _ := slices.BinarySearch(kept, at); next < len(kept) && int(kept[next]) < int(at)+size {
				return fmt.Errorf("function %d: its funcdata %d overlaps others", i, k)
			}
			t.gone = append(t.gone, data[at:int(at)+size])
		}
	}
	return nil
}

// sizeOf returns the size in bytes of a funcdata of kind k at the beginning of data, of a function with these byte
// codes; 0 if the size is not known. ok reports whether the data have the form of their kind.
func (t *traceTables) sizeOf(k int, data []byte, codes []uint32) (size int, ok bool) {
	le := binary.LittleEndian
	switch k {
	case dataArgMaps, dataLocalMaps: // number of bitmaps, and number of bits of each
		if len(data) < 8 {
			return 0, false
		}
		n, bits := int(int32(le.Uint32(data))), int(int32(le.Uint32(data[4:])))
		const most = 1 << 24
		return 8 + n*((bits+7)/8), n > 0 && n < most && bits >= 0 && bits < most
	case dataInlined:
		last := int32(-1)
		if len(codes) > codeInlined {
			if _, last, ok = readCode(t.codes, codes[codeInlined]); !ok {
				return 0, false
			}
		}
		size = sizeOfInlined * (int(last) + 1)
		for at := 0; at < size; at += sizeOfInlined { // a byte, three zeros, the offset of a name, and two more numbers
			if at+sizeOfInlined > len(data) || data[at+1] != 0 || data[at+2] != 0 || data[at+3] != 0 ||
				!t.isName(le.Uint32(data[at+4:])) {
				return 0, false
			}
		}
		return size, true
	case dataArgs:
		size = bytes.IndexByte(data, endOfArgs) + 1
		return size, size > 0
	}
	return 0, true
}

// lists returns the two lists of offsets at the end of a function's record: of its further byte codes and of its
// funcdata; nil if the record is too short.
func lists(f []byte) (codes, data []uint32) {
	le := binary.LittleEndian
	n, m := uint64(le.Uint32(f[funcPCDataLen:])), uint64(f[funcDataLen])
	if 4*(n+m) > uint64(len(f)-funcSize) {
		return nil, nil
	}
	all := make([]uint32, n+m)
	for i := range all {
		all[i] = le.Uint32(f[funcSize+4*i:])
	}
	return all[:n:n], all[n:]
}

// memoryFrom returns the program's memory from an address to the end of its segment.
func memoryFrom(program []segment, address uint64) []byte {
	for _, s := range program {
		if at := address - uint64(s.at); at < uint64(len(s.data)) {
			return s.data[at:]
		}
	}
	return nil
}

// findModule returns a function that reads words of the moduledata of the n-function table at an address; tables are
// the offsets of the tables from there. Moduledata begins with that address and the addresses of the tables. The fields
// that are used must agree with the order of the tables in memory; for instance, funcdata follow the table of
// functions.
func findModule(program []segment, address, n uint64, tables []uint64) (word func(int) uint64, err error) {
	le := binary.LittleEndian
	begin := le.AppendUint64(le.AppendUint64(nil, address), address+tables[0])
	err = errors.New("no moduledata tells of it")
	for _, s := range program {
	search:
		for from := 0; ; from++ {
			next := bytes.Index(s.data[from:], begin)
			if next < 0 {
				break
			}
			from += next
			module := make([]byte, 8*moduleWords) // the linker omits trailing zeros
			copy(module, s.data[from:])
			word := func(i int) uint64 { return le.Uint64(module[8*i:]) }
			for i, at := range tables { // each slice has three words: address, length, capacity
				if word(moduleNames+3*i) != address+at || word(moduleNames+3*i+1) != word(moduleNames+3*i+2) {
					continue search
				}
			}
			if address-word(moduleTypes) >= mostAlign || word(moduleIndex) != word(moduleFuncs) || word(moduleIndex+1) != n+1 ||
				word(moduleGoFunc)-word(moduleFuncs)-word(moduleFuncs+1) >= mostAlign ||
				word(moduleGoFunc) >= word(moduleFind) || word(moduleFind) >= word(moduleEnd) {
				err = errors.New("its moduledata is not as Go 1.26 writes it")
				continue
			}
			return word, nil
		}
	}
	return nil, err
}

// readCode returns the end of the byte code that begins at an offset, and the largest value in it. A byte code is a
// list of pairs of numbers followed by 0; the first number of a pair is a difference of values, which is 0 only in the
// first pair.
func readCode(codes []byte, at uint32) (end int, most int32, ok bool) {
	most = -1
	if at == 0 {
		return 0, most, true
	}
	if uint64(at) >= uint64(len(codes)) {
		return 0, 0, false
	}
	p := int(at)
	value := int32(-1)
	for first := true; ; first = false {
		v, n := binary.Uvarint(codes[p:])
		if n <= 0 {
			return 0, 0, false
		}
		p += n
		if v == 0 && !first {
			return p, most, true
		}
		value += int32(uint32(v>>1) ^ -uint32(v&1))
		most = max(most, value)
		if _, n = binary.Uvarint(codes[p:]); n <= 0 {
			return 0, 0, false
		}
		p += n
	}
}

// keep marks the bytes of the byte code that begins at an offset. It reports whether the code is valid.
func (t *traceTables) keep(at uint32) bool {
	if int(at) < len(t.used) && t.used[at] {
		return true // there is no code, or another function shares it and has marked it
	}
	end, _, ok := readCode(t.codes, at)
	if !ok {
		return false
	}
	for p := int(at); p < end; p++ {
		t.used[p] = true
	}
	return true
}

func (t *traceTables) drop() {
	clear(t.units)
	clear(t.files)
	for i := range t.codes {
		if !t.used[i] {
			t.codes[i] = 0
		}
	}
	for at := 0; at < len(t.names); {
		name, _, _ := bytes.Cut(t.names[at:], []byte{0})
		if !t.usedName[at] {
			clear(name)
		}
		at += len(name) + 1
	}
	for _, b := range t.gone {
		clear(b)
	}
	le := binary.LittleEndian
	for _, at := range t.at {
		f := t.funcs[at:]
		for _, k := range []int{funcPCFile, funcPCLine, funcUnit, funcStartLine} {
			clear(f[k : k+4])
		}
		codes, data := lists(f)
		for k := range codes {
			if dropsCode(uint32(k)) {
				clear(f[funcSize+4*k:][:4])
			}
		}
		for k := range data {
			if dropsData(uint32(k)) {
				le.PutUint32(f[funcSize+4*(len(codes)+k):], noData)
			}
		}
	}
}
