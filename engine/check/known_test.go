package check

import (
	"errors"
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// A fact with rows has an entry for each row name.
func TestEntriesByRows(t *testing.T) {
	k := &Known{Document: &doc.Document{}, Info: &method.Info{}, Facts: []method.Fact{
		{Name: "error_by_role", Value: []float64{0, 0.25}, Rows: []string{"Training", "Validation"}},
		{Name: "coef", Value: []any{1.5, "not a number"}, Rows: []string{"x₁", "Intercept"}},
		{Name: "mse_by_role", Late: true, Rows: []string{"Training", "Test"}},
		{Name: "least", Value: 1.0},
		{Name: "cities", Value: []float64{10, 20}, Rows: []string{"Berlin", "berlin"}}, // exact names come first
	}}
	for name, want := range map[string]any{
		"error_by_role.training": 0.0, "error_by_role.validation": 0.25, "coef.x₁": 1.5, "coef.intercept": "not a number",
		"error_by_role.Training": 0.0, "cities.Berlin": 10.0, "cities.berlin": 20.0, "cities.BERLIN": 10.0,
	} {
		if v, err := k.Name(name); err != nil || v != want {
			t.Errorf("%s is %v, %v; want %v", name, v, err, want)
		}
	}
	// If no point has a role, its error is NaN: no comparison but != holds.
	for _, text := range []string{"error_by_role.test < 1", "error_by_role.test >= 0", "error_by_role.test == 0"} {
		if ok, err := mustRead(t, text).Holds(k.Name); ok || err != nil {
			t.Errorf("%s: %v, %v", text, ok, err)
		}
	}
	if v, err := k.Name("error_by_role.test"); err != nil || !math.IsNaN(v.(float64)) {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := k.Name("mse_by_role.test"); !errors.Is(err, ErrLater) {
		t.Errorf("what is worked out still: %v", err)
	}
	for _, name := range []string{"coef.x₂", "least.x₁", "nothing.training"} {
		if v, err := k.Name(name); err == nil {
			t.Errorf("%s is %v", name, v)
		}
	}
}
