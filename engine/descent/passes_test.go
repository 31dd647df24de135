package descent

import (
	"context"
	"math"
	"testing"
)

// Each point after the start at which the function is evaluated counts as one pass, even if it is evaluated there again
// (a gradient after a value, a Hessian): compared with the points actually evaluated.
func TestPassesAreThePlacesVisited(t *testing.T) {
	for _, solver := range []string{"gd", "backtracking", "newton", "lbfgs"} {
		places := map[[2]float64]bool{}
		f := &Func{Dim: 2, Terms: 1, Value: func(x, g []float64) float64 {
			places[[2]float64(x)] = true
			a, b := x[1]-x[0]*x[0], 1-x[0] // Rosenbrock's function
			if g != nil {
				g[0], g[1] = -40*x[0]*a-2*b, 20*a
			}
			return 10*a*a + b*b
		}, Hess: func(x, h []float64) {
			h[0], h[1], h[2], h[3] = 120*x[0]*x[0]-40*x[1]+2, -40*x[0], -40*x[0], 20
		}}
		run, err := Minimize(context.Background(), f, []float64{-1.2, 1}, Options{Solver: solver, MaxIter: 60, Tol: 1e-8,
			Step: func(int) float64 { return 0.004 }})
		if err != nil {
			t.Fatal(err)
		}
		n := run.Steps()
		if n < 5 || len(run.Passes) != n+1 || run.Passes[0] != 0 {
			t.Fatalf("%s: %d steps, passes %v", solver, n, run.Passes)
		}
		// On Rosenbrock's function no trial point repeats to the bit, except at the end.
		if got, want := run.Passes[n], float64(len(places)-1); math.Abs(got-want) > 1 {
			t.Errorf("%s: %v passes, but %v places were visited after the start", solver, got, want)
		}
		for k := 1; k <= n; k++ {
			if run.Passes[k] < run.Passes[k-1]+1 {
				t.Errorf("%s: step %d takes less than a pass: %v", solver, k, run.Passes)
			}
		}
		if solver == "gd" && run.Passes[n] != float64(n) {
			t.Errorf("%d gradients, but %v passes", n, run.Passes[n])
		}
	}
}

// A pass of stochastic gradient descent visits each term once, whatever the batch size.
func TestPassesOfStochasticGradient(t *testing.T) {
	visits := 0
	f := &Func{Dim: 1, Terms: 10, Value: func(x, g []float64) float64 { return x[0] * x[0] },
		Part: func(x []float64, rows []int, g []float64) { visits += len(rows); g[0] = 0.1 * x[0] }}
	for _, batch := range []int{1, 3, 10} {
		visits = 0
		run, err := Minimize(context.Background(), f, []float64{1}, Options{Solver: "sgd", MaxIter: 7, Batch: batch,
			Step: func(int) float64 { return 0.1 }})
		if err != nil {
			t.Fatal(err)
		}
		if got := run.Passes[run.Steps()]; got != 7 || visits != 70 {
			t.Errorf("batches of %d: %v passes, %d visits of 10 terms", batch, got, visits)
		}
	}
}
