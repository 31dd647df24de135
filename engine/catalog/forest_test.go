package catalog

import (
	"testing"

	"pointscape/engine/forest"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/tree"
)

// A forest of one tree without random draws is the tree.
func TestForestOfOneTree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		forest, tree method.Method
		task         method.Task
		domain       string
	}{
		{forest.RandomForest(), tree.Method(), method.Classify, ""},
		{forest.RandomForestRegression(), tree.Regression(), method.Regress, "line"},
		{forest.RandomForestRegression(), tree.Regression(), method.Regress2D, "plane"},
	} {
		for seed := range uint64(5) {
			p, err := method.NewProblem(methodtest.Points(c.task, 80, seed), c.task, seed)
			if err != nil {
				t.Fatal(err)
			}
			for _, leaf := range []float64{1, 3} {
				params := map[string]any{"max_depth": 6.0, "min_samples_leaf": leaf}
				if c.domain != "" {
					params["domain"] = c.domain
				}
				one := methodtest.Fit(t, c.tree, p, params)
				params["n_estimators"], params["bootstrap"] = 1.0, false
				if c.domain != "line" {
					params["max_features"] = "all"
				}
				many, err := method.Whole(method.Unstopped, methodtest.Fit(t, c.forest, p, params), 0)
				if err != nil {
					t.Fatal(err)
				}
				var x []float64
				for i := range 40 {
					for j := range 40 {
						if x = append(x, float64(i)/39); p.D == 2 {
							x = append(x, float64(j)/39)
						}
					}
				}
				x = append(x, p.X...)
				a, b := make([]float64, len(x)/p.D), make([]float64, len(x)/p.D)
				one.Can().Predictor.Predict(x, a)
				many.Can().Predictor.Predict(x, b)
				for i := range a {
					if d := a[i] - b[i]; d > 1e-14 || d < -1e-14 {
						t.Fatalf("%s, seed %d: the tree says %v, the forest of one %v", c.forest.ID, seed, a[i], b[i])
					}
				}
			}
		}
	}
}
