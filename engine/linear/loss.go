package linear

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/words"
)

// loss is a function φ of the margin z = y·f(x) with y = ±1 (larger is better), or of the residual z = f(x) − y.
type loss uint8

const (
	hinge loss = iota
	squaredHinge
	logisticLoss
	perceptronLoss
	exponential
	sigmoidLoss
	squared // this and the following ones: functions of the residual
	absolute
	huber
	epsInsensitive
)

// lossNames are the values of parameters, in the order of the constants.
var lossNames = [...]string{"hinge", "squared_hinge", "logistic", "perceptron", "exponential", "sigmoid", "squared",
	"absolute", "huber", "epsilon_insensitive"}

func lossOf(name string) loss {
	for i, n := range lossNames {
		if n == name {
			return loss(i)
		}
	}
	panic("linear: there is no loss " + string(name))
}

// ofMargin reports whether the loss is a function of the margin.
func (l loss) ofMargin() bool { return l < squared }

// smooth reports whether the derivative is continuous.
func (l loss) smooth() bool {
	switch l {
	case hinge, perceptronLoss, absolute, epsInsensitive:
		return false
	}
	return true
}

func (l loss) convex() bool { return l != sigmoidLoss }

// nature says whether the loss is smooth and convex.
func (l loss) nature() string {
	switch {
	case !l.convex():
		return "smooth, not convex"
	case l.smooth():
		return "smooth and convex"
	}
	return "convex, not smooth"
}

// natures lists the losses of margins, or of residuals, by their nature.
func natures(margins bool) string {
	var list []string
	for _, of := range []string{"smooth and convex", "convex, not smooth", "smooth, not convex"} {
		var names []string
		for l := hinge; l <= epsInsensitive; l++ {
			if l.ofMargin() == margins && l.nature() == of {
				names = append(names, l.called())
			}
		}
		if names != nil {
			list = append(list, words.Text("%s: %s.", words.Capital(of), words.Join(names, ", ")))
		}
	}
	return words.Join(list, " ")
}

// called returns the loss's name in texts.
func (l loss) called() string {
	return [...]string{"hinge", "squared hinge", "logistic", "perceptron", "exponential", "sigmoid", "squared", "absolute",
		"Huber", "ε-insensitive"}[l]
}

// formula returns φ(z) in terms of m = y f(x) or of the residual r = y − f(x). The latter is −z, but these losses are
// even.
func (l loss) formula() string {
	return [...]string{"max(0, 1 − m)", "max(0, 1 − m)²", "ln(1 + e^{−m})", "max(0, −m)", "e^{−m}", "1/(1 + e^{m})",
		"½r²", "|r|", "½r² where |r| ≤ ε, otherwise ε|r| − ½ε²", "max(0, |r| − ε)"}[l]
}

// sum returns Σ φ(z) and, unless they are nil, writes φ′ and φ″ of each z (of the pieces, if φ has corners). In a
// corner φ′ is 0, except for the perceptron's, which counts a margin of 0 as a mistake.
func (l loss) sum(z []float64, eps float64, d1, d2 []float64) float64 {
	lo, hi := -eps, eps
	switch {
	case !fastSums:
		return l.eachSum(z, eps, d1, d2)
	case l == logisticLoss:
		return logisticSum(z, d1, d2)
	case l == hinge:
		lo, hi = 1, math.Inf(1)
	case l == absolute:
		lo, hi = 0, 0
	case l != epsInsensitive:
		return l.eachSum(z, eps, d1, d2)
	}
	clear(d2)
	return cornerSum(z, lo, hi, d1)
}

// eachSum is sum for any loss, point by point.
func (l loss) eachSum(z []float64, eps float64, d1, d2 []float64) float64 {
	s := 0.0
	for i, z := range z {
		v, p, q := l.at(z, eps)
		s += v
		if d1 != nil {
			d1[i] = p
		}
		if d2 != nil {
			d2[i] = q
		}
	}
	return s
}

