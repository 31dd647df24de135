package editor

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Points edits points, each time in one step. Its state is the class and the value of the next point.
type Points struct {
	*present
	ed *Editor

	class int
	value float64 // of regression over the plane
}

// Fixed reports whether the point or the handle with a number is locked; for -1, whether adding one is.
func (pt *Points) Fixed(i int) bool {
	name, _ := pt.lockOf(i)
	return pt.ed.Locks(name)
}

// Holds is Fixed, and tells the user.
func (pt *Points) Holds(i int) bool {
	name, called := pt.lockOf(i)
	return pt.ed.Denies(name, called)
}

// lockOf returns what must be unlocked to change a point or a handle, or to add one, -1.
func (pt *Points) lockOf(i int) (name, called string) {
	p := (*method.Param)(nil)
	if g, ok := pt.ed.Places.grip(i); ok {
		p = g.Param
	} else if i == -1 {
		if p = pt.ed.Places.Painting(); p == nil {
			p = pt.ed.Places.Adding()
		}
	}
	if p == nil {
		return LockedPoints, LockedPoints
	}
	return p.Name, p.Label
}

// Now returns the present points, which must not be modified.
func (pt *Points) Now() []doc.Point { return pt.now.Points }

// Class and Value return the third column of the next point; the task decides which of the two applies.
func (pt *Points) Class() int     { return pt.class }
func (pt *Points) Value() float64 { return pt.value }

func (pt *Points) SetClass(k int)     { pt.class = k }
func (pt *Points) SetValue(v float64) { pt.value = v }

func (pt *Points) third() float64 {
	switch pt.task {
	case method.Regress:
		return 0
	case method.Regress2D:
		return pt.value
	}
	return float64(pt.class)
}

// Classes reports whether points have classes that can be chosen.
func (pt *Points) Classes() bool {
	return pt.task == method.Classify || pt.task.Plane() && pt.task != method.Regress2D &&
		slices.ContainsFunc(pt.now.Points, func(p doc.Point) bool { return p.Z != 0 })
}

// Rows reports whether the points are rows of a table, which cannot be moved.
func (pt *Points) Rows() bool { return pt.now.Table != nil }

// Loosen makes points of the rows of a table, at their present positions in the plane: they can be moved, and no longer
// have the other columns.
func (pt *Points) Loosen() bool {
	if !pt.Rows() {
		return false
	}
	pt.ed.Selection.Set(-1)
	n := pt.with(slices.Clone(pt.now.Points))
	if pt.ed.View.near != nil { // the axes of the screen are not axes of the space
		n.Names.X, n.Names.Y, n.View.Turn = "", "", nil
	}
	return pt.ed.commit(n, "make points of the rows", "", Change{What: Step, Replaced: true})
}

// Room reports whether one more point may be added, and tells the user if not.
func (pt *Points) Room() bool {
	limit, name := doc.MaxPoints, "A document"
	if pt.info != nil {
		limit, name = pt.info.Limit(), pt.info.Name
	}
	if len(pt.now.Points) < limit {
		return true
	}
	pt.ed.Toast(words.Sprintf("%s allows at most %d points.", name, limit), true)
	return false
}

// with returns the present document with other points, which are now by hand.
func (pt *Points) with(pts []doc.Point) doc.Document {
	n := pt.now
	n.Points, n.Dataset, n.Table = pts, nil, nil
	return n
}

func (pt *Points) commit(pts []doc.Point, what, key string, c Change) bool {
	c.What = Step
	return pt.ed.commit(pt.with(pts), what, key, c)
}

func (pt *Points) has(i int) bool { return i >= 0 && i < len(pt.now.Points) }

// Add adds a point; it returns false if there is no room.
func (pt *Points) Add(x, y float64) bool {
	if !pt.loaded || !pt.Room() {
		return false
	}
	return pt.commit(append(slices.Clip(slices.Clone(pt.now.Points)), doc.Point{X: x, Y: y, Z: pt.third()}),
		"add a point", "", Change{Added: true})
}

func (pt *Points) Remove(i int) {
	if g, ok := pt.ed.Places.grip(i); ok {
		pt.ed.Places.remove(g)
		return
	}
	if !pt.has(i) {
		return
	}
	pt.removeAll([]int{i}, "remove a point")
}

// RemoveAll removes points, as one step; list has ascending indices. It returns false if that is not possible now, for
// instance during a drag.
func (pt *Points) RemoveAll(list []int) bool {
	if !pt.hasAll(list) {
		return false
	}
	return pt.removeAll(list, words.Text("remove %s", words.Count(len(list), "point")))
}

