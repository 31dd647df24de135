package frame

import (
	"bytes"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Parts of the page, other than controls, that can be locked.
const (
	Points = "points" // no point can be added, moved, removed or held out
	Method = "method"
	Steps  = "steps"
	All    = "all"
	// No annotation can be added or changed.
	Annotations = "annotations"
)

var whole = []string{Points, Method, Steps, All, Annotations}

// named returns the control of a method by its name in an address.
func named(in *method.Info, params map[string]any, name string) (Control, bool) {
	c, ok := find(Available(in, params), name)
	if !ok {
		c, ok = find(all(in), name)
	}
	return c, ok
}

// Locks reports whether the user of the frame may not change a part: a control, by its name, or one of Points, Method,
// Steps and Annotations. Every lock except Steps and Annotations locks the method, too, because undoing could otherwise
// restore a document with another value of what is locked.
func (o Options) Locks(in *method.Info, params map[string]any, name string) bool {
	of, _, within := method.Within(name)
	for _, l := range o.Lock {
		if l == All || l == name || l == Points && name == HoldOut ||
			name == Method && l != Steps && l != Annotations {
			return true
		}
		if slices.Contains(whole, l) {
			continue
		}
		if c, ok := named(in, params, l); ok && (c.Name() == name || within && c.Name() == of) {
			return true
		}
	}
	return false
}

// Refuses returns the locked part that differs between two documents, "" if none does.
func (o Options) Refuses(in *method.Info, from, to *doc.Document) string {
	if len(o.Lock) == 0 {
		return ""
	}
	locks := func(name string) bool { return o.Locks(in, from.Params, name) }
	switch {
	case from.Method != to.Method && locks(Method):
		return "method"
	case locks(Points) && !sameData(from, to):
		return "points"
	case locks(HoldOut) && (from.Split != to.Split || from.View.Part != to.View.Part):
		return "points held out"
	case locks(Annotations) && !slices.Equal(from.Annotations, to.Annotations):
		return Annotations
	case slices.Contains(o.Lock, All) && !bytes.Equal(plain(*from), plain(*to)):
		return All
	case from.Method != to.Method:
		return ""
	}
	for _, l := range o.Lock {
		c, ok := named(in, from.Params, l)
		switch {
		case !ok || slices.Contains(whole, l):
		case c.Param != nil && !method.SameValue(value(in, c.Param, from), value(in, c.Param, to)),
			c.Show != nil && shown(in, c.Show, from) != shown(in, c.Show, to):
			return c.Label()
		}
	}
	return ""
}

// sameData reports whether two documents have the same points. The axes on which a table's rows are shown are not part
// of its data.
func sameData(a, b *doc.Document) bool {
	if s, t := a.Table, b.Table; s != nil && t != nil {
		return s.Name == t.Name && s.N == t.N && s.D == t.D && s.Noise == t.Noise && s.Seed == t.Seed &&
			s.Decay == t.Decay && s.Gamma == t.Gamma &&
			slices.Equal(s.Columns, t.Columns) && s.Standardize == t.Standardize && (s.Name != "" || s.Rows == t.Rows)
	}
	return a.Table == nil && b.Table == nil && slices.Equal(a.Points, b.Points)
}

// value returns a parameter's value in a document, or its default.
func value(in *method.Info, p *method.Param, d *doc.Document) any {
	if v := in.Given(p.Name, d.Params); v != nil {
		return v
	}
	return p.Default
}

func shown(in *method.Info, s *method.Show, d *doc.Document) bool {
	list, err := in.Shown(d.View.Show)
	return err == nil && list[s.Name]
}

// plain returns a document without its points and its view, encoded.
func plain(d doc.Document) []byte {
	v := &d.View
	v.X, v.Y, v.Step, v.Turn, v.Sweep, v.Present = [2]float64{}, [2]float64{}, nil, nil, nil, false
	d.Points = nil
	b, _ := doc.EncodeHead(d) // a document that is shown can be encoded
	return b
}
