package gp

import (
	"math"
	"slices"
	"sync"

	"pointscape/engine/linalg"
)

// axis is a set of nodes on the interval [a, b] with a rule of interpolation between them.
type axis struct {
	a, b float64
	t    []float64 // ascending
	rule rule
}

type rule uint8

const (
	chebyshev rule = iota // Chebyshev points of the second kind, one polynomial
	cubic                 // equal steps, the cubic through the four nearest nodes
	linear                // equal steps, line segments: never overshoots at a cusp
)

// newAxis puts n nodes on [a, b], or more if the rule needs more.
func newAxis(a, b float64, n int, r rule) axis {
	switch r {
	case cubic:
		n = max(n, 4)
	default:
		n = max(n, 2)
	}
	x := axis{a: a, b: b, t: make([]float64, n), rule: r}
	for i := range x.t {
		s := float64(i) / float64(n-1)
		if r == chebyshev {
			// sin² has full precision at both ends and is symmetric about the middle.
			h := math.Sin(math.Pi / 2 * s)
			s = h * h
		}
		x.t[i] = a + (b-a)*s
	}
	x.t[n-1] = b
	return x
}

// basis holds k weights for each of several abscissas: the interpolant at the p-th is the sum over j of w[p*k+j] times
// the value at node lo[p]+j.
type basis struct {
	k  int
	lo []int
	w  []float64
}

// basis returns the weights for abscissas xs; those outside the interval are moved to its ends.
func (x *axis) basis(xs []float64) basis {
	n := len(x.t)
	b := basis{lo: make([]int, len(xs))}
	switch x.rule {
	case chebyshev:
		b.k = n
	case cubic:
		b.k = 4
	case linear:
		b.k = 2
	}
	b.w = make([]float64, len(xs)*b.k)
	h := (x.b - x.a) / float64(n-1)
	for p, s := range xs {
		s = min(max(s, x.a), x.b)
		w := b.w[p*b.k : (p+1)*b.k]
		if x.rule == chebyshev {
			x.barycentric(s, w)
			continue
		}
		u := (s - x.a) / h
		if x.rule == linear {
			i := min(max(int(u), 0), n-2)
			u -= float64(i)
			b.lo[p] = i
			w[0], w[1] = 1-u, u
			continue
		}
		i := min(max(int(u)-1, 0), n-4)
		u -= float64(i)
		b.lo[p] = i
		u1, u2, u3 := u-1, u-2, u-3
		w[0] = -u1 * u2 * u3 / 6
		w[1] = u * u2 * u3 / 2
		w[2] = -u * u1 * u3 / 2
		w[3] = u * u1 * u2 / 6
	}
	return b
}

// barycentric writes the Lagrange weights of abscissa s for Chebyshev points of
// the second kind (Berrut and Trefethen, Barycentric Lagrange Interpolation,
// 2004, formula 5.4).
func (x *axis) barycentric(s float64, w []float64) {
	n := len(x.t)
	sum, sign := 0.0, 1.0
	for j, t := range x.t {
		d := s - t
		if d == 0 {
			clear(w)
			w[j] = 1
			return
		}
		c := sign / d
		if j == 0 || j == n-1 {
			c /= 2
		}
		w[j] = c
		sum += c
		sign = -sign
	}
	for j := range w {
		w[j] /= sum
	}
}

// at returns the interpolant at the p-th abscissa of values f at the nodes.
func (b *basis) at(p int, f []float64) float64 {
	w := b.w[p*b.k : (p+1)*b.k]
	return linalg.Dot(w, f[b.lo[p]:])
}

// spreads pools buffers for calls of spread.
var spreads = sync.Pool{New: func() any { return new([]float64) }}

// spread interpolates values f (node (i, j) at j*nx+i) from a tensor grid to
// every pair of abscissas, row by row.
func spread(bx, by basis, nx int, f []float64) []float64 {
	px, py := len(bx.lo), len(by.lo)
	ny := len(f) / nx
	// First along x, for each of the few rows of nodes. The second pass adds whole rows of the result.
	buf := spreads.Get().(*[]float64)
	defer spreads.Put(buf)
	*buf = slices.Grow((*buf)[:0], ny*px)[:ny*px]
	rows := *buf
	for j := range ny {
		fj := f[j*nx : (j+1)*nx]
		r := rows[j*px : (j+1)*px]
		for p := range r {
			r[p] = bx.at(p, fj)
		}
	}
	out := make([]float64, px*py)
	for q := range py {
		linalg.Gemm(1, out[q*px:], px, by.w[q*by.k:], by.k, 1, rows[by.lo[q]*px:], px, 1, by.k, px)
	}
	return out
}

// trial is a function to be interpolated, with the position of its peak, which must not be missed between the nodes.
type trial struct {
	g    func(float64) float64
	peak float64
}

// trialError returns the largest error of interpolating on axis x, measured at the peak and at points between the
// nodes.
func (x *axis) trialError(tr trial) float64 {
	g := tr.g
	f := make([]float64, len(x.t))
	for i, t := range x.t {
		f[i] = g(t)
	}
	// Three positions per gap, where symmetric errors do not vanish.
	xs := []float64{tr.peak}
	for i := 1; i < len(x.t); i++ {
		for _, s := range [...]float64{0.23, 0.48, 0.81} {
			xs = append(xs, x.t[i-1]+s*(x.t[i]-x.t[i-1]))
		}
	}
	b := x.basis(xs)
	worst := 0.0
	for p, s := range xs {
		worst = max(worst, math.Abs(b.at(p, f)-g(s)))
	}
	return worst
}

// ladder lists the numbers of nodes tried on an axis.
var ladder = [...]int{6, 8, 10, 12, 14, 17, 20, 24, 28, 33, 39, 46, 55, 65, 77, 92, 109, 129, 153, 181}

// chooseAxis returns the axis on [a, b] with the fewest nodes, at most limit, that interpolates every g within tol. If
// none of the ladder's polynomials is accurate enough (cusps, or length scales far below the interval), it returns the
// best of the three rules with limit nodes. err is the largest error measured; it may exceed tol.
func chooseAxis(a, b, tol float64, limit int, gs []trial) (best axis, err float64) {
	limit = max(limit, 4)
	worst := func(x axis) float64 {
		e := 0.0
		for _, g := range gs {
			e = max(e, x.trialError(g))
		}
		return e
	}
	for _, n := range ladder {
		if n > limit {
			break
		}
		x := newAxis(a, b, n, chebyshev)
		// One function that fails suffices to try more nodes.
		ok := true
		for _, g := range gs {
			if x.trialError(g) > tol {
				ok = false
				break
			}
		}
		if ok {
			return x, worst(x)
		}
	}
	err = math.Inf(1)
	for _, r := range [...]rule{chebyshev, cubic, linear} {
		x := newAxis(a, b, limit, r)
		e := worst(x)
		if e < err {
			best, err = x, e
		}
	}
	return best, err
}
