package svm

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// fitDoc fits a method to points of a document.
func fitDoc(t *testing.T, of method.Method, params map[string]any, pts []doc.Point) (method.Model, *method.Problem,
	error) {
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

// fact returns the value of a fact.
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

// Every machine must refuse kernels that are too large to compute with, in a sentence.
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

// Two coinciding points: no kernel separates them, so all weights are equal, θ = 5^(−1/100), and f = 0.
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
	if s := m.Can().PointScorer.PointScores([]float64{0, 0, 1, 1}); s[0][0] != 0 || s[1][0] != 0 {
		t.Errorf("scores %v, want 0", s)
	}
}

// While all coefficients are at their limit C, the weights must not depend on C, however small it is.
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
			m.Can().Predictor.Predict(q.X, out)
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

// Polynomial kernels far from the origin. The exact solution, with all four points on the edge of the margin, was
// computed with Python's fractions.
func TestPolynomialFarFromTheOrigin(t *testing.T) {
	pts := []doc.Point{{X: 100009, Y: 100004}, {X: 100005, Y: 100008, Z: 1}, {X: 100000, Y: 100007},
		{X: 100003, Y: 100000, Z: 1}}
	// The same kernel as an expression.
	for _, params := range []map[string]any{{"kernel": "poly", "tol": 1e-4}, {"kernel": "poly(10, 1, 3)", "tol": 1e-4},
		{"kernel": "2*(0.25*poly(10, 1, 3) + 0.1) + 0.5*poly(10, 1, 3) + 7", "tol": 1e-4}} {
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
		for i, want := range []float64{-8.10499907165417e-17, 1.1517764961641666e-16, -8.532170680329882e-17,
			5.1194047903423853e-17} {
			close("dual_coef", fact[[]float64](t, m, "dual_coef")[i], want, 1e-4)
		}
		close("margin", fact[float64](t, m, "margin"), 109641577.1144683, 1e-4)
		close("objective", fact[float64](t, m, "objective"), 1.663716975198405e-16, 1e-4)
		close("intercept", fact[float64](t, m, "intercept"), 4349.168868221465, 1e-3)
		if e := fact[float64](t, m, "training_error"); e != 0 {
			t.Errorf("training_error %v", e)
		}
		for i, s := range m.Can().PointScorer.PointScores(p.X) {
			close("score", s[0], 2*pts[i].Z-1, 1e-4)
		}
	}
}

