package regression

import (
	"math"
	"testing"

	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// The kernel that Bayesian linear regression describes must make it a Gaussian process: the posterior mean must be K(K
// + I/α)⁻¹y with that K, for powers and for bumps.
func TestBayesianLinearIsAGaussianProcess(t *testing.T) {
	p := &method.Problem{N: 7, D: 1, X: []float64{-0.9, -0.5, -0.1, 0.2, 0.4, 0.7, 1},
		Y: []float64{0.3, -0.2, 0.5, 0.9, 0.1, -0.4, 0.6}, Task: method.Regress}
	for _, params := range []map[string]any{{"alpha": 9.0, "lambda": 0.5, "basis": "polynomial", "degree": 3.0},
		{"alpha": 4.0, "lambda": 2.0, "basis": "gaussian"}} {
		m := BayesianLinear()
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := model.(kernelparam.Seer).SeeKernel()
		n := p.N
		gram, a := make([]float64, n*n), append([]float64(nil), p.Y...)
		for i := range n {
			for j := range n {
				gram[i*n+j] = seen.Kernel.Eval(p.At(i), p.At(j))
			}
			gram[i*n+i] += seen.Noise
		}
		if !linalg.Cholesky(gram, n) {
			t.Fatal("K + I/α is not positive definite")
		}
		linalg.CholSolve(gram, n, a, 1)
		for _, x := range []float64{-1, 0, 0.55} {
			want, got := 0.0, []float64{0}
			for i := range n {
				want += a[i] * seen.Kernel.Eval([]float64{x}, p.At(i))
			}
			model.Can().Predictor.Predict([]float64{x}, got)
			if math.Abs(got[0]-want) > 1e-9 {
				t.Errorf("%v at %v: %v, as a Gaussian process %v", params, x, got[0], want)
			}
		}
	}
}
