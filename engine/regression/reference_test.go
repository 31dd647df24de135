package regression

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
)

type tolerance struct{ Abs, Rel float64 }

type refCase struct {
	Name, Method string
	Params       struct {
		Lambda, Alpha float64
		Degree        int `json:"polynomial_degree"`
		Kernel        struct {
			Type                 string
			Gamma, Coef0, Degree *float64
			Norm                 string
		}
	}
	X, Query [][]float64
	Y        []float64
	Expected map[string]any
	Tol      struct {
		Default tolerance
		Fields  map[string]tolerance
	} `json:"tolerance"`
}

func reference(t *testing.T, file string, methods ...string) []refCase {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	// Cases of other methods have other fields.
	var heads []struct{ Method string }
	var all []json.RawMessage
	if err := json.Unmarshal(text, &heads); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	var out []refCase
	for i, h := range heads {
		for _, m := range methods {
			if h.Method == m {
				var c refCase
				if err := json.Unmarshal(all[i], &c); err != nil {
					t.Fatal(err)
				}
				out = append(out, c)
			}
		}
	}
	return out
}

func (c *refCase) problem() *method.Problem {
	p := &method.Problem{N: len(c.X), D: len(c.X[0]), Y: c.Y, Task: method.Regress, X: flat(c.X)}
	if p.D == 2 {
		p.Task = method.Regress2D
	}
	return p
}

func flat(rows [][]float64) []float64 {
	var x []float64
	for _, r := range rows {
		x = append(x, r...)
	}
	return x
}

func (c *refCase) check(t *testing.T, field string, got ...float64) {
	t.Helper()
	tol, ok := c.Tol.Fields[field]
	if !ok {
		tol = c.Tol.Default
	}
	var want []float64
	switch e := c.Expected[field].(type) {
	case float64:
		want = []float64{e}
	case []any:
		for _, v := range e {
			want = append(want, v.(float64))
		}
	default:
		t.Fatalf("nothing is expected of %s", field)
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", field, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= tol.Abs+tol.Rel*math.Abs(w)) {
			t.Errorf("%s[%d] = %.15g, want %.15g", field, i, got[i], w)
		}
	}
}

func fitted(t testing.TB, of method.Method, p *method.Problem, params map[string]any) method.Model {
	t.Helper()
	v, err := of.Validate(params)
	if err == nil && of.Check != nil {
		err = of.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func factsOf(m method.Model) map[string]any {
	out := map[string]any{}
	for _, f := range m.Facts() {
		out[f.Name] = f.Value
	}
	return out
}

func predict(m method.Model, x []float64, n int) []float64 {
	out := make([]float64, n)
	m.Can().Predictor.Predict(x, out)
	return out
}

func number64(v any) float64 {
	if i, ok := v.(int); ok {
		return float64(i)
	}
	return v.(float64)
}

func TestReferenceLinear(t *testing.T) {
	cases := reference(t, "linear.json", "least_squares", "ridge")
	if len(cases) != 10 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			of := LeastSquares()
			params := map[string]any{"degree": float64(max(1, c.Params.Degree))}
			if c.Params.Lambda > 0 {
				of = Ridge()
				params["alpha"] = c.Params.Lambda
			}
			m := fitted(t, of, c.problem(), params)
			f := factsOf(m)
			c.check(t, "w", f["coef"].([]float64)...)
			c.check(t, "b", f["intercept"].(float64))
			c.check(t, "prediction", predict(m, flat(c.Query), len(c.Query))...)
			c.check(t, "sse", f["mse"].(float64)*float64(len(c.X)))
			c.check(t, "objective", f["objective"].(float64))
			c.check(t, "degrees_of_freedom", number64(f["degrees_of_freedom"]))
			if c.Params.Lambda > 0 {
				if gap := f["primal_dual_difference"].(float64); gap > 1e-10 {
					t.Errorf("the closed forms differ by %g", gap)
				}
			}
		})
	}
}

func TestReferenceLasso(t *testing.T) {
	cases := reference(t, "linear.json", "lasso")
	if len(cases) != 5 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			m := fitted(t, Lasso(), c.problem(), map[string]any{"degree": 1.0, "alpha": c.Params.Alpha, "tol": 1e-14,
				"max_iter": 20000.0})
			if s := m.Status(); s.State != method.Converged {
				t.Errorf("status %v", s)
			}
			f := factsOf(m)
			w := f["coef"].([]float64)
			c.check(t, "w", w...)
			c.check(t, "b", f["intercept"].(float64))
			c.check(t, "prediction", predict(m, flat(c.Query), len(c.Query))...)
			c.check(t, "objective_alpha_form", f["objective"].(float64))
			c.check(t, "alpha_max", f["alpha_max"].(float64))
			var active []float64
			for j, v := range w {
				if v != 0 {
					active = append(active, float64(j))
				}
			}
			c.check(t, "active", active...)
		})
	}
}

func TestReferenceKernelRidge(t *testing.T) {
	cases := reference(t, "kernel.json", "kernel_ridge")
	if len(cases) != 9 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			params := map[string]any{"alpha": c.Params.Lambda, "kernel": c.Params.Kernel.Type}
			for name, v := range map[string]*float64{"gamma": c.Params.Kernel.Gamma, "coef0": c.Params.Kernel.Coef0,
				"degree": c.Params.Kernel.Degree} {
				if v != nil {
					params[name] = *v
				}
			}
			if s := c.Params.Kernel.Norm; s != "" {
				params["norm"] = s
			}
			p := c.problem()
			if p.D == 2 {
				params["domain"] = "plane"
			}
			m := fitted(t, KernelRidge(), p, params)
			f := factsOf(m)
			c.check(t, "alpha", f["dual_coef"].([]float64)...)
			c.check(t, "prediction", predict(m, flat(c.Query), len(c.Query))...)
			c.check(t, "train_prediction", predict(m, p.X, p.N)...)
			c.check(t, "objective", f["objective"].(float64))
			c.check(t, "degrees_of_freedom", f["degrees_of_freedom"].(float64))
			c.check(t, "loo_residuals", f["leave_one_out_residuals"].([]float64)...)
		})
	}
}
