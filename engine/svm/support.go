package svm

import (
	"math"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// support is a function learned by one machine: Σ βᵢ k(xᵢ, x) + b over its support vectors, with αᵢ for βᵢ if all
// coefficients are positive.
type support struct {
	problem *method.Problem
	called  string // name of the coefficients in formulas: "β"
	rows    []int  // support vectors, ascending
	coef    []float64
	bounded []bool // per support vector: |β| is at its limit
	sum     *kernel.Expansion
}

// newSupport returns a support of the points with nonzero coefficients.
func newSupport(p *method.Problem, called string, k kernel.Kernel, beta []float64, bias, limit float64) *support {
	s := &support{problem: p, called: called, sum: &kernel.Expansion{Kernel: k, D: p.D, Bias: []float64{bias}}}
	for i, b := range beta {
		if b != 0 {
			s.rows = append(s.rows, i)
			s.coef = append(s.coef, b)
			s.bounded = append(s.bounded, math.Abs(b) == limit)
			s.sum.X = append(s.sum.X, p.At(i)...)
		}
	}
	s.sum.N, s.sum.Coef = len(s.rows), [][]float64{s.coef}
	return s
}

// heaviest is the legend's text for the points of an explanation.
const heaviest = "support vectors that add most to f here"

// rings marks the support vectors; on and out are the texts for those below their limit and at it.
func (s *support) rings(on, out string) []picture.Layer {
	return rings(s.problem, s.rows, s.coef, s.bounded, on, out)
}

// rings marks points, with thicker rings for larger coefficients, and brackets around those at their limit.
func rings(p *method.Problem, rows []int, coef []float64, bounded []bool, on, out string) []picture.Layer {
	free := &picture.Marks{Role: picture.RoleSupport, Says: on}
	full := &picture.Marks{Role: picture.RoleBounded, Says: out}
	most := 0.0
	for _, c := range coef {
		most = max(most, math.Abs(c))
	}
	for k, i := range rows {
		marks := free
		if bounded[k] {
			marks = full
		}
		x, y := p.Drawn(i)
		marks.XY = append(marks.XY, x, y)
		if p.Class != nil {
			marks.Class = append(marks.Class, p.ClassIDs[p.Class[i]])
		}
		marks.Size = append(marks.Size, math.Abs(coef[k])/most)
		marks.Ordinal = append(marks.Ordinal, p.Ordinal(i))
	}
	var layers []picture.Layer
	for _, marks := range []*picture.Marks{full, free} {
		if len(marks.XY) > 0 {
			layers = append(layers, marks)
		}
	}
	return layers
}

// explain lists the support vectors that contribute most at x, where the function is f.
func (s *support) explain(e *method.Explanation, x []float64, f float64) {
	adds := make([]float64, len(s.rows))
	for k, i := range s.rows {
		adds[k] = s.coef[k] * s.sum.Kernel.Eval(s.problem.At(i), x)
	}
	method.Adding{At: x, Value: f, Says: heaviest, Rows: s.rows, Adds: adds,
		Weight: func(k int) string { return words.Sprintf("%s = %.3g", s.called, s.coef[k]) }}.Explain(e, s.problem)
}

// facts returns the facts of machines with one function.
func (s *support) facts(p *pair, most string) []method.Fact {
	var full []int
	for k, i := range s.rows {
		if s.bounded[k] {
			full = append(full, i)
		}
	}
	return []method.Fact{
		{Name: "n_support", Value: len(s.rows), Meaning: words.Text("Points with %s ≠ 0; only these determine the solution",
			s.called)},
		{Name: "n_bounded", Value: len(full), Meaning: words.Text("Support vectors at the limit %s", most)},
		{Name: "n_iter", Value: p.iter, Meaning: "SMO steps; after an edit, only those since the edit"},
		{Name: "kkt_violation", Value: p.gap},
		{Name: "support", Value: s.problem.Ordinals(s.rows), Meaning: "Indices of the support vectors", Quiet: true},
		{Name: "bounded", Value: s.problem.Ordinals(full), Meaning: "Indices of the support vectors at the " +
			"limit", Quiet: true},
		{Name: "dual_coef", Value: slices.Clone(s.coef), Meaning: words.Text("%s of the support vectors, in the order of "+
			"support", s.called), Quiet: true},
	}
}
