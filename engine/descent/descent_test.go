package descent

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The orders of documents that are out already must not change: they are those
// of the standard library.
func TestShuffle(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 64, 200, 1001} {
		want, got := make([]int, n), make([]int, n)
		for i := range n {
			want[i], got[i] = i, i
		}
		rng, src := rand.New(rand.NewPCG(7, 1)), rand.NewPCG(7, 1)
		for range 20 {
			rng.Shuffle(n, func(i, j int) { want[i], want[j] = want[j], want[i] })
			shuffle(src, got)
			if !slices.Equal(got, want) {
				t.Fatalf("%d elements come as %v, not %v", n, got, want)
			}
		}
	}
}

// A run of L-BFGS ends after the first step that gains next to nothing, and takes the same steps until then.
func TestGainEndsARun(t *testing.T) {
	// A long valley: Rosenbrock's function.
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
