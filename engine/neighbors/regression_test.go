package neighbors

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func regressor(t testing.TB, p *method.Problem, params map[string]any) method.Model {
	t.Helper()
	of := KNNRegression()
	v, err := of.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestReferenceRegression(t *testing.T) {
	b, err := os.ReadFile("testdata/knn.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []knnCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range cases {
		if c.Params.Task != "regression" {
			continue
		}
		seen++
		t.Run(c.Name, func(t *testing.T) {
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), Y: c.Y, Task: method.Regress}
			params := map[string]any{"n_neighbors": float64(c.Params.K), "metric": c.Params.Metric, "weights": c.Params.Weights}
			if p.D == 2 {
				p.Task, params["domain"] = method.Regress2D, "plane"
			}
			var at []float64
			for _, row := range c.X {
				p.X = append(p.X, row...)
			}
			for _, row := range c.Query {
				at = append(at, row...)
			}
			m := regressor(t, p, params).Can().Predictor
			all := make([]float64, len(c.Query))
			m.Predict(at, all)
			for i, want := range c.Expected.Prediction {
				one := []float64{0}
				m.Predict(at[i*p.D:(i+1)*p.D], one) // without a tree
				for _, got := range []float64{all[i], one[0]} {
					if tol := c.Tolerance.Default; math.Abs(got-want) > tol.Abs+tol.Rel*math.Abs(want) {
						t.Errorf("query %d: %v, want %v", i, got, want)
					}
				}
			}
		})
	}
	if seen != 9 {
		t.Errorf("%d cases", seen)
	}
}

// The raster agrees with Predict at each node, up to rounding to float32.
func TestRasterRegression(t *testing.T) {
	for _, n := range []int{1, 60, 300} {
		pts := methodtest.Points(method.Regress2D, n, uint64(n))
		if n > 10 { // ties: a lattice and duplicates
			for i := range n / 3 {
				pts[i].X, pts[i].Y = float64(i%5)/4, float64(i/5%4)/4
			}
		}
		p, err := method.NewProblem(pts, method.Regress2D, 1)
		if err != nil {
			t.Fatal(err)
		}
		g := picture.Grid{X0: -0.25, Y0: 1.25, DX: 1.0 / 20, DY: -1.0 / 20, W: 31, H: 27}
		for _, metric := range []string{"euclidean", "manhattan", "chebyshev", "minkowski", "mahalanobis"} {
			if n < 3 && metric == "mahalanobis" || n > 100 && metric == "minkowski" {
				continue
			}
			for _, weights := range []string{"uniform", "distance"} {
				for _, k := range []int{1, 5, 1000} {
					m := regressor(t, p, map[string]any{"domain": "plane", "metric": metric, "weights": weights,
						"n_neighbors": float64(k), "p": 2.5})
					r, err := m.Can().FieldRaster(t.Context(), g, nil)
					if err != nil {
						t.Fatal(err)
					}
					at := make([]float64, 0, 2*g.W*g.H)
					for j := range g.H {
						for i := range g.W {
							at = append(at, g.X(i), g.Y(j))
						}
					}
					want := make([]float64, g.W*g.H)
					m.Can().Predictor.Predict(at, want)
					bad := 0
					for i, v := range r.Planes[0] {
						if math.Abs(float64(v)-want[i]) > 1e-6 {
							bad++
						}
					}
					if bad > 0 {
						t.Errorf("n %d %s %s k %d: %d nodes differ", n, metric, weights, k, bad)
					}
				}
			}
		}
	}
}