// hasAll reports whether points, at ascending indices, exist and may be changed now.
func (pt *Points) hasAll(list []int) bool {
	return len(list) > 0 && pt.has(list[0]) && pt.has(list[len(list)-1]) && !pt.Rows() && !pt.ed.Draft.on()
}

func (pt *Points) removeAll(list []int, what string) bool {
	pt.ed.Selection.Set(-1)
	n := pt.with(others(pt.now.Points, list))
	fixed := pt.ed.Split.without(&n, list)
	if !pt.ed.commit(n, what, "", Change{What: Step, Removed: true}) {
		return false
	}
	if fixed {
		pt.ed.Split.byHand()
	}
	return true
}

// others returns a list without the entries at ascending indices.
func others[T any](all []T, list []int) (rest []T) {
	from := 0
	for _, i := range list {
		rest = append(rest, all[from:i]...)
		from = i + 1
	}
	return append(rest, all[from:]...)
}

// SetClasses sets the class of points, as one step; list has ascending indices. It returns false if that is not
// possible now, or changes nothing.
func (pt *Points) SetClasses(list []int, class int) bool {
	if !pt.hasAll(list) {
		return false
	}
	pts := slices.Clone(pt.now.Points)
	for _, i := range list {
		pts[i].Z = float64(class)
	}
	if slices.Equal(pts, pt.now.Points) {
		return false
	}
	return pt.commit(pts, words.Text("change the class of %s", words.Count(len(list), "point")), "",
		Change{Relabeled: true})
}

// Clear removes all points, and what the document says about them: its title, unless it was typed, its note, the names
// of axes and classes, which points are held out, and the annotations. It returns false if there are no points.
func (pt *Points) Clear() bool {
	if len(pt.now.Points) == 0 {
		return false
	}
	pt.ed.Selection.Set(-1)
	n := pt.with(nil)
	n.Unsay()
	n.Title, n.Split = pt.ed.Titled(""), doc.Split{}
	return pt.ed.commit(n, "remove all points", "", Change{What: Step, Removed: true})
}

// SetThird sets the class or value of a point as one step, except during a drag or a spray. It reports whether the
// point has it now.
func (pt *Points) SetThird(i int, z float64) bool {
	if !pt.has(i) || pt.Rows() {
		return false
	}
	if pt.now.Points[i].Z == z {
		return true
	}
	if pt.ed.Draft.on() {
		return false
	}
	pts := slices.Clone(pt.now.Points)
	pts[i].Z = z
	what := "change a class"
	if pt.task == method.Regress2D {
		what = "change a value"
	}
	return pt.commit(pts, what, "third"+strconv.Itoa(i), Change{Relabeled: true})
}

// SetCoordinate sets a coordinate of a point or a handle, "x" or "y".
func (pt *Points) SetCoordinate(i int, name string, v float64) {
	if g, ok := pt.ed.Places.grip(i); ok {
		pt.ed.Places.setCoordinate(g, name, v)
		return
	}
	if !pt.has(i) || pt.Rows() {
		return
	}
	pts := slices.Clone(pt.now.Points)
	if name == "x" {
		pts[i].X = v
	} else {
		pts[i].Y = v
	}
	if pts[i] != pt.now.Points[i] {
		pt.commit(pts, "move a point", "coordinate"+name+strconv.Itoa(i), Change{Moved: true})
	}
}

// pickValue limits the value of the next point to sensible ones.
func (pt *Points) pickValue() {
	if pt.task != method.Regress2D || len(pt.now.Points) == 0 {
		return
	}
	lo, hi := pt.now.Points[0].Z, pt.now.Points[0].Z
	for _, p := range pt.now.Points {
		lo, hi = min(lo, p.Z), max(hi, p.Z)
	}
	if pt.value < lo || pt.value > hi {
		pt.value = words.Significant((lo+hi)/2, 3)
	}
}

// Spot returns the position of a point or a handle; ok is false if the number is that of neither.
func (pt *Points) Spot(number int) (q doc.Point, ok bool) {
	if k, grip := method.GripOf(number); grip {
		list := pt.ed.Places.Grips()
		if k >= len(list) {
			return q, false
		}
		return doc.Point{X: list[k].X, Y: list[k].Y}, true
	}
	if !pt.has(number) {
		return q, false
	}
	return pt.now.Points[number], true
}
