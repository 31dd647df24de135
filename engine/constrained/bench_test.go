package constrained

import (
	"testing"

	"pointscape/engine/method"
)

// BenchmarkFit measures a fit during a drag.
func BenchmarkFit(b *testing.B) {
	m := Method()
	for name, params := range map[string]map[string]any{"quadratic": nil, "expression": {"f": ofText},
		"barrier": {"algorithm": byBarrier}, "nonconvex": {"f_curvature_1": -3.0, "g4": outsideOf},
		"written, nonconvex": {"f": ofText, "f_text": "sin(5x) cos(4y)"}} {
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

// BenchmarkPanels measures the plots of a fit, which are updated during a drag.
func BenchmarkPanels(b *testing.B) {
	m := Method()
	for name, params := range map[string]map[string]any{"quadratic": nil, "expression": {"f": ofText},
		"nonconvex": {"f_curvature_1": -3.0}, "written, nonconvex": {"f": ofText, "f_text": "sin(5x) cos(4y)"}} {
		v, err := m.Validate(params)
		if err != nil {
			b.Fatal(err)
		}
		p, err := method.NewProblem(nil, method.Embed, 1)
		if err != nil {
			b.Fatal(err)
		}
		f, err := m.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, panel := range f.Can().Panels(method.Shown{"dual": true, "price": true}) {
			b.Run(name+"/"+panel.ID, func(b *testing.B) {
				for b.Loop() {
					if _, err := panel.Draw(method.Unstopped, 300, 220); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
