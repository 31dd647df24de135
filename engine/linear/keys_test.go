package linear

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Each point must have the same key in the plane (or on the line) and on the curve, and its readout must agree with the
// model.
func TestKeysOfPoints(t *testing.T) {
	v := picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}
	shown := method.Shown{"curve": true}
	check := func(what string, m method.Model, p *method.Problem, says func(i int) string) {
		t.Helper()
		stage := m.Can().Hits(v, shown)
		panel, err := method.DrawPanel(context.Background(), m, method.Shown{"curve": true}, "curve", 320,
			240)
		if err != nil {
			t.Fatal(err)
		}
		curve := picture.SpotsOf(panel.View, panel.Layers)
		if len(stage) != p.N || len(curve) != p.N || m.Can().Hits(v, nil) != nil {
			t.Fatalf("%s: %d keys on the stage, %d on the curve", what, len(stage), len(curve))
		}
		for i := range p.N {
			x, y := p.Drawn(i)
			told, ok := m.Can().Tell(stage[i].Key, v, nil)
			if !slices.Equal(stage[i].XY, []float64{x, y}) || curve[i].Key != stage[i].Key || !ok ||
				!slices.Equal(told.Lines, []string{says(i)}) {
				t.Errorf("%s, point %d at %v: %q %q, want %q", what, i, stage[i].XY, told.Answer, told.Lines, says(i))
			}
		}
	}
	p := problem(t, method.Classify, 30, 3)
	logistic := fit(t, Logistic(), p, nil)
	scores := logistic.Can().PointScorer.PointScores(p.X)
	m := logistic.(interface{ onCurve() []float64 })
	check("logistic", logistic, p, func(i int) string {
		return "log-odds " + words.Number(m.onCurve()[i]) + ", P(" + p.ClassName(1) + ") = " + words.Number(scores[i][1])
	})
	q := problem(t, method.Regress, 30, 3)
	lab := fit(t, Lab(), q, map[string]any{"domain": "line", "solver": "gd", "max_iter": 5.0})
	check("lab", lab, q, func(i int) string {
		out := []float64{0}
		lab.Can().Predictor.Predict(q.At(i), out)
		r := q.Y[i] - out[0]
		return "residual " + words.Number(r) + ", loss " + words.Number(r*r/2)
	})
	for _, key := range []string{"", "p", "p-1", "p30", "p01", "q1"} {
		if _, ok := lab.Can().Tell(key, v, nil); ok {
			t.Errorf("%q is no point, and has words", key)
		}
	}
}

// With too many points they have no keys, and the panel must say so.
func TestKeysOfCrowds(t *testing.T) {
	shown := method.Shown{"curve": true}
	for _, n := range []int{mostKeys, mostKeys + 1} {
		p := problem(t, method.Classify, n, 3)
		m := fit(t, Logistic(), p, map[string]any{"max_iter": 1.0}).Can()
		keys := len(m.Hits(picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}, shown)) > 0
		said := strings.Contains(m.Panels(shown)[0].Help, "up to 1000 points")
		if keys != (n <= mostKeys) || said == keys {
			t.Errorf("%d points: keys %v, said that there are none %v", n, keys, said)
		}
	}
}
