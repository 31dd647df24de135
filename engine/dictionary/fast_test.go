package dictionary

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A code found with leaps is that of coordinate descent alone.
func TestLeapsAgreeWithSweeps(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 7))
	for try := range 60 {
		d, p := 5, 4
		at, x := make([]float64, p*d), make([]float64, d)
		for k := range at {
			if at[k] = random.NormFloat64(); k >= d {
				at[k] = at[k%d] + 0.3*at[k] // similar atoms need many sweeps
			}
		}
		for j := range x {
			x[j] = random.NormFloat64()
		}
		b := newBasis(at, d)
		q, a, rest, want := make([]float64, p), make([]float64, p), make([]float64, p), make([]float64, p)
		b.products(x, q)
		if lambda := 0.05; !b.lasso(q, lambda, a, rest, 1e-13, 5000) {
			t.Errorf("try %d: the code does not settle", try)
		} else {
			for range 20_000 {
				for k := range want {
					b.remain(q, want, rest)
					g := b.gram[k*p+k]
					want[k] = soft(rest[k]+g*want[k], lambda) / g
				}
			}
		}
		for k := range a {
			if math.Abs(a[k]-want[k]) > 1e-6*(1+math.Abs(want[k])) {
				t.Errorf("try %d: the code is %v, by sweeps alone %v", try, a, want)
				break
			}
		}
	}
}
