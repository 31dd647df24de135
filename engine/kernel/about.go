package kernel

import (
	"math"
	"slices"
)

// About returns the kernel
//
//	k(x, z) − k(x, r) − k(r, z) + k(r, r),
//
// the inner product of features relative to the feature of r (d coordinates), or a kernel that differs from it by
// functions of x alone and of z alone: a sum of kernels whose weights add up to 0 changes only by a constant. Kernels
// of the inner product lose precision with the distance of the points from the origin; the new kernel loses it with the
// distance from r instead. Terms that do not depend on the origin, sigmoids and products are not changed.
func About(k Kernel, r []float64) Kernel {
	switch k := k.(type) {
	case inner:
		if k.kind != dotSigmoid && k.degree > 0 {
			return newAbout(k, r)
		}
	case scaled:
		return scaled{k.v, About(k.k, r)}
	case minus:
		return minus{About(k.k, r)}
	case sum:
		terms := make([]Kernel, len(k.terms))
		for i, t := range k.terms {
			terms[i] = About(t, r)
		}
		return sum{terms}
	}
	return k
}

// Rise returns k(x, r) − k(r, r) of the terms that About changes, without cancellation.
func Rise(k Kernel, x, r []float64) float64 {
	switch k := k.(type) {
	case inner:
		if k.kind == dotSigmoid || k.degree == 0 {
			break
		}
		p, s := 0.0, k.coef0
		for i, v := range r {
			p, s = p+v*(x[i]-v), s+k.gamma*v*v
		}
		if k.kind == dotLinear {
			return p
		}
		p *= k.gamma
		diff, power := 0.0, 1.0 // (s+p)^e − s^e, and s^e
		for range k.degree {
			diff = (s+p)*diff + p*power
			power *= s
		}
		return diff
	case scaled:
		return k.v * Rise(k.k, x, r)
	case minus:
		return -Rise(k.k, x, r)
	case sum:
		v := 0.0
		for _, t := range k.terms {
			v += Rise(t, x, r)
		}
		return v
	}
	return 0
}

// Movable reports whether About changes k.
func Movable(k Kernel) bool {
	switch k := k.(type) {
	case inner:
		return k.kind != dotSigmoid && k.degree > 0
	case scaled:
		return Movable(k.k)
	case minus:
		return Movable(k.k)
	case sum:
		return slices.ContainsFunc(k.terms, Movable)
	}
	return false
}

// about is a linear or polynomial kernel centred at r. With a = x − r, b = z − r,
// t = γ a·b, p = γ r·a, q = γ r·b and s = γ r·r + c the kernel is (s+p+q+t)^m, and
// the centred kernel is
//
//	(s+p+q+t)^m − (s+p+q)^m + Σ_{i≥1} binom(m, i) pⁱ ((s+q)^(m−i) − s^(m−i)),
//
// whose differences are computed as products, without cancellation.
type about struct {
	inner
	r        []float64
	s        float64
	binomial []float64 // of the degree over 0, 1, ...
}

func newAbout(k inner, r []float64) *about {
	if k.kind == dotLinear {
		k.gamma, k.coef0 = 1, 0
	}
	a := &about{inner: k, r: slices.Clone(r), s: k.coef0, binomial: make([]float64, k.degree+1)}
	for _, v := range r {
		a.s += k.gamma * v * v
	}
	c := 1.0
	for i := range a.binomial {
		a.binomial[i] = c
		c = c * float64(k.degree-i) / float64(i+1)
	}
	return a
}

func (k *about) Eval(x, z []float64) float64 {
	t, p, q := 0.0, 0.0, 0.0
	for i, r := range k.r {
		a, b := x[i]-r, z[i]-r
		t, p, q = t+a*b, p+r*a, q+r*b
	}
	return k.value(k.gamma*t, k.gamma*p, k.gamma*q, k.factors(k.gamma*q, k.s, make([]float64, len(k.binomial))))
}

// factors writes binom(m, i) ((s+q)^(m−i) − s^(m−i)) for i = 1 to m.
func (k *about) factors(q, s float64, out []float64) []float64 {
	m := k.degree
	diff, power := 0.0, 1.0 // for the exponent e = m−i: the difference, and s^e
	for i := m; i >= 1; i-- {
		out[i] = k.binomial[i] * diff
		diff = (s+q)*diff + q*power // (s+q)^(e+1) − s^(e+1)
		power *= s
	}
	return out
}

// value returns the kernel, given the result of factors for q.
func (k *about) value(t, p, q float64, f []float64) float64 {
	m := k.degree
	if m == 1 {
		return t
	}
	v := 0.0
	for i := m; i >= 1; i-- {
		v = (v + f[i]) * p
	}
	u := k.s + p + q
	diff, power := 0.0, 1.0 // (u+t)^e − u^e, and u^e
	for range m {
		diff = (u+t)*diff + t*power
		power *= u
	}
	return v + diff
}

// row writes k(z, p_j).
func (k *about) row(pts *points, z, out []float64, ws *scratch) {
	t, p := out, ws.get(len(out))
	clear(t)
	clear(p)
	q := 0.0
	for c, r := range k.r {
		b := z[c] - r
		q += r * b
		for j, x := range pts.cols[c][:len(out)] {
			a := x - r
			t[j] += a * b
			p[j] += r * a
		}
	}
	if k.degree == 1 {
		for j := range t {
			t[j] *= k.gamma
		}
		ws.put(p)
		return
	}
	q *= k.gamma
	f := k.factors(q, k.s, ws.get(k.degree+1))
	for j := range out {
		out[j] = k.value(k.gamma*t[j], k.gamma*p[j], q, f)
	}
	ws.put(f)
	ws.put(p)
}

// bound is field2.bound: the formula with absolute values.
func (k *about) bound(f *field2, axis int, y float64) float64 {
	t, p, q := 0.0, 0.0, 0.0
	for c, r := range k.r {
		a, b := math.Abs(f.mid[c]-r)+f.half[c], 0.0
		for _, z := range f.pts.cols[c] {
			b = max(b, math.Abs(z-r))
		}
		if c == axis {
			a = math.Hypot(a+y, y)
		}
		t, p, q = t+a*b, p+math.Abs(r)*a, q+math.Abs(r)*b
	}
	g, m := k.gamma, *k
	m.s = math.Abs(k.s)
	return m.value(g*t, g*p, g*q, m.factors(g*q, m.s, make([]float64, len(k.binomial))))
}

// Grad writes nothing, as there are no hyperparameters to learn.
func (k *about) Grad(x, z []float64, _ bool, _ []float64) float64 { return k.Eval(x, z) }
func (k *about) Hyper() []Hyper                                   { return nil }
func (k *about) WithHyper([]float64) Kernel                       { return k }
