package linear

import (
	"context"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// BenchmarkSlider measures a move of a slider: a cold fit of 200 points, the picture and the panels.
func BenchmarkSlider(b *testing.B) {
	for _, m := range []method.Method{Logistic(), Lab(), Primal(), Perceptron(), KernelPerceptron()} {
		for _, panels := range []bool{false, true} {
			name := m.ID
			if panels {
				name += " with panels"
			}
			b.Run(name, func(b *testing.B) {
				d, err := doc.Decode([]byte(m.Example))
				if err != nil {
					b.Fatal(err)
				}
				d.Dataset.N = 200
				if d.Points, err = dataset.Make(*d.Dataset); err != nil {
					b.Fatal(err)
				}
				s := session.New([]method.Method{m})
				r := session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 700, H: 560, Scale: 1}}
				if panels {
					for _, id := range []string{"plane", "solvers", "curve", "objective"} {
						r.Panels = append(r.Panels, wire.PanelAsk{ID: id, W: 340, H: 240})
					}
				}
				for b.Loop() {
					s.Forget()
					if err := s.Draw(context.Background(), r, func(*session.Result) error { return nil }); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
