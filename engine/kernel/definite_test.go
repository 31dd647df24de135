package kernel

import (
	"math/rand/v2"
	"testing"
)

// Check must agree with what is known about the kernels.
func TestCheck(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	points := func(n int) (x []float64) {
		for range 2 * n {
			x = append(x, rng.Float64())
		}
		return x
	}
	for _, c := range []struct {
		name string
		k    Kernel
		n    int
		want Soundness
	}{
		{"a Gaussian kernel", RBF(0.2), 60, Sound},
		{"a steep sigmoid", Sigmoid(50, -2), 60, Indefinite},
		{"a steep sigmoid of many points", Sigmoid(50, -2), 3000, Indefinite},
		{"a sigmoid of one point", Sigmoid(50, -2), 1, Sound},
		{"a sigmoid that is nearly linear", Sigmoid(1e-5, 0), 60, Sound},
		{"the same of many points", Sigmoid(1e-5, 0), 3000, Sampled},
	} {
		if got := Check(c.k, points(c.n), c.n, 2); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A conditionally positive definite kernel must pass CheckCentred wherever the points lie; another kernel must fail
// unless rounding hides it.
func TestCheckCentredFarFromTheOrigin(t *testing.T) {
	for _, n := range []int{20, 400} {
		for _, offset := range []float64{0, 1, 1e3, 1e4, 1e5, 1e6, 1e7} {
			for seed := range uint64(5) {
				rng := rand.New(rand.NewPCG(seed, 5))
				x := make([]float64, 2*n)
				for i := range x {
					x[i] = offset + rng.Float64()
				}
				if got := CheckCentred(Poly(1, -1, 1), x, n, 2); got != Sound {
					t.Errorf("%d points at %g, seed %d: x·y − 1 is %v", n, offset, seed, got)
				}
				against := Scale(-1, Poly(1, -1, 1))
				if got := CheckCentred(against, x, n, 2); offset <= 1e5 && got != Indefinite {
					t.Errorf("%d points at %g, seed %d: 1 − x·y is %v", n, offset, seed, got)
				}
			}
		}
	}
}
