package desk

import (
	"fmt"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Replace makes a whole document the present: one that the engine has accepted.
func (d *Desk) Replace(n doc.Document, what, key string) {
	in := d.Catalogue.Method(n.Method)
	if in == nil {
		return // the engine knows all methods
	}
	d.framed = !n.View.HasRange()
	frame(&n, in.TaskOf(n.Params))
	d.moving, d.spraying, d.stroking = -1, false, false
	// It is looked at as it says, or as the engine has found.
	d.lent = lent{on: true, from: n.View.Y, to: n.View.Y}
	d.Select(-1)
	c := Change{What: Whole, Points: true, View: true}
	if d.loaded {
		d.hist.Commit(n, what, key, true)
	} else {
		d.loaded, c.What = true, First
		d.hist.Reset(n)
	}
	d.set(n, c)
}

// PutBefore puts a document under the oldest step of history; false when there is
// no such method any more. what names the step from it to the next.
func (d *Desk) PutBefore(n doc.Document, what string) bool {
	in := d.Catalogue.Method(n.Method)
	if in == nil {
		return false
	}
	frame(&n, in.TaskOf(n.Params))
	d.hist.Before(n, what)
	return true
}

// WithRecipe is the present with the points of a recipe, which are still to be made,
// and with a method for them; false when there is none.
func (d *Desk) WithRecipe(ds doc.Dataset) (doc.Document, bool) {
	n := d.now
	info := d.Catalogue.Dataset(ds.Name)
	if info == nil && d.Catalogue.Table(ds.Name) != nil {
		return d.withRolled(ds)
	}
	if info == nil || !d.loaded {
		return n, false
	}
	n.Points, n.Dataset, n.Table, n.Title = nil, &ds, nil, ""
	n.Split = ofOthers(n.Split)
	if d.now.Dataset == nil || d.now.Dataset.Name != ds.Name {
		n.Names = doc.Names{} // of other data
	}
	if catalogue.Kin(info.Task) != catalogue.Kin(d.task) {
		d.byTask[catalogue.Kin(d.task)] = d.now
	}
	id, params, ok := d.Catalogue.MethodFor(info.Task, d.now)
	if !ok {
		d.Toast("There is no method for these data yet.", true)
		return n, false
	}
	if id != n.Method {
		d.byMethod[n.Method] = n.Params
		n.View.Show, n.View.Step = nil, nil
	}
	n.Method, n.Params = id, params
	// Another recipe is looked at anew; the same one with other numbers is not,
	// so that it stays in place while the slider moves.
	if d.now.Dataset == nil || d.now.Dataset.Name != ds.Name {
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	}
	return n, true
}

// withRolled is WithRecipe for a wide table that is made, shown as it is now.
func (d *Desk) withRolled(ds doc.Dataset) (doc.Document, bool) {
	t := doc.Table{Name: ds.Name}
	same := d.now.Table != nil && d.now.Table.Name == ds.Name
	if same {
		t = *d.now.Table
	}
	t.N, t.Noise, t.Seed, t.Rows = ds.N, ds.Noise, ds.Seed, nil
	n, ok := d.WithTable(t)
	if ok && same {
		n.View.X, n.View.Y = d.now.View.X, d.now.View.Y
	}
	return n, ok
}

// ShowTable has a wide table shown as chosen: choose gets the present one, nil = there is
// none, and is asked anew where people have changed something before the rows are there.
func (d *Desk) ShowTable(choose func(now *doc.Table) (doc.Table, bool), what, key string) {
	t, ok := choose(d.now.Table)
	if !ok {
		return
	}
	if n, ok := d.WithTable(t); ok {
		d.unroll(n, what, key, func() { d.ShowTable(choose, what, key) })
	}
}

// WithTable is the present with a wide table as chosen, whose points are still to be
// made, and with a method for it; false when there is none. Another table is looked at
// anew, and so is another plane of it.
func (d *Desk) WithTable(t doc.Table) (doc.Document, bool) {
	n := d.now
	if !d.loaded {
		return n, false
	}
	old := n.Table
	n.Points, n.Dataset, n.Table = nil, nil, &t
	n.Split = ofOthers(n.Split)
	n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	if old != nil && old.Name == t.Name {
		n.Names = n.Names.Beyond(old.Names) // people's own
	} else {
		n.Names, n.Title, n.View.Turn = doc.Names{}, "", nil
	}
	t.Names, t.Axes = doc.Names{}, nil
	const task = method.Classify
	if catalogue.Kin(task) != catalogue.Kin(d.task) {
		d.byTask[catalogue.Kin(d.task)] = d.now
		id, params, ok := d.Catalogue.MethodFor(task, d.now)
		if !ok {
			d.Toast("There is no method for these data yet.", true)
			return n, false
		}
		d.byMethod[n.Method] = n.Params
		n.View.Show, n.View.Step = nil, nil
		n.Method, n.Params = id, params
	}
	if in := d.Catalogue.Method(n.Method); in != nil && !in.TakesRows(n.Params) && t.Solid() {
		n.Table.Plane, n.Table.Space = nil, false
	}
	d.offPlane(&n)
	return n, true
}

// offPlane gives the choices of a document's method that are of points of the plane alone
// their defaults, where its rows are taken whole, and says so.
func (d *Desk) offPlane(n *doc.Document) {
	in := d.Catalogue.Method(n.Method)
	if in == nil || !in.TakesRows(n.Params) || n.Table == nil {
		return
	}
	params, p := in.WithoutPlane(n.Params)
	if n.Params = params; p != nil {
		d.Toast(fmt.Sprintf("%s: what is of points of the plane alone does not apply to rows that are taken whole, so it is %v now.", p.Label, valueName(p, p.Default)), false)
	}
}
