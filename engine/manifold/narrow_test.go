package manifold

import (
	"context"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// If the kernel is nearly 0 between all points, the components are meaningless, and the status must say so.
func TestNarrowKernelIsTold(t *testing.T) {
	var pts []doc.Point
	for i := range 30 {
		pts = append(pts, doc.Point{X: float64(40 * (i % 6)), Y: float64(30 * (i / 6))})
	}
	p, err := method.NewProblem(pts, method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := KernelPCA()
	for gamma, told := range map[float64]bool{10: true, 1e-4: false} {
		v, err := m.Validate(map[string]any{"gamma": gamma})
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Fit(context.Background(), p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s := f.Status().Sentence; strings.Contains(s, "too narrow") != told ||
			strings.Contains(s, "a smaller γ: 0.000") != told {
			t.Errorf("γ = %v: %s", gamma, s)
		}
	}
}
