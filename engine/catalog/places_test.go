//go:build !js

package catalog

import (
	"errors"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// Positions must have as many coordinates as the data, wherever a document comes from.
func TestPlacesSuitTheData(t *testing.T) {
	t.Parallel()
	s := session.New(All())
	d, err := doc.Decode([]byte(
		`{"method":"kmeans","params":{"init":"given","starts":[[0,0],[1,1]]},"points":[[0,0],[1,1],[0,1]]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resolve(method.Unstopped, d); err != nil {
		t.Errorf("two numbers each: %v", err)
	}
	d.Params["starts"] = [][]float64{{0, 0, 0}, {1, 1, 1}}
	_, inResolve := s.Resolve(method.Unstopped, d)
	_, inFit := s.Fit(t.Context(), d)
	for _, err := range []error{inResolve, inFit} {
		var e *doc.Error
		if !errors.As(err, &e) || e.Field != "params.starts[0]" {
			t.Errorf("three numbers each, in the plane: %v", err)
		}
	}
	d.Params["init"] = "random"
	d.Params["n_clusters"] = 2.0
	if _, err := s.Fit(t.Context(), d); err != nil {
		t.Errorf("places that do not apply: %v", err)
	}
}
