package session_test

import (
	"fmt"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// Clusters of whole tables agree with scikit-learn 1.2's DBSCAN: the numbers of core, border and noise points, the
// clusters' sizes in order, the adjusted Rand index, and a checksum of the labels: the sum of (label + 2)·row. No
// distance between rows is within rounding errors of ε.
func TestDBSCANOfTables(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct {
		table               string
		eps                 float64
		m                   int
		clusters            int
		core, border, noise int
		sizes               []int
		rand                float64
		labels              int
	}{
		{`"iris"`, 0.55, 5, 2, 127, 12, 11, []int{49, 90}, 0.531934874437001, 30327},
		{`"iris"`, 0.43, 5, 2, 101, 23, 26, []int{48, 76}, 0.505812043367387, 27169},
		{`"iris","standardize":true`, 0.63, 6, 2, 111, 16, 23, []int{46, 81}, 0.481133662940284, 28217},
		{`"wine","standardize":true`, 2.3, 5, 2, 101, 35, 42, []int{94, 42}, 0.383848495765603, 33975},
		{`"wine","standardize":true`, 2.05, 4, 5, 86, 30, 62, []int{80, 7, 20, 5, 4}, 0.277267694969303, 37805},
		{`"breast_cancer","standardize":true`, 3.3, 8, 1, 400, 70, 99, []int{470}, 0.101629779364826, 294946},
		{`"digits"`, 21.3, 5, 17, 1202, 296, 299, []int{174, 200, 136, 174, 158, 261, 137, 141, 31, 8, 16, 11, 27, 9, 5, 9,
			1}, 0.611903293170998, 8271010},
		{`"digits"`, 19.3, 6, 23, 657, 447, 693, []int{163, 158, 37, 107, 123, 89, 81, 32, 98, 60, 16, 39, 10, 22, 7, 6, 10,
			5, 9, 6, 7, 8, 11}, 0.286123727538329, 7905001},
	} {
		d := resolved(t, s, fmt.Sprintf(
			`{"method":"dbscan","params":{"inputs":"all","eps":%v,"min_samples":%d},"table":{"name":%s}}`, c.eps, c.m, c.table))
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(c.table, err)
		}
		got := valuesOf(f.Model.Facts())
		sum := 0
		for i, l := range got["labels"].([]int) {
			sum += i * (l + 2)
		}
		if !f.Problem.Wide() || got["n_clusters"] != c.clusters || got["n_core"] != c.core || got["n_border"] != c.border ||
			got["n_noise"] != c.noise || !slices.Equal(got["cluster_sizes"].([]int), c.sizes) || sum != c.labels ||
			!near(got["adjusted_rand_score"].(float64), c.rand, 1e-9) {
			t.Errorf("%s, ε %v, m %d: %v clusters of %v; %v core, %v border, %v noise; %v, labels %d; want %+v", c.table, c.eps,
				c.m, got["n_clusters"], got["cluster_sizes"], got["n_core"], got["n_border"], got["n_noise"],
				got["adjusted_rand_score"], sum, c)
		}
		// A warm fit with another ε equals a cold one.
		other := fmt.Sprintf(`{"method":"dbscan","params":{"inputs":"all","eps":%v,"min_samples":%d},"table":{"name":%s}}`,
			0.9*c.eps, c.m, c.table)
		after, err := s.Fit(method.Unstopped, resolved(t, s, other))
		cold := session.New(catalog.All())
		first, fault := cold.Fit(method.Unstopped, resolved(t, cold, other))
		if err != nil || fault != nil || !slices.Equal(valuesOf(after.Model.Facts())["labels"].([]int),
			valuesOf(first.Model.Facts())["labels"].([]int)) {
			t.Errorf("%s: %v, %v: another ε makes other labels after this one than from the start", c.table, err, fault)
		}
	}
	// Distances in the plane differ.
	d := resolved(t, s, `{"method":"dbscan","params":{"eps":0.43},"table":{"name":"iris"}}`)
	if f, err := s.Fit(method.Unstopped, d); err != nil || f.Problem.Wide() ||
		valuesOf(f.Model.Facts())["n_core"].(int) <= 101 {
		t.Errorf("in the plane: %v", err)
	}
}
