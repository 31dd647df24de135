package site

import (
	"bytes"
	"testing"
)

// A load or a store of what lies above the stack's pointer has its distance as an offset; what is left of sums is made
// in 32 bits.
func TestFoldAddresses(t *testing.T) {
	sum := func(c ...byte) []byte {
		return append(append([]byte{opLocalGet, 1, opI64Extend, opI64Const}, c...), opI64Add, opI32Wrap)
	}
	narrow := func(c byte) []byte { return []byte{opLocalGet, 1, opI32Const, c, opI32Add} }
	load := []byte{opFirstLoad, 3, 16}
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for name, c := range map[string]struct{ before, after []byte }{
		"a load":        {join(sum(48), []byte{opFirstLoad, 3, 24}), []byte{opLocalGet, 1, opFirstLoad, 3, 72}},
		"a wide offset": {join(sum(0x80, 1), []byte{opFirstLoad, 3, 8}), []byte{opLocalGet, 1, opFirstLoad, 3, 0x88, 1}},
		"a store of what is read meanwhile": {
			join(sum(8), sum(16), []byte{opFirstLoad, 3, 0, opLocalTee, 2, opI64Const, 1, opI64Add, opI64Store, 3, 1}),
			[]byte{opLocalGet, 1, opLocalGet, 1, opFirstLoad, 3, 16, opLocalTee, 2, opI64Const, 1, opI64Add, opI64Store, 3, 9}},
		"nothing to do": {[]byte{opNop, opLocalGet, 1, opFirstLoad, 3, 0}, []byte{opLocalGet, 1, opFirstLoad, 3, 0}},
		"what is stored is a sum, not where": {
			join([]byte{opLocalGet, 2}, sum(8), []byte{opFirstStore, 2, 0}),
			[]byte{opLocalGet, 2, opLocalGet, 1, opI32Const, 8, opI32Add, opFirstStore, 2, 0}},
		"below":          {join(sum(0x78), load), join(narrow(0x78), load)},
		"kept":           {join(sum(8), []byte{opLocalSet, 3}), join(narrow(8), []byte{opLocalSet, 3})},
		"beyond 32 bits": {join(sum(0x80, 0x80, 0x80, 0x80, 0x10), load), join(narrow(0), load)},
		"across a branch": {
			join(sum(8), []byte{opLocalGet, 0, opIf, typeNone, opEnd}, load),
			join(narrow(8), []byte{opLocalGet, 0, opIf, typeNone, opEnd}, load)},
		"64 bits are added": {
			join([]byte{opLocalGet, 1, opI64Const, 8, opI64Add, opI32Wrap}, load),
			join([]byte{opLocalGet, 1, opI64Const, 8, opI64Add, opI32Wrap}, load)},
	} {
		function := func(body []byte) []byte {
			body = join([]byte{1, 2, typeI32}, body, []byte{opEnd})
			return join([]byte{1, byte(len(body))}, body)
		}
		if got, err := rewritten(function(c.before), foldAddresses); err != nil || !bytes.Equal(got, function(c.after)) {
			t.Errorf("%s: % x, %v, want % x", name, got, err, function(c.after))
		}
	}
	if _, err := rewritten([]byte{1, 4, 0, opFirstLoad, 3}, foldAddresses); err == nil {
		t.Error("code that ends too early is written anew")
	}
	// Of instructions that Go has no use for (SIMD, a tail call, a reference) nobody knows here how long they are.
	for _, unknown := range [][]byte{{0xfd, 12}, {0x12, 0}, {0xd0, 0x70}, {0x1c, 1, typeI32}, {opMore, 99}} {
		body := append(append([]byte{0}, unknown...), opEnd)
		if _, err := rewritten(append([]byte{1, byte(len(body))}, body...), foldAddresses); err == nil {
			t.Errorf("the instruction % x is known", unknown)
		}
	}
}
