package hierarchy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// hierarchyCase is a case of testdata/hierarchy.json: SciPy's heights and merges, scikit-learn's labels.
type hierarchyCase struct {
	Name, Linkage, Metric string
	X                     [][]float64
	Heights               []float64
	Children              [][2]int
	Cophenetic            *float64
	Labels                map[string][]int
	Threshold             float64
	ThresholdLabels       []int `json:"threshold_labels"`
}

func merged(t testing.TB, p *method.Problem, params map[string]any) *partition {
	t.Helper()
	return methodtest.Fit(t, Method(), p, params).(*partition)
}

// cloud returns n rows of d coordinates in several clusters.
func cloud(n, d int, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	p := &method.Problem{N: n, D: d, Task: method.Cluster, Seed: seed}
	for i := range n {
		for j := range d {
			p.X = append(p.X, float64(i*(2*j+1)%4)+0.4*rng.NormFloat64())
		}
	}
	return p
}

func labelsOf(g *partition) []int {
	l := make([]int, g.p.N)
	for i := range l {
		l[i] = g.label(i)
	}
	return l
}

// Heights, merges and the cophenetic correlation must be SciPy's, also for equal distances; labels must be
// scikit-learn's up to renaming.
func TestHierarchyAsScikitLearn(t *testing.T) {
	for _, c := range methodtest.Cases[hierarchyCase](t, "testdata/hierarchy.json", 37) {
		name := c.Name + " " + c.Linkage + " " + c.Metric
		p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: slices.Concat(c.X...), Task: method.Cluster}
		if p.D > 2 {
			p.Inputs = []string{"a", "b", "c"}
			for _, x := range c.X {
				p.Shown = append(p.Shown, x[0], x[1])
			}
		}
		params := map[string]any{"linkage": c.Linkage, "metric": c.Metric, "n_clusters": 2.0}
		g := merged(t, p, params)
		for k, m := range g.merges {
			if math.Abs(m.height-c.Heights[k]) > 1e-9*(1+c.Heights[k]) {
				t.Errorf("%s: merge %d at %v, want %v", name, k, m.height, c.Heights[k])
			}
			if [2]int{m.a, m.b} != c.Children[k] {
				t.Errorf("%s: merge %d is of %d and %d, want %v", name, k, m.a, m.b, c.Children[k])
			}
		}
		switch {
		case c.Cophenetic == nil && !math.IsNaN(g.cophenetic):
			t.Errorf("%s: cophenetic correlation %v, and all merges are at one height", name, g.cophenetic)
		case c.Cophenetic != nil && !(math.Abs(g.cophenetic-*c.Cophenetic) < 1e-9):
			t.Errorf("%s: cophenetic correlation %v, want %v", name, g.cophenetic, *c.Cophenetic)
		}
		if c.Name == "lattice" { // scikit-learn and SciPy break ties differently
			continue
		}
		for k, want := range c.Labels {
			params["n_clusters"] = float64(k[0] - '0')
			if got := labelsOf(merged(t, p, params)); !methodtest.SameGroups(got, want) {
				t.Errorf("%s, %s clusters: %v, want %v", name, k, got, want)
			}
		}
		params["cut"], params["distance_threshold"] = cutHeight, c.Threshold
		if got := labelsOf(merged(t, p, params)); !methodtest.SameGroups(got, c.ThresholdLabels) {
			t.Errorf("%s, cut at %v: %v, want %v", name, c.Threshold, got, c.ThresholdLabels)
		}
	}
}

