package kernel

import (
	"math"
	"slices"
)

// Bounds on a kernel over the view and in complex neighbourhoods of it, on which the plans are based.

// measure records the extent of the view and of the centres.
func (f *field2) measure() {
	for a, c := range [2][]float64{f.xs, f.ys} {
		f.mid[a] = (c[0] + c[len(c)-1]) / 2
		f.half[a] = math.Abs(c[len(c)-1]-c[0]) / 2
		f.xmax[a] = max(math.Abs(c[0]), math.Abs(c[len(c)-1]))
		for _, v := range f.pts.cols[a] {
			f.zmax[a] = max(f.zmax[a], math.Abs(v))
		}
	}
}

// isWhite reports whether k is white noise or a product with it, and therefore 0 here.
func isWhite(k Kernel) bool {
	switch k := k.(type) {
	case white:
		return true
	case scaled:
		return isWhite(k.k)
	case minus:
		return isWhite(k.k)
	case product:
		return slices.ContainsFunc(k.factors, isWhite)
	}
	return false
}

// largest returns a lower bound on K: the largest |k| between some centres and
// some points of the view, or of a centre with itself.
func (f *field2) largest() float64 {
	const m = 5
	var px, py []float64
	for i := 0; i < m; i++ {
		for j := 0; j < m; j++ {
			px = append(px, f.xs[i*(len(f.xs)-1)/(m-1)])
			py = append(py, f.ys[j*(len(f.ys)-1)/(m-1)])
		}
	}
	view := &points{n: m * m, d: 2, cols: [][]float64{px, py}}
	view.rows = make([]float64, 2*m*m)
	for i := range px {
		view.rows[2*i], view.rows[2*i+1] = px[i], py[i]
	}
	buf := make([]float64, m*m)
	k := 0.0
	for i := 0; i < f.e.N; i += 1 + f.e.N/40 {
		z := f.e.X[2*i : 2*i+2]
		row(f.e.Kernel, view, z, buf, &f.ws)
		for _, v := range buf {
			k = max(k, math.Abs(v))
		}
		k = max(k, math.Abs(diagAt(f.e.Kernel, z, false)))
	}
	return k
}

// bound returns an upper bound on |k(z, x)| over all centres z and points x of
// the view, one coordinate of which (axis) may be complex: its imaginary part
// is at most y in absolute value and its real part at most xmax[axis]+y (the
// ellipses used below reach beyond the view by less than y). +Inf where k is
// not analytic, or not known to be.
func (f *field2) bound(k Kernel, axis int, y float64) float64 {
	switch k := k.(type) {
	case *radial:
		return k.bound(axis, y)
	case *wide:
		w := k.base.w[0]
		if len(k.base.w) > 1 {
			w = k.base.w[axis]
		}
		b := 0.0
		for i, t := range k.t {
			b += k.c[i] * math.Exp(t*w*y*y)
		}
		return b
	case laplaceL1:
		if y == 0 {
			return 1
		}
		return math.Inf(1)
	case *about:
		return k.bound(f, axis, y)
	case inner:
		return k.bound(f, axis, y)
	case constant:
		return k.v
	case white:
		return 0
	case scaled:
		return math.Abs(k.v) * f.bound(k.k, axis, y)
	case minus:
		return f.bound(k.k, axis, y)
	case sum:
		b := 0.0
		for _, t := range k.terms {
			b += f.bound(t, axis, y)
		}
		return b
	case product:
		b := 1.0
		for _, t := range k.factors {
			b *= f.bound(t, axis, y)
		}
		return b
	}
	return math.Inf(1)
}

// bound returns the bound for a radial kernel; see field2.bound.
func (k *radial) bound(axis int, y float64) float64 {
	w := k.w[0]
	if len(k.w) > 1 {
		w = k.w[axis]
	}
	q := w * y * y // -Re s is at most q
	switch k.form {
	case formRBF:
		return math.Exp(q / 2)
	case formRBFGamma:
		return math.Exp(q)
	case formRQ:
		q /= 2 * k.shape
		if q >= 0.999 {
			return math.Inf(1)
		}
		return math.Exp(-k.shape * math.Log1p(-q))
	case formPeriodic:
		// -2 sin² = cos - 1; cos √s is entire in s; |Im √s| <= y.
		return math.Exp((math.Cosh(2*math.Pi*y/k.shape) - 1) / (k.par[0] * k.par[0]))
	case formCos:
		return math.Cosh(2 * math.Pi * y / k.par[0])
	}
	if y == 0 {
		return 1
	}
	return math.Inf(1)
}

// bound returns the bound for a kernel of the inner product; see field2.bound.
func (k inner) bound(f *field2, axis int, y float64) float64 {
	b := 0.0
	for a, z := range f.zmax {
		x := f.xmax[a]
		if a == axis {
			x = math.Hypot(x+y, y)
		}
		b += x * z
	}
	switch k.kind {
	case dotLinear:
		return b
	case dotPoly:
		return powi(k.gamma*b+math.Abs(k.coef0), k.degree)
	}
	// |tanh(a+ib)|² = (sinh²a + sin²b)/(sinh²a + cos²b)
	im := k.gamma * y * f.zmax[axis]
	if im >= 1.5 {
		return math.Inf(1)
	}
	return max(1, math.Tan(im))
}

// analytic reports whether k is analytic on the real plane, with a known bound.
func (f *field2) analytic(k Kernel) bool {
	return leaves(k, func(k Kernel) bool {
		switch k := k.(type) {
		case *radial:
			return Smooth(k)
		case *wide, *about, inner, constant, white:
			return true
		}
		return false
	})
}

// degree returns the degree of k as a polynomial in one coordinate of x, or -1.
func degree(k Kernel) int {
	switch k := k.(type) {
	case inner:
		if k.kind != dotSigmoid {
			return k.degree
		}
	case *about:
		return k.degree
	case constant, white:
		return 0
	case scaled:
		return degree(k.k)
	case minus:
		return degree(k.k)
	case sum:
		d := 0
		for _, t := range k.terms {
			dt := degree(t)
			if dt < 0 {
				return -1
			}
			d = max(d, dt)
		}
		return d
	case product:
		d := 0
		for _, t := range k.factors {
			dt := degree(t)
			if dt < 0 {
				return -1
			}
			d += dt
		}
		return d
	}
	return -1
}

// gaussian returns v, wx, wy when k is v·exp(-wx dx² - wy dy²).
func gaussian(k Kernel) (v, wx, wy float64, ok bool) {
	switch k := k.(type) {
	case *radial:
		c := 1.0
		switch k.form {
		case formRBF:
			c = 0.5
		case formRBFGamma:
		default:
			return 0, 0, 0, false
		}
		return 1, c * k.w[0], c * k.w[len(k.w)-1], true
	case constant:
		return k.v, 0, 0, true
	case scaled:
		v, wx, wy, ok = gaussian(k.k)
		return k.v * v, wx, wy, ok
	case minus:
		v, wx, wy, ok = gaussian(k.k)
		return -v, wx, wy, ok
	case product:
		v = 1
		for _, t := range k.factors {
			tv, tx, ty, ok := gaussian(t)
			if !ok {
				return 0, 0, 0, false
			}
			v, wx, wy = v*tv, wx+tx, wy+ty
		}
		return v, wx, wy, true
	}
	return 0, 0, 0, false
}
