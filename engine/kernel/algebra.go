package kernel

import (
	"slices"
	"strconv"
	"strings"
)

type constant struct{ v float64 }

// Constant returns the kernel with the constant value v.
func Constant(v float64) Kernel { return constant{v} }

func (k constant) Eval(_, _ []float64) float64 { return k.v }
func (k constant) Grad(_, _ []float64, _ bool, grad []float64) float64 {
	grad[0] = k.v
	return k.v
}
func (k constant) Hyper() []Hyper               { return []Hyper{{"constant", k.v}} }
func (k constant) WithHyper(v []float64) Kernel { return constant{v[0]} }
func (k constant) String() string               { return "constant(" + num(k.v) + ")" }

type white struct{ v float64 }

// White returns independent noise of variance v: v between an observation and itself, 0 between two observations, even
// at the same position. Eval is 0.
func White(v float64) Kernel { return white{v} }

func (k white) Eval(_, _ []float64) float64 { return 0 }
func (k white) Grad(_, _ []float64, same bool, grad []float64) float64 {
	grad[0] = 0
	if same {
		grad[0] = k.v
	}
	return grad[0]
}
func (k white) Hyper() []Hyper               { return []Hyper{{"noise_variance", k.v}} }
func (k white) WithHyper(v []float64) Kernel { return white{v[0]} }
func (k white) String() string               { return "white(" + num(k.v) + ")" }

// scaled is v·k. Its first hyperparameter is the variance v.
type scaled struct {
	v float64
	k Kernel
}

// Scale returns v·k, where v is the variance if k is 1 at distance 0.
func Scale(v float64, k Kernel) Kernel {
	switch k := k.(type) {
	case scaled:
		return scaled{v * k.v, k.k}
	case minus:
		return minus{Scale(v, k.k)}
	}
	return scaled{v, k}
}

func (k scaled) Eval(x, z []float64) float64 { return k.v * k.k.Eval(x, z) }
func (k scaled) Grad(x, z []float64, same bool, grad []float64) float64 {
	v := k.v * k.k.Grad(x, z, same, grad[1:])
	grad[0] = v
	for i := range grad[1:] {
		grad[1+i] *= k.v
	}
	return v
}
func (k scaled) Hyper() []Hyper { return append([]Hyper{{"variance", k.v}}, k.k.Hyper()...) }
func (k scaled) WithHyper(v []float64) Kernel {
	return scaled{v[0], k.k.WithHyper(v[1:])}
}
func (k scaled) String() string { return num(k.v) + " * " + factor(k.k) }

// factor returns k as text for a factor of a product.
func factor(k Kernel) string {
	if _, ok := k.(sum); ok {
		return "(" + k.String() + ")"
	}
	return k.String()
}

type sum struct{ terms []Kernel }

