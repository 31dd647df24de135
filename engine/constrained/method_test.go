package constrained

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

func modelOf(t *testing.T, params map[string]any, points ...float64) method.Model {
	t.Helper()
	p, err := method.NewProblem(nil, method.Embed, 1)
	if err != nil {
		t.Fatal(err)
	}
	p.X, p.N = points, len(points)/2
	return methodtest.Fit(t, Method(), p, params)
}

// The answers are those of scipy, and those that are derived by hand.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name        string
			Params      map[string]any
			X           []float64
			F           float64
			Multipliers []float64
			Dual        *float64
			Source      string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		params := map[string]any{}
		for name, v := range c.Params {
			if list := method.PlacesOf(v); list != nil {
				v = list
			}
			params[name] = v
		}
		m := modelOf(t, params)
		tol := 1e-9
		if strings.Contains(c.Source, "scipy") {
			tol = 1e-6 // what its steps leave
		}
		same := func(name string, want []float64) {
			got, _ := methodtest.Fact(t, m, name).Value.([]float64)
			for i := range want {
				if len(got) != len(want) || math.Abs(got[i]-want[i]) > 30*tol {
					t.Errorf("%s: %s is %v, not %v", c.Name, name, got, want)
					return
				}
			}
		}
		if y := methodtest.Fact(t, m, "f_star").Value.(float64); math.Abs(y-c.F) > tol {
			t.Errorf("%s: f* is %.12g, not %.12g", c.Name, y, c.F)
		}
		same("x_star", c.X)
		same("multipliers", c.Multipliers)
		if c.Dual != nil {
			if y := methodtest.Fact(t, m, "dual_optimum").Value.(float64); math.Abs(y-*c.Dual) > 1e-8 {
				t.Errorf("%s: d* is %.12g, not %.12g", c.Name, y, *c.Dual)
			}
		}
	}
}

// What is degenerate is said.
func TestSaid(t *testing.T) {
	at := func(xy ...float64) (list [][]float64) {
		for i := 0; i < len(xy); i += 2 {
			list = append(list, xy[i:i+2])
		}
		return list
	}
	for _, c := range []struct {
		what   string
		params map[string]any
		says   []string
	}{
		{"half-planes apart", map[string]any{"g1_at": at(0.2, 0, 0.2, 1), "g2": "half_plane", "g2_at": at(0.5, 1, 0.5, 0)},
			[]string{"No place fulfils g₁ and g₂ together", "infeasible"}},
		{"three half-planes of which any two meet", map[string]any{"g1_at": at(0, 0, 1, 0), "g2": "half_plane",
			"g2_at": at(1, -1, 0, -0.5), "g3_at": at(0, -0.5, -1, -1)}, []string{"infeasible"}},
		{"a linear function on a half-plane", map[string]any{"f": "linear", "f_cost": at(-1, 0.3), "g1": "none",
			"g2": "none"},
			[]string{"unbounded", "−∞ for all λ"}},
		{"a saddle on a half-plane", map[string]any{"f_curvature_1": -1.0, "g1": "none", "g2": "none"},
			[]string{"unbounded"}},
		{"one constraint twice", map[string]any{"g2": "half_plane", "g2_at": at(0.75, 0.35, 0.4, 0.8)},
			[]string{"not unique", "LICQ fails", "Strong duality"}},
		{"discs that touch", map[string]any{"g1": "inside", "g1_at": at(0.25, 0.5, 0.5, 0.5),
			"g2_at": at(0.75, 0.5, 0.5, 0.5),
			"g3":    "none", "f_center": at(0.5, 0.9)}, []string{"No multipliers exist", "Slater’s condition fails"}},
		{"a concave function on a square", map[string]any{"f_curvature_1": -1.0, "f_curvature_2": -2.0,
			"f_center": at(0.4, 0.4),
			"g1_at":    at(0, 0, 1, 0), "g2": "half_plane", "g2_at": at(1, 0, 1, 1), "g3_at": at(1, 1, 0, 1), "g4": "half_plane",
			"g4_at": at(0, 1, 0, 0)}, []string{"The optimum is (0, 1)", "gap is infinite"}},
		{"an expression that falls", map[string]any{"f": "expression", "f_text": "exp(x) + y^3", "g1": "none", "g2": "none",
			"g3": "none"}, []string{"may be unbounded"}},
		{"a linear function along an edge", map[string]any{"f": "linear", "f_cost": at(0, 1), "g1": "none", "g2": "none"},
			[]string{"f* = 0.2"}},
	} {
		says := modelOf(t, c.params).Status().Sentence
		for _, want := range c.says {
			if !strings.Contains(says, want) {
				t.Errorf("%s: %q, without %q", c.what, says, want)
			}
		}
	}
}

// The algorithms end at the optimum of a convex problem; on the central path the gap is mμ.
func TestAlgorithms(t *testing.T) {
	for _, by := range []string{byGradient, byBarrier} {
		m := modelOf(t, map[string]any{"algorithm": by, "max_iter": 400.0}, 0.3, 0.4, 2, -1)
		w := m.(*walk)
		if s := w.Status(); s.State != method.Converged {
			t.Errorf("%s: %v", by, s)
		}
		for i := range w.runs {
			if by == byGradient || i == 0 {
				if d := w.runs[i].at(w.steps).minus(w.answer.at).size(); d > 1e-6 {
					t.Errorf("%s: run %d ends %g from the optimum", by, i, d)
				}
			}
			for k, v := range w.runs[i].way {
				if !w.feasible(v, 0) {
					t.Errorf("%s: step %d of run %d is not feasible", by, k, i)
				}
			}
		}
		if by == byBarrier {
			r := w.runs[0]
			for k := 1; k < len(r.way); k++ {
				if gap := w.f.at(r.way[k]) - w.answer.least; gap > w.inequalities()*r.mu[k]*(1+1e-6) {
					t.Errorf("step %d: f is %g above f*, more than mμ = %g", k, gap, w.inequalities()*r.mu[k])
				}
			}
		}
	}
}
