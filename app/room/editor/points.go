package editor

import (
	"fmt"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Class and Value are the third column of the next point, of whichever the task has.
func (e *Editor) Class() int     { return e.class }
func (e *Editor) Value() float64 { return e.value }

func (e *Editor) SetClass(k int)     { e.class = k }
func (e *Editor) SetValue(v float64) { e.value = v }

func (e *Editor) third() float64 {
	switch e.task {
	case method.Regress:
		return 0
	case method.Regress2D:
		return e.value
	}
	return float64(e.class)
}

// Classes tells whether points have classes that can be chosen.
func (e *Editor) Classes() bool {
	return e.task == method.Classify || e.task.Plane() && e.task != method.Regress2D &&
		slices.ContainsFunc(e.now.Points, func(p doc.Point) bool { return p.Z != 0 })
}

// Locked tells whether the points are rows of a table, which can't be moved.
func (e *Editor) Locked() bool { return e.now.Table != nil }

// Loosen makes points of the rows of a table, as they lie on the plane now: they can be
// moved, and know nothing of their columns any more.
func (e *Editor) Loosen() bool {
	if !e.Locked() {
		return false
	}
	e.Select(-1)
	n := e.with(slices.Clone(e.now.Points))
	if e.near != nil { // across and up are no axes of the space
		n.Names.X, n.Names.Y, n.View.Turn = "", "", nil
	}
	return e.commit(n, "make points of the rows", "", Change{What: Step, Points: true})
}

// Room tells whether one more point may be added, and says so if not.
func (e *Editor) Room() bool {
	limit, name := doc.MaxPoints, "A document"
	if e.info != nil {
		limit, name = e.info.Limit(), e.info.Name
	}
	if len(e.now.Points) < limit {
		return true
	}
	e.Notifier.Toast(fmt.Sprintf("%s allows at most %d points.", name, limit), true)
	return false
}

// with returns the present with other points; they are by hand now.
func (e *Editor) with(pts []doc.Point) doc.Document {
	n := e.now
	n.Points, n.Dataset, n.Table = pts, nil, nil
	return n
}

func (e *Editor) commitPoints(pts []doc.Point, what, key string) bool {
	return e.commit(e.with(pts), what, key, Change{What: Step, Points: true})
}

func (e *Editor) has(i int) bool { return i >= 0 && i < len(e.now.Points) }

// Add adds a point; false when there is no room for it.
func (e *Editor) Add(x, y float64) bool {
	if !e.loaded || !e.Room() {
		return false
	}
	return e.commitPoints(append(slices.Clip(slices.Clone(e.now.Points)), doc.Point{X: x, Y: y, Z: e.third()}),
		"add a point", "")
}

// TakeBack undoes the newest edit as if it had not been.
func (e *Editor) TakeBack() {
	n, _, ok := e.hist.Undo()
	if ok && e.refused(&n) {
		e.hist.Redo()
		return
	}
	if ok {
		e.hist.Forget()
		e.set(n, Change{What: Back, Points: true})
	}
}

// Remove removes a point or a handle.
func (e *Editor) Remove(i int) {
	if g, ok := e.grip(i); ok {
		e.removeGrip(g)
		return
	}
	if !e.has(i) {
		return
	}
	e.removeAll([]int{i}, "remove a point")
}

// RemoveAll removes points, as one step; indices rise. false = it may not now: a hand holds
// something, say.
func (e *Editor) RemoveAll(list []int) bool {
	if !e.hasAll(list) {
		return false
	}
	return e.removeAll(list, "remove "+words.Count(len(list), "point"))
}

// hasAll tells whether points, indices of which rise, are there and may be changed now.
func (e *Editor) hasAll(list []int) bool {
	return len(list) > 0 && e.has(list[0]) && e.has(list[len(list)-1]) && !e.Locked() && !e.drafts()
}

func (e *Editor) removeAll(list []int, what string) bool {
	e.Select(-1)
	n := e.with(others(e.now.Points, list))
	fixed := e.without(&n, list)
	if !e.commit(n, what, "", Change{What: Step, Points: true}) {
		return false
	}
	if fixed {
		e.byHand()
	}
	return true
}

// others is a list without the entries at indices that rise.
func others[T any](all []T, list []int) (rest []T) {
	from := 0
	for _, i := range list {
		rest = append(rest, all[from:i]...)
		from = i + 1
	}
	return append(rest, all[from:]...)
}

// SetClasses gives points a class, as one step; indices rise. false = it may not now, or all
// are of that class.
func (e *Editor) SetClasses(list []int, class int) bool {
	if !e.hasAll(list) {
		return false
	}
	pts := slices.Clone(e.now.Points)
	for _, i := range list {
		pts[i].Z = float64(class)
	}
	if slices.Equal(pts, e.now.Points) {
		return false
	}
	return e.commitPoints(pts, "change the class of "+words.Count(len(list), "point"), "")
}

// Clear removes all points, and what the document says of them: its title, unless it was typed, what axes
// and classes are called, which points are held out. False when there are none.
func (e *Editor) Clear() bool {
	if len(e.now.Points) == 0 {
		return false
	}
	e.Select(-1)
	n := e.with(nil)
	n.Title, n.Note, n.Names, n.Split = e.Titled(""), "", doc.Names{}, doc.Split{}
	return e.commit(n, "remove all points", "", Change{What: Step, Points: true})
}

// Grab begins to move a point or a handle: from its first move on a draft is shown, until Release. Until then the
// points are a recipe's that were.
func (e *Editor) Grab(i int) {
	if e.Holds(i) {
		return
	}
	e.before, e.dragged, e.moved = e.now, i, false
}

// move begins the draft, which is changed in place.
func (e *Editor) move() {
	if e.moved {
		return
	}
	e.moved = true
	if g, ok := e.grip(e.dragged); ok {
		e.now = e.withPlaces(g.Param, doc.ClonePlaces(e.places(g.Param)))
	} else {
		e.now = e.with(slices.Clone(e.now.Points))
	}
}

// Dragged is the number of what a hand holds, -1 = nothing.
func (e *Editor) Dragged() int { return e.dragged }

// MoveTo moves what is held; false when it is there already.
func (e *Editor) MoveTo(x, y float64) bool {
	if g, ok := e.grip(e.dragged); ok {
		at := e.places(g.Param)[g.I]
		if at[0] == x && at[1] == y {
			return false
		}
		e.move()
		g.Param.Handle().MovePlace(e.places(g.Param), g.I, x, y)
		e.Effects.Changed(Change{What: Draft})
		return true
	}
	if !e.has(e.dragged) {
		return false
	}
	if p := e.now.Points[e.dragged]; p.X == x && p.Y == y {
		return false
	}
	e.move()
	p := &e.now.Points[e.dragged]
	p.X, p.Y = x, y
	if e.version++; e.roles.version == e.version-1 {
		e.roles.version = e.version // roles do not ask where points are
	}
	e.Effects.Changed(Change{What: Draft})
	return true
}

// Release ends the move as one step; without keep what is held goes back.
func (e *Editor) Release(keep bool) {
	i := e.dragged
	if i == -1 {
		return
	}
	e.dragged = -1
	if g, ok := e.grip(i); ok {
		if from := e.info.Grips(e.before.Params); !keep || slices.Equal(from, e.Grips()) {
			e.set(e.before, Change{What: Back})
			return
		}
		e.commit(e.now, "move a "+g.Param.Handle().Name, "", Change{What: Step})
		return
	}
	moved := e.has(i) && i < len(e.before.Points) && e.now.Points[i] != e.before.Points[i]
	if !keep || !moved {
		e.set(e.before, Change{What: Back, Points: true})
		return
	}
	e.commit(e.now, "move a point", "", Change{What: Step, Points: true})
}

// Spray adds a point to those of this stroke; EndSpray makes them one step.
func (e *Editor) Spray(x, y float64) {
	if !e.loaded || e.Denies(LockedPoints, LockedPoints) || !e.Room() {
		return
	}
	if !e.spraying {
		e.spraying, e.before = true, e.now
		e.now = e.with(slices.Clone(e.now.Points))
	}
	e.now.Points = append(e.now.Points, doc.Point{X: x, Y: y, Z: e.third()})
	e.version++
	e.Effects.Changed(Change{What: Draft, Points: true})
}

func (e *Editor) EndSpray() {
	if !e.spraying {
		return
	}
	e.spraying = false
	e.commit(e.now, "spray points", "", Change{What: Step, Points: true})
	e.Room() // what has stopped the spray holds still
}

// Selected is the number of the point or the handle whose coordinates are shown, -1 = none.
func (e *Editor) Selected() int { return e.selected }

// Select selects a point or a handle, -1 = none.
func (e *Editor) Select(i int) {
	if e.selected != i {
		e.selected = i
		e.Effects.Selected()
	}
}

// SetThird gives a point another class or value, unless a hand holds something or sprays: that is one
// step. It tells whether the point has it.
func (e *Editor) SetThird(i int, z float64) bool {
	if !e.has(i) || e.Locked() {
		return false
	}
	if e.now.Points[i].Z == z {
		return true
	}
	if e.drafts() {
		return false
	}
	pts := slices.Clone(e.now.Points)
	pts[i].Z = z
	what := "change a class"
	if e.task == method.Regress2D {
		what = "change a value"
	}
	return e.commitPoints(pts, what, "third"+strconv.Itoa(i))
}

// SetCoordinate gives a point or a handle another coordinate: "x" or "y".
func (e *Editor) SetCoordinate(i int, name string, v float64) {
	if g, ok := e.grip(i); ok {
		e.setGripCoordinate(g, name, v)
		return
	}
	if !e.has(i) || e.Locked() {
		return
	}
	pts := slices.Clone(e.now.Points)
	if name == "x" {
		pts[i].X = v
	} else {
		pts[i].Y = v
	}
	if pts[i] != e.now.Points[i] {
		e.commitPoints(pts, "move a point", "coordinate"+name+strconv.Itoa(i))
	}
}

// pickValue keeps the value of the next point among those that make sense.
func (e *Editor) pickValue() {
	if e.task != method.Regress2D || len(e.now.Points) == 0 {
		return
	}
	lo, hi := e.now.Points[0].Z, e.now.Points[0].Z
	for _, p := range e.now.Points {
		lo, hi = min(lo, p.Z), max(hi, p.Z)
	}
	if e.value < lo || e.value > hi {
		e.value = words.Significant((lo+hi)/2, 3)
	}
}
