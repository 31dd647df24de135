package editor

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// frame gives a document without a range one, so that the view stays in place while its points change.
func frame(n *doc.Document, in *method.Info) {
	if !n.View.HasRange() {
		n.View.X, n.View.Y = method.RangeOf(n, in.TaskOf(n.Params).OneScale(n))
	}
}

// Replace makes a whole document the present one, after the engine has accepted it.
func (e *Editor) Replace(n doc.Document, what, key string) {
	if e.Catalogue.Method(n.Method) == nil {
		return // the engine knows all methods
	}
	e.View.scaled = false
	e.Units.bring(&n)
	e.replace(n, what, key, false)
}

// replace makes n the present document. rolled says that n is the present document with the rows of its table projected
// anew.
func (e *Editor) replace(n doc.Document, what, key string, rolled bool) {
	e.View.open(&n)
	e.Draft.drop()
	e.Selection.Set(-1)
	c := Change{What: Opened, Replaced: true, View: true, Rolled: rolled}
	if e.loaded {
		c.SameStep = e.History.stack.Commit(n, what, key, true)
	} else {
		e.loaded, c.What = true, First
		e.History.stack.Reset(n)
	}
	e.set(n, c)
}

// Import replaces the present document by one that differs only in its points: a table that was read, a data set that
// was chosen, other columns of a table.
func (e *Editor) Import(n doc.Document, what, key string) { e.imports(n, what, key, false) }

func (e *Editor) imports(n doc.Document, what, key string, rolled bool) {
	in := e.Catalogue.Method(n.Method)
	if in == nil {
		return // the engine knows all methods
	}
	data := e.History.stack.Origin.Data
	if !sameData(&n, &e.now, in.TakesRows(n.Params)) {
		data = e.History.newData()
	}
	e.Units.suit(&n, data)
	e.History.stack.Origin.Data = data
	e.replace(n, what, key, rolled)
}
