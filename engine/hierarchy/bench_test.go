package hierarchy

import (
	"testing"

	"pointscape/engine/method"
)

// BenchmarkMerges measures a fit of 2,000 points for each linkage: the spanning tree, and nearest-neighbour chains.
func BenchmarkMerges(b *testing.B) {
	p := cloud(2000, 2, 3)
	for _, linkage := range []string{linkSingle, linkComplete, linkAverage, linkWard} {
		b.Run(linkage, func(b *testing.B) {
			for b.Loop() {
				if _, err := linked(method.Unstopped, p, linkage, metricEuclidean); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
