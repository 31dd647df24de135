package kernel

import (
	"math/rand/v2"
	"testing"
)

// What Check finds agrees with what is known of the kernels.
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
