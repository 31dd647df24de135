// Package linear holds methods whose answer is an affine function of the inputs:
// logistic regression, the perceptron (and its kernel form), the linear lab (any
// loss, any regulariser) and the support vector machine in the primal.
package linear

import (
	"math"
	"slices"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// affine classifies by affine functions: one for two classes, positive for the
// second; else one a class, and the largest wins, the first of equals.
type affine struct {
	prob *method.Problem
	f    []float64 // rows of D+1: w, b
}

func (a *affine) rows() int { return len(a.f) / (a.prob.D + 1) }

// at returns the value of row r at x.
func (a *affine) at(r int, x []float64) float64 {
	d := a.prob.D
	f := a.f[r*(d+1) : (r+1)*(d+1)]
	return linalg.Dot(f[:d], x[:d]) + f[d]
}

// winner is the class index of outputs.
func winner(f []float64) int {
	if len(f) == 1 {
		if f[0] > 0 {
			return 1
		}
		return 0
	}
	best := 0
	for c, v := range f {
		if v > f[best] {
			best = c
		}
	}
	return best
}

// outputs writes the values of all rows at x.
func (a *affine) outputs(x, out []float64) []float64 {
	for r := range out {
		out[r] = a.at(r, x)
	}
	return out
}

// Predict implements method.Predictor.
func (a *affine) Predict(x, out []float64) {
	d, f := a.prob.D, make([]float64, a.rows())
	for i := range out {
		out[i] = float64(winner(a.outputs(x[i*d:(i+1)*d], f)))
	}
}

// raster is the decision function over a grid, or one a class; hi is where the
// shading is full.
func (a *affine) raster(job method.Job, g picture.Grid, hi float64, name string) (*picture.Raster, error) {
	r := &picture.Raster{Grid: g, Classes: slices.Clone(a.prob.ClassIDs), Hi: hi, Name: name}
	if a.rows() > 1 {
		r.Kind = picture.Scores
	}
	for k := range a.rows() {
		plane := make([]float32, g.W*g.H)
		f := a.f[3*k : 3*k+3]
		for j := range g.H {
			c := f[1]*g.Y(j) + f[2]
			row := plane[j*g.W : (j+1)*g.W]
			for i := range row {
				row[i] = float32(f[0]*g.X(i) + c)
			}
		}
		r.Planes = append(r.Planes, plane)
		if err := job.Err(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// lineOf is the set f = level within the view as a path, nil when it is not to be
// seen.
func lineOf(f []float64, level float64, v picture.Viewport, role picture.Role, class int) *picture.Path {
	xy := clip(f[0], f[1], f[2]-level, v)
	if xy == nil {
		return nil
	}
	return &picture.Path{Role: role, Class: class, Level: level, XY: xy}
}

// clip returns the ends of the line a·x + b·y + c = 0 within the view.
func clip(a, b, c float64, v picture.Viewport) []float64 {
	nn := a*a + b*b
	if nn == 0 || nn-nn != 0 || c-c != 0 {
		return nil
	}
	// From the point of the line nearest to the view's middle, along it.
	cx, cy := (v.X0+v.X1)/2, (v.Y0+v.Y1)/2
	s := (a*cx + b*cy + c) / nn
	px, py := cx-s*a, cy-s*b
	n := math.Sqrt(nn)
	dx, dy := -b/n, a/n
	lo, hi := math.Inf(-1), math.Inf(1)
	cut := func(p, d, from, to float64) {
		if d == 0 {
			if p < from || p > to {
				hi = math.Inf(-1)
			}
			return
		}
		t0, t1 := (from-p)/d, (to-p)/d
		lo, hi = max(lo, min(t0, t1)), min(hi, max(t0, t1))
	}
	cut(px, dx, v.X0, v.X1)
	cut(py, dy, v.Y0, v.Y1)
	if !(lo < hi) {
		return nil
	}
	return []float64{px + lo*dx, py + lo*dy, px + hi*dx, py + hi*dy}
}

// drop is the way from a place to the line f = 0, for explanations.
func drop(f, x []float64) []picture.Layer {
	nn := f[0]*f[0] + f[1]*f[1]
	t := (f[0]*x[0] + f[1]*x[1] + f[2]) / nn
	if nn == 0 || t-t != 0 {
		return nil
	}
	return []picture.Layer{&picture.Path{Role: picture.RoleProjection, Class: picture.NoClass,
		XY: []float64{x[0], x[1], x[0] - t*f[0], x[1] - t*f[1]}}}
}

// errors counts the points that are misclassified.
func (a *affine) errors() int {
	bad, f := 0, make([]float64, a.rows())
	for i, c := range a.prob.Class {
		if winner(a.outputs(a.prob.At(i), f)) != c {
			bad++
		}
	}
	return bad
}

// coefs are w and b of rows of d+1 numbers as facts: of one row, else lists.
func coefs(f []float64, d int) []method.Fact {
	var w [][]float64
	var b []float64
	for ; len(f) > d; f = f[d+1:] {
		w, b = append(w, slices.Clone(f[:d])), append(b, f[d])
	}
	if len(b) == 1 {
		return []method.Fact{
			fact("coef", w[0], "w in f(x) = w·x + b"),
			fact("intercept", b[0], "b in f(x) = w·x + b"),
		}
	}
	return []method.Fact{
		fact("coef", w, "w of each class in f(x) = w·x + b"),
		fact("intercept", b, "b of each class in f(x) = w·x + b"),
	}
}

// needs asks for points of two classes.
func needs(p *method.Problem, who string) error {
	switch {
	case p.N == 0:
		return &method.Need{Sentence: who + " needs points of two classes: click to add some, and choose the class with the keys 1 and 2."}
	case len(p.ClassIDs) < 2:
		return &method.Need{Sentence: who + " needs points of a second class; so far all are of one."}
	}
	return nil
}
