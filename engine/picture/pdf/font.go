package pdf

import (
	"encoding/binary"
	"errors"
	"slices"
)

// font is a TrueType font (OpenType 1.9): outlines of glyphs, their widths, and the glyphs of characters.
type font struct {
	units      int // per em
	box        [4]int
	up, down   int // ascent and descent
	glyphs     [][]byte
	advance    []int
	of         map[rune]uint16
	head, hhea []byte // as they are in the file
	maxp       []byte
}

var errFont = errors.New("pdf: a font file is incomplete, or its format is not supported")

// parseFont reads a font.
func parseFont(b []byte) (f *font, err error) {
	defer func() {
		if recover() != nil { // an offset beyond the end
			err = errFont
		}
	}()
	u16 := func(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }
	s16 := func(b []byte, at int) int { return int(int16(binary.BigEndian.Uint16(b[at:]))) }
	u32 := func(b []byte, at int) int { return int(binary.BigEndian.Uint32(b[at:])) }
	table := map[string][]byte{}
	for i := range u16(b, 4) {
		e := b[12+16*i:]
		table[string(e[:4])] = b[u32(e, 8):][:u32(e, 12)]
	}
	f = &font{of: map[rune]uint16{}, head: table["head"], hhea: table["hhea"], maxp: table["maxp"]}
	f.units = u16(f.head, 18)
	for i := range f.box {
		f.box[i] = s16(f.head, 36+2*i)
	}
	f.up, f.down = s16(f.hhea, 4), s16(f.hhea, 6)
	loca, long := table["loca"], u16(f.head, 50) == 1
	at := func(i int) int {
		if long {
			return u32(loca, 4*i)
		}
		return 2 * u16(loca, 2*i)
	}
	metrics := u16(f.hhea, 34)
	for i := range u16(f.maxp, 4) {
		f.glyphs = append(f.glyphs, table["glyf"][at(i):at(i+1)])
		f.advance = append(f.advance, u16(table["hmtx"], 4*min(i, metrics-1)))
	}
	cmap := table["cmap"]
	for i := range u16(cmap, 2) {
		t := cmap[u32(cmap, 8+8*i):]
		switch u16(t, 0) {
		case 4:
			n := u16(t, 6) / 2
			for k := range n {
				last, first := u16(t, 14+2*k), u16(t, 16+2*(n+k))
				delta, from := u16(t, 16+2*(2*n+k)), u16(t, 16+2*(3*n+k))
				for c := first; c <= last && c < 0xFFFF; c++ {
					g := c
					if from > 0 {
						if g = u16(t, 16+2*(3*n+k)+from+2*(c-first)); g == 0 {
							continue
						}
					}
					if g = (g + delta) & 0xFFFF; g > 0 {
						f.of[rune(c)] = uint16(g)
					}
				}
			}
		case 12:
			for k := range u32(t, 12) {
				e := t[16+12*k:]
				for c := u32(e, 0); c <= u32(e, 4); c++ {
					f.of[rune(c)] = uint16(u32(e, 8) + c - u32(e, 0))
				}
			}
		}
	}
	return f, nil
}

// Flags of a component of a composite glyph.
const (
	partWords, partScale, partMore, partScales, partMatrix, partOrders = 1, 8, 0x20, 0x40, 0x80, 0x100
)

// parts calls fn with the offset of each component's number in a composite glyph, and returns where the last one ends;
// 0 = the glyph is not composite.
func parts(g []byte, fn func(at int)) int {
	if len(g) < 10 || int16(binary.BigEndian.Uint16(g)) >= 0 {
		return 0
	}
	at := 10
	for {
		flags := binary.BigEndian.Uint16(g[at:])
		fn(at + 2)
		at += 6
		if flags&partWords != 0 {
			at += 2
		}
		switch {
		case flags&partScale != 0:
			at += 2
		case flags&partScales != 0:
			at += 4
		case flags&partMatrix != 0:
			at += 8
		}
		if flags&partMore == 0 {
			return at
		}
	}
}

// plain returns a glyph without its hinting instructions.
func plain(g []byte) []byte {
	if len(g) < 10 {
		return nil
	}
	if end := parts(g, func(int) {}); end > 0 {
		g = slices.Clone(g[:end])
		parts(g, func(at int) { g[at-2] &^= partOrders >> 8 })
		return g
	}
	at := 10 + 2*int(binary.BigEndian.Uint16(g))
	orders := int(binary.BigEndian.Uint16(g[at:]))
	return append(append(slices.Clone(g[:at]), 0, 0), g[at+2+orders:]...)
}

