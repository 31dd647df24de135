package ui

import (
	"strconv"

	"pointscape/app/stage"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// planeHost provides what gestures use of the page (stage.Needs), beside the rooms that they use directly.
type planeHost struct {
	*Core
}

// needs returns what gestures depend on.
func (hs *planeHost) needs() stage.Needs {
	return stage.Needs{
		Points: hs.editor.Points.Now, Seen: hs.editor.Split.Seen, Grips: hs.editor.Places.Grips,
		View: &hs.editor.View, Draft: &hs.editor.Draft, Selection: &hs.editor.Selection,
		Keyed: &hs.hits, Edits: hs, Brush: hs, Pointing: hs,
		Do: stage.Commands{
			ResetView: hs.showAll, NextAdded: hs.placing.next, NextRole: hs.holdout.next,
			EndHoldOut: func() { hs.holdout.byClicks(false) }, Edit: hs.edit, ChooseClass: hs.chooseClass,
			RemovePicked: hs.picked.remove, Say: hs.say,
		},
	}
}

// showAll shows everything that is drawn, and turns a space back. The engine knows the extent of the picture; if it
// does not answer in time, all points are shown.
func (hs *planeHost) showAll() {
	hs.editor.View.TurnBack()
	hs.effects.tellTurn() // now: if the engine were told later, State would change as if the user had gone on
	state := hs.client.State()
	hs.client.Extent(func(r *wire.Reach) {
		switch {
		case hs.client.State() != state: // the user has made further changes
		case r != nil:
			hs.editor.View.Show(r.X, r.Y)
		default:
			hs.editor.View.ShowAll()
		}
		hs.effects.settled()
	})
}

// Answer answers a question of a course page that asks for a position. It returns false if there is no such question.
func (hs *planeHost) Answer(x, y float64) bool {
	if !hs.lecture.Takes() {
		return false
	}
	hs.lecture.Click(x, y)
	return true
}

func (hs *planeHost) Add(x, y float64) bool {
	if p := hs.editor.Places.Adding(); p != nil {
		i, ok := hs.editor.Places.Add(p, x, y)
		if ok {
			hs.over(i)
		}
		return ok
	}
	if !hs.editor.Points.Add(x, y) {
		return false
	}
	hs.over(len(hs.editor.Now().Points) - 1)
	return true
}

func (hs *planeHost) Locked(i int) bool {
	return !(i == -1 && hs.annotations.on()) && (hs.rows.locked(i) || hs.editor.Points.Fixed(i))
}

func (hs *planeHost) Denied(i int) {
	if !hs.editor.Points.Holds(i) { // then Points.Holds has shown the reason
		hs.rows.explainLocked()
	}
}

func (hs *planeHost) TakeBack() {
	hs.inspector.SetOver(-1)
	hs.editor.History.TakeBack()
}

func (hs *planeHost) Remove(i int) {
	hs.inspector.SetOver(-1)
	hs.editor.Points.Remove(i)
}

func (hs *planeHost) Grabbed() {
	hs.inspector.SetOver(-1)
	hs.inspector.Clear()
	hs.painter.points()
}

func (hs *planeHost) Moved(x, y float64) {
	hs.inspector.At(x, y, hs.editor.Draft.Dragged())
	v := hs.editor.View.Now()
	hs.walls.point(v.PX(x), v.PY(y), true)
}

func (hs *planeHost) edit() bool {
	if i := hs.editor.Selection.Now(); i == -1 || i >= 0 && hs.editor.Points.Rows() {
		return false
	}
	hs.page.afterRender(func() { focusText("card-x") })
	return true
}

// chooseClass handles the key of a class: it relabels the points that are picked, or else chooses the class of the next
// points.
func (hs *planeHost) chooseClass(k int) {
	if !hs.picked.setClass(k) {
		hs.classes.choose(k)
	}
}

func (hs *planeHost) Hover(px, py float64, point int, inside bool) {
	if hs.annotations.on() { // the readout would cover what is being drawn
		point, inside = -1, false
	}
	hs.inspector.Hover(px, py, point, inside)
	hs.walls.point(px, py, inside)
	if inside {
		hs.sounds.point(px, py)
	}
}

// over draws a ring around point i, which is now under the pointer.
func (hs *planeHost) over(i int) {
	hs.inspector.SetOver(i)
	hs.painter.rings()
}

func (hs *planeHost) Cursor(x, y float64, point int, on bool) {
	hs.screen.Top.SetCursor(x, y, on)
	hs.inspector.Cursor(x, y, point, on && !hs.annotations.on())
	if on {
		hs.sounds.cursor(x, y)
	}
}

func (hs *planeHost) say(s stage.Saying) {
	place := figure(s.X) + ", " + figure(s.Y)
	text := ""
	if s.What == "point" && hs.editor.Points.Rows() {
		hs.speaker.Say(words.Text("%s: %s. Press Enter to select it, Tab for the next.", hs.names.point(s.I),
			hs.rows.text(s.I)))
		return
	}
	switch s.What {
	case "cursor":
		text = place
		if s.I != -1 {
			text += words.Text(", on %s", hs.names.spot(s.I))
		}
	case "point":
		hold := ""
		if s.I >= 0 {
			hold = "R to hold it out, "
		}
		text = words.Text("%s at %s. Press Enter to grab it, F2 for its numbers, %sDelete to remove it, Tab for the next.",
			hs.names.spot(s.I), place, hold)
	case "added":
		text = words.Text("Added %s at %s", hs.names.spot(hs.inspector.Over()), place)
	case "grabbed":
		text = words.Text("Grabbed %s. Arrow keys move it, Enter releases it, Escape puts it back.", hs.names.spot(s.I))
	case "turned":
		text = words.Text("Turned: %s", hs.names.turn())
	case "released":
		text = words.Text("Released at %s", place)
	case "removed":
		text = words.Text("Removed a point; %s left", words.Count(len(hs.editor.Now().Points), "point"))
		if s.I < -1 {
			text = words.Text("Removed; %s left", hs.names.handles())
		}
	case "cancelled":
		text = words.Say("Cancelled")
	case "painted":
		if hs.annotations.on() {
			return // notes has spoken already
		}
		if hs.lecture.Sketches() || hs.ink.Tool() != "" {
			text = words.Text("A corner at %s", place)
			break
		}
		p := hs.editor.Places.Painting()
		level, _ := p.Canvas().Level(hs.editor.Param(p).(string), s.X, s.Y)
		text = words.Text("Level %s at %s", strconv.Itoa(level), place)
	case "empty":
		text = words.Say("There are no points. Press Enter to add one.")
	}
	hs.speaker.Say(text)
}

func (hs *planeHost) Painting() bool {
	return hs.editor.Places.Painting() != nil || hs.lecture.Sketches() || hs.ink.Tool() != "" || hs.annotations.on()
}

func (hs *planeHost) Cancel() bool { return hs.notes.Cancel() }

func (hs *planeHost) Stroke(x, y float64, erase bool) {
	if hs.annotations.on() {
		hs.notes.Stroke(x, y, erase)
		return
	}
	if hs.ink.Tool() != "" {
		hs.ink.Draw(x, y)
		return
	}
	if hs.lecture.Sketches() {
		hs.lecture.Drawing.Stroke(x, y)
		return
	}
	hs.editor.Draft.Stroke(x, y, erase)
}

func (hs *planeHost) EndStroke(keep bool) {
	if hs.annotations.on() {
		hs.notes.End(keep)
		return
	}
	if hs.ink.Tool() != "" {
		hs.ink.End(keep)
		return
	}
	if hs.lecture.Sketches() {
		hs.lecture.Drawing.EndStroke(keep)
		return
	}
	hs.editor.Draft.EndStroke(keep)
}
