package editor

import (
	"maps"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Parameters that depend on the units of the data (method.Scales), and are fitted to them: where other data come in,
// where another method is chosen, or where one of them applies that did not before. What people have set themselves
// stays. So does what a document brings, as long as its own data are there: with other data it is fitted to these, as
// the default is. So the same data with the same method have the same values, whatever was open before.

// Fitting is a parameter that was fitted to the units of the data: its value, and the one before; nil = the default.
type Fitting struct {
	Param   *method.Param
	Was, To any
}

// suited are the values that were set by hand, those that came with a document, and those that were fitted, each while
// it is still there.
type suited struct {
	hand    map[place]any
	brought map[place]brought
	fitted  map[place]Fitting

	axes bool // people have chosen the scales of the axes

	sized sized // what size is of
	size  method.Size
}

// place is a parameter of a method in a document; documents are numbered as they are opened.
type place struct {
	document     int
	method, name string
}

// brought is a value that came with a document, nil = its default, and the number of its data.
type brought struct {
	value any
	data  int
}

func (e *Editor) place(method, name string) place { return place{e.hist.Origin.Document, method, name} }

// setByHand tells that people have set a parameter of the present.
func (e *Editor) setByHand(name string, v any) {
	if e.suited.hand == nil {
		e.suited.hand = map[place]any{}
	}
	e.suited.hand[e.place(e.now.Method, name)] = v
}

// setByHandAmong tells that people have set parameters of the present to what n has.
func (e *Editor) setByHandAmong(values map[string]any, n *doc.Document) {
	for name := range values {
		if v := n.Params[name]; v != nil {
			e.setByHand(name, v)
		}
	}
}

// found tells that parameters of the present have values that a study has found: they are for these data.
func (e *Editor) found(values map[string]any) {
	if e.suited.brought == nil {
		e.suited.brought = map[place]brought{}
	}
	for name := range values {
		at, v := e.place(e.now.Method, name), e.now.Params[name]
		if hand, ok := e.suited.hand[at]; ok && v != nil && method.SameValue(hand, v) {
			delete(e.suited.hand, at)
			e.suited.brought[at] = brought{v, e.hist.Origin.Data}
		}
	}
}

// bring gives a document that is opened an origin, with its own values.
func (e *Editor) bring(n *doc.Document) {
	e.origins.Document++
	e.origins.Data++
	e.hist.Origin = e.origins
	in := e.Catalogue.Method(n.Method)
	if e.suited.brought == nil {
		e.suited.brought = map[place]brought{}
	}
	for i := range in.Params {
		if p := &in.Params[i]; p.Scales != nil && in.Applies(p.When, n.Params) {
			e.suited.brought[e.place(n.Method, p.Name)] = brought{n.Params[p.Name], e.hist.Origin.Data}
		}
	}
}

// carry tells that another method has the value that is at from.
func (s *suited) carry(from, to place) {
	if v, ok := s.hand[from]; ok {
		s.hand[to] = v
	}
	if v, ok := s.brought[from]; ok {
		s.brought[to] = v
	}
}

// fitting tells whether a value of the present was fitted to the data.
func (e *Editor) fitting(name string, v any) (f Fitting, ok bool) {
	at := e.place(e.now.Method, name)
	hand, byHand := e.suited.hand[at]
	f, ok = e.suited.fitted[at]
	return f, ok && method.SameValue(f.To, v) && !(byHand && method.SameValue(hand, v))
}

// Import makes a document the present that has other points than before, and nothing else of its own: a table that was
// read, a data set that was chosen, other columns of a table.
func (e *Editor) Import(n doc.Document, what, key string) {
	in := e.Catalogue.Method(n.Method)
	if in == nil {
		return // the engine knows all methods
	}
	data := e.hist.Origin.Data
	if !sameData(&n, &e.now, in.TakesRows(n.Params)) {
		e.origins.Data++
		data = e.origins.Data
	}
	e.suit(&n, data)
	e.hist.Origin.Data = data
	e.replace(n, what, key)
}

// sameData tells whether two documents have the same points or rows, or the same recipe with other numbers: whole, as a
// method has them that takes the rows of a table, or as they are in the plane.
func sameData(a, b *doc.Document, whole bool) bool {
	switch t, u := a.Table, b.Table; {
	case t != nil && t == u:
		return true
	case t != nil && u != nil:
		return sameRows(t, u) && t.Standardize == u.Standardize && (whole || slices.Equal(t.Plane, u.Plane)) &&
			(!whole && t.Plane != nil || slices.Equal(t.Chosen(), u.Chosen()))
	case a.Dataset != nil && b.Dataset != nil:
		return a.Dataset.Name == b.Dataset.Name
	case t != nil || u != nil || a.Dataset != nil || b.Dataset != nil:
		return false
	}
	return len(a.Points) == len(b.Points) && (len(a.Points) == 0 || &a.Points[0] == &b.Points[0])
}

// sameRows tells whether two tables have the same rows. Those of people's own are copied on their way through the
// engine.
func sameRows(t, u *doc.Table) bool {
	if t.Name != u.Name || t.Name != "" || t.Rows == u.Rows || t.Rows == nil || u.Rows == nil {
		return t.Name == u.Name && (t.Name != "" || t.Rows == u.Rows)
	}
	return slices.Equal(t.Rows.Columns, u.Rows.Columns) &&
		slices.EqualFunc(t.Rows.X, u.Rows.X, func(x, y float64) bool { return x == y || x != x && y != y })
}

// suit fits the parameters of a document that is to follow on the present. Its points are there; data is their number.
func (e *Editor) suit(n *doc.Document, data int) {
	in := e.Catalogue.Method(n.Method)
	if in == nil || !e.loaded {
		return
	}
	e.axes(n, in)
	if data == e.hist.Origin.Data && e.now.Method == n.Method && maps.EqualFunc(n.Params, e.now.Params, method.SameValue) {
		return
	}
	size := e.sizeOf(n, in)
	cloned := false
	for i := range in.Params {
		p := &in.Params[i]
		if p.Scales == nil || !in.Applies(p.When, n.Params) || e.Locks(p.Name) {
			continue
		}
		at, given := e.place(n.Method, p.Name), n.Params[p.Name]
		is := func(v any, ok bool) bool { return ok && method.SameValue(v, given) }
		hand, byHand := e.suited.hand[at]
		own, came := e.suited.brought[at]
		before, fitted := e.suited.fitted[at]
		fitted = is(before.To, fitted)
		switch usual := given == nil || method.SameValue(given, p.Default); {
		case is(hand, byHand), is(own.value, came) && own.data == data, !usual && !fitted && !is(own.value, came):
			continue // people have chosen it, or it is for these data
		}
		var to any
		if to = in.Suiting(p, n.Params, size); method.SameValue(to, p.Default) {
			if to = nil; given != nil && method.SameValue(given, p.Default) {
				to = given
			}
		}
		if method.SameValue(to, given) {
			continue
		}
		if !cloned {
			n.Params, cloned = maps.Clone(n.Params), true
			if n.Params == nil {
				n.Params = map[string]any{}
			}
		}
		if n.Params[p.Name] = to; to == nil {
			delete(n.Params, p.Name)
		}
		if e.suited.fitted == nil {
			e.suited.fitted = map[place]Fitting{}
		}
		was := given
		if fitted {
			was = before.Was
		}
		e.suited.fitted[at] = Fitting{p, was, to}
		if to == nil && (was == nil || method.SameValue(was, p.Default)) {
			delete(e.suited.fitted, at)
		}
	}
}

// axes gives the axes of a document that is to follow on the present the same scale or each its own, as suits its
// method and points, unless people have chosen. Where distances matter, axes of their own come with other points alone:
// another method keeps what there is.
func (e *Editor) axes(n *doc.Document, in *method.Info) {
	same := sameData(n, &e.now, false)
	if !same {
		e.suited.axes = false
	}
	if n.View.Axes == doc.EqualAxes && same || e.suited.axes || same && n.Method == e.now.Method {
		return
	}
	free := in.FitsAxes(n) && (in.Free || !same || n.View.Axes == doc.FreeAxes)
	if n.View.Axes = ""; free {
		n.View.Axes = doc.FreeAxes
	}
}

// Fittings are the parameters of the present that were fitted to the units of its data, and are so still.
func (e *Editor) Fittings() (list []Fitting) {
	if e.info == nil {
		return nil
	}
	for i := range e.info.Params {
		p := &e.info.Params[i]
		if f, ok := e.fitting(p.Name, e.now.Params[p.Name]); ok && e.info.Applies(p.When, e.now.Params) {
			f.Param = p
			list = append(list, f)
		}
	}
	return list
}

// Misfits are the parameters of the present that are for data of another size: a length differs by more than times from
// what suits these.
func (e *Editor) Misfits(times float64) (list []method.Misfit) {
	if e.info == nil {
		return nil
	}
	for _, m := range e.info.Misfits(&e.now, e.Size()) {
		if m.Times > times || m.Times == 0 && method.SameValue(m.Value, m.Param.Default) {
			list = append(list, m)
		}
	}
	return list
}

// Size is how large the data of the present are; see method.Info.SizeOf.
func (e *Editor) Size() method.Size { return e.sizeOf(&e.now, e.info) }

// sizeOf is how large the data of a document are. Those of the present, which it has while a slider moves, are measured
// once.
func (e *Editor) sizeOf(n *doc.Document, in *method.Info) method.Size {
	if n.Table != e.now.Table || len(n.Points) != len(e.now.Points) ||
		len(n.Points) > 0 && &n.Points[0] != &e.now.Points[0] {
		return in.SizeOf(n)
	}
	at := sized{e.version, e.replacements, in.ID, in.TakesRows(n.Params), in.TaskOf(n.Params), n.Table}
	if e.suited.sized != at {
		e.suited.sized, e.suited.size = at, in.SizeOf(n)
	}
	return e.suited.size
}

// sized is what a size is of.
type sized struct {
	version, replacements int
	method                string
	whole                 bool
	task                  method.Task
	table                 *doc.Table
}

// Width is the width of the method's kernel, or what stands for it, beside the one that suits the data; ok is false
// where it has none that could be set.
func (e *Editor) Width() (m method.Misfit, ok bool) {
	p := e.info.Param("gamma")
	if p == nil || p.Scales == nil || !e.info.Applies(p.When, e.now.Params) {
		return m, false
	}
	return method.Misfit{Param: p, Value: e.Param(p),
		Suit: e.info.Suiting(p, e.now.Params, e.Size())}, true
}

// Below tells whether a number that applies is below its default, with that.
func (e *Editor) Below(name string) (m method.Misfit, ok bool) {
	p := e.info.Param(name)
	if p == nil || !e.info.Applies(p.When, e.now.Params) {
		return m, false
	}
	now, _ := e.Param(p).(float64)
	to, _ := p.Default.(float64)
	return method.Misfit{Param: p, Value: now, Suit: to}, now < to
}

// ShowsAll tells whether all points are in the part of the plane that is looked at.
func (e *Editor) ShowsAll() bool {
	v := e.view
	for i := range e.now.Points {
		if p := &e.now.Points[i]; p.X < v.X0 || p.X > v.X1 || p.Y < v.Y0 || p.Y > v.Y1 {
			return false
		}
	}
	return true
}
