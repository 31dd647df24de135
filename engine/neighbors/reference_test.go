package neighbors

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
)

type knnCase struct {
	Name   string
	Params struct {
		K                     int
		Metric, Weights, Task string
	}
	X, Query [][]float64
	Y        []float64
	Expected struct {
		Neighbours [][]int32
		Distances  [][]float64
		Proba      [][]float64
		Labels     []int
		Undecided  []int
		Prediction []float64
	}
	Tolerance struct{ Default struct{ Abs, Rel float64 } }
}

func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/knn.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []knnCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 25 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			close := func(what string, got, want float64) {
				t.Helper()
				if tol := c.Tolerance.Default; math.Abs(got-want) > tol.Abs+tol.Rel*math.Abs(want) {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), Task: method.Classify}
			for _, row := range c.X {
				p.X = append(p.X, row...)
			}
			classify := c.Params.Task == "classification"
			for i, y := range c.Y {
				k := int(y)
				if !classify {
					k = i % 2
				}
				p.Class = append(p.Class, k)
				for len(p.ClassIDs) <= k {
					p.ClassIDs = append(p.ClassIDs, len(p.ClassIDs))
				}
			}
			m := KNN()
			v, err := m.Validate(map[string]any{"n_neighbors": float64(c.Params.K), "metric": c.Params.Metric,
				"weights": c.Params.Weights})
			if err != nil {
				t.Fatal(err)
			}
			fitted, err := m.Fit(t.Context(), p, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			knn := fitted.(*Classifier)
			var flat []float64
			for _, q := range c.Query {
				flat = append(flat, q...)
			}
			for _, queries := range []int{1, 1000} { // without and with a tree
				s := knn.Search(c.Params.K, queries)
				for i, q := range c.Query {
					ids, keys := s.Nearest(q)
					if !slices.Equal(ids, c.Expected.Neighbours[i]) {
						t.Errorf("query %d: neighbours %v, want %v", i, ids, c.Expected.Neighbours[i])
					}
					for j, key := range keys {
						close("distance", knn.Distance(key), c.Expected.Distances[i][j])
					}
					if !classify {
						close("prediction", knn.mean(ids, keys, c.Y), c.Expected.Prediction[i])
					}
				}
			}
			if !classify {
				return
			}
			labels := make([]float64, len(c.Query))
			knn.Predict(flat, labels)
			for i, row := range knn.PointScores(flat) {
				for k, share := range row {
					close("share", share, c.Expected.Proba[i][k])
				}
				if int(labels[i]) != c.Expected.Labels[i] && !slices.Contains(c.Expected.Undecided, i) {
					t.Errorf("query %d: class %g, want %d", i, labels[i], c.Expected.Labels[i])
				}
			}
		})
	}
}

// mean predicts a regression target with the same weights.
func (m *Classifier) mean(ids []int32, keys []float64, y []float64) float64 {
	var sum, total float64
	zero := slices.Contains(keys, 0)
	for i, id := range ids {
		w := 1.0
		if m.distance {
			switch {
			case !zero:
				w = m.weight(keys[i])
			case keys[i] != 0:
				w = 0
			}
		}
		sum += w * y[id]
		total += w
	}
	return sum / total
}
