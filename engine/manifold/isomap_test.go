package manifold

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/methodtest"
)

// The reference testdata/isomap.json is scikit-learn 1.2's Isomap(n_neighbors=k, n_components=2, eigen_solver="dense")
// on iris's rows 0, 3, 6, … (whose graph has two components) and on a Swiss roll of 90 points: embedding, distances
// from row 0 in the graph, reconstruction_error.
func TestIsomapReference(t *testing.T) {
	var cases []struct {
		K         int
		X         [][]float64
		Embedding [][]float64
		Ways      []float64
		Error     float64
		Parts     int
	}
	b, err := os.ReadFile("testdata/isomap.json")
	if err == nil {
		err = json.Unmarshal(b, &cases)
	}
	if err != nil || len(cases) != 2 {
		t.Fatal(len(cases), err)
	}
	for n, c := range cases {
		p := wide(c.X)
		m := methodtest.Fit(t, Isomap(), p, map[string]any{"n_neighbors": float64(c.K)}).(*isomap)
		if m.parts != c.Parts {
			t.Errorf("case %d: %d parts, want %d", n, m.parts, c.Parts)
		}
		length, before := make([]float64, p.N), make([]int32, p.N)
		m.ways(0, length, before)
		for i, want := range c.Ways {
			if !near(length[i], want, 1e-9) {
				t.Fatalf("case %d: the way to row %d is %g, want %g", n, i, length[i], want)
			}
			// Each row's predecessor on its path must be joined to it by an edge.
			if i > 0 {
				if d := distance(p.At(i), p.At(int(before[i]))); !near(length[before[i]]+d, length[i], 1e-12) {
					t.Fatalf("case %d: the way to row %d does not go by row %d", n, i, before[i])
				}
			}
		}
		if !near(m.left, c.Error, 1e-7) {
			t.Errorf("case %d: reconstruction error %g, want %g", n, m.left, c.Error)
		}
		for k := range 2 {
			sign := 1.0
			if c.Embedding[0][k]*m.scores[k][0] < 0 {
				sign = -1
			}
			for i := range c.X {
				if !near(sign*m.scores[k][i], c.Embedding[i][k], 1e-6) {
					t.Fatalf("case %d: row %d is at %g, want %g", n, i, m.scores[k][i], c.Embedding[i][k])
				}
			}
		}
	}
}

// Points along a spiral form a curve, which one dimension must reproduce, although other turns of the spiral are near.
func TestIsomapUnrolls(t *testing.T) {
	var rows [][]float64
	along := []float64{}
	for i := range 200 {
		a := 3 + 0.06*float64(i)
		rows = append(rows, []float64{a * math.Cos(a), a * math.Sin(a)})
		along = append(along, (a*math.Sqrt(1+a*a)+math.Asinh(a))/2)
	}
	m := methodtest.Fit(t, Isomap(), wide(rows), map[string]any{"n_neighbors": 2.0}).(*isomap)
	if m.residual[0] > 1e-4 || m.parts != 1 {
		t.Errorf("one dimension leaves %g, %d parts", m.residual[0], m.parts)
	}
	length := math.Abs(m.scores[0][199] - m.scores[0][0])
	if want := along[199] - along[0]; math.Abs(length/want-1) > 0.01 {
		t.Errorf("the line is %g long, want %g", length, want)
	}
	for k := 1; k < len(m.residual); k++ {
		if m.residual[k] > m.residual[k-1]+1e-9 {
			t.Logf("residual variances %v", m.residual)
		}
	}
}
