package pdf

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"pointscape/engine/picture"
)

// The fonts are those of a PNG: the Go fonts, and DejaVu Sans for mathematics, without characters that figures do not
// need. fonts_test.go makes the files.
var (
	//go:embed regular.ttf
	regular []byte
	//go:embed bold.ttf
	boldface []byte
	//go:embed signs.ttf
	signs []byte
)

var fonts = sync.OnceValues(func() ([]*font, error) {
	var list []*font
	for _, b := range [][]byte{regular, boldface, signs} {
		f, err := parseFont(b)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
})

// face is a font in a PDF file, with the glyphs that are used. These have new numbers, from 1.
type face struct {
	*font
	name string
	of   map[rune]uint16 // glyph of each character that is used
	used []uint16
}

// facesOf returns the fonts of a file, regular and bold, in the order in which characters are looked up.
func facesOf(more [][]byte) (faces [2][]*face, err error) {
	own, err := fonts()
	if err != nil {
		return faces, err
	}
	list := slices.Clone(own)
	for _, b := range more {
		f, err := parseFont(b)
		if err != nil {
			return faces, err
		}
		list = append(list, f)
	}
	for i, f := range list {
		one := &face{font: f, name: fmt.Sprintf("F%d", i), of: map[rune]uint16{}}
		if i != 1 {
			faces[0] = append(faces[0], one)
		}
		faces[1] = append(faces[1], one)
	}
	faces[1][0], faces[1][1] = faces[1][1], faces[1][0]
	return faces, nil
}

// take returns the new number of a character's glyph.
func (f *face) take(r rune, g uint16) int {
	f.of[r] = g
	at := slices.Index(f.used, g)
	if at < 0 {
		at = len(f.used)
		f.used = append(f.used, g)
	}
	return at + 1 // 0 is the glyph of missing characters
}

// run is a part of a text in one font and size.
type run struct {
	face       *face
	size, rise float64
	glyphs     []byte // two bytes each
}

// set chooses glyphs for a text, and returns their total width.
func (c *canvas) set(s string, t picture.TextStyle) (runs []run, wide float64) {
	faces := c.faces[0]
	if t.Bold {
		faces = c.faces[1]
	}
	for _, r := range s {
		size, rise := t.Size, 0.0
		if d, up, ok := picture.Small(r); ok { // as in a PNG
			if r, size, rise = d, 0.66*t.Size, -0.16*t.Size; up {
				rise = 0.36 * t.Size
			}
		}
		f, g := faces[0], uint16(0)
		for _, x := range faces {
			if n, ok := x.font.of[r]; ok {
				f, g = x, n
				break
			}
		}
		n := 0
		if g > 0 {
			n = f.take(r, g)
		}
		if k := len(runs); k == 0 || runs[k-1].face != f || runs[k-1].size != size || runs[k-1].rise != rise {
			runs = append(runs, run{face: f, size: size, rise: rise})
		}
		last := &runs[len(runs)-1]
		last.glyphs = binary.BigEndian.AppendUint16(last.glyphs, uint16(n))
		wide += size * float64(f.advance[g]) / float64(f.units)
	}
	for _, r := range runs {
		if len(r.face.used) == 0 { // only missing characters: the font is needed all the same
			r.face.take(' ', r.face.font.of[' '])
		}
	}
	return runs, wide
}

// write adds the objects of a font, and returns a reference to it.
func (f *face) write(add func([]byte) string) string {
	file, number := f.subset(f.used, nil)
	per := func(v int) int { return v * 1000 / f.units }
	name := fmt.Sprintf("PSCAPE+Pointscape%s", f.name)
	embedded := add(deflated(fmt.Sprintf("/Length1 %d", len(file)), file))
	descriptor := add(fmt.Appendf(nil, "<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] "+
		"/ItalicAngle 0 /Ascent %d /Descent %d /CapHeight %d /StemV 80 /FontFile2 %s >>", name, per(f.box[0]), per(f.box[1]),
		per(f.box[2]), per(f.box[3]), per(f.up), per(f.down), 720, embedded))
	widths := []string{fmt.Sprint(per(f.advance[0]))}
	for _, g := range f.used {
		widths = append(widths, fmt.Sprintf("%.4g", float64(f.advance[g])*1000/float64(f.units)))
	}
	inner := add(fmt.Appendf(nil, "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << "+
		"/Registry (Adobe) "+
		"/Ordering (Identity) /Supplement 0 >> /FontDescriptor %s /DW 0 /W [0 [%s]] /CIDToGIDMap /Identity >>", name,
		descriptor,
		strings.Join(widths, " ")))
	unicode := add(deflated("", f.unicode(number)))
	return add(fmt.Appendf(nil, "<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H "+
		"/DescendantFonts [%s] "+
		"/ToUnicode %s >>", name, inner, unicode))
}

// unicode returns a table of which character each glyph stands for, so that text can be searched and copied.
func (f *face) unicode(number map[uint16]uint16) []byte {
	var chars []rune
	for r := range f.of {
		chars = append(chars, r)
	}
	slices.Sort(chars)
	lines := []string{}
	for _, r := range chars {
		code := ""
		for _, u := range utf16.Encode([]rune{r}) {
			code += fmt.Sprintf("%04X", u)
		}
		lines = append(lines, fmt.Sprintf("<%04X> <%s>\n", number[f.of[r]], code))
	}
	b := "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Glyphs def\n/CMapType 2 def\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
	for part := range slices.Chunk(lines, 100) {
		b += fmt.Sprintf("%d beginbfchar\n%sendbfchar\n", len(part), strings.Join(part, ""))
	}
	return []byte(b + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
}
