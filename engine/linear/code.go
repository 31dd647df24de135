package linear

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/program"
)

var _ method.Coder = (*affine)(nil)

// Code implements method.Coder: the functions are a network without hidden layers.
func (a *affine) Code(lang string) (string, bool) {
	d, rows := a.prob.D, a.rows()
	layer := program.Layer{W: make([]float64, d*rows), B: make([]float64, rows), Act: "identity"}
	n := &program.Net{Title: "A linear model", Inputs: a.prob.InputNames(), Classes: a.prob.ClassNames(), YScale: 1,
		Shift: make([]float64, d), Scale: slices.Repeat([]float64{1}, d)}
	for i := range d {
		n.Features = append(n.Features, program.Feature{Of: "x", I: i})
		for r := range rows {
			layer.W[i*rows+r] = a.f[r*(d+1)+i]
		}
	}
	for r := range rows {
		layer.B[r] = a.f[r*(d+1)+d]
	}
	n.Layers = []program.Layer{layer}
	if !n.Finite() {
		return "", false
	}
	text := n.Code(lang)
	return text, text != ""
}
