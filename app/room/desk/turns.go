package desk

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// CanUndo and CanRedo tell what would be undone or redone.
func (d *Desk) CanUndo() (what string, ok bool) { return d.hist.CanUndo() }
func (d *Desk) CanRedo() (what string, ok bool) { return d.hist.CanRedo() }

// Undo goes one step back, Redo one forth again, but not while a hand holds a point
// or sprays; what names the step.
func (d *Desk) Undo() (what string, ok bool) {
	if d.drafts() {
		return "", false
	}
	d.hist.Seal()
	n, what, ok := d.hist.Undo()
	if ok {
		d.turn(n)
	}
	return what, ok
}

func (d *Desk) Redo() (what string, ok bool) {
	if d.drafts() {
		return "", false
	}
	n, what, ok := d.hist.Redo()
	if ok {
		d.turn(n)
	}
	return what, ok
}

// turn makes a document of the past or the future the present.
func (d *Desk) turn(n doc.Document) {
	d.Select(-1)
	old := d.now
	if a, b := n.Table, old.Table; a != nil && b != nil && a.Rows == b.Rows && method.Solid(&n) && method.Solid(&old) {
		// The same rows stay turned as they are.
		n.View.Turn, n.Points = old.View.Turn, old.Points
		d.hist.Amend(n)
	}
	points := len(old.Points) != len(n.Points) || len(n.Points) > 0 && &old.Points[0] != &n.Points[0] || old.Method != n.Method
	d.set(n, Change{What: Turn, Points: points, View: n.View.X != old.View.X || n.View.Y != old.View.Y || old.Method != n.Method})
}
