package results

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"pointscape/engine/html"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// figure is the picture of a step's document, over which answers are drawn.
type figure struct {
	*wire.Figure
	pal *picture.Palette
	ink picture.Color // colour of the answers
}

// figure returns the picture of the step's document in a palette; "" is the first palette, light. It keeps the result.
func (m *maker) figure(job method.Job, s *step, palette string) (*figure, error) {
	if palette == "" {
		palette = picture.PaletteNames()[0]
	}
	if f := s.figures[palette]; f != nil || s.hidden != nil {
		return f, s.hidden
	}
	fits, err := m.engine(job, &wire.AskFits{Document: s.document, Palette: palette})
	if err != nil {
		return nil, err
	}
	pal, ok := picture.PaletteByName(palette)
	if !ok || fits.Figure == nil {
		s.hidden = errors.New(fits.Why)
		return nil, s.hidden
	}
	f := &figure{fits.Figure, pal, pal.Class[fits.Figure.Free].Mark}
	s.figures[palette] = f
	return f, nil
}

// px and py convert data coordinates to pixels, relative to the top left corner of the plane.
func (f *figure) px(x float64) float64 { return f.View.PX(x) }
func (f *figure) py(y float64) float64 { return f.View.PY(y) }

// shows reports whether a position in data coordinates is within the viewport.
func (f *figure) shows(at [2]float64) bool {
	return at[0] >= f.View.X0 && at[0] <= f.View.X1 && at[1] >= f.View.Y0 && at[1] <= f.View.Y1
}

// begin writes the start of an SVG with the picture and of a nested SVG, in pixels of the plane, for the answers over
// it. alt describes the answers. end writes the end tags.
func (f *figure) begin(w *writer, alt string) {
	all, high, wide, up := count(f.W), count(f.H), count(f.View.W), count(f.View.H)
	w.Put(`<svg class="tally-picture" viewBox="0 0 $ $" role="img" aria-label="$"><image width="$" height="$" href="$"/>`+
		`<svg x="$" y="$" width="$" height="$" viewBox="0 0 $ $" overflow="hidden" fill="none" stroke-linecap="round" `+
		`stroke-linejoin="round">`, all, high, html.EscapeString(strings.TrimSpace(alt+" "+f.Alt)), all, high, f.Source,
		short(f.Left), short(f.Top), wide, up, wide, up)
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
	wide, high := float64(f.View.W), float64(f.View.H)
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

// noFigure writes why there is no picture. It returns err unless that is about the step's document.
func (w *writer) noFigure(s *step, err error) error {
	if s.hidden == nil {
		return err
	}
	w.Put(`<p class="tally-why">$</p>`, said("There is no picture: %s", words.Readable(s.hidden.Error())))
	return nil
}
