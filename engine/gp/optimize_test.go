package gp

import (
	"context"
	"errors"
	"math"
	"testing"

	"pointscape/engine/method"
)

// valley is −Rosenbrock: a curved ridge with its top at (1, 1).
func valley(_ method.Job, z, g []float64) (float64, error) {
	a, b := 1-z[0], z[1]-z[0]*z[0]
	g[0] = 2*a + 400*z[0]*b
	g[1] = -200 * b
	return -(a*a + 100*b*b), nil
}

func TestMaximizeFindsTheTop(t *testing.T) {
	box := func(lo, hi float64) ([]float64, []float64) { return []float64{lo, lo}, []float64{hi, hi} }
	lo, hi := box(-5, 5)
	run, err := maximize(context.Background(), valley, []float64{-1.2, 1}, lo, hi)
	if err != nil {
		t.Fatal(err)
	}
	z := run.end()
	if !run.settled || math.Abs(z[0]-1) > 1e-5 || math.Abs(z[1]-1) > 1e-5 {
		t.Errorf("ended at %v (settled %v) after %d evaluations, want (1, 1)", z, run.settled, run.evals)
	}
	for i := 1; i < len(run.value); i++ {
		if run.value[i] < run.value[i-1]-1e-12 {
			t.Errorf("iterate %d went down: %v after %v", i, run.value[i], run.value[i-1])
		}
	}
	// If the top is outside the box, the end is on the box, where the gradient points outwards: on x = 0.5 the best y
	// is 0.25.
	lo, hi = box(-5, 0.5)
	run, err = maximize(context.Background(), valley, []float64{-1.2, 0.4}, lo, hi)
	if err != nil {
		t.Fatal(err)
	}
	if z := run.end(); !run.settled || math.Abs(z[0]-0.5) > 1e-6 || math.Abs(z[1]-0.25) > 1e-6 {
		t.Errorf("in the box: ended at %v (settled %v), want (0.5, 0.25)", z, run.settled)
	}
}

func TestMaximizePassesErrorsOn(t *testing.T) {
	stop := errors.New("stop")
	n := 0
	_, err := maximize(context.Background(), func(job method.Job, z, g []float64) (float64, error) {
		if n++; n > 3 {
			return 0, stop
		}
		return valley(job, z, g)
	}, []float64{-1.2, 1}, []float64{-5, -5}, []float64{5, 5})
	if err != stop {
		t.Errorf("got %v, want the objective's error", err)
	}
}
