// Package linear holds methods whose prediction is an affine function of the inputs: logistic regression, the
// perceptron (and its kernel form), the linear lab (any loss, any regulariser) and the support vector machine in the
// primal.
package linear

import (
	"slices"
	"strings"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// affine classifies by affine functions: one for two classes, positive for the second; else one per class, and the
// largest wins, the first of equals.
type affine struct {
	prob *method.Problem
	f    []float64 // rows of D+1: w, b
	kept classify.Kept
}

func (a *affine) rows() int { return len(a.f) / (a.prob.D + 1) }

// at returns the value of row r at x.
func (a *affine) at(r int, x []float64) float64 {
	d := a.prob.D
	f := a.f[r*(d+1) : (r+1)*(d+1)]
	return linalg.Dot(f[:d], x[:d]) + f[d]
}

// Scores passes the values of all rows to tell.
func (a *affine) Scores(x []float64, tell func(i int, f []float64)) {
	d, f := a.prob.D, make([]float64, a.rows())
	for i := range len(x) / d {
		for r := range f {
			f[r] = a.at(r, x[i*d:(i+1)*d])
		}
		tell(i, f)
	}
}

func (a *affine) Predict(x, out []float64) { classify.Predict(a, a.prob, x, out) }

// PointScores returns decision values.
func (a *affine) PointScores(x []float64) [][]float64 { return classify.PointScores(a, a.prob, x, nil) }

// Affine returns the function for two classes; ok is false otherwise.
func (a *affine) Affine() (intercept float64, coef []float64, ok bool) {
	d := a.prob.D
	if len(a.prob.ClassIDs) != 2 || len(a.f) != d+1 {
		return 0, nil, false
	}
	return a.f[d], a.f[:d:d], true
}

// Explain returns the winner and the outputs at x with their terms.
func (a *affine) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	f := classify.ScoresAt(a, x[:a.prob.D])
	e := method.Explanation{Answer: a.prob.ClassName(method.Winner(f)), Lines: classify.Values(a.prob, f)}
	d := a.prob.D
	if a.prob.Wide() {
		best := method.Winner(f)
		e.Lines = append(e.Lines, a.shares(min(best, a.rows()-1), x)...)
		if a.rows() == 1 {
			e.Lines = append(e.Lines, a.distance(f[0])...)
		}
		e.Layers = a.portrait(x, best, v)
		return e
	}
	for r := range e.Lines {
		w := a.f[r*(d+1) : (r+1)*(d+1)]
		name, value, _ := strings.Cut(e.Lines[r], " = ")
		e.Lines[r] = words.Text("%s = %s = %s", name, worked(w[:d], x, w[d]), value)
	}
	if a.rows() == 1 && d == 2 {
		e.Layers = drop(a.f, x)
	}
	return e
}

// functions writes the functions with their numbers, one a line.
func (a *affine) functions() string {
	t, e := "", a.prob.D+1
	for r := range a.rows() {
		t += words.Text("%s(%s) = %s\n", classify.F(a.prob, r, a.rows()), a.prob.Symbol(), a.written(a.f[r*e:(r+1)*e]))
	}
	return strings.TrimSuffix(t, "\n")
}

// raster computes the decision function on a grid, or one per class; hi is the value of full colour.
func (a *affine) raster(job method.Job, g picture.Grid, hi float64, name string) (*picture.Raster, error) {
	r := classify.Raster(a.prob, g, a.rows(), hi, name)
	for k, plane := range r.Planes {
		f := a.f[3*k : 3*k+3]
		for j := range g.H {
			c := f[1]*g.Y(j) + f[2]
			row := plane[j*g.W : (j+1)*g.W]
			for i := range row {
				row[i] = float32(f[0]*g.X(i) + c)
			}
		}
		if err := job.Err(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// lineOf returns the line f = level within the view as a path; nil if it is not visible.
func lineOf(f []float64, level float64, v picture.Viewport, role picture.Role, class int) *picture.Path {
	xy := picture.LineIn(f[0], f[1], f[2]-level, v)
	if xy == nil {
		return nil
	}
	return &picture.Path{Role: role, Class: class, Level: level, XY: xy}
}

// drop draws the perpendicular from x to the line f = 0, for explanations.
func drop(f, x []float64) []picture.Layer {
	nn := f[0]*f[0] + f[1]*f[1]
	t := (f[0]*x[0] + f[1]*x[1] + f[2]) / nn
	if nn == 0 || t-t != 0 {
		return nil
	}
	return []picture.Layer{&picture.Path{Role: picture.RoleProjection, Class: picture.NoClass,
		XY: []float64{x[0], x[1], x[0] - t*f[0], x[1] - t*f[1]}, Says: "shortest line to f = 0"}}
}

// coefs returns w and b as facts, from rows of d+1 numbers: for one row, or for each class.
func coefs(p *method.Problem, f []float64, d int) []method.Fact {
	inputs := p.InputNames()[:d]
	var w [][]float64
	var b []float64
	for ; len(f) > d; f = f[d+1:] {
		w, b = append(w, slices.Clone(f[:d])), append(b, f[d])
	}
	if len(b) == 1 {
		w := fact("coef", w[0], "w in f(x) = w·x + b")
		return []method.Fact{*w.By(inputs), fact("intercept", b[0], "b in f(x) = w·x + b")}
	}
	v, c := fact("coef", w, "w of each class in f(x) = w·x + b"), fact("intercept", b, "b of each class in f(x) = w·x + b")
	return []method.Fact{*v.By(p.ClassNames(), inputs...), *c.By(p.ClassNames())}
}

// needs returns a method.Need unless there are points of two classes.
func needs(p *method.Problem, who string) error {
	switch {
	case p.N == 0:
		return method.NeedClasses(who)
	case len(p.ClassIDs) < 2:
		return &method.Need{Sentence: words.Text("%s needs points of a second class: all are of the first.", who)}
	}
	return nil
}
