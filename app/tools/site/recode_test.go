package site

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// decoded returns programs as the project's wasm_exec.js restores them.
func decoded(t *testing.T, programs ...[]byte) [][]byte {
	t.Helper()
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	glue, err := Glue(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile(filepath.Join(root, "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "exec.js"), append(append(glue, '\n'), ours...), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-e", `
const fs = require("fs")
globalThis.self = Object.assign(globalThis, {addEventListener() {}})
const [exec, ...names] = process.argv.slice(1)
new Function(fs.readFileSync(exec, "utf8"))()
let seed = 1
for (const [k, name] of names.entries()) {
	const all = fs.readFileSync(name), b = new Uint8Array(all.length), sent = new Uint8Array(all.length)
	const decode = Go.decoder(b)
	for (let have = 0, were = 0; have < b.length;) { // in pieces, as a line brings them, of one byte, too
		const piece = all.subarray(have, have + 1 + (seed = seed * 48271 % 2147483647) % (k % 2 ? 99999 : 9))
		b.set(piece, have)
		const ready = decode(have += piece.length)
		sent.set(b.subarray(were, ready), were) // it may be compiled now
		were = ready
	}
	fs.writeFileSync(name, sent)
}`, filepath.Join(dir, "exec.js")}
	for i, p := range programs {
		name := filepath.Join(dir, string(rune('a'+i))+".wasm")
		if err := os.WriteFile(name, p, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("Node.js is missing: .ci/setup installs it")
	}
	if out, err := exec.CommandContext(t.Context(), node, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var list [][]byte
	for _, name := range args[3:] {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

// The decoder in the page restores exactly the compiled program.
func TestRecode(t *testing.T) {
	p, err := real()
	if err != nil {
		t.Fatal(err)
	}
	programs := [][]byte{p.App, p.Engine, p.Class} // the first in small pieces
	// Bytes like code that no compiler writes: calls and jumps at unexpected places, cut anywhere.
	rng := rand.New(rand.NewPCG(3, 4))
	pieces := [][]byte{
		{opI64Const, 0x81, 0x80, 0x84, 0x80, 1, opI64Store, 3, 0, opI32Const, 0, opCall, 0x90, 3, opGlobalGet, 0,
			opLocalSet, 1, opBrIf, 4},
		{opI32Const, 3, opLocalSet, 0, opBr, 3}, {opI32Const, 0x83, 1, opLocalSet, 0, opBr, 2}, {opI32Const, 0x80, 0x80, 1},
		{opIf, typeNone, opI32Const, 2, opLocalSet, 0, opBr, 0x81, 1},
		{opIf, typeNone, opI32Const, 0x83, 1, opLocalSet, 0, opBr, 2},
	}
	tables := [][]byte{
		{},
		{opGlobalGet, 0, opLocalSet, 1, opLoop, typeNone, opBlock, typeNone, opLocalGet, 0, opBrTable, 3, 0, 1, 1, 2},
		{opGlobalGet, 0, opLocalSet, 1, opBlock, typeNone, opLocalGet, 0, opBrTable, 4, 0, 0, 0x81, 0, 2, 0x82, 0x81, 0},
	}
	for range 20 {
		sec := []byte{200, 1}
		for range 200 {
			f := append([]byte{1, 2, typeI32}, tables[rng.IntN(len(tables))]...)
			if rng.IntN(2) == 0 {
				f[rng.IntN(len(f))] = byte(rng.IntN(256))
			}
			for range rng.IntN(40) {
				one := bytes.Clone(pieces[rng.IntN(len(pieces))])
				for rng.IntN(3) == 0 {
					one[rng.IntN(len(one))] = byte(rng.IntN(256))
				}
				f = append(f, one[:len(one)-rng.IntN(2)*rng.IntN(len(one))]...)
			}
			sec = append(sec, byte(len(f))|0x80, byte(len(f)>>7))
			sec = append(sec, f...)
		}
		list := []byte{1, 0, opI32Const, 0, opEnd, 140, 1}
		for k := range 140 {
			list = append(list, byte(k)|0x80, byte(k>>7))
		}
		for rng.IntN(3) == 0 {
			list[rng.IntN(len(list))] = byte(rng.IntN(256))
		}
		programs = append(programs, writeSections([]section{{sectionTypes, []byte{0}}, {sectionElements, list},
			{sectionCode, sec}}))
	}
	var sent [][]byte
	for _, p := range programs {
		r := recode(p)
		if bytes.HasPrefix(r, []byte(programHeader)) || len(r) != len(p) {
			t.Fatal("what is sent begins as what it stands for, or is not as long")
		}
		sent = append(sent, r)
	}
	for i, got := range decoded(t, sent...) {
		if !bytes.Equal(got, programs[i]) {
			at := 0
			for at < len(got) && at < len(programs[i]) && got[at] == programs[i][at] {
				at++
			}
			t.Errorf("program %d comes otherwise than it was, from byte %d on", i, at)
		}
	}
	if recode([]byte("text"))[0] != 't' {
		t.Error("what is no program is written anew")
	}
}
