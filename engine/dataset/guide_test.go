package dataset

import (
	"math"
	"os"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// ringsOfTheGuide is what the guide adds.
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

// The generator of the guide is shown there, and its points are drawn from its law: of fresh points in a small square,
// the share of each class is the posterior there.
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
	var points []doc.Point
	for seed := range uint64(100) {
		points = append(points, e.plane.fresh(10_000, e.N, noise, 1, seed)...)
	}
	for _, at := range [][]float64{{0.5, 0.62}, {0.7, 0.5}, {0.3, 0.3}} {
		count, all := make([]float64, 3), 0.0
		for _, p := range points {
			if math.Abs(p.X-at[0]) < 0.01 && math.Abs(p.Y-at[1]) < 0.01 {
				count[int(p.Z)]++
				all++
			}
		}
		if all < 500 {
			t.Fatalf("only %g points are near %v", all, at)
		}
		p := make([]float64, 3)
		truth.Posterior(p, at)
		for c := range p { // five standard errors, and what the posterior changes within the square
			if se := math.Sqrt(p[c] * (1 - p[c]) / all); math.Abs(count[c]/all-p[c]) > 5*se+0.01 {
				t.Errorf("at %v class %d has a share of %.3f of %g points, and the posterior is %.3f", at, c, count[c]/all, all,
					p[c])
			}
		}
	}
}
