package cluster

import (
	"fmt"
	"math"
	"testing"

	"pointscape/engine/methodtest"
)

// groupCase is a case of testdata/groups.json: scikit-learn's results for the reference's points, and for moons, rings
// and blobs. The file names the version and the calls.
type groupCase struct {
	Name     string
	X        [][]float64
	Spectral []struct {
		Affinity    string
		NClusters   float64 `json:"n_clusters"`
		Gamma       float64
		NNeighbors  float64 `json:"n_neighbors"`
		Labels      []int
		Eigenvalues []float64
	}
}

// Eigenvalues must be those of scikit-learn's Laplacian, and labels must be scikit-learn's up to renaming. If the graph
// is not connected, scikit-learn warns that its results may be meaningless: then each connected component must lie in
// one cluster, or, if there are as many components as clusters, the clusters must be the components.
func TestSpectralAsScikitLearn(t *testing.T) {
	same, apart := 0, 0
	for _, c := range methodtest.Cases[groupCase](t, "testdata/groups.json", 21) {
		for _, want := range c.Spectral {
			if c.Name == "kmeans_edge_duplicates" && want.Affinity == "nearest_neighbors" {
				continue // ties among equally near points are broken differently
			}
			params := map[string]any{"affinity": want.Affinity, "n_clusters": want.NClusters, "n_init": 50.0}
			if want.Affinity == "rbf" {
				params["gamma"] = want.Gamma
			} else {
				params["n_neighbors"] = want.NNeighbors
			}
			what := fmt.Sprint(c.Name, ", ", want.Affinity, " ", want.Gamma, want.NNeighbors)
			got := methodtest.Fit(t, Spectral(), methodtest.Unlabelled(c.X), params).(*cut)
			for j, l := range want.Eigenvalues {
				if math.Abs(l-got.lambda[j]) > 1e-9 {
					t.Errorf("%s: eigenvalue %d is %v, want %v", what, j+1, got.lambda[j], l)
				}
			}
			if of := got.Groups(nil).Of; want.Eigenvalues[1] > 1e-7 {
				if same++; !methodtest.SameGroups(of, want.Labels) {
					t.Errorf("%s: labels %v\nwant %v", what, of, want.Labels)
				}
				continue
			}
			if apart++; got.parts == int(want.NClusters) && !methodtest.SameGroups(got.Groups(nil).Of, got.part) {
				t.Errorf("%s: labels %v of parts %v", what, got.Groups(nil).Of, got.part)
			}
		}
	}
	if same < 60 || apart < 5 {
		t.Errorf("%d graphs in one piece, %d in several", same, apart)
	}
}
