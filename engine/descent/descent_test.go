package descent

import (
	"math"
	"slices"
	"testing"
)

// With Gain, a run of L-BFGS ends after the first step that hardly reduces the function, with the same steps until
// then.
func TestGainEndsARun(t *testing.T) {
	// Rosenbrock's function, which has a long curved valley.
	f := &Func{Dim: 2, Value: func(x, g []float64) float64 {
		a, b := 1-x[0], x[1]-x[0]*x[0]
		if g != nil {
			g[0], g[1] = -2*a-400*x[0]*b, 200*b
		}
		return a*a + 100*b*b
	}}
	run := func(gain float64) *Run {
		r, err := Minimize(t.Context(), f, []float64{-1.2, 1}, Options{Solver: "lbfgs", MaxIter: 200, Tol: 1e-9, Gain: gain})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole, short := run(0), run(1e-2)
	n := short.Steps()
	if whole.End != Optimum || short.End != Slow || n == 0 || n >= whole.Steps() {
		t.Fatalf("%d steps (%v), and %d (%v) with a gain", whole.Steps(), whole.End, n, short.End)
	}
	if !slices.Equal(short.Path, whole.Path[:len(short.Path)]) {
		t.Error("the steps are others")
	}
	for k := 1; k <= n; k++ {
		small := short.Value[k-1]-short.Value[k] <= 1e-2*max(1, short.Value[k-1])
		if small != (k == n) {
			t.Errorf("step %d of %d leads from %v to %v", k, n, short.Value[k-1], short.Value[k])
		}
	}
}

// A run of any solver ends after the first step whose relative change of the value, or of the parameters, is within the
// limit, with the same steps until then.
func TestRelativeChangeEndsARun(t *testing.T) {
	f := &Func{Dim: 2, Value: func(x, g []float64) float64 {
		if g != nil {
			g[0], g[1] = x[0]-3, 10*(x[1]+1)
		}
		return 1 + (x[0]-3)*(x[0]-3)/2 + 5*(x[1]+1)*(x[1]+1)
	}}
	for _, solver := range []string{"gd", "backtracking", "lbfgs"} {
		run := func(o Options) *Run {
			o.Solver, o.MaxIter, o.Step = solver, 2000, func(int) float64 { return 0.05 }
			r, err := Minimize(t.Context(), f, []float64{10, 5}, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		whole := run(Options{Tol: 1e-12})
		for _, o := range []Options{{Still: 1e-3}, {Moved: 1e-3}} {
			r := run(o)
			n := r.Steps()
			if r.End != Slow || n == 0 || n >= whole.Steps() || !slices.Equal(r.Path, whole.Path[:len(r.Path)]) {
				t.Fatalf("%s: %d steps (%v) of %d, or others", solver, n, r.End, whole.Steps())
			}
			for k := 1; k <= n; k++ {
				a, b := r.At(k-1), r.At(k)
				change := math.Abs(r.Value[k]-r.Value[k-1]) / r.Value[k]
				if o.Moved > 0 {
					change = math.Hypot(a[0]-b[0], a[1]-b[1]) / math.Hypot(b[0], b[1])
				}
				if small := change <= 1e-3; small != (k == n) {
					t.Errorf("%s: step %d of %d changes by %v", solver, k, n, change)
				}
			}
		}
	}
}
