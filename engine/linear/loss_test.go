package linear

import (
	"math"
	"testing"
)

// Losses of the margin that use an exponential, and their derivatives, must agree with their formulas, one by one and
// as a sum.
func TestLossesByFormula(t *testing.T) {
	var z []float64
	for x := -30.; x <= 30; x += 0.37 {
		z = append(z, x)
	}
	near := func(what string, z, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-14*math.Abs(want)) {
			t.Errorf("%s at %g is %.17g, want %.17g", what, z, got, want)
		}
	}
	for l, of := range map[loss]func(z float64) (v, d1, d2 float64){
		logisticLoss: func(z float64) (v, d1, d2 float64) {
			p := 1 / (1 + math.Exp(z))
			return math.Log1p(math.Exp(-math.Abs(z))) + max(-z, 0), -p, p / (1 + math.Exp(-z))
		},
		sigmoidLoss: func(z float64) (v, d1, d2 float64) {
			p, q := 1/(1+math.Exp(z)), 1/(1+math.Exp(-z))
			return p, -p * q, -p * q * math.Tanh(-z/2)
		},
		exponential: func(z float64) (v, d1, d2 float64) { e := math.Exp(-z); return e, -e, e },
	} {
		total := 0.0
		d1, d2 := make([]float64, len(z)), make([]float64, len(z))
		sum := l.sum(z, 0, d1, d2)
		for i, z := range z {
			v, a, b := of(z)
			total += v
			gotV, gotA, gotB := l.at(z, 0)
			near(l.called()+": φ", z, gotV, v)
			near(l.called()+": φ′", z, gotA, a)
			near(l.called()+": φ′ alone", z, l.slope(z, 0), a)
			near(l.called()+": φ′ of the sum", z, d1[i], a)
			near(l.called()+": φ″", z, gotB, b)
			near(l.called()+": φ″ of the sum", z, d2[i], b)
		}
		near(l.called()+": the sum", 0, sum, total)
	}
}
