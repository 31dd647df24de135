package editor

import (
	"pointscape/app/history"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// History has the past and the future of the document.
type History struct {
	*present
	ed *Editor

	stack   history.Stack
	age     age
	origins history.Origin // the newest
}

// age counts changes.
type age struct {
	edits  int // number of steps
	wholes int // number of whole documents that came: opened, or restored by undo and redo
}

// passed counts a change.
func (hi *History) passed(c Change) {
	switch {
	case c.What == Step, c.Rolled:
		hi.age.edits++
	case c.Whole(), c.What == Restored:
		hi.age.wholes++
	}
}

// newData numbers new data and returns their number.
func (hi *History) newData() int {
	hi.origins.Data++
	return hi.origins.Data
}

// newDocument numbers a new document and its data.
func (hi *History) newDocument() {
	hi.origins.Document++
	hi.origins.Data++
	hi.stack.Origin = hi.origins
}

// Seal ends a gesture of sliders or typing: the next edit is a separate step.
func (hi *History) Seal() { hi.stack.Seal() }

// TakeBack undoes the newest edit without a redo.
func (hi *History) TakeBack() {
	n, _, ok := hi.stack.Undo()
	if ok && hi.ed.refused(&n) {
		hi.stack.Redo()
		return
	}
	if ok {
		hi.stack.Forget()
		hi.ed.set(n, Change{What: Back, Replaced: otherPoints(&n, &hi.now)})
	}
}

// PutBefore puts a document before the oldest step of the history; it returns false if its method no longer exists.
// what describes the step from it to the next.
func (hi *History) PutBefore(n doc.Document, what string) bool {
	in := hi.ed.Catalogue.Method(n.Method)
	if in == nil {
		return false
	}
	frame(&n, in)
	now := hi.stack.Origin
	hi.ed.Units.bring(&n)
	hi.stack.Before(n, what)
	hi.stack.Origin = now
	return true
}

// CanUndo and CanRedo return the description of what would be undone or redone.
func (hi *History) CanUndo() (what string, ok bool) { return hi.stack.CanUndo() }
func (hi *History) CanRedo() (what string, ok bool) { return hi.stack.CanRedo() }

// Undo goes one step back, Redo one step forward, but not during a gesture. what describes the step.
func (hi *History) Undo() (what string, ok bool) {
	if hi.ed.Draft.on() {
		return "", false
	}
	hi.stack.Seal()
	n, what, ok := hi.stack.Undo()
	if ok && hi.ed.refused(&n) {
		hi.stack.Redo()
		return "", false
	}
	if ok {
		hi.turn(n)
	}
	return what, ok
}

func (hi *History) Redo() (what string, ok bool) {
	if hi.ed.Draft.on() {
		return "", false
	}
	n, what, ok := hi.stack.Redo()
	if ok && hi.ed.refused(&n) {
		hi.stack.Undo()
		return "", false
	}
	if ok {
		hi.turn(n)
	}
	return what, ok
}

// turn makes a document of the past or the future the present one.
func (hi *History) turn(n doc.Document) {
	hi.ed.Selection.Set(-1)
	old := hi.now
	if a, b := n.Table, old.Table; a != nil && b != nil && a.Rows == b.Rows && method.Solid(&n) && method.Solid(&old) {
		// The same rows keep their present rotation.
		n.View.Turn, n.Points = old.View.Turn, old.Points
		hi.stack.Amend(n)
	}
	hi.ed.set(n, Change{What: Restored, Replaced: otherPoints(&n, &old),
		View: n.View.X != old.View.X || n.View.Y != old.View.Y || old.Method != n.Method})
}

// otherPoints reports whether two documents have different lists of points. It compares the lists' identity, because
// edits never modify a list in place.
func otherPoints(a, b *doc.Document) bool {
	return len(a.Points) != len(b.Points) || len(a.Points) > 0 && &a.Points[0] != &b.Points[0]
}

// Edits returns the number of steps that were made.
func (hi *History) Edits() int { return hi.age.edits }
