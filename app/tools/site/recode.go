package site

import (
	"bytes"
	"encoding/binary"
)

// Instructions of WebAssembly that are told apart here (specification 1.0, section 5.4).
const (
	opBlock, opLoop, opIf, opElse, opEnd = 0x02, 0x03, 0x04, 0x05, 0x0b
	opBr, opBrIf, opBrTable, opCall      = 0x0c, 0x0d, 0x0e, 0x10
	opLocalGet, opLocalSet, opLocalTee   = 0x20, 0x21, 0x22
	opGlobalGet                          = 0x23
	opFirstLoad, opFirstStore            = 0x28, 0x36 // of 32 bits
	opI64Store                           = 0x37
	opI32Const, opI64Const, opI32Add     = 0x41, 0x42, 0x6a
	opMore, moreFill                     = 0xfc, 11 // two bytes
	typeNone, typeI32                    = 0x40, 0x7f
)

// recode writes a program so that it compresses better; decoder of wasm_exec.js writes it back while it arrives.
// Go's code has numbers that follow from what stands before them, which a compression can't see. A function is blocks,
// one in another, that end one after the other: the places where it can go on. So where a call returns to (a function's
// number, and a place in it) counts up, by how many blocks an error of it leaves counts down, as does by how many a
// jump leaves, and the table with which the function goes on counts up. Of each of these numbers it is written by how
// much it differs from what is expected, in as many bytes: 16 % less by brotli and gzip, for one pass over the code.
//
// What is written so does not begin like a program of WebAssembly, lest one runs it. What is no program stays as it is.
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

// recodedHeader takes the place of a program's magic number.
const recodedHeader = "\x00psm"

// afterReturn follows the number of a place to return to: it is stored, and a function called from its beginning.
var afterReturn = []byte{opI64Store, 3, 0, opI32Const, 0, opCall}

// recoder writes functions anew. It looks at bytes, not at instructions: where it takes something for a call or a jump
// that is none, that is written back likewise, since what it looks at stays as it is.
type recoder struct {
	function int // the number of the last one that was called from, as far as return addresses tell it
	place    int // in it: how many of its blocks have ended, as far as calls and jumps tell it
	depth    int // of its outermost block, counted from the first place on
}

// differ writes a number of 7 bits as how much it differs from what is expected, and returns it.
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

// call writes where a call at i returns to, and by how many blocks an error of it leaves. It returns where that ends.
func (c *recoder) call(f []byte, i int) int {
	low := int(f[i+1]&0x7f) | int(f[i+2]&0x7f)<<7 | int(f[i+3]&0x7f)<<14 | int(f[i+4]&0x7f)<<21
	place, function := low&0xffff, low>>16|int(f[i+5])<<12
	low = (place-c.place)&0xffff | (function-c.function)&0xfff<<16
	f[i+1], f[i+2], f[i+3], f[i+4] = byte(low)|0x80, byte(low>>7)|0x80, byte(low>>14)|0x80, byte(low>>21)|0x80
	f[i+5] = byte((function-c.function)>>12) & 0x7f
	c.place, c.function = place, function
	for i += 12; i < len(f) && f[i] >= 0x80; i++ { // what is called
	}
	// global.get 0, local.set x, br_if: what the call has left, and whether it goes on.
	if n := i + 6; n < len(f) && f[n-5] == opGlobalGet && f[n-4] == 0 && f[n-3] == opLocalSet && f[n-2] < 0x80 &&
		f[n-1] == opBrIf && f[n] < 0x80 {
		c.depth = differ(&f[n], c.depth-c.place) + c.place
		return n
	}
	return i
}

// jump writes a jump to another place, if there is one at i: i32.const where to, local.set 0, br by how many blocks.
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

// isFive tells that a number of five bytes begins here, not negative.
func isFive(b []byte) bool {
	return b[0] >= 0x80 && b[1] >= 0x80 && b[2] >= 0x80 && b[3] >= 0x80 && b[4] < 0x80
}

// table writes the table with which a function goes on at a place, and returns where what follows it begins.
func (c *recoder) table(f []byte) int {
	c.place, c.depth = 0, 0
	r := reader{b: f}
	for range r.unsigned() { // its variables, by types
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
	for last := 0; n > 0 && i < len(f) && f[i] < 0x80; n, i = n-1, i+1 { // as far as a byte holds them
		last = differ(&f[i], last)
	}
	return i
}

// codeAt returns where the content of a program's code section begins, -1 = it has none.
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
