package hierarchy

import (
	"testing"

	"pointscape/engine/methodtest"
)

// groupCase is a case of testdata/groups.json: scikit-learn's results for points, and for moons, rings and blobs. The
// file names the version and the calls.
type groupCase struct {
	Name          string
	X             [][]float64
	Agglomerative []struct {
		Linkage   string
		NClusters float64 `json:"n_clusters"`
		Labels    []int
	}
}

// The tree must be cut into scikit-learn's groups.
func TestHierarchyOfTheReference(t *testing.T) {
	for _, c := range methodtest.Cases[groupCase](t, "testdata/groups.json", 21) {
		for _, want := range c.Agglomerative {
			got := methodtest.Fit(t, Method(), methodtest.Unlabelled(c.X),
				map[string]any{"linkage": want.Linkage, "n_clusters": want.NClusters}).(*partition)
			of := make([]int, len(c.X))
			for i := range of {
				of[i] = got.label(i)
			}
			if !methodtest.SameGroups(of, want.Labels) {
				t.Errorf("%s, %s: labels %v\nwant %v", c.Name, want.Linkage, of, want.Labels)
			}
		}
	}
}
