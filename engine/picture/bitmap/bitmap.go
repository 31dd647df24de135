// Package bitmap paints pictures into images and PNG files without a browser.
package bitmap

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"pointscape/engine/picture"
)

// Render paints p on the palette's background, with View.Scale device pixels per CSS pixel (0 means 1).
func Render(p *picture.Picture, pal *picture.Palette) image.Image {
	im, c := blank(picture.SheetOf(p, pal))
	picture.Paint(c, p, pal)
	return im
}

// WritePNG writes p as a PNG. The error is the writer's.
func WritePNG(w io.Writer, p *picture.Picture, pal *picture.Palette) error {
	return png.Encode(w, Render(p, pal))
}

// WriteSheet writes a sheet as a PNG with its resolution. The error is the writer's.
func WriteSheet(w io.Writer, s *picture.Sheet) error {
	var b bytes.Buffer
	if err := png.Encode(&b, Image(s)); err != nil {
		return err
	}
	_, err := w.Write(picture.WithResolution(b.Bytes(), s.DPI))
	return err
}

// Image paints a sheet, on its background if it has one.
func Image(s *picture.Sheet) *image.RGBA {
	im, c := blank(s)
	picture.PaintSheet(c, s)
	return im
}

// blank returns an image with a sheet's background, and a canvas for painting on it.
func blank(s *picture.Sheet) (*image.RGBA, *canvas) {
	w, h := s.Device()
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	bg := s.Palette.Background()
	for i := 0; !s.Bare && i < len(im.Pix); i += 4 {
		im.Pix[i], im.Pix[i+1], im.Pix[i+2], im.Pix[i+3] = bg.R, bg.G, bg.B, 255
	}
	scale := s.Scale
	if !(scale > 0) {
		scale = 1
	}
	c := &canvas{im: im, dc: gg.NewContextForRGBA(im), scale: scale}
	c.dc.SetLineCapRound()
	c.dc.SetLineJoinRound()
	return im, c
}

// canvas implements picture.Canvas with gg.
type canvas struct {
	im    *image.RGBA
	dc    *gg.Context
	scale float64
	// clip is the part of the image in which the canvas paints, in pixels; nil = all. left and top are its position in CSS
	// pixels.
	clip      *image.Rectangle
	left, top float64
}

func (c *canvas) trace(o *picture.Outline) {
	x := func(v float64) float64 { return c.scale * (v + c.left) }
	y := func(v float64) float64 { return c.scale * (v + c.top) }
	c.dc.ClearPath()
	o.Walk(func(g picture.Segment) {
		p := g.XY
		switch g.Op {
		case 'M':
			c.dc.MoveTo(x(p[0]), y(p[1]))
		case 'L':
			c.dc.LineTo(x(p[0]), y(p[1]))
		case 'Q':
			c.dc.QuadraticTo(x(p[0]), y(p[1]), x(p[2]), y(p[3]))
		case 'C':
			c.dc.CubicTo(x(p[0]), y(p[1]), x(p[2]), y(p[3]), x(p[4]), y(p[5]))
		case 'Z':
			c.dc.ClosePath()
		}
	})
}

func (c *canvas) color(k picture.Color) {
	c.dc.SetRGBA255(int(k.R), int(k.G), int(k.B), int(k.A))
}

func (c *canvas) Fill(o *picture.Outline, k picture.Color) {
	if k.A == 0 || o.Empty() {
		return
	}
	c.trace(o)
	c.color(k)
	if o.NonZero {
		c.dc.SetFillRuleWinding()
	} else {
		c.dc.SetFillRuleEvenOdd()
	}
	c.dc.Fill()
}

func (c *canvas) Stroke(o *picture.Outline, s picture.Stroke) {
	if s.Color.A == 0 || !(s.Width > 0) || o.Empty() {
		return
	}
	c.trace(o)
	c.color(s.Color)
	c.dc.SetLineWidth(s.Width * c.scale)
	dash := make([]float64, len(s.Dash))
	for i, d := range s.Dash {
		dash[i] = d * c.scale
	}
	c.dc.SetDash(dash...)
	c.dc.Stroke()
}

