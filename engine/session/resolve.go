package session

import (
	"maps"
	"slices"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Resolve validates a document, except for what only its fit can show (see Fit), and completes it: the points and names
// of its recipe or table, the parameter that the data determine (see infer), the positions of rows that a model
// determines (see place), and a range of the view if the method needs one. Errors are *doc.Error. If the
// job is stopped, only those positions are missing, and the picture brings them.
func (s *Session) Resolve(job method.Job, d doc.Document) (doc.Document, error) {
	if d.Dataset != nil && len(d.Points) == 0 {
		pts, err := dataset.Make(*d.Dataset)
		if err != nil {
			return d, err
		}
		d.Points = pts
	}
	if d.Dataset != nil {
		recipe := *d.Dataset
		recipe.Names = dataset.Names(recipe.Name)
		d.Dataset, d.Names = &recipe, d.Names.Over(recipe.Names)
	}
	d.Params = s.infer(d)
	if d.Table != nil {
		if err := s.unroll(&d); err != nil {
			return d, err
		}
	}
	m, v, _, err := s.check(d)
	if err == nil {
		err = m.CheckSweep(&d)
	}
	if err != nil {
		return d, err
	}
	p, err := method.NewProblem(d.Points, m.TaskOf(d.Params), d.Seed)
	if err != nil && d.Dataset != nil {
		err = doc.Errorf("dataset.name", words.Text("data with classes for %s", m.Name), d.Dataset.Name)
	}
	if err == nil {
		s.widen(m, p, &d)
		err = m.CheckPlaces(v, p.D)
	}
	if err == nil && m.TakesRows(d.Params) && d.Table != nil {
		s.place(job, &d)
	}
	if r := m.Range; err == nil && !d.View.HasRange() && r != nil && len(d.Points) == 0 {
		d.View.X, d.View.Y = [2]float64{r[0], r[1]}, [2]float64{r[2], r[3]}
	}
	if err == nil && !d.View.HasRange() {
		x, y := method.RangeOf(&d, p.Task.Plane())
		if h, ok := heightsOf(m, p, v, x); ok {
			d.View.X, d.View.Y = x, [2]float64{min(y[0], h[0]), max(y[1], h[1])}
		}
	}
	return d, err
}

// heightsOf returns the range of y that a method wants room for in addition to the points, for inputs in the range x;
// ok is false if there is none.
func heightsOf(m *method.Method, p *method.Problem, v method.Values, x [2]float64) (y [2]float64, ok bool) {
	if m.Heights == nil {
		return y, false
	}
	return m.Heights(p, v, x)
}

// infer returns a document's parameters. If the method has several tasks (a Gaussian process, on a line or over the
// plane), and the document does not set the parameter that chooses one, this is added: with the task of the recipe or,
// without a recipe, regression over the plane instead of on the line if points have a third value.
func (s *Session) infer(d doc.Document) map[string]any {
	m, err := s.Method(d.Method)
	if err != nil {
		return d.Params // check reports the error
	}
	task := m.TaskOf(d.Params)
	if d.Dataset != nil {
		if t, ok := dataset.TaskOf(d.Dataset.Name); ok {
			task = t
		}
	} else if task == method.Regress && d.Table == nil &&
		slices.ContainsFunc(d.Points, func(p doc.Point) bool { return p.Z != 0 }) {
		task = method.Regress2D
	}
	if task == m.TaskOf(d.Params) {
		return d.Params
	}
	name, value, ok := m.ChoiceFor(task)
	if _, given := d.Params[name]; !ok || given {
		return d.Params
	}
	params := map[string]any{name: value}
	maps.Copy(params, d.Params)
	return params
}

func (s *Session) check(d doc.Document) (*method.Method, method.Values, method.Shown, error) {
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, method.Values{}, nil, err
	}
	v, err := m.Validate(d.Params)
	if err != nil {
		return nil, v, nil, err
	}
	if m.Check != nil {
		if err := m.Check(v); err != nil {
			return nil, v, nil, err
		}
	}
	if err := m.CheckWall(&d); err != nil {
		return nil, v, nil, err
	}
	show, err := m.Shown(d.View.Show)
	if err != nil {
		return nil, v, nil, err
	}
	if err := d.Split.Fits(len(d.Points)); err != nil {
		return nil, v, nil, err
	}
	if n, limit := len(d.Points), m.Limit(); n > limit {
		return nil, v, nil, doc.Errorf("points", words.Sprintf("at most %d for %s", limit, m.Name), n)
	}
	return m, v, show, nil
}
