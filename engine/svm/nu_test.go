package svm

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// ν-SVC with ρ must equal C-SVC with C = 1/ρ, and ν must bound the shares as stated.
func TestNuIsC(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var at []float64
	for range 60 {
		at = append(at, rng.Float64(), rng.Float64())
	}
	for _, p := range []*method.Problem{moons(8, 0.2, 2), moons(90, 0.3, 1), moons(200, 0.15, 5), blobs(90, 3, 0.2, 2)} {
		for _, kern := range []string{"linear", "rbf", "poly", "laplacian", "rbf(0.2) + white(0.01)"} {
			for _, nu := range []float64{0.02, 0.1, 0.35, 0.7} {
				params := map[string]any{"kernel": kern, "nu": nu, "tol": 1e-8}
				m := fitWith(t, Nu(), p, params, nil).(*model)
				if st := m.Status(); st.State == method.Diverged {
					continue
				} else if st.State != method.Converged {
					t.Errorf("n %d %s ν %g: %v", p.N, kern, nu, st)
				}
				for k, one := range m.pairs {
					if gap := one.primal - one.dual; math.Abs(gap) > 1e-6*(math.Abs(one.primal)+1) {
						t.Errorf("n %d %s ν %g: gap %g of %g", p.N, kern, nu, gap, one.primal)
					}
					if one.white == nil {
						if got := violation(m, one); got > 2e-7*(1+one.c) && got > 20*one.noise {
							t.Errorf("n %d %s ν %g pair %d: violation %g as C-SVC", p.N, kern, nu, k, got)
						}
					}
				}
				f := factsOf(m)
				if errs, ok := f["margin_errors"].(float64); ok && errs > nu+1e-9 {
					t.Errorf("n %d %s ν %g: %v margin errors", p.N, kern, nu, errs)
				}
				if share, ok := f["support_share"].(float64); ok && share < nu-1e-9 {
					t.Errorf("n %d %s ν %g: %v support vectors", p.N, kern, nu, share)
				}
				if c := m.pairs[0].c; len(m.pairs) == 1 && c < 1e6 {
					same := mustFit(t, p, map[string]any{"kernel": kern, "C": c, "tol": 1e-8}, nil)
					a, b := m.values(at), same.values(at)
					for i := range a {
						if math.Abs(a[i]-b[i]) > 1e-4*(1+math.Abs(b[i])) {
							t.Errorf("n %d %s ν %g: f is %v, with C = %g %v", p.N, kern, nu, a[i], c, b[i])
							break
						}
					}
				}
			}
		}
	}
}

// If ρ is 0 there is no margin: the facts must not mention its width, points inside it, or an equivalent C.
func TestNuWithoutMargin(t *testing.T) {
	for nu, diverged := range map[float64]bool{0.1: true, 0.9: false} {
		m := fitWith(t, Nu(), blobs(40, 2, 0.6, 4), map[string]any{"kernel": "linear", "nu": nu}, nil)
		if st := m.Status(); (st.State == method.Diverged) != diverged {
			t.Fatalf("ν %g: %v", nu, st)
		}
		f := factsOf(m)
		for _, name := range []string{"margin", "margin_errors", "C"} {
			if v, there := f[name]; there == diverged {
				t.Errorf("ν %g, ρ %v: %s is %v", nu, f["rho"], name, v)
			}
		}
		if f["rho"] == nil || f["support_share"] == nil || (f["rho"] == 0.0) != diverged {
			t.Errorf("ν %g: ρ is %v, the share of support vectors %v", nu, f["rho"], f["support_share"])
		}
	}
}

