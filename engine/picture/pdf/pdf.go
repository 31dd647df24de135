// Package pdf writes pictures as vector PDF files: lines, areas and letters are vectors, and rasters that can't be
// drawn as shapes are images.
//
// The libraries that write PDF files add ciphers, reflection and image decoders, half a megabyte, to the engine's
// program, while a figure needs only a few operators. So a page is written here, following ISO 32000-1, by the same
// painter as an SVG.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"

	"pointscape/engine/picture"
)

// WriteSheet writes a sheet as a PDF with one page, in its true size. The letters in it are embedded: from the fonts of
// this package, and those that they lack from more, TrueType fonts. The error is the writer's, or says that a font
// can't be read.
func WriteSheet(w io.Writer, s *picture.Sheet, more ...[]byte) error {
	c := &canvas{alphas: map[uint8]string{}}
	var err error
	if c.faces, err = facesOf(more); err != nil {
		return err
	}
	wide := float64(s.W) * 72 / 96
	switch {
	case s.Wide > 0 && s.Unit == picture.Millimetres:
		wide = s.Wide / 25.4 * 72
	case s.Wide > 0:
		wide = s.Wide * 72 / 96
	}
	scale := wide / float64(s.W)
	high := scale * float64(s.H)
	c.putf("%.6f 0 0 %.6f 0 %.6f cm\n1 J 1 j\n", scale, -scale, high)
	if !s.Bare {
		var ground picture.Outline
		ground.Rect(0, 0, float64(s.W), float64(s.H))
		c.Fill(&ground, s.Palette.Background())
	}
	picture.PaintSheet(c, s)
	return c.write(w, s, wide, high)
}

// canvas implements picture.Canvas by writing operators. Its coordinates are CSS pixels, y down.
type canvas struct {
	page   bytes.Buffer
	open   bool
	now    [2]string        // colors of fills and strokes
	alphas map[uint8]string // names of opacities
	images [][]byte         // objects, each a dictionary and its stream
	faces  [2][]*face       // regular, bold: a character is taken from the first that has it
}

func (c *canvas) putf(format string, a ...any) { fmt.Fprintf(&c.page, format, a...) }

// num appends numbers, rounded to a hundredth of a pixel.
func (c *canvas) num(v ...float64) {
	b := c.page.AvailableBuffer()
	for _, x := range v {
		b = append(strconv.AppendFloat(b, math.Round(x*100)/100+0, 'f', -1, 64), ' ')
	}
	c.page.Write(b)
}

// ink sets the color of fills or strokes, and its opacity.
func (c *canvas) ink(stroke int, k picture.Color) {
	name, ok := c.alphas[k.A]
	if !ok {
		name = fmt.Sprintf("/A%d", k.A)
		c.alphas[k.A] = name
	}
	rgb := ""
	for _, v := range []uint8{k.R, k.G, k.B} {
		rgb += strconv.FormatFloat(math.Round(float64(v)/255*1e4)/1e4, 'f', -1, 64) + " "
	}
	rgb += []string{"rg", "RG"}[stroke]
	c.putf("%s gs ", name)
	if c.now[stroke] != rgb {
		c.now[stroke] = rgb
		c.putf("%s ", rgb)
	}
}

func (c *canvas) trace(o *picture.Outline) {
	var x, y float64 // the current point
	o.Walk(func(g picture.Segment) {
		p := g.XY
		switch g.Op {
		case 'M':
			c.num(p...)
			c.page.WriteString("m ")
		case 'L':
			c.num(p...)
			c.page.WriteString("l ")
		case 'Q': // converted to a cubic segment
			c.num((x+2*p[0])/3, (y+2*p[1])/3, (p[2]+2*p[0])/3, (p[3]+2*p[1])/3, p[2], p[3])
			c.page.WriteString("c ")
		case 'C':
			c.num(p...)
			c.page.WriteString("c ")
		case 'Z':
			c.page.WriteString("h ")
		}
		if n := len(p); n > 1 {
			x, y = p[n-2], p[n-1]
		}
	})
}

func (c *canvas) Fill(o *picture.Outline, k picture.Color) {
	if o.Empty() || k.A == 0 {
		return
	}
	c.ink(0, k)
	c.trace(o)
	if o.NonZero {
		c.page.WriteString("f\n")
	} else {
		c.page.WriteString("f*\n")
	}
}

func (c *canvas) Stroke(o *picture.Outline, s picture.Stroke) {
	if o.Empty() || s.Color.A == 0 || !(s.Width > 0) {
		return
	}
	c.ink(1, s.Color)
	c.num(s.Width)
	c.page.WriteString("w [")
	c.num(s.Dash...)
	c.page.WriteString("] 0 d ")
	c.trace(o)
	c.page.WriteString("S\n")
}

