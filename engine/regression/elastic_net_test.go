package regression

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
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

// With ρ = 1 it is the lasso, to the last bit.
func TestElasticNetWithoutSquares(t *testing.T) {
	t.Parallel()
	p := problem(t, method.Regress, 40, 3)
	params := map[string]any{"degree": 8.0, "alpha": 3e-3}
	want := factsOf(fitted(t, Lasso(), p, params))
	params["l1_ratio"] = 1.0
	if got := factsOf(fitted(t, ElasticNet(), p, params)); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Columns that are equal share their weight, whatever small share of the penalty is in the squares (Zou and Hastie,
// 2005, lemma 2); the lasso could give all of it to one of them.
func TestElasticNetOfEqualColumns(t *testing.T) {
	t.Parallel()
	p := &method.Problem{N: 6, D: 2, Task: method.Regress2D, Y: []float64{1, 3, 2, 5, 4, 7}}
	for _, x := range []float64{0.5, 1.5, 2, 3, 4, 4.5} {
		p.X = append(p.X, x, x)
	}
	for _, ratio := range []float64{0.01, 0.5, 0.99, 0.9999} {
		m := fitted(t, ElasticNet(), p, map[string]any{"degree": 1.0, "alpha": 0.1, "l1_ratio": ratio, "tol": 1e-14})
		w := factsOf(m)["coef"].([]float64)
		if s := m.Status(); s.State != method.Converged || w[0] == 0 {
			t.Errorf("ρ %g: %v, %v", ratio, w, s)
		}
		near(t, "the second coefficient", w[1], w[0], 1e-9)
	}
}

// The regularisation path goes through the coefficients of the fit.
func TestElasticNetPath(t *testing.T) {
	t.Parallel()
	p := problem(t, method.Regress, 40, 3)
	alphas := []float64{1, 0.1, 0.03, 0.01, 1e-3}
	params := map[string]any{"degree": 5.0, "alpha": 1.0, "l1_ratio": 0.3, "tol": 1e-12}
	rows, err := fitted(t, ElasticNet(), p, params).(*linear).path.at(method.Unstopped, alphas)
	if err != nil {
		t.Fatal(err)
	}
	for i, alpha := range alphas {
		params["alpha"] = alpha
		for j, w := range factsOf(fitted(t, ElasticNet(), p, params))["coef"].([]float64) {
			near(t, fmt.Sprintf("α %g: coefficient %d", alpha, j), rows[i][j], w, 1e-4)
		}
	}
}
