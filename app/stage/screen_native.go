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

// Screen is what of the stage is seen. Outside the browser nothing is: what would
// be is told to Told, when it is given, a line for each change.
type Screen struct {
	Embedded bool
	Elements Elements
	Told     func(line string)

	axes  [2]string // their titles
	grips []method.Grip
	solid *Space
}

// Elements paints nothing outside the browser.
type Elements struct{}

func (*Elements) Show(string, workers.Image)                              {}
func (*Elements) Over(string, bool, func(c picture.Canvas, w, h float64)) {}
func (*Elements) Paint(string, string, int, int, *picture.Palette, func(c picture.Canvas, w, h int)) {
}

func (s *Screen) tell(format string, args ...any) {
	if s.Told != nil {
		s.Told(fmt.Sprintf(format, args...))
	}
}

func (s *Screen) Mount(string, *Gesture, Owner) {}

func (s *Screen) FocusQuietly() {}

func (s *Screen) Mirror(string) {}

func (s *Screen) Frame() picture.Frame { return picture.Frame{} }

func (s *Screen) SetZoom(z float64) { s.tell("everything %.4g times as large", z) }

func (s *Screen) SetAxes(opt picture.AxisOptions, _ float64) {
	if titles := [2]string{opt.XLabel, opt.YLabel}; titles != s.axes {
		s.axes = titles
		s.tell("axes %q", titles)
	}
}

func (s *Screen) SetView(v picture.Viewport) {
	s.tell("view %.4g..%.4g, %.4g..%.4g on %dx%d", v.X0, v.X1, v.Y0, v.Y1, v.W, v.H)
}

func (s *Screen) SetSpace(q *Space) { s.solid = q }

func (s *Screen) SetPoints(pts []doc.Point, l Look, held int) {
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
	s.tell("%d points, coordinates sum %.4g,%s in the %s palette", len(m.XY)/2, sum, colour, l.Palette.Name)
	if q := s.solid; q != nil {
		s.tell("in a space of %q, turned to %.4g, %.4g", q.Names, q.Turn[0], q.Turn[1])
	}
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

func (s *Screen) SetDragged(q *doc.Point) {
	if q != nil {
		s.tell("held at %.4g, %.4g", q.X, q.Y)
	}
}

func (s *Screen) SetGrips(list []method.Grip, held int) {
	if slices.Equal(list, s.grips) {
		return
	}
	s.grips = list
	line := fmt.Sprintf("%d handles:", len(list))
	for _, g := range list {
		line += fmt.Sprintf(" %.4g, %.4g;", g.X, g.Y)
	}
	s.tell("%s", line)
}

func (s *Screen) SetRings(hover, selected *Ring) {
	s.tell("a ring round %s, one of the selected round %s", at(hover), at(selected))
}

func (s *Screen) SetCursor(x, y float64, on bool) {
	if on {
		s.tell("the cursor at %.4g, %.4g", x, y)
	} else {
		s.tell("no cursor")
	}
}

// SetMark marks where a question was answered; nil = nowhere.
func (s *Screen) SetMark(m *Mark) {
	if m != nil {
		s.tell("a mark at %.4g, %.4g, right: %v", m.X, m.Y, m.Right)
	}
}

func (s *Screen) SetExplained(layers []picture.Layer) {
	if len(layers) > 0 {
		s.tell("%d layers of an explanation", len(layers))
	}
}

func (s *Screen) SetPicture(_ workers.Image, v picture.Viewport, above []picture.Layer, _ bool) {
	s.tell("the picture of %.4g..%.4g, %.4g..%.4g", v.X0, v.X1, v.Y0, v.Y1)
	flat, deep := split(above)
	if len(flat) > 0 {
		s.tell("over the points: %d layers", len(flat))
	}
	if len(deep) > 0 {
		s.tell("among the points in space: %d layers", len(deep))
	}
}

// Stage, Where and Staged: there is no canvas to be given away.
func (s *Screen) Stage() workers.Canvas         { return workers.Canvas{} }
func (s *Screen) Where(v picture.Viewport) int  { return wire.StagePixels }
func (s *Screen) Staged(picture.Viewport, bool) {}

func (s *Screen) ClearPicture() { s.tell("no picture") }
func (s *Screen) Focus() {
	s.tell("the keyboard is the stage's")
}
func (s *Screen) SetActive(on bool) {}

func (s *Screen) SetHighlight(lit []picture.Spot, picked []float64) {
	if len(lit)+len(picked) > 0 {
		s.tell("lit %s, %d points picked out", shapes(lit), len(picked)/2)
	}
}

func shapes(lit []picture.Spot) (text string) {
	for _, x := range lit {
		text += " " + x.Key + [...]string{" area", " line", " mark"}[x.Kind]
	}
	return text
}
