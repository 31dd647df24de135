package svm

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func factors(t *testing.T, x [][]float64, values map[string]any) *local {
	t.Helper()
	points := make([]doc.Point, len(x))
	for i, c := range x {
		points[i] = doc.Point{X: c[0], Y: c[1]}
	}
	p, err := method.NewProblem(points, method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := LocalOutlierFactor()
	v, err := m.Validate(values)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(*local)
}

// By hand, for k = 1 and the points 0, 1 and 3 of a line: the k-distances are 1, 1 and 2, so the mean reachability
// distances are 1, 1 and 2, and the factors 1, 1 and 2.
func TestLocalOutlierFactorByHand(t *testing.T) {
	t.Parallel()
	m := factors(t, [][]float64{{0, 0}, {1, 0}, {3, 0}}, map[string]any{"n_neighbors": 1.0})
	for i, want := range []float64{1, 1, 2} {
		if got := m.lof[i]; math.Abs(got-want) > 1e-9 {
			t.Errorf("the factor of point %d is %g, want %g", i, got, want)
		}
	}
	if len(m.out) != 1 || m.out[0] != 2 {
		t.Errorf("the outliers are %v, want the last point", m.out)
	}
}

// Factors, limits, and answers for new points are scikit-learn's.
func TestLocalOutlierFactorReference(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/local_outlier_factor.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name                 string
			Neighbors            float64 `json:"n_neighbors"`
			Contamination, Limit float64
			X, Query             [][]float64
			Factors, Decision    []float64
			Labels               []int
			Predict              []float64
		}
	}
	if err := json.Unmarshal(b, &file); err != nil || len(file.Cases) < 9 {
		t.Fatal(len(file.Cases), err)
	}
	for _, c := range file.Cases {
		t.Run(fmt.Sprintf("%s, k=%g, %g", c.Name, c.Neighbors, c.Contamination), func(t *testing.T) {
			m := factors(t, c.X, map[string]any{"n_neighbors": c.Neighbors, "contamination": c.Contamination})
			near := func(what string, got, want float64) {
				t.Helper()
				if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
					t.Errorf("%s is %.15g, want %.15g", what, got, want)
				}
			}
			near("the limit", m.limit, c.Limit)
			var x []float64
			for i, want := range c.Factors {
				near(fmt.Sprint("the factor of point ", i), m.lof[i], want)
				if got := m.lof[i] > m.limit; got != (c.Labels[i] < 0) {
					t.Errorf("point %d is an outlier: %v, want %v", i, got, !got)
				}
			}
			for _, q := range c.Query {
				x = append(x, q...)
			}
			out, scores := make([]float64, len(c.Query)), m.PointScores(x)
			m.Predict(x, out)
			for i, want := range c.Decision {
				near(fmt.Sprint("the decision function at query ", i), scores[i][0], want)
				if out[i] != c.Predict[i] {
					t.Errorf("the answer at query %d is %g, want %g", i, out[i], c.Predict[i])
				}
			}
		})
	}
}

// At the position of a point the answer is the point's own, also where several coincide.
func TestLocalOutlierFactorAtItsPoints(t *testing.T) {
	t.Parallel()
	x := [][]float64{{0, 0}, {0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {2, 2}, {9, 9}}
	for k := range 7 {
		m := factors(t, x, map[string]any{"n_neighbors": float64(k + 1)})
		for i := range x {
			if got := m.limit - m.PointScores(x[i])[0][0]; math.Abs(got-m.lof[i]) > 1e-12*m.lof[i] {
				t.Errorf("k = %d: the factor at point %d is %g, and its own is %g", k+1, i, got, m.lof[i])
			}
		}
	}
}
