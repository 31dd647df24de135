package density

import (
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// BenchmarkNeighbours measures what the methods compute with nearest neighbours, for points of the plane and for rows
// of 64 columns.
func BenchmarkNeighbours(b *testing.B) {
	for _, c := range []struct {
		name string
		n, d int
		eps  float64
	}{{"200 points", 200, 2, 0.3}, {"2000 points", 2000, 2, 0.1}, {"1800 rows", 1800, 64, 4}} {
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
		var last *grown
		bench("dbscan", func() error {
			last = methodtest.Fit(b, DBSCAN(), p, map[string]any{"eps": c.eps, "inputs": "all"}).(*grown)
			return nil
		})
		at, out := cloud(500, c.d, 4).X, make([]float64, 500)
		bench("dbscan's answers", func() error { last.Predict(at, out); return nil })
		bench("mean shift's bandwidth", func() error { return (&shift{p: p}).estimate(method.Unstopped, 0.3) })
	}
}
