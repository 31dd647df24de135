package linear

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// With many classes, a readout lists the three most probable ones by name, and the sum of the others.
func TestManyClassesAreNotAllTold(t *testing.T) {
	var points []doc.Point
	for c := range 6 {
		for k := range 4 {
			points = append(points, doc.Point{X: float64(c) + 0.1*float64(k), Y: float64(c*c%5) + 0.1*float64(k%2),
				Z: float64(c)})
		}
	}
	p, err := method.NewProblem(points, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := fit(t, Logistic(), p, nil).(*stage)
	e := m.explainClass([]float64{2, 4}, picture.Viewport{}, nil)
	if len(e.Lines) != 7 || !strings.HasPrefix(e.Lines[0], "f of "+p.ClassName(2)+" = ") ||
		!strings.HasPrefix(e.Lines[3], "P("+p.ClassName(2)+") = ") ||
		!strings.HasPrefix(e.Lines[6], "the other 3 classes together ") {
		t.Errorf("told:\n%s", strings.Join(e.Lines, "\n"))
	}
}

// A training point under the pointer has a contribution to the gradient and to the Hessian; a position next to it has
// none. By hand: f = x₁ − 1/2 at the start, so P = 1/(1 + e^{−1/2}) at the first point, of the first class.
func TestPointTellsItsPartOfTheDerivatives(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{X: 1}, {X: 2}, {X: 3, Z: 1}, {X: 4, Z: 1}}, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := fit(t, Logistic(), p, map[string]any{"features": "x1", "alpha": 1.0, "solver": "gd", "learning_rate": 1e-9,
		"max_iter": 1.0, "start": []float64{1, -0.5}}).(*stage)
	told := func(x float64, show method.Shown) string {
		return strings.Join(m.explainClass([]float64{x, 0}, picture.Viewport{}, show).Lines, "\n")
	}
	with := told(1, method.Shown{"hessian": true})
	if !strings.HasSuffix(with, "P − y = 0.6225, times (x, 1) in the gradient\n"+
		"P(1 − P) = 0.235, times (x, 1)(x, 1)ᵀ in the Hessian") {
		t.Errorf("told:\n%s", with)
	}
	for _, without := range []string{told(1, nil), told(1.5, method.Shown{"hessian": true})} {
		if strings.Contains(without, "gradient") {
			t.Errorf("told:\n%s", without)
		}
	}
}
