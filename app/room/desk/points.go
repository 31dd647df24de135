package desk

import (
	"fmt"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Class and Value are the third column of the next point, of whichever the task has.
func (d *Desk) Class() int     { return d.class }
func (d *Desk) Value() float64 { return d.value }

func (d *Desk) SetClass(k int)     { d.class = k }
func (d *Desk) SetValue(v float64) { d.value = v }

func (d *Desk) third() float64 {
	switch d.task {
	case method.Regress:
		return 0
	case method.Regress2D:
		return d.value
	}
	return float64(d.class)
}

// Classes tells whether points have classes that can be chosen.
func (d *Desk) Classes() bool {
	return d.task == method.Classify || d.task.Plane() && d.task != method.Regress2D && slices.ContainsFunc(d.now.Points, func(p doc.Point) bool { return p.Z != 0 })
}

// Locked tells whether the points are rows of a table, which can't be moved.
func (d *Desk) Locked() bool { return d.now.Table != nil }

// Loosen makes points of the rows of a table, as they lie on the plane now: they can be
// moved, and know nothing of their columns any more.
func (d *Desk) Loosen() bool {
	if !d.Locked() {
		return false
	}
	d.Select(-1)
	n := d.with(slices.Clone(d.now.Points))
	if d.near != nil { // across and up are no axes of the space
		n.Names.X, n.Names.Y, n.View.Turn = "", "", nil
	}
	d.commit(n, "make points of the rows", "", Change{What: Step, Points: true})
	return true
}

// Room tells whether one more point may be added, and says so if not.
func (d *Desk) Room() bool {
	limit, name := doc.MaxPoints, "A document"
	if d.info != nil {
		limit, name = d.info.Limit(), d.info.Name
	}
	if len(d.now.Points) < limit {
		return true
	}
	d.Toast(fmt.Sprintf("%s takes at most %d points.", name, limit), true)
	return false
}

// with returns the present with other points; they are by hand now.
func (d *Desk) with(pts []doc.Point) doc.Document {
	n := d.now
	n.Points, n.Dataset, n.Table = pts, nil, nil
	return n
}

func (d *Desk) commitPoints(pts []doc.Point, what, key string) {
	d.commit(d.with(pts), what, key, Change{What: Step, Points: true})
}

func (d *Desk) has(i int) bool { return i >= 0 && i < len(d.now.Points) }

// Add adds a point; false when there is no room for it.
func (d *Desk) Add(x, y float64) bool {
	if !d.loaded || !d.Room() {
		return false
	}
	d.commitPoints(append(slices.Clip(slices.Clone(d.now.Points)), doc.Point{X: x, Y: y, Z: d.third()}), "add a point", "")
	return true
}

// TakeBack undoes the newest edit as if it had not been.
func (d *Desk) TakeBack() {
	if n, ok := d.hist.Drop(); ok {
		d.set(n, Change{What: Back, Points: true})
	}
}

// Remove removes a point or a handle.
func (d *Desk) Remove(i int) {
	if g, ok := d.grip(i); ok {
		d.removeGrip(g)
		return
	}
	if !d.has(i) {
		return
	}
	d.removeAll([]int{i}, "remove a point")
}

// RemoveAll removes points, as one step; indices rise. false = it may not now: a hand holds
// something, say.
func (d *Desk) RemoveAll(list []int) bool {
	if !d.hasAll(list) {
		return false
	}
	d.removeAll(list, "remove "+words.Count(len(list), "point"))
	return true
}

// hasAll tells whether points, indices of which rise, are there and may be changed now.
func (d *Desk) hasAll(list []int) bool {
	return len(list) > 0 && d.has(list[0]) && d.has(list[len(list)-1]) && !d.Locked() && !d.drafts()
}

func (d *Desk) removeAll(list []int, what string) {
	d.Select(-1)
	n := d.with(others(d.now.Points, list))
	fixed := d.without(&n, list)
	d.commit(n, what, "", Change{What: Step, Points: true})
	if fixed {
		d.byHand()
	}
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
func (d *Desk) SetClasses(list []int, class int) bool {
	if !d.hasAll(list) {
		return false
	}
	pts := slices.Clone(d.now.Points)
	for _, i := range list {
		pts[i].Z = float64(class)
	}
	if slices.Equal(pts, d.now.Points) {
		return false
	}
	d.commitPoints(pts, "change the class of "+words.Count(len(list), "point"), "")
	return true
}

// Clear removes all points, and what the document says of them: its title, what axes
// and classes are called, which points are held out. False when there are none.
func (d *Desk) Clear() bool {
	if len(d.now.Points) == 0 {
		return false
	}
	d.Select(-1)
	n := d.with(nil)
	n.Title, n.Names, n.Split = "", doc.Names{}, doc.Split{}
	d.commit(n, "remove all points", "", Change{What: Step, Points: true})
	return true
}

// Grab begins to move a point or a handle: from now on a draft is shown, until Release.
func (d *Desk) Grab(i int) {
	d.before = d.now
	if g, ok := d.grip(i); ok {
		d.now = d.withPlaces(g.Param, doc.ClonePlaces(d.places(g.Param))) // changed in place
	} else {
		d.now = d.with(slices.Clone(d.now.Points)) // likewise
	}
	d.moving = i
}

// Held is the number of what a hand holds, -1 = nothing.
func (d *Desk) Held() int { return d.moving }

// MoveTo moves what is held; false when it is there already.
func (d *Desk) MoveTo(x, y float64) bool {
	if g, ok := d.grip(d.moving); ok {
		at := d.places(g.Param)[g.I]
		if at[0] == x && at[1] == y {
			return false
		}
		at[0], at[1] = x, y
		d.Changed(Change{What: Draft})
		return true
	}
	if !d.has(d.moving) {
		return false
	}
	p := &d.now.Points[d.moving]
	if p.X == x && p.Y == y {
		return false
	}
	p.X, p.Y = x, y
	if d.version++; d.roles.version == d.version-1 {
		d.roles.version = d.version // roles do not ask where points are
	}
	d.Changed(Change{What: Draft})
	return true
}

// Release ends the move as one step; without keep what is held goes back.
func (d *Desk) Release(keep bool) {
	i := d.moving
	if i == -1 {
		return
	}
	d.moving = -1
	if g, ok := d.grip(i); ok {
		if from := d.info.Grips(d.before.Params); !keep || slices.Equal(from, d.Grips()) {
			d.set(d.before, Change{What: Back})
			return
		}
		d.commit(d.now, "move a "+g.Param.Handle.Name, "", Change{What: Step})
		return
	}
	moved := d.has(i) && i < len(d.before.Points) && d.now.Points[i] != d.before.Points[i]
	if !keep || !moved {
		d.set(d.before, Change{What: Back, Points: true})
		return
	}
	d.commit(d.now, "move a point", "", Change{What: Step, Points: true})
}

// Spray adds a point to those of this stroke; EndSpray makes them one step.
func (d *Desk) Spray(x, y float64) {
	if !d.loaded || !d.Room() {
		return
	}
	if !d.spraying {
		d.spraying, d.before = true, d.now
		d.now = d.with(slices.Clone(d.now.Points))
	}
	d.now.Points = append(d.now.Points, doc.Point{X: x, Y: y, Z: d.third()})
	d.version++
	d.Changed(Change{What: Draft, Points: true})
}

func (d *Desk) EndSpray() {
	if !d.spraying {
		return
	}
	d.spraying = false
	d.commit(d.now, "spray points", "", Change{What: Step, Points: true})
	d.Room() // what has stopped the spray holds still
}

// Selected is the number of the point or the handle whose coordinates are shown, -1 = none.
func (d *Desk) Selected() int { return d.selected }

// Select selects a point or a handle, -1 = none.
func (d *Desk) Select(i int) {
	if d.selected != i {
		d.selected = i
		d.Picked()
	}
}

// SetThird gives a point another class or value, unless a hand holds something or sprays: that is one
// step. It tells whether the point has it.
func (d *Desk) SetThird(i int, z float64) bool {
	if !d.has(i) || d.Locked() {
		return false
	}
	if d.now.Points[i].Z == z {
		return true
	}
	if d.drafts() {
		return false
	}
	pts := slices.Clone(d.now.Points)
	pts[i].Z = z
	what := "change a class"
	if d.task == method.Regress2D {
		what = "change a value"
	}
	d.commitPoints(pts, what, "third"+strconv.Itoa(i))
	return true
}

// SetCoordinate gives a point or a handle another coordinate: "x" or "y".
func (d *Desk) SetCoordinate(i int, name string, v float64) {
	if g, ok := d.grip(i); ok {
		d.setGripCoordinate(g, name, v)
		return
	}
	if !d.has(i) || d.Locked() {
		return
	}
	pts := slices.Clone(d.now.Points)
	if name == "x" {
		pts[i].X = v
	} else {
		pts[i].Y = v
	}
	if pts[i] != d.now.Points[i] {
		d.commitPoints(pts, "move a point", "coordinate"+name+strconv.Itoa(i))
	}
}

// pickValue keeps the value of the next point among those that make sense.
func (d *Desk) pickValue() {
	if d.task != method.Regress2D || len(d.now.Points) == 0 {
		return
	}
	lo, hi := d.now.Points[0].Z, d.now.Points[0].Z
	for _, p := range d.now.Points {
		lo, hi = min(lo, p.Z), max(hi, p.Z)
	}
	if d.value < lo || d.value > hi {
		d.value = words.Significant((lo+hi)/2, 3)
	}
}
