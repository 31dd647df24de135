package picture

import (
	"math"
	"strings"
)

// Sheet is a figure in a file: pictures on a common background.
type Sheet struct {
	W, H       int // CSS pixels
	Parts      []Part
	Palette    *Palette
	Title, Alt string
	Bare       bool // no background under the pictures

	// Wide is the physical width of W pixels, in Unit. 0 = W CSS pixels.
	Wide float64
	Unit string
	// Scale is the number of bitmap pixels per CSS pixel, DPI the number per inch.
	Scale, DPI float64
}

// Part is a picture and the position of its top left corner on a sheet.
type Part struct {
	X, Y int
	*Picture
	Entries []Entry // entries, if the picture is a legend; else nil
}

// SheetOf returns a sheet of one picture, and of its size.
func SheetOf(p *Picture, pal *Palette) *Sheet {
	w, h := p.Size()
	return &Sheet{W: w, H: h, Parts: []Part{{Picture: p}}, Palette: pal, Title: p.Title, Alt: p.Alt, Scale: p.View.Scale}
}

// Device returns the size of a bitmap of the sheet.
func (s *Sheet) Device() (w, h int) {
	scale := s.Scale
	if !(scale > 0) {
		scale = 1
	}
	return max(1, int(math.Round(float64(s.W)*scale))), max(1, int(math.Round(float64(s.H)*scale)))
}

// Name returns the title, else the first sentence of the alternative text, else "Figure".
func (s *Sheet) Name() string {
	name := strings.TrimSpace(s.Title)
	if name == "" {
		name, _, _ = strings.Cut(s.Alt, ". ")
		name = strings.TrimSuffix(strings.TrimSpace(name), ".")
	}
	if name == "" {
		return "Figure"
	}
	return name
}

// PaintSheet paints a sheet without its background: fill that first, unless the sheet is Bare.
func PaintSheet(c Canvas, s *Sheet) {
	for _, p := range s.Parts {
		p.paint(c, func(c Canvas) { Paint(c, p.Picture, s.Palette) })
	}
}

// paint calls fn with a canvas whose origin is the part's top left corner.
func (p Part) paint(c Canvas, fn func(Canvas)) {
	if p.Frame.HasGutter() {
		fn(&moved{c, float64(p.X), float64(p.Y), false})
		return
	}
	c.Into(float64(p.X), float64(p.Y), float64(p.View.W), float64(p.View.H))
	fn(c)
	c.Out()
}

// moved is a canvas that is translated on another one.
type moved struct {
	Canvas
	x, y float64
	in   bool
}

func (m *moved) Into(x, y, w, h float64) {
	m.in = true
	m.Canvas.Into(m.x+x, m.y+y, w, h)
}

func (m *moved) Out() {
	m.in = false
	m.Canvas.Out()
}

// Shape calls Shape of the canvas below if that is a Shaper.
func (m *moved) Shape(to Canvas, r *Raster, v Viewport, p *Palette) bool {
	s, ok := m.Canvas.(Shaper)
	return ok && s.Shape(to, r, v, p)
}

func (m *moved) Text(s string, x, y float64, t TextStyle) {
	if !m.in {
		x, y = x+m.x, y+m.y
	}
	m.Canvas.Text(s, x, y, t)
}

// Entry is a line of a legend: a text, and a function that returns layers which show the look of what it names in a
// rectangle of a view whose coordinates are its pixels.
type Entry struct {
	Says  string
	Shows func(v Viewport, x, y, w, h float64) []Layer
}

// swatchSize is the width of a legend's swatches, in units of the text size.
const swatchSize = 3.8

// Wide is the width of a figure, in units of its text size, from which the parts below its plane have two columns.
const Wide = 44

// laid computes the layout of a legend: the number of columns, their width, and the texts split into lines. If there
// are more than three entries in a wide figure, texts that would leave space for one column only are wrapped.
func laid(entries []Entry, w int, pal *Palette) (cols int, cell float64, says [][]string) {
	cols, cell, says = laidWithin(entries, w, w, pal)
	if text := pal.Text(); cols == 1 && len(entries) > 3 && float64(w) > Wide*text {
		return laidWithin(entries, w, int((float64(w)+1.5*text)/2-1.5*text), pal)
	}
	return cols, cell, says
}

