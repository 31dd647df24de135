package kernel

import (
	"math"
	"strconv"
)

// dotKind is a kernel of the inner product x·z.
type dotKind uint8

const (
	dotLinear  dotKind = iota // x·z
	dotPoly                   // (gamma x·z + coef0)^degree
	dotSigmoid                // tanh(gamma x·z + coef0)
)

type inner struct {
	kind         dotKind
	gamma, coef0 float64
	degree       int
}

// Linear returns x·z.
func Linear() Kernel { return inner{kind: dotLinear, gamma: 1, degree: 1} }

// Poly returns (gamma x·z + coef0)^degree.
func Poly(gamma, coef0 float64, degree int) Kernel {
	return inner{kind: dotPoly, gamma: gamma, coef0: coef0, degree: degree}
}

// Sigmoid returns tanh(gamma x·z + coef0), which is not positive definite in general.
func Sigmoid(gamma, coef0 float64) Kernel {
	return inner{kind: dotSigmoid, gamma: gamma, coef0: coef0}
}

func (k inner) Eval(x, z []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * z[i]
	}
	switch k.kind {
	case dotLinear:
		return s
	case dotPoly:
		return powi(k.gamma*s+k.coef0, k.degree)
	default:
		return math.Tanh(k.gamma*s + k.coef0)
	}
}

// powi returns x^n for n >= 0 by squaring.
func powi(x float64, n int) float64 {
	p := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			p *= x
		}
		x *= x
	}
	return p
}

func (k inner) Grad(x, z []float64, _ bool, grad []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * z[i]
	}
	return k.gradAt(s, grad)
}

// gradAt returns the kernel at inner product s and writes the derivatives.
func (k inner) gradAt(s float64, grad []float64) float64 {
	if k.kind == dotLinear {
		return s
	}
	t := k.gamma*s + k.coef0
	var v, d float64 // value and derivative with respect to t
	if k.kind == dotSigmoid {
		v = math.Tanh(t)
		d = 1 - v*v
	} else if k.degree == 0 {
		v = 1
	} else {
		d = powi(t, k.degree-1)
		v = t * d
		d *= float64(k.degree)
	}
	grad[0] = d * k.gamma * s
	if k.coef0 > 0 {
		grad[1] = d * k.coef0
	}
	return v
}

// Hyper returns gamma, and coef0 if it is positive (the degree is not learned).
func (k inner) Hyper() []Hyper {
	if k.kind == dotLinear {
		return nil
	}
	h := []Hyper{{"gamma", k.gamma}}
	if k.coef0 > 0 {
		h = append(h, Hyper{"coef0", k.coef0})
	}
	return h
}

func (k inner) WithHyper(v []float64) Kernel {
	if k.kind == dotLinear {
		return k
	}
	if k.coef0 > 0 {
		k.coef0 = v[1]
	}
	k.gamma = v[0]
	return k
}

func (k inner) String() string {
	switch k.kind {
	case dotLinear:
		return "linear()"
	case dotPoly:
		return "poly(" + num(k.gamma) + ", " + num(k.coef0) + ", " + strconv.Itoa(k.degree) + ")"
	default:
		return "sigmoid(" + num(k.gamma) + ", " + num(k.coef0) + ")"
	}
}
