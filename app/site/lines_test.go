package site

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// table makes a table of two functions as the toolchain lays it out. Both share
// their code of stack heights.
func table() (image []byte, lines, kept [2]int) {
	le := binary.LittleEndian
	names, units, files := []byte("main.f\x00main.g\x00"), []byte{1, 0, 0, 0}, []byte("main.go\x00f.go\x00")
	heights := []byte{2, 5, 1, 0x80, 1, 0} // of 128 instructions at last
	line, file, data := []byte{0, 3, 7, 9, 0}, []byte{4, 9, 0}, []byte{0, 9, 0}
	codes := []byte{0}
	add := func(code []byte) uint32 {
		codes = append(codes, code...)
		return uint32(len(codes) - len(code))
	}
	pcsp, pcline, pcfile, pcdata := add(heights), add(line), add(file), add(data)
	var info []byte
	funcs := make([]byte, 2*8+4)
	for i := range 2 {
		le.PutUint32(funcs[8*i:], uint32(i)<<16)
		le.PutUint32(funcs[8*i+4:], uint32(len(funcs)+len(info)))
		for _, v := range []uint32{uint32(i) << 16, uint32(7 * i), 8, 0, pcsp, pcfile, pcline, 2, 1, 42, 0, pcdata, 0} {
			info = le.AppendUint32(info, v)
		}
	}
	funcs = append(funcs, info...)
	const header = 72
	image = append([]byte("before it"), "\xf1\xff\xff\xff\x00\x00\x01\x08"...)
	at := uint64(header)
	for _, v := range []uint64{2, 2, 0} {
		image = le.AppendUint64(image, v)
	}
	for _, part := range [][]byte{names, units, files, codes, nil} {
		image = le.AppendUint64(image, at)
		at += uint64(len(part))
	}
	for _, part := range [][]byte{names, units, files, codes, funcs} {
		image = append(image, part...)
	}
	base := len("before it") + header + len(names) + len(units) + len(files)
	return append(image, "after it"...), [2]int{base + int(pcline), base + int(pcdata)}, [2]int{base, base + int(pcline)}
}

func TestDropLines(t *testing.T) {
	was, lines, kept := table()
	image := slices.Clone(was)
	if !dropLines(image) {
		t.Fatal("the table was not found")
	}
	if gone := image[lines[0]:lines[1]]; len(bytes.Trim(gone, "\x00")) > 0 {
		t.Errorf("of the lines is left: %x", gone)
	}
	if a, b := was[kept[0]:kept[1]], image[kept[0]:kept[1]]; !bytes.Equal(a, b) {
		t.Errorf("heights of the stack were %x, are %x", a, b)
	}
	if a, b := was[lines[1]:lines[1]+3], image[lines[1]:lines[1]+3]; !bytes.Equal(a, b) {
		t.Errorf("further codes were %x, are %x", a, b)
	}
	for _, s := range []string{"before it", "main.f\x00main.g", "after it"} {
		if !bytes.Contains(image, []byte(s)) {
			t.Errorf("%q is gone", s)
		}
	}
	if bytes.Contains(image, []byte(".go")) {
		t.Error("names of files are left")
	}
	if image[len("before it")] != 0xf1 || len(image) != len(was) {
		t.Error("the header or the size has changed")
	}
}

// What is not quite such a table stays as it is.
func TestDropLinesRefuses(t *testing.T) {
	was, _, _ := table()
	begin := len("before it")
	for _, c := range []struct {
		name string
		at   int
		with []byte
	}{
		{"another version", begin, []byte{0xf2}},
		{"another pointer size", begin + 7, []byte{4}},
		{"too many functions", begin + 8, []byte{200}},
		{"parts in another order", begin + 8*5, []byte{250}},
		{"codes beyond the end", begin + 8*7, []byte{255, 255}},
		{"functions out of order", bytes.Index(was, []byte("\x00\x00\x01\x00")), []byte{0, 0, 0}},
	} {
		image := slices.Clone(was)
		copy(image[c.at:], c.with)
		before := slices.Clone(image)
		if dropLines(image) || !bytes.Equal(image, before) {
			t.Errorf("%s: the image was changed", c.name)
		}
	}
	for n := range len(was) - len("after it") {
		image := slices.Clone(was[:n])
		if dropLines(image) {
			t.Errorf("the first %d bytes passed for a table", n)
		}
	}
}
