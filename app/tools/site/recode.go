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
// function's body is a nest of blocks that end one after the other. The points at which it can resume are numbered, and
// the function begins with a table of the block in which each lies. From this table and the last return address
// (function number and resume point), these are predicted: the next return address, the branch depth of a call's error
// exit, the branch depth of a jump and the point to which it leads. Each of these numbers is replaced by its difference
// from the prediction, in the same number of bytes. A number of the table is replaced by its difference from the one
// before, and so are the numbers of the functions that can be called indirectly, which count up. This makes programs
// 18 % smaller by brotli and by gzip.
//
// The result does not begin with WebAssembly's magic number, so that nobody runs it by mistake. Data that are not a
// WebAssembly program are returned unchanged.
func recode(program []byte) []byte {
	out := bytes.Clone(program)
	if !bytes.HasPrefix(program, []byte(programHeader)) {
		return out
	}
	copy(out, recodedHeader)
	for r := (reader{b: out[len(programHeader):]}); len(r.b) > 0; {
		id, size := r.byte(), r.unsigned()
		if id == sectionCode {
			code(r.b)
			break
		}
		content := r.take(size)
		if id == sectionElements {
			elements(content)
		}
	}
	return out
}

// recodedHeader replaces a program's magic number.
const recodedHeader = "\x00psm"

// elements rewrites the section with the functions that can be called indirectly, if it has a single list: 1, 0,
// i32.const (index of the first), end, length, numbers of functions.
func elements(list []byte) {
	if len(list) < 4 || list[0] != 1 || list[1] != 0 || list[2] != opI32Const {
		return
	}
	r := reader{b: list[3:]}
	r.unsigned()
	if r.byte() != opEnd {
		return
	}
	r.unsigned()
	for next := 0; !r.bad && len(r.b) > 0; next++ {
		was, n := differ(r.b, next)
		if n == 0 {
			return
		}
		next, r.b = was, r.b[n:]
	}
}

// code rewrites the functions of a code section.
func code(section []byte) {
	r := reader{b: section}
	var c recoder
	for range r.unsigned() {
		c.function++
		f := r.take(r.unsigned())
		if r.bad {
			break
		}
		c.body(f)
	}
}

// afterReturn is the code after a constant return address: it is stored, and a function is called at its start.
var afterReturn = []byte{opI64Store, 3, 0, opI32Const, 0, opCall}

// recoder rewrites functions. It looks at bytes, not at instructions: bytes that it wrongly takes for a call or a jump
// are restored by the decoder all the same, since the bytes that identify a call or jump don't change.
type recoder struct {
	function int   // number of the function, as far as return addresses show it
	place    int   // resume point: the last one, as far as calls and jumps show it
	depth    int   // branch depth, at the function's beginning, of the block that a call leaves in case of an error
	blocks   []int // of each resume point, the number of blocks that have ended before it
	first    []int // of each number of blocks, the first point
}

// differ replaces the number at the beginning of b, in LEB128 of at most three bytes, by its difference from what is
// expected. It returns the number and its length, 0 if it has more bytes.
func differ(b []byte, expected int) (was, n int) {
	for n < 3 && n < len(b) {
		was |= int(b[n]&0x7f) << (7 * n)
		n++
		if b[n-1] < 0x80 {
			for i, v := 0, was-expected; i < n; i, v = i+1, v>>7 {
				b[i] = b[i]&0x80 | byte(v)&0x7f
			}
			return was, n
		}
	}
	return 0, 0
}

// ended returns the number of blocks that have ended before the last point.
func (c *recoder) ended() int {
	if len(c.blocks) == 0 {
		return 0
	}
	return c.blocks[min(c.place, len(c.blocks)-1)]
}

// from returns the first point before which a number of blocks have ended.
func (c *recoder) from(blocks int) int {
	if blocks = max(blocks, 0); blocks < len(c.first) {
		return c.first[blocks]
	}
	return len(c.blocks)
}

func (c *recoder) body(f []byte) {
	i := c.table(f)
	for ; i+6 <= len(f); i++ {
		switch {
		case f[i] == opI64Const && i+12 <= len(f) && bytes.Equal(f[i+6:i+12], afterReturn) && isFive(f[i+1:]):
			i = c.call(f, i)
		case f[i] == opI32Const:
			i = max(i, c.jump(f, i, 1))
		case f[i] == opIf && f[i+1] == typeNone && f[i+2] == opI32Const:
			i = max(i, c.jump(f, i+2, 0))
		}
	}
}

// call rewrites the return address of a call at i and the branch depth of its error exit. It returns the index of the
// last byte rewritten or examined.
func (c *recoder) call(f []byte, i int) int {
	low := int(f[i+1]&0x7f) | int(f[i+2]&0x7f)<<7 | int(f[i+3]&0x7f)<<14 | int(f[i+4]&0x7f)<<21
	place, function := low&0xffff, low>>16|int(f[i+5])<<12
	low = (place-c.from(c.ended()+1))&0xffff | (function-c.function)&0xfff<<16
	f[i+1], f[i+2], f[i+3], f[i+4] = byte(low)|0x80, byte(low>>7)|0x80, byte(low>>14)|0x80, byte(low>>21)|0x80
	f[i+5] = byte((function-c.function)>>12) & 0x7f
	c.place, c.function = place, function
	for i += 12; i < len(f) && f[i] >= 0x80; i++ { // skip the index of the called function
	}
	// global.get 0, local.set x, br_if: the call's result, and whether to return.
	if n := i + 6; n < len(f) && f[n-5] == opGlobalGet && f[n-4] == 0 && f[n-3] == opLocalSet && f[n-2] < 0x80 &&
		f[n-1] == opBrIf {
		if depth, k := differ(f[n:], c.depth-c.ended()); k > 0 {
			c.depth = depth + c.ended()
			return n + k - 1
		}
	}
	return i
}

// jump rewrites a jump to another resume point, if there is one at i: i32.const (resume point), local.set 0, br
// (depth). outside is 0 at the beginning of an if, which adds to the depth as it does to that of most error exits; else
// it is 1. jump returns the index of the last byte rewritten, 0 if there is no jump.
func (c *recoder) jump(f []byte, i, outside int) int {
	wide := 0
	if f[i+1] >= 0x80 {
		wide = 1
	}
	n := i + 5 + wide
	if n >= len(f) || f[i+1+wide] >= 0x80 || f[n-3] != opLocalSet || f[n-2] != 0 || f[n-1] != opBr {
		return 0
	}
	depth, k := differ(f[n:], c.depth-outside-c.ended())
	if k == 0 {
		return 0
	}
	if ended := c.depth - outside - depth; ended != c.ended() {
		c.place = c.from(ended)
	}
	differ(f[i+1:], c.from(c.ended()+1))
	return n + k - 1
}

// isFive reports whether b begins with a non-negative number encoded in five bytes.
func isFive(b []byte) bool {
	return b[0] >= 0x80 && b[1] >= 0x80 && b[2] >= 0x80 && b[3] >= 0x80 && b[4] < 0x80
}

// table reads and rewrites the br_table with which a function resumes at a point, and returns the index of what follows
// it.
func (c *recoder) table(f []byte) int {
	c.place, c.depth, c.blocks, c.first = 0, 0, c.blocks[:0], c.first[:0]
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
	for last := 0; uint64(len(c.blocks)) <= n; {
		block, k := differ(f[i:], last)
		if k == 0 {
			break
		}
		if block == len(c.first) {
			c.first = append(c.first, len(c.blocks))
		}
		c.blocks = append(c.blocks, block)
		last = block
		i += k
	}
	return i
}
