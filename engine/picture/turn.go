package picture

import "math"

// Turn turns a space about the middle of its box, so that it is looked at from an
// azimuth and an elevation in degrees, and calls put with the place of each point of
// at (x, y, z of each): across, up, and towards the eye. Nothing is foreshortened.
// At 0, 0 one looks at x and y with z coming nearer.
func Turn(at []float64, turn [2]float64, put func(i int, x, y, z float64)) {
	mx, my, mz := Middle(at)
	t := TurnOf(turn)
	for i := 0; i+2 < len(at); i += 3 {
		x, y, z := t.Point(at[i]-mx, at[i+1]-my, at[i+2]-mz)
		put(i/3, x, y, z)
	}
}

// Middle is the middle of the box of places in space.
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

// SpaceReach is how far places in space are from the middle of their box, at most: whichever
// way they are turned, they stay within it.
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

// TurnOf is the rotation to an azimuth and an elevation in degrees.
func TurnOf(turn [2]float64) Turned {
	sa, ca := math.Sincos(turn[0] * math.Pi / 180)
	se, ce := math.Sincos(turn[1] * math.Pi / 180)
	return Turned{ca, sa, ce, se}
}

// Point turns a place about the origin.
func (t Turned) Point(x, y, z float64) (across, up, near float64) {
	across = t.ca*x - t.sa*z
	near = t.sa*x + t.ca*z
	return across, t.ce*y - t.se*near, t.se*y + t.ce*near
}

// axisReach is how far the axes of a space go from its middle, in units of its SpaceReach.
const axisReach = 1.06

// SpaceRange is the part of the plane that shows all of a space, whichever way it is
// turned, with the names of its axes.
func SpaceRange(at []float64) (x, y [2]float64) {
	r := 1.16 * SpaceReach(at)
	if r == 0 {
		r = 1
	}
	return [2]float64{-r, r}, [2]float64{-r, r}
}

// SpaceAxes are the axes of a space that is turned: lines through its middle, which lie
// under the points, and their names at the positive ends, over them. Nothing tells how
// long a unit is: what they show is where one looks from.
func SpaceAxes(v Viewport, reach float64, turn [2]float64, names []string) (under, over []Layer) {
	t := TurnOf(turn)
	back := &Path{Role: RoleGuide, Class: NoClass}
	ahead := &Path{Role: RoleAxis, Class: NoClass}
	perX := (v.X1 - v.X0) / float64(max(v.W, 1))
	for k, name := range names {
		var e [3]float64
		e[k%3] = axisReach * reach
		x, y, _ := t.Point(e[0], e[1], e[2])
		back.AddLine(-x, -y, 0, 0)
		ahead.AddLine(0, 0, x, y)
		l := &Label{Role: RoleAxis, X: x, Y: y, Text: name, Anchor: AnchorAbove}
		if y < 0 {
			l.Anchor = AnchorBelow
		}
		// A name at the edge is moved inside, as long as its end is to be seen.
		if half := (TextWidth(name, LabelSize)/2 + 4) * perX; x > v.X0 && x < v.X1 && 2*half < v.X1-v.X0 {
			l.X = min(max(x, v.X0+half), v.X1-half)
		}
		over = append(over, l)
	}
	return []Layer{back, ahead}, over
}
