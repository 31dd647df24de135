package svm

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// support is a function that one machine has learned: Σ βᵢ k(xᵢ, x) + b over its
// support vectors.
type support struct {
	problem *method.Problem
	rows    []int // ascending
	coef    []float64
	bounded []bool // of each: |β| is at its limit
	sum     *kernel.Expansion
}

// newSupport keeps what is not 0 of the coefficients of all points.
func newSupport(p *method.Problem, k kernel.Kernel, beta []float64, bias, limit float64) *support {
	s := &support{problem: p, sum: &kernel.Expansion{Kernel: k, D: p.D, Bias: []float64{bias}}}
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

// heaviest is what the legend calls the points of an explanation.
const heaviest = "support vectors that add most to f here"

// rings marks the support vectors at the places given by at (two numbers a row); on
// and out say what those are that are not at their limit, and those that are.
func (s *support) rings(at func(row int) (x, y float64), on, out string) []picture.Layer {
	free := &picture.Marks{Role: picture.RoleSupport, Says: on}
	full := &picture.Marks{Role: picture.RoleBounded, Says: out}
	most := 0.0
	for _, c := range s.coef {
		most = max(most, math.Abs(c))
	}
	for k, i := range s.rows {
		marks := free
		if s.bounded[k] {
			marks = full
		}
		x, y := at(i)
		marks.XY = append(marks.XY, x, y)
		marks.Size = append(marks.Size, math.Abs(s.coef[k])/most)
		marks.Ordinal = append(marks.Ordinal, s.problem.Ordinal(i))
	}
	var layers []picture.Layer
	for _, marks := range []*picture.Marks{full, free} {
		if len(marks.XY) > 0 {
			layers = append(layers, marks)
		}
	}
	return layers
}

// told is how many support vectors an explanation names.
const told = 5

// explain names the support vectors that add most at x, and points to them from
// the place (px, py).
func (s *support) explain(x []float64, px, py float64, at func(row int) (x, y float64)) (lines []string, layers []picture.Layer) {
	part := make([]float64, len(s.rows))
	order := make([]int, len(s.rows))
	for k, i := range s.rows {
		order[k] = k
		part[k] = s.coef[k] * s.sum.Kernel.Eval(s.problem.At(i), x)
	}
	sort.SliceStable(order, func(a, b int) bool { return math.Abs(part[order[a]]) > math.Abs(part[order[b]]) })
	for _, k := range order[:min(told, len(order))] {
		i := s.rows[k]
		lines = append(lines, fmt.Sprintf("point %d: β = %.3g adds %+.3g", s.problem.Number(i), s.coef[k], part[k]))
		qx, qy := at(i)
		layers = append(layers, &picture.Path{
			Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: max(0.15, min(1, math.Abs(part[k]/part[order[0]]))),
			XY: []float64{px, py, qx, qy}, Says: heaviest,
		})
	}
	return lines, layers
}

// facts are those of every machine with one function.
func (s *support) facts(p *pair, most string) []method.Fact {
	var full []int
	for k, i := range s.rows {
		if s.bounded[k] {
			full = append(full, i)
		}
	}
	return []method.Fact{
		{Name: "n_support", Value: len(s.rows), Meaning: "Points with β ≠ 0: all that the answer depends on"},
		{Name: "n_bounded", Value: len(full), Meaning: "Support vectors at the limit " + most},
		{Name: "n_iter", Value: p.iter, Meaning: "SMO steps; after an edit, those since the solution before it"},
		{Name: "kkt_violation", Value: p.gap},
		{Name: "support", Value: s.problem.Ordinals(s.rows), Meaning: "Indices of the support vectors", Quiet: true},
		{Name: "bounded", Value: s.problem.Ordinals(full), Meaning: "Indices of those at the limit", Quiet: true},
		{Name: "dual_coef", Value: slices.Clone(s.coef), Meaning: "β of the support vectors, in the order of support", Quiet: true},
	}
}
