package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// addition is what a contributor adds to the pictures of one fit.
type addition interface {
	where() place
	unknown() []string // remarks for the status, such as why something is unknown
	// work computes what takes long; rests = the user is not dragging.
	work(job method.Job, rests bool) error
	// facts returns the facts that come before the model's, and those that come after, late ones without values.
	facts() (before, after method.FactList)
	// layers draws over the plane; raster is the model's, nil = none.
	layers(job method.Job, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
	panels() []method.Panel
	symbol() string // the name of the layers where they belong to a symbol of a formula: see Lit; "" = they do not
	// keyed reports whether one of the panels drawn has keys that the panel itself can't describe.
	keyed(drawn []string) bool
	// rowKeys adds the keys of the document's points in a panel; ok is false if the panel is another one's.
	rowKeys(panel string, add func(point int, key string)) (ok bool)
	// tell describes what a key stands for, with the document's points that a click selects.
	tell(key string) (t method.Told, points []int, ok bool)
	explain(x []float64, v picture.Viewport, e *method.Explanation)
}

// place says where an addition's panels are among all panels.
type place int

const (
	foremost place = iota // before the model's; its layers are drawn under lines
	ofModel               // as the model's own
	behind                // after the model's
	hindmost              // after all others
)

// plain is an addition that adds nothing.
type plain struct{}

func (plain) where() place                                             { return hindmost }
func (plain) unknown() []string                                        { return nil }
func (plain) work(method.Job, bool) error                              { return nil }
func (plain) facts() (before, after method.FactList)                   { return nil, nil }
func (plain) panels() []method.Panel                                   { return nil }
func (plain) symbol() string                                           { return "" }
func (plain) keyed([]string) bool                                      { return false }
func (plain) rowKeys(string, func(int, string)) bool                   { return false }
func (plain) tell(string) (t method.Told, points []int, ok bool)       { return t, nil, false }
func (plain) explain([]float64, picture.Viewport, *method.Explanation) {}
func (plain) layers(method.Job, picture.Viewport, *picture.Raster, bool) []picture.Layer {
	return nil
}

// look makes the additions that a request asks for. Their remarks are shown with the status.
func (s *Session) look(f *Fit, req *Request) {
	f.additions = nil
	for _, of := range s.able.adders {
		if v := of(s, f, req); v != nil {
			f.additions = append(f.additions, v)
			f.notes = append(f.notes, v.unknown()...)
		}
	}
}

// panelsAt returns the panels of the additions at a place.
func (f *Fit) panelsAt(at place) (list []method.Panel) {
	for _, v := range f.additions {
		if v.where() == at {
			list = append(list, v.panels()...)
		}
	}
	return list
}

// layersAt returns the layers of the additions that are drawn under lines, or over them.
func (f *Fit) layersAt(job method.Job, under bool, v picture.Viewport, raster *picture.Raster,
	fine bool) (list []picture.Layer) {
	for _, x := range f.additions {
		if (x.where() == foremost) == under {
			list = append(list, x.layers(job, v, raster, fine)...)
		}
	}
	return list
}

// addedFacts returns the facts of the additions: those before the model's, and those after.
func (f *Fit) addedFacts() (before, after method.FactList) {
	for _, v := range f.additions {
		b, a := v.facts()
		before, after = append(before, b...), append(after, a...)
	}
	return before, after
}

// tellAdded describes what a key of an addition stands for.
func (f *Fit) tellAdded(key string) (t method.Told, points []int, ok bool) {
	for _, v := range f.additions {
		if t, points, ok = v.tell(key); ok {
			return t, points, ok
		}
	}
	return t, nil, false
}

// keysAdded reports whether an addition has keys in the panels drawn.
func (f *Fit) keysAdded(drawn []string) bool {
	return slices.ContainsFunc(f.additions, func(v addition) bool { return v.keyed(drawn) })
}

// rowsAdded adds the keys of points in a panel of an addition; ok is false if it is none.
func (f *Fit) rowsAdded(panel string, add func(point int, key string)) (ok bool) {
	return slices.ContainsFunc(f.additions, func(v addition) bool { return v.rowKeys(panel, add) })
}
