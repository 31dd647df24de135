package hittest

import (
	"slices"
	"strings"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Shapes has the shapes with keys of the newest pictures.
type Shapes struct {
	of   map[string][]picture.Spot // by plot; "" = the stage
	flat []picture.Spot            // the stage's shapes in the present rotation; nil = not computed
	turn [2]float64
}

// take sets the shapes of a picture that has drawn some plots: those of the stage first, then those of each plot.
func (s *Shapes) take(list []wire.Spots, drawn []string) {
	if s.of == nil {
		s.of = map[string][]picture.Spot{}
	}
	s.flat = nil
	for i, x := range list {
		switch {
		case i == 0:
			s.of[""] = x.List
		case i <= len(drawn):
			s.of[drawn[i-1]] = x.List
		}
	}
}

// Has reports whether a plot, or the stage (""), has keys.
func (s *Shapes) Has(plot string) bool { return len(s.of[plot]) > 0 }

// Having returns the names of all pictures that have keys, sorted, one a line; the stage's name is empty.
func (s *Shapes) Having() string {
	var list []string
	for plot, spots := range s.of {
		if len(spots) > 0 {
			list = append(list, plot)
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return strings.Join(list, "\n") + "\n" // the stage's name is empty
}

// turned returns the shapes of a plot, or of the stage (""), at their positions in the given rotation.
func (s *Shapes) turned(plot string, turn [2]float64) []picture.Spot {
	list := s.of[plot]
	if plot != "" || !slices.ContainsFunc(list, func(x picture.Spot) bool { return x.Z != nil }) {
		return list
	}
	if s.flat == nil || turn != s.turn {
		s.flat, s.turn = picture.TurnSpots(list, turn), turn
	}
	return s.flat
}

// order returns the keys of a picture, each once, in the order in which the keyboard visits them: those of the stage in
// the stage's order, the others after them. A space is not part of this order, because it is only rotated.
func (s *Shapes) order(plot string) []string {
	var list []string
	seen := map[string]bool{}
	for _, x := range s.of[plot] {
		seen[x.Key] = x.Kind != picture.Orbit
	}
	for _, from := range []string{"", plot} {
		for _, x := range s.of[from] {
			if seen[x.Key] {
				seen[x.Key] = false
				list = append(list, x.Key)
			}
		}
	}
	return list
}

// first returns the first shape of a kind in a plot, such as its line or its box of cells; nil if there is none.
func (s *Shapes) first(kind picture.SpotKind, plot string) *picture.Spot {
	list := s.of[plot]
	for i := range list {
		if list[i].Kind == kind {
			return &list[i]
		}
	}
	return nil
}

// Pad returns the parameter that is drawn in a plot and the canvas's edges (left, top, right, bottom) as fractions of
// the plot. param is "" if it has none.
func (s *Shapes) Pad(plot string) (param string, box [4]float64) {
	if pad := s.first(picture.Pad, plot); pad != nil {
		x0, y0, x1, y1 := edges(pad)
		return pad.Key, [4]float64{x0, y0, x1, y1}
	}
	return "", box
}

// Canvas reports whether there is a canvas at a position in a plot.
func (s *Shapes) Canvas(plot string, x, y float64) bool {
	param, b := s.Pad(plot)
	return param != "" && x >= b[0] && x <= b[2] && y >= b[1] && y <= b[3]
}

// Turns reports whether a plot has a space that can be rotated.
func (s *Shapes) Turns(plot string) bool { return s.first(picture.Orbit, plot) != nil }

// OnCurve reports whether dragging in a plot follows a curve, instead of going up and down.
func (s *Shapes) OnCurve(plot string) bool {
	line := s.first(picture.Slide, plot)
	return line != nil && line.Z != nil
}
