package doc

import "math"

// AutoRange returns a suitable view of the points, for documents without one. Points in the unit square that keep off
// its border, and fill a good part of it or are all at one position, get exactly the unit square, and so does an empty
// list. plane says that both axes have the same unit (method.Task.Plane): they then get the same margin, and the
// shorter one is at least a quarter of the longer one. If plane is false, each axis is treated on its own, and the
// heights for an empty list are from -2.5 to 2.5, as needed for a prior. Points that are not finite, or beyond
// MaxCoord, are ignored.
func AutoRange(pts []Point, plane bool) (x, y [2]float64) {
	x = [2]float64{math.Inf(1), math.Inf(-1)}
	y = x
	for _, p := range pts {
		if !(math.Abs(p.X) <= MaxCoord && math.Abs(p.Y) <= MaxCoord) {
			continue
		}
		x[0], x[1] = min(x[0], p.X), max(x[1], p.X)
		y[0], y[1] = min(y[0], p.Y), max(y[1], p.Y)
	}
	unit := [2]float64{0, 1}
	if x[0] > x[1] {
		if !plane {
			return unit, [2]float64{-2.5, 2.5}
		}
		return unit, unit
	}
	w, h := extent(x), extent(y)
	if plane {
		if inUnit(x) && inUnit(y) && (w == 0 && h == 0 || max(w, h) >= goodPart) {
			return unit, unit
		}
		long := max(w, h)
		if long == 0 {
			long = max(alone(x), alone(y))
			return widen(x, long, 0), widen(y, long, 0)
		}
		// An extent that is wide enough at y's position can vanish in rounding at x's.
		long = max(long, size(x)*tiny, size(y)*tiny)
		return widen(x, max(w, long/4), long*margin), widen(y, max(h, long/4), long*margin)
	}
	fit := func(r [2]float64, w float64) [2]float64 {
		if inUnit(r) && (w == 0 || w >= goodPart) {
			return unit
		}
		if w == 0 {
			return widen(r, alone(r), 0)
		}
		return widen(r, w, w*margin)
	}
	return fit(x, w), fit(y, h)
}

const (
	margin   = 0.08  // share of the points' extent added at each side
	goodPart = 0.4   // share of the unit interval: points that fill as much are shown in the whole interval
	tiny     = 1e-9  // share of the larger end of a range: a smaller extent counts as 0 (see MinSpan)
	border   = 0.015 // share of the unit interval: a mark nearer to an end of it would be cut off
)

func inUnit(r [2]float64) bool { return r[0] >= border && r[1] <= 1-border }

// extent returns the length of r, or 0 if it is only rounding errors.
func extent(r [2]float64) float64 {
	w := r[1] - r[0]
	if w < tiny*size(r) || w < 1e-100 {
		return 0
	}
	return w
}

// size returns the larger absolute value of the ends of r.
func size(r [2]float64) float64 { return max(math.Abs(r[0]), math.Abs(r[1])) }

// alone returns the length shown around a single position: half of its absolute value, at least 1.
func alone(r [2]float64) float64 { return max(1, math.Abs(r[0])/2) }

// widen returns the range of length w around the middle of r, with a margin at each side.
func widen(r [2]float64, w, margin float64) [2]float64 {
	mid := r[0] + (r[1]-r[0])/2
	return [2]float64{mid - w/2 - margin, mid + w/2 + margin}
}
