package tree

import (
	"slices"

	"pointscape/engine/picture"
)

// region is a convex polygon of the plane, which splits divide into convex polygons. Its corners are in
// counterclockwise order, from the lowest one (ties: the leftmost). An empty region has no corners.
type region [][2]float64

func (b box) region() region {
	if b.empty() {
		return nil
	}
	return region{{b.lo[0], b.lo[1]}, {b.hi[0], b.lo[1]}, b.hi, {b.lo[0], b.hi[1]}}
}

// around returns the viewport extended by its own size on each side. Shapes are clipped there.
func around(v picture.Viewport) box {
	w, h := v.X1-v.X0, v.Y1-v.Y0
	return box{[2]float64{v.X0 - w, v.Y0 - h}, [2]float64{v.X1 + w, v.Y1 + h}}
}

// seen returns the viewport as a box.
func seen(v picture.Viewport) box {
	return box{[2]float64{v.X0, v.Y0}, [2]float64{v.X1, v.Y1}}
}

// corners returns the coordinates of the corners, x and y alternating.
func (r region) corners() []float64 {
	xy := make([]float64, 0, 2*len(r))
	for _, c := range r {
		xy = append(xy, c[0], c[1])
	}
	return xy
}

// wide returns the extent of the region along x.
func (r region) wide() (from, to float64) {
	from, to = r[0][0], r[0][0]
	for _, c := range r {
		from, to = min(from, c[0]), max(to, c[0])
	}
	return from, to
}

// stretch is a segment of the line of a split, given by an interval of the other input than the split's Feature.
type stretch struct{ from, to float64 }

// parts returns the parts of r on the two sides of a split, and the segment between them. ok is false if a part is
// empty.
func (r region) parts(q *node) (left, right region, cut stretch, ok bool) {
	over := make([]float64, len(r)) // of each corner: positive right of the line, negative left
	least, most := 0.0, 0.0
	for i := range r {
		over[i] = q.Of(r[i][:]) - q.At
		least, most = min(least, over[i]), max(most, over[i])
	}
	if least == 0 {
		return nil, r, cut, false
	}
	if most == 0 {
		return r, nil, cut, false
	}
	o := 1 - q.Feature
	var ends []float64
	left, right = make(region, 0, len(r)+1), make(region, 0, len(r)+1)
	for i, c := range r {
		j := (i + len(r) - 1) % len(r)
		if d, e := over[j], over[i]; d < 0 && e > 0 || d > 0 && e < 0 {
			m := r[j]
			share := d / (d - e)
			m[0] += share * (c[0] - m[0])
			m[1] += share * (c[1] - m[1])
			if q.Tilt == 0 {
				m[q.Feature] = q.At
			}
			left, right, ends = append(left, m), append(right, m), append(ends, m[o])
		}
		if over[i] <= 0 {
			left = append(left, c)
		}
		if over[i] >= 0 {
			right = append(right, c)
		}
		if over[i] == 0 {
			ends = append(ends, c[o])
		}
	}
	cut = stretch{slices.Min(ends), slices.Max(ends)}
	return left.begun(), right.begun(), cut, cut.from < cut.to
}

// begun returns r rotated to begin with the lowest corner (ties: the leftmost).
func (r region) begun() region {
	first := 0
	for i, c := range r {
		if f := r[first]; c[1] < f[1] || c[1] == f[1] && c[0] < f[0] {
			first = i
		}
	}
	if first == 0 {
		return r
	}
	return slices.Concat(r[first:], r[:first])
}

// on returns the point of a split's line at which the other input than Feature is u.
func (q *node) on(u float64) (x [2]float64) {
	x[q.Feature], x[1-q.Feature] = q.At-q.Tilt*u, u
	return x
}

// along returns the ends of a segment of a split's line.
func (q *node) along(s stretch) []float64 {
	a, b := q.on(s.from), q.on(s.to)
	return []float64{a[0], a[1], b[0], b[1]}
}

// meets returns how another split evaluates along the line of this one: at + slope·u is what other compares with its
// threshold at the point on(u).
func (q *node) meets(other *node) (at, slope float64) {
	if other.Feature == q.Feature {
		return q.At, other.Tilt - q.Tilt
	}
	return other.Tilt * q.At, 1 - other.Tilt*q.Tilt
}
