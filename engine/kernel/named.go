package kernel

import (
	"math"

	"pointscape/engine/words"
)

// Named is a kernel in the form that ByName takes: its name, and those parameters that it has; the others are zero.
type Named struct {
	Name                 string
	Gamma, Coef0, Degree float64
	Norm                 string
}

// NameOf returns the name and the parameters of a kernel that has a name in scikit-learn; ok is false for others.
func NameOf(k Kernel) (n Named, ok bool) {
	switch k := k.(type) {
	case *radial:
		if len(k.par) != 1 {
			return n, false
		}
		p := k.par[0]
		switch k.form {
		case formRBF:
			return Named{Name: "rbf", Gamma: round(1 / (2 * p * p))}, true
		case formRBFGamma:
			return Named{Name: "rbf", Gamma: p}, true
		case formLaplace:
			return Named{Name: "laplacian", Gamma: p, Norm: "l2"}, true
		case formMatern12:
			return Named{Name: "laplacian", Gamma: round(1 / p), Norm: "l2"}, true
		}
	case laplaceL1:
		return Named{Name: "laplacian", Gamma: k.gamma, Norm: "l1"}, true
	case inner:
		switch k.kind {
		case dotLinear:
			return Named{Name: "linear"}, true
		case dotPoly:
			return Named{Name: "poly", Gamma: k.gamma, Coef0: k.coef0, Degree: float64(k.degree)}, true
		case dotSigmoid:
			return Named{Name: "sigmoid", Gamma: k.gamma, Coef0: k.coef0}, true
		}
	}
	return n, false
}

// AsExpression returns a kernel as an expression for editing: the Gaussian has its length scale, as usual in
// expressions.
func AsExpression(k Kernel) string {
	if r, ok := k.(*radial); ok && r.form == formRBFGamma {
		return RBF(math.Sqrt(1 / (2 * r.par[0]))).String()
	}
	return k.String()
}

// round removes rounding errors, so that a number computed with a root can be round again.
func round(x float64) float64 { return words.Significant(x, 12) }
