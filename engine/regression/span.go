package regression

import (
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Span returns the weights of ridge regression as a combination of the points: its optimality condition is αw = Σ (yᵢ −
// f(xᵢ)) (φ(xᵢ) − φ̄), the dual form. It returns nil for least squares, the lasso and the elastic net.
func (m *linear) Span() *method.Span {
	if !(m.alpha > 0) {
		return nil
	}
	p, k := m.problem, m.size()
	a := &method.Span{Coef: make([]float64, p.N), Weights: m.coef, Coefs: "aᵢ", Rows: "(xᵢ − x̄)", Names: m.terms()}
	for j := range a.Names {
		a.Names[j] = words.Text("coefficient of %s", a.Names[j])
	}
	if m.degree > 1 {
		a.Rows = "(φ(xᵢ) − φ̄)"
	}
	fitted := make([]float64, p.N)
	m.Predict(p.X, fitted)
	for i := range a.Coef {
		a.Coef[i] = (p.Y[i] - fitted[i]) / m.alpha
	}
	mean, one := make([]float64, k), make([]float64, k)
	for i := range p.N {
		m.features(p.At(i), one)
		for j, v := range one {
			mean[j] += v / float64(p.N)
		}
	}
	a.Row = func(i int, out []float64) {
		m.features(p.At(i), out)
		for j := range out {
			out[j] -= mean[j]
		}
	}
	return a
}

// features writes the monomials at x.
func (f *frame) features(x, out []float64) {
	for j, e := range f.exps {
		out[j] = 1
		for i, n := range e {
			for range n {
				out[j] *= x[i]
			}
		}
	}
}
