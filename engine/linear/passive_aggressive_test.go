package linear

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
)

func decide(t *testing.T, m method.Model, x []float64) (f [][]float64) {
	t.Helper()
	m.(*aggressiveStage).Scores(x, func(_ int, row []float64) { f = append(f, append([]float64(nil), row...)) })
	return f
}

// The weights and decisions must be those of scikit-learn's PassiveAggressiveClassifier with a column of ones and
// fit_intercept=False (testdata/passive_aggressive.json, from scikit-learn 1.2.1).
func TestReferencePassiveAggressive(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/passive_aggressive.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Loss                  string
		C, Passes                   float64
		X, Query, Weights, Decision [][]float64
		Y                           []float64
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) != 12 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		p := (&refCase{X: c.X, Y: c.Y}).problem()
		m := fit(t, PassiveAggressive(), p, map[string]any{"C": c.C, "loss": c.Loss, "max_iter": c.Passes}).(*aggressiveStage)
		for r, row := range c.Weights {
			for j, want := range row {
				if got := m.f[r*len(row)+j]; math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
					t.Errorf("%s: weight %d of row %d is %v, want %v", c.Name, j, r, got, want)
				}
			}
		}
		for i, row := range decide(t, m, flat(c.Query)) {
			for r, got := range row {
				if want := c.Decision[i][r]; math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
					t.Errorf("%s: decision %v, want %v", c.Name, got, want)
				}
			}
		}
	}
}

// A correction that C does not cut off must be the shortest one that gives the point the margin 1: the point is on its
// margin afterwards, and the step has the direction of (x, 1). Each stage must have the weights of its corrections.
func TestPassiveAggressiveSteps(t *testing.T) {
	t.Parallel()
	p := problem(t, method.Classify, 40, 3)
	for _, loss := range []string{"hinge", "squared_hinge"} {
		m := fit(t, PassiveAggressive(), p, map[string]any{"C": 1e6, "loss": loss, "shuffle": true}).(*aggressiveStage)
		for k := 1; k <= m.Steps(); k++ {
			before, after := m.Stage(k-1).(*aggressiveStage), m.Stage(k).(*aggressiveStage)
			i := int(m.Rows[k-1])
			x := p.At(i)
			y := m.sign(i, 0)
			if got := y * after.at(0, x); math.Abs(got-1) > 1e-4 {
				t.Fatalf("%s: margin %v after correction %d", loss, got, k)
			}
			tau := after.f[2] - before.f[2]
			for j, v := range x {
				if got := after.f[j] - before.f[j]; math.Abs(got-tau*v) > 1e-9*(1+math.Abs(got)) {
					t.Fatalf("%s: step %d is not along its point", loss, k)
				}
			}
			if s := after.Status(); k < m.Steps() && s.State != method.Running {
				t.Fatalf("status %v", s)
			}
		}
	}
}

// PA-I must cut steps off at C.
func TestPassiveAggressiveCutsOff(t *testing.T) {
	t.Parallel()
	p := problem(t, method.Classify, 40, 3)
	m := fit(t, PassiveAggressive(), p, map[string]any{"C": 0.02}).(*aggressiveStage)
	cut := 0
	for _, tau := range m.tau {
		if math.Abs(tau) > 0.02 {
			t.Fatalf("τ = %v", tau)
		}
		if math.Abs(tau) == 0.02 {
			cut++
		}
	}
	if cut == 0 {
		t.Error("no step was cut off")
	}
}

// A separable set must converge, with every margin at least 1; a mixed one must not claim it.
func TestPassiveAggressiveStatus(t *testing.T) {
	t.Parallel()
	p := (&refCase{X: [][]float64{{0, 0}, {0, 1}, {3, 0}, {3, 1}}, Y: []float64{0, 0, 1, 1}}).problem()
	m := fit(t, PassiveAggressive(), p, map[string]any{"C": 100.0, "max_iter": 10_000.0}).(*aggressiveStage)
	if s := m.Status(); s.State != method.Converged {
		t.Errorf("separable: %v", s)
	}
	for i := range p.N {
		if f := m.sign(i, 0) * m.at(0, p.At(i)); f < 1-1e-8 {
			t.Errorf("margin %v at %d", f, i)
		}
	}
	p = (&refCase{X: [][]float64{{0, 0}, {0, 0}, {1, 1}}, Y: []float64{0, 1, 1}}).problem()
	m = fit(t, PassiveAggressive(), p, nil).(*aggressiveStage)
	if s := m.Status(); s.State != method.Limited {
		t.Errorf("not separable: %v", s)
	}
}
