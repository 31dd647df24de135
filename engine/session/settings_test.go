package session

import (
	"errors"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// settingsFor returns the settings of a study of 30 points of two moons by nearest neighbours, before they are laid.
func settingsFor(t *testing.T, study doc.Study) *settings {
	t.Helper()
	s := New(catalog.All())
	d, err := s.Resolve(method.Unstopped, doc.Document{Method: "knn",
		Dataset: &doc.Dataset{Name: "moons", N: 30, Noise: 0.2, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	return &settings{f: f, d: d, study: &study}
}

// Each value of a study has the parameters and the number of points that belong to it.
func TestSettings(t *testing.T) {
	const k = "n_neighbors"
	for _, c := range []struct {
		study doc.Study
		k     []int // values of the parameter
		sizes []int
	}{
		{doc.Study{}, []int{5}, []int{0}},
		{doc.Study{Over: k, Values: []float64{1, 4, 9}}, []int{1, 4, 9}, []int{0, 0, 0}},
		{doc.Study{Over: doc.SampleSize, Values: []float64{8, 20}}, []int{5, 5}, []int{8, 20}},
		{doc.Study{Over: doc.SampleSize, Values: []float64{8, 20}, Rules: map[string]string{k: "n/4"}}, []int{2, 5},
			[]int{8, 20}},
	} {
		set := settingsFor(t, c.study)
		if err := set.lay(); err != nil {
			t.Errorf("%+v: %v", c.study, err)
			continue
		}
		var list []int
		for _, v := range set.values {
			list = append(list, v.Int(k))
		}
		if !slices.Equal(list, c.k) || !slices.Equal(set.sizes, c.sizes) {
			t.Errorf("%+v: k %v and n %v, want %v and %v", c.study, list, set.sizes, c.k, c.sizes)
		}
	}
	for _, c := range []struct {
		study doc.Study
		field string
	}{
		{doc.Study{Over: "weight"}, "study.over"},
		{doc.Study{Over: k, Values: []float64{0}}, "study.values[0]"},
		{doc.Study{Over: doc.SampleSize, Values: []float64{5, 1}}, "study.values[1]"},
		{doc.Study{Over: doc.Dimension}, "study.over"},
	} {
		err := settingsFor(t, c.study).lay()
		if e := new(doc.Error); !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%+v: error %v, want one of %s", c.study, err, c.field)
		}
	}
}
