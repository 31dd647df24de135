package session

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// This file is about tables of which a column is predicted from the others. Its rows are shown at what is predicted
// and at what is true, or along a column at what is true.

// aimed are the places of the rows before anything is fitted, with what the axes are called: along the column that
// the plane shows across, or where each is predicted as it is.
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

// filled are values with their mean in the place of those that are missing, as on any axis: what the method makes of
// these its fit says.
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

// foretold is what a column is called as it is predicted.
func foretold(name string) string { return doc.Label("predicted " + name) }

// column is one of a table in its own units.
func column(t *doc.Table, j int) (y []float64, name string) {
	plain := *t
	plain.Standardize = false
	v := values(&plain, []int{j})
	return v.x, v.names[0]
}

// aim tells a problem which columns are predicted. Its Y are the first ones already: they are what the plane shows.
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

// completes tells whether rows are pictures whose first pixels are given, in their order, and whose last ones are
// predicted, and which of the last ones the first target is.
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

// predicted are the places of all rows, held out or not: across what the model says of each, up what is true. ok is
// false where the document shows a column across.
func (f *Fit) predicted() (pl method.Projection, ok bool) {
	m, ok := f.Model.(method.Predictor)
	if !ok || f.Problem.Principal == 0 {
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
