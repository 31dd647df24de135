package site

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// traced is a program with two functions, f and g, where g is inlined into f, and tables laid out as by the toolchain:
// the tables in one segment, and the moduledata in another. The functions share their byte code of stack heights, and
// have pointer maps.
type traced struct {
	program []segment
	gone    map[string][]byte // data that must be cleared, by description
	stays   map[string][]byte
}

const (
	tablesAt = 9      // offset of the tables in the first segment
	tablesTo = 70_000 // address of the first segment
)

func traces() traced {
	le := binary.LittleEndian
	var all []byte
	var parts []func(*traced)
	note := func(what string, goes bool, b []byte) {
		from, to := len(all), len(all)+len(b)
		parts = append(parts, func(t *traced) {
			m := t.stays
			if goes {
				m = t.gone
			}
			m[what] = t.program[0].data[from:to]
		})
		all = append(all, b...)
	}
	all = append(all, "before it"...)
	words := func(list ...uint32) (b []byte) {
		for _, v := range list {
			b = le.AppendUint32(b, v)
		}
		return b
	}
	names := []byte("main.f\x00main.g\x00main.h\x00")
	units, files := words(1), []byte("main.go\x00f.go\x00")
	codes := []byte{0}
	var codeNotes []func(int)
	code := func(what string, goes bool, b ...byte) uint32 {
		at := len(codes)
		codeNotes = append(codeNotes, func(base int) {
			parts = append(parts, func(t *traced) {
				m := t.stays
				if goes {
					m = t.gone
				}
				m[what] = t.program[0].data[base+at : base+at+len(b)]
			})
		})
		codes = append(codes, b...)
		return uint32(at)
	}
	heights := code("heights", false, 2, 5, 1, 0x80, 1, 0) // the last value holds for 128 instructions
	line := code("lines", true, 0, 3, 7, 9, 0)
	file := code("files", true, 4, 9, 0)
	unsafe := code("where to interrupt", true, 3, 9, 0)
	pointers := code("pointers", false, 2, 9, 0)
	inlined := code("where is what was inlined", true, 4, 3, 1, 6, 0) // 1 first, then 0
	var funcs, info []byte
	const none = noData
	for i, lists := range [][]uint32{
		{unsafe, pointers, inlined, unsafe, pointers, 0, 12, none, 24, none, 56},
		{unsafe, pointers, 0, 0, 0, 0, 12, none, none, none, 0}, // its argument maps are those of f
	} {
		funcs = append(funcs, words(uint32(i+1), uint32(2*8+4+len(info)))...)
		info = append(info, words(uint32(i)<<16, uint32(14*i), 8, 0, heights, file, line, 5, 1, 42, 6<<24)...)
		info = append(info, words(lists...)...)
	}
	funcs = append(append(funcs, words(3)...), info...)
	all = append(all, "\xf1\xff\xff\xff\x00\x00\x01\x08"...)
	at := uint64(tablesHeaderSize)
	module := []uint64{tablesTo + tablesAt}
	header := []uint64{2, 2, 0}
	for _, part := range [][]byte{names, units, files, codes, funcs} {
		header = append(header, at)
		module = append(module, tablesTo+tablesAt+at, uint64(len(part)), uint64(len(part)))
		at += uint64(len(part))
	}
	for _, v := range header {
		all = le.AppendUint64(all, v)
	}
	note("name of f", false, names[:7])
	note("name of what was inlined", true, names[7:14])
	note("name of h", false, names[14:])
	note("unit", true, units)
	note("names of files", true, files)
	for _, n := range codeNotes {
		n(len(all))
	}
	all = append(all, codes...)
	all = append(all, funcs...)
	// Funcdata: pointer maps at 0 and 12, inlined calls at 24, arguments at 56.
	goFunc := len(all)
	maps := slices.Concat(words(1, 8), []byte{endOfArgs, 0, 0, 0}, words(3, 1), []byte{1, 0, 1, 0})
	note("maps of pointers", false, maps)
	note("what was inlined", true, slices.Concat([]byte{7, 0, 0, 0}, words(7, 1, 1), []byte{8, 0, 0, 0}, words(14, 2, 2)))
	note("arguments", true, []byte{0, 8, 8, 8, endOfArgs})
	find := len(all)
	note("what follows", false, []byte("after it"))
	module = append(module, make([]uint64, moduleWords-len(module))...)
	module[moduleIndex], module[moduleIndex+1] = module[moduleFuncs], 3
	module[moduleTypes] = module[0]
	module[moduleGoFunc] = uint64(tablesTo + goFunc)
	module[moduleFind] = uint64(tablesTo + find)
	module[moduleEnd] = uint64(tablesTo + len(all))
	data := []byte("12345678")
	for _, v := range module {
		data = le.AppendUint64(data, v)
	}
	t := traced{[]segment{{tablesTo, all}, {200_000, data}}, map[string][]byte{}, map[string][]byte{}}
	for _, p := range parts {
		p(&t)
	}
	return t
}

