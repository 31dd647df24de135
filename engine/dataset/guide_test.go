package dataset

import (
	"math"
	"os"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// ringsOfTheGuide returns the entry that the guide adds.
func ringsOfTheGuide(classify func(name, label, help string, n int, noise, maxNoise float64, s *shape) entry) []entry {
	return []entry{
		classify("rings3", "Three rings", "Rings of radius 1, 2 and 3; noise in units of the first radius.", 300, 0.1, 1,
			&shape{box: [4]float64{-3, 3, -3, 3}, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
				class, j, of := share(i, n, 3)
				s, c := math.Sincos(2 * math.Pi * float64(j) / float64(of))
				radius := float64(class + 1)
				return radius * c, radius * s, class
			}, law: func(float64, uint64) []law {
				return []law{rings(1, 1, 1.0/3), rings(2, 2, 1.0/3), rings(3, 3, 1.0/3)}
			}}),
	}
}

// The guide shows this generator, and its points have its distribution: in each of sixteen squares the number of fresh
// points of each class agrees with the posterior, within five standard deviations.
func TestGuidesGenerator(t *testing.T) {
	code, err := os.ReadFile("guide_test.go")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../docs/add-data.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(code), "\treturn []entry{\n")
	shown, _, _ = strings.Cut(shown, "\n\t}\n}\n")
	shown = strings.TrimPrefix(strings.ReplaceAll("\n"+shown, "\n\t\t", "\n"), "\n")
	if !strings.Contains(string(guide), "```go\n"+shown+"\n```\n") {
		t.Errorf("engine/docs/add-data.md does not show\n%s", shown)
	}
	e := ringsOfTheGuide(func(name, _, _ string, n int, noise, _ float64, s *shape) entry {
		return entry{Dataset: method.Dataset{Name: name, Task: method.Classify, N: n, Noise: noise}, plane: s}
	})[0]
	const noise = 0.4
	truth := &Truth{Task: method.Classify, dims: 2}
	e.plane.truth(truth, e.N, noise, 1)
	// For each square and class: the number of points minus the sum of their posteriors, and the variance of this
	// difference.
	var off, variance [16][3]float64
	all := make([]float64, 16)
	p := make([]float64, 3)
	for seed := range uint64(20) {
		for _, q := range e.plane.fresh(10_000, e.N, noise, 1, seed) {
			if q.X < 0 || q.X >= 1 || q.Y < 0 || q.Y >= 1 {
				continue
			}
			k := 4*int(4*q.X) + int(4*q.Y)
			all[k]++
			off[k][int(q.Z)]++
			truth.Posterior(p, []float64{q.X, q.Y})
			for c, share := range p {
				off[k][c] -= share
				variance[k][c] += share * (1 - share)
			}
		}
	}
	for k, n := range all {
		if n < 500 {
			t.Errorf("only %g points are in square %d", n, k)
		}
		for c, d := range off[k] {
			if math.Abs(d) > 5*math.Sqrt(variance[k][c])+1 {
				t.Errorf("square %d: of %g points %.1f more are of class %d than the posterior says, ± %.1f", k, n, d, c,
					math.Sqrt(variance[k][c]))
			}
		}
	}
}
