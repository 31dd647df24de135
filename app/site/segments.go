package site

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// joinSegments joins the data segments of a WASM program that lie near each
// other, zeros between them. Go's linker leaves out every run of a dozen zeros,
// and so writes the table that finds a function by its address, sixteen times
// the same 20 bytes a function, as tens of thousands of segments. Each of them
// carries its own address, which no compression can take away: joined, the
// program has more bytes, but by brotli engine.wasm is 6 % smaller. What memory
// holds after loading is the same, but for the traces that are dropped (lines.go);
// both together make app.wasm and engine.wasm 18 % smaller.
//
// The error says what is not as the WebAssembly specification 1.0, section 5.5,
// has it.
func joinSegments(wasm []byte) ([]byte, error) {
	const (
		header      = 8 // magic number and version
		dataSection = 11
	)
	if len(wasm) < header || string(wasm[:4]) != "\x00asm" {
		return nil, errors.New("not a WebAssembly program")
	}
	out := append(make([]byte, 0, len(wasm)+len(wasm)/4), wasm[:header]...)
	for r := (reader{b: wasm[header:]}); len(r.b) > 0; {
		id := r.byte()
		content := r.take(r.unsigned())
		if r.bad {
			return nil, errors.New("a WebAssembly section ends too early")
		}
		if id == dataSection {
			var err error
			if content, err = joined(content); err != nil {
				return nil, err
			}
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(content)))
		out = append(out, content...)
	}
	return out, nil
}

// widest is the widest gap between segments that is filled with zeros.
const widest = 4096

type segment struct {
	at   int64
	data []byte
}

// joined is joinSegments of the data section's content.
func joined(section []byte) ([]byte, error) {
	const (
		active   = 0    // a segment of memory 0 at an offset
		i32const = 0x41 // which is a constant
		end      = 0x0b
	)
	r := reader{b: section}
	var list []segment
	for range r.unsigned() {
		kind, op, at, stop := r.unsigned(), r.byte(), r.signed(), r.byte()
		data := r.take(r.unsigned())
		if r.bad || kind != active || op != i32const || stop != end {
			return nil, fmt.Errorf("WebAssembly data segment %d is not one at a constant address", len(list))
		}
		list = append(list, segment{at, data})
	}
	if r.bad || len(r.b) > 0 {
		return nil, errors.New("the WebAssembly data section ends too early or too late")
	}
	// The order of segments that don't overlap has no meaning.
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
		// A copy: more may be appended.
		all = append(all, segment{s.at, append([]byte(nil), s.data...)})
	}
	dropTraces(all)
	out := binary.AppendUvarint(nil, uint64(len(all)))
	for _, s := range all {
		out = append(out, active, i32const)
		out = appendSigned(out, s.at)
		out = append(out, end)
		out = binary.AppendUvarint(out, uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out, nil
}

// reader reads LEB128 numbers and bytes; bad once something was missing.
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
