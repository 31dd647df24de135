package session

import (
	"fmt"
	"slices"
	"strings"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// The error on fresh points is counted on so many of them, at no more than so many
// steps of the way.
const (
	testPoints = 500
	testSteps  = 60
)

// trial keeps the errors on points that a fit has not seen, over its steps, once they are
// known: on those that are held out, and on fresh ones.
type trial struct {
	done   bool
	sets   []set // the points, of a fit whose errors are known
	series []wire.Series
	here   []wire.Reading // the errors at step, see testReadings
	step   int
	trace  []method.Series // the fit's own curves, if they are thinned for the page; nil = not asked for yet
}

// test works out the errors on unseen points over the steps of a fit, once: on those that
// are held out, and on fresh ones of the recipe by which the document's points were made,
// which tells what the data are drawn from. It tells whether there is something new. The
// error is job's.
func (s *Session) test(job method.Job, f *Fit, d doc.Document) (fresh bool, err error) {
	st, ok := f.Whole.(method.Stepper)
	if !ok || f.test.done {
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

// unseen are the points that the fit has not seen: those that are held out, and fresh ones
// where it is known what the data are drawn from. While test points are sealed there are no fresh ones either: their
// error would say what that of the test points is.
func (f *Fit) unseen(d doc.Document) []set {
	if !f.Task.Supervised() || f.Method.Unjudged {
		return nil
	}
	sets := slices.Clip(f.heldOut())
	if d.Split.Sealed {
		return sets
	}
	if p := f.freshPoints(d); p != nil {
		sets = append(sets, set{name: "fresh", points: p, help: fmt.Sprintf("%d fresh points, drawn from the data's "+
			"recipe,", testPoints)})
	}
	return sets
}

// series is the empty curve of the errors on a set.
func (f *Fit) series(s set) wire.Series {
	if f.Task == method.Classify {
		return wire.Series{Name: s.name + " error", Help: "Share of " + s.help + " that are misclassified"}
	}
	return wire.Series{Name: s.name + " mean squared error", Help: "Over " + strings.TrimSuffix(s.help, ",")}
}

// testsAlong tells the errors of a state on unseen points, each as a series of one value,
// for the curves of a model that grows; nil where there are none.
func (f *Fit) testsAlong(d doc.Document) func(method.Grower) []wire.Series {
	sets := f.unseen(d)
	if len(sets) == 0 {
		return nil
	}
	return func(g method.Grower) []wire.Series {
		m, ok := g.(method.Predictor)
		if !ok {
			return nil
		}
		out := make([]wire.Series, len(sets))
		for i, s := range sets {
			out[i] = f.series(s)
			e, _ := method.ErrorsOf(method.Unstopped, m, f.Problem, s.points) // nothing stops it
			out[i].Values = []float64{e.Mean}
		}
		return out
	}
}

// freshPoints are more of what the document's points are drawn from; nil where that is
// not known.
func (f *Fit) freshPoints(d doc.Document) *method.Problem {
	if !asMade(&d) {
		return nil
	}
	return f.freshOf(*d.Dataset, d.Dataset.Seed)
}

// asMade tells whether a document's points are those that its recipe makes.
func asMade(d *doc.Document) bool {
	if d.Dataset == nil {
		return false
	}
	made, err := dataset.Make(*d.Dataset)
	return err == nil && slices.Equal(made, d.Points)
}

// freshOf are points that a recipe draws anew, by the random numbers of a seed; nil where it draws none.
func (f *Fit) freshOf(recipe doc.Dataset, seed uint64) *method.Problem {
	p, err := method.NewProblem(dataset.DrawFresh(recipe, testPoints, seed), f.Task, f.Problem.Seed)
	if err != nil || p.N == 0 {
		return nil // a table has none
	}
	return p
}

// testSeries asks the stages of a fit about sets of points; nil where they say nothing
// about points.
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
		m, ok := model.(method.Predictor)
		if !ok {
			return nil, nil
		}
		for i := range sets {
			e, err := method.ErrorsOf(job, m, f.Problem, sets[i].points)
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