// By the definition of hierarchical clustering, each step must merge two groups at the smallest distance, and heights
// never fall.
func TestEachMergeIsOfTheNearest(t *testing.T) {
	for seed := range uint64(6) {
		p := cloud(45, 2+int(seed%2), seed)
		for _, linkage := range []string{linkSingle, linkComplete, linkAverage, linkWard} {
			g := merged(t, p, map[string]any{"linkage": linkage, "n_clusters": 1.0})
			distance := rowDistance(p, linkage, metricEuclidean)
			between := func(a, b []int) float64 {
				sum, least, most := 0.0, math.Inf(1), 0.0
				for _, i := range a {
					for _, j := range b {
						d := distance(i, j)
						sum, least, most = sum+d, min(least, d), max(most, d)
					}
				}
				switch linkage {
				case linkSingle:
					return least
				case linkComplete:
					return most
				case linkAverage:
					return sum / float64(len(a)*len(b))
				}
				// Sum of squares within a group, whose increase is Ward's distance.
				scatter := func(rows []int) (s float64) {
					for j := range p.D {
						mean := 0.0
						for _, i := range rows {
							mean += p.At(i)[j] / float64(len(rows))
						}
						for _, i := range rows {
							s += (p.At(i)[j] - mean) * (p.At(i)[j] - mean)
						}
					}
					return s
				}
				return math.Sqrt(2 * (scatter(slices.Concat(a, b)) - scatter(a) - scatter(b)))
			}
			before := 0.0
			for k, m := range g.merges {
				now := g.Stage(k).(*partition)
				if m.height < before {
					t.Errorf("seed %d, %s: merge %d at %v after one at %v", seed, linkage, k, m.height, before)
				}
				before = m.height
				var tops [][]int
				for _, node := range now.tops() {
					tops = append(tops, now.rows(node))
				}
				if len(tops) != p.N-k || now.left() != len(tops) {
					t.Fatalf("seed %d, %s: %d groups after %d merges", seed, linkage, len(tops), k)
				}
				if d := between(g.rows(m.a), g.rows(m.b)); math.Abs(d-m.height) > 1e-9 {
					t.Errorf("seed %d, %s: merge %d at %v, and its groups are %v apart", seed, linkage, k, m.height, d)
				}
				for i, a := range tops {
					for _, b := range tops[:i] {
						if d := between(a, b); d < m.height-1e-9 {
							t.Fatalf("seed %d, %s: merge %d at %v, and two groups are %v apart", seed, linkage, k, m.height, d)
						}
					}
				}
			}
		}
	}
}

// When the cut moves down by one, one cluster is split, its smaller part gets the next number, and all others keep
// theirs.
func TestNumbersStay(t *testing.T) {
	p := cloud(60, 2, 4)
	g := merged(t, p, map[string]any{"linkage": linkAverage, "n_clusters": 1.0})
	for k := p.N - 1; k > 0; k-- {
		now, before := g.Stage(k).(*partition), g.Stage(k-1).(*partition)
		count := map[int]int{}
		for i := range p.N {
			a, b := now.label(i), before.label(i)
			if a >= now.left() || a != b && b != now.left() {
				t.Fatalf("point %d is in cluster %d of %d, and in %d before the merge", i, a, now.left(), b)
			}
			count[b]++
			if b == now.left() {
				count[-1-a]++ // the cluster that was split
			}
		}
		for c := range now.left() {
			if count[-1-c] > count[c] {
				t.Errorf("the larger part of cluster %d gets another number", c)
			}
		}
	}
}

// Equal rows are merged before others at the same distance: by the cosine, rows in one direction are also at distance
// 0, and a cut into as many clusters as there are distinct rows must not separate equal ones.
func TestEqualRowsFirst(t *testing.T) {
	pts := []doc.Point{{X: 1}, {X: 2}, {X: 3}, {X: 1}, {X: 2}, {Y: 1}, {X: 3}, {Y: 1}}
	for _, linkage := range []string{linkSingle, linkComplete, linkAverage} {
		for _, metric := range []string{metricEuclidean, metricManhattan, metricCosine} {
			for k := 1; k <= 4; k++ {
				p, err := method.NewProblem(pts, method.Cluster, 1)
				if err != nil {
					t.Fatal(err)
				}
				m := Method()
				v, _ := m.Validate(map[string]any{"linkage": linkage, "metric": metric, "n_clusters": float64(k)})
				model, err := m.Fit(t.Context(), p, v, nil)
				if err != nil {
					t.Fatal(err)
				}
				g := model.(*partition)
				for i := range pts {
					for j := range i {
						if pts[i] == pts[j] && g.label(i) != g.label(j) {
							t.Errorf("%s, %s, %d clusters: points %d and %d are equal, and in clusters %d and %d", linkage, metric, k,
								i, j, g.label(i), g.label(j))
						}
					}
				}
				// A distance of barely is reported as 0.
				for n, merge := range g.merges {
					if merge.height != 0 && merge.height < 1e-300 {
						t.Errorf("%s, %s: merge %d is at %v", linkage, metric, n, merge.height)
					}
				}
			}
		}
	}
}
