package tree

import (
	"slices"

	"pointscape/engine/picture"
)

// region is a part of the plane without a dent, which questions about its inputs part into
// such ones: its corners one after the other, counterclockwise, beginning with the lowest, of
// equals the leftmost. Without corners it is empty.
type region [][2]float64

// region is b as one.
func (b box) region() region {
	if b.empty() {
		return nil
	}
	return region{{b.lo[0], b.lo[1]}, {b.hi[0], b.lo[1]}, b.hi, {b.lo[0], b.hi[1]}}
}

// around is the view, and as much beyond each of its sides: what is drawn ends there.
func around(v picture.Viewport) box {
	w, h := v.X1-v.X0, v.Y1-v.Y0
	return box{[2]float64{v.X0 - w, v.Y0 - h}, [2]float64{v.X1 + w, v.Y1 + h}}
}

// seen is the view itself.
func seen(v picture.Viewport) box {
	return box{[2]float64{v.X0, v.Y0}, [2]float64{v.X1, v.Y1}}
}

// corners are the numbers of the corners.
func (r region) corners() []float64 {
	xy := make([]float64, 0, 2*len(r))
	for _, c := range r {
		xy = append(xy, c[0], c[1])
	}
	return xy
}

// wide is how far the region goes along x.
func (r region) wide() (from, to float64) {
	from, to = r[0][0], r[0][0]
	for _, c := range r {
		from, to = min(from, c[0]), max(to, c[0])
	}
	return from, to
}

// stretch is a part of the line of a node's question, between two values of the input that
// counts less in it.
type stretch struct{ from, to float64 }

// parts are the parts of r on both sides of a node's question, and the stretch between
// them; ok is false where one is empty.
func (r region) parts(q *node) (left, right region, cut stretch, ok bool) {
	over := make([]float64, len(r)) // how far each corner is on the right
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

// begun is r from its lowest corner on, of equals the leftmost.
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

// on is the place on the line of a node's question where the input that counts less has a
// value.
func (q *node) on(u float64) (x [2]float64) {
	x[q.Feature], x[1-q.Feature] = q.At-q.Tilt*u, u
	return x
}

// along is the line of a node's question on a stretch.
func (q *node) along(s stretch) []float64 {
	a, b := q.on(s.from), q.on(s.to)
	return []float64{a[0], a[1], b[0], b[1]}
}

// meets is where the line of a node's question meets that of another one, as Of goes along
// it: at + slope·u is what the other compares with its threshold.
func (q *node) meets(other *node) (at, slope float64) {
	if other.Feature == q.Feature {
		return q.At, other.Tilt - q.Tilt
	}
	return other.Tilt * q.At, 1 - other.Tilt*q.Tilt
}
