package dataset

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Places are points from a recipe's distribution, used to estimate means over it: of the loss of a fit, or of its
// conditional error given x (Truth.Posterior, Truth.F). They depend only on the distribution, not on the number of
// points of the recipe nor, if the distribution is the same for all seeds, on its seed. They are independent of the
// points that Make, Draw and Fresh return.
//
// They are a stratified sample (Cochran, Sampling Techniques, 3rd edition 1977, chapter 5): many points of the
// distribution, the pool, are sorted along a Hilbert curve and divided into strata of equal size, and one point of each
// stratum is picked at random. The mean over n of them of a function with jumps along curves has a standard error of
// about n^(-3/4) instead of n^(-1/2). For regression on the line they are the midpoints of n equal shares of the
// inputs' distribution.
type Places struct {
	Points []doc.Point // neighbors in the list are close in the plane
	pool   float64     // the size of the pool; infinite on the line
}

// poolSize is the smallest size of a pool.
const poolSize = 1 << 15

// placesSeed is the seed of all Places. No document can have it (doc.MaxSeed).
const placesSeed = math.MaxUint64

// PlacesOf returns sets of n points each from a recipe's distribution, for a method with a task; n must be even, and n
// times sets at most 32768. The sets share the pool, and are disjoint. On the line all sets are the same. It is nil if
// the recipe is a table, unknown, or refused.
func PlacesOf(ds doc.Dataset, task method.Task, n, sets int) []*Places {
	return placesBy(ds, task, n, sets, placesSeed)
}

// placesBy is PlacesOf with another seed.
func placesBy(ds doc.Dataset, task method.Task, n, sets int, seed uint64) []*Places {
	e := find(ds.Name)
	if e == nil || e.Fixed || e.check(ds) != nil {
		return nil
	}
	list := make([]*Places, sets)
	for k := range list {
		list[k] = &Places{Points: make([]doc.Point, n), pool: math.Inf(1)}
	}
	if e.line != nil && task == method.Regress {
		for i := range n {
			u := (float64(i) + 0.5) / float64(n)
			if e.where != nil {
				u = e.where(u)
			}
			y, _ := e.line(u)
			for _, p := range list {
				p.Points[i] = doc.Point{X: low + (high-low)*u, Y: y}
			}
		}
		return list
	}
	size := (poolSize + n - 1) / n // of a stratum
	pool := e.pool(ds, n*size, seed)
	order := alongHilbert(pool)
	var r rng
	r.seed(seed, whole)
	for i := range n {
		stratum := order[i*size : (i+1)*size]
		for k, p := range list {
			j := k + int(r.float()*float64(size-k)) // Fisher-Yates shuffle
			stratum[k], stratum[j] = stratum[j], stratum[k]
			p.Points[i], p.pool = pool[stratum[k]], float64(len(pool))
		}
	}
	return list
}

// pool returns size points from a recipe's distribution.
func (e *entry) pool(ds doc.Dataset, size int, seed uint64) []doc.Point {
	switch {
	case e.plane != nil:
		// The recipe's number of points matters only for a grid, whose noise is in units of its spacing.
		return e.plane.sample(size, 1, cmp.Or(ds.N, e.N), ds.Noise, ds.Seed, seed)
	case e.line != nil:
		return e.onLine(size, ds.Noise, seed)
	}
	return e.overPlane(size, ds.Noise, seed)
}

// Mean returns the mean over the distribution of a function with the values g at the points, with two standard errors
// that tend to be too large: own is that of picking points from strata (estimated from pairs of strata, Cochran,
// section 5A.12), independent between sets, and pooled is that of the pool, which all sets share. NaN values are left
// out. Without any value mean and own are NaN.
func (p *Places) Mean(g []float64) (mean, own, pooled float64) {
	n, sum, pairs := 0.0, 0.0, 0.0
	for i, v := range g {
		if v == v {
			n, sum = n+1, sum+v
		}
		if i%2 == 1 && v == v && g[i-1] == g[i-1] {
			pairs += (v - g[i-1]) * (v - g[i-1])
		}
	}
	mean = sum / n
	variance := 0.0
	for _, v := range g {
		if v == v {
			variance += (v - mean) * (v - mean) / n
		}
	}
	return mean, math.Sqrt(pairs) / n, math.Sqrt(variance / p.pool)
}

// alongHilbert returns the indices of points sorted along a Hilbert curve through their bounding box.
func alongHilbert(pts []doc.Point) []int {
	const bits = 16
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, q := range pts {
		lo[0], lo[1] = min(lo[0], q.X), min(lo[1], q.Y)
		hi[0], hi[1] = max(hi[0], q.X), max(hi[1], q.Y)
	}
	cell := func(v, lo, hi float64) uint32 {
		if hi <= lo {
			return 0
		}
		return uint32((v - lo) / (hi - lo) * (1<<bits - 1))
	}
	list := make([]uint64, len(pts)) // position along the curve, and index
	for i, q := range pts {
		list[i] = uint64(hilbert(cell(q.X, lo[0], hi[0]), cell(q.Y, lo[1], hi[1]), bits))<<32 | uint64(i)
	}
	slices.Sort(list)
	order := make([]int, len(pts))
	for k, e := range list {
		order[k] = int(e & math.MaxUint32)
	}
	return order
}

// hilbert returns the position of the cell (x, y) of 2^bits × 2^bits along a Hilbert curve: at each level the quadrant,
// in coordinates that are rotated like the curve there.
func hilbert(x, y uint32, bits int) (d uint32) {
	for s := uint32(1) << (bits - 1); s > 0; s >>= 1 {
		right, up := x&s != 0, y&s != 0
		switch {
		case right && up:
			d += 2 * s * s
		case right:
			d += 3 * s * s
		case up:
			d += s * s
		}
		x, y = x&(s-1), y&(s-1)
		if !up {
			if right {
				x, y = s-1-x, s-1-y
			}
			x, y = y, x
		}
	}
	return d
}
