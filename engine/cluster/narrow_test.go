package cluster

import (
	"context"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// With the γ that suits the unit square, points some units apart are like themselves alone: whoever uses a kernel
// says so, and not with a γ that is small enough.
func TestNarrowKernelsAreTold(t *testing.T) {
	var pts []doc.Point
	for i := range 30 {
		pts = append(pts, doc.Point{X: float64(40 * (i % 6)), Y: float64(30 * (i / 6))})
	}
	p, err := method.NewProblem(pts, method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []method.Method{KernelKMeans(), KernelKFlats(), Spectral()} {
		for _, c := range []struct {
			gamma float64
			told  bool
		}{{10, true}, {1e-4, false}} {
			given := map[string]any{"gamma": c.gamma}
			if m.ID == "spectral_clustering" {
				given["affinity"] = affinityRBF
			}
			v, err := m.Validate(given)
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Fit(context.Background(), p, v, nil)
			if err != nil {
				t.Fatalf("%s: %v", m.ID, err)
			}
			s := f.Status().Sentence
			if strings.Contains(s, "too narrow") != c.told || strings.Contains(s, "a smaller γ: 0.000") != c.told {
				t.Errorf("%s with γ = %v: %s", m.ID, c.gamma, s)
			}
			if m.ID == "spectral_clustering" && strings.Contains(s, "more edges") {
				t.Errorf("%s with γ = %v asks for edges, of which there is no choice: %s", m.ID, c.gamma, s)
			}
		}
	}
}
