package methodtest

import (
	"testing"

	"pointscape/engine/method"
)

// Fit validates the parameters and fits a method to a problem. If either fails, the test fails.
func Fit(t testing.TB, m method.Method, p *method.Problem, params map[string]any) method.Model {
	t.Helper()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// Grow trains a model for n further steps. If that fails, the test fails.
func Grow(t testing.TB, g method.Grower, n int) method.Grower {
	t.Helper()
	g, err := g.Grow(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Fact returns the fact of a model with a name. If there is none, the test fails.
func Fact(t testing.TB, m method.Model, name string) method.Fact {
	t.Helper()
	for _, f := range m.Facts() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("there is no fact %q", name)
	return method.Fact{}
}