// subset returns a font with only some glyphs, beginning with that of missing characters, with the characters in of,
// and the new numbers of the glyphs.
func (f *font) subset(glyphs []uint16, of map[rune]uint16) (file []byte, number map[uint16]uint16) {
	list := []uint16{0}
	number = map[uint16]uint16{0: 0}
	add := func(g uint16) {
		if _, ok := number[g]; !ok {
			number[g] = uint16(len(list))
			list = append(list, g)
		}
	}
	for _, g := range glyphs {
		add(g)
	}
	for i := 0; i < len(list); i++ { // including their components
		g := f.glyphs[list[i]]
		parts(g, func(at int) { add(binary.BigEndian.Uint16(g[at:])) })
	}
	var glyf, loca, hmtx []byte
	for _, old := range list {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		g := plain(f.glyphs[old])
		parts(g, func(at int) { binary.BigEndian.PutUint16(g[at:], number[binary.BigEndian.Uint16(g[at:])]) })
		glyf = append(glyf, g...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		left := 0
		if len(g) > 4 {
			left = int(binary.BigEndian.Uint16(g[2:]))
		}
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(f.advance[old]))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(left))
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head, hhea, maxp := slices.Clone(f.head), slices.Clone(f.hhea), slices.Clone(f.maxp)
	binary.BigEndian.PutUint32(head[8:], 0)  // the checksum of the file
	binary.BigEndian.PutUint16(head[50:], 1) // offsets of glyphs have four bytes
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(list)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(list)))
	if len(maxp) >= 32 {
		for i := 14; i < 28; i += 2 { // limits of hinting
			binary.BigEndian.PutUint16(maxp[i:], 0)
		}
		binary.BigEndian.PutUint16(maxp[14:], 1) // zones: there must be at least one
	}
	tables := []struct {
		name string
		data []byte
	}{{"cmap", cmapOf(of, number)}, {"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx}, {"loca", loca},
		{"maxp", maxp}}
	n := len(tables)
	file = binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{n, 64, 2, 16*n - 64} { // parameters of a binary search
		file = binary.BigEndian.AppendUint16(file, uint16(v))
	}
	at := len(file) + 16*n
	for _, t := range tables {
		file = append(file, t.name...)
		for _, v := range []uint32{sumOf(t.data), uint32(at), uint32(len(t.data))} {
			file = binary.BigEndian.AppendUint32(file, v)
		}
		at += (len(t.data) + 3) &^ 3
	}
	start := len(file)
	for _, t := range tables {
		if t.name == "head" {
			start = len(file)
		}
		file = append(file, t.data...)
		for len(file)%4 != 0 {
			file = append(file, 0)
		}
	}
	binary.BigEndian.PutUint32(file[start+8:], 0xB1B0AFBA-sumOf(file))
	return file, number
}

// cmapOf returns the table from characters to the new numbers of their glyphs.
func cmapOf(of map[rune]uint16, number map[uint16]uint16) []byte {
	var chars []rune
	for c := range of {
		chars = append(chars, c)
	}
	slices.Sort(chars)
	var groups []byte
	n := 0
	var first, last, glyph uint32
	flush := func() {
		if n > 0 {
			for _, v := range []uint32{first, last, glyph} {
				groups = binary.BigEndian.AppendUint32(groups, v)
			}
		}
	}
	for _, c := range chars {
		g := uint32(number[of[c]])
		if n > 0 && uint32(c) == last+1 && g == glyph+uint32(c)-first {
			last++
			continue
		}
		flush()
		n, first, last, glyph = n+1, uint32(c), uint32(c), g
	}
	flush()
	t := []byte{0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0}
	for _, v := range []int{16 + len(groups), 0, n} {
		t = binary.BigEndian.AppendUint32(t, uint32(v))
	}
	return append(t, groups...)
}

// sumOf returns the checksum of a table.
func sumOf(b []byte) (sum uint32) {
	for ; len(b) >= 4; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	if len(b) > 0 {
		var rest [4]byte
		copy(rest[:], b)
		sum += binary.BigEndian.Uint32(rest[:])
	}
	return sum
}
