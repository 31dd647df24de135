package dataset

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Fresh points have the distribution of Make's: their shares in 4 x 4 parts of the square agree within random
// variation, class by class.
func TestFreshPointsAreDrawnFromTheSame(t *testing.T) {
	for _, e := range All() {
		if e.Fixed {
			if Fresh(doc.Dataset{Name: e.Name}, 10) != nil {
				t.Errorf("%s, a table, has fresh points", e.Name)
			}
			continue
		}
		if e.Task == method.Cluster {
			continue // no method is tested on them
		}
		for _, noise := range []float64{0, e.MaxNoise / 4} {
			ds := doc.Dataset{Name: e.Name, N: 1000, Noise: noise, Seed: 5}
			made, err := Make(ds)
			if err != nil {
				t.Fatal(err)
			}
			const n = 4000
			fresh := Fresh(ds, n)
			if len(fresh) != n {
				t.Fatalf("%s: %d fresh points", e.Name, len(fresh))
			}
			share := map[[3]int]float64{}
			part := func(p doc.Point) [3]int {
				k := [3]int{int(4 * p.X), int(4 * p.Y), 0}
				if e.Task == method.Classify {
					k[2] = int(p.Z)
				}
				return k
			}
			seen := map[doc.Point]bool{}
			for _, p := range made {
				share[part(p)] += 1.0 / float64(len(made))
				seen[p] = true
			}
			again := 0
			for _, p := range fresh {
				share[part(p)] -= 1.0 / n
				if seen[p] {
					again++
				}
			}
			off := 0.0
			for _, d := range share {
				off += max(d, -d) / 2
			}
			if off > 0.1 || again > n/20 {
				t.Errorf("%s, noise %g: %.2f of the fresh points lie elsewhere than the recipe's, %d are among them", e.Name, noise,
					off, again)
			}
		}
	}
}
