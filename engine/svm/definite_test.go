package svm

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// With a kernel that is not positive semi-definite, no machine may claim convergence, nor show a norm, a margin or a
// primal value.
func TestIndefiniteKernel(t *testing.T) {
	classes, line := moons(60, 0.2, 2), waves(40)
	for _, c := range []struct {
		of     method.Method
		p      *method.Problem
		params map[string]any
	}{
		{Method(), classes, map[string]any{"C": 10.0}},
		{Method(), classes, map[string]any{"hard": true}},
		{Method(), blobs(90, 3, 0.2, 2), map[string]any{"C": 10.0}},
		{Nu(), classes, map[string]any{"nu": 0.3}},
		{OneClass(), classes, map[string]any{"nu": 0.3}},
		{SVR(), line, map[string]any{"C": 10.0}},
	} {
		for _, kern := range []string{"sigmoid(50, -2)", "rbf(0.2)"} {
			c.params["kernel"] = kern
			m := fitWith(t, c.of, c.p, c.params, nil)
			st := m.Status()
			told := strings.Contains(st.Sentence, kernel.NotDefinite)
			shown := slices.ContainsFunc(m.Facts(), func(f method.Fact) bool {
				return slices.Contains([]string{"margin", "w_norm", "primal_objective", "duality_gap"}, f.Name)
			})
			norm := strings.Contains(m.Can().Formula(), "‖w‖")
			if bad := kern != "rbf(0.2)"; told != bad || shown == bad || norm == bad || bad && st.State == method.Converged {
				t.Errorf("%s %v: %v; shows norms: %v, in its formula: %v", c.of.ID, c.params, st, shown, norm)
			}
		}
	}
}

// A hard margin has no C: neither legend nor facts may mention one.
func TestHardMarginHasNoC(t *testing.T) {
	p := moons(60, 0.4, 2)
	for _, hard := range []bool{true, false} {
		m := fitWith(t, Method(), p, map[string]any{"kernel": "linear", "hard": hard}, nil).(*model)
		said := ""
		for _, l := range m.rings() {
			if l, ok := l.(*picture.Marks); ok {
				said += l.Says + "\n"
			}
		}
		for _, f := range m.Facts() {
			if f.Name == "n_bounded" {
				said += f.Meaning
			}
		}
		if strings.Contains(said, "= C") == hard {
			t.Errorf("hard %v: %s", hard, said)
		}
	}
}

func waves(n int) *method.Problem {
	p := &method.Problem{Task: method.Regress, N: n, D: 1}
	for i := range n {
		x := float64(i) / float64(n)
		p.X, p.Y = append(p.X, x), append(p.Y, math.Sin(7*x))
	}
	return p
}
