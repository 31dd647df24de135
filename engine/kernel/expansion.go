package kernel

import (
	"pointscape/engine/linalg"
)

// Expansion is a finite sum of kernels: output k at x is
//
//	Bias[k] + sum over i of Coef[k][i] * Kernel(X_i, x)
//
// White noise counts as 0. All outputs share the work on the kernel.
type Expansion struct {
	Kernel Kernel
	X      []float64   // N×D, row-major: the centres
	N, D   int         //
	Coef   [][]float64 // coefficients: N for each output
	Bias   []float64   // one per output; nil means 0 for all
}

func (e *Expansion) bias(k int) float64 {
	if e.Bias == nil {
		return 0
	}
	return e.Bias[k]
}

// Eval returns the outputs at one point (D coordinates).
func (e *Expansion) Eval(x []float64) []float64 {
	out := make([]float64, len(e.Coef))
	e.points(x, 1, func(_, k int, v float64) { out[k] = v })
	return out
}

// EvalPoints writes output k at point i (row i of x, D coordinates each) to
// out[i*K+k], K being the number of outputs, and returns out.
func (e *Expansion) EvalPoints(x []float64, out []float64) []float64 {
	n, m := len(x)/max(e.D, 1), len(e.Coef)
	out = sized(out, n*m)
	e.points(x, n, func(i, k int, v float64) { out[i*m+k] = v })
	return out
}

// GridLine writes output k at the abscissa xs[i] to out[k][i]; D must be 1.
func (e *Expansion) GridLine(xs []float64, out [][]float64) {
	e.points(xs, len(xs), func(i, k int, v float64) { out[k][i] = v })
}

// points calls set with every output at every one of n points.
func (e *Expansion) points(x []float64, n int, set func(i, k int, v float64)) {
	p := newPoints(e.X, e.N, e.D)
	var ws scratch
	buf := make([]float64, e.N)
	for i := 0; i < n; i++ {
		row(e.Kernel, p, x[i*e.D:(i+1)*e.D], buf, &ws)
		for k, c := range e.Coef {
			set(i, k, e.bias(k)+linalg.Dot(buf, c))
		}
	}
}
