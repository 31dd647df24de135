package editor

import (
	"cmp"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Data replaces the document's data: recipes, tables, and the last data of another kind of task.
type Data struct {
	*present
	ed *Editor

	last map[string]kept // last data, by kind of task
}

// unroll has the rows of n's table projected anew, in one step. If the user has changed the document when the answer
// comes, the change is not overwritten: again repeats the edit on the document as it is then, unless that is another
// document. unroll returns false if the edit is locked.
func (da *Data) unroll(n doc.Document, what, key string, again func()) bool {
	if da.ed.refused(&n) {
		return false
	}
	by := func(do func()) { do() }
	if da.ed.Lock != nil {
		by = da.ed.Lock.Later()
	}
	then := da.ed.History.age
	da.ed.Unroll(n, func(made doc.Document) {
		switch now := da.ed.History.age; {
		case now.wholes != then.wholes:
		case now.edits != then.edits:
			by(again)
		default:
			da.ed.imports(made, what, key, true)
		}
	})
	return true
}

// switchKind puts the last data of another kind of task into n, because classes cannot serve as heights, or the
// reverse. The present data are stored until the user returns to their kind. It returns false if the edit is locked.
func (da *Data) switchKind(n doc.Document, after method.Task, what string) bool {
	if da.ed.Denies(LockedPoints, LockedPoints) || da.ed.refused(&n) {
		return false
	}
	da.keep()
	da.ed.Selection.Set(-1)
	n.View.Step = nil
	n.Split = ofOthers(n.Split)
	n.Unsay()
	old, ok := da.last[catalogue.Kin(after)]
	was, origin := da.ed.History.stack.Origin, da.ed.History.stack.Origin
	ds := da.ed.Catalogue.DataFor(n.Method, after)
	// If the user has removed all points, sample data are not wanted.
	if len(da.now.Points) == 0 && da.now.Dataset == nil && da.now.Table == nil &&
		da.ed.Catalogue.DataFor(da.now.Method, da.task) != nil {
		ds = nil
	}
	switch {
	case ok:
		origin.Data = old.data
		n.Points, n.Dataset, n.Table = old.Points, old.Dataset, old.Table
		n.Title = da.ed.Titled(da.ed.Methods.titleWith(&old.Document, n.Method))
		n.Names, n.Split = old.Names, old.Split
		n.Note, n.Annotations = old.Note, old.Annotations
		n.View.X, n.View.Y = old.View.X, old.View.Y
	case ds != nil:
		recipe := ds.Recipe(1)
		n.Points, n.Dataset, n.Table, n.Title = nil, &recipe, nil, da.ed.Titled("")
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		da.ed.Make(n, what)
		return true
	default: // it draws without points, or waits for the user's
		origin.Data = da.ed.History.newData()
		n.Points, n.Dataset, n.Table, n.Title = nil, nil, nil, da.ed.Titled("")
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		if r := da.ed.Catalogue.Method(n.Method).Range; r != nil {
			n.View.X, n.View.Y = [2]float64{r[0], r[1]}, [2]float64{r[2], r[3]}
		}
	}
	da.ed.Units.suit(&n, origin.Data)
	frame(&n, da.ed.Catalogue.Method(n.Method))
	da.ed.History.stack.Origin = origin
	if !da.ed.commit(n, what, "", Change{What: Step, Replaced: true, View: true}) {
		da.ed.History.stack.Origin = was
		return false
	}
	return true
}

// kept is the last data of a kind of task.
type kept struct {
	doc.Document
	data int // their number; see history.Origin
}

func (da *Data) keep() {
	da.last[catalogue.Kin(da.task)] = kept{da.now, da.ed.History.stack.Origin.Data}
}

// WithRecipe returns the present document with another recipe, whose points are still to be made, and with a method for
// it; false if there is none.
func (da *Data) WithRecipe(ds doc.Dataset) (doc.Document, bool) {
	n := da.now
	info := da.ed.Catalogue.Dataset(ds.Name)
	if info == nil && da.ed.Catalogue.Table(ds.Name) != nil {
		return da.withRolled(ds)
	}
	if info == nil || !da.loaded {
		return n, false
	}
	n.Points, n.Dataset, n.Table, n.Title, n.Note = nil, &ds, nil, da.ed.Titled(""), ""
	n.Split = ofOthers(n.Split)
	if da.now.Dataset == nil || da.now.Dataset.Name != ds.Name {
		n.Unsay() // it belongs to other data
	}
	if catalogue.Kin(info.Task) != catalogue.Kin(da.task) {
		da.keep()
	}
	id, params, ok := da.ed.Catalogue.MethodFor(info.Task, da.now)
	if !ok {
		da.ed.Toast("There is no method for these data.", true)
		return n, false
	}
	if id != n.Method {
		da.ed.Methods.remember(n.Method, n.Params)
		n.View.Show, n.View.Step = da.ed.Catalogue.Method(id).Begins(), nil
	}
	n.Method, n.Params = id, params
	da.ed.unsweep(&n)
	// With another recipe the view is reset. With other numbers of the same recipe it stays, so that it does not move
	// while a slider is dragged.
	if da.now.Dataset == nil || da.now.Dataset.Name != ds.Name {
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	}
	da.ed.Wall.follow(&n)
	n.View.Part = 0 // of other points
	return n, true
}

// withRolled is WithRecipe for a wide table with a recipe, projected as the present one.
func (da *Data) withRolled(ds doc.Dataset) (doc.Document, bool) {
	t := doc.Table{Name: ds.Name}
	same := da.now.Table != nil && da.now.Table.Name == ds.Name
	if same {
		t = *da.now.Table
	}
	if in := da.ed.Catalogue.Table(ds.Name); in != nil && cmp.Or(t.D, in.D) != cmp.Or(ds.D, in.D) {
		// The chosen columns may no longer exist.
		t.D, t.Columns, t.Plane, t.Color, t.Space = ds.D, nil, nil, 0, t.Space && ds.D > 2
	}
	t.N, t.Noise, t.Seed, t.Rows = ds.N, ds.Noise, ds.Seed, nil
	t.Decay, t.Gamma = ds.Decay, ds.Gamma
	n, ok := da.WithTable(t)
	if ok && same {
		n.View.X, n.View.Y = da.now.View.X, da.now.View.Y
		da.ed.Wall.follow(&n)
	}
	return n, ok
}

// ShowTable shows a wide table in another way. choose gets the present one, nil = there is none, and is called again if
// the user changes something before the rows are there.
func (da *Data) ShowTable(choose func(now *doc.Table) (doc.Table, bool), what, key string) {
	t, ok := choose(da.now.Table)
	if !ok {
		return
	}
	if n, ok := da.WithTable(t); ok {
		da.unroll(n, what, key, func() { da.ShowTable(choose, what, key) })
	}
}

// WithTable returns the present document with the wide table t, whose points are still to be made, and with a method
// for it; false if there is none. The view is reset for another table, and for another plane of the same.
func (da *Data) WithTable(t doc.Table) (doc.Document, bool) {
	n := da.now
	if !da.loaded {
		return n, false
	}
	old := n.Table
	n.Points, n.Dataset, n.Table = nil, nil, &t
	n.Split = ofOthers(n.Split)
	n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	if old != nil && old.Name == t.Name {
		n.Names = n.Names.Beyond(old.Names) // the user's own
	} else {
		n.Unsay()
		n.Title, n.View.Turn = da.ed.Titled(""), nil
	}
	t.Names, t.Axes = doc.Names{}, nil
	task, aims := method.Classify, da.info != nil && da.info.Aims(da.now.Params)
	if in := da.ed.Catalogue.Table(t.Name); in != nil {
		task = in.Task
	}
	if !aims && (catalogue.Kin(method.Classify) != catalogue.Kin(da.task) || task == method.Regress &&
		da.task == method.Classify) {
		da.keep()
		id, params, ok := da.ed.Catalogue.MethodForTable(task, da.now)
		if !ok {
			da.ed.Toast("There is no method for these data.", true)
			return n, false
		}
		da.ed.Methods.remember(n.Method, n.Params)
		n.View.Show, n.View.Step = da.ed.Catalogue.Method(id).Begins(), nil
		n.Method, n.Params = id, params
		da.ed.unsweep(&n)
	}
	if in := da.ed.Catalogue.Method(n.Method); in != nil && (!in.TakesRows(n.Params) || in.Aims(n.Params)) && t.Solid() {
		n.Table.Plane, n.Table.Space = nil, false
	}
	da.offPlane(&n)
	return n, true
}

// offPlane resets those choices of a document's method to their defaults that exist only for points in the plane, if
// the method takes the table's rows whole, and tells the user.
func (da *Data) offPlane(n *doc.Document) {
	in := da.ed.Catalogue.Method(n.Method)
	if in == nil || !in.TakesRows(n.Params) || n.Table == nil {
		return
	}
	params, p := in.WithoutPlane(n.Params)
	if n.Params = params; p != nil {
		da.ed.Toast(words.Sprintf("%s: this value is for points of the plane only, not for whole rows. The value is now %v.",
			p.Label, p.Say(p.Default)), false)
	}
}