// A result limited by rounding errors must not be called converged, and the training error must agree with the
// predictions for all kernels.
func TestConvergedIsNotSaidOfRoundingErrors(t *testing.T) {
	pts := []doc.Point{{X: 100009, Y: 100004}, {X: 100005, Y: 100008, Z: 1}, {X: 100000, Y: 100007},
		{X: 100003, Y: 100000, Z: 1}}
	for _, k := range []string{"poly(10, 1, 3)*linear()", "poly(10, 1, 3)"} {
		for _, of := range []method.Method{Method(), Nu(), OneClass()} {
			m, p, err := fitDoc(t, of, map[string]any{"kernel": k}, pts)
			if err != nil {
				t.Fatal(err)
			}
			q := m
			var one *pair
			unit := 1.0
			switch m := q.(type) {
			case *model:
				one = m.pairs[0]
			case *region:
				one, unit = m.one, max(1, m.reach())
			}
			s := m.Status()
			if s.State == method.Converged && one.noise > one.tol*unit {
				t.Errorf("%s with %s: converged, with rounding errors of %g", of.ID, k, one.noise)
			}
			if of.ID != "svm" {
				continue
			}
			if k != "poly(10, 1, 3)" && s.State == method.Converged {
				t.Errorf("%s: %s", k, s.Sentence)
			}
			wrong, out := 0, make([]float64, p.N)
			m.Can().Predictor.Predict(p.X, out)
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

// A large kernel is no reason for doubt if the answer does not depend on its scale: ν-SVC divides by ρ, and for a
// one-class SVM only the sign matters. Multiplying the kernel by a million must change neither the answer nor the
// status.
func TestSizeOfTheKernelIsNoDoubt(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var pts []doc.Point
	for i := range 40 {
		pts = append(pts, doc.Point{X: rng.Float64() + 0.3*float64(i%2), Y: rng.Float64(), Z: float64(i % 2)})
	}
	for _, of := range []method.Method{Nu(), OneClass()} {
		for _, k := range []string{"poly(70, 1, 6)", "poly(300, 0.5, 7)", "poly(200, 1, 5)", "1e12*rbf(0.3)"} {
			if of.ID == Nu().ID && k[0] == 'p' {
				k += "*rbf(0.3)" // otherwise the classes overlap too much
			}
			m, p, err := fitDoc(t, of, map[string]any{"kernel": k, "nu": 0.4}, pts)
			if err != nil {
				t.Fatal(err)
			}
			if s := m.Status(); s.State != method.Converged {
				t.Errorf("%s with %s: %s: %s", of.ID, k, s.State, s.Sentence)
			}
			large, _, err := fitDoc(t, of, map[string]any{"kernel": "1e6*" + k, "nu": 0.4}, pts)
			if err != nil {
				t.Fatal(err)
			}
			if s := large.Status(); s.State != method.Converged {
				t.Errorf("%s with 1e6*%s: %s: %s", of.ID, k, s.State, s.Sentence)
			}
			a, b := m.Can().PointScorer.PointScores(p.X), large.Can().PointScorer.PointScores(p.X)
			size := 1.0
			if of.ID == OneClass().ID {
				size = 1e6
			}
			most := 0.0
			for _, v := range a {
				most = max(most, math.Abs(v[0]))
			}
			for i := range a {
				if math.Abs(a[i][0]-b[i][0]/size) > 2e-3*most {
					t.Errorf("%s with %s: f is %g at point %d, %g with a kernel 1e6 times as large", of.ID, k, a[i][0], i, b[i][0])
					break
				}
			}
		}
	}
}

// A Gaussian kernel separates any two distinct points: ρ is never 0, however narrow the margin between overlapping
// classes.
func TestNarrowMarginIsOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	var pts []doc.Point
	for i := range 60 {
		pts = append(pts, doc.Point{X: rng.Float64(), Y: rng.Float64(), Z: float64(i % 2)})
	}
	for _, params := range []map[string]any{{"gamma": 4.0, "nu": 0.3}, {"gamma": 20.0, "nu": 0.02},
		{"gamma": 2.0, "nu": 0.1, "tol": 1e-9}} {
		m, p, err := fitDoc(t, Nu(), params, pts)
		if err != nil {
			t.Fatal(err)
		}
		one := m.(*model).pairs[0]
		s := m.Status()
		if s.State == method.Diverged || one.rho <= 0 {
			t.Errorf("%v: %s: %s", params, s.State, s.Sentence)
		}
		// The status must state the tolerance that was asked for.
		tol, asked := params["tol"].(float64)
		if !asked {
			tol = 1e-3
		}
		if s.State == method.Converged && (one.tol > nearly*tol || one.gap > nearly*tol) {
			t.Errorf("%v: converged with a violation of %g, tolerance %g", params, one.gap, one.tol)
		}
		if s.State == method.Converged {
			inside := 0
			for i, f := range m.Can().PointScorer.PointScores(p.X) {
				if (2*pts[i].Z-1)*f[0] < 1-2*tol {
					inside++
				}
			}
			if nu := params["nu"].(float64); float64(inside) > nu*60 {
				t.Errorf("%v: %d of 60 points within the margin, more than ν", params, inside)
			}
		}
	}
	// With a linear kernel there is no margin.
	m, _, err := fitDoc(t, Nu(), map[string]any{"kernel": "linear", "nu": 0.3}, pts)
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Status(); s.State != method.Diverged {
		t.Errorf("linear: %s: %s", s.State, s.Sentence)
	}
}

// A line through points far from the origin, with the linear kernel as an expression, which must be centred like the
// one chosen by name.
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
		m.Can().Predictor.Predict(p.X, out)
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

// One distant point must neither hide the others, nor make the solver accept a gradient spoilt by rounding: the
// solution is w = (0, 2), b = −1, with the objective 2.
func TestOnePointFarOut(t *testing.T) {
	pts := []doc.Point{{}, {X: 1}, {X: 0.5, Y: 1, Z: 1}, {X: 2, Y: 1, Z: 1}, {X: 1e12}}
	m, _, err := fitDoc(t, Method(), map[string]any{"kernel": "linear"}, pts)
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Status(); s.State != method.Converged {
		t.Errorf("%s: %s", s.State, s.Sentence)
	}
	if p, e := fact[float64](t, m, "primal_objective"), fact[float64](t, m, "training_error"); math.Abs(p-2) > 0.01 ||
		e != 0 {
		t.Errorf("primal_objective %v, want 2; training_error %v, want 0", p, e)
	}
}

// Points of size 1e9 around 3e10, in four overlapping classes: the gradient cannot be as precise as the tolerance
// requires, and the solver must stop before its limit of effort (3e9 numbers, about ten seconds).
func TestEndsWhereUpdatesBlur(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	var pts []doc.Point
	for i := range 58 {
		pts = append(pts, doc.Point{X: 1e9 * rng.Float64(), Y: 3e10 + 1e9*rng.Float64(), Z: float64(i % 4)})
	}
	m, _, err := fitDoc(t, Method(), map[string]any{"kernel": "linear", "C": 1.3}, pts)
	if err != nil {
		t.Fatal(err)
	}
	if n := fact[int](t, m, "n_iter"); n > 500_000 {
		t.Errorf("%d steps: %v", n, m.Status())
	}
}
