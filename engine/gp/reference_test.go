package gp

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// refCase is a case of the reference file, which contains notes. Hyperparameters are given as a tree; their order
// differs from theta's in one case (rq has alpha first there).
type refCase struct {
	Name   string
	Method string
	Params struct {
		Kernel        refKernel
		NoiseVariance float64   `json:"noise_variance"`
		ThetaNames    []string  `json:"theta_names"`
		Theta         []float64 `json:"theta"`
		ThetaStart    []float64 `json:"theta_start"`
	}
	X, Query  [][]float64
	Y         []float64
	Expected  map[string]json.RawMessage
	Tolerance struct {
		Default tol
		Fields  map[string]tol
	}
}

type tol struct{ Abs, Rel float64 }

type refKernel struct {
	Type        string
	Variance    float64
	LengthScale json.RawMessage `json:"length_scale"`
	Alpha       float64
	Period      float64
	Terms       []refKernel
}

// expr returns the kernel as an expression, and the names of its parameters in the order of the expression.
func (k refKernel) expr(prefix string) (expr string, names []string) {
	if k.Type == "sum" || k.Type == "product" {
		var parts []string
		for i, t := range k.Terms {
			e, n := t.expr(fmt.Sprintf("%s%d.", prefix, i))
			if t.Type == "sum" {
				e = "(" + e + ")"
			}
			parts = append(parts, e)
			names = append(names, n...)
		}
		return strings.Join(parts, map[string]string{"sum": " + ", "product": " * "}[k.Type]), names
	}
	var args []string
	var own []string
	var one float64
	var many []float64
	if json.Unmarshal(k.LengthScale, &one) == nil {
		args, own = append(args, fmt.Sprint(one)), append(own, prefix+"length_scale")
	} else if json.Unmarshal(k.LengthScale, &many) == nil {
		for i, l := range many {
			args, own = append(args, fmt.Sprint(l)), append(own, fmt.Sprintf("%slength_scale[%d]", prefix, i))
		}
	}
	name := map[string]string{"rbf": "rbf", "matern15": "matern32", "matern25": "matern52", "rq": "rq",
		"periodic": "periodic"}[k.Type]
	switch k.Type {
	case "rq":
		args, own = append(args, fmt.Sprint(k.Alpha)), append(own, prefix+"alpha")
	case "periodic":
		args, own = append(args, fmt.Sprint(k.Period)), append(own, prefix+"period")
	}
	expr = name + "(" + strings.Join(args, ", ") + ")"
	if k.Variance != 0 {
		expr = fmt.Sprint(k.Variance) + "*" + expr
		names = append(names, prefix+"variance")
	}
	return expr, append(names, own...)
}

func (c *refCase) check(t *testing.T, field string, got ...float64) {
	t.Helper()
	raw, ok := c.Expected[field]
	if !ok {
		return
	}
	var want []float64
	var one float64
	var rows [][]float64
	switch {
	case json.Unmarshal(raw, &one) == nil:
		want = []float64{one}
	case json.Unmarshal(raw, &want) == nil:
	case json.Unmarshal(raw, &rows) == nil:
		want = nil
		for _, r := range rows {
			want = append(want, r...)
		}
	default:
		t.Fatalf("%s: what is %s?", field, raw)
	}
	if len(got) != len(want) {
		t.Errorf("%s has %d numbers, want %d", field, len(got), len(want))
		return
	}
	e, ok := c.Tolerance.Fields[field]
	if !ok {
		e = c.Tolerance.Default
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= e.Abs+e.Rel*math.Abs(want[i])) {
			t.Errorf("%s[%d] = %.15g, want %.15g (off by %.2g)", field, i, got[i], want[i], got[i]-want[i])
		}
	}
}