// Sum returns the sum of kernels; sums of sums are flattened.
func Sum(terms ...Kernel) Kernel {
	var flat []Kernel
	for _, t := range terms {
		if s, ok := t.(sum); ok {
			flat = append(flat, s.terms...)
		} else {
			flat = append(flat, t)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return sum{flat}
}

func (k sum) Eval(x, z []float64) float64 {
	v := 0.0
	for _, t := range k.terms {
		v += t.Eval(x, z)
	}
	return v
}

func (k sum) Grad(x, z []float64, same bool, grad []float64) float64 {
	v := 0.0
	for _, t := range k.terms {
		n := hyperCount(t)
		v += t.Grad(x, z, same, grad[:n])
		grad = grad[n:]
	}
	return v
}
func (k sum) Hyper() []Hyper               { return hyperOf(k.terms) }
func (k sum) WithHyper(v []float64) Kernel { return sum{withHyper(k.terms, v)} }
func (k sum) String() string {
	var b strings.Builder
	for i, t := range k.terms {
		m, ok := t.(minus)
		switch {
		case i == 0:
			b.WriteString(t.String())
		case ok:
			b.WriteString(" - " + factor(m.k))
		default:
			b.WriteString(" + " + t.String())
		}
	}
	return b.String()
}

// minus is −k, in general a term of a sum that is subtracted.
type minus struct{ k Kernel }

// Minus returns -k, as a term of a sum. A difference of positive definite kernels need not be positive definite.
func Minus(k Kernel) Kernel {
	if m, ok := k.(minus); ok {
		return m.k
	}
	return minus{k}
}

func (k minus) Eval(x, z []float64) float64 { return -k.k.Eval(x, z) }
func (k minus) Grad(x, z []float64, same bool, grad []float64) float64 {
	v := k.k.Grad(x, z, same, grad)
	for i := range grad {
		grad[i] = -grad[i]
	}
	return -v
}
func (k minus) Hyper() []Hyper               { return k.k.Hyper() }
func (k minus) WithHyper(v []float64) Kernel { return minus{k.k.WithHyper(v)} }
func (k minus) String() string               { return "-" + factor(k.k) }

type product struct{ factors []Kernel }

// Product returns the product of kernels; products of products are flattened, and scales are moved to the front.
func Product(factors ...Kernel) Kernel {
	var flat []Kernel
	scale, has, negative := 1.0, false, false
	for _, f := range factors {
		if m, ok := f.(minus); ok {
			negative = !negative
			f = m.k
		}
		if s, ok := f.(scaled); ok {
			scale *= s.v
			has = true
			f = s.k
		}
		if p, ok := f.(product); ok {
			flat = append(flat, p.factors...)
		} else {
			flat = append(flat, f)
		}
	}
	var k Kernel = product{flat}
	if len(flat) == 1 {
		k = flat[0]
	}
	if has {
		k = Scale(scale, k)
	}
	if negative {
		k = Minus(k)
	}
	return k
}

func (k product) Eval(x, z []float64) float64 {
	v := 1.0
	for _, f := range k.factors {
		v *= f.Eval(x, z)
	}
	return v
}

func (k product) Grad(x, z []float64, same bool, grad []float64) float64 {
	// After factor i, the derivatives of the earlier ones contain the product of all other factors so far. This avoids
	// division by zero.
	v, o := 1.0, 0
	for _, f := range k.factors {
		n := hyperCount(f)
		fv := f.Grad(x, z, same, grad[o:o+n])
		for j := range grad[:o] {
			grad[j] *= fv
		}
		for j := o; j < o+n; j++ {
			grad[j] *= v
		}
		v *= fv
		o += n
	}
	return v
}
func (k product) Hyper() []Hyper               { return hyperOf(k.factors) }
func (k product) WithHyper(v []float64) Kernel { return product{withHyper(k.factors, v)} }
func (k product) String() string {
	s := make([]string, len(k.factors))
	for i, f := range k.factors {
		s[i] = factor(f)
	}
	return strings.Join(s, " * ")
}

func hyperOf(ks []Kernel) []Hyper {
	var all []Hyper
	for i, k := range ks {
		for _, h := range k.Hyper() {
			all = append(all, Hyper{strconv.Itoa(i) + "." + h.Name, h.Value})
		}
	}
	return all
}

func withHyper(ks []Kernel, v []float64) []Kernel {
	out := make([]Kernel, len(ks))
	for i, k := range ks {
		n := hyperCount(k)
		out[i] = k.WithHyper(v[:n])
		v = v[n:]
	}
	return out
}

// hyperCount returns len(k.Hyper()) without making the list.
func hyperCount(k Kernel) int {
	switch k := k.(type) {
	case *radial:
		switch k.form {
		case formRQ, formPeriodic:
			return len(k.par) + 1
		case formBox:
			return 0
		}
		return len(k.par)
	case laplaceL1, constant, white:
		return 1
	case inner:
		switch {
		case k.kind == dotLinear:
			return 0
		case k.coef0 > 0:
			return 2
		}
		return 1
	case scaled:
		return 1 + hyperCount(k.k)
	case minus:
		return hyperCount(k.k)
	case sum:
		return hyperCounts(k.terms)
	case product:
		return hyperCounts(k.factors)
	}
	return len(k.Hyper())
}

func hyperCounts(ks []Kernel) int {
	n := 0
	for _, k := range ks {
		n += hyperCount(k)
	}
	return n
}

// leaves calls fn for every simple kernel in k until fn returns false. It reports whether fn always returned true.
func leaves(k Kernel, fn func(Kernel) bool) bool {
	var kids []Kernel
	switch k := k.(type) {
	case scaled:
		return leaves(k.k, fn)
	case minus:
		return leaves(k.k, fn)
	case sum:
		kids = k.terms
	case product:
		kids = k.factors
	default:
		return fn(k)
	}
	for _, c := range kids {
		if !leaves(c, fn) {
			return false
		}
	}
	return true
}

// subtracts reports whether k contains a subtracted kernel.
func subtracts(k Kernel) bool {
	switch k := k.(type) {
	case minus:
		return true
	case scaled:
		return subtracts(k.k)
	case sum:
		return slices.ContainsFunc(k.terms, subtracts)
	case product:
		return slices.ContainsFunc(k.factors, subtracts)
	}
	return false
}

// PositiveDefinite reports whether k is known to be positive (semi-)definite: not if it contains a sigmoid, a
// polynomial with negative coef0, a box or a difference. The periodic kernel, cos and the triangle count as positive
// definite, which holds on the line only: see PositiveDefiniteIn.
func PositiveDefinite(k Kernel) bool { return PositiveDefiniteIn(k, 1) }

// PositiveDefiniteIn is PositiveDefinite for points of d coordinates.
func PositiveDefiniteIn(k Kernel, d int) bool {
	return !subtracts(k) && leaves(k, func(k Kernel) bool {
		switch k := k.(type) {
		case *radial:
			switch k.form {
			case formPeriodic, formCos, formTriangle:
				return d <= 1
			case formBox:
				return false
			}
		case *about:
			return PositiveDefiniteIn(k.inner, d)
		case inner:
			return k.kind == dotLinear || k.kind == dotPoly && (k.coef0 >= 0 || k.degree == 0)
		}
		return true
	})
}

// Stationary reports whether k depends only on the difference of its points.
func Stationary(k Kernel) bool {
	return leaves(k, func(k Kernel) bool {
		switch k.(type) {
		case inner, *about, *Numbered:
			return false
		}
		return true
	})
}

// Smooth reports whether k is infinitely differentiable (Laplacian, Matérn, triangle, box and white noise are not).
func Smooth(k Kernel) bool {
	return leaves(k, func(k Kernel) bool {
		switch k := k.(type) {
		case *radial:
			switch k.form {
			case formLaplace, formMatern12, formMatern32, formMatern52, formTriangle, formBox:
				return false
			}
		case laplaceL1, white:
			return false
		}
		return true
	})
}

// HasWhite reports whether k contains white noise.
func HasWhite(k Kernel) bool {
	return !leaves(k, func(k Kernel) bool { _, ok := k.(white); return !ok })
}