func TestNuInfeasible(t *testing.T) {
	p := moons(40, 0.2, 1)
	q := *p
	q.Class = slices.Clone(p.Class)
	few := 0
	for i := range q.Class {
		if q.Class[i] == 1 {
			if few++; few > 5 {
				q.Class[i] = 0
			}
		}
	}
	of := Nu()
	for nu, ok := range map[float64]bool{0.25: true, 0.2500001: false, 0.9: false} {
		v, err := of.Validate(map[string]any{"nu": nu, "kernel": "rbf"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(t.Context(), &q, v, nil)
		var need *method.Need
		if ok != (err == nil) || !ok && (!errors.As(err, &need) || !strings.Contains(need.Sentence, "2·5/40 = 0.25")) {
			t.Errorf("ν %g: %v %v", nu, m, err)
		}
		if err == nil && m.Status().State != method.Converged {
			t.Errorf("ν %g: %v", nu, m.Status())
		}
	}
	v, _ := of.Validate(nil)
	_, err := of.Fit(t.Context(), &method.Problem{N: 2, D: 2, X: make([]float64, 4), Class: []int{0, 0},
		ClassIDs: []int{3}}, v, nil)
	var need *method.Need
	if !errors.As(err, &need) {
		t.Errorf("one class: %v", err)
	}
}

// The share of points outside is at most ν, that of support vectors at least ν; Σα = νn.
func TestOneClassProperties(t *testing.T) {
	for _, n := range []int{1, 2, 7, 120} {
		p, _ := method.NewProblem(methodtest.Points(method.Cluster, n, 3), method.Cluster, 1)
		for _, kern := range []string{"linear", "rbf", "laplacian", "rbf(0.1) + 0.5*linear()", "rbf(0.3) + white(0.1)"} {
			for _, nu := range []float64{0.01, 0.1, 0.5, 1} {
				m := fitWith(t, OneClass(), p, map[string]any{"kernel": kern, "nu": nu, "tol": 1e-7}, nil).(*region)
				if st := m.Status(); st.State != method.Converged {
					t.Errorf("n %d %s ν %g: %v", n, kern, nu, st)
				}
				sum := 0.0
				for _, a := range m.coef {
					sum += a
				}
				f := factsOf(m)
				if math.Abs(sum-nu*float64(n)) > 1e-9*float64(n) {
					t.Errorf("n %d %s ν %g: Σα = %g", n, kern, nu, sum)
				}
				if m.one.white == nil && f["outlier_share"].(float64) > nu+1e-9 || f["support_share"].(float64) < nu-1e-9 {
					t.Errorf("n %d %s ν %g: %v outside, %v support vectors", n, kern, nu, f["outlier_share"], f["support_share"])
				}
				if gap := f["duality_gap"].(float64); math.Abs(gap) > 1e-6*(1+math.Abs(m.one.primal))*float64(n) {
					t.Errorf("n %d %s ν %g: gap %g of %g", n, kern, nu, gap, m.one.primal)
				}
				scores := m.PointScores(p.X)
				out := 0
				for _, s := range scores {
					if s[0] < -1e-6 {
						out++
					}
				}
				if math.Abs(float64(out-m.outside)) > 0.02*float64(n) {
					t.Errorf("n %d %s ν %g: %d outside, %d counted", n, kern, nu, out, m.outside)
				}
			}
		}
	}
}

func TestNuWarm(t *testing.T) {
	for _, of := range []method.Method{Nu(), OneClass()} {
		for _, kern := range []string{"rbf", "linear", "rbf(0.1) + 0.3*linear()"} {
			rng := rand.New(rand.NewPCG(4, 4))
			pts := methodtest.Points(of.Task, 70, 3)
			params := map[string]any{"kernel": kern, "tol": 1e-8, "nu": 0.2}
			var m method.Model
			for step := range 50 {
				pts = slices.Clone(pts)
				i := rng.IntN(len(pts))
				switch rng.IntN(5) {
				case 0:
					pts = append(pts, doc.Point{X: rng.Float64(), Y: rng.Float64(), Z: float64(rng.IntN(2))})
				case 1:
					pts = slices.Delete(pts, i, i+1)
				case 2:
					pts[i].X += 0.1 * rng.NormFloat64()
				case 3:
					pts[i].Z = 1 - pts[i].Z
				case 4:
					params["nu"] = 0.05 + 0.5*rng.Float64()
				}
				p, _ := method.NewProblem(pts, of.Task, 1)
				m = fitWith(t, of, p, params, m)
				one := func(m method.Model) *pair {
					if r, ok := m.(*region); ok {
						return r.one
					}
					return m.(*model).pairs[0]
				}
				warm, cold := one(m), one(fitWith(t, of, p, params, nil))
				if d := math.Abs(warm.dual - cold.dual); d > 1e-6*(1+math.Abs(cold.dual)) || !warm.done || !cold.done {
					t.Fatalf("%s %s step %d: objective %v warm, %v cold (%v, %v)", of.ID, kern, step, warm.dual, cold.dual, warm.done,
						cold.done)
				}
			}
		}
	}
}
