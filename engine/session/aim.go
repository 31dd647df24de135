package session

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file is about tables in which columns are predicted from the others. Such rows are shown at their predicted
// value (horizontally) and their true value (vertically), or, if the horizontal axis shows a column, at that column and
// the true value.

// aimed returns the positions of the rows before the fit, two numbers each, with the names of the axes: vertically the
// true value of the first target; horizontally the first column of t.Plane or, without a plane, the true value again,
// as if each prediction were right. The error says that no column is left as an input.
func aimed(m *method.Method, t *doc.Table, params map[string]any) (at []float64, axes []string, err error) {
	targets, inputs := m.Targets(t, params)
	if len(inputs) == 0 {
		return nil, nil, doc.Errorf("table.columns", "one column to predict, and at least one other as input",
			len(t.Chosen()))
	}
	y, name := column(t, targets[0])
	across, x := foretold(name), y
	if t.Plane != nil {
		v := values(t, t.Plane[:1])
		x, across = v.x, v.names[0]
	}
	x, y = filled(x), filled(y)
	for i := range y {
		at = append(at, x[i], y[i])
	}
	return at, []string{across, name}, nil
}

// filled replaces missing values (NaN) by the mean of the others, as axes always do. It returns x itself if none is
// missing.
func filled(x []float64) []float64 {
	sum, n := 0.0, 0
	for _, v := range x {
		if v == v {
			sum, n = sum+v, n+1
		}
	}
	if n == len(x) {
		return x
	}
	out := slices.Clone(x)
	for i, v := range out {
		if v != v {
			out[i] = sum / float64(max(n, 1))
		}
	}
	return out
}

// foretold returns the title of an axis with the predictions of a column.
func foretold(name string) string { return doc.Label(words.Text("predicted %s", name)) }

// column returns a column of a table in its own units.
func column(t *doc.Table, j int) (y []float64, name string) {
	plain := *t
	plain.Standardize = false
	v := values(&plain, []int{j})
	return v.x, v.names[0]
}

// aim sets the predicted columns of a problem, targets. p.Y already holds the values of the first target, because the
// plane shows them.
func aim(p *method.Problem, t *doc.Table, targets []int) {
	plain := *t
	plain.Standardize = false
	names := make([]string, len(targets))
	for k, j := range targets {
		names[k] = t.Rows.Columns[j]
	}
	var more []float64
	if len(targets) > 1 {
		more = values(&plain, targets[1:]).x
	}
	p.Aim(names, more)
	if at, ok := completes(t, targets); ok {
		p.Across, p.Foremost = t.Rows.W, at
	}
}

// completes reports whether rows are pictures whose last pixels are predicted from the first ones, and returns which of
// the last pixels the first target is, counted from 0.
func completes(t *doc.Table, targets []int) (at int, ok bool) {
	d, k := t.Rows.D(), len(targets)
	if k < 2 || t.Rows.W == 0 || targets[0] < d-k {
		return 0, false
	}
	next := 0
	for _, j := range t.Chosen() {
		if !slices.Contains(targets, j) {
			if j != next {
				return 0, false
			}
			next++
		}
	}
	return targets[0] - (d - k), next == d-k && slices.IsSorted(targets[1:])
}

// predicted returns the positions of all rows, held out or not: horizontally the prediction, vertically the true value.
// ok is false if the document's horizontal axis shows a column, or the model is no Predictor.
func (f *Fit) predicted() (pl method.Projection, ok bool) {
	m := f.can.Predictor
	if m == nil || f.Problem.Principal == 0 {
		return pl, false
	}
	p := f.Problem
	if p.Row != nil {
		var err error
		if p, err = method.NewProblem(f.points, f.Task, p.Seed); err != nil {
			return pl, false
		}
		f.widen(p)
	}
	says := make([]float64, p.N)
	m.Predict(p.X, says)
	pl = method.Projection{Q: 2, At: make([]float64, 0, 2*p.N), Names: []string{foretold(p.Outputs[0]), p.Outputs[0]}}
	for i, y := range p.Y {
		pl.At = append(pl.At, says[i], y)
	}
	return pl, true
}
