package linear

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"pointscape/engine/svm"
	"slices"
	"testing"

	"pointscape/engine/method"
)

type tolerance struct{ Abs, Rel float64 }

// refCase is a case of testdata/linear.json or lecture.json; y is −1 or 1, or a class.
type refCase struct {
	Name, Method string
	Params       map[string]any
	X, Query     [][]float64
	Y            []float64
	Expected     map[string]json.RawMessage
	Tolerance    struct {
		Default tolerance
		Fields  map[string]tolerance
	}
}

// referenceCases is the number of cases of each method.
var referenceCases = map[string]int{
	"logistic": 7, "multinomial_logistic": 4, "perceptron": 3, "linear_svm": 4, "least_squares": 3, "ridge": 7, "lasso": 5,
	"lecture_logistic": 2,
}

func reference(t *testing.T, file string, method ...string) []refCase {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all, out []refCase
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		for _, m := range method {
			if c.Method == m {
				out = append(out, c)
			}
		}
	}
	want := 0
	for _, m := range method {
		want += referenceCases[m]
	}
	if len(out) != want {
		t.Fatalf("%d cases of %v in %s, want %d", len(out), method, file, want)
	}
	return out
}

func flat(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

func (c *refCase) problem() *method.Problem {
	p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: flat(c.X), Task: method.Classify}
	signed := false
	for _, y := range c.Y {
		signed = signed || y < 0
	}
	top := 0
	for _, y := range c.Y {
		if signed {
			y = (y + 1) / 2
		}
		p.Class = append(p.Class, int(y))
		top = max(top, int(y))
	}
	for k := range top + 1 {
		p.ClassIDs = append(p.ClassIDs, k)
	}
	return p
}

func decode[T any](t *testing.T, c *refCase, field string) (v T) {
	t.Helper()
	raw, ok := c.Expected[field]
	if !ok {
		t.Fatalf("%s expects no %s", c.Name, field)
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (c *refCase) near(t *testing.T, field string, got, want float64) {
	t.Helper()
	tol, ok := c.Tolerance.Fields[field]
	if !ok {
		tol = c.Tolerance.Default
	}
	if !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
		t.Errorf("%s: got %.14g, want %.14g (off by %.1e)", field, got, want, got-want)
	}
}

func (c *refCase) nearAll(t *testing.T, field string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", field, len(got), len(want))
	}
	for i := range got {
		c.near(t, field, got[i], want[i])
	}
}

