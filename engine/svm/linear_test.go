package svm

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// FitLinear must give the same machine as the method.
func TestFitLinear(t *testing.T) {
	p := blobs(60, 2, 0.2, 3)
	l, err := FitLinear(method.Unstopped, p, 2, 1e-8, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]any{}
	for _, f := range mustFit(t, p, map[string]any{"kernel": "linear", "C": 2.0, "tol": 1e-8}, nil).Facts() {
		said[f.Name] = f.Value
	}
	if !slices.Equal(l.Coef, said["coef"].([]float64)) || l.Intercept != said["intercept"] ||
		l.Objective != said["objective"] {
		t.Errorf("%+v, but the facts say %v, %v, %v", l, said["coef"], said["intercept"], said["objective"])
	}
	// Starting from the previous machine gives the same solution.
	again, err := FitLinear(method.Unstopped, p, 2, 1e-8, l)
	if err != nil {
		t.Fatal(err)
	}
	if steps := again.model.(*model).pairs[0].iter; steps != 0 || math.Abs(again.Intercept-l.Intercept) > 1e-6 {
		t.Errorf("%d steps from the solution to b = %v, which was %v", steps, again.Intercept, l.Intercept)
	}
	var wrong *doc.Error
	if _, err := FitLinear(method.Unstopped, p, 1e7, 1e-8, nil); !errors.As(err, &wrong) {
		t.Errorf("C = 1e7 gives %v", err)
	}
}
