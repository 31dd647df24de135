package session

import (
	"slices"
	"strings"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// The error on fresh points is computed with testPoints points. Errors on unseen points are computed at step 0 and at
// most testSteps others.
const (
	testPoints = 500
	testSteps  = 60
)

// trial caches the errors on points that were not in the fit, over its steps: on held-out points, and on fresh ones.
// done says that they are computed.
type trial struct {
	done   bool
	sets   []set // the unseen points, set with done
	series []wire.Series
	here   []wire.Reading // the errors at the present step, see testReadings
	step   int
	trace  []method.Series // the fit's own curves, if they are thinned for the page; nil = not computed yet
}

// test computes the errors on unseen points over the steps of a fit, once: on held-out points, and on fresh ones from
// the recipe of the document's points. It reports whether it has computed some now. The error is job's.
func (s *Session) test(job method.Job, f *Fit, d doc.Document) (fresh bool, err error) {
	st := f.whole.Stepper
	if st == nil || f.test.done {
		return false, nil
	}
	var series []wire.Series
	sets := f.unseen(d)
	if len(sets) > 0 {
		if series, err = f.testSeries(job, st, sets); err != nil {
			return false, err
		}
	}
	f.test.done, f.test.sets, f.test.series = true, sets, series
	return len(series) > 0, nil
}

// unseen returns the points that were not in the fit: the held-out ones, and fresh ones if the document's points are
// exactly those of its recipe; nil without targets, or for a method that is Unjudged. While test points are sealed
// there are no fresh ones either, because their error would reveal that of the test points.
func (f *Fit) unseen(d doc.Document) []set {
	if !f.Task.Supervised() || f.Method.Unjudged {
		return nil
	}
	sets := slices.Clip(f.heldOut())
	if d.Split.Sealed {
		return sets
	}
	if p := f.freshPoints(d); p != nil {
		sets = append(sets, set{name: fresh, points: p, help: words.Sprintf("%d fresh points, drawn from the data's recipe,",
			testPoints)})
	}
	return sets
}

// fresh is the name of a set of points that are drawn anew.
const fresh = "fresh"

// series returns an empty curve for the errors on a set.
func (f *Fit) series(s set) wire.Series {
	if f.Task == method.Classify {
		name := method.RoleError(s.role)
		if s.name == fresh {
			name = "fresh error"
		}
		return wire.Series{Name: name, Help: words.Text("Share of %s that are misclassified",
			s.help)}
	}
	name := map[string]string{assess.Validation: "validation mean squared error",
		assess.Test: "test mean squared error", fresh: "fresh mean squared error"}[s.name]
	return wire.Series{Name: name, Help: words.Text("Over %s", strings.TrimSuffix(s.help, ","))}
}

// testsAlong returns a function that computes the errors of a state on unseen points, each as a series of one value,
// for the curves of a Grower; nil if there are no such points.
func (f *Fit) testsAlong(d doc.Document) func(method.Grower) []wire.Series {
	sets := f.unseen(d)
	if len(sets) == 0 {
		return nil
	}
	return func(g method.Grower) []wire.Series {
		m := g.Can()
		if m.Predictor == nil {
			return nil
		}
		out := make([]wire.Series, len(sets))
		for i, s := range sets {
			out[i] = f.series(s)
			e, _ := m.Errors(method.Unstopped, f.Problem, s.points) // the job never stops
			out[i].Values = []float64{e.Mean}
		}
		return out
	}
}

// freshPoints returns new points from the recipe of the document's points; nil if they are not exactly those of a
// recipe.
func (f *Fit) freshPoints(d doc.Document) *method.Problem {
	if !asMade(&d) {
		return nil
	}
	return f.freshOf(*d.Dataset, d.Dataset.Seed)
}

// asMade reports whether a document's points are exactly those of its recipe.
func asMade(d *doc.Document) bool {
	if d.Dataset == nil {
		return false
	}
	made, err := dataset.Make(*d.Dataset)
	return err == nil && slices.Equal(made, d.Points)
}

// freshOf returns new points of a recipe, generated with a seed; nil if the recipe is a table.
func (f *Fit) freshOf(recipe doc.Dataset, seed uint64) *method.Problem {
	p, err := method.NewProblem(dataset.DrawFresh(recipe, testPoints, seed), f.Task, f.Problem.Seed)
	if err != nil || p.N == 0 {
		return nil // tables have none
	}
	return p
}

// testSeries computes the errors at evenly spaced steps of a fit, one series for each set of points; nil if the model
// does not predict.
func (f *Fit) testSeries(job method.Job, st method.Stepper, sets []set) ([]wire.Series, error) {
	out := make([]wire.Series, len(sets))
	for i := range sets {
		out[i] = f.series(sets[i])
	}
	n := st.Steps()
	every := max(1, (n+testSteps-1)/testSteps)
	for k := 0; ; k = min(k+every, n) {
		model := f.Whole
		if k < n {
			model = st.Stage(k)
		}
		m := model.Can()
		if m.Predictor == nil {
			return nil, nil
		}
		for i := range sets {
			e, err := m.Errors(job, f.Problem, sets[i].points)
			if err != nil {
				return nil, err
			}
			out[i].Add(k, e.Mean)
		}
		if k == n {
			return out, nil
		}
	}
}
