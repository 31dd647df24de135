package session

import (
	"fmt"
	"slices"

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

// trial keeps the error on fresh points over the steps of a fit, once it is known.
type trial struct {
	done   bool
	series *wire.Series // nil where there are no fresh points
}

// test works out the error on fresh points over the steps of a fit, once: of the
// recipe by which the document's points were made, which tells what the data are
// drawn from. It tells whether there is something new. The error is job's.
func (s *Session) test(job method.Job, f *Fit, d doc.Document) (fresh bool, err error) {
	st, ok := f.Whole.(method.Stepper)
	if !ok || f.test.done || d.Dataset == nil {
		return false, nil
	}
	series, err := testSeries(job, f, st, d)
	if err != nil {
		return false, err
	}
	f.test.done, f.test.series = true, series
	return series != nil, nil
}

func testSeries(job method.Job, f *Fit, st method.Stepper, d doc.Document) (*wire.Series, error) {
	if made, err := dataset.Make(*d.Dataset); err != nil || !slices.Equal(made, d.Points) {
		return nil, nil // other points than the recipe's
	}
	p, err := method.NewProblem(dataset.Fresh(*d.Dataset, testPoints), f.Task, d.Seed)
	if err != nil || p.N == 0 {
		return nil, nil // a table has none
	}
	out := &wire.Series{Name: "test error", Help: fmt.Sprintf("Share of %d fresh points of the same recipe that are misclassified", testPoints)}
	loss := func(answer []float64) float64 {
		wrong := 0
		for i, a := range answer {
			if k := int(a); a != a || f.Problem.ClassIDs[k] != p.ClassIDs[p.Class[i]] {
				wrong++
			}
		}
		return float64(wrong) / float64(p.N)
	}
	switch f.Task {
	case method.Classify:
	case method.Regress, method.Regress2D:
		out.Name, out.Help = "test mean squared error", fmt.Sprintf("Over %d fresh points of the same recipe", testPoints)
		loss = func(answer []float64) float64 {
			sum := 0.0
			for i, a := range answer {
				sum += (a - p.Y[i]) * (a - p.Y[i])
			}
			return sum / float64(p.N)
		}
	default:
		return nil, nil
	}
	n := st.Steps()
	every := max(1, (n+testSteps-1)/testSteps)
	answer := make([]float64, p.N)
	for k := 0; ; k = min(k+every, n) {
		if err := job.Err(); err != nil {
			return nil, err
		}
		model := f.Whole
		if k < n {
			model = st.Stage(k)
		}
		m, ok := model.(method.Predictor)
		if !ok {
			return nil, nil
		}
		m.Predict(p.X, answer)
		out.Add(k, loss(answer))
		if k == n {
			return out, nil
		}
	}
}
