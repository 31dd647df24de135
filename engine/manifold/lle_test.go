package manifold

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"pointscape/engine/methodtest"
)

// The reference testdata/lle.json is scikit-learn 1.2.1's LocallyLinearEmbedding(n_neighbors=K, n_components=2,
// reg=1e-3, eigen_solver="dense") on every second row of the last two species of iris, with noise of 0.01 (which avoids
// ties among neighbours), and on a Swiss roll of 200 points: embedding_, reconstruction_error_, and the weights of row
// 0 (barycenter_kneighbors_graph).
func TestLLEReference(t *testing.T) {
	var cases []struct {
		K         int
		X         [][]float64
		Embedding [][]float64
		Error     float64
		Row0      [][2]float64
	}
	b, err := os.ReadFile("testdata/lle.json")
	if err == nil {
		err = json.Unmarshal(b, &cases)
	}
	if err != nil || len(cases) != 2 {
		t.Fatal(len(cases), err)
	}
	for n, c := range cases {
		p := wide(c.X)
		m := methodtest.Fit(t, LLE(), p, map[string]any{"n_neighbors": float64(c.K)}).(*lle)
		if len(c.Row0) != c.K {
			t.Fatal(len(c.Row0))
		}
		for _, want := range c.Row0 {
			got := math.NaN()
			for a, j := range m.to[:c.K] {
				if float64(j) == want[0] {
					got = m.w[a]
				}
			}
			if !near(got, want[1], 1e-8) {
				t.Errorf("case %d: the weight of row %g is %g, want %g", n, want[0], got, want[1])
			}
		}
		if got := m.lambda[0] + m.lambda[1]; math.Abs(got-c.Error) > 1e-6*c.Error {
			t.Errorf("case %d: reconstruction error %g, want %g", n, got, c.Error)
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

// Weights add up to one, even if neighbours coincide; coordinates have mean 0 and norm 1 and are uncorrelated.
func TestLLEProperties(t *testing.T) {
	var x [][]float64
	for i := range 60 {
		s := float64(i) / 6
		x = append(x, []float64{math.Cos(s) * s, math.Sin(s) * s, 0.3 * float64(i%5)})
	}
	x = append(x, x[3], x[3], x[3], x[3], x[3])
	m := methodtest.Fit(t, LLE(), wide(x), map[string]any{"n_neighbors": 4.0, "n_components": 3.0}).(*lle)
	for i := range x {
		sum := 0.0
		for _, w := range m.w[4*i : 4*i+4] {
			sum += w
		}
		if !near(sum, 1, 1e-12) {
			t.Errorf("the weights of row %d add up to %g", i, sum)
		}
	}
	for a, u := range m.scores {
		for b, v := range m.scores[:a+1] {
			dot, mean := 0.0, 0.0
			for i := range u {
				dot += u[i] * v[i]
				mean += u[i]
			}
			want := 0.0
			if a == b {
				want = 1
			}
			if !near(dot, want, 1e-9) || !near(mean, 0, 1e-9) {
				t.Errorf("coordinates %d and %d: product %g, sum %g", a, b, dot, mean)
			}
		}
	}
	if m.parts != m.count() || m.parts < 1 {
		t.Error(m.parts)
	}
}

// The first coordinate must separate two distant groups, and the status must say so.
func TestLLEParts(t *testing.T) {
	var x [][]float64
	for i := range 40 {
		x = append(x, []float64{float64(i%7) + 100*float64(i%2), float64(i % 5), float64(i % 3)})
	}
	m := methodtest.Fit(t, LLE(), wide(x), map[string]any{"n_neighbors": 5.0}).(*lle)
	if m.parts != 2 || m.lambda[0] > 1e-12 {
		t.Fatalf("%d parts, least eigenvalue %g", m.parts, m.lambda[0])
	}
	for i := range x {
		if !near(m.scores[0][i], m.scores[0][i%2], 1e-6) || !near(m.scores[0][i], -m.scores[0][1-i%2], 1e-6) {
			t.Fatalf("row %d is at %g", i, m.scores[0][i])
		}
	}
}

// If the graph is not connected, the first coordinates must separate its components.
func TestLLEInParts(t *testing.T) {
	var x [][]float64
	for i := range 40 {
		x = append(x, []float64{10*float64(i%4) + 0.1*float64(i/4), 0.01 * float64(i*i%7), 0})
	}
	for q, want := range map[float64]string{1: "the coordinate separates", 2: "all 2 coordinates separate",
		5: "the first 3 coordinates separate"} {
		m := methodtest.Fit(t, LLE(), wide(x), map[string]any{"n_neighbors": 2.0, "n_components": q}).(*lle)
		if s := m.Status().Sentence; m.parts != 4 || !strings.Contains(s, "4 parts: "+want+" these") {
			t.Errorf("%v coordinates of %d parts: %s", q, m.parts, s)
		}
	}
}
