package editor

import (
	"maps"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Parameters that depend on the units of the data (method.Scales), and are fitted to them: where other data come in,
// where another method is chosen, or where one of them applies that did not before. What people have set themselves
// stays, and so does what a document brings with its points.

// Fitting is a parameter that was fitted to the units of the data: its value, and the one before; nil = the default.
type Fitting struct {
	Param   *method.Param
	Was, To any
}

// suited are the values that were set by hand, and those that were fitted, each while it is still there.
type suited struct {
	hand   map[place]any
	fitted map[place]Fitting

	axes bool // people have chosen the scales of the axes

	sized sized // what size is of
	size  method.Size
}

// place is a parameter of a method.
type place struct{ method, name string }

// setByHand tells that people have set a parameter of the present.
func (e *Editor) setByHand(name string, v any) {
	if e.suited.hand == nil {
		e.suited.hand = map[place]any{}
	}
	at := place{e.now.Method, name}
	e.suited.hand[at] = v
	delete(e.suited.fitted, at)
}

// setByHandAmong tells that people have set parameters of the present to what n has.
func (e *Editor) setByHandAmong(values map[string]any, n *doc.Document) {
	for name := range values {
		if v := n.Params[name]; v != nil {
			e.setByHand(name, v)
		}
	}
}

// Import makes a document the present that has other points than before, and nothing else of its own: a table that was
// read, a data set that was chosen.
func (e *Editor) Import(n doc.Document, what, key string) {
	e.suit(&n)
	e.replace(n, what, key)
}

// sameData tells whether two documents have the same points or rows, or the same recipe with other numbers.
func sameData(a, b *doc.Document) bool {
	switch {
	case a.Table != nil && b.Table != nil:
		return a.Table.Name != "" && a.Table.Name == b.Table.Name || a.Table.Rows == b.Table.Rows
	case a.Dataset != nil && b.Dataset != nil:
		return a.Dataset.Name == b.Dataset.Name
	case a.Table != nil || b.Table != nil || a.Dataset != nil || b.Dataset != nil:
		return false
	}
	return len(a.Points) == len(b.Points) && (len(a.Points) == 0 || &a.Points[0] == &b.Points[0])
}

// suit fits the parameters of a document that is to follow on the present. Its points are there.
func (e *Editor) suit(n *doc.Document) {
	in := e.Catalogue.Method(n.Method)
	if in == nil || !e.loaded || e.now.Method == n.Method && sameData(n, &e.now) &&
		maps.EqualFunc(n.Params, e.now.Params, method.SameValue) {
		return
	}
	e.axes(n, in)
	size := e.sizeOf(n, in)
	other := e.info != nil && !sameData(n, &e.now) && e.Size() != size
	cloned := false
	for _, m := range in.Misfits(n, size) {
		name := m.Param.Name
		at, given := place{n.Method, name}, n.Params[name]
		if hand, ok := e.suited.hand[at]; ok && method.SameValue(hand, given) || e.Locks(name) {
			continue
		}
		before, fitted := e.suited.fitted[at]
		fitted = fitted && method.SameValue(before.To, given)
		_, text := m.Value.(string)
		if !fitted && !method.SameValue(m.Value, m.Param.Default) && (text || !other) {
			continue // it is for these data, or nobody knows what for
		}
		if !cloned {
			n.Params, cloned = maps.Clone(n.Params), true
			if n.Params == nil {
				n.Params = map[string]any{}
			}
		}
		if fitted && m.Usual {
			delete(e.suited.fitted, at)
			if n.Params[name] = before.Was; before.Was == nil {
				delete(n.Params, name)
			}
			continue
		}
		if e.suited.fitted == nil {
			e.suited.fitted = map[place]Fitting{}
		}
		was := given
		if fitted {
			was = before.Was
		}
		n.Params[name] = m.Suit
		e.suited.fitted[at] = Fitting{m.Param, was, m.Suit}
	}
}

// axes gives the axes of a document that is to follow on the present the same scale or each its own, as suits its
// method and points, unless people have chosen. Where distances matter, axes of their own come with other points alone:
// another method keeps what there is.
func (e *Editor) axes(n *doc.Document, in *method.Info) {
	same := sameData(n, &e.now)
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
		f, ok := e.suited.fitted[place{e.now.Method, p.Name}]
		if ok && e.info.Applies(p.When, e.now.Params) && method.SameValue(f.To, e.now.Params[p.Name]) {
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