// cornerSum is sum for losses equal to the distance of z below lo or above hi, in one short loop.
func cornerSum(z []float64, lo, hi float64, d1 []float64) float64 {
	s := 0.0
	for i, z := range z {
		p := 0.0
		if z < lo {
			s += lo - z
			p = -1
		} else if z > hi {
			s += z - hi
			p = 1
		}
		if i < len(d1) {
			d1[i] = p
		}
	}
	return s
}

// logisticSum is sum for the logistic loss, with one logarithm for many points: 1 + q is the product of 1 + e^{−|z|} so
// far, where q keeps the precision of small terms.
func logisticSum(z, d1, d2 []float64) float64 {
	s, q := 0.0, 0.0
	for i, z := range z {
		e := kernel.ExpNeg(-math.Abs(z))
		if q += e + q*e; q > 1e12 {
			s += math.Log1p(q)
			q = 0
		}
		if z < 0 {
			s -= z
		}
		if d1 == nil {
			continue
		}
		p := e / (1 + e)
		if d2 != nil {
			d2[i] = p / (1 + e)
		}
		if z < 0 {
			p = 1 - p
		}
		d1[i] = -p
	}
	return s + math.Log1p(q)
}

// slope returns φ′ at z, without a logarithm: stochastic gradients need no more.
func (l loss) slope(z, eps float64) float64 {
	if l == logisticLoss {
		e := kernel.ExpNeg(-math.Abs(z))
		p := e / (1 + e)
		if z < 0 {
			return p - 1
		}
		return -p
	}
	_, p, _ := l.at(z, eps)
	return p
}

// at returns φ, φ′ and φ″ at z.
func (l loss) at(z, eps float64) (v, d1, d2 float64) {
	e := 0.0
	if l == logisticLoss || l == sigmoidLoss {
		e = kernel.ExpNeg(-math.Abs(z))
	}
	switch l {
	case logisticLoss:
		p := e / (1 + e) // probability of the less likely class
		v, d1, d2 = math.Log1p(e), -p, p/(1+e)
		if z < 0 {
			v, d1 = v-z, p-1
		}
	case hinge:
		if z < 1 {
			return 1 - z, -1, 0
		}
	case squaredHinge:
		if z < 1 {
			return (1 - z) * (1 - z), 2 * (z - 1), 2
		}
	case perceptronLoss:
		if z <= 0 {
			return -z, -1, 0
		}
	case exponential:
		e := math.Exp(-z)
		return e, -e, e
	case sigmoidLoss:
		p := e / (1 + e)
		d1 = -p / (1 + e)
		v, d2 = p, -d1*(1-2*p)
		if z < 0 {
			v, d2 = 1-p, -d2
		}
	case squared:
		return z * z / 2, z, 1
	case absolute, epsInsensitive:
		if l == absolute {
			eps = 0
		}
		switch {
		case z > eps:
			return z - eps, 1, 0
		case z < -eps:
			return -z - eps, -1, 0
		}
	case huber:
		switch {
		case z > eps:
			return eps*z - eps*eps/2, eps, 0
		case z < -eps:
			return -eps*z - eps*eps/2, -eps, 0
		}
		return z * z / 2, z, 1
	}
	return v, d1, d2
}

// bounded reports whether at each position there is a parabola that touches the loss there and lies above it
// everywhere: see bound.
func (l loss) bounded() bool { return l.smooth() && l != exponential }

// bound returns the curvature of the parabola that touches the loss at z and lies above it everywhere. Steps that are
// safe even where φ″ is 0 are based on it.
func (l loss) bound(z, eps float64) float64 {
	switch l {
	case logisticLoss: // Jaakkola and Jordan, Statistics and Computing 10, 2000
		if z = math.Abs(z); z > 1e-4 {
			return math.Tanh(z/2) / (2 * z)
		}
		return 0.25
	case squaredHinge:
		return 2
	case sigmoidLoss: // the largest curvature, 1/(6√3)
		return 0.09622504486493764
	case huber: // the weights of iteratively reweighted least squares
		if a := math.Abs(z); a > eps {
			return eps / a
		}
	}
	return 1
}
