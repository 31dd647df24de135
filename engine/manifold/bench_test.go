package manifold

import (
	"math/rand/v2"
	"testing"

	"pointscape/engine/method"
)

// BenchmarkNearest measures the search for the neighbours of all rows.
func BenchmarkNearest(b *testing.B) {
	for _, c := range []struct {
		name    string
		n, d, k int
	}{{"plane", 200, 2, 10}, {"roll", 2000, 3, 10}, {"perplexity 30", 1800, 64, 90}} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			p := &method.Problem{N: c.n, D: c.d, Task: method.Cluster}
			for i := range c.n {
				for j := range c.d {
					p.X = append(p.X, float64(i*(2*j+1)%4)+0.4*rng.NormFloat64())
				}
			}
			for b.Loop() {
				if _, err := nearest(method.Unstopped, p, c.k, 0, 1, func(int, []neighbour) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
