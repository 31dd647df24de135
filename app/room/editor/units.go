package editor

import (
	"maps"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Units fits parameters that depend on the units of the data (method.Scales) when other data come, when another method
// is chosen, or when one of them comes to apply. Values that the user has set stay. A document's own values stay as
// long as its own data are there; with other data they are fitted, like the defaults. The same data with the same
// method therefore have the same values, whatever was open before.
type Units struct {
	*present
	ed *Editor

	// The values that were set by hand, those that came with a document, and those that were fitted, as long as they
	// are in place.
	hand    map[place]any
	brought map[place]brought
	fitted  map[place]Fitting

	sized sized // what size was computed for
	size  method.Size
}

// Fitting is a parameter that was fitted to the units of the data: its value To, and the one before, nil = the default.
type Fitting struct {
	Param   *method.Param
	Was, To any
}

// place identifies a parameter of a method in a document; documents are numbered in the order in which they are opened.
type place struct {
	document     int
	method, name string
}

// brought is a value that came with a document, nil = its default, and the number of its data.
type brought struct {
	value any
	data  int
}

func (un *Units) place(method, name string) place {
	return place{un.ed.History.stack.Origin.Document, method, name}
}

// setByHand notes that the user has set a parameter of the present document.
func (un *Units) setByHand(name string, v any) {
	un.hand[un.place(un.now.Method, name)] = v
}

// setByHandAmong notes that the user has set parameters of the present document to n's values.
func (un *Units) setByHandAmong(values map[string]any, n *doc.Document) {
	for name := range values {
		if v := n.Params[name]; v != nil {
			un.setByHand(name, v)
		}
	}
}

// found notes that parameters of the present document have values from a study, which hold for these data only.
func (un *Units) found(values map[string]any) {
	for name := range values {
		at, v := un.place(un.now.Method, name), un.now.Params[name]
		if hand, ok := un.hand[at]; ok && v != nil && method.SameValue(hand, v) {
			delete(un.hand, at)
			un.brought[at] = brought{v, un.ed.History.stack.Origin.Data}
		}
	}
}

// bring numbers a document that is opened, and notes its values.
func (un *Units) bring(n *doc.Document) {
	un.ed.History.newDocument()
	in := un.ed.Catalogue.Method(n.Method)
	for i := range in.Params {
		if p := &in.Params[i]; p.Scales != nil && in.Applies(p.When, n.Params) {
			un.brought[un.place(n.Method, p.Name)] = brought{n.Params[p.Name], un.ed.History.stack.Origin.Data}
		}
	}
}

// carry notes that another method has inherited the value at from.
func (un *Units) carry(from, to place) {
	if v, ok := un.hand[from]; ok {
		un.hand[to] = v
	}
	if v, ok := un.brought[from]; ok {
		un.brought[to] = v
	}
}

// fitting reports whether v, a value in the present document, was fitted to the data.
func (un *Units) fitting(name string, v any) (f Fitting, ok bool) {
	at := un.place(un.now.Method, name)
	hand, byHand := un.hand[at]
	f, ok = un.fitted[at]
	return f, ok && method.SameValue(f.To, v) && !(byHand && method.SameValue(hand, v))
}

// sameData reports whether two documents have the same points or rows, or the same recipe with other numbers. whole
// compares a table's rows as a method sees them that takes them whole, otherwise as they are in the plane.
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

// sameRows reports whether two tables have the same rows. A user's table is compared by content, because the engine
// returns a copy.
func sameRows(t, u *doc.Table) bool {
	if t.Name != u.Name || t.Name != "" || t.Rows == u.Rows || t.Rows == nil || u.Rows == nil {
		return t.Name == u.Name && (t.Name != "" || t.Rows == u.Rows)
	}
	return slices.Equal(t.Rows.Columns, u.Rows.Columns) &&
		slices.EqualFunc(t.Rows.X, u.Rows.X, func(x, y float64) bool { return x == y || x != x && y != y })
}

// suit fits the parameters of a document that is about to replace the present one. Its points are there; data is their
// number.
func (un *Units) suit(n *doc.Document, data int) {
	in := un.ed.Catalogue.Method(n.Method)
	if in == nil || !un.loaded {
		return
	}
	un.ed.View.scaleAxes(n, in)
	if data == un.ed.History.stack.Origin.Data && un.now.Method == n.Method &&
		maps.EqualFunc(n.Params, un.now.Params, method.SameValue) {
		return
	}
	size := un.sizeOf(n, in)
	cloned := false
	for i := range in.Params {
		p := &in.Params[i]
		if p.Scales == nil || !in.Applies(p.When, n.Params) || un.ed.Locks(p.Name) {
			continue
		}
		at, given := un.place(n.Method, p.Name), n.Params[p.Name]
		is := func(v any, ok bool) bool { return ok && method.SameValue(v, given) }
		hand, byHand := un.hand[at]
		own, came := un.brought[at]
		before, fitted := un.fitted[at]
		fitted = is(before.To, fitted)
		switch usual := given == nil || method.SameValue(given, p.Default); {
		case is(hand, byHand), is(own.value, came) && own.data == data, !usual && !fitted && !is(own.value, came):
			continue // set by the user, the document's own value for its own data, or of unknown origin
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
		was := given
		if fitted {
			was = before.Was
		}
		un.fitted[at] = Fitting{p, was, to}
		if to == nil && (was == nil || method.SameValue(was, p.Default)) {
			delete(un.fitted, at)
		}
	}
}

// Fittings returns the parameters of the present document that were fitted to the units of its data and have not
// changed since.
func (un *Units) Fittings() (list []Fitting) {
	if un.info == nil {
		return nil
	}
	for i := range un.info.Params {
		p := &un.info.Params[i]
		if f, ok := un.fitting(p.Name, un.now.Params[p.Name]); ok && un.info.Applies(p.When, un.now.Params) {
			f.Param = p
			list = append(list, f)
		}
	}
	return list
}

// Misfits returns the parameters of the present document that were chosen for data of another size: a length that
// differs from a suitable one by more than the factor times, or the default of a parameter that is not a number.
func (un *Units) Misfits(times float64) (list []method.Misfit) {
	if un.info == nil {
		return nil
	}
	for _, m := range un.info.Misfits(&un.now, un.Size()) {
		if m.Times > times || m.Times == 0 && method.SameValue(m.Value, m.Param.Default) {
			list = append(list, m)
		}
	}
	return list
}

// Size returns the size of the present data; see method.Info.SizeOf.
func (un *Units) Size() method.Size { return un.sizeOf(&un.now, un.info) }

// sizeOf returns the size of a document's data. It caches that of the present data, which is needed with each move of a
// slider.
func (un *Units) sizeOf(n *doc.Document, in *method.Info) method.Size {
	if n.Table != un.now.Table || len(n.Points) != len(un.now.Points) ||
		len(n.Points) > 0 && &n.Points[0] != &un.now.Points[0] {
		return in.SizeOf(n)
	}
	at := sized{un.version, un.ed.History.age.wholes, in.ID, in.TakesRows(n.Params), in.TaskOf(n.Params), n.Table}
	if un.sized != at {
		un.sized, un.size = at, in.SizeOf(n)
	}
	return un.size
}

// sized identifies the data and the method that a size was computed for.
type sized struct {
	version, replacements int
	method                string
	whole                 bool
	task                  method.Task
	table                 *doc.Table
}

// Width returns the width of the method's kernel, or of what corresponds to it, with the width that suits the data; ok
// is false if it has none that can be set.
func (un *Units) Width() (m method.Misfit, ok bool) {
	p := un.info.Param("gamma")
	if p == nil || p.Scales == nil || !un.info.Applies(p.When, un.now.Params) {
		return m, false
	}
	return method.Misfit{Param: p, Value: un.ed.Param(p),
		Suit: un.info.Suiting(p, un.now.Params, un.Size())}, true
}
