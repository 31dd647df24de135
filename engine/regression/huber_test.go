package regression

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// TestHuber compares with numbers of scikit-learn 1.x, whose descent was started again until nothing changed.
func TestHuber(t *testing.T) {
	t.Parallel()
	var pts []doc.Point
	for _, c := range [][2]float64{{.05, .12}, {.12, .19}, {.2, .2}, {.27, .33}, {.33, .31}, {.4, .42}, {.48, .45},
		{.55, .58}, {.61, .57}, {.7, .69}, {.76, .74}, {.83, .86}, {.9, .88}, {.95, -.9}, {.98, -.7}} {
		pts = append(pts, doc.Point{X: c[0], Y: c[1]})
	}
	p, err := method.NewProblem(pts, method.Regress, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		epsilon, alpha, coef, intercept, scale float64
		outliers                               int
	}{
		{1.35, 0.0001, 0.8576584232791141, 0.06921879905083428, 0.03240642006543214, 3},
		{1.1, 0.3, 0.8595748118475308, 0.07927849303778922, 0.008486668842259596, 10},
		{3, 1.0, -0.13634633855134343, 0.3898997201910739, 0.4921111223642878, 0},
	} {
		m := fitted(t, Huber(), p, map[string]any{"epsilon": c.epsilon, "alpha": c.alpha})
		f := factsOf(m)
		near(t, "coef", f["coef"].([]float64)[0], c.coef, 1e-6)
		near(t, "intercept", f["intercept"].(float64), c.intercept, 1e-6)
		near(t, "scale", f["scale"].(float64), c.scale, 1e-6)
		if n := f["n_outliers"].(int); n != c.outliers {
			t.Errorf("%d outliers, want %d", n, c.outliers)
		}
	}
}
