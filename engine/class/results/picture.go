package results

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"pointscape/engine/course/handout"
	"pointscape/engine/html"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// figure is the picture of a step's document, over which answers are drawn. Lengths are in pixels of the picture.
type figure struct {
	w, h      int              // size of the picture
	left, top float64          // top left corner of the plane in the picture
	view      picture.Viewport // of the plane
	address   string           // data: URL of the picture, an SVG
	alt       string           // alternative text
	pal       *picture.Palette
	ink       picture.Color // colour of the answers
}

// figureW and figureH are the size that is requested for the plane, in pixels.
const figureW, figureH = 480, 340

// figure returns the picture of the step's document in a palette; "" is the first palette, light. It keeps
// the result, and an error unless the job was stopped.
func (m *maker) figure(job method.Job, s *step, palette string) (*figure, error) {
	if palette == "" {
		palette = picture.PaletteNames()[0]
	}
	if f := s.figures[palette]; f != nil || s.hidden != nil {
		return f, s.hidden
	}
	f, err := m.draw(job, s.document, palette)
	switch {
	case err == nil:
		s.figures[palette] = f
	case !method.Stopped(err):
		s.hidden = err
	}
	return f, err
}

// draw draws the picture of a document.
func (m *maker) draw(job method.Job, document, palette string) (*figure, error) {
	d, of, err := handout.Ready(job, m.s, document)
	if err != nil {
		return nil, err
	}
	d.Wall, d.Study, d.Runs = nil, nil, nil // the picture shows a single plane
	o := picture.DefaultExport()
	o.Legend, o.Titles, o.Palette = false, false, palette
	sheet, err := m.s.Sheet(job, session.Request{Doc: d,
		View: session.Viewport(d, of.TaskOf(d.Params), figureW, figureH, 1), Fine: true}, o)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := picture.WriteSheet(&b, sheet); err != nil {
		return nil, err
	}
	part := sheet.Parts[0]
	f := &figure{w: sheet.W, h: sheet.H, left: float64(part.X + part.Frame.Left), top: float64(part.Y + part.Frame.Top),
		view: part.View, address: "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(b.String())),
		alt: strings.ReplaceAll(words.Readable(sheet.Alt), "\n", " "), pal: sheet.Palette}
	// The first of these class colours that no point has; if points have all of them, the last.
	for _, k := range []int{3, 9, 10, 2} {
		f.ink = f.pal.Class[k].Mark
		has := false
		for _, p := range d.Points {
			has = has || p.Class() == k
		}
		if !has {
			break
		}
	}
	return f, nil
}

// px and py convert data coordinates to pixels, relative to the top left corner of the plane.
func (f *figure) px(x float64) float64 { return f.view.PX(x) }
func (f *figure) py(y float64) float64 { return f.view.PY(y) }

// shows reports whether a position in data coordinates is within the viewport.
func (f *figure) shows(at [2]float64) bool {
	return at[0] >= f.view.X0 && at[0] <= f.view.X1 && at[1] >= f.view.Y0 && at[1] <= f.view.Y1
}

// begin writes the start of an SVG with the picture and of a nested SVG, in pixels of the plane, for the answers over
// it. alt describes the answers. end writes the end tags.
func (f *figure) begin(w *writer, alt string) {
	all, high, wide, up := count(f.w), count(f.h), count(f.view.W), count(f.view.H)
	w.Put(`<svg class="tally-picture" viewBox="0 0 $ $" role="img" aria-label="$"><image width="$" height="$" href="$"/>`+
		`<svg x="$" y="$" width="$" height="$" viewBox="0 0 $ $" overflow="hidden" fill="none" stroke-linecap="round" `+
		`stroke-linejoin="round">`, all, high, html.EscapeString(strings.TrimSpace(alt+" "+f.alt)), all, high, f.address,
		short(f.left), short(f.top), wide, up, wide, up)
}

func (f *figure) end(w *writer) { w.Put(`</svg></svg>`) }

// most bounds how far outside the plane positions are drawn, in widths and heights of the plane: an SVG can't have
// arbitrarily large coordinates.
const most = 4

func clip(x, size float64) float64 { return min(max(x, -most*size), (1+most)*size) }

// line returns the SVG path of a line in data coordinates. Vertices between the first and the last one that are less
// than near pixels from the previous vertex in the path are left out.
func (f *figure) line(line [][2]float64, near float64) string {
	b := make([]byte, 0, 12*len(line))
	wide, high := float64(f.view.W), float64(f.view.H)
	var x, y float64
	for i, q := range line {
		u, v := clip(f.px(q[0]), wide), clip(f.py(q[1]), high)
		if i > 0 && i+1 < len(line) && math.Hypot(u-x, v-y) < near {
			continue
		}
		x, y = u, v
		sign := byte('L')
		if i == 0 {
			sign = 'M'
		}
		b = append(b, sign)
		b = strconv.AppendFloat(b, math.Round(10*x)/10, 'f', -1, 64)
		b = append(b, ' ')
		b = strconv.AppendFloat(b, math.Round(10*y)/10, 'f', -1, 64)
	}
	return string(b)
}

// area returns the SVG path of polygons in data coordinates.
func (f *figure) area(p *picture.Path) string {
	var b strings.Builder
	p.Lines(func(xy []float64) {
		line := make([][2]float64, len(xy)/2)
		for i := range line {
			line[i] = [2]float64{xy[2*i], xy[2*i+1]}
		}
		b.WriteString(f.line(line, 0) + "Z")
	})
	return b.String()
}

// noFigure writes why there is no picture.
func (w *writer) noFigure(err error) {
	w.Put(`<p class="tally-why">$</p>`, said("There is no picture: {}", words.Readable(err.Error())))
}
