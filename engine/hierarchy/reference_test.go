package hierarchy

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
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

func groupCases(t *testing.T) (cases []groupCase) {
	t.Helper()
	b, err := os.ReadFile("testdata/groups.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []groupCase }
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 21 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	return file.Cases
}

func (c *groupCase) problem() *method.Problem {
	p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: slices.Concat(c.X...), Task: method.Cluster, Seed: 1}
	if p.D != 2 { // the rows of a table, which need a position in the plane shown
		p.Shown, p.Inputs = make([]float64, 2*p.N), make([]string, p.D)
	}
	return p
}

// The tree must be cut into scikit-learn's groups.
func TestHierarchyOfTheReference(t *testing.T) {
	for _, c := range groupCases(t) {
		for _, want := range c.Agglomerative {
			got := methodtest.Fit(t, Method(), c.problem(),
				map[string]any{"linkage": want.Linkage, "n_clusters": want.NClusters}).(*partition)
			of := make([]int, len(c.X))
			for i := range of {
				of[i] = got.label(i)
			}
			if !renamed(of, want.Labels) {
				t.Errorf("%s, %s: labels %v\nwant %v", c.Name, want.Linkage, of, want.Labels)
			}
		}
	}
}
