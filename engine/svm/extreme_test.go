package svm

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// fitDoc fits points with parameters.
func fitDoc(t *testing.T, of method.Method, params map[string]any, pts []doc.Point) (method.Model, *method.Problem, error) {
	t.Helper()
	v, err := of.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.NewProblem(pts, of.TaskOf(params), 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(t.Context(), p, v, nil)
	return m, p, err
}

// fact is a fact's value.
func fact[T any](t *testing.T, m method.Model, name string) T {
	t.Helper()
	for _, f := range m.Facts() {
		if f.Name == name {
			return f.Value.(T)
		}
	}
	t.Fatalf("there is no fact %s", name)
	panic("")
}

// Kernels beyond what can be computed with are refused in words by every machine.
func TestKernelsBeyondFloat64(t *testing.T) {
	pts := []doc.Point{{X: 0, Y: 0}, {X: 1, Y: 1, Z: 1}, {X: 2, Y: 0.5, Z: 1}}
	for _, of := range []method.Method{Method(), Nu(), SVR(), OneClass()} {
		for _, k := range []string{"poly(1e20,1,20)", "poly(1e100,1,50)"} {
			_, _, err := fitDoc(t, of, map[string]any{"kernel": k}, pts)
			var need *method.Need
			if !errors.As(err, &need) || !strings.Contains(need.Sentence, "too large") {
				t.Errorf("%s with %s: %v", of.ID, k, err)
			}
		}
	}
	_, _, err := fitDoc(t, MKL(), map[string]any{"kernel": "linear() + poly(1e100,1,50)"}, pts)
	var need *method.Need
	if !errors.As(err, &need) {
		t.Errorf("mkl: %v", err)
	}
}

// Two points in one place: no kernel tells them apart, and all weigh alike, θ =
// 5^(−1/100), f = 0.
func TestMixtureOfPointsInOnePlace(t *testing.T) {
	m, _, err := fitDoc(t, MKL(), map[string]any{"p": 100.0}, []doc.Point{{}, {Z: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range fact[[]float64](t, m, "weights") {
		if math.Abs(w-math.Pow(5, -0.01)) > 1e-12 {
			t.Errorf("weight %v, want %v", w, math.Pow(5, -0.01))
		}
	}
	if s := m.(method.PointScorer).PointScores([]float64{0, 0, 1, 1}); s[0][0] != 0 || s[1][0] != 0 {
		t.Errorf("scores %v, want 0", s)
	}
}

// While all coefficients are at their limit C, the weights don't depend on C,
// however small it is.
func TestMixtureWithTinyC(t *testing.T) {
	pts := []doc.Point{{X: 0, Y: 0}, {X: 1, Y: 0.5}, {X: 0.2, Y: 0.8, Z: 1}, {X: 0.9, Y: 1.4, Z: 1}}
	for _, p := range []float64{1, 2, 100} {
		var want []float64
		for _, c := range []float64{1e-100, 1e-200, 1e-300} {
			m, q, err := fitDoc(t, MKL(), map[string]any{"C": c, "p": p, "tol": 1e-8}, pts)
			if err != nil {
				t.Fatal(err)
			}
			got := fact[[]float64](t, m, "weights")
			if want == nil {
				want = got
			}
			for i, w := range want {
				if math.Abs(got[i]-w) > 1e-5 {
					t.Errorf("p = %g, C = %g: weights %v, want %v", p, c, got, want)
					break
				}
			}
			errors := 0
			out := make([]float64, q.N)
			m.(method.Predictor).Predict(q.X, out)
			for i, c := range out {
				if int(c) != q.Class[i] {
					errors++
				}
			}
			if e := fact[float64](t, m, "training_error"); e != float64(errors)/4 {
				t.Errorf("p = %g, C = %g: training_error %v, but %d of 4 points are predicted wrong", p, c, e, errors)
			}
		}
	}
}

// Polynomials far from the origin. The exact solution, all four points on the edge of
// the street, was worked out with Python's fractions.
func TestPolynomialFarFromTheOrigin(t *testing.T) {
	pts := []doc.Point{{X: 100009, Y: 100004}, {X: 100005, Y: 100008, Z: 1}, {X: 100000, Y: 100007}, {X: 100003, Y: 100000, Z: 1}}
	// As an expression the kernel is the same.
	for _, params := range []map[string]any{{"kernel": "poly", "tol": 1e-4}, {"kernel": "poly(10, 1, 3)", "tol": 1e-4}, {"kernel": "2*(0.25*poly(10, 1, 3) + 0.1) + 0.5*poly(10, 1, 3) + 7", "tol": 1e-4}} {
		m, p, err := fitDoc(t, Method(), params, pts)
		if err != nil {
			t.Fatal(err)
		}
		if s := m.Status(); s.State != method.Converged {
			t.Errorf("%s: %s", s.State, s.Sentence)
		}
		close := func(name string, got, want, tolerance float64) {
			t.Helper()
			if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
				t.Errorf("%v: %s = %v, want %v", params["kernel"], name, got, want)
			}
		}
		for i, want := range []float64{-8.10499907165417e-17, 1.1517764961641666e-16, -8.532170680329882e-17, 5.1194047903423853e-17} {
			close("dual_coef", fact[[]float64](t, m, "dual_coef")[i], want, 1e-4)
		}
		close("margin", fact[float64](t, m, "margin"), 109641577.1144683, 1e-4)
		close("objective", fact[float64](t, m, "objective"), 1.663716975198405e-16, 1e-4)
		close("intercept", fact[float64](t, m, "intercept"), 4349.168868221465, 1e-3)
		if e := fact[float64](t, m, "training_error"); e != 0 {
			t.Errorf("training_error %v", e)
		}
		for i, s := range m.(method.PointScorer).PointScores(p.X) {
			close("score", s[0], 2*pts[i].Z-1, 1e-4)
		}
	}
}

// What rounding errors hide is not called converged, and the training error agrees
// with the predictions whatever the kernel.
func TestConvergedIsNotSaidOfRoundingErrors(t *testing.T) {
	pts := []doc.Point{{X: 100009, Y: 100004}, {X: 100005, Y: 100008, Z: 1}, {X: 100000, Y: 100007}, {X: 100003, Y: 100000, Z: 1}}
	for _, k := range []string{"poly(10, 1, 3)*linear()", "poly(10, 1, 3)"} {
		for _, of := range []method.Method{Method(), Nu(), OneClass()} {
			m, p, err := fitDoc(t, of, map[string]any{"kernel": k}, pts)
			if err != nil {
				t.Fatal(err)
			}
			q := m
			var pairs []*pair
			switch m := q.(type) {
			case *model:
				pairs = m.pairs
			case *region:
				pairs = []*pair{m.one}
			}
			s := m.Status()
			if s.State == method.Converged && pairs[0].noise > pairs[0].tol {
				t.Errorf("%s with %s: converged, with rounding errors of %g", of.ID, k, pairs[0].noise)
			}
			if of.ID != "svm" {
				continue
			}
			if k != "poly(10, 1, 3)" && s.State == method.Converged {
				t.Errorf("%s: %s", k, s.Sentence)
			}
			wrong, out := 0, make([]float64, p.N)
			m.(method.Predictor).Predict(p.X, out)
			for i, c := range out {
				if int(c) != p.Class[i] {
					wrong++
				}
			}
			if e := fact[float64](t, m, "training_error"); e != float64(wrong)/4 {
				t.Errorf("%s: training_error %v, but %d of 4 points are predicted wrong", k, e, wrong)
			}
		}
	}
}

// A line through points far away, with the linear kernel as an expression, which is
// taken about their middle as the kernel by name is.
func TestRegressionWithAnExpressionFarFromTheOrigin(t *testing.T) {
	var pts []doc.Point
	for x := -2.0; x <= 2; x++ {
		pts = append(pts, doc.Point{X: 1e6 + x, Y: 3 + 2*x})
	}
	for _, k := range []string{"linear", "0.5*linear() + 1"} {
		m, p, err := fitDoc(t, SVR(), map[string]any{"kernel": k, "C": 100.0, "epsilon": 0.0, "tol": 1e-9}, pts)
		if err != nil {
			t.Fatal(err)
		}
		if s := m.Status(); s.State != method.Converged {
			t.Errorf("%s: %s: %s", k, s.State, s.Sentence)
		}
		out := make([]float64, p.N)
		m.(method.Predictor).Predict(p.X, out)
		for i, y := range p.Y {
			if math.Abs(out[i]-y) > 1e-8 {
				t.Errorf("%s at %g: %v, want %v", k, p.X[i], out[i], y)
			}
		}
		if b := fact[float64](t, m, "intercept"); math.Abs(b-(3-2e6)) > 1e-6 {
			t.Errorf("%s: intercept %v, want %v", k, b, 3-2e6)
		}
	}
}

// One point far out neither hides the others nor lets a gradient that rounding spoilt
// pass: w = (0, 2), b = −1 is the solution, with the objective 2.
func TestOnePointFarOut(t *testing.T) {
	pts := []doc.Point{{}, {X: 1}, {X: 0.5, Y: 1, Z: 1}, {X: 2, Y: 1, Z: 1}, {X: 1e12}}
	m, _, err := fitDoc(t, Method(), map[string]any{"kernel": "linear"}, pts)
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Status(); s.State != method.Converged {
		t.Errorf("%s: %s", s.State, s.Sentence)
	}
	if p, e := fact[float64](t, m, "primal_objective"), fact[float64](t, m, "training_error"); math.Abs(p-2) > 0.01 || e != 0 {
		t.Errorf("primal_objective %v, want 2; training_error %v, want 0", p, e)
	}
}
