package site

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// deep is a program whose stack grows and is scanned for pointers, and which lists the functions on it.
const deep = `package main

import (
	"fmt"
	"runtime"
	"strings"
)

type list struct {
	next *list
	n    int
}

//go:noinline
func down(n int, l *list) int {
	if n == 0 {
		runtime.GC()
		pc := make([]uintptr, 3)
		runtime.Callers(1, pc)
		f := runtime.CallersFrames(pc)
		var names []string
		for range pc {
			one, _ := f.Next()
			names = append(names, one.Function)
		}
		fmt.Println(strings.Join(names, " "))
		return 0
	}
	defer func() { _ = l.n }()
	return l.n + down(n-1, &list{l, n})
}

func main() {
	fmt.Println(down(20000, &list{}))
	defer func() { fmt.Println(recover()) }()
	var l *list
	fmt.Println(l.n)
}
`

// A started program has the same memory as without packing, and runs.
func TestPackedTablesAreUnpacked(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("Node.js is missing: .ci/setup installs it")
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(file(name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", []byte(deep))
	write("go.mod", []byte("module deep\n\ngo 1.24\n"))
	env, flags := Toolchain() // with which Go's own packages have been compiled for the site's programs
	args := slices.Concat([]string{"build", "-ldflags=-s -w", "-o", "deep.wasm"}, flags)
	if _, err := goCommand(t.Context(), dir, env, args...); err != nil {
		t.Fatal(err)
	}
	wasm, err := os.ReadFile(file("deep.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := Rewrite(wasm, AllPasses)
	if err != nil {
		t.Fatal(err)
	}
	sections, err := readSections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	var all []segment
	for i, s := range sections {
		if s.id != sectionData {
			continue
		}
		if all, err = joined(s.content); err != nil {
			t.Fatal(err)
		}
		if err := dropTraces(all); err != nil {
			t.Fatal(err)
		}
		if smaller, unpack := packTables(all); unpack == nil || 10*len(dataSection(smaller)) > 7*len(dataSection(all)) {
			t.Error("the tables are not packed")
		}
		sections[i].content = dataSection(all)
	}
	write("packed.wasm", packed)
	write("plain.wasm", writeSections(sections))
	out, err := exec.CommandContext(t.Context(), node, "-e", `
const fs = require("fs")
const [plain, packed] = process.argv.slice(1).map(name => {
	const module = new WebAssembly.Module(fs.readFileSync(name)), imports = {}
	for (const i of WebAssembly.Module.imports(module)) (imports[i.module] ??= {})[i.name] = () => {}
	return Buffer.from(new WebAssembly.Instance(module, imports).exports.mem.buffer)
})
console.log(plain.length > 1e6, Buffer.compare(plain, packed))`, file("plain.wasm"),
		file("packed.wasm")).CombinedOutput()
	if err != nil || string(out) != "true 0\n" {
		t.Errorf("memory is not the same: %v\n%s", err, out)
	}
	root, err := goCommand(t.Context(), dir, nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(context.Background(), filepath.Join(strings.TrimSpace(root), "lib/wasm/go_js_wasm_exec"),
		file("packed.wasm"))
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	out, err = run.CombinedOutput()
	want := "main.down main.down main.down\n200009999\nruntime error: invalid memory address or nil pointer dereference\n"
	if err != nil || string(out) != want {
		t.Errorf("run: %v\n%s", err, out)
	}
}

// A program whose tables differ slightly is left unchanged.
func TestPackTablesRefuses(t *testing.T) {
	le := binary.LittleEndian
	// The tables of lines_test.go, and the table that maps addresses to their functions.
	program := func() []segment {
		p := traces().program
		find := make([]byte, bucketSize*(2*bucketsEach))
		for i := range 2 * bucketsEach {
			le.PutUint32(find[bucketSize*i:], uint32(i/bucketsEach))
		}
		p = append(p, segment{150_000, append(find, "data"...)})
		for i, v := range []uint64{moduleFind: 150_000, moduleEnd: 160_000} {
			if v != 0 {
				le.PutUint64(p[1].data[8+8*i:], v)
			}
		}
		return p
	}
	if _, unpack := packTables(program()); unpack == nil {
		t.Error("these tables are not packed")
	}
	p := program()
	p[2].data = p[2].data[:bucketSize*bucketsEach+5]
	if _, unpack := packTables(p); unpack != nil {
		t.Error("what is packed has no room")
	}
	r, ok := readRecords(program())
	if !ok || r.functions != 2 || r.buckets != 2*bucketsEach || r.findEnd != 150_000+bucketSize*(2*bucketsEach-1)+4 {
		t.Errorf("read %v, %+v", ok, r)
	}
	for name, change := range map[string]func(p []segment){
		"another function found":  func(p []segment) { p[2].data[0] = 1 },
		"more of a bucket":        func(p []segment) { p[2].data[8] = 1 },
		"no such table":           func(p []segment) { p[2].data = p[2].data[:30] },
		"longer than its segment": func(p []segment) { p[1].data[8+8*(moduleFuncs+1)+2] = 9 },
		"in another order":        func(p []segment) { p[1].data[8+8*moduleFind+2] = 0 },
		"something between records": func(p []segment) {
			p[1].data[8+8*(moduleFuncs+1)] += 8
		},
	} {
		p := program()
		change(p)
		if _, ok := readRecords(p); ok {
			t.Errorf("%s: passed for tables", name)
		}
	}
}

// Shared numbers are packed by rank, the most frequent first; numbers that occur once by their differences.
func TestPackColumn(t *testing.T) {
	list, got, ok := packColumn([]uint32{7, 300, 5, 5, 310, 7, 5, 0x01020304})
	want := []byte{5, 0, 0, 0, 2, 0, 0, 0, 8, 0, 0, 0,
		5, 2, 37, 10, 206, // as differences
		0, 0, 1, 0, 1,
		0, 0, 0, 0, 2,
		0, 0, 0, 0, 1,
		2, 0, 1, 1, 0, 2, 1, 0,
		0, 0, 0, 0, 0, 0, 0, 0}
	if list != 5 || !ok || !bytes.Equal(got, want) {
		t.Errorf("%d, %v\n%v, not\n%v", list, ok, got, want)
	}
}
