package session

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// lost is a model with infinite predictions that claims to be exact.
type lost struct{ fakeModel }

func (l lost) Can() *method.Capabilities {
	can := l.fakeModel.Can()
	can.Predictor = l
	return can
}

func (lost) Predict(_, out []float64) {
	for i := range out {
		out[i] = float64(i) / float64(i&1^1) // +Inf at odd indices
	}
}

type lostScores struct{ fakeModel }

func (l lostScores) Can() *method.Capabilities {
	can := l.fakeModel.Can()
	can.PointScorer = l
	return can
}

func (lostScores) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/2)
	for i := range rows {
		rows[i] = []float64{0.5, math.NaN()}
	}
	return rows
}

// knowing is lost, but Partial.
type knowing struct{ lost }

func (k knowing) Can() *method.Capabilities {
	can := k.lost.Can()
	can.Partial = true
	return can
}

func TestAnswersThatAreNoNumbersHaveDiverged(t *testing.T) {
	for name, c := range map[string]struct {
		model method.Model
		want  method.State
	}{
		"sound": {fakeModel{owner: &fake{}}, method.Exact}, "predictions": {lost{fakeModel{owner: &fake{}}}, method.Diverged},
		"scores":  {lostScores{fakeModel{owner: &fake{}}}, method.Diverged},
		"partial": {knowing{lost{fakeModel{owner: &fake{}}}}, method.Exact},
	} {
		f := &fake{}
		of := f.method()
		of.Fit = func(method.Job, *method.Problem, method.Values, method.Model) (method.Model, error) {
			return c.model, nil
		}
		s, _ := newSession(of)
		fit, err := s.Fit(t.Context(), document(4))
		if err != nil {
			t.Fatal(err)
		}
		st := fit.Status()
		if st.State != c.want || len(st.Sentence) < 3 {
			t.Errorf("%s: status %+v, want %s", name, st, c.want)
		}
		// Pictures have the same status.
		if name == "partial" {
			continue
		}
		v := picture.Viewport{X1: 1, Y1: 1, W: 8, H: 8, Scale: 1}
		p, err := s.render(t.Context(), fit, Request{View: v}, v.Grid(8, 8), true)
		if err != nil || p.Info.Status.State != c.want {
			t.Errorf("%s: the picture says %+v, %v", name, p, err)
		}
	}
}

// flawed is a model with hit areas that it does not describe.
type flawed struct{ fakeModel }

func (m flawed) Can() *method.Capabilities {
	can := m.fakeModel.Can()
	can.Hits = func(picture.Viewport, method.Shown) picture.Hits { return nil }
	return can
}

// A model whose capabilities contradict each other, which may depend on the data, is an error that names the method.
func TestFlawedModelIsAnError(t *testing.T) {
	f := &fake{}
	of := f.method()
	of.Fit = func(method.Job, *method.Problem, method.Values, method.Model) (method.Model, error) {
		return flawed{fakeModel{owner: f}}, nil
	}
	s, _ := newSession(of)
	for range 2 { // it is not kept
		fit, err := s.Fit(t.Context(), document(4))
		if err == nil || !strings.Contains(err.Error(), of.Name) || !strings.Contains(err.Error(), "Hits without Tell") {
			t.Errorf("the fit is %v, %v", fit, err)
		}
	}
}
