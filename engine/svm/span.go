package svm

import (
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Span returns w as a combination of the points, for the linear kernel and two classes. As Σ αᵢyᵢ = 0, the points can
// be centred at their mean; coefficients given by the user may violate this.
func (m *dualStage) Span() *method.Span {
	if !m.linear || len(m.pairs) != 1 || len(m.w) != 1 {
		return nil
	}
	p, d := m.problem, m.problem.D
	a := &method.Span{Coef: make([]float64, p.N), Weights: m.w[0], Coefs: "αᵢyᵢ", Rows: "(xᵢ − x̄)",
		Rest: "x̄ times Σ αᵢyᵢ, which is not 0"}
	mean := make([]float64, d)
	for i := range p.N {
		for j, x := range p.At(i) {
			mean[j] += x / float64(p.N)
		}
	}
	pair := m.pairs[0]
	for i, b := range pair.beta {
		a.Coef[pair.row(i)] = b
	}
	a.Row = func(i int, out []float64) {
		for j, x := range p.At(i) {
			out[j] = x - mean[j]
		}
	}
	for j := range d {
		a.Names = append(a.Names, "w"+words.Subscript(j+1))
	}
	return a
}
