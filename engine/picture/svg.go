package picture

import (
	"bufio"
	"encoding/base64"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// WriteSVG writes p as a self-contained SVG: a group with data-role (and data-class, data-level) for each layer, smooth
// Decision, Scores and Interior rasters as filled contours, other rasters as an embedded PNG, text as text. The title
// is p.Title, else the beginning of p.Alt. Errors are those of the writer.
func WriteSVG(w io.Writer, p *Picture, pal *Palette) error { return WriteSheet(w, SheetOf(p, pal)) }

// WriteSheet writes a sheet at its physical size, otherwise like WriteSVG.
func WriteSheet(w io.Writer, s *Sheet) error {
	b := bufio.NewWriter(w)
	c := &svgCanvas{w: b}
	width, height := strconv.Itoa(s.W), strconv.Itoa(s.H)
	wide, high := width, height
	if s.Wide > 0 {
		unit := strings.TrimPrefix(s.Unit, Pixels)
		wide, high = svgNumber(s.Wide)+unit, svgNumber(s.Wide/float64(s.W)*float64(s.H))+unit
	}
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, wide, `" height="`, high,
		`" viewBox="0 0 `, width, ` `, height, `" role="img" font-family='`, FontStack, "'>\n")
	c.put("<title>", escape(s.Name()), "</title>\n")
	if s.Alt != "" {
		c.put("<desc>", escape(s.Alt), "</desc>\n")
	}
	if !s.Bare {
		c.put(`<rect width="`, width, `" height="`, height, `" fill="`, s.Palette.Background().CSS(), "\"/>\n")
	}
	if len(s.Parts) == 1 && s.Parts[0].X == 0 && s.Parts[0].Y == 0 {
		c.picture(c, s.Parts[0].Picture, s.Palette)
	} else {
		for _, p := range s.Parts {
			p.paint(c, func(to Canvas) { c.picture(to, p.Picture, s.Palette) })
		}
	}
	c.put("</svg>\n")
	return b.Flush()
}

// picture writes the layers of p; to is c, or c translated.
func (c *svgCanvas) picture(to Canvas, p *Picture, pal *Palette) {
	t := newPainter(to, p.View, pal)
	if p.Frame.HasGutter() {
		to.Into(float64(p.Frame.Left), float64(p.Frame.Top), float64(p.View.W), float64(p.View.H))
	}
	for _, l := range p.Layers {
		c.put("<g", svgData(l), ">\n")
		t.layer(l)
		c.put("</g>\n")
	}
	if p.Frame.HasGutter() {
		to.Out()
	}
	if len(p.Around) > 0 {
		c.put("<g data-role=\"axis\">\n")
		t.around(p)
		c.put("</g>\n")
	}
}

// svgData returns the data attributes that describe a layer.
func svgData(l Layer) string {
	attr := func(role Role, class int, level float64) string {
		s := ` data-role="` + escape(string(role)) + `"`
		if class != NoClass {
			s += ` data-class="` + strconv.Itoa(class) + `"`
		}
		if level != 0 && !math.IsInf(level, 0) && level == level {
			s += ` data-level="` + strconv.FormatFloat(level, 'g', 6, 64) + `"`
		}
		return s
	}
	switch l := l.(type) {
	case *Raster:
		s := ` data-role="field"`
		if l.Name != "" {
			s += ` data-name="` + escape(l.Name) + `"`
		}
		return s
	case *Path:
		return attr(l.Role, l.Class, l.Level)
	case *Marks:
		return attr(l.Role, NoClass, 0)
	case *Label:
		return attr(l.Role, NoClass, 0)
	}
	return ""
}

func (c *svgCanvas) Shape(to Canvas, r *Raster, v Viewport, pal *Palette) bool {
	return Regions(to, r, v, pal)
}

// Regions paints a raster as filled contours, as a Shaper does. It returns false if the raster can't be painted so.
func Regions(c Canvas, r *Raster, v Viewport, pal *Palette) bool {
	return newPainter(c, v, pal).regions(r)
}

// regionBands is the number of steps of shading in vector regions.
const regionBands = 8