func TestDropTraces(t *testing.T) {
	was, is := traces(), traces()
	if err := dropTraces(is.program); err != nil {
		t.Fatal(err)
	}
	for what, b := range is.gone {
		if len(was.gone[what]) == 0 || len(bytes.Trim(was.gone[what], "\x00")) == 0 {
			t.Errorf("%s: this test does not see them", what)
		}
		if len(bytes.Trim(b, "\x00")) > 0 {
			t.Errorf("of the %s is left: %x", what, b)
		}
	}
	for what, b := range is.stays {
		if !bytes.Equal(b, was.stays[what]) {
			t.Errorf("%s: %x became %x", what, was.stays[what], b)
		}
	}
	// The rest of the first function's record, and where it is.
	f := func(x traced) []byte {
		i := bytes.Index(x.program[0].data, []byte{8, 0, 0, 0, 0, 0, 0, 0}) - 8 // args and deferreturn
		return x.program[0].data[i:]
	}
	le := binary.LittleEndian
	wasCodes, wasData := lists(f(was))
	codes, data := lists(f(is))
	if want := []uint32{0, wasCodes[1], 0, 0, wasCodes[4]}; !slices.Equal(codes, want) {
		t.Errorf("codes %v became %v, not %v", wasCodes, codes, want)
	}
	if want := []uint32{0, 12, noData, noData, noData, noData}; !slices.Equal(data, want) {
		t.Errorf("data %v became %v, not %v", wasData, data, want)
	}
	if got, want := le.Uint32(f(is)[funcPCSP:]), le.Uint32(f(was)[funcPCSP:]); got != want || got == 0 {
		t.Errorf("heights of the stack begin at %d, not %d", got, want)
	}
	if !bytes.Equal(is.program[1].data, was.program[1].data) ||
		!bytes.HasPrefix(is.program[0].data, was.program[0].data[:tablesAt+tablesHeaderSize]) {
		t.Error("the header or the module has changed")
	}
}

// If the moduledata begins and ends with zeros, the linker's segment omits them; it is found all the same.
func TestTablesWithoutZeros(t *testing.T) {
	le := binary.LittleEndian
	is := traces().program
	// Move the tables so that their address ends with a zero byte, and adapt the moduledata.
	const to = 0x20000
	moved := uint64(to - tablesTo - tablesAt)
	module := slices.Clone(is[1].data[8:])
	for i := range moduleWords {
		at := module[8*i:]
		if v := le.Uint64(at); v >= tablesTo {
			le.PutUint64(at, v+moved)
		}
	}
	short := bytes.TrimRight(bytes.TrimLeft(module, "\x00"), "\x00")
	first := int64(bytes.Index(module, short))
	if first == 0 || int(first)+len(short) == len(module) {
		t.Fatal("this test's module has no zeros")
	}
	all, err := joined(dataSection([]segment{{to - tablesAt, is[0].data}, {400_000 + first, short}}))
	if err != nil {
		t.Fatal(err)
	}
	if err := dropTraces(all); err != nil {
		t.Error(err)
	}
}

// A program whose tables differ slightly is left unchanged.
func TestDropTracesRefuses(t *testing.T) {
	was := traces().program
	info := bytes.Index(was[0].data, []byte{8, 0, 0, 0, 0, 0, 0, 0}) - 8
	data := bytes.Index(was[0].data, []byte{endOfArgs, 0, 0, 0, 3, 0, 0, 0}) - 8
	for _, c := range []struct {
		name    string
		segment int
		at      int
		with    []byte
	}{
		{"another version", 0, tablesAt, []byte{0xf2}},
		{"another pointer size", 0, tablesAt + 7, []byte{4}},
		{"too many functions", 0, tablesAt + 8, []byte{200}},
		{"parts in another order", 0, tablesAt + 8*5, []byte{250}},
		{"codes beyond the end", 0, tablesAt + 8*7, []byte{255, 255}},
		{"functions out of order", 0, info - 20, []byte{3}},
		{"a name beyond the end", 0, info + funcName, []byte{255}},
		{"too many further codes", 0, info + funcPCDataLen + 1, []byte{255}},
		{"too many data", 0, info + funcDataLen, []byte{255}},
		{"a code beyond the end", 0, info + funcSize + 4, []byte{255}},
		{"inlined functions beyond the end", 0, info + funcSize + 4*(5+dataInlined), []byte{60}},
		{"a module of other tables", 1, 8 + 8*4, []byte{1}},
		{"data beyond the end", 1, 8 + 8*moduleGoFunc + 2, []byte{9}},
		{"no module", 1, 8, []byte{1}},
		{"types that end elsewhere", 1, 8 + 8*moduleTypes + 1, []byte{1}},
		{"another number of functions", 1, 8 + 8*(moduleIndex+1), []byte{4}},
		{"tables that end too early", 1, 8 + 8*moduleEnd, []byte{0, 0}},
		{"data that begin a little later", 1, 8 + 8*moduleGoFunc, []byte{was[1].data[8+8*moduleGoFunc] + 4}},
		{"data that begin before their place", 1, 8 + 8*moduleGoFunc, []byte{was[1].data[8+8*moduleGoFunc] - 1}},
		{"no map of pointers", 0, data + 12, []byte{0}},
		{"a map beyond the end", 0, data + 12, []byte{0, 1}},
		{"an inlined function without a name", 0, data + 24 + 4, []byte{8}},
		{"an inlined function of another form", 0, data + 24 + 16 + 1, []byte{1}},
		{"inlined functions where pointers are", 0, info + funcSize + 4*(5+dataLocalMaps), []byte{40}},
	} {
		program := traces().program
		copy(program[c.segment].data[c.at:], c.with)
		before := bytes.Clone(program[0].data)
		if dropTraces(program) == nil || !bytes.Equal(program[0].data, before) {
			t.Errorf("%s: the program was changed", c.name)
		}
	}
	for n := range len(was[0].data) - len("after it") - 5 {
		program := traces().program
		program[0].data = program[0].data[:n:n]
		if dropTraces(program) == nil {
			t.Errorf("the first %d bytes passed for tables", n)
		}
	}
}
