package cluster

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Each point is selected with exactly one cluster, its own; cells and centres carry the keys of their clusters.
func TestKeysOfClusters(t *testing.T) {
	v := picture.Viewport{X0: -2, X1: 6, Y0: -2, Y1: 6, W: 80, H: 80, Scale: 1}
	for seed := range uint64(8) {
		last := fitted(t, cloud(60, 2, seed), map[string]any{"n_clusters": float64(2 + seed)})
		for k := 1; k <= last.Steps(); k++ {
			s := last.stage(k)
			picked := map[int]string{}
			for c := range s.count() {
				told, ok := s.Can().Tell(grouping.Key(c), v, nil)
				if !ok || told.Answer != grouping.Name(c) {
					t.Fatalf("cluster %d is %+v", c, told)
				}
				for _, row := range told.Click.Rows {
					if picked[row] != "" || int(s.labels[row]) != c {
						t.Errorf("row %d of cluster %d is picked out with %d and %s", row, s.labels[row], c, picked[row])
					}
					picked[row] = grouping.Key(c)
				}
			}
			if !s.seeding() && len(picked) != s.p.N {
				t.Errorf("%d of %d points are picked out", len(picked), s.p.N)
			}
			if _, ok := s.Can().Tell(grouping.Key(s.count()), v, nil); ok {
				t.Error("a cluster that there is not has words")
			}
			under, over, err := s.Can().Layers(t.Context(), v, nil, method.Shown{method.Regions: true, "centers": true})
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]string{}
			for _, spot := range picture.SpotsOf(v, append(under, over...)) {
				seen[spot.Key] += [...]string{"area ", "line ", "dot "}[spot.Kind]
			}
			for c := range s.count() {
				if seen[grouping.Key(c)] != "area dot " {
					t.Errorf("seed %d, step %d: cluster %d is %q", seed, k, c, seen[grouping.Key(c)])
				}
			}
		}
		all := 0.0
		for c := range last.count() {
			told, _ := last.Can().Tell(grouping.Key(c), v, nil)
			var share float64
			if _, err := fmt.Sscanf(told.Lines[3][strings.LastIndex(told.Lines[3], ", ")+2:], "%g", &share); err != nil {
				t.Fatalf("%q: %v", told.Lines[3], err)
			}
			all += share
		}
		if all < 98 || all > 102 { // sums of rounded percentages
			t.Errorf("the clusters add %g %% to the inertia", all)
		}
	}
}

// rowKeys returns the keys of the rows in a panel, which must be there with all parts switched on.
func rowKeys(t *testing.T, m method.Model, panel string) []string {
	t.Helper()
	show := method.Shown{}
	for _, name := range []method.Part{barsPanel, classesPanel, "residuals", "embedding", "dendrogram"} {
		show[name] = true
	}
	p, ok := method.FindPanel(m.Can().Panels(show), panel)
	if !ok || p.RowKeys == nil {
		t.Fatalf("no keys of the rows in the panel %s", panel)
	}
	return p.RowKeys()
}
