package svm

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// For every machine, a point's readout has its coefficient, the condition that applies, and the number in the condition
// (y f, y − f or f) in agreement with the model. At the optimum all conditions hold, in the text and in the chart, and
// the bars show the coefficients.
func TestConditionsOfOtherMachines(t *testing.T) {
	show := method.Shown{showBars: true, showKKT: true}
	v := picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}
	const epsilon, limit = 0.15, 0.8
	for _, c := range []struct {
		name   string
		m      method.Method
		task   method.Task
		params map[string]any
		// says returns, for a point with coefficient a and value f, the expected texts
		says func(y, a, f, top float64) (ask, value string)
	}{
		{"nu", Nu(), method.Classify, map[string]any{"nu": 0.4, "gamma": 3.0}, func(y, a, f, top float64) (string, string) {
			switch {
			case a == 0:
				return "Α = 0 requires y f ≥ 1: holds", "y f = " + words.Number(y*f)
			case a < top:
				return "0 < α < 1/ρ requires y f = 1: holds", "y f = "
			case y*f < 0:
				return "Α = 1/ρ requires y f ≤ 1, here on the wrong side (ξ > 1): holds", "y f = " + words.Number(y*f)
			}
			return "Α = 1/ρ requires y f ≤ 1, here on the right side (ξ ≤ 1): holds", "y f = " + words.Number(y*f)
		}},
		{"svr", SVR(), method.Regress, map[string]any{"C": limit, "epsilon": epsilon, "gamma": 3.0},
			func(y, a, f, _ float64) (string, string) {
				switch {
				case a == 0:
					return "β = 0 requires |y − f| ≤ ε: holds", "y − f = " + words.Number(y-f)
				case a == limit:
					return "β = C requires y − f ≥ ε: holds", "y − f = " + words.Number(y-f)
				case a == -limit:
					return "β = −C requires y − f ≤ −ε: holds", "y − f = " + words.Number(y-f)
				case a < 0:
					return "−C < β < 0 requires y − f = −ε: holds", "y − f = "
				}
				return "0 < β < C requires y − f = ε: holds", "y − f = "
			}},
		{"one class", OneClass(), method.Cluster, map[string]any{"nu": 0.3, "gamma": 10.0},
			func(_, a, f, _ float64) (string, string) {
				switch a {
				case 0:
					return "α = 0 requires f ≥ 0: holds", "f = " + words.Number(f)
				case 1:
					return "α = 1 requires f ≤ 0: holds", "f = " + words.Number(f)
				}
				return "0 < α < 1 requires f = 0: holds", "f = "
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := method.NewProblem(methodtest.Points(c.task, 50, 3), c.task, 0)
			if err != nil {
				t.Fatal(err)
			}
			c.params["kernel"], c.params["tol"] = "rbf", 1e-9
			m := fitWith(t, c.m, p, c.params, nil)
			f := make([]float64, p.N)
			switch one := m.(type) {
			case *model:
				for i := range f {
					f[i] = one.values(p.At(i))[0]
				}
			case *regressor:
				one.Predict(p.X, f)
			case *region:
				for i, s := range one.PointScores(p.X) {
					f[i] = s[0]
				}
			}
			coef := make([]float64, p.N)
			var rows []int
			var dual []float64
			for _, x := range m.Facts() {
				switch x.Name {
				case "support":
					rows = x.Value.([]int)
				case "dual_coef":
					switch list := x.Value.(type) {
					case []float64:
						dual = list
					case [][]float64:
						dual = list[0]
					}
				}
			}
			top := 0.0
			for k, i := range rows {
				coef[i] = dual[k]
				top = max(top, math.Abs(dual[k]))
			}
			if len(dual) == 0 {
				t.Fatal("there are no coefficients")
			}
			kinds := map[string]int{}
			for i := range p.N {
				y, a := 0.0, coef[i]
				switch {
				case p.Y != nil && c.task == method.Regress:
					y = p.Y[i]
				case c.task == method.Classify:
					y = float64(2*p.Class[i] - 1)
					a = math.Abs(a)
				}
				told, ok := m.Can().Tell(pointKeys.Key(i), v, show)
				ask, value := c.says(y, a, f[i], top)
				kinds[ask]++
				text := strings.Join(told.Lines, "; ")
				if !ok || !strings.HasPrefix(strings.ToLower(told.Lines[0]), strings.ToLower(ask)) ||
					!strings.Contains(text, value) || !strings.HasSuffix(told.Answer, "= "+words.Number(a)) {
					t.Errorf("point %d says %q %q, want %q and %q, coefficient %g", i, told.Answer, told.Lines, ask, value, a)
				}
			}
			if len(kinds) < 3 {
				t.Errorf("the points are of the kinds %v", kinds)
			}
			if n := len(m.Can().Hits(v, show)); n != p.N || m.Can().Hits(v, nil) != nil {
				t.Errorf("%d points on the stage answer", n)
			}
			list := m.Can().Panels(show)
			if len(list) != 2 || m.Can().Panels(nil) != nil {
				t.Fatalf("the panels are %v", list)
			}
			for k, panel := range list {
				pic, err := panel.Draw(t.Context(), 400, 300)
				if err != nil {
					t.Fatal(err)
				}
				spots := pic.Spots()
				at := map[string]bool{}
				for _, s := range spots {
					at[s.Key] = true
					if i, ok := pointKeys.Number(s.Key, p.N); ok && k == 1 && math.Abs(s.XY[1]-coef[i]) > 1e-9*top {
						t.Errorf("point %d stands at %g, and its coefficient is %g", i, s.XY[1], coef[i])
					}
				}
				if len(at) != p.N {
					t.Errorf("%s has %d of %d points", panel.ID, len(at), p.N)
				}
				if k == 1 && !strings.Contains(pic.Alt, fmt.Sprintf("%d points; 0 lie off", p.N)) {
					t.Errorf("at the optimum it says %q", pic.Alt)
				}
			}
		})
	}
}
