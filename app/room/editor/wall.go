package editor

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Wall changes which pictures are beside the document's own.
type Wall struct {
	*present
	ed *Editor
}

// Set sets the pictures beside the document's own; nil = none.
func (wl *Wall) Set(w *doc.Wall) { wl.Show(w, nil) }

// Show is Set for a wall that shows only its values: if none of them is the document's own, the document takes the
// value lead, in the same step. If lead is nil, the document's picture comes before the others.
func (wl *Wall) Show(w *doc.Wall, lead any) {
	if !wl.loaded || wl.ed.Draft.on() || w.Equal(wl.now.Wall) {
		return
	}
	n := wl.now
	n.Wall = w
	what := "show pictures side by side"
	if w == nil {
		what = "show one picture"
	}
	if w != nil && lead != nil && wl.info != nil && wl.info.Cells(&n)[0].Stray(w) {
		wl.become(&n, doc.Cell{Value: lead}, w, what)
		return
	}
	wl.ed.commit(n, what, "", Change{What: Step})
}

// Cells returns the pictures of the wall, one of them the document's own; none = there is no wall.
func (wl *Wall) Cells() []doc.Cell {
	if wl.info == nil || wl.now.Wall == nil {
		return nil
	}
	return wl.info.Cells(&wl.now)
}

// Open shows one of these pictures alone: its value becomes the document's.
func (wl *Wall) Open(c doc.Cell) {
	if !wl.loaded || wl.ed.Draft.on() || wl.now.Wall == nil {
		return
	}
	if wl.now.Wall.Over == doc.WallClasses && wl.now.Table != nil {
		wl.ed.Toast("The rows of a table keep their classes: this picture cannot be opened alone.", true)
		return
	}
	wl.become(&wl.now, c, nil, "open one of the pictures")
}

// become makes the document of one of the pictures of of's wall the present one, with the wall w.
func (wl *Wall) become(of *doc.Document, c doc.Cell, w *doc.Wall, what string) {
	n, err := of.At(c)
	if err != nil {
		wl.ed.Toast(err.Error(), true)
		return
	}
	in := wl.ed.Catalogue.Method(n.Method)
	if in == nil {
		wl.ed.Toast(words.Text("There is no method called %s.", strconv.Quote(n.Method)), true)
		return
	}
	n.Wall = w
	if of.Wall.Over == doc.WallMethods { // as if the user had chosen it, with its parameters on the wall
		if _, err := in.Validate(n.Params); err != nil {
			wl.ed.Toast(err.Error(), true)
			return
		}
		if len(of.Wall.Params[n.Method]) > 0 || w == nil {
			wl.ed.Methods.remember(n.Method, n.Params)
		}
		was := wl.now.Wall
		wl.now.Wall = w
		if wl.ed.Methods.Choose(n.Method); wl.now.Method != n.Method {
			wl.now.Wall = was // the engine makes its rows first
		}
		return
	}
	if len(n.Points) == 0 && len(wl.now.Points) > 0 {
		wl.ed.Make(n, what)
		return
	}
	wl.ed.commit(n, what, "", Change{What: Step, Replaced: otherPoints(&n, &wl.now)})
}

// Without removes a picture from the wall, which must not be the document's own; the wall is removed with its last
// picture.
func (wl *Wall) Without(c doc.Cell) {
	if wl.now.Wall == nil || c.Own {
		return
	}
	n := wl.now
	n.Wall = n.Wall.Clone()
	if i := slices.IndexFunc(n.Wall.Values, func(v any) bool { return method.SameValue(v, c.Value) }); i >= 0 {
		n.Wall.Values = slices.Delete(n.Wall.Values, i, i+1)
	}
	if len(wl.info.Cells(&n)) < 2 {
		n.Wall = nil
	}
	wl.Set(n.Wall)
}

// follow adjusts the wall of a new present document: a value that was the document's own becomes the new one. A wall
// over a parameter that the method does not have is removed.
func (wl *Wall) follow(n *doc.Document) {
	if n.Wall == nil {
		return
	}
	in := wl.ed.Catalogue.Method(n.Method)
	if in == nil {
		return
	}
	in.FollowWall(n, &wl.now, wl.info)
	if in.CheckWall(n) != nil {
		n.Wall = nil
	}
}
