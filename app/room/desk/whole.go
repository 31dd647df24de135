package desk

import (
	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
)

// Replace makes a whole document the present: one that the engine has accepted.
func (d *Desk) Replace(n doc.Document, what, key string) {
	in := d.Catalogue.Method(n.Method)
	if in == nil {
		return // the engine knows all methods
	}
	frame(&n, in.TaskOf(n.Params))
	d.moving, d.spraying = -1, false
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
	if info == nil || !d.loaded {
		return n, false
	}
	n.Points, n.Dataset, n.Title = nil, &ds, ""
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