// regions paints the regions of a smooth Decision, Scores or Interior raster as polygons, each step of shading over the
// previous one, so that there are no seams between them. It returns false if r can't be painted so.
func (t *painter) regions(r *Raster) bool {
	n := r.Grid.W * r.Grid.H
	if n == 0 || r.Sharp || r.Veil != nil || !(r.Hi > 0) || len(r.Planes) == 0 ||
		r.Kind != Decision && r.Kind != Scores && r.Kind != Interior {
		return false
	}
	for _, p := range r.Planes {
		if len(p) != n {
			return false
		}
	}
	switch r.Kind {
	case Interior:
		if slices.ContainsFunc(r.Planes[0], func(v float32) bool { return v != v }) {
			return false // NaN is hatched, in pixels
		}
		step := r.Hi / regionBands
		for i := range regionBands {
			t.region(r, r.Planes[0], float64(i)*step, math.Inf(1), t.pal.Within((float64(i)+0.5)/regionBands))
		}
	case Decision:
		t.decisionRegions(r)
	case Scores:
		t.scoreRegions(r)
	}
	return true
}

// region paints the part of the plane where the values f at the nodes of r are between lo and hi.
func (t *painter) region(r *Raster, f []float32, lo, hi float64, c Color) {
	tol := 0.08 // px
	tolX := tol * (t.v.X1 - t.v.X0) / float64(t.v.W)
	tolY := tol * (t.v.Y1 - t.v.Y0) / float64(t.v.H)
	p := FilledContours(f, r.Grid, lo, hi)
	closed := make([]bool, len(p.Starts))
	for i := range closed {
		closed[i] = true
	}
	p.XY, p.Starts = simplify(p.XY, p.Starts, closed, tolX, tolY)
	t.out.Reset()
	p.Lines(func(xy []float64) { t.polygon(xy[:len(xy)-2]) }) // the last point repeats the first
	if !t.out.Empty() {
		t.c.Fill(&t.out, c)
	}
}

// bandShade returns the colour of a class in a step of shading.
func (t *painter) bandShade(class, band int) Color {
	return t.pal.Tint(max(class, 0), (float64(band)+0.5)/regionBands)
}

// baseRegion paints the whole plane in the palest colour of a class; where f is not known, in that of the unknown.
func (t *painter) baseRegion(r *Raster, f []float32, class int) {
	for _, v := range f {
		if v != v {
			t.out.Reset()
			t.out.Rect(0, 0, float64(t.v.W), float64(t.v.H))
			t.c.Fill(&t.out, t.pal.Unknown)
			break
		}
	}
	t.region(r, f, math.Inf(-1), math.Inf(1), t.bandShade(class, 0))
}

// decisionRegions paints the two sides of a decision function.
func (t *painter) decisionRegions(r *Raster) {
	f, step, inf := r.Planes[0], r.Hi/regionBands, math.Inf(1)
	a, b := 0, 1
	if len(r.Classes) == 2 {
		a, b = r.Classes[0], r.Classes[1]
	}
	t.baseRegion(r, f, a)
	for i := 1; i < regionBands; i++ {
		t.region(r, f, -inf, -float64(i)*step, t.bandShade(a, i))
	}
	for i := range regionBands {
		t.region(r, f, float64(i)*step, inf, t.bandShade(b, i))
	}
}

// scoreRegions paints the regions where each class has the largest score. First {winner >= k} for increasing k: each
// region lies within the previous one. Then each class's own shades.
func (t *painter) scoreRegions(r *Raster) {
	step, inf := r.Hi/regionBands, math.Inf(1)
	f := make([]float32, r.Grid.W*r.Grid.H)
	for k := range r.Planes {
		leads(r, f, func(j int) bool { return j >= k })
		if k == 0 {
			t.baseRegion(r, f, r.classOf(0))
		} else {
			t.region(r, f, 0, inf, t.bandShade(r.classOf(k), 0))
		}
	}
	for k := range r.Planes {
		leads(r, f, func(j int) bool { return j == k })
		for i := 1; i < regionBands; i++ {
			t.region(r, f, float64(i)*step, inf, t.bandShade(r.classOf(k), i))
		}
	}
}

// leads computes in f by how much the largest score of the planes that are in exceeds that of the others, at each node.
func leads(r *Raster, f []float32, in func(j int) bool) {
	for i := range f {
		a, b := float32(math.Inf(-1)), float32(math.Inf(-1))
		for j, p := range r.Planes {
			v := p[i]
			if v != v {
				a = v
				break
			}
			if in(j) {
				a = max(a, v)
			} else {
				b = max(b, v)
			}
		}
		f[i] = a - b
	}
}

