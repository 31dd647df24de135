package method

import (
	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Part names a part of a picture that can be switched on and off. Most are a
// method's own; those below the session draws by itself of what a model can do,
// unless the model is a PartDrawer that does. A method that doesn't list such a
// part among its Shows has it always.
type Part string

// The parts that the session draws by itself.
const (
	Regions  Part = "regions"  // the colours of a Scorer's or Field's raster, under all else
	Boundary Part = "boundary" // lines between the regions of a Scorer's classes, above what Layers puts under
	Isolines Part = "isolines" // lines of equal value of a Field, there too
	Mean     Part = "mean"     // the curve of a Predictor's answers on the line, there too
)

// Parts are those that the session draws by itself, in painting order.
var Parts = []Part{Regions, Boundary, Isolines, Mean}

// Box gives a Sharp raster the cuts of a model that is Boxed.
func Box(m Model, r *picture.Raster) {
	b, ok := m.(Boxed)
	if !ok || r == nil || !r.Sharp {
		return
	}
	if boxes := picture.NewBoxes(r.Grid); b.Cuts(boxes.Cut) {
		r.Boxes = boxes
	}
}

// Says returns what the legend says of p: the model's words, or those that are true
// of every model of which the session draws it. Isolines are lines of equal value,
// which the raster's name tells.
func (p Part) Says(m Model, raster *picture.Raster) string {
	if own, ok := m.(PartNamer); ok {
		if words := own.PartSays(p); words != "" {
			return words
		}
	}
	switch p {
	case Regions:
		_, scorer := m.(Scorer)
		switch {
		case !scorer: // of a Field: the raster's name tells
		case raster.Kind == picture.Shares:
			return "region of a class: mix of the neighbours' classes"
		case raster.Kind == picture.Labels || !(raster.Hi > 0):
			return "region of a class"
		default:
			return "region of a class, fainter where less certain"
		}
	case Boundary:
		return "decision boundary"
	case Mean:
		return "fitted curve"
	case Isolines:
		if raster != nil && raster.Name != "" {
			return "lines of equal " + raster.Name
		}
		return "lines of equal value"
	}
	return ""
}

// DrawnFor tells whether the session draws p for a model of a task.
func (p Part) DrawnFor(m Model, t Task) bool {
	if own, ok := m.(PartDrawer); ok && own.Draws(p) {
		return false
	}
	_, scorer := m.(Scorer)
	_, field := m.(Field)
	_, predictor := m.(Predictor)
	switch p {
	case Regions:
		return scorer || field
	case Boundary:
		return scorer
	case Isolines:
		return field
	case Mean:
		return predictor && t == Regress
	}
	return false
}

// Painted tells whether a picture of m holds its raster, or tells of its values: not where
// a Scorer draws regions and boundary itself. The raster of such a model is for scripts.
func Painted(m Model, t Task) bool {
	switch m.(type) {
	case Field:
		return true
	case Scorer:
		return Regions.DrawnFor(m, t) || Boundary.DrawnFor(m, t)
	}
	return false
}

// Shown says of each part whether it is switched on.
type Shown map[Part]bool

// Shown returns the parts that are switched on: the document's, or the defaults.
func (in *Info) Shown(show []string) (Shown, error) {
	s := Shown{}
	if show == nil {
		for _, x := range in.Shows {
			s[x.Name] = x.On
		}
		return s, nil
	}
	for _, name := range show {
		if in.show(Part(name)) == nil {
			return nil, doc.Errorf("view.show", "names of layers of "+in.Name+" ("+in.showNames()+")", name)
		}
		s[Part(name)] = true
	}
	return s, nil
}

// Begins is the list of layers of a document whose method people have chosen: nil, where that is what one without a
// list shows.
func (in *Info) Begins() (show []string) {
	fresh := false
	for _, s := range in.Shows {
		fresh = fresh || s.Fresh
		if s.On || s.Fresh {
			show = append(show, string(s.Name))
		}
	}
	if !fresh {
		return nil
	}
	return show
}

// show returns the declaration of a part, nil when there is none.
func (in *Info) show(p Part) *Show {
	for i := range in.Shows {
		if in.Shows[i].Name == p {
			return &in.Shows[i]
		}
	}
	return nil
}

// On tells whether a part is to be drawn: it is switched on, or has no switch.
func (in *Info) On(p Part, show Shown) bool { return in.show(p) == nil || show[p] }
