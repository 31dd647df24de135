//go:build !(js && wasm)

package stage

import (
	"fmt"
	"slices"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Screen is the visible part of the stage. Outside the browser nothing is visible: the function set by Tell gets a line
// for each change.
type Screen struct {
	Picture  Picture
	Points   Points
	Above    Above
	Top      Top
	Held     Held
	Elements Elements

	told plane
	axes [2]string // the titles
}

// plane writes the lines; nil = nothing listens.
type plane func(line string)

func (p *plane) tell(format string, args ...any) {
	if *p != nil {
		(*p)(fmt.Sprintf(format, args...))
	}
}

func (s *Screen) Init(bool) {
	p := &s.told
	s.Points.plane, s.Above.plane, s.Top.plane, s.Held.plane = p, p, p, p
}

// Tell makes f receive the lines.
func (s *Screen) Tell(f func(line string)) { s.told = f }

func (s *Screen) Mount(string, *Gesture, Events) {}
func (s *Screen) Mirror(string)                  {}
func (s *Screen) Frame() picture.Frame           { return picture.Frame{} }
func (s *Screen) Focus()                         { s.told.tell("the keyboard is the stage's") }
func (s *Screen) FocusQuietly()                  {}
func (s *Screen) SetZoom(z float64)              { s.told.tell("everything %.4g times as large", z) }
func (s *Screen) Clear()                         { s.told.tell("no picture") }

func (s *Screen) SetAxes(opt picture.AxisOptions, _ float64) {
	if titles := [2]string{opt.XLabel, opt.YLabel}; titles != s.axes {
		s.axes = titles
		s.told.tell("axes %q", titles)
	}
}

func (s *Screen) SetView(v picture.Viewport) {
	s.told.tell("view %.4g..%.4g, %.4g..%.4g on %dx%d", v.X0, v.X1, v.Y0, v.Y1, v.W, v.H)
}

func (s *Screen) Show(_ workers.Image, v picture.Viewport, above []picture.Layer, _ bool) {
	s.told.tell("the picture of %.4g..%.4g, %.4g..%.4g", v.X0, v.X1, v.Y0, v.Y1)
	flat, deep := split(above)
	if len(flat) > 0 {
		s.told.tell("over the points: %d layers", len(flat))
	}
	if len(deep) > 0 {
		s.told.tell("among the points in space: %d layers", len(deep))
	}
}

// Picture has no canvas to transfer.
type Picture struct{}

func (*Picture) Lend() workers.Canvas          { return workers.Canvas{} }
func (*Picture) Where(picture.Viewport) int    { return wire.StagePixels }
func (*Picture) Staged(picture.Viewport, bool) {}

// Elements paints nothing.
type Elements struct{}

func (*Elements) Show(string, workers.Image)                              {}
func (*Elements) Over(string, bool, func(c picture.Canvas, w, h float64)) {}
func (*Elements) Paint(string, string, int, int, *picture.Palette, func(c picture.Canvas, w, h int)) {
}

// Points writes the points.
type Points struct{ *plane }

func (p *Points) Set(pts []doc.Point, l Look, held int, solid *Space) {
	m := l.Marks(pts, held)
	sum := 0.0
	for _, x := range m.XY {
		sum += x
	}
	colour := ""
	switch {
	case m.Group != nil:
		colour = fmt.Sprintf(" of groups %v", m.Group)
		if m.Class != nil {
			colour += fmt.Sprintf(", shapes of classes %v", m.Class)
		}
		if h, ok := l.held(pts, held); ok && l.Found != nil {
			colour += fmt.Sprintf(", one held, of group %d,", h.group)
		}
	case l.Scaled:
		colour = fmt.Sprintf(" coloured over %.4g..%.4g", m.Lo, m.Hi)
	case m.Value != nil:
		colour = " coloured by value"
	case m.Class != nil:
		colour = fmt.Sprintf(" of classes %v", m.Class)
	}
	if m.Held != "" {
		colour += " held out " + m.Held + ","
	}
	p.tell("%d points, coordinates sum %.4g,%s in the %s palette", len(m.XY)/2, sum, colour, l.Palette.Name)
	if solid != nil {
		p.tell("in a space of %q, turned to %.4g, %.4g", solid.Names, solid.Turn[0], solid.Turn[1])
	}
}

// Above writes the handles and the annotations.
type Above struct {
	*plane
	grips []method.Grip
	notes []doc.Annotation
}

func (a *Above) SetGrips(list []method.Grip, _ int) {
	if slices.Equal(list, a.grips) {
		return
	}
	a.grips = list
	line := fmt.Sprintf("%d handles:", len(list))
	for _, g := range list {
		line += fmt.Sprintf(" %.4g, %.4g;", g.X, g.Y)
	}
	a.tell("%s", line)
}

func (a *Above) SetAnnotations(list []doc.Annotation) {
	if slices.Equal(list, a.notes) {
		return
	}
	a.notes = list
	line := fmt.Sprintf("%d annotations:", len(list))
	for _, n := range list {
		line += fmt.Sprintf(" %s %.4g %q;", n.Kind, n.At, n.Text)
	}
	a.tell("%s", line)
}

// Held writes the point that is being dragged.
type Held struct{ *plane }

func (h *Held) Set(q *doc.Point) {
	if q != nil {
		h.tell("held at %.4g, %.4g", q.X, q.Y)
	}
}

// Top writes what changes while the pointer moves.
type Top struct{ *plane }

func (t *Top) SetRings(hover, selected *Ring) {
	t.tell("a ring round %s, one of the selected round %s", at(hover), at(selected))
}

func at(q *Ring) string {
	switch {
	case q == nil:
		return "nothing"
	case q.Grip:
		return fmt.Sprintf("the handle at %.4g, %.4g", q.X, q.Y)
	}
	return fmt.Sprintf("%.4g, %.4g", q.X, q.Y)
}

func (t *Top) SetCursor(x, y float64, on bool) {
	if on {
		t.tell("the cursor at %.4g, %.4g", x, y)
	} else {
		t.tell("no cursor")
	}
}

func (t *Top) SetMark(m *Mark) {
	if m != nil {
		t.tell("a mark at %.4g, %.4g, right: %v", m.X, m.Y, m.Right)
	}
}

func (t *Top) SetExplained(layers []picture.Layer) {
	if len(layers) > 0 {
		t.tell("%d layers of an explanation", len(layers))
	}
}

func (t *Top) SetHighlight(lit []picture.Spot, picked []float64) {
	if len(lit)+len(picked) > 0 {
		text := ""
		for _, x := range lit {
			text += " " + x.Key + [...]string{" area", " line", " mark"}[x.Kind]
		}
		t.tell("lit %s, %d points picked out", text, len(picked)/2)
	}
}