func (c *canvas) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) {
	src := &image.NRGBA{Pix: pix, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
	s := c.scale
	x, y = x+c.left, y+c.top
	r := image.Rect(int(math.Round(x*s)), int(math.Round(y*s)), int(math.Round((x+dw)*s)), int(math.Round((y+dh)*s)))
	dst := c.im
	if c.clip != nil {
		dst = c.im.SubImage(*c.clip).(*image.RGBA)
	}
	switch {
	case r.Dx() == w && r.Dy() == h:
		draw.Draw(dst, r, src, image.Point{}, draw.Over)
	case smooth:
		draw.BiLinear.Scale(dst, r, src, src.Bounds(), draw.Over, nil)
	default:
		draw.NearestNeighbor.Scale(dst, r, src, src.Bounds(), draw.Over, nil)
	}
}

// Further is a TrueType font with characters of many scripts that the Go fonts lack.
var Further = dejavusans.TTF

// fonts are parsed once: the Go fonts, each followed by a font with the mathematical characters that it lacks.
var fonts = sync.OnceValue(func() [2][2]*sfnt.Font {
	var f [2][2]*sfnt.Font
	for i, face := range [2][2][]byte{{goregular.TTF, dejavusans.TTF}, {gomedium.TTF, dejavusansbold.TTF}} {
		for j, ttf := range face {
			var err error
			if f[i][j], err = sfnt.Parse(ttf); err != nil {
				panic(fmt.Sprintf("bitmap: an embedded font does not parse: %v", err))
			}
		}
	}
	return f
})

// glyphOf finds a character in the first font that has it; ok is false if none has.
func glyphOf(buf *sfnt.Buffer, fonts [2]*sfnt.Font, r rune) (f *sfnt.Font, g sfnt.GlyphIndex, ok bool) {
	for _, f := range fonts {
		if g, err := f.GlyphIndex(buf, r); err == nil && g != 0 {
			return f, g, true
		}
	}
	return fonts[0], 0, false
}

// Text fills the outlines of the glyphs, so that a halo is a stroke, as on the other canvases.
func (c *canvas) Text(s string, x, y float64, t picture.TextStyle) {
	faces := fonts()[0]
	if t.Bold {
		faces = fonts()[1]
	}
	var o picture.Outline
	o.NonZero = true
	pen := 0.0
	var prev sfnt.GlyphIndex
	var last *sfnt.Font
	var buf sfnt.Buffer
	for _, r := range s {
		// The fonts have few subscripts and superscripts: they are made from the normal characters.
		size, rise := t.Size, 0.0
		if d, up, ok := picture.Small(r); ok {
			r, size, rise, prev = d, 0.66*t.Size, -0.36*t.Size, 0
			if !up {
				rise = 0.16 * t.Size
			}
		}
		f, g, _ := glyphOf(&buf, faces, r)
		ppem := fixed.Int26_6(math.Round(size * 64))
		if prev != 0 && f == last {
			if k, err := f.Kern(&buf, prev, g, ppem, font.HintingNone); err == nil {
				pen += number(k)
			}
		}
		if prev, last = g, f; size != t.Size {
			prev = 0
		}
		if segs, err := f.LoadGlyph(&buf, g, ppem, nil); err == nil {
			glyph(&o, segs, pen, rise)
		}
		if a, err := f.GlyphAdvance(&buf, g, ppem, font.HintingNone); err == nil {
			pen += number(a)
		}
	}
	dx := 0.0
	switch t.Align {
	case picture.AlignCenter:
		dx = -pen / 2
	case picture.AlignEnd:
		dx = -pen
	}
	o.Translate(dx, t.Drop())
	if t.Turned {
		o.Turn()
	}
	o.Translate(x, y)
	if t.HaloWidth > 0 {
		c.Stroke(&o, picture.Stroke{Color: t.Halo, Width: 2 * t.HaloWidth})
	}
	c.Fill(&o, t.Color)
}

func number(v fixed.Int26_6) float64 { return float64(v) / 64 }

// glyph adds a glyph's outline.
func glyph(o *picture.Outline, segs sfnt.Segments, dx, dy float64) {
	for i, q := range segs {
		p := func(k int) (float64, float64) { return dx + number(q.Args[k].X), dy + number(q.Args[k].Y) }
		x0, y0 := p(0)
		x1, y1 := p(1)
		x2, y2 := p(2)
		switch q.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				o.Close()
			}
			o.MoveTo(x0, y0)
		case sfnt.SegmentOpLineTo:
			o.LineTo(x0, y0)
		case sfnt.SegmentOpQuadTo:
			o.QuadTo(x0, y0, x1, y1)
		case sfnt.SegmentOpCubeTo:
			o.CubicTo(x0, y0, x1, y1, x2, y2)
		}
	}
	if len(segs) > 0 {
		o.Close()
	}
}

func (c *canvas) Into(x, y, w, h float64) {
	c.Out()
	s := c.scale
	r := image.Rect(int(math.Round(x*s)), int(math.Round(y*s)), int(math.Round((x+w)*s)), int(math.Round((y+h)*s)))
	c.clip, c.left, c.top = &r, x, y
	c.dc.ClearPath()
	c.dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	c.dc.Clip()
}

func (c *canvas) Out() {
	c.clip, c.left, c.top = nil, 0, 0
	c.dc.ResetClip()
}
