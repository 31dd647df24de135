package session

import (
	"math"
	"testing"

	"pointscape/engine/method"
)

// The moments of three rows, computed by hand.
func TestMomentsOfRows(t *testing.T) {
	p := &method.Problem{N: 3, D: 2, X: []float64{0, 1, 3, 1, 3, 4}, Y: []float64{1, 1, 4}}
	mean, cov, with := momentsOf(p)
	for name, pair := range map[string][2][]float64{"mean": {mean, {2, 2}}, "covariances": {cov, {2, 1, 1, 2}},
		"covariances with y": {with, {1, 2}}} {
		if !(distance(pair[0], pair[1]) < 1e-12) {
			t.Errorf("%s %v, want %v", name, pair[0], pair[1])
		}
	}
	if d := distance([]float64{1, 5}, []float64{4, 1}); math.Abs(d-5) > 1e-12 {
		t.Errorf("a distance of %v, want 5", d)
	}
}
