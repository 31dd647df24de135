package regression

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
)

// The references are those of scikit-learn's ElasticNet with tol 1e-15; Objective, Top and Freedom are NumPy's from its
// coefficients.
func TestElasticNet(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/elastic_net.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name                                             string
		X                                                [][]float64
		Y, Coef                                          []float64
		Alpha, Ratio, Intercept, Objective, Top, Freedom float64
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), Y: c.Y, Task: method.Regress2D, X: flat(c.X)}
			m := fitted(t, ElasticNet(), p, map[string]any{"degree": 1.0, "alpha": c.Alpha, "l1_ratio": c.Ratio,
				"tol": 1e-14, "max_iter": 20000.0})
			if s := m.Status(); s.State != method.Converged {
				t.Errorf("status %v", s)
			}
			f := factsOf(m)
			same := func(what string, got any, want float64) {
				x, ok := got.(float64)
				if n, whole := got.(int); whole {
					x, ok = float64(n), true
				}
				if !ok || math.Abs(x-want) > 1e-9*(1+math.Abs(want)) {
					t.Errorf("%s is %v, want %v", what, got, want)
				}
			}
			for j, w := range f["coef"].([]float64) {
				same("a coefficient", w, c.Coef[j])
				if (w == 0) != (c.Coef[j] == 0) {
					t.Errorf("coefficient %d is %v, want %v", j, w, c.Coef[j])
				}
			}
			same("intercept", f["intercept"], c.Intercept)
			same("objective", f["objective"], c.Objective)
			same("alpha_max", f["alpha_max"], c.Top)
			same("degrees_of_freedom", f["degrees_of_freedom"], c.Freedom)
		})
	}
}
