package editor

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// SetWall says which pictures stand beside the document's own; nil = none.
func (e *Editor) SetWall(w *doc.Wall) { e.ShowWall(w, nil) }

// ShowWall is SetWall for a wall that shows its values alone: where none of them is the document's own, the document
// takes the value lead, in the same step of undo. With lead nil its own picture stands before the others.
func (e *Editor) ShowWall(w *doc.Wall, lead any) {
	if !e.loaded || e.drafts() || w.Equal(e.now.Wall) {
		return
	}
	n := e.now
	n.Wall = w
	what := "show pictures side by side"
	if w == nil {
		what = "show one picture"
	}
	if w != nil && lead != nil && e.info != nil && e.info.Cells(&n)[0].Stray(w) {
		e.become(&n, doc.Cell{Value: lead}, w, what)
		return
	}
	e.commit(n, what, "", Change{What: Step})
}

// Cells are the pictures of the wall, one of them the document's own; none = there is no wall.
func (e *Editor) Cells() []doc.Cell {
	if e.info == nil || e.now.Wall == nil {
		return nil
	}
	return e.info.Cells(&e.now)
}

// OpenCell shows one of these pictures alone: its value is the document's.
func (e *Editor) OpenCell(c doc.Cell) {
	if !e.loaded || e.drafts() || e.now.Wall == nil {
		return
	}
	if e.now.Wall.Over == doc.WallClasses && e.now.Table != nil {
		e.Notifier.Toast("The rows of a table keep their classes: this picture cannot be opened alone.", true)
		return
	}
	e.become(&e.now, c, nil, "open one of the pictures")
}

// become has the document be the one of a picture of another's wall, with the wall w beside it.
func (e *Editor) become(of *doc.Document, c doc.Cell, w *doc.Wall, what string) {
	n, err := of.At(c)
	if err != nil {
		e.Notifier.Toast(err.Error(), true)
		return
	}
	in := e.Catalogue.Method(n.Method)
	if in == nil {
		e.Notifier.Toast("There is no method called "+strconv.Quote(n.Method)+".", true)
		return
	}
	n.Wall = w
	if of.Wall.Over == doc.WallMethods { // as if it was chosen, with the parameters that it has here
		if _, err := in.Validate(n.Params); err != nil {
			e.Notifier.Toast(err.Error(), true)
			return
		}
		if len(of.Wall.Params[n.Method]) > 0 || w == nil {
			e.byMethod[e.place(n.Method, "")] = n.Params
		}
		was := e.now.Wall
		e.now.Wall = w
		if e.SetMethod(n.Method); e.now.Method != n.Method {
			e.now.Wall = was // the engine makes its rows first
		}
		return
	}
	if len(n.Points) == 0 && len(e.now.Points) > 0 {
		e.Engine.Make(n, what)
		return
	}
	points := n.Method != e.now.Method || len(n.Points) > 0 && &n.Points[0] != &e.now.Points[0]
	e.commit(n, what, "", Change{What: Step, Points: points})
}

// WithoutCell takes one of these pictures away, which is not the document's own; with the last one goes the wall.
func (e *Editor) WithoutCell(c doc.Cell) {
	if e.now.Wall == nil || c.Own {
		return
	}
	n := e.now
	n.Wall = n.Wall.Clone()
	if i := slices.IndexFunc(n.Wall.Values, func(v any) bool { return method.SameValue(v, c.Value) }); i >= 0 {
		n.Wall.Values = slices.Delete(n.Wall.Values, i, i+1)
	}
	if len(e.info.Cells(&n)) < 2 {
		n.Wall = nil
	}
	e.SetWall(n.Wall)
}

// walled has the wall of a new present go along: where one of its values was the document's own, that is the new one.
// A wall over a parameter that the method has not is gone.
func (e *Editor) walled(n *doc.Document) {
	if n.Wall == nil {
		return
	}
	in := e.Catalogue.Method(n.Method)
	if in == nil {
		return
	}
	in.FollowWall(n, &e.now, e.info)
	if in.CheckWall(n) != nil {
		n.Wall = nil
	}
}
