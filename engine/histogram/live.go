package histogram

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// kept holds what a picture during a drag passes to the next one, whose model differs by an edit: the field, and the
// sum of all kernels but the moved point's in that point's class. That sum is computed anew when another point is
// moved, so rounding errors do not accumulate.
type kept struct {
	of     *density // model of the field; nil = none
	g      picture.Grid
	planes [][]float64
	moved  int       // row that rest leaves out, −1 = none
	rest   []float64 // scaled by mx and my, as in sum
	mx, my []float64
}

func (m *density) Follows(*method.Trail) method.Reuse {
	if !fastLive || !fastProduct || m.shape != gaussian {
		return method.NoReuse
	}
	return method.ReuseSums
}

func (m *density) Follow(job method.Job, t *method.Trail, g picture.Grid) (r *picture.Raster, anew bool, err error) {
	k, ok := t.Kept.(*kept)
	if !ok {
		k = new(kept)
		t.Kept = k
	}
	i, ok := m.after(k.of)
	k.of = nil
	if !ok || k.g != g {
		anew, k.moved = ok, -1
		k.planes, _, err = m.field(job, g)
	} else if i >= 0 {
		anew, err = k.move(job, m, g, i)
	}
	if err != nil {
		return nil, false, err
	}
	k.of, k.g = m, g
	r, err = m.leads(job, g, k.planes, nil)
	return r, anew, err
}

// after reports whether m differs from b only in the position of at most one point. row is that point, −1 if there is
// none.
func (m *density) after(b *density) (row int, ok bool) {
	row = -1
	if b == nil || b.shape != m.shape || b.h != m.h || !slices.Equal(b.weight, m.weight) ||
		!slices.Equal(b.p.Class, m.p.Class) {
		return row, false
	}
	for i := range m.p.N {
		if !slices.Equal(m.p.At(i), b.p.At(i)) {
			if row >= 0 {
				return row, false
			}
			row = i
		}
	}
	return row, true
}

// move recomputes the plane of the class of row i, the only row that moved. anew reports that this call did more work
// than the next will.
func (k *kept) move(job method.Job, m *density, g picture.Grid, i int) (anew bool, err error) {
	class, at := m.p.Class[i], m.p.At(i)
	c, out := &m.points[class], k.planes[class]
	xs, ys := axes(g)
	if k.moved != i && len(c.x) > 1 {
		anew, k.moved = true, -1
		// If two points of the class coincide, either one serves.
		n := 0
		for c.x[n] != at[0] || c.y[n] != at[1] {
			n++
		}
		o := &cloud{slices.Delete(slices.Clone(c.x), n, n+1), slices.Delete(slices.Clone(c.y), n, n+1)}
		k.mx, k.my = nearest(xs, o.x, m.h), nearest(ys, o.y, m.h)
		k.rest = slices.Grow(k.rest[:0], len(out))[:len(out)]
		clear(k.rest)
		if err := m.sum(job, o, xs, ys, k.mx, k.my, k.rest); err != nil {
			return anew, err
		}
		k.moved = i
	}
	if k.moved != i || !hill(xs, at[0], k.mx, m.inv) || !hill(ys, at[1], k.my, m.inv) {
		clear(out)
		return anew, m.gauss(job, class, g, out)
	}
	for j, b := range ys {
		row, rest := out[j*len(xs):(j+1)*len(xs)], k.rest[j*len(xs):][:len(xs)]
		for i, a := range xs[:len(row)] {
			row[i] = rest[i] + a*b
		}
	}
	xs, ys = axes(g)
	return anew, m.logs(job, class, xs, ys, k.mx, k.my, out)
}

// hill replaces positions by the factors of a kernel along an axis, scaled by low as in factors. It returns false if
// the other points are so far away that the factors would be too large. Underflow to 0 does not matter in sums above
// tiny.
func hill(places []float64, center float64, low []float64, inv float64) bool {
	for i, x := range places {
		d := (x - center) * inv
		e := (low[i] - d*d) / 2
		if e > 300 {
			return false
		}
		if places[i] = 0; e > -700 {
			places[i] = math.Exp(e)
		}
	}
	return true
}
