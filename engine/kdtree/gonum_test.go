package kdtree

import (
	"math/rand/v2"
	"testing"

	gonum "gonum.org/v1/gonum/spatial/kdtree"
)

// BenchmarkGonum compares with gonum's spatial/kdtree: the tree, and the 5 nearest of each point.
func BenchmarkGonum(b *testing.B) {
	const n, k = 2000, 5
	rng := rand.New(rand.NewPCG(1, 1))
	z := make([]float64, 2*n)
	points := make(gonum.Points, n)
	for i := range points {
		z[2*i], z[2*i+1] = rng.Float64(), rng.Float64()
		points[i] = gonum.Point(z[2*i : 2*i+2 : 2*i+2])
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			s := NewIndex(&Points{N: n, D: 2, Z: z}).Search(k, n)
			for i := range n {
				s.Nearest(z[2*i : 2*i+2])
			}
		}
	})
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			tree := gonum.New(append(gonum.Points(nil), points...), false)
			for i := range n {
				keep := gonum.NewNKeeper(k)
				tree.NearestSet(keep, gonum.Point(z[2*i:2*i+2]))
			}
		}
	})
}
