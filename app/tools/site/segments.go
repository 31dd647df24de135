package site

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Rewrite applies those of the passes that change what the linker has written, except Recode. The program works as
// before.
func Rewrite(wasm []byte, passes Passes) ([]byte, error) {
	if !passes.has(Segments) {
		return wasm, nil
	}
	return joinSegments(wasm, passes)
}

// joinSegments joins neighbouring data segments of a WASM program, with zeros between them. Go's linker leaves out
// every run of a dozen zeros, and so writes the table that maps an address to a function (sixteen times the same 20
// bytes per function) as tens of thousands of segments. Each segment has its own address, which does not compress. The
// joined program has more bytes, but a first engine is 6 % smaller by brotli. The memory after loading is the same,
// except for the traces that are dropped (lines.go); both together make a page and a first engine 18 % smaller, each as
// a program of its own.
//
// It returns an error if the program does not conform to the WebAssembly specification 1.0, section 5.5.
func joinSegments(wasm []byte, passes Passes) ([]byte, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	for i := range sections {
		if sections[i].id != sectionData {
			continue
		}
		all, err := joined(sections[i].content)
		if err != nil {
			return nil, err
		}
		if passes.has(Lines) {
			if err := dropTraces(all); err != nil {
				return nil, err
			}
		}
		if passes.has(Tables) {
			if packed, unpack := packTables(all); unpack != nil {
				if more, ok := addStart(sections, unpack); ok {
					sections, all = more, packed
				}
			}
		}
		for k := range sections {
			if sections[k].id == sectionData {
				sections[k].content = dataSection(all)
			}
		}
		break
	}
	return writeSections(sections), nil
}

func readSections(wasm []byte) (list []section, err error) {
	data, ok := bytes.CutPrefix(wasm, []byte(programHeader))
	if !ok {
		return nil, errors.New("not a WebAssembly program")
	}
	for r := (reader{b: data}); len(r.b) > 0; {
		s := section{id: r.byte()}
		if s.content = r.take(r.unsigned()); r.bad {
			return nil, errors.New("a WebAssembly section ends too early")
		}
		list = append(list, s)
	}
	return list, nil
}

func writeSections(list []section) []byte {
	out := []byte(programHeader)
	for _, s := range list {
		out = append(binary.AppendUvarint(append(out, s.id), uint64(len(s.content))), s.content...)
	}
	return out
}

// section is a section of a program (specification, section 5.5).
type section struct {
	id      byte
	content []byte
}

const (
	programHeader   = "\x00asm\x01\x00\x00\x00" // magic number and version
	sectionTypes    = 1
	sectionImports  = 2
	sectionFuncs    = 3
	sectionStart    = 8
	sectionElements = 9
	sectionCode     = 10
	sectionData     = 11
)

// addStart returns the sections with one more function, with this body, as the start function. ok is false if that is
// not possible.
func addStart(sections []section, body []byte) (more []section, ok bool) {
	find := func(id byte) *section {
		i := slices.IndexFunc(more, func(s section) bool { return s.id == id })
		if i < 0 {
			return &section{}
		}
		return &more[i]
	}
	more = slices.Clone(sections)
	imports := reader{b: find(sectionImports).content}
	count := uint64(0) // number of imported functions
	for range imports.unsigned() {
		imports.take(imports.unsigned())
		imports.take(imports.unsigned())
		if imports.byte() != 0 {
			return nil, false // an import other than a function; Go's programs have none
		}
		imports.unsigned()
		count++
	}
	// add appends an entry to a section's list and returns the number of entries before.
	add := func(id byte, what []byte) uint64 {
		s := find(id)
		r := reader{b: s.content}
		n := r.unsigned()
		s.content = slices.Concat(binary.AppendUvarint(nil, n+1), r.b, what)
		return n
	}
	kind := add(sectionTypes, []byte{0x60, 0, 0}) // no parameters, no results
	count += add(sectionFuncs, binary.AppendUvarint(nil, kind))
	add(sectionCode, body)
	at := slices.IndexFunc(more, func(s section) bool { return s.id >= sectionElements })
	if imports.bad || at < 0 || find(sectionStart).content != nil || find(sectionCode).content == nil {
		return nil, false
	}
	return slices.Insert(more, at, section{sectionStart, binary.AppendUvarint(nil, count)}), true
}

// widest is the widest gap between segments that is filled with zeros, in bytes.
const widest = 4096

// segmentActive is the kind of a data segment that is copied to an offset of memory 0.
const segmentActive = 0

type segment struct {
	at   int64
	data []byte
}

// joined decodes a data section and returns its segments, sorted and joined.
func joined(section []byte) ([]segment, error) {
	r := reader{b: section}
	var list []segment
	for range r.unsigned() {
		kind, op, at, stop := r.unsigned(), r.byte(), r.signed(), r.byte()
		data := r.take(r.unsigned())
		if r.bad || kind != segmentActive || op != opI32Const || stop != opEnd {
			return nil, fmt.Errorf("WebAssembly data segment %d is not one at a constant address", len(list))
		}
		list = append(list, segment{at, data})
	}
	if r.bad || len(r.b) > 0 {
		return nil, errors.New("the WebAssembly data section ends too early or too late")
	}
	// The order of segments matters only if they overlap.
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	var all []segment
	for _, s := range list {
		if n := len(all); n > 0 {
			last := &all[n-1]
			gap := s.at - last.at - int64(len(last.data))
			if gap < 0 {
				return nil, fmt.Errorf("WebAssembly data segments overlap at %d", s.at)
			}
			if gap <= widest {
				last.data = append(append(last.data, make([]byte, gap)...), s.data...)
				continue
			}
		}
		// A copy, since more may be appended. The linker omits leading zeros even within a word; the segment is
		// extended to begin at a multiple of 8, so that its words are complete.
		zeros := s.at % 8
		all = append(all, segment{s.at - zeros, append(make([]byte, zeros), s.data...)})
	}
	return all, nil
}

// dataSection encodes segments as the content of a data section.
func dataSection(all []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(all)))
	for _, s := range all {
		out = append(out, segmentActive, opI32Const)
		out = appendSigned(out, s.at)
		out = append(out, opEnd)
		out = binary.AppendUvarint(out, uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out
}

// reader reads LEB128 numbers and bytes. bad is set as soon as data are missing.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) signed() int64 {
	var v int64
	for shift := uint(0); shift < 64; shift += 7 {
		c := r.byte()
		v |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.bad = true
	return 0
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad = true
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func appendSigned(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
