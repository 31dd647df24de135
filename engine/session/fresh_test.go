package session_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// trial draws a document outside a drag, and returns what follows the picture, and the names of its curves.
func trial(t *testing.T, s *session.Session, d doc.Document, run int) (tests []*wire.Series, curves []string,
	f *session.Fit) {
	t.Helper()
	req := session.Request{Doc: d, View: picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, true, 200, 160, 1),
		Fine: true, Run: run,
		Late: func(f wire.Facts) error {
			for i := range f.Tests {
				tests = append(tests, &f.Tests[i])
			}
			return nil
		}}
	err := s.Draw(t.Context(), req, func(r *session.Result) error {
		f = r.Fit
		curves = nil
		for _, c := range r.Info.Player.Trace {
			curves = append(curves, c.Name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests, curves, f
}

func TestErrorOnFreshPoints(t *testing.T) {
	// Every Stepper has fresh errors for its own example, unless its points have no targets.
	s := session.New(catalog.All())
	stepped := 0
	for _, m := range catalog.All() {
		d, err := doc.Decode([]byte(m.Example))
		if err != nil {
			t.Fatal(err)
		}
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Fatal(err)
		}
		if d.Dataset == nil {
			continue
		}
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if f.Whole.Can().Stepper == nil {
			continue
		}
		if m.TaskOf(d.Params) == method.Cluster {
			if tests, _, _ := trial(t, s, d, 0); len(tests) > 0 {
				t.Errorf("%s: %v, of groups that nobody knows", m.ID, tests)
			}
			continue
		}
		stepped++
		if tests, _, _ := trial(t, s, d, 0); len(tests) != 1 ||
			slices.ContainsFunc(tests[0].Values, func(v float64) bool { return !(v >= 0 && v < 10) }) {
			t.Errorf("%s: %v", m.ID, tests)
		}
	}
	if stepped < 6 {
		t.Errorf("only %d methods with steps", stepped)
	}

	for _, text := range []string{
		`{"method":"logistic","params":{"solver":"gd","max_iter":150},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":3}}`,
		`{"method":"kernel_perceptron","params":{"kernel":"rbf","gamma":20,"max_iter":5},"dataset":{"name":"blobs","n":60,"noise":0.3,"seed":3}}`,
		`{"method":"lasso","params":{"alpha":0.01,"degree":5},"dataset":{"name":"sine","n":40,"noise":0.3,"seed":3}}`,
	} {
		s := session.New(catalog.All())
		d, err := doc.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Fatal(err)
		}
		tests, before, f := trial(t, s, d, 0)
		if len(tests) != 1 {
			t.Fatalf("%s: told %d times", d.Method, len(tests))
		}
		got := tests[0]
		if !strings.HasPrefix(got.Name, "fresh ") { // "test" errors are those of a split
			t.Errorf("%s: %q of points drawn anew", d.Method, got.Name)
		}
		n := f.Whole.Can().Stepper.Steps()
		if at := got.At; at[0] != 0 || at[len(at)-1] != float64(n) || len(at) > 62 || !slices.IsSorted(at) {
			t.Errorf("%s: at the steps %v of %d", d.Method, at, n)
		}
		// The last value, computed point by point.
		sum := 0.0
		fresh := dataset.Fresh(*d.Dataset, 500)
		for _, q := range fresh {
			x, out := []float64{q.X, q.Y}, []float64{0}
			if f.Task == method.Regress {
				x = x[:1]
			}
			f.Whole.Can().Predictor.Predict(x, out)
			switch {
			case f.Task == method.Regress:
				sum += (out[0] - q.Y) * (out[0] - q.Y)
			case float64(f.Problem.ClassIDs[int(out[0])]) != q.Z:
				sum++
			}
		}
		if want, last := sum/float64(len(fresh)), got.Values[len(got.Values)-1]; math.Abs(last-want) > 1e-12 || want == 0 {
			t.Errorf("%s: the %s at the end is %v, want %v", d.Method, got.Name, last, want)
		}
		// The series of errors is sent once, and then is among the curves.
		if tests, _, _ := trial(t, s, d, f.Run); len(tests) != 0 {
			t.Errorf("%s: told again", d.Method)
		}
		if _, after, _ := trial(t, s, d, 0); slices.Contains(before, got.Name) || !slices.Contains(after, got.Name) ||
			len(after) != len(before)+1 {
			t.Errorf("%s: curves %q, then %q", d.Method, before, after)
		}
		// Points that the user has moved are not the recipe's.
		d.Points = slices.Clone(d.Points)
		d.Points[0].X += 0.01
		if tests, _, _ := trial(t, s, d, 0); len(tests) != 0 {
			t.Errorf("%s: a test set of a recipe that is not the points'", d.Method)
		}
	}
}
