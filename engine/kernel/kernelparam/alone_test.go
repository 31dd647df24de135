package kernelparam

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// cloudOf returns n rows of d columns with standard deviation size, far from the origin.
func cloudOf(n, d int, size float64) *method.Problem {
	rng := rand.New(rand.NewPCG(3, 4))
	p := &method.Problem{N: n, D: d, X: make([]float64, n*d)}
	for i := range p.X {
		p.X[i] = 1000 + size*rng.NormFloat64()
	}
	return p
}

// If a kernel is nearly 0 between all rows, TooNarrow must say so and suggest a γ; with that γ it must be silent.
func TestTooNarrow(t *testing.T) {
	for _, c := range []struct {
		given  map[string]any
		p      *method.Problem
		remedy string // "" if nothing is said
	}{
		{nil, cloudOf(40, 64, 6), "a smaller γ: 0.000"},
		{map[string]any{"gamma": 1 / (64 * 36.0)}, cloudOf(40, 64, 6), ""},
		{nil, cloudOf(40, 2, 0.3), ""},
		{map[string]any{"kernel": "laplacian"}, cloudOf(40, 64, 6), "a smaller γ: 0.02"},
		{map[string]any{"kernel": "laplacian", "gamma": 0.02}, cloudOf(40, 64, 6), ""},
		{map[string]any{"kernel": "rbf(0.2) + rbf(0.5)"}, cloudOf(40, 64, 6), "length scales larger: 3"},
		{map[string]any{"kernel": "rbf(34)"}, cloudOf(40, 64, 6), ""},
		{map[string]any{"kernel": "linear"}, cloudOf(40, 64, 6), ""},
		{nil, &method.Problem{N: 3, D: 2, X: []float64{5, 5, 5, 5, 5, 5}}, ""},                   // all points coincide
		{nil, &method.Problem{N: 6, D: 1, X: []float64{0, 0, 9, 9, 18, 18}}, "a smaller γ: 0.0"}, // twins do not count
		{nil, &method.Problem{N: 2, D: 1, X: []float64{0, 5e-324}}, ""},
	} {
		v := values(t, c.given)
		k, err := Of(v, c.p.D)
		if err != nil {
			t.Fatal(err)
		}
		said := TooNarrow(v, k, c.p, kernel.Gram(k, c.p.X, c.p.N, c.p.D, nil))
		if (said == "") != (c.remedy == "") || !strings.Contains(said, c.remedy) {
			t.Errorf("%v on %d rows of %d columns: %q, want %q", c.given, c.p.N, c.p.D, said, c.remedy)
		}
	}
}

// Spread must not change when the rows are moved far from the origin.
func TestSpread(t *testing.T) {
	near := &method.Problem{N: 4, D: 2, X: []float64{0, 0, 1, 0, 0, 2, 1, 2}}
	far := &method.Problem{N: 4, D: 2, X: []float64{0, 1e9, 1, 1e9, 0, 1e9 + 2, 1, 1e9 + 2}}
	if a, b := Spread(near), Spread(far); a != 1.25 || math.Abs(a-b) > 1e-9 {
		t.Errorf("variances ¼ and 1 add up to %v, far out to %v", a, b)
	}
}
