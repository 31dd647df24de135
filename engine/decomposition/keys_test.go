package decomposition

import (
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The axis of a component and its bar have the same key; its readout gives the share, and a click keeps that many
// components.
func TestKeysOfComponents(t *testing.T) {
	for _, q := range []float64{0, 1, 2} {
		m := fitted(t, cloud(60, 2, 5), map[string]any{"n_components": q})
		v := picture.Viewport{X0: -6, X1: 6, Y0: -6, Y1: 6, W: 400, H: 400, Scale: 1}
		_, over, err := m.Layers(t.Context(), v, nil, method.Shown{"axes": true})
		if err != nil {
			t.Fatal(err)
		}
		pic, err := method.DrawPanel(t.Context(), m, method.Shown{"spectrum": true}, "spectrum", 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 2 {
			stage, bars := "", 0.0
			for _, s := range picture.SpotsOf(v, over) {
				if s.Key == key(k) {
					stage += [...]string{"area ", "line ", "dot "}[s.Kind]
				}
			}
			for _, s := range picture.SpotsOf(pic.View, pic.Layers) {
				if s.Key == key(k) {
					bars += s.XY[5]
				}
			}
			if stage != "line area " || !near(bars, m.share(k)) {
				t.Errorf("q = %v, component %d: %q on the stage, a bar of %v, want %v", q, k, stage, bars, m.share(k))
			}
			told, ok := m.Tell(key(k), v, nil)
			n, set := told.Click.Set["n_components"]
			if !ok || told.Answer != name(k) || set != (int(q) != k+1) || set && n != float64(k+1) || len(told.Lines) != 2+k ||
				strings.Contains(told.Lines[k], "100 %") != (k == 1) {
				t.Errorf("q = %v, component %d: %+v", q, k, told)
			}
		}
	}
}
