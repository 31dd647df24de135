package regressor

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The weights are those of the formula: of two points, 1 and exp(−1/2) at the first one with their distance as reach.
func TestSkeleton(t *testing.T) {
	t.Parallel()
	p, err := method.NewProblem([]doc.Point{{X: 0, Y: 1}, {X: 2, Y: 5}}, method.Regress, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := Skeleton()
	v, err := m.Validate(map[string]any{"reach": 2.0})
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := math.Exp(-0.5)
	for x, want := range map[float64]float64{0: (1 + 5*w) / (1 + w), 1: 3, 2: (w + 5) / (1 + w)} {
		out := []float64{0}
		model.(*skeleton).Predict([]float64{x}, out)
		if math.Abs(out[0]-want) > 1e-12 {
			t.Errorf("at %g it predicts %v, want %v", x, out[0], want)
		}
	}
}
