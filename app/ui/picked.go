package ui

import (
	"slices"

	"pointscape/app/stage"
	"pointscape/engine/words"
)

// pickedPoints are points that were picked by a key in a picture or in a result.
type pickedPoints struct {
	*Core

	points []int
	says   string // their name in the legend
}

// set picks points, which the legend calls says; nil = none.
func (pp *pickedPoints) set(points []int, says string) {
	if len(points)+len(pp.points) == 0 {
		return
	}
	was := pp.says
	pp.points, pp.says = points, says
	pp.painter.highlights()
	if says != was {
		pp.page.changed(thePicked)
	}
}

// toggle picks points until Escape is pressed or the same points are picked again.
func (pp *pickedPoints) toggle(points []int, says string) {
	points = slices.Clone(points)
	slices.Sort(points)
	if slices.Equal(points, pp.points) {
		pp.clear()
		return
	}
	pp.set(points, says)
	does := ""
	if !pp.editor.Points.Rows() && !pp.editor.Points.Fixed(0) {
		does = words.Say("Delete removes them, ")
		if pp.editor.Points.Classes() {
			does += words.Say("class keys assign a class, ")
		}
	}
	pp.speaker.Say(words.Text("%s selected. %sEscape ends the selection.", words.Count(len(points), "point"), does))
}

// remove removes the picked points, unless a gesture is in progress or they are rows of a table; false if none are
// picked.
func (pp *pickedPoints) remove() bool {
	list := pp.points
	if len(list) == 0 {
		return false
	}
	if pp.editor.Points.Rows() {
		pp.rows.explainLocked()
		return true
	}
	if pp.editor.Points.RemoveAll(list) {
		pp.inspector.SetOver(-1)
		pp.board.Undoable(words.Text("%s removed. Undo brings them back.", words.Count(len(list), "point")))
	}
	return true
}

// setClass gives the picked points class k, -1 = none, unless a gesture is in progress. It returns false if none are
// picked, or their classes cannot be changed.
func (pp *pickedPoints) setClass(k int) bool {
	list := pp.points
	if len(list) == 0 || !pp.editor.Points.Classes() || pp.editor.Points.Rows() || pp.editor.Points.Fixed(0) {
		return false
	}
	are := words.CountOf(len(list), "point is", "points are")
	if k >= 0 {
		are = words.Text("%s of %s", are, pp.names.class(k))
	} else {
		are = words.Text("%s of no class", are)
	}
	if pp.editor.Points.SetClasses(list, k) {
		pp.board.Toast(words.Text("%s now. Undo restores the class.", are), false)
	} else if _, held := pp.editor.Settled(); !held {
		pp.speaker.Say(words.Text("%s already.", are))
	}
	return true
}

// takesKey reports whether a key, pressed with or without Alt, applies to picked points. None does while a menu or
// dialog is open.
func (pp *pickedPoints) takesKey(key string, alt bool) bool {
	return len(pp.points) > 0 && !alt && pp.menus.open == "" &&
		(key == "Delete" || key == "Backspace" || stage.IsClassKey(key))
}

// clear ends the picking; false if none are picked.
func (pp *pickedPoints) clear() bool {
	if len(pp.points) == 0 {
		return false
	}
	pp.set(nil, "")
	pp.speaker.Say("No points selected")
	return true
}
