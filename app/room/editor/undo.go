package editor

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// CanUndo and CanRedo tell what would be undone or redone.
func (e *Editor) CanUndo() (what string, ok bool) { return e.hist.CanUndo() }
func (e *Editor) CanRedo() (what string, ok bool) { return e.hist.CanRedo() }

// Undo goes one step back, Redo one forth again, but not while a hand holds a point
// or sprays; what names the step.
func (e *Editor) Undo() (what string, ok bool) {
	if e.drafts() {
		return "", false
	}
	e.hist.Seal()
	n, what, ok := e.hist.Undo()
	if ok && e.refused(&n) {
		e.hist.Redo()
		return "", false
	}
	if ok {
		e.turn(n)
	}
	return what, ok
}

func (e *Editor) Redo() (what string, ok bool) {
	if e.drafts() {
		return "", false
	}
	n, what, ok := e.hist.Redo()
	if ok && e.refused(&n) {
		e.hist.Undo()
		return "", false
	}
	if ok {
		e.turn(n)
	}
	return what, ok
}

// turn makes a document of the past or the future the present.
func (e *Editor) turn(n doc.Document) {
	e.Select(-1)
	old := e.now
	if a, b := n.Table, old.Table; a != nil && b != nil && a.Rows == b.Rows && method.Solid(&n) && method.Solid(&old) {
		// The same rows stay turned as they are.
		n.View.Turn, n.Points = old.View.Turn, old.Points
		e.hist.Amend(n)
	}
	points := len(old.Points) != len(n.Points) || len(n.Points) > 0 && &old.Points[0] != &n.Points[0] ||
		old.Method != n.Method
	e.set(n, Change{What: Restored, Points: points, View: n.View.X != old.View.X || n.View.Y != old.View.Y ||
		old.Method != n.Method})
}
