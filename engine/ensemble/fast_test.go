package ensemble_test

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// The tiles of members whose predictions are constant on rectangles add up to what the bag says at each node.
func TestTilesAddUp(t *testing.T) {
	g := picture.Grid{X0: -0.1, Y0: 1.1, DX: 0.031, DY: -0.043, W: 40, H: 29}
	for id, e := range map[string]doc.Estimator{"bagging": base("tree", map[string]any{"max_depth": 4.0}),
		"bagging_regression": base("tree_regression", map[string]any{"max_depth": 4.0})} {
		task, params := method.Classify, map[string]any{"estimator": e, "n_estimators": 12.0}
		if id == "bagging_regression" {
			task, params["domain"] = method.Regress2D, "plane"
		}
		p, err := method.NewProblem(methodtest.Points(task, 80, 5), task, 1)
		if err != nil {
			t.Fatal(err)
		}
		can := bag(t, id, p, params, nil).Can()
		draw := can.ScoreRaster
		if task != method.Classify {
			draw = can.FieldRaster
		}
		r, err := draw(t.Context(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.W * g.H {
			x, out := []float64{g.X(i % g.W), g.Y(i / g.W)}, []float64{0}
			want := out
			if can.Predictor.Predict(x, out); task == method.Classify {
				want = can.PointScorer.PointScores(x)[0]
			}
			for c, plane := range r.Planes {
				if d := float64(plane[i]) - want[c]; d > 1e-6 || d < -1e-6 {
					t.Fatalf("%s: at %v plane %d has %v, the bag says %v", id, x, c, plane[i], want[c])
				}
			}
		}
	}
}
