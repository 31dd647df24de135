package linear

import (
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Span returns w as a combination of the points. Where the gradient vanishes, λw + Σ cᵢxᵢ = 0 with the slopes cᵢ of the
// losses, and Σ cᵢ = 0 (the derivative with respect to the intercept), so the points can be centred. Before that, the
// gradient over −λ is the difference. It returns nil unless there is one row of parameters, a loss with second
// derivatives, and an L2 penalty alone.
func (s *stage) Span() *method.Span {
	o := s.o
	if o.rows != 1 || o.class != nil || !s.bends() || !(o.pen.l2 > 0) || o.pen.l1 != 0 || o.pen.quad != 0 {
		return nil
	}
	w, b := o.row(s.theta, 0)
	f, mean := make([]float64, o.n), make([]float64, o.d)
	o.outputs(w, b, f)
	a := &method.Span{Coef: make([]float64, o.n), Weights: w, Coefs: "aᵢ", Rows: "(xᵢ − x̄)",
		Rest: "gradient over −λ, which is 0 at the optimum"}
	for i := range a.Coef {
		a.Coef[i] = -o.weight * o.slope(f[i], o.y[i]) / o.pen.l2
		for j := range mean {
			mean[j] += o.x[i*o.d+j] / float64(o.n)
		}
	}
	a.Row = func(i int, out []float64) {
		for j, x := range o.x[i*o.d : (i+1)*o.d] {
			out[j] = x - mean[j]
		}
	}
	for j := range w {
		a.Names = append(a.Names, s.short(j))
	}
	return a
}

// Span returns w as the sum of η yᵢxᵢ over the mistakes; nil for more than two classes.
func (m *lineSnapshot) Span() *method.Span {
	if m.learning.rows != 1 {
		return nil
	}
	d := m.P.D
	a := &method.Span{Coef: make([]float64, m.P.N), Weights: m.f[:d:d], Coefs: "αᵢyᵢ", Rows: "xᵢ",
		Row: func(i int, out []float64) { copy(out, m.P.At(i)) }}
	for i, c := range m.counts(m.k) {
		a.Coef[i] = m.rate * float64(c) * m.sign(i, 0, 0)
	}
	for j := range d {
		name := "w"
		if d > 1 {
			name += words.Subscript(j + 1)
		}
		a.Names = append(a.Names, name)
	}
	return a
}
