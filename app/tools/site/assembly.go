package site

import "encoding/binary"

// assembly is the code of a WebAssembly function without parameters or results, whose locals are numbers of 32 bits.
// Each method appends an instruction (WebAssembly 1.0, section 5.4).
type assembly struct{ b []byte }

func (c *assembly) op(b ...byte) *assembly {
	c.b = append(c.b, b...)
	return c
}

// num puts a number on the stack: an address, which is none with a sign, has the same bits.
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
func (c *assembly) less() *assembly          { return c.op(0x49) } // without signs
func (c *assembly) atLeast() *assembly       { return c.op(0x4f) }

// Of memory, so far after the address on the stack; aligned to bytes: it need not be aligned.
func (c *assembly) load(offset byte) *assembly     { return c.op(opFirstLoad, 0, offset) }
func (c *assembly) loadByte(offset byte) *assembly { return c.op(0x2d, 0, offset) }
func (c *assembly) store(offset byte) *assembly    { return c.op(opFirstStore, 0, offset) }
func (c *assembly) fill() *assembly                { return c.op(opMore, moreFill, 0) }

// loop does it again as long as it leaves a number that is not 0.
func (c *assembly) loop(do func()) {
	c.op(opLoop, typeNone)
	do()
	c.op(opBrIf, 0, opEnd)
}

// block is what branches leave, by how many blocks and loops it is outward.
func (c *assembly) block(do func()) {
	c.op(opBlock, typeNone)
	do()
	c.op(opEnd)
}

// ifElse leaves one of two numbers.
func (c *assembly) ifElse(yes, no func()) { c.branch(typeI32, yes, no) }

// choose does one of two things.
func (c *assembly) choose(yes, no func()) { c.branch(typeNone, yes, no) }

func (c *assembly) branch(leaves byte, yes, no func()) {
	c.op(opIf, leaves)
	yes()
	c.op(opElse)
	no()
	c.op(opEnd)
}

// body is the function as a code section has it.
func (c *assembly) body(locals byte) []byte {
	all := append([]byte{1, locals, typeI32}, c.b...)
	all = append(all, opEnd)
	return append(binary.AppendUvarint(nil, uint64(len(all))), all...)
}