// Image treats pixels as opaque, as in an SVG.
func (c *canvas) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) {
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	row, above := make([]byte, 1+3*w), make([]byte, 3*w)
	row[0] = 2 // the filter Up of PNG, because fields change little from row to row
	for j := range h {
		for i := range w {
			for k, v := range pix[4*(j*w+i):][:3] {
				row[1+3*i+k], above[3*i+k] = v-above[3*i+k], v
			}
		}
		z.Write(row)
	}
	z.Close()
	head := fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 "+
		"/Interpolate %t /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns %d >>", w, h, smooth, w)
	c.images = append(c.images, object(head, data.Bytes()))
	c.page.WriteString("/A255 gs ")
	c.alphas[255] = "/A255"
	c.page.WriteString("q ")
	c.num(dw, 0, 0, -dh, x, y+dh)
	c.putf("cm /I%d Do Q\n", len(c.images)-1)
}

// Text draws a halo as a stroke of the same letters, behind them.
func (c *canvas) Text(s string, x, y float64, t picture.TextStyle) {
	runs, wide := c.set(s, t)
	dx := map[picture.Align]float64{picture.AlignCenter: -wide / 2, picture.AlignEnd: -wide}[t.Align]
	at := []float64{1, 0, 0, -1, x + dx, y + t.Drop()}
	if t.Turned {
		at = []float64{0, -1, -1, 0, x + t.Drop(), y - dx}
	}
	show := func(mode int) {
		c.putf("BT %d Tr ", mode)
		c.num(at...)
		c.page.WriteString("Tm ")
		for _, r := range runs {
			c.putf("/%s ", r.face.name)
			c.num(r.size)
			c.page.WriteString("Tf ")
			c.num(r.rise)
			c.putf("Ts <%x> Tj ", r.glyphs)
		}
		c.page.WriteString("ET\n")
	}
	if t.HaloWidth > 0 && t.Halo.A > 0 {
		c.ink(1, t.Halo)
		c.num(2 * t.HaloWidth)
		c.page.WriteString("w [] 0 d ")
		show(1)
	}
	if t.Color.A > 0 {
		c.ink(0, t.Color)
		show(0)
	}
}

func (c *canvas) Into(x, y, w, h float64) {
	c.Out()
	c.open, c.now = true, [2]string{}
	c.page.WriteString("q 1 0 0 1 ")
	c.num(x, y)
	c.page.WriteString("cm ")
	c.num(0, 0, w, h)
	c.page.WriteString("re W n\n")
}

func (c *canvas) Out() {
	if c.open {
		c.page.WriteString("Q\n")
		c.open, c.now = false, [2]string{}
	}
}

func (c *canvas) Shape(to picture.Canvas, r *picture.Raster, v picture.Viewport, pal *picture.Palette) bool {
	return picture.Regions(to, r, v, pal)
}

// object returns a dictionary with a stream that is compressed already.
func object(head string, stream []byte) []byte {
	b := fmt.Appendf(nil, "<< %s /Length %d >>\nstream\n", head, len(stream))
	return append(append(b, stream...), "\nendstream"...)
}

// deflated returns an object with a stream that it compresses.
func deflated(head string, data []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write(data)
	z.Close()
	return object(head+" /Filter /FlateDecode", b.Bytes())
}

// text returns a string outside a page's contents: UTF-16 in hexadecimal digits.
func text(s string) string {
	b := "<FEFF"
	for _, u := range utf16.Encode([]rune(s)) {
		b += fmt.Sprintf("%04X", u)
	}
	return b + ">"
}

// write writes the file: the numbered objects, and the table of their offsets.
func (c *canvas) write(w io.Writer, s *picture.Sheet, wide, high float64) error {
	objects := [][]byte{nil, nil, nil} // the catalog, the page tree, the page
	add := func(b []byte) string {
		objects = append(objects, b)
		return fmt.Sprintf("%d 0 R", len(objects))
	}
	resources := ""
	kind := func(name string, fill func()) {
		resources += "/" + name + " << "
		fill()
		resources += ">> "
	}
	kind("ExtGState", func() {
		var list []uint8
		for a := range c.alphas {
			list = append(list, a)
		}
		slices.Sort(list)
		for _, a := range list {
			opacity := strconv.FormatFloat(math.Round(float64(a)/255*1000)/1000, 'f', -1, 64)
			resources += fmt.Sprintf("%s << /ca %s /CA %s >> ", c.alphas[a], opacity, opacity)
		}
	})
	kind("XObject", func() {
		for i, b := range c.images {
			resources += fmt.Sprintf("/I%d %s ", i, add(b))
		}
	})
	kind("Font", func() {
		for i, f := range slices.Concat(c.faces[:]...) {
			if len(f.used) > 0 && slices.Index(slices.Concat(c.faces[:]...), f) == i {
				resources += fmt.Sprintf("/%s %s ", f.name, f.write(add))
			}
		}
	})
	page := add(deflated("", c.page.Bytes()))
	info := add([]byte("<< /Title " + text(s.Name()) + " /Subject " + text(s.Alt) + " /Creator (Pointscape) >>"))
	objects[0] = []byte("<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>")
	objects[1] = []byte("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	objects[2] = fmt.Appendf(nil, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.4f %.4f] /Contents %s\n"+
		"/Group << /S /Transparency /CS /DeviceRGB >> /Resources << %s>> >>", wide, high, page, resources)
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n%\xE2\xE3\xCF\xD3\n")
	begins := make([]int, len(objects))
	for i, o := range objects {
		begins[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	from := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range begins {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, info, from)
	_, err := w.Write(b.Bytes())
	return err
}
