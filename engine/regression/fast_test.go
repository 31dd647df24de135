package regression

import (
	"math"
	"testing"

	"pointscape/engine/method"
)

// The coefficients of the lasso that move together end where sweeps over single coefficients end.
func TestLevelsAgreeWithSweeps(t *testing.T) {
	p := problem(t, method.Regress, 60, 7)
	for _, alpha := range []float64{0.1, 0.01, 0.003} {
		f := frameOf(p, 3)
		d, err := newDesign(t.Context(), f.columns(p.X, p.N), p.Y, true)
		if err != nil {
			t.Fatal(err)
		}
		g := newDescent(f, d, p.Y)
		u, left := make([]float64, g.p), make([]float64, g.p)
		v, rest := make([]float64, g.p), make([]float64, g.p)
		g.residual(u, left)
		g.residual(v, rest)
		for range 20 {
			if err := g.descend(alpha, u, left, t.Context().Err); err != nil {
				t.Fatal(err)
			}
		}
		for range 300_000 {
			g.sweep(alpha, v, rest)
		}
		a, b := g.cost(alpha, u, left), g.cost(alpha, v, rest)
		if fastLevel && math.Abs(a-b) > 1e-12*b {
			t.Errorf("α %g: the objective is %v, by sweeps alone %v", alpha, a, b)
		}
		for j, w := range g.raw(u) {
			if want := g.raw(v)[j]; fastLevel && math.Abs(w-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("α %g: coefficient %d is %v, by sweeps alone %v", alpha, j, w, want)
			}
		}
	}
}