func readReference(t *testing.T) []refCase {
	b, err := os.ReadFile("testdata/gp.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func flat(rows [][]float64) []float64 {
	var x []float64
	for _, r := range rows {
		x = append(x, r...)
	}
	return x
}

func (c *refCase) problem() *method.Problem {
	d := len(c.X[0])
	task := method.Regress
	if d == 2 {
		task = method.Regress2D
	}
	return &method.Problem{N: len(c.Y), D: d, X: flat(c.X), Y: c.Y, Task: task, Seed: 1}
}

// values validates parameters as a document would give them.
func values(t testing.TB, d int, params map[string]any) method.Values {
	t.Helper()
	m := Method()
	all := map[string]any{"domain": "line"}
	if d == 2 {
		all["domain"] = "plane"
	}
	for k, v := range params {
		all[k] = v
	}
	v, err := m.Validate(all)
	if err == nil {
		err = m.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestReference(t *testing.T) {
	seen := 0
	for _, c := range readReference(t) {
		t.Run(c.Name, func(t *testing.T) {
			expr, names := c.Params.Kernel.expr("")
			names = append(names, "noise_variance")
			p := c.problem()
			params := map[string]any{"kernel": expr, "alpha": c.Params.NoiseVariance}
			if c.Method == "gp_optimise" {
				params["optimize"] = true
				params["n_restarts"] = 10.0
				if len(names) > 4 {
					params["n_restarts"] = 30.0
				}
			}
			fitted, err := Method().Fit(context.Background(), p, values(t, p.D, params), nil)
			if err != nil {
				t.Fatal(err)
			}
			seen++
			m := fitted.(*model)
			// From our order of theta to that of the file.
			ours := map[string]int{}
			for i, n := range names {
				ours[n] = i
			}
			sorted := func(v []float64) []float64 {
				out := make([]float64, len(v))
				for i, n := range c.Params.ThetaNames {
					at, ok := ours[n]
					if !ok {
						t.Fatalf("no hyperparameter %s among %v", n, names)
					}
					out[i] = v[at]
				}
				return out
			}
			facts := map[string]any{}
			for _, f := range fitted.Facts() {
				facts[f.Name] = f.Value
			}
			q := flat(c.Query)
			mean := make([]float64, len(c.Query))
			fitted.Can().Predictor.Predict(q, mean)
			ofF, ofY := fitted.Can().Deviations(q)
			c.check(t, "mean", mean...)
			c.check(t, "std_f", ofF...)
			c.check(t, "std_y", ofY...)
			c.check(t, "cov_f", m.post.covariance(q)...)
			c.check(t, "lml", facts["log_marginal_likelihood"].(float64))
			c.check(t, "alpha", facts["alpha"].([]float64)...)
			c.check(t, "lml_grad", sorted(facts["log_marginal_likelihood_gradient"].([]float64))...)
			if c.Method == "gp_optimise" {
				c.check(t, "theta", sorted(m.search.end)...)
				c.check(t, "lml_at_start", facts["log_marginal_likelihood_at_start"].(float64))
				if st := fitted.Status(); st.State != method.Converged {
					t.Errorf("status %+v", st)
				}
				got, want := learnedValue(t, m, p), facts["log_marginal_likelihood"].(float64)
				if math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("what is written back has likelihood %v, want %v", got, want)
				}
			}
		})
	}
	if seen < 25 {
		t.Errorf("%d cases ran", seen)
	}
}

// learnedValue fits again with the parameters that the model offers.
func learnedValue(t *testing.T, m *model, p *method.Problem) float64 {
	t.Helper()
	again, err := Method().Fit(context.Background(), p, values(t, p.D, m.Learned()), nil)
	if err != nil {
		t.Fatal(err)
	}
	return again.(*model).post.lml
}

// For every kernel that the method offers, the gradient must be the slope of the likelihood.
func TestEvidenceGradient(t *testing.T) {
	x := []float64{0.02, 0.11, 0.13, 0.3, 0.42, 0.58, 0.77, 0.9}
	y := []float64{0.3, 0.5, 0.4, -0.2, -0.6, 0.1, 0.7, 0.2}
	for _, c := range kernels() {
		k, err := kernel.Parse(c.Value)
		if err != nil {
			t.Fatal(err)
		}
		e := &evidence{k: k, x: x, y: y, n: len(y), d: 1}
		z := theta(k, 0.05)
		for i := range z {
			z[i] = math.Log(z[i])
		}
		g := make([]float64, len(z))
		if _, err := e.at(context.Background(), z, g); err != nil {
			t.Fatal(err)
		}
		for i := range z {
			const h = 1e-5
			at := func(s float64) float64 {
				w := clone(z)
				w[i] += s
				v, _ := e.at(context.Background(), w, nil)
				return v
			}
			slope := (at(h) - at(-h)) / (2 * h)
			if math.Abs(slope-g[i]) > 1e-6*(1+math.Abs(slope)) {
				t.Errorf("%s: derivative %d is %v, the slope is %v", c.Value, i, g[i], slope)
			}
		}
	}
}