// laidWithin computes the layout with entries at most most pixels wide.
func laidWithin(entries []Entry, w, most int, pal *Palette) (cols int, cell float64, says [][]string) {
	text := pal.Text()
	before := swatchSize*text + 0.5*text
	widest := 0.0
	says = make([][]string, len(entries))
	for i, e := range entries {
		says[i] = wrapped(e.Says, text, float64(most)-before)
		for _, s := range says[i] {
			widest = max(widest, TextWidth(s, text))
		}
	}
	cell = before + widest + 1.5*text
	return min(max(int((float64(w)+1.5*text)/cell), 1), len(entries)), cell, says
}

// LegendColumns returns the number of columns of a legend.
func LegendColumns(entries []Entry, w int, pal *Palette) int {
	cols, _, _ := laid(entries, w, pal)
	return cols
}

// Legend returns a picture, at most w wide, of one or more entries in columns. Long texts are wrapped.
func Legend(entries []Entry, w int, pal *Palette) *Picture {
	text := pal.Text()
	swatch, row, gap, lead := swatchSize*text, math.Ceil(2.3*text), 0.5*text, 1.25*text
	cols, cell, says := laid(entries, w, pal)
	rows := (len(entries) + cols - 1) / cols
	top := make([]float64, rows+1)
	for i := range rows {
		lines := 1
		for k := i; k < len(entries); k += rows {
			lines = max(lines, len(says[k]))
		}
		top[i+1] = top[i] + row + math.Ceil(float64(lines-1)*lead)
	}
	h := int(top[rows])
	v := Viewport{X1: float64(w), Y1: float64(h), W: w, H: h}
	p := &Picture{View: v}
	for i, e := range entries {
		x, middle := float64(i/rows)*cell, (top[i%rows]+top[i%rows+1])/2
		p.Add(e.Shows(v, x, middle-row/2, swatch, row)...)
		y := middle - float64(len(says[i])-1)*lead/2
		for _, s := range says[i] {
			p.Around = append(p.Around, &Label{Role: RoleTick, X: v.DX(x + swatch + gap - labelGap*text), Y: v.DY(y), Text: s,
				Anchor: AnchorStart})
			y += lead
		}
	}
	return p
}

// bold is the width of bold letters relative to regular ones.
const bold = 1.06

// Heading returns a picture of one line of bold text.
func Heading(s string, w int, pal *Palette) *Picture {
	text := pal.Style(RoleHeading).Text
	h := int(math.Ceil(1.8 * text))
	v := Viewport{X1: float64(w), Y1: float64(h), W: w, H: h}
	title := &Label{Role: RoleHeading, X: v.DX(-labelGap * text), Y: v.DY(float64(h) / 2),
		Text: shorten(s, bold*text, float64(w)), Anchor: AnchorStart}
	return &Picture{View: v, Around: []*Label{title}}
}

// Text returns a picture of small text, wrapped to width w.
func Text(s string, w int, pal *Palette) *Picture {
	text := pal.Text()
	lines, step := wrapped(s, text, float64(w)), 1.6*text
	h := int(math.Ceil(step * float64(len(lines))))
	v := Viewport{X1: float64(w), Y1: float64(h), W: w, H: h}
	p := &Picture{View: v}
	for i, line := range lines {
		p.Around = append(p.Around, &Label{Role: RoleTick, X: v.DX(-labelGap * text),
			Y: v.DY((float64(i) + 0.5) * step), Text: line, Anchor: AnchorStart})
	}
	return p
}

// Caption returns a picture of one line of small text.
func Caption(s string, w int, pal *Palette) *Picture {
	text := pal.Text()
	h := int(math.Ceil(1.6 * text))
	v := Viewport{X1: float64(w), Y1: float64(h), W: w, H: h}
	line := &Label{Role: RoleTick, X: v.DX(-labelGap * text), Y: v.DY(float64(h) / 2), Text: shorten(s, text, float64(w)),
		Anchor: AnchorStart}
	return &Picture{View: v, Around: []*Label{line}}
}
