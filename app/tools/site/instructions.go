package site

import (
	"encoding/binary"
	"errors"
	"slices"
)

// Instructions of WebAssembly that Go's compiler writes (specification 2.0, section 5.4), as far as they are told
// apart here.
const (
	opUnreachable                         = 0x00
	opNop, opBlock, opLoop, opIf          = 0x01, 0x02, 0x03, 0x04
	opElse, opEnd                         = 0x05, 0x0b
	opBr, opBrIf, opBrTable               = 0x0c, 0x0d, 0x0e
	opReturn, opCall, opCallIndirect      = 0x0f, 0x10, 0x11
	opDrop, opSelect                      = 0x1a, 0x1b
	opLocalGet, opLocalSet, opLocalTee    = 0x20, 0x21, 0x22
	opGlobalGet, opGlobalSet              = 0x23, 0x24
	opFirstLoad, opLastLoad               = 0x28, 0x35
	opFirstStore, opI64Store, opLastStore = 0x36, 0x37, 0x3e
	opMemorySize, opMemoryGrow            = 0x3f, 0x40
	opI32Const, opI64Const                = 0x41, 0x42
	opF32Const, opF64Const                = 0x43, 0x44
	opI32Eqz, opI64Eqz, opLastCompare     = 0x45, 0x50, 0x66
	opI32Clz, opI32Popcnt                 = 0x67, 0x69
	opI32Add                              = 0x6a
	opI64Clz, opI64Popcnt, opI64Add       = 0x79, 0x7b, 0x7c
	opF32Abs, opF32Sqrt                   = 0x8b, 0x91
	opF64Abs, opF64Sqrt, opF64Copysign    = 0x99, 0x9f, 0xa6
	opI32Wrap, opI64Extend, opLastUnary   = 0xa7, 0xad, 0xc4
	opMore                                = 0xfc // a number follows
	moreSaturating                        = 7    // the last of those that make a number of a float
	moreCopy, moreFill                    = 10, 11
	typeNone, typeI32                     = 0x40, 0x7f // of a block
)

// instruction is one of a function: raw are its bytes.
type instruction struct {
	op     byte
	more   uint64 // which one, of opMore
	number int64  // of a constant
	offset uint64 // of a load or a store
	raw    []byte
	gone   bool
}

// between tells whether op is one of first to last.
func (n *instruction) between(first, last byte) bool { return first <= n.op && n.op <= last }

// next reads an instruction. One that Go's compiler has no use for is bad: what follows it could be anything.
func (r *reader) next() (n instruction) {
	from := r.b
	n.op = r.byte()
	switch op := n.op; {
	case op == opBlock || op == opLoop || op == opIf || op == opI32Const || op == opI64Const:
		n.number = r.signed()
	case op == opBr || op == opBrIf || op == opCall || n.between(opLocalGet, 0x26) ||
		n.between(opMemorySize, opMemoryGrow):
		r.unsigned()
	case op == opBrTable:
		for range r.unsigned() + 1 {
			r.unsigned()
			if r.bad {
				break
			}
		}
	case op == opCallIndirect:
		r.unsigned()
		r.unsigned()
	case n.between(opFirstLoad, opLastStore):
		r.unsigned() // what the address is a multiple of, likely
		n.offset = r.unsigned()
	case op == opF32Const:
		r.take(4)
	case op == opF64Const:
		r.take(8)
	case op == opMore:
		switch n.more = r.unsigned(); n.more {
		case 8, moreCopy, 12, 14:
			r.unsigned()
			r.unsigned()
		case 9, moreFill, 13, 15, 16, 17:
			r.unsigned()
		default:
			r.bad = r.bad || n.more > moreSaturating
		}
	case op == opUnreachable || op == opNop || op == opElse || op == opEnd || op == opReturn || op == opDrop ||
		op == opSelect || n.between(opI32Eqz, opLastUnary): // nothing follows
	default:
		r.bad = true
	}
	n.raw = from[:len(from)-len(r.b)]
	return n
}

