package site

import "encoding/binary"

// assembly builds the code of a WebAssembly function that has no parameters and no results and whose locals are all
// i32. Each method appends an instruction (WebAssembly 1.0, section 5.4).
type assembly struct{ b []byte }

func (c *assembly) op(b ...byte) *assembly {
	c.b = append(c.b, b...)
	return c
}

// num pushes a 32-bit constant. Addresses are unsigned; they are encoded as the signed number with the same bits.
func (c *assembly) num(v int64) *assembly {
	c.b = appendSigned(append(c.b, opI32Const), int64(int32(v)))
	return c
}

func (c *assembly) get(local byte) *assembly { return c.op(opLocalGet, local) }
func (c *assembly) set(local byte) *assembly { return c.op(opLocalSet, local) }
func (c *assembly) tee(local byte) *assembly { return c.op(opLocalTee, local) }
func (c *assembly) add() *assembly           { return c.op(opI32Add) }
func (c *assembly) sub() *assembly           { return c.op(0x6b) }
func (c *assembly) mul() *assembly           { return c.op(0x6c) }
func (c *assembly) shl() *assembly           { return c.op(0x74) }
func (c *assembly) shr() *assembly           { return c.op(0x76) }
func (c *assembly) less() *assembly          { return c.op(0x49) } // unsigned
func (c *assembly) atLeast() *assembly       { return c.op(0x4f) }

// Memory instructions. The offset is added to the address on the stack; the alignment hint is one byte, so that the
// address need not be aligned.
func (c *assembly) load(offset byte) *assembly     { return c.op(opFirstLoad, 0, offset) }
func (c *assembly) loadByte(offset byte) *assembly { return c.op(0x2d, 0, offset) }
func (c *assembly) store(offset byte) *assembly    { return c.op(opFirstStore, 0, offset) }
func (c *assembly) fill() *assembly                { return c.op(opMore, moreFill, 0) }

// loop repeats do as long as it leaves a number other than 0 on the stack.
func (c *assembly) loop(do func()) {
	c.op(opLoop, typeNone)
	do()
	c.op(opBrIf, 0, opEnd)
}

// block encloses do in a block: a branch inside do leaves it, counting enclosing blocks and loops outwards from 0.
func (c *assembly) block(do func()) {
	c.op(opBlock, typeNone)
	do()
	c.op(opEnd)
}

// ifElse pops a condition and pushes the number that yes or no leaves.
func (c *assembly) ifElse(yes, no func()) { c.branch(typeI32, yes, no) }

// choose pops a condition and runs yes or no, which leave nothing on the stack.
func (c *assembly) choose(yes, no func()) { c.branch(typeNone, yes, no) }

func (c *assembly) branch(leaves byte, yes, no func()) {
	c.op(opIf, leaves)
	yes()
	c.op(opElse)
	no()
	c.op(opEnd)
}

// body returns the function as an entry of a code section, with this number of locals.
func (c *assembly) body(locals byte) []byte {
	all := append([]byte{1, locals, typeI32}, c.b...)
	all = append(all, opEnd)
	return append(binary.AppendUvarint(nil, uint64(len(all))), all...)
}
