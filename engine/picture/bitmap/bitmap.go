// Package bitmap paints pictures into images and PNG files without a browser.
package bitmap

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"pointscape/engine/picture"
)

// Render paints p on the palette's background, View.Scale device pixels to a CSS
// pixel (0 means 1).
func Render(p *picture.Picture, pal *picture.Palette) image.Image {
	scale := p.View.Scale
	if !(scale > 0) {
		scale = 1
	}
	w := max(1, int(math.Round(float64(p.View.W)*scale)))
	h := max(1, int(math.Round(float64(p.View.H)*scale)))
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	bg := pal.Background()
	for i := 0; i < len(im.Pix); i += 4 {
		im.Pix[i], im.Pix[i+1], im.Pix[i+2], im.Pix[i+3] = bg.R, bg.G, bg.B, 255
	}
	c := &canvas{im: im, dc: gg.NewContextForRGBA(im), scale: scale}
	c.dc.SetLineCapRound()
	c.dc.SetLineJoinRound()
	picture.Paint(c, p, pal)
	return im
}

// WritePNG renders p as a PNG. The error is the writer's.
func WritePNG(w io.Writer, p *picture.Picture, pal *picture.Palette) error {
	return png.Encode(w, Render(p, pal))
}

// canvas implements picture.Canvas over gg.
type canvas struct {
	im    *image.RGBA
	dc    *gg.Context
	scale float64
	clip  *image.Rectangle
}

func (c *canvas) trace(o *picture.Outline) {
	s := c.scale
	c.dc.ClearPath()
	o.Walk(func(g picture.Segment) {
		p := g.XY
		switch g.Op {
		case 'M':
			c.dc.MoveTo(s*p[0], s*p[1])
		case 'L':
			c.dc.LineTo(s*p[0], s*p[1])
		case 'Q':
			c.dc.QuadraticTo(s*p[0], s*p[1], s*p[2], s*p[3])
		case 'C':
			c.dc.CubicTo(s*p[0], s*p[1], s*p[2], s*p[3], s*p[4], s*p[5])
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

// fonts are the Go fonts, parsed once.
var fonts = sync.OnceValue(func() [2]*sfnt.Font {
	var f [2]*sfnt.Font
	for i, ttf := range [2][]byte{goregular.TTF, gomedium.TTF} {
		var err error
		if f[i], err = sfnt.Parse(ttf); err != nil {
			panic(fmt.Sprintf("raster: an embedded font does not parse: %v", err))
		}
	}
	return f
})

// Text fills the outlines of the glyphs, so that a halo is a stroke as on the
// other canvases.
func (c *canvas) Text(s string, x, y float64, t picture.TextStyle) {
	f := fonts()[0]
	if t.Bold {
		f = fonts()[1]
	}
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(math.Round(t.Size * 64))
	var o picture.Outline
	o.NonZero = true
	pen := 0.0
	num := func(v fixed.Int26_6) float64 { return float64(v) / 64 }
	var prev sfnt.GlyphIndex
	for _, r := range s {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if prev != 0 {
			if k, err := f.Kern(&buf, prev, g, ppem, font.HintingNone); err == nil {
				pen += num(k)
			}
		}
		prev = g
		if segs, err := f.LoadGlyph(&buf, g, ppem, nil); err == nil {
			for i, q := range segs {
				p := func(k int) (float64, float64) { return pen + num(q.Args[k].X), num(q.Args[k].Y) }
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
		if a, err := f.GlyphAdvance(&buf, g, ppem, font.HintingNone); err == nil {
			pen += num(a)
		}
	}
	switch t.Align {
	case picture.AlignCenter:
		x -= pen / 2
	case picture.AlignEnd:
		x -= pen
	}
	y += t.Drop()
	o.Translate(x, y)
	if t.HaloWidth > 0 {
		c.Stroke(&o, picture.Stroke{Color: t.Halo, Width: 2 * t.HaloWidth})
	}
	c.Fill(&o, t.Color)
}

func (c *canvas) Clip(x, y, w, h float64) {
	c.Unclip()
	s := c.scale
	r := image.Rect(int(math.Round(x*s)), int(math.Round(y*s)), int(math.Round((x+w)*s)), int(math.Round((y+h)*s)))
	c.clip = &r
	c.dc.ClearPath()
	c.dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	c.dc.Clip()
}

func (c *canvas) Unclip() {
	c.clip = nil
	c.dc.ResetClip()
}
