package editor

import (
	"maps"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Draft is the change that a gesture is making: moving a point or a handle, spraying points, painting a stroke of the
// brush. Its end makes it one step, or undoes it.
type Draft struct {
	*present
	ed *Editor

	before   doc.Document // the document before the gesture
	dragged  int          // index of the dragged point or handle (method.GripNumber), -1 = none
	moved    bool         // it has moved since it was grabbed
	spraying bool
	stroking bool // a stroke is being painted on canvas; it was at wayX, wayY
	canvas   *method.Param
	wayX     float64
	wayY     float64
	brush    Brush
}

// on reports whether a gesture is changing the document.
func (dr *Draft) on() bool { return dr.dragged != -1 || dr.spraying || dr.stroking }

// undrafted returns n without the gesture's change.
func (dr *Draft) undrafted(n doc.Document) doc.Document {
	p := dr.canvas
	if g, ok := dr.ed.Places.grip(dr.dragged); ok {
		p = g.Param
	} else if !dr.stroking {
		n.Points, n.Dataset, n.Table = dr.before.Points, dr.before.Dataset, dr.before.Table
		return n
	}
	n.Params = maps.Clone(n.Params)
	if n.Params[p.Name] = dr.before.Params[p.Name]; n.Params[p.Name] == nil {
		delete(n.Params, p.Name)
	}
	return n
}

// step returns the document for the step of the history that an edit makes, whose result is n. During a gesture it
// leaves out the gesture's change, which may still be undone.
func (dr *Draft) step(n doc.Document) doc.Document {
	if dr.on() {
		dr.before = dr.undrafted(n)
		return dr.before
	}
	return n
}

// viewed makes sure that undoing the draft does not undo changes of the view.
func (dr *Draft) viewed(v doc.View) {
	to := &dr.before.View
	to.X, to.Y, to.Step, to.Present, to.Turn, to.Sweep, to.Axes = v.X, v.Y, v.Step, v.Present, v.Turn, v.Sweep, v.Axes
}

// drop discards a draft, because another document is there.
func (dr *Draft) drop() { dr.dragged, dr.spraying, dr.stroking = -1, false, false }

// Grab begins to drag a point or a handle. Its first move begins the draft, and Release ends it. Until it moves, the
// points remain those of their recipe.
func (dr *Draft) Grab(i int) {
	if dr.ed.Points.Holds(i) {
		return
	}
	dr.before, dr.dragged, dr.moved = dr.now, i, false
}

// begin makes a copy for the moves to modify in place.
func (dr *Draft) begin() {
	if dr.moved {
		return
	}
	dr.moved = true
	if g, ok := dr.ed.Places.grip(dr.dragged); ok {
		dr.now = dr.ed.Places.with(g.Param, doc.ClonePlaces(dr.ed.Places.of(g.Param)))
	} else {
		dr.now = dr.ed.Points.with(slices.Clone(dr.now.Points))
	}
}

// Dragged returns the index of the dragged point or handle, -1 = none.
func (dr *Draft) Dragged() int { return dr.dragged }

// MoveTo moves the dragged point or handle; it returns false if that is there already, or does not exist.
func (dr *Draft) MoveTo(x, y float64) bool {
	if g, ok := dr.ed.Places.grip(dr.dragged); ok {
		at := dr.ed.Places.of(g.Param)[g.I]
		if at[0] == x && at[1] == y {
			return false
		}
		dr.begin()
		g.Param.Handle().MovePlace(dr.ed.Places.of(g.Param), g.I, x, y)
		dr.ed.Changed(Change{What: Drafted})
		return true
	}
	if !dr.ed.Points.has(dr.dragged) {
		return false
	}
	if p := dr.now.Points[dr.dragged]; p.X == x && p.Y == y {
		return false
	}
	dr.begin()
	p := &dr.now.Points[dr.dragged]
	p.X, p.Y = x, y
	dr.version++
	dr.ed.Split.moved()
	dr.ed.Changed(Change{What: Drafted, Moved: true})
	return true
}

// Release makes the move one step; without keep it is undone.
func (dr *Draft) Release(keep bool) {
	i := dr.dragged
	if i == -1 {
		return
	}
	dr.dragged = -1
	if g, ok := dr.ed.Places.grip(i); ok {
		if from := dr.info.Grips(dr.before.Params); !keep || slices.Equal(from, dr.ed.Places.Grips()) {
			dr.ed.set(dr.before, Change{What: Back})
			return
		}
		dr.ed.commit(dr.now, words.Text("move a %s", g.Param.Handle().Name), "", Change{What: Step})
		return
	}
	moved := dr.ed.Points.has(i) && i < len(dr.before.Points) && dr.now.Points[i] != dr.before.Points[i]
	if !keep || !moved {
		dr.ed.set(dr.before, Change{What: Back, Moved: dr.moved})
		return
	}
	dr.ed.commit(dr.now, "move a point", "", Change{What: Step, Moved: true})
}

// Spray adds a point to the draft; EndSpray makes all of them one step.
func (dr *Draft) Spray(x, y float64) {
	if !dr.loaded || dr.ed.Denies(LockedPoints, LockedPoints) || !dr.ed.Points.Room() {
		return
	}
	if !dr.spraying {
		dr.spraying, dr.before = true, dr.now
		dr.now = dr.ed.Points.with(slices.Clone(dr.now.Points))
	}
	dr.now.Points = append(dr.now.Points, doc.Point{X: x, Y: y, Z: dr.ed.Points.third()})
	dr.version++
	dr.ed.Changed(Change{What: Drafted, Added: true})
}

func (dr *Draft) EndSpray() {
	if !dr.spraying {
		return
	}
	dr.spraying = false
	dr.ed.commit(dr.now, "spray points", "", Change{What: Step, Added: true})
	dr.ed.Points.Room() // repeats the message why the spray has stopped
}

// Brush is the width of the brush in squares, and the level that it paints; 0 erases.
type Brush struct{ Wide, Level int }

// Brush returns the present brush, SetBrush sets it.
func (dr *Draft) Brush() Brush     { return dr.brush }
func (dr *Draft) SetBrush(b Brush) { dr.brush = b }

// Stroke paints from the last position to (x, y), or begins there; EndStroke makes the stroke one step.
func (dr *Draft) Stroke(x, y float64, erase bool) { dr.StrokeOn(dr.ed.Places.Painting(), x, y, erase) }

// StrokeOn is Stroke on the canvas of a parameter; nil = none.
func (dr *Draft) StrokeOn(p *method.Param, x, y float64, erase bool) {
	if p == nil || p.Canvas() == nil || dr.stroking && p != dr.canvas || !dr.stroking && dr.ed.Denies(p.Name, p.Label) {
		return
	}
	level := min(dr.brush.Level, p.Canvas().Top)
	if erase {
		level = 0
	}
	if !dr.stroking {
		dr.stroking, dr.canvas, dr.before, dr.wayX, dr.wayY = true, p, dr.now, x, y
	}
	was := dr.ed.Places.painted(p)
	value := p.Canvas().Stroke(was, dr.wayX, dr.wayY, x, y, float64(dr.brush.Wide), level)
	dr.wayX, dr.wayY = x, y
	if value != was {
		dr.now = dr.ed.Places.withPainting(p, value)
		dr.ed.Changed(Change{What: Drafted})
	}
}

// EndStroke makes the stroke one step; without keep it is undone.
func (dr *Draft) EndStroke(keep bool) {
	if !dr.stroking {
		return
	}
	dr.stroking = false
	p := dr.canvas
	value := dr.ed.Places.painted(p)
	n := dr.now
	dr.now = dr.before
	if !keep || value == dr.ed.Places.painted(p) {
		dr.ed.set(dr.before, Change{What: Back})
		return
	}
	dr.ed.commit(n, words.Text("paint the %s", p.Canvas().Name), "", Change{What: Step})
}

// Leads reports whether the dragged handle moves others with it.
func (dr *Draft) Leads() bool {
	g, ok := dr.ed.Places.grip(dr.dragged)
	return ok && g.I == 0 && g.Param.Handle().Leads
}