// svgCanvas is a Canvas that writes SVG elements.
type svgCanvas struct {
	w    *bufio.Writer // keeps the first error until Flush
	buf  []byte
	open bool
}

func (c *svgCanvas) put(parts ...string) {
	for _, s := range parts {
		c.w.WriteString(s)
	}
}

func svgNumber(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// paint writes a colour as an attribute, and its opacity as a separate one: readers of SVG 1.1 don't know #rrggbbaa.
func (c *svgCanvas) paint(name string, k Color) {
	a := k.A
	k.A = 255
	c.put(" ", name, `="`, k.CSS(), `"`)
	if a != 255 {
		c.put(" ", name, `-opacity="`, strconv.FormatFloat(math.Round(float64(a)/255*1000)/1000, 'f', -1, 64), `"`)
	}
}

func (c *svgCanvas) path(o *Outline) {
	c.buf = o.AppendSVG(c.buf[:0])
	c.put(`<path d="`)
	c.w.Write(c.buf)
	c.put(`"`)
}

func (c *svgCanvas) Fill(o *Outline, k Color) {
	if o.Empty() || k.A == 0 {
		return
	}
	c.path(o)
	c.paint("fill", k)
	if !o.NonZero {
		c.put(` fill-rule="evenodd"`)
	}
	c.put("/>\n")
}

func (c *svgCanvas) Stroke(o *Outline, s Stroke) {
	if o.Empty() || s.Color.A == 0 || !(s.Width > 0) {
		return
	}
	c.path(o)
	c.put(` fill="none"`)
	c.paint("stroke", s.Color)
	c.put(` stroke-width="`, svgNumber(s.Width), `" stroke-linejoin="round" stroke-linecap="round"`)
	if len(s.Dash) > 0 {
		c.put(` stroke-dasharray="`)
		for i, d := range s.Dash {
			if i > 0 {
				c.put(" ")
			}
			c.put(svgNumber(d))
		}
		c.put(`"`)
	}
	c.put("/>\n")
}

func (c *svgCanvas) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) {
	c.put(`<image x="`, svgNumber(x), `" y="`, svgNumber(y), `" width="`, svgNumber(dw), `" height="`, svgNumber(dh),
		`" preserveAspectRatio="none"`)
	if !smooth {
		c.put(` style="image-rendering:pixelated"`)
	}
	c.put(` href="data:image/png;base64,`)
	e := base64.NewEncoder(base64.StdEncoding, c.w)
	writePNG(e, pix, w, h)
	e.Close()
	c.put("\"/>\n")
}

func (c *svgCanvas) Text(s string, x, y float64, t TextStyle) {
	at := svgNumber(x) + " " + svgNumber(y)
	y += t.Drop()
	c.put(`<text x="`, svgNumber(x), `" y="`, svgNumber(y), `" font-size="`, svgNumber(t.Size), `"`)
	if t.Turned {
		c.put(` transform="rotate(-90 `, at, `)"`)
	}
	if t.Bold {
		c.put(` font-weight="600"`)
	}
	switch t.Align {
	case AlignCenter:
		c.put(` text-anchor="middle"`)
	case AlignEnd:
		c.put(` text-anchor="end"`)
	}
	c.paint("fill", t.Color)
	if t.HaloWidth > 0 && t.Halo.A > 0 {
		c.paint("stroke", t.Halo)
		c.put(` stroke-width="`, svgNumber(2*t.HaloWidth), `" stroke-linejoin="round" paint-order="stroke"`)
	}
	c.put(">", escape(s), "</text>\n")
}

func (c *svgCanvas) Into(x, y, w, h float64) {
	c.Out()
	c.open = true
	// A nested svg clips without an id that could collide in a page.
	c.put(`<svg x="`, svgNumber(x), `" y="`, svgNumber(y), `" width="`, svgNumber(w), `" height="`, svgNumber(h),
		`" viewBox="0 0 `, svgNumber(w), " ", svgNumber(h), "\" overflow=\"hidden\">\n")
}

func (c *svgCanvas) Out() {
	if c.open {
		c.put("</svg>\n")
		c.open = false
	}
}

// escape escapes s for XML text and quoted attributes. Characters that XML forbids become U+FFFD.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\'':
			b.WriteString("&#39;")
		case r < 0x20 && r != '\t' && r != '\n' && r != '\r', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
