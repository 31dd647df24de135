package constrained

import (
	"testing"

	"pointscape/engine/method"
)

// BenchmarkFit is a fit as a drag asks for it.
func BenchmarkFit(b *testing.B) {
	m := Method()
	for name, params := range map[string]map[string]any{"quadratic": nil, "expression": {"f": ofText},
		"barrier": {"algorithm": byBarrier}, "nonconvex": {"f_curvature_1": -3.0, "g4": outsideOf}} {
		b.Run(name, func(b *testing.B) {
			v, err := m.Validate(params)
			if err != nil {
				b.Fatal(err)
			}
			p, err := method.NewProblem(nil, method.Embed, 1)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := m.Fit(method.Unstopped, p, v, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
