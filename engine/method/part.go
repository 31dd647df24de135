package method

import (
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Part names a part of a picture that can be switched on and off. Most are a method's own. The session draws those
// below, using the capabilities of the model, unless the model draws them itself (Drawing.Draws). If a method
// doesn't list such a part among its Shows, it is always on.
type Part string

const (
	Regions  Part = "regions"  // the colors of the model's raster, below everything else
	Boundary Part = "boundary" // lines between the regions of the classes of ScoreRaster, above the lower layers of Layers
	Isolines Part = "isolines" // lines of equal value of FieldRaster, at the same depth
	Mean     Part = "mean"     // the curve of the predictions on the line, at the same depth
)

// Parts lists the parts that the session draws, in painting order.
var Parts = []Part{Regions, Boundary, Isolines, Mean}

// Box sets the cuts of a model with Cuts on a Sharp raster, if its predictions change at the cuts only.
func (d *Drawing) Box(r *picture.Raster) {
	if d.Cuts == nil || r == nil || !r.Sharp {
		return
	}
	if boxes := picture.NewBoxes(r.Grid); d.Cuts(boxes.Cut) {
		r.Boxes = boxes
	}
}

// Says returns the legend text for p: the model's words, or a text that is right for all models. The name of the raster
// describes isolines. The result is "" for the regions of a field, which are described by their raster, and for a
// method's own parts.
func (p Part) Says(m *Capabilities, raster *picture.Raster) string {
	if m.PartSays != nil {
		if words := m.PartSays(p); words != "" {
			return words
		}
	}
	switch p {
	case Regions:
		switch {
		case m.ScoreRaster == nil: // a field is named by its raster
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
			return words.Text("lines of equal %s", raster.Name)
		}
		return "lines of equal value"
	}
	return ""
}

// DrawnFor reports whether the session draws p for a model of a task.
func (p Part) DrawnFor(m *Capabilities, t Task) bool {
	if m.Draws != nil && m.Draws(p) {
		return false
	}
	switch p {
	case Regions:
		return m.ScoreRaster != nil || m.FieldRaster != nil
	case Boundary:
		return m.ScoreRaster != nil
	case Isolines:
		return m.FieldRaster != nil
	case Mean:
		return m.Predictor != nil && t == Regress
	}
	return false
}

// Painted reports whether a picture of m contains its raster or uses its values. It does not if m has ScoreRaster and
// draws regions and boundary itself: such a raster is only for scripts.
func Painted(m *Capabilities, t Task) bool {
	switch {
	case m.FieldRaster != nil:
		return true
	case m.ScoreRaster != nil:
		return Regions.DrawnFor(m, t) || Boundary.DrawnFor(m, t)
	}
	return false
}

// Shown says which parts are switched on.
type Shown map[Part]bool

// Shown returns the parts that are switched on: those of the document, or the defaults if show is nil.
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
			return nil, doc.Errorf("view.show", words.Text("names of layers of %s (%s)", in.Name, in.showNames()), name)
		}
		s[Part(name)] = true
	}
	return s, nil
}

// Begins returns the list of layers for a document in which the user has just chosen the method; nil if these are the
// same as without a list.
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

// show returns the declaration of a part, or nil if there is none.
func (in *Info) show(p Part) *Show {
	for i := range in.Shows {
		if in.Shows[i].Name == p {
			return &in.Shows[i]
		}
	}
	return nil
}

// On reports whether a part is to be drawn: it is switched on, or has no switch.
func (in *Info) On(p Part, show Shown) bool { return in.show(p) == nil || show[p] }
