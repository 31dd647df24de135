package picture

import (
	"math"
	"slices"
)

// Turn rotates a space about the centre of its bounding box, so that it is viewed from an azimuth and an elevation in
// degrees, and calls put with the coordinates of each point: x to the right, y up, z towards the eye. at has x, y, z of
// each point. The projection is parallel. At (0, 0) x points to the right, y up, and z towards the eye.
func Turn(at []float64, turn [2]float64, put func(i int, x, y, z float64)) {
	mx, my, mz := Middle(at)
	t := TurnOf(turn)
	for i := 0; i+2 < len(at); i += 3 {
		x, y, z := t.Point(at[i]-mx, at[i+1]-my, at[i+2]-mz)
		put(i/3, x, y, z)
	}
}

// Middle returns the centre of the bounding box of points in space.
func Middle(at []float64) (x, y, z float64) {
	var lo, hi [3]float64
	for i, c := range at {
		k := i % 3
		if i < 3 {
			lo[k], hi[k] = c, c
		}
		lo[k], hi[k] = min(lo[k], c), max(hi[k], c)
	}
	return (lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, (lo[2] + hi[2]) / 2
}

// SpaceReach returns the largest distance of points in space from the centre of their bounding box: under any rotation
// they stay within it.
func SpaceReach(at []float64) float64 {
	mx, my, mz := Middle(at)
	far := 0.0
	for i := 0; i+2 < len(at); i += 3 {
		x, y, z := at[i]-mx, at[i+1]-my, at[i+2]-mz
		far = max(far, x*x+y*y+z*z)
	}
	return math.Sqrt(far)
}

// Turned is a rotation of space.
type Turned struct{ ca, sa, ce, se float64 }

// TurnOf returns the rotation to an azimuth and an elevation in degrees.
func TurnOf(turn [2]float64) Turned {
	sa, ca := math.Sincos(turn[0] * math.Pi / 180)
	se, ce := math.Sincos(turn[1] * math.Pi / 180)
	return Turned{ca, sa, ce, se}
}

// Point rotates a point about the origin.
func (t Turned) Point(x, y, z float64) (across, up, near float64) {
	across = t.ca*x - t.sa*z
	near = t.sa*x + t.ca*z
	return across, t.ce*y - t.se*near, t.se*y + t.ce*near
}

// axisReach is the distance from the centre of a space to the ends of its axes, in units of its SpaceReach.
const axisReach = 1.06

// SpaceRange returns the part of the plane that shows all of a space, under any rotation, with the names of its axes.
func SpaceRange(at []float64) (x, y [2]float64) {
	r := 1.16 * SpaceReach(at)
	if r == 0 {
		r = 1
	}
	return [2]float64{-r, r}, [2]float64{-r, r}
}

// SpaceAxes returns the axes of a rotated space: under the points, lines through its centre with tick marks; over the
// points, the names at the positive ends, and numbers beside the tick marks: as many as the view has space for, and
// fewer on an axis seen at a steep angle. mid is the centre of the space (see Middle).
func SpaceAxes(v Viewport, reach float64, mid [3]float64, turn [2]float64, names []string) (under, over []Layer) {
	t := TurnOf(turn)
	back := &Path{Role: RoleGuide, Class: NoClass}
	ahead := &Path{Role: RoleAxis, Class: NoClass}
	marks := &Path{Role: RoleTick, Class: NoClass}
	perX := (v.X1 - v.X0) / float64(max(v.W, 1))
	far := axisReach * reach
	places := NewPlaces(v, 1)
	all := make([]Ticks, len(names))
	for k, name := range names {
		var e [3]float64
		e[k%3] = far
		x, y, _ := t.Point(e[0], e[1], e[2])
		back.AddLine(-x, -y, 0, 0)
		ahead.AddLine(0, 0, x, y)
		// The number of ticks depends on the view only, so that rotation does not change the numbers.
		if perX > 0 {
			m := mid[k%3]
			all[k] = LinearTicks(m-reach, m+reach, int(min(max(2*reach/perX/eachTick, 4), 24)), tickRoom)
		}
		if all[k].Note != "" {
			name += " (" + all[k].Note + ")"
		}
		over = append(over, axisName(v, places, name, x, y, len(names)))
	}
	for k := range names {
		var e [3]float64
		e[k%3] = 1
		x, y, _ := t.Point(e[0], e[1], e[2])
		if a := newTickedAxis(v, x, y, mid[k%3], all[k]); a.long*reach > 1 {
			a.mark(marks)
			over = append(over, a.numbers(places)...)
		}
	}
	return []Layer{back, ahead, marks}, over
}

// axisName returns the label of an axis that ends at (x, y), above or below it. Several ends, at most as many as there
// are names, may coincide: then one name is placed above the other.
func axisName(v Viewport, places *Places, name string, x, y float64, names int) *Label {
	perX := (v.X1 - v.X0) / float64(max(v.W, 1))
	l := &Label{Role: RoleAxis, X: x, Y: y, Text: name, Anchor: AnchorAbove}
	if y < 0 {
		l.Anchor = AnchorBelow
	}
	// A name at the edge is moved inside, as long as the end of its axis is visible.
	if half := (TextWidth(name, LabelSize)/2 + 4) * perX; x > v.X0 && x < v.X1 && 2*half < v.X1-v.X0 {
		l.X = min(max(x, v.X0+half), v.X1-half)
	}
	box := func() Box { return l.Box(v.PX(l.X), v.PY(l.Y), LabelSize) }
	for range names {
		if slices.ContainsFunc(places.taken, box().Meets) {
			up := 1.3 * LabelSize
			if l.Anchor == AnchorBelow {
				up = -up
			}
			l.Y = v.DY(v.PY(l.Y) - up)
		}
	}
	places.Take(box().Grown(3, 0))
	return l
}

// tickedAxis is an axis with ticks as it is seen.
type tickedAxis struct {
	v      Viewport
	x, y   float64 // where the unit vector is
	mid    float64 // the value at the origin
	ticks  Ticks
	long   float64 // length of the unit vector, in pixels
	ax, ay float64 // direction across the axis in pixels, down or to the left
}

// newTickedAxis returns the axis whose unit vector is at (x, y).
func newTickedAxis(v Viewport, x, y, mid float64, ticks Ticks) tickedAxis {
	perX := (v.X1 - v.X0) / float64(max(v.W, 1))
	dx, dy := x/perX, -y/perX
	a := tickedAxis{v: v, x: x, y: y, mid: mid, ticks: ticks, long: math.Hypot(dx, dy)}
	a.ax, a.ay = -dy/a.long, dx/a.long
	if a.ay < -1e-9 || math.Abs(a.ay) <= 1e-9 && a.ax > 0 {
		a.ax, a.ay = -a.ax, -a.ay
	}
	return a
}

// at returns the pixel of tick i.
func (a *tickedAxis) at(i int) (px, py float64) {
	c := a.ticks.At[i] - a.mid
	return a.v.PX(c * a.x), a.v.PY(c * a.y)
}

// mark adds the tick marks to marks.
func (a *tickedAxis) mark(marks *Path) {
	for i := range a.ticks.At {
		px, py := a.at(i)
		marks.AddLine(a.v.DX(px), a.v.DY(py), a.v.DX(px+markLength*a.ax), a.v.DY(py+markLength*a.ay))
	}
}

// number returns the number at tick i, and its box in pixels.
func (a *tickedAxis) number(i int) (l *Label, b Box) {
	px, py := a.at(i)
	w, h := TextWidth(a.ticks.Text[i], LabelSize), LabelSize
	px, py = px+a.ax*(markLength+2+w/2), py+a.ay*(markLength+h/2)
	l = &Label{Role: RoleTick, X: a.v.DX(px), Y: a.v.DY(py), Text: a.ticks.Text[i]}
	return l, l.Box(px, py, LabelSize)
}

// numbers returns the numbers that have room, but none near the origin.
func (a *tickedAxis) numbers(places *Places) (list []Layer) {
	for _, i := range everyOther(len(a.ticks.At), func(i, j int) bool {
		_, one := a.number(i)
		_, other := a.number(j)
		return one.Grown(3, 0).Meets(other)
	}) {
		l, b := a.number(i)
		if math.Hypot(b.X0+b.X1-2*a.v.PX(0), b.Y0+b.Y1-2*a.v.PY(0)) > 2*middleRoom && places.Free(b) {
			places.Take(b.Grown(6, 1)) // otherwise two numbers could be read as one
			list = append(list, l)
		}
	}
	return list
}

// Sizes in pixels: length of a tick mark of a space's axis, distance between two ticks if there is space, and radius
// around the crossing of the axes without numbers. tickRoom is the maximum width of a number, in units of the text
// size.
const markLength, eachTick, middleRoom, tickRoom = 4, 90, 16, 4

// everyOther selects from 0..n-1 all, or every second, fourth, ..., so that neighbours do not overlap; nil if fewer
// than two would remain.
func everyOther(n int, meet func(i, j int) bool) (list []int) {
	for step := 1; step < n; step *= 2 {
		list = list[:0]
		clear := true
		for i := 0; i < n; i += step {
			list = append(list, i)
			clear = clear && (i == 0 || !meet(i-step, i))
		}
		if clear {
			return list
		}
	}
	return nil
}
