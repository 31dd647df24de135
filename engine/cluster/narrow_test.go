package cluster

import (
	"context"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// With the γ that suits the unit square, points some units apart are similar only to themselves: all methods with a
// kernel must say so, but not with a sufficiently small γ.
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

// The sentences of spectral clustering's Need must use the right number: "there are 5", and "there is 1".
func TestWhatSpectralClusteringNeeds(t *testing.T) {
	m := Spectral()
	for _, c := range []struct {
		n     int
		given map[string]any
		want  string
	}{
		{5, nil, "10 neighbours need at least 10 points, and there are 5: "},
		{2, nil, "2 clusters need at least 3 points, and there are 2: "},
		{1, map[string]any{"n_clusters": 1.0}, "1 cluster needs at least 2 points, and there is 1: "},
	} {
		v, err := m.Validate(c.given)
		if err != nil {
			t.Fatal(err)
		}
		p := &method.Problem{N: c.n, D: 2, X: make([]float64, 2*c.n), Task: method.Cluster}
		if _, err := m.Fit(context.Background(), p, v, nil); err == nil ||
			!strings.HasPrefix(strings.ToLower(err.Error()), strings.ToLower(c.want)) {
			t.Errorf("%d points: %v", c.n, err)
		}
	}
}
