package descent

import (
	"context"
	"testing"
)

// If rounding errors hide all progress, the balance decides whether the run is at a minimum or stuck.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		left float64
		want End
	}{{0, Rounding}, {1e-7, Rounding}, {1e-5, Stuck}, {1, Stuck}} {
		for _, solver := range []string{"lbfgs", "newton"} {
			f := &Func{Dim: 1, Terms: 1,
				Value: func(x, g []float64) float64 {
					if g != nil {
						g[0] = -1
					}
					return 1e20 + x[0]*x[0] // every step goes up, whatever the gradient
				},
				Hess:    func(_, h []float64) { h[0] = 1e-12 },
				Balance: func(_, _ []float64, _ float64) float64 { return c.left },
			}
			run, err := Minimize(context.Background(), f, []float64{1e12}, Options{Solver: solver, MaxIter: 50, Tol: 1e-9})
			if err != nil {
				t.Fatal(err)
			}
			if run.End != c.want {
				t.Errorf("%s, balance %g: end %d after %d steps, want %d", solver, c.left, run.End, run.Steps(), c.want)
			}
		}
	}
}