func fit(t testing.TB, m method.Method, p *method.Problem, params map[string]any) method.Model {
	t.Helper()
	v, err := m.Validate(params)
	if err == nil && m.Check != nil {
		err = m.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func facts(m method.Model) map[string]any {
	out := map[string]any{}
	for _, f := range m.Facts() {
		out[f.Name] = f.Value
	}
	return out
}

// Every solver that can reach the optimum must reach it.
func TestReferenceLogistic(t *testing.T) {
	for _, c := range reference(t, "linear.json", "logistic", "multinomial_logistic") {
		for _, solver := range []string{"newton", "lbfgs", "backtracking"} {
			t.Run(c.Name+"/"+solver, func(t *testing.T) {
				p := c.problem()
				if c.Method == "multinomial_logistic" && len(p.ClassIDs) == 2 {
					// W[1] − W[0], for which λ/2 (‖W[0]‖² + ‖W[1]‖²) is half the penalty in that form.
					c.Params["lambda"] = 0.25
					var w [2][]float64
					if err := json.Unmarshal(c.Expected["W"], &w); err != nil {
						t.Fatal(err)
					}
					m := fit(t, Logistic(), p, map[string]any{"alpha": 0.25, "solver": "newton", "tol": 1e-10})
					got := facts(m)["coef"].([]float64)
					c.nearAll(t, "W", got, []float64{w[1][0] - w[0][0], w[1][1] - w[0][1]})
					return
				}
				iters := 300.0
				if solver == "backtracking" {
					iters = 10_000
				}
				m := fit(t, Logistic(), p, map[string]any{"alpha": c.Params["lambda"], "solver": solver, "tol": 1e-9,
					"max_iter": iters}).(*stage)
				if m.Status().State != method.Converged {
					t.Fatal(m.Status())
				}
				f := facts(m)
				c.near(t, "objective", f["objective"].(float64), decode[float64](t, &c, "objective"))
				if solver == "backtracking" && c.Params["lambda"].(float64) < 0.01 {
					return // a flat valley: the gradient is small far from the minimum
				}
				rows := m.PointScores(flat(c.Query))
				labels := decode[[]int](t, &c, "labels")
				out := make([]float64, len(labels))
				m.Predict(flat(c.Query), out)
				if c.Method == "logistic" {
					c.nearAll(t, "w", f["coef"].([]float64), decode[[]float64](t, &c, "w"))
					c.near(t, "b", f["intercept"].(float64), decode[float64](t, &c, "b"))
					for i, want := range decode[[]float64](t, &c, "proba_plus") {
						c.near(t, "proba_plus", rows[i][1], want)
						if 2*int(out[i])-1 != labels[i] {
							t.Errorf("label %d: %v", i, out[i])
						}
					}
					return
				}
				for k, want := range decode[[][]float64](t, &c, "W") {
					c.nearAll(t, "W", f["coef"].([][]float64)[k], want)
				}
				c.nearAll(t, "b", f["intercept"].([]float64), decode[[]float64](t, &c, "b"))
				for i, want := range decode[[][]float64](t, &c, "proba") {
					c.nearAll(t, "proba", rows[i], want)
					if int(out[i]) != labels[i] {
						t.Errorf("label %d: %v", i, out[i])
					}
				}
			})
		}
	}
}

// The objective, its gradient and its Hessian at given parameters.
func TestReferenceDerivatives(t *testing.T) {
	for _, c := range reference(t, "linear.json", "logistic", "multinomial_logistic") {
		t.Run(c.Name, func(t *testing.T) {
			p := c.problem()
			o := &objective{n: p.N, d: p.D, rows: 1, x: p.X, loss: logisticLoss, weight: 1,
				pen: penalty{l2: c.Params["lambda"].(float64)}}
			var at, want []float64
			if c.Method == "logistic" {
				o.y = signs(p)
				at, want = decode[[]float64](t, &c, "check_at"), decode[[]float64](t, &c, "check_gradient")
			} else {
				o.rows, o.class = len(p.ClassIDs), p.Class
				w, b := decode[[][]float64](t, &c, "check_W"), decode[[]float64](t, &c, "check_b")
				gw, gb := decode[[][]float64](t, &c, "check_grad_W"), decode[[]float64](t, &c, "check_grad_b")
				for k := range w {
					at = append(append(at, w[k]...), b[k])
					want = append(append(want, gw[k]...), gb[k])
				}
			}
			fn := o.function()
			g := make([]float64, fn.Dim)
			field := "check_gradient"
			if c.Method != "logistic" {
				field = "check_grad_W"
			}
			c.near(t, "check_objective", fn.Value(at, g), decode[float64](t, &c, "check_objective"))
			c.nearAll(t, field, g, want)
			c.near(t, "check_objective", o.value(at), decode[float64](t, &c, "check_objective"))
			rows := make([]int, p.N)
			for i := range rows {
				rows[i] = p.N - 1 - i
			}
			fn.Part(at, rows, g)
			c.nearAll(t, field, g, want)
			if c.Method == "logistic" {
				h := make([]float64, fn.Dim*fn.Dim)
				fn.Hess(at, h)
				c.nearAll(t, "check_hessian", h, flat(decode[[][]float64](t, &c, "check_hessian")))
			}
		})
	}
}

// The lecture's example, as a lecturer's document.
func TestLecture(t *testing.T) {
	for _, c := range reference(t, "lecture.json", "lecture_logistic") {
		for solver, field := range map[string]string{"gd": "gradient_descent", "newton": "newton"} {
			t.Run(c.Name+"/"+solver, func(t *testing.T) {
				p := c.problem()
				p.D = 2
				p.X = nil
				for _, x := range c.X {
					p.X = append(p.X, x[0], 0)
				}
				var start []float64
				for _, s := range c.Params["start"].([]any) {
					start = append(start, s.(float64))
				}
				m := fit(t, Logistic(), p, map[string]any{"features": "x1", "alpha": c.Params["lambda"], "solver": solver,
					"learning_rate": c.Params["step"], "start": start, "max_iter": 1000.0, "tol": 1e-12})
				path := facts(m)["path"].([][]float64)
				for _, want := range decode[[][]float64](t, &c, field) {
					got := path[min(int(want[0]), len(path)-1)]
					c.nearAll(t, fmt.Sprintf("iterate %g", want[0]), got[1:], want[1:])
				}
				c.near(t, "objective", facts(m)["objective"].(float64), decode[float64](t, &c, "objective"))
				if solver == "gd" {
					// At the end of the descent, up to the remaining distance.
					got, want := facts(m)["largest_stable_step"].(float64), decode[float64](t, &c, "largest_stable_step_near_optimum")
					if math.Abs(got-want) > 1e-6 {
						t.Errorf("largest stable step %v, want %v", got, want)
					}
				}
				for i, s := range m.(*stage).PointScores([]float64{0, 7, 2.5, -1, 5, 3}) {
					if want := decode[[]float64](t, &c, "proba_plus")[i]; math.Abs(s[1]-want) > 1e-6 {
						t.Errorf("probability at %v is %v, want %v", c.Query[i], s[1], want)
					}
				}
			})
		}
	}
}

func TestReferencePerceptron(t *testing.T) {
	for _, c := range reference(t, "linear.json", "perceptron") {
		for _, form := range []string{"primal", "dual", "kernel"} {
			t.Run(c.Name+"/"+form, func(t *testing.T) {
				params := map[string]any{"max_iter": c.Params["max_epochs"]}
				method, p := Perceptron(), c.problem()
				if form == "kernel" {
					method = KernelPerceptron()
					params["kernel"] = "linear"
				} else {
					params["form"] = form
				}
				m := fit(t, method, p, params)
				f := facts(m)
				converged := decode[bool](t, &c, "converged")
				if got := m.Status().State == "converged"; got != converged {
					t.Errorf("status %v", m.Status())
				}
				if got, want := f["n_iter"], decode[int](t, &c, "epochs"); got != want {
					t.Errorf("%v passes, want %v", got, want)
				}
				if got, want := f["n_mistakes"], decode[int](t, &c, "updates"); got != want {
					t.Errorf("%v mistakes, want %v", got, want)
				}
				want := decode[[]int](t, &c, "updates_per_epoch")
				if got := f["mistakes_per_pass"].([]int); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("mistakes of each pass %v, want %v", got, want)
				}
				rows := m.(interface {
					PointScores([]float64) [][]float64
				}).PointScores(flat(c.Query))
				for i, want := range decode[[]float64](t, &c, "decision") {
					c.near(t, "decision", rows[i][0], want)
				}
				if form == "kernel" {
					return
				}
				c.nearAll(t, "w", f["coef"].([]float64), decode[[]float64](t, &c, "w"))
				c.near(t, "b", f["intercept"].(float64), decode[float64](t, &c, "b"))
				c.nearAll(t, "average_w", f["average_coef"].([]float64), decode[[]float64](t, &c, "average_w"))
				c.near(t, "average_b", f["average_intercept"].(float64), decode[float64](t, &c, "average_b"))
				k := 0
				for e, wb := range decode[[][]float64](t, &c, "trace_w_b_after_epoch") {
					k += want[e]
					c.nearAll(t, "trace", m.(*lineSnapshot).weights(k), wb)
				}
			})
		}
	}
}

// The primal must come within a thousandth of the dual's objective, and report the gap.
func TestReferencePrimal(t *testing.T) {
	for _, c := range reference(t, "linear.json", "linear_svm") {
		if c.Params["C"] == nil {
			// The hard margin has no primal of this form; the dual solves it.
			t.Run(c.Name, func(t *testing.T) {
				m := fit(t, svm.Method(), c.problem(), map[string]any{"kernel": "linear", "hard": true, "tol": 1e-8})
				f := facts(m)
				c.nearAll(t, "w", f["coef"].([]float64), decode[[]float64](t, &c, "w"))
				c.near(t, "b", f["intercept"].(float64), decode[float64](t, &c, "b"))
				c.near(t, "margin_width", f["margin"].(float64), decode[float64](t, &c, "margin_width"))
				c.near(t, "objective", f["objective"].(float64), decode[float64](t, &c, "objective"))
				c.near(t, "primal objective", f["primal_objective"].(float64), decode[float64](t, &c, "objective"))
				if got := f["support"].([]int); !slices.Equal(got, decode[[]int](t, &c, "support")) {
					t.Errorf("support vectors %v", got)
				}
				for i, row := range m.Can().PointScorer.PointScores(flat(c.Query)) {
					c.near(t, "decision", row[0], decode[[]float64](t, &c, "decision")[i])
				}
			})
			continue
		}
		for solver, iters := range map[string]float64{"pegasos": 10_000, "subgradient": 10_000} {
			t.Run(c.Name+"/"+solver, func(t *testing.T) {
				p := c.problem()
				m := fit(t, Primal(), p, map[string]any{"C": c.Params["C"], "solver": solver, "max_iter": iters}).(*primal)
				f := facts(m)
				best := decode[float64](t, &c, "objective")
				c.near(t, "objective", f["dual_objective"].(float64), best)
				if gap := f["best_gap"].(float64); gap < -1e-7 || gap > 1e-3 {
					t.Errorf("the objective is off by a share of %v", gap)
				}
				c.nearAll(t, "w", m.dual.theta[:p.D], decode[[]float64](t, &c, "w"))
				c.near(t, "b", m.dual.theta[p.D], decode[float64](t, &c, "b"))
			})
		}
	}
}
