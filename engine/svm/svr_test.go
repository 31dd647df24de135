package svm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// fitWith validates the parameters and fits a method of the package.
func fitWith(t testing.TB, of method.Method, p *method.Problem, params map[string]any, prev method.Model) method.Model {
	t.Helper()
	v, err := of.Validate(params)
	if err == nil && of.Check != nil {
		err = of.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(context.Background(), p, v, prev)
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

func TestReferenceSVR(t *testing.T) {
	seen := 0
	for _, c := range loadReference(t) {
		if c.Method != "svr" {
			continue
		}
		seen++
		t.Run(c.Name, func(t *testing.T) {
			params := c.params(1e-8)
			params["epsilon"] = c.Params.Epsilon
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: flat(c.X), Y: c.Y, Task: method.Regress}
			if p.D == 2 {
				params["domain"] = "plane"
				p.Task = method.Regress2D
			}
			m := fitWith(t, SVR(), p, params, nil)
			if st := m.Status(); st.State != method.Converged {
				t.Errorf("status %v", st)
			}
			e, f := &c.Expected, factsOf(m)
			if got := f["support"].([]int); !slices.Equal(got, e.Support) {
				t.Fatalf("support: got %v, want %v", got, e.Support)
			}
			if got := f["bounded"].([]int); !slices.Equal(got, e.Bounded) {
				t.Errorf("bounded: got %v, want %v", got, e.Bounded)
			}
			c.closeAll(t, "dual_coef", f["dual_coef"].([]float64), e.DualCoef)
			c.close(t, "intercept", f["intercept"].(float64), e.Intercept)
			c.close(t, "dual_objective", f["objective"].(float64), e.DualObjective)
			c.close(t, "primal_objective", f["primal_objective"].(float64), e.PrimalObjective)
			c.close(t, "w_norm", f["w_norm"].(float64), e.WNorm)
			if e.W != nil {
				c.closeAll(t, "w", f["coef"].([]float64), e.W)
			}
			out := make([]float64, len(c.Query))
			m.Can().Predictor.Predict(flat(c.Query), out)
			c.closeAll(t, "prediction", out, e.Prediction)
			out = make([]float64, p.N)
			m.Can().Predictor.Predict(p.X, out)
			c.closeAll(t, "train_prediction", out, e.TrainPrediction)
		})
	}
	if seen != 8 {
		t.Errorf("%d cases", seen)
	}
}

// Inside the tube β = 0, on its edge |β| ≤ C, outside |β| = C; the primal and the dual objective agree.
func TestSVRConditions(t *testing.T) {
	for _, n := range []int{1, 2, 5, 60, 200} {
		p, err := method.NewProblem(methodtest.Points(method.Regress, n, uint64(n)), method.Regress, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, kern := range []string{"linear", "rbf", "laplacian", "rbf(0.2) + 0.5*linear()", "rbf(0.2) + white(0.01)"} {
			for _, eps := range []float64{0, 0.02, 0.3} {
				for _, c := range []float64{0.01, 1, 1000} {
					params := map[string]any{"kernel": kern, "epsilon": eps, "C": c, "tol": 1e-5}
					m := fitWith(t, SVR(), p, params, nil)
					r := m.(*regressor)
					if st := m.Status(); st.State != method.Converged {
						t.Errorf("%s n %d ε %g C %g: %v", kern, n, eps, c, st)
					}
					if gap := r.one.primal - r.one.dual; gap < -1e-9*(1+r.one.primal) || gap > 1e-5*c*float64(n)+1e-9*r.one.primal {
						t.Errorf("%s n %d ε %g C %g: gap %g of %g", kern, n, eps, c, gap, r.one.primal)
					}
					sum := 0.0
					f := make([]float64, n)
					m.Can().Predictor.Predict(p.X, f)
					if r.one.white != nil {
						continue // white noise is not part of f
					}
					beta := make([]float64, n)
					for k, i := range r.rows {
						beta[i] = r.coef[k]
						sum += r.coef[k]
					}
					if math.Abs(sum) > 1e-9*c*float64(n) {
						t.Errorf("Σβ = %g", sum)
					}
					slack := 2e-5 + 20*r.one.noise
					for i, y := range p.Y {
						e := y - f[i]
						bad := beta[i] == 0 && math.Abs(e) > eps+slack ||
							beta[i] > 0 && e < eps-slack || beta[i] < 0 && e > -eps+slack ||
							beta[i] < c && beta[i] > 0 && e > eps+slack || beta[i] > -c && beta[i] < 0 && e < -eps-slack
						if bad {
							t.Fatalf("%s n %d ε %g C %g: point %d is off by %g with β = %g", kern, n, eps, c, i, e, beta[i])
						}
					}
				}
			}
		}
	}
}

// In a session of edits, each fit from the previous one must agree with a fit from scratch.
func TestSVRWarm(t *testing.T) {
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		for _, kern := range []string{"rbf", "linear", "rbf(0.1) + white(0.01)"} {
			rng := rand.New(rand.NewPCG(4, 4))
			pts := methodtest.Points(task, 60, 3)
			params := map[string]any{"kernel": kern, "tol": 1e-8, "C": 20.0, "epsilon": 0.1}
			if task == method.Regress2D {
				params["domain"] = "plane"
			}
			var m method.Model
			for step := range 40 {
				pts = slices.Clone(pts)
				i := rng.IntN(len(pts))
				switch rng.IntN(6) {
				case 0:
					pts = append(pts, doc.Point{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()})
				case 1:
					pts = slices.Delete(pts, i, i+1)
				case 2:
					pts[i].X += 0.1 * rng.NormFloat64()
				case 3:
					pts[i].Y += 0.1 * rng.NormFloat64()
					pts[i].Z += 0.1 * rng.NormFloat64()
				case 4:
					params["C"] = math.Exp(3 * rng.NormFloat64())
				case 5:
					params["epsilon"] = 0.2 * rng.Float64()
				}
				p, _ := method.NewProblem(pts, task, 1)
				m = fitWith(t, SVR(), p, params, m)
				cold := fitWith(t, SVR(), p, params, nil).(*regressor).one
				warm := m.(*regressor).one
				if d := math.Abs(warm.dual - cold.dual); d > 1e-6*(1+cold.dual) || warm.done != cold.done {
					t.Fatalf("%s step %d: objective %v warm, %v cold (%v, %v)", kern, step, warm.dual, cold.dual, warm.done, cold.done)
				}
			}
		}
	}
}
