package session

import (
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
		return nil, nil, doc.Errorf("table.columns", "a column to predict and at least one to predict it from",
			len(t.Chosen()))
	}
	y, name := column(t, targets[0])
	across, x := foretold(name), y
	if t.Plane != nil {
		v := values(t, t.Plane[:1])
		x, across = v.x, v.names[0]
	}
	for i := range y {
		at = append(at, x[i], y[i])
	}
	return at, []string{across, name}, nil
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
	// The first pixels are given, the last ones are predicted: the last of all is the one of the plane.
	if k := len(targets); k > 1 && t.Rows.W > 0 && t.Columns == nil && targets[0] == t.Rows.D()-1 {
		p.Across = t.Rows.W
	}
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
