package ensemble_test

import (
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/ensemble"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// rows returns points of three classes as rows of four columns, displayed at other positions in the plane.
func rows(t *testing.T, n int) *method.Problem {
	t.Helper()
	pts := threeClasses(n)
	p := problem(t, pts)
	x, shown := []float64{}, slices.Clone(p.X)
	for i := range p.N {
		a, b := p.X[2*i], p.X[2*i+1]
		x = append(x, a, b, a*b, float64(i%7)/7)
		shown[2*i] += 3
	}
	p.X = shown
	p.Widen(x, 4, []string{"a", "b", "ab", "chance"})
	return p
}

// For rows of a table, no regions are drawn. Rings mark the rows about which members disagree, at their displayed
// positions, in space at the given coordinates.
func TestDisagreementOfRows(t *testing.T) {
	p := rows(t, 60)
	m := fitted(t, byID(t, "vote"), p, map[string]any{"inputs": "all",
		"estimators": []doc.Estimator{base("tree", map[string]any{"max_depth": 1.0}),
			base("tree", map[string]any{"max_depth": 3.0}), base("adaboost", map[string]any{"n_estimators": 3.0})}}, nil)
	var apart []int
	for i := range p.N {
		first := -1.0
		for k, one := range []map[string]any{{"max_depth": 1.0}, {"max_depth": 3.0}, nil} {
			id, params := "tree", one
			if k == 2 {
				id, params = "adaboost", map[string]any{"n_estimators": 3.0}
			}
			out := []float64{0}
			grownUp(t, fitted(t, byID(t, id), p, params, nil)).Can().Predictor.Predict(p.At(i), out)
			if first < 0 {
				first = out[0]
			} else if out[0] != first {
				apart = append(apart, i)
				break
			}
		}
	}
	if len(apart) == 0 || len(apart) == p.N {
		t.Fatalf("%d of %d rows", len(apart), p.N)
	}
	v := picture.Viewport{X1: 5, Y1: 5, W: 100, H: 100, Scale: 1}
	all := method.Shown{}
	for _, s := range byID(t, "vote").Shows {
		all[s.Name] = true
	}
	under, over, err := m.Can().Layers(t.Context(), v, nil, all)
	if err != nil || len(under) != 1 || len(over) != 0 {
		t.Fatalf("%v: %d and %d layers", err, len(under), len(over))
	}
	at := make([]float64, 3*p.N)
	for i := range at {
		at[i] = float64(i)
	}
	flat, solid := under[0].(*picture.Marks), m.Can().SpaceLayers(at, all)[0].(*picture.Marks)
	if !slices.Equal(flat.Ordinal, apart) || !slices.Equal(solid.Ordinal, apart) {
		t.Errorf("rings round %v and %v, want %v", flat.Ordinal, solid.Ordinal, apart)
	}
	for k, i := range apart {
		if x, y := p.Drawn(i); flat.XY[2*k] != x || flat.XY[2*k+1] != y || x < 3 {
			t.Errorf("row %d is ringed at %v", i, flat.XY[2*k:2*k+2])
		}
		if solid.XY[2*k] != at[3*i] || solid.XY[2*k+1] != at[3*i+1] || solid.Z[k] != at[3*i+2] {
			t.Errorf("row %d is ringed in space at %v, %v", i, solid.XY[2*k:2*k+2], solid.Z[k])
		}
	}
	if len(m.Can().SpaceLayers(at, method.Shown{})) > 0 {
		t.Error("rings in space that nobody wants")
	}
	if ex := m.Can().Explain(p.At(3), v, nil); ex.Answer == "" || len(ex.Lines) < 3 || len(ex.Layers) > 0 {
		t.Errorf("%+v", ex)
	}
}

// A sample of rows has the columns and the displayed position of each row.
func TestSamplesOfRows(t *testing.T) {
	p := rows(t, 40)
	params := map[string]any{"inputs": "all", "n_estimators": 4.0, "max_samples": 0.6}
	m := bag(t, "bagging", p, params, nil)
	drawn, _ := ensemble.Samples(m)
	for b, own := range ensemble.Problems(m) {
		if own.N != len(drawn[b]) || own.D != 4 || !own.Wide() || len(own.Shown) != 2*own.N {
			t.Fatalf("member %d: %d rows of %d inputs, %d places", b, own.N, own.D, len(own.Shown)/2)
		}
		for j, row := range drawn[b] {
			x, y := own.Drawn(j)
			wx, wy := p.Drawn(row)
			if !slices.Equal(own.At(j), p.At(row)) || x != wx || y != wy || own.Ordinal(j) != row {
				t.Fatalf("member %d has row %d as %v at %v, %v", b, row, own.At(j), x, y)
			}
		}
	}
	v := picture.Viewport{X1: 5, Y1: 5, W: 100, H: 100, Scale: 1}
	all := method.Shown{}
	for _, s := range byID(t, "bagging").Shows {
		all[s.Name] = true
	}
	if under, over, err := m.Can().Layers(t.Context(), v, nil, all); err != nil || len(under)+len(over) > 0 {
		t.Errorf("%v: %d layers of the plane", err, len(under)+len(over))
	}
	told, ok := m.Can().Tell("member2", v, nil)
	if !ok || len(told.Layers) != 1 {
		t.Fatalf("%v, %d layers", ok, len(told.Layers))
	}
	for k, o := range told.Layers[0].(*picture.Marks).Ordinal { // not drawn
		if x, _ := p.Drawn(o); slices.Contains(drawn[1], o) || told.Layers[0].(*picture.Marks).XY[2*k] != x {
			t.Errorf("row %d is ringed", o)
		}
	}
	// A member does not depend on where the rows are displayed.
	q := *p
	q.Shown = make([]float64, len(p.Shown))
	other := bag(t, "bagging", &q, params, nil)
	a, b := make([]float64, p.N), make([]float64, p.N)
	m.Can().Predictor.Predict(p.X, a)
	if other.Can().Predictor.Predict(p.X, b); !slices.Equal(a, b) {
		t.Error("shown elsewhere the rows get other answers")
	}
}
