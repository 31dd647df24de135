package editor

import (
	"cmp"
	"fmt"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Replace makes a whole document the present: one that the engine has accepted.
func (e *Editor) Replace(n doc.Document, what, key string) {
	if e.Catalogue.Method(n.Method) == nil {
		return // the engine knows all methods
	}
	e.suited.axes = false
	e.bring(&n)
	e.replace(n, what, key)
}

func (e *Editor) replace(n doc.Document, what, key string) {
	in := e.Catalogue.Method(n.Method)
	e.framed = !n.View.HasRange()
	frame(&n, in)
	e.dragged, e.spraying, e.stroking = -1, false, false
	// It is looked at as it says, or as the engine has found.
	e.lent = lent{on: true, from: n.View.Y, to: n.View.Y}
	e.Select(-1)
	c := Change{What: Replaced, Points: true, View: true, Rolled: e.rolled}
	if e.loaded {
		e.hist.Commit(n, what, key, true)
	} else {
		e.loaded, c.What = true, First
		e.hist.Reset(n)
	}
	e.set(n, c)
}

// PutBefore puts a document under the oldest step of history; false when there is
// no such method any more. what names the step from it to the next.
func (e *Editor) PutBefore(n doc.Document, what string) bool {
	in := e.Catalogue.Method(n.Method)
	if in == nil {
		return false
	}
	frame(&n, in)
	now := e.hist.Origin
	e.bring(&n)
	e.hist.Before(n, what)
	e.hist.Origin = now
	return true
}

// WithRecipe is the present with the points of a recipe, which are still to be made,
// and with a method for them; false when there is none.
func (e *Editor) WithRecipe(ds doc.Dataset) (doc.Document, bool) {
	n := e.now
	info := e.Catalogue.Dataset(ds.Name)
	if info == nil && e.Catalogue.Table(ds.Name) != nil {
		return e.withRolled(ds)
	}
	if info == nil || !e.loaded {
		return n, false
	}
	n.Points, n.Dataset, n.Table, n.Title, n.Note = nil, &ds, nil, e.Titled(""), ""
	n.Split = ofOthers(n.Split)
	if e.now.Dataset == nil || e.now.Dataset.Name != ds.Name {
		n.Names = doc.Names{} // of other data
	}
	if catalogue.Kin(info.Task) != catalogue.Kin(e.task) {
		e.keepData()
	}
	id, params, ok := e.Catalogue.MethodFor(info.Task, e.now)
	if !ok {
		e.Notifier.Toast("There is no method for these data.", true)
		return n, false
	}
	if id != n.Method {
		e.byMethod[e.place(n.Method, "")] = n.Params
		n.View.Show, n.View.Step = e.Catalogue.Method(id).Begins(), nil
	}
	n.Method, n.Params = id, params
	e.unsweep(&n)
	// Another recipe is looked at anew; the same one with other numbers is not,
	// so that it stays in place while the slider moves.
	if e.now.Dataset == nil || e.now.Dataset.Name != ds.Name {
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	}
	e.walled(&n)
	n.View.Part = 0 // of other points
	return n, true
}

// withRolled is WithRecipe for a wide table that is made, shown as it is now.
func (e *Editor) withRolled(ds doc.Dataset) (doc.Document, bool) {
	t := doc.Table{Name: ds.Name}
	same := e.now.Table != nil && e.now.Table.Name == ds.Name
	if same {
		t = *e.now.Table
	}
	if in := e.Catalogue.Table(ds.Name); in != nil && cmp.Or(t.D, in.D) != cmp.Or(ds.D, in.D) {
		// They may be columns that there are no more.
		t.D, t.Columns, t.Plane, t.Color, t.Space = ds.D, nil, nil, 0, t.Space && ds.D > 2
	}
	t.N, t.Noise, t.Seed, t.Rows = ds.N, ds.Noise, ds.Seed, nil
	t.Decay, t.Gamma = ds.Decay, ds.Gamma
	n, ok := e.WithTable(t)
	if ok && same {
		n.View.X, n.View.Y = e.now.View.X, e.now.View.Y
		e.walled(&n)
	}
	return n, ok
}

// ShowTable has a wide table shown as chosen: choose gets the present one, nil = there is
// none, and is asked anew where people have changed something before the rows are there.
func (e *Editor) ShowTable(choose func(now *doc.Table) (doc.Table, bool), what, key string) {
	t, ok := choose(e.now.Table)
	if !ok {
		return
	}
	if n, ok := e.WithTable(t); ok {
		e.unroll(n, what, key, func() { e.ShowTable(choose, what, key) })
	}
}

// WithTable is the present with a wide table as chosen, whose points are still to be
// made, and with a method for it; false when there is none. Another table is looked at
// anew, and so is another plane of it.
func (e *Editor) WithTable(t doc.Table) (doc.Document, bool) {
	n := e.now
	if !e.loaded {
		return n, false
	}
	old := n.Table
	n.Points, n.Dataset, n.Table = nil, nil, &t
	n.Split = ofOthers(n.Split)
	n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	if old != nil && old.Name == t.Name {
		n.Names = n.Names.Beyond(old.Names) // people's own
	} else {
		n.Names, n.Title, n.Note, n.View.Turn = doc.Names{}, e.Titled(""), "", nil
	}
	t.Names, t.Axes = doc.Names{}, nil
	task, aims := method.Classify, e.info != nil && e.info.Aims(e.now.Params)
	if in := e.Catalogue.Table(t.Name); in != nil {
		task = in.Task
	}
	if !aims && (catalogue.Kin(method.Classify) != catalogue.Kin(e.task) || task == method.Regress &&
		e.task == method.Classify) {
		e.keepData()
		id, params, ok := e.Catalogue.MethodForTable(task, e.now)
		if !ok {
			e.Notifier.Toast("There is no method for these data.", true)
			return n, false
		}
		e.byMethod[e.place(n.Method, "")] = n.Params
		n.View.Show, n.View.Step = e.Catalogue.Method(id).Begins(), nil
		n.Method, n.Params = id, params
		e.unsweep(&n)
	}
	if in := e.Catalogue.Method(n.Method); in != nil && (!in.TakesRows(n.Params) || in.Aims(n.Params)) && t.Solid() {
		n.Table.Plane, n.Table.Space = nil, false
	}
	e.offPlane(&n)
	return n, true
}

// offPlane gives the choices of a document's method that are of points of the plane alone
// their defaults, where its rows are taken whole, and says so.
func (e *Editor) offPlane(n *doc.Document) {
	in := e.Catalogue.Method(n.Method)
	if in == nil || !in.TakesRows(n.Params) || n.Table == nil {
		return
	}
	params, p := in.WithoutPlane(n.Params)
	if n.Params = params; p != nil {
		e.Notifier.Toast(fmt.Sprintf("%s: this value is for points of the plane only, not for whole rows. The value is "+
			"now %v.",
			p.Label, p.Say(p.Default)), false)
	}
}
