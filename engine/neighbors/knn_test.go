package neighbors

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kdtree"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func knn(t testing.TB, pts []doc.Point, params map[string]any) (*Classifier, error) {
	t.Helper()
	m := KNN()
	p, err := method.NewProblem(pts, m.Task, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		return nil, err
	}
	return mod.(*Classifier), nil
}

func TestMoreNeighborsThanPoints(t *testing.T) {
	pts := methodtest.Points(method.Classify, 9, 2)
	m, err := knn(t, pts, map[string]any{"n_neighbors": 40.0})
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Status().Sentence; !strings.Contains(s, "40") || !strings.Contains(s, "9") {
		t.Errorf("status %q should name both", s)
	}
	all, _ := knn(t, pts, map[string]any{"n_neighbors": 9.0})
	a, b := make([]float64, 1), make([]float64, 1)
	m.Predict([]float64{0.3, 0.3}, a)
	all.Predict([]float64{0.3, 0.3}, b)
	if a[0] != b[0] {
		t.Error("40 of 9 and 9 of 9 disagree")
	}
}

func TestSingularCovariance(t *testing.T) {
	for name, pts := range map[string][]doc.Point{
		"one":       {{X: 1, Y: 2}},
		"line":      {{X: 0.1, Y: 0.3}, {X: 0.2, Y: 0.6, Z: 1}, {X: 0.3, Y: 0.9}, {X: 0.7, Y: 2.1}},
		"vertical":  {{X: 0.1, Y: 0.3}, {X: 0.1, Y: 0.6, Z: 1}, {X: 0.1, Y: 0.9}},
		"one place": {{X: 0.1, Y: 0.3}, {X: 0.1, Y: 0.3, Z: 1}, {X: 0.1, Y: 0.3}},
	} {
		_, err := knn(t, pts, map[string]any{"metric": "mahalanobis"})
		var need *method.Need
		if !errors.As(err, &need) {
			t.Errorf("%s: error %v, want a Need", name, err)
		}
	}
}

func TestErrorsOnThePoints(t *testing.T) {
	// Two pairs: the nearest other point of each point is of the other class.
	pts := []doc.Point{{X: 0}, {X: 0.1, Z: 1}, {X: 1}, {X: 1.1, Z: 1}}
	m, err := knn(t, pts, map[string]any{"n_neighbors": 1.0})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	facts, err := m.Assess(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		got[f.Name] = f.Value
	}
	if got["training_error"] != 0.0 || got["leave_one_out_error"] != 1.0 {
		t.Errorf("facts %v", got)
	}
}

func TestExplain(t *testing.T) {
	pts := methodtest.Points(method.Classify, 40, 5)
	pts = append([]doc.Point{{X: 0.5, Y: 0.5, Z: -1}}, pts...) // row numbers and document numbers differ by one
	x := []float64{0.45, 0.52}
	for _, metric := range metrics {
		params := map[string]any{"n_neighbors": 7.0, "metric": metric.name}
		if metric.p > 0 {
			params["p"] = metric.p
		}
		m, err := knn(t, pts, params)
		if err != nil {
			t.Fatal(err)
		}
		ex := m.Explain(x, picture.Viewport{}, nil)
		if !strings.Contains(ex.Answer, "of 7 votes") || len(ex.Lines) < 7 {
			t.Errorf("%s: %q, %q", metric.name, ex.Answer, ex.Lines)
		}
		ball := ex.Layers[0].(*picture.Path)
		rings := ex.Layers[2].(*picture.Marks)
		if ball.Role != picture.RoleReach || len(rings.Ordinal) != 7 {
			t.Fatalf("%s: layers %v", metric.name, ex.Layers)
		}
		for j, o := range rings.Ordinal {
			if pts[o].X != rings.XY[2*j] || pts[o].Y != rings.XY[2*j+1] {
				t.Errorf("%s: ring %d is not at point %d of the document", metric.name, j, o)
			}
		}
		// Every vertex of the ball is at the distance of the last neighbour.
		s := m.Search(7, 1)
		_, keys := s.Nearest(x)
		want := m.Distance(keys[6])
		q, c := make([]float64, 2), make([]float64, 2)
		m.Map(x, q)
		for i := 0; i < len(ball.XY); i += 2 {
			m.Map(ball.XY[i:i+2], c)
			sum := m.Term(q[0]-c[0]) + m.Term(q[1]-c[1])
			if m.Kind == kdtree.Chebyshev {
				sum = max(m.Term(q[0]-c[0]), m.Term(q[1]-c[1]))
			}
			if got := m.Distance(sum); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s p=%g: corner %d of the ball at distance %g, the last neighbour at %g", metric.name, metric.p, i/2, got,
					want)
			}
		}
	}
}

// For points that almost coincide, the power of two that scales their differences must exist.
func TestDistancesBelowTheNormalNumbers(t *testing.T) {
	for _, metric := range []string{"minkowski", "manhattan", "chebyshev", "euclidean"} {
		pts := []doc.Point{{X: 0, Z: 0}, {X: 1e-310, Z: 1}, {X: 2e-310, Y: 1e-310, Z: 1}, {Y: 3e-310, Z: 0}}
		p, err := method.NewProblem(pts, method.Classify, 1)
		if err != nil {
			t.Fatal(err)
		}
		m := KNN()
		v, err := m.Validate(map[string]any{"metric": metric, "weights": "distance", "n_neighbors": 2.0})
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(t.Context(), p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows := model.Can().PointScorer.PointScores(append(p.X, 1e12, -1e12, 1.4e-310, 0))
		for i, row := range rows {
			if !(math.Abs(row[0]+row[1]-1) < 1e-12) {
				t.Errorf("%s: shares %v at place %d", metric, row, i)
			}
		}
		// Where lengths can still be distinguished, the point itself decides at its position.
		if metric == "minkowski" {
			for i, c := range p.Class {
				if rows[i][c] != 1 {
					t.Errorf("shares %v at point %d of class %d", rows[i], i, c)
				}
			}
		}
	}
}

// Sums of weights times targets stay finite.
func TestAveragesOfPointsBelowTheNormalNumbers(t *testing.T) {
	p := &method.Problem{N: 2, D: 1, X: []float64{0, 1e-310}, Y: []float64{1e12, -1e12}, Task: method.Regress}
	m := KNNRegression()
	v, err := m.Validate(map[string]any{"metric": "manhattan", "weights": "distance", "n_neighbors": 2.0})
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := []float64{0}
	model.Can().Predictor.Predict([]float64{0.5e-310}, out)
	if out[0] != 0 {
		t.Errorf("between them %v, want 0", out[0])
	}
}
