package classifier

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The means are those of the classes, and the nearest one answers.
func TestSkeleton(t *testing.T) {
	t.Parallel()
	p, err := method.NewProblem([]doc.Point{{X: 0, Y: 0}, {X: 0, Y: 2}, {X: 3, Y: 0, Z: 1}, {X: 5, Y: 4, Z: 1}},
		method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := Skeleton()
	v, err := m.Validate(nil)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := model.(*skeleton)
	for i, want := range []float64{0, 1, 4, 2} {
		if s.means[i] != want {
			t.Errorf("the means are %v, want %g at %d", s.means, want, i)
		}
	}
	out := make([]float64, 2)
	s.Predict([]float64{1, 1, 3, 1}, out) // the means are at x = 0 and x = 4
	if out[0] != 0 || out[1] != 1 {
		t.Errorf("it predicts %v", out)
	}
}
