package cluster

import (
	"math/rand/v2"
	"testing"

	"pointscape/engine/kdtree"
	"pointscape/engine/method"
)

// BenchmarkRun measures Lloyd's iterations for 5,000 points and 10 centres from fixed starts: the cost of a distance,
// and of an iteration.
func BenchmarkRun(b *testing.B) {
	for _, d := range []int{2, 16} {
		b.Run(map[int]string{2: "plane", 16: "16 columns"}[d], func(b *testing.B) {
			p := cloud(5000, d, 3)
			start := append([]float64(nil), p.X[:10*d]...)
			moves := 0
			for b.Loop() {
				moves = runFrom(b, p, start, false).moves()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64((moves+1)*p.N*10), "ns/distance")
			b.ReportMetric(float64(moves), "iterations")
		})
	}
}

// BenchmarkHeaps measures a fit of 5,000 points in overlapping clusters, as make bench does.
func BenchmarkHeaps(b *testing.B) {
	p := cloud(5000, 2, 8)
	rng := rand.New(rand.NewPCG(6, 6))
	var m [16]float64
	for i := range m {
		m[i] = rng.Float64()
	}
	for i := range p.N {
		h := rng.IntN(8)
		p.X[2*i], p.X[2*i+1] = m[2*h]+0.1*rng.NormFloat64(), m[2*h+1]+0.1*rng.NormFloat64()
	}
	start := append([]float64(nil), p.X[:16]...)
	moves := 0
	for b.Loop() {
		moves = runFrom(b, p, start, false).moves()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64((moves+1)*p.N), "ns/row")
	b.ReportMetric(float64(moves), "iterations")
}

// BenchmarkNeighbours measures what spectral clustering computes with nearest neighbours, for points of the plane and
// for rows of 64 columns.
func BenchmarkNeighbours(b *testing.B) {
	for _, c := range []struct {
		name string
		n, d int
	}{{"200 points", 200, 2}, {"2000 points", 2000, 2}, {"1800 rows", 1800, 64}} {
		p := cloud(c.n, c.d, 3)
		if c.d > 2 {
			p.Inputs = make([]string, c.d)
		}
		bench := func(what string, f func() error) {
			b.Run(what+"/"+c.name, func(b *testing.B) {
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		at, out := cloud(500, c.d, 4).X, make([]float64, 500)
		index := kdtree.NewIndex(&kdtree.Points{N: p.N, D: p.D, Z: p.X})
		graph := &spectrum{p: p, points: index, affinity: affinityNearest, near: 10}
		bench("spectral graph", func() error { return graph.join(method.Unstopped) })
		bench("spectral edges", func() error {
			near := graph.search(len(out))
			for i := range out {
				graph.bonds(near, at[i*c.d:(i+1)*c.d])
			}
			return nil
		})
	}
}
