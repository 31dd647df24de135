package session

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// This file returns the model's output along a line, for users who listen to a picture: its value, or the class or
// cluster with its certainty.

// mostTraced is the largest number of points in one request.
const mostTraced = 200

// Trace evaluates a fitted model at q.N equally spaced points of a horizontal line. For a model without predictions at
// points of the plane the result has no values.
func (f *Fit) Trace(job method.Job, q wire.Trace) (*wire.Traced, error) {
	switch {
	case q.N < 1 || q.N > mostTraced:
		return nil, doc.Errorf("n", "1 to 200 points", q.N)
	case !method.Finite(q.X0, q.X1, q.Y, q.X1-q.X0) || q.X0 > q.X1:
		return nil, doc.Errorf("x0, x1, y", "a horizontal line from left to right", []float64{q.X0, q.X1, q.Y})
	}
	p, r := f.Problem, &wire.Traced{}
	m := f.can.Predictor
	line := f.Task == method.Regress
	if m == nil || p.Wide() || line != (p.D == 1) || p.D > 2 {
		return r, nil
	}
	g := picture.Grid{X0: q.X0, Y0: q.Y, DX: (q.X1 - q.X0) / float64(max(1, q.N-1)), DY: 1, W: q.N, H: 1}
	x := make([]float64, 0, q.N*p.D)
	for i := range q.N {
		if x = append(x, g.X(i)); !line {
			x = append(x, q.Y)
		}
	}
	if f.Task == method.Embed && f.can.FieldRaster == nil {
		return r, nil // only its drawn points have positions
	}
	out := make([]float64, q.N)
	const chunk = 20 // points between two calls of job.Err
	for from := 0; from < q.N; from += chunk {
		if err := job.Err(); err != nil {
			return nil, err
		}
		to := min(from+chunk, q.N)
		m.Predict(x[from*p.D:to*p.D], out[from:to])
	}
	aside := !slices.ContainsFunc(out, func(v float64) bool { return math.Abs(v) != 1 }) // only inside, outside
	switch {
	case !f.Task.Plane(), f.Task == method.Regress2D:
		if r.Values = out; !line && p.N > 0 {
			r.Lo, r.Hi = slices.Min(p.Y), slices.Max(p.Y)
		}
	case f.can.FieldRaster != nil && f.can.Groups == nil && !aside: // the field painted over the plane
		raster, err := f.can.FieldRaster(job, g, f.Show)
		if err != nil {
			return nil, err
		}
		if r.Values = out; raster != nil {
			r.Lo, r.Hi = raster.Lo, raster.Hi
		}
	default:
		// Predictions are indices of classes, groups or cells, outside or inside, or class ids of the points.
		called := (&method.Groups{Name: "cell"}).Called
		r.K = doc.MaxClass + 1
		switch {
		case f.Task == method.Classify:
			called, r.K = p.ClassName, len(p.ClassIDs)
		case f.can.Groups != nil:
			all := method.Shown{}
			for _, s := range f.Method.Shows {
				all[s.Name] = true
			}
			if list := f.can.Groups(all); list.Name != "" && !list.Classes {
				called, r.K = list.Called, list.K
			}
		case f.can.FieldRaster != nil:
			called, r.K = func(k int) string { return [2]string{"outside the region", "inside the region"}[k] }, 2
			for i, v := range out {
				out[i] = (v + 1) / 2
			}
		case !slices.ContainsFunc(out, func(v float64) bool {
			return !slices.ContainsFunc(f.points, func(q doc.Point) bool { return float64(q.Class()) == v })
		}):
			called = p.Names.Class
		}
		f.traceClasses(r, x, out, called)
	}
	return r, nil
}

// traceClasses records the indices out of classes or clusters at the inputs x, with their names, and their certainty if
// the model has scores. A negative or NaN index is none.
func (f *Fit) traceClasses(r *wire.Traced, x, out []float64, called func(k int) string) {
	var scores [][]float64
	if m := f.can.PointScorer; m != nil {
		scores = m.PointScores(x)
	}
	shares := f.can.ProbaAt() != method.NoProba || f.Task == method.Cluster && len(scores) > 0 &&
		len(scores[0]) > 1
	r.Values = make([]float64, len(out))
	for i, v := range out {
		if !(v >= 0) {
			r.Classes, r.Values[i] = append(r.Classes, picture.NoClass), math.NaN()
			continue
		}
		k := int(v)
		if r.Classes = append(r.Classes, k); !slices.Contains(r.Numbers, k) {
			r.Numbers, r.Names = append(r.Numbers, k), append(r.Names, called(k))
		}
		if scores != nil {
			r.Values[i] = sure(scores[i], shares)
		}
	}
}

// sure returns the certainty of a prediction from its scores, 0 to 1: the largest share, or d/(1 + d), where d is the
// difference between the two largest scores, or the absolute value of a single one. This is 1/2 at d = 1, the edge of a
// margin. Without scores it is 0.
func sure(scores []float64, shares bool) float64 {
	if len(scores) == 0 {
		return 0
	}
	first, second := math.Inf(-1), math.Inf(-1)
	for _, s := range scores {
		if s > first {
			first, second = s, first
		} else if s > second {
			second = s
		}
	}
	switch {
	case shares:
		return min(max(first, 0), 1)
	case len(scores) == 1:
		first = math.Abs(first)
	default:
		first -= second
	}
	if !(first < math.Inf(1)) {
		return 1
	}
	return first / (1 + first)
}
