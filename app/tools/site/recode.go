package site

import (
	"bytes"
	"encoding/binary"
)

// WebAssembly opcodes that are used here (specification 1.0, section 5.4).
const (
	opBlock, opLoop, opIf, opElse, opEnd = 0x02, 0x03, 0x04, 0x05, 0x0b
	opBr, opBrIf, opBrTable, opCall      = 0x0c, 0x0d, 0x0e, 0x10
	opLocalGet, opLocalSet, opLocalTee   = 0x20, 0x21, 0x22
	opGlobalGet                          = 0x23
	opFirstLoad, opFirstStore            = 0x28, 0x36 // 32 bits
	opI64Store                           = 0x37
	opI32Const, opI64Const, opI32Add     = 0x41, 0x42, 0x6a
	opMore, moreFill                     = 0xfc, 11 // two bytes
	typeNone, typeI32                    = 0x40, 0x7f
)

// recode rewrites a program so that it compresses better; the decoder in wasm_exec.js undoes this while the program
// arrives. Go's code contains numbers that can be predicted from earlier ones, which a general compressor can't see. A
// function's body is a nest of blocks that end one after the other; the ends are the points at which it can resume. So
// the return addresses of calls (function number and resume point) count up, the branch depths of a call's error exit
// and of a jump count down, and the table through which the function resumes counts up. Each of these numbers is
// replaced by its difference from the prediction, in the same number of bytes: 16 % less by brotli and gzip, for one
// pass over the code.
//
// The result does not begin with WebAssembly's magic number, so that nobody runs it by mistake. Data that are not a
// WebAssembly program are returned unchanged.
func recode(program []byte) []byte {
	out := bytes.Clone(program)
	if !bytes.HasPrefix(program, []byte(programHeader)) {
		return out
	}
	copy(out, recodedHeader)
	at := codeAt(program)
	if at < 0 {
		return out
	}
	r := reader{b: out[at:]}
	var c recoder
	for range r.unsigned() {
		c.function++
		f := r.take(r.unsigned())
		if r.bad {
			break
		}
		c.body(f)
	}
	return out
}

// recodedHeader replaces a program's magic number.
const recodedHeader = "\x00psm"

// afterReturn is the code after a constant return address: it is stored, and a function is called at its start.
var afterReturn = []byte{opI64Store, 3, 0, opI32Const, 0, opCall}

// recoder rewrites functions. It looks at bytes, not at instructions: bytes that it wrongly takes for a call or a jump
// are restored by the decoder all the same, since the bytes that identify a call or jump don't change.
type recoder struct {
	function int // number of the function, as far as return addresses show it
	place    int // resume point: number of blocks that have ended, as far as calls and jumps show it
	depth    int // depth of the outermost block at the function's beginning
}

// differ replaces a number of 7 bits by its difference from what is expected, and returns the number.
func differ(at *byte, expected int) int {
	was := int(*at)
	*at = byte(was-expected) & 0x7f
	return was
}

func (c *recoder) body(f []byte) {
	i := c.table(f)
	for ; i+6 <= len(f); i++ {
		switch {
		case f[i] == opI64Const && i+12 <= len(f) && bytes.Equal(f[i+6:i+12], afterReturn) && isFive(f[i+1:]):
			i = c.call(f, i)
		case f[i] == opI32Const:
			i = c.jump(f, i)
		}
	}
}

// call rewrites the return address of a call at i and the branch depth of its error exit. It returns the index of the
// last byte rewritten or examined.
func (c *recoder) call(f []byte, i int) int {
	low := int(f[i+1]&0x7f) | int(f[i+2]&0x7f)<<7 | int(f[i+3]&0x7f)<<14 | int(f[i+4]&0x7f)<<21
	place, function := low&0xffff, low>>16|int(f[i+5])<<12
	low = (place-c.place)&0xffff | (function-c.function)&0xfff<<16
	f[i+1], f[i+2], f[i+3], f[i+4] = byte(low)|0x80, byte(low>>7)|0x80, byte(low>>14)|0x80, byte(low>>21)|0x80
	f[i+5] = byte((function-c.function)>>12) & 0x7f
	c.place, c.function = place, function
	for i += 12; i < len(f) && f[i] >= 0x80; i++ { // skip the index of the called function
	}
	// global.get 0, local.set x, br_if: the call's result, and whether to return.
	if n := i + 6; n < len(f) && f[n-5] == opGlobalGet && f[n-4] == 0 && f[n-3] == opLocalSet && f[n-2] < 0x80 &&
		f[n-1] == opBrIf && f[n] < 0x80 {
		c.depth = differ(&f[n], c.depth-c.place) + c.place
		return n
	}
	return i
}

// jump rewrites a jump to another resume point, if there is one at i: i32.const (resume point), local.set 0, br
// (depth). It returns the index of the last byte rewritten, i if there is no jump.
func (c *recoder) jump(f []byte, i int) int {
	wide := 0
	if f[i+1] >= 0x80 {
		wide = 1
	}
	n := i + 5 + wide
	if n >= len(f) || f[i+1+wide] >= 0x80 || f[n-3] != opLocalSet || f[n-2] != 0 || f[n-1] != opBr || f[n] >= 0x80 {
		return i
	}
	c.place = c.depth - differ(&f[n], c.depth-c.place)
	if wide == 0 {
		differ(&f[i+1], c.place)
		return n
	}
	to := (int(f[i+1]&0x7f) | int(f[i+2])<<7) - c.place
	f[i+1], f[i+2] = byte(to)|0x80, byte(to>>7)&0x7f
	return n
}

// isFive reports whether b begins with a non-negative number encoded in five bytes.
func isFive(b []byte) bool {
	return b[0] >= 0x80 && b[1] >= 0x80 && b[2] >= 0x80 && b[3] >= 0x80 && b[4] < 0x80
}

// table rewrites the br_table with which a function resumes at a point, and returns the index of what follows it.
func (c *recoder) table(f []byte) int {
	c.place, c.depth = 0, 0
	r := reader{b: f}
	for range r.unsigned() { // its local variables, grouped by type
		r.unsigned()
		r.byte()
		if r.bad {
			return len(f)
		}
	}
	// global.get 0, local.set x, blocks, local.get 0, br_table.
	i := len(f) - len(r.b)
	begin := i
	if i+4 > len(f) || f[i] != opGlobalGet || f[i+2] != opLocalSet {
		return begin
	}
	for i += 4; i+1 < len(f) && (f[i] == opBlock || f[i] == opLoop) && f[i+1] == typeNone; i += 2 {
		c.depth++
	}
	if i+3 > len(f) || f[i] != opLocalGet || f[i+2] != opBrTable {
		return begin
	}
	i += 3
	n, k := binary.Uvarint(f[i:])
	if k <= 0 {
		return begin
	}
	i += k
	for last := 0; n > 0 && i < len(f) && f[i] < 0x80; n, i = n-1, i+1 { // as long as an entry is a single byte
		last = differ(&f[i], last)
	}
	return i
}

// codeAt returns the offset of the content of a program's code section, -1 if it has none.
func codeAt(program []byte) int {
	for r := (reader{b: program[len(programHeader):]}); len(r.b) > 0 && !r.bad; {
		id := r.byte()
		n := r.unsigned()
		if id == sectionCode {
			return len(program) - len(r.b)
		}
		r.take(n)
	}
	return -1
}
