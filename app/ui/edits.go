package ui

import (
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// edits has the edits of the whole document that are announced to the user.
type edits struct {
	*Core
}

// undo and redo announce the edit. Everything else follows from effects.Changed.
func (ed *edits) undo() {
	if what, ok := ed.editor.History.Undo(); ok {
		ed.speaker.Say(words.Text("Undone: %s", what))
	}
}

func (ed *edits) redo() {
	if what, ok := ed.editor.History.Redo(); ok {
		ed.speaker.Say(words.Text("Redone: %s", what))
	}
}

// clear removes all points.
func (ed *edits) clear() {
	ed.gesture.Reset()
	if ed.editor.Points.Clear() {
		ed.board.Undoable("All points removed. Undo brings them back.")
	}
}

// rename gives an axis ("x", "y"), the values ("value") or the class with an id ("0") another name; an empty name
// restores the default.
func (ed *edits) rename(what, name string) {
	n, name := ed.editor.Names(), doc.Label(name)
	step := "name an axis"
	switch what {
	case "x":
		n.X = name
	case "y":
		n.Y = name
	case "value":
		n.Value, step = name, "name the values"
	default:
		id, err := strconv.Atoi(what)
		if err != nil || id < 0 || id > doc.MaxClass {
			return
		}
		n, step = n.WithClass(id, name), "name a class"
	}
	ed.editor.SetNames(n, step, "")
}