// effect is how many values an instruction takes from the stack and puts there; ok = that is known, and what
// comes next is what follows it.
func (n *instruction) effect() (takes, puts int, ok bool) {
	switch op := n.op; {
	case op == opNop:
		return 0, 0, true
	case op == opDrop || op == opLocalSet || op == opGlobalSet:
		return 1, 0, true
	case op == opSelect:
		return 3, 1, true
	case op == opLocalGet || op == opGlobalGet || op == opMemorySize || n.between(opI32Const, opF64Const):
		return 0, 1, true
	case n.between(opFirstStore, opLastStore):
		return 2, 0, true
	case op == opLocalTee || n.between(opFirstLoad, opLastLoad) || op == opI32Eqz || op == opI64Eqz ||
		n.between(opI32Clz, opI32Popcnt) || n.between(opI64Clz, opI64Popcnt) || n.between(opF32Abs, opF32Sqrt) ||
		n.between(opF64Abs, opF64Sqrt) || n.between(opI32Wrap, opLastUnary):
		return 1, 1, true
	case n.between(opI32Eqz, opF64Copysign): // what is left of comparisons and sums
		return 2, 1, true
	case op == opMore && n.more <= moreSaturating:
		return 1, 1, true
	case op == opMore && (n.more == moreCopy || n.more == moreFill):
		return 3, 0, true
	}
	return 0, 0, false
}

// rewritten returns the code section of a program with what do makes of each function's instructions.
func rewritten(code []byte, do func([]instruction)) ([]byte, error) {
	r := reader{b: code}
	count := r.unsigned()
	out := binary.AppendUvarint(make([]byte, 0, len(code)), count)
	var list []instruction
	var body []byte
	for range count {
		f := reader{b: r.take(r.unsigned())}
		all := f.b
		for range f.unsigned() { // its variables, by types
			f.unsigned()
			f.byte()
			if f.bad {
				break
			}
		}
		body = append(body[:0], all[:len(all)-len(f.b)]...)
		for list = list[:0]; len(f.b) > 0; {
			list = append(list, f.next())
		}
		if r.bad || f.bad {
			return nil, errors.New("a WebAssembly function ends too early, or has an instruction that is not known")
		}
		do(list)
		for i := range list {
			if !list[i].gone {
				body = append(body, list[i].raw...)
			}
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	return slices.Clip(out), nil
}

// foldAddresses takes sums out of addresses. To get at what lies c bytes above the stack's pointer Go's compiler
// (1.26) makes 64 bits of the pointer, adds c, makes 32 bits of that, and reads or writes there, offset 0: four
// instructions that the offset of a load or a store does without. The two differ only where the sum is beyond
// 4 GB, and there no program has memory. A sum that is used for something else is made in 32 bits. What it gives:
// a tenth of the code's bytes (7.0 to 6.4 MB of a page that was a program of its own), 2 % by brotli.
func foldAddresses(list []instruction) {
	// What lies on the stack, as far as it is known: where the four instructions of a sum begin, or -1.
	var stack []int
	for i := range list {
		n := &list[i]
		if n.op == opNop {
			n.gone = true
		}
		takes, puts, ok := n.effect()
		if !ok {
			stack = stack[:0]
			continue
		}
		for len(stack) < takes {
			stack = slices.Insert(stack, 0, -1)
		}
		taken := stack[len(stack)-takes:]
		if n.between(opFirstLoad, opLastStore) && taken[0] >= 0 {
			sum := list[taken[0] : taken[0]+4]
			n.offset += uint64(sum[1].number)
			align := reader{b: n.raw[1:]}
			n.raw = binary.AppendUvarint(binary.AppendUvarint([]byte{n.op}, align.unsigned()), n.offset)
			for k := range sum {
				sum[k].gone = true
			}
		}
		stack = stack[:len(stack)-takes]
		for range puts {
			stack = append(stack, -1)
		}
		if isSum(list, i) && list[i-2].number >= 0 && list[i-2].number < 1<<31 {
			stack[len(stack)-1] = i - 3
		}
	}
	for i := range list {
		if isSum(list, i) && !list[i].gone {
			list[i-3].gone, list[i].gone = true, true
			list[i-2].raw = appendSigned([]byte{opI32Const}, int64(int32(list[i-2].number)))
			list[i-1].raw = []byte{opI32Add}
		}
	}
}

// isSum tells whether four instructions that end at i add a constant to 32 bits, by way of 64.
func isSum(list []instruction, i int) bool {
	return i >= 3 && list[i].op == opI32Wrap && list[i-1].op == opI64Add && list[i-2].op == opI64Const &&
		list[i-3].op == opI64Extend
}
