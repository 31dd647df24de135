package session_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/method"
	"pointscape/engine/neighbors"
	"pointscape/engine/session"
)

// If one fit answers for all values, or each fit starts from the one for the value before, each error is that of a
// separate fit, to the bit: in a study over one parameter, and over pairs of values of two, in either order.
func TestFitsForManyValues(t *testing.T) {
	const classes = `"dataset":{"name":"moons","n":70,"noise":0.3,"seed":4}`
	const values = `"dataset":{"name":"sine","n":70,"noise":0.3,"seed":4}`
	k, p := []float64{1, 2, 5, 20, 60}, []float64{1, 1.5, 6}
	for _, c := range []struct {
		method, data, params, by string
		over, and                string
		at, with                 []float64
	}{
		{"knn", classes, "", `"folds":3`, "n_neighbors", "", k, nil},
		{"knn", classes, `"weights":"distance"`, `"folds":3,"repeats":2`, "n_neighbors", "", k, nil},
		{"knn", classes, `"metric":"mahalanobis"`, `"draws":4`, "n_neighbors", "", k, nil},
		{"knn", classes, `"metric":"minkowski"`, `"folds":3`, "n_neighbors", "p", k, p},
		{"knn", classes, `"metric":"minkowski"`, `"folds":3`, "p", "n_neighbors", p, k},
		{"knn_regression", values, "", `"draws":5`, "n_neighbors", "", k, nil},
		{"knn_regression", values, `"weights":"distance"`, `"draws":4,"bootstrap":true`, "n_neighbors", "", k, nil},
		{"tree", classes, "", `"folds":3`, "ccp_alpha", "max_depth", []float64{0, 0.01, 0.03}, []float64{1, 2, 5}},
		{"tree", classes, "", `"folds":3`, "max_depth", "ccp_alpha", []float64{1, 2, 5}, []float64{0, 0.01, 0.03}},
		{"forest", classes, "", `"folds":2`, "n_estimators", "max_depth", []float64{2, 7, 12}, []float64{1, 3}},
	} {
		list := func(v []float64) string { b, _ := json.Marshal(v); return string(b) }
		params := c.params
		if params != "" {
			params += ","
		}
		over := fmt.Sprintf(`"over":%q,"values":%s`, c.over, list(c.at))
		if c.and != "" {
			over += fmt.Sprintf(`,"and":%q,"and_values":%s`, c.and, list(c.with))
		}
		all, _ := survey(t, fmt.Sprintf(`{"method":%q,"params":{%s},%s,"study":{%s,%s}}`, c.method, c.params,
			c.data, over, c.by))
		limited := 0
		for i := range all.Count() {
			x, y := all.Pair(i)
			at := fmt.Sprintf(`%q:%v`, c.over, x)
			if c.and != "" {
				at += fmt.Sprintf(`,%q:%v`, c.and, y)
			}
			one, _ := survey(t, fmt.Sprintf(`{"method":%q,"params":{%s%s},%s,"study":{%s}}`, c.method, params, at, c.data, c.by))
			for _, l := range one.Lines {
				if got := all.Line(l.Name); got == nil || !slices.Equal(got.Each[i], l.Each[0]) || len(l.Each[0]) == 0 &&
					l.Name != assess.Bias && l.Name != assess.Variance {
					t.Errorf("%s, %s: %s is %+v, alone %v", c.method, at, l.Name, got, l.Each[0])
				}
			}
			for _, name := range []string{assess.Bias, assess.Variance} {
				if l := one.Line(name); l != nil && all.Line(name).Mean[i] != l.Mean[0] {
					t.Errorf("%s, %s: %s is %v, alone %v", c.method, at, name, all.Line(name).Mean[i], l.Mean[0])
				}
			}
			limited += one.Limited
		}
		if all.Limited != limited {
			t.Errorf("%s: %d fits are unfinished, alone %d", c.method, all.Limited, limited)
		}
	}
}

// counting counts the fits of a method.
func counting(m method.Method, fits *int) method.Method {
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		*fits++
		return fit(job, p, v, prev)
	}
	return m
}

// A study over k of k nearest neighbours fits each part once; a map over k and p fits it once for each p.
func TestOneFitForAllK(t *testing.T) {
	for study, want := range map[string]int{
		`"over":"n_neighbors","values":[1,3,5,7,9,11],"folds":5`:                             5,
		`"over":"n_neighbors","values":[1,3,5,7,9],"and":"p","and_values":[1,2,3],"folds":5`: 15,
		`"over":"p","values":[1,2,3],"and":"n_neighbors","and_values":[1,3,5,9],"folds":4`:   12,
		`"over":"p","values":[1,2,3],"folds":4`:                                              12,
	} {
		fits := 0
		s := session.New([]method.Method{counting(neighbors.KNN(), &fits)})
		c, _, err := s.Survey(t.Context(),
			open(t, s, `{"method":"knn","params":{"metric":"minkowski"},"dataset":{"name":"moons","n":60},"study":{`+study+`}}`))
		if err != nil {
			t.Fatal(err)
		}
		// One fit is that of the document; with fits to parts there is also one to all points per value, for the fresh
		// errors.
		rounds := want / len(c.Lines[0].Each[0]) * (len(c.Lines[0].Each[0]) + 1)
		if fits != 1+rounds {
			t.Errorf("%s: %d fits, want %d", study, fits, 1+rounds)
		}
	}
}
