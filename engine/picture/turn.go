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
