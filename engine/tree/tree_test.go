package tree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/cart"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

var criteria = []string{"gini", "entropy", "misclassification"}

// cloud returns a problem of n points of k overlapping classes in d dimensions; on a grid, points share values and some
// share all inputs.
func cloud(n, k, d int, grid bool, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	p := &method.Problem{N: n, D: d, Task: method.Classify}
	for i := range n {
		for j := range d {
			x := rng.NormFloat64() + 0.8*float64(i%k)*float64(1-2*(j%2))
			if grid {
				x = math.Round(3*x) / 3
			}
			p.X = append(p.X, x)
		}
		p.Class = append(p.Class, i%k)
	}
	for c := range k {
		p.ClassIDs = append(p.ClassIDs, c)
	}
	return p
}

// shuffled returns p with its points in random order.
func shuffled(p *method.Problem, seed uint64) *method.Problem {
	q := *p
	q.X, q.Class = nil, nil
	for _, i := range rand.New(rand.NewPCG(seed, 1)).Perm(p.N) {
		q.X, q.Class = append(q.X, p.At(i)...), append(q.Class, p.Class[i])
	}
	return &q
}

func everywhere(n, d int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 2))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = 3 * rng.NormFloat64()
	}
	return x
}

func predicted(m method.Predictor, x []float64, d int) []float64 {
	out := make([]float64, len(x)/d)
	m.Predict(x, out)
	return out
}

// The tree does not depend on the order of the points, node by node.
func TestOrderOfPointsSaysNothing(t *testing.T) {
	for _, c := range criteria {
		for seed := range uint64(8) {
			p := cloud(60, 3, 2, seed%2 == 0, seed)
			params := map[string]any{"criterion": c, "max_depth": 100.0}
			a, b := fitWith(t, p, params), fitWith(t, shuffled(p, seed), params)
			if len(a.nodes) != len(b.nodes) {
				t.Fatalf("%s: %d nodes and %d", c, len(a.nodes), len(b.nodes))
			}
			for i := range a.nodes {
				if q, r := a.nodes[i], b.nodes[i]; q.Feature != r.Feature || q.At != r.At || q.Step != r.Step ||
					!slices.Equal(q.count, r.count) {
					t.Fatalf("%s: node %d is %+v, then %+v", c, i, q, r)
				}
			}
		}
	}
}

// impurityOf computes the impurity by its definition.
func impurityOf(c string, count []int) float64 {
	n, sum, most := 0, 0.0, 0
	for _, m := range count {
		n += m
	}
	for _, m := range count {
		if p := float64(m) / float64(n); m > 0 {
			if c == "gini" {
				sum += p * p
			} else {
				sum += p * math.Log2(p)
			}
		}
		most = max(most, m)
	}
	switch c {
	case "gini":
		return 1 - sum
	case "entropy":
		return -sum
	}
	return 1 - float64(most)/float64(n)
}

// Each split is the best one, found by exhaustive search, and each step splits the node with the greatest gain.
func TestSplitsAreTheBest(t *testing.T) {
	for _, c := range criteria {
		for _, limits := range []map[string]any{{}, {"min_samples_leaf": 4.0}, {"min_samples_split": 9.0},
			{"max_depth": 3.0}} {
			for seed := range uint64(4) {
				p := cloud(50, 3, 3, seed%2 == 1, 10+seed)
				params := map[string]any{"criterion": c, "max_depth": 100.0}
				for k, v := range limits {
					params[k] = v
				}
				m := fitWith(t, p, params)
				best(t, m, c)
			}
		}
	}
}

func best(t *testing.T, m *stage, c string) {
	t.Helper()
	r := m.rules
	gains := map[int32]float64{}
	members := func(i int32) (rows []int) {
		for row := range m.p.N {
			at := int32(0)
			for at != i && m.nodes[at].Step > 0 {
				if q := &m.nodes[at]; m.p.At(row)[q.Feature] <= q.At {
					at = q.Left()
				} else {
					at = q.Right()
				}
			}
			if at == i {
				rows = append(rows, row)
			}
		}
		return rows
	}
	for i := range m.nodes {
		q := &m.nodes[i]
		rows := members(int32(i))
		counts := func(j int, s float64) (l, r []int, n int) {
			l, r = make([]int, len(m.p.ClassIDs)), make([]int, len(m.p.ClassIDs))
			for _, row := range rows {
				if m.p.At(row)[j] <= s {
					l[m.p.Class[row]]++
					n++
				} else {
					r[m.p.Class[row]]++
				}
			}
			return l, r, n
		}
		all, _, _ := counts(0, math.Inf(1))
		own := impurityOf(c, all)
		if math.Abs(own-q.Impurity()) > 1e-12 {
			t.Errorf("%s: node %d has impurity %g, want %g", c, i, q.Impurity(), own)
		}
		least, feature, at := math.Inf(1), -1, 0.0
		for j := range m.p.D {
			var values []float64
			for _, row := range rows {
				values = append(values, m.p.At(row)[j])
			}
			slices.Sort(values)
			values = slices.Compact(values)
			for k := 1; k < len(values); k++ {
				s := (values[k-1] + values[k]) / 2
				l, rr, n := counts(j, s)
				if n < int(r.MinLeaf) || len(rows)-n < int(r.MinLeaf) {
					continue
				}
				if rest := float64(n)*impurityOf(c, l) + float64(len(rows)-n)*impurityOf(c, rr); rest < least-1e-9 {
					least, feature, at = rest, j, s
				}
			}
		}
		may := q.Depth < r.MaxDepth && len(rows) >= int(r.MinSplit) && own > 0 && feature >= 0
		switch {
		case may != (q.Step > 0):
			t.Errorf("%s: node %d with %d points, depth %d, impurity %g: split %v", c, i, len(rows), q.Depth, own, q.Step > 0)
		case may && (int(q.Feature) != feature || q.At != at):
			t.Errorf("%s: node %d is split at input %d ≤ %g, best is %d ≤ %g", c, i, q.Feature, q.At, feature, at)
		case may:
			gains[int32(i)] = float64(len(rows))*own - least
		}
	}
	for k := 1; k <= m.steps(); k++ {
		took := m.order[k]
		for i, gain := range gains {
			q := &m.nodes[i]
			waits := int(q.Step) >= k && (q.Parent < 0 || int(m.nodes[q.Parent].Step) < k)
			if waits && gain > gains[took]+1e-9 {
				t.Errorf("%s: step %d takes %g off, node %d would take %g", c, k, gains[took], i, gain)
			}
		}
	}
}

// Stage k equals the tree grown to k+1 leaves in predictions, drawing and explanations, and its curves measure its
// predictions.
func TestStagesAreSmallerTrees(t *testing.T) {
	x := everywhere(300, 2, 3)
	v := picture.Viewport{X0: -3, X1: 3, Y0: -3, Y1: 3, W: 300, H: 300, Scale: 1}
	show := method.Shown{method.Regions: true, method.Boundary: true, "cuts": true}
	for i, c := range append(criteria, criteria...) {
		splits := "axes"
		if i >= len(criteria) {
			splits = "oblique"
		}
		p := cloud(70, 3, 2, false, 6)
		m := fitWith(t, p, map[string]any{"criterion": c, "max_depth": 100.0, "splits": splits})
		if m.steps() < 6 {
			t.Fatalf("%s: %d steps", c, m.steps())
		}
		for k := range m.steps() + 1 {
			s := m.Stage(k).(*stage)
			bad := 0.0
			for i, y := range predicted(s, p.X, 2) {
				if int(y) != p.Class[i] {
					bad++
				}
			}
			if got := s.errs[k]; math.Abs(got-bad/70) > 1e-12 {
				t.Errorf("%s: after %d splits the curve has %g, the answers %g", c, k, got, bad/70)
			}
			sum := 0.0
			s.leaves(func(q *node) { sum += q.Total / 70 })
			if math.Abs(sum-s.imps[k]) > 1e-12 || k > 0 && s.imps[k] > s.imps[k-1]+1e-12 {
				t.Errorf("%s: the impurity of the leaves is %g after %g, want %g", c, s.imps[k], s.imps[max(k-1, 0)], sum)
			}
			if k == 0 {
				continue
			}
			small := fitWith(t, p, map[string]any{"criterion": c, "max_depth": 100.0, "max_leaf_nodes": float64(k + 1),
				"splits": splits})
			if small.steps() != k || !slices.Equal(predicted(s, x, 2), predicted(small, x, 2)) {
				t.Fatalf("%s: stage %d is not the tree with %d leaves", c, k, k+1)
			}
			a, _, _ := s.Layers(t.Context(), v, nil, show)
			b, _, _ := small.Layers(t.Context(), v, nil, show)
			if fmt.Sprint(drawn(a)) != fmt.Sprint(drawn(b)) ||
				fmt.Sprint(s.Explain(x[:2], v, nil).Lines) != fmt.Sprint(small.Explain(x[:2], v, nil).Lines) ||
				fmt.Sprint(own(s)) != fmt.Sprint(own(small)) {
				t.Fatalf("%s: stage %d is drawn or told otherwise than the tree with %d leaves", c, k, k+1)
			}
		}
		if last := m.imps[m.steps()]; last != 0 {
			t.Errorf("%s: pure leaves have the impurity %g", c, last)
		}
	}
}

// own returns the facts of a stage without those of the pruning path, which belong to the whole tree.
func own(s *stage) []method.Fact {
	return slices.DeleteFunc(s.Facts(), func(f method.Fact) bool { return strings.HasPrefix(f.Name, "path_") })
}

func drawn(layers []picture.Layer) (list []picture.Path) {
	for _, l := range layers {
		list = append(list, *l.(*picture.Path))
	}
	return list
}

// On both sides of a cut, at a distance of 1e-9, predictions differ on the boundary and agree elsewhere, and the two
// sides are different leaves. Along any line, no leaf ends where no cut is drawn.
func TestCutsAreExact(t *testing.T) {
	const near = 1e-9
	v := picture.Viewport{X0: -4, X1: 4, Y0: -4, Y1: 4, W: 400, H: 400, Scale: 1}
	for seed := range uint64(6) {
		m := fitWith(t, cloud(90, 2+int(seed%2), 2, seed%3 == 0, 20+seed), map[string]any{"max_depth": 100.0})
		for _, k := range []int{1, 2, m.steps() / 2, m.steps()} {
			s := m.stage(k)
			edges, boundary := s.cuts(around(v).region())
			type stretch struct{ at, from, to float64 }
			var across [2][]stretch
			for _, p := range []*picture.Path{edges, boundary} {
				p.Lines(func(xy []float64) {
					f := 0 // the input of the cut
					if xy[0] != xy[2] {
						f = 1
					}
					o := 1 - f
					at, from, to := xy[f], xy[o], xy[2+o]
					if xy[2+f] != at || !(from < to) {
						t.Fatalf("no straight cut: %v", xy)
					}
					across[f] = append(across[f], stretch{at, from, to})
					for _, share := range []float64{1e-6, 0.31, 0.5, 0.77, 1 - 1e-6} {
						a, b := make([]float64, 2), make([]float64, 2)
						a[f], b[f] = at-near, at+near
						a[o], b[o] = from+share*(to-from), from+share*(to-from)
						i, j := s.leaf(a), s.leaf(b)
						if i == j || (s.nodes[i].Wins == s.nodes[j].Wins) != (p == edges) {
							t.Errorf("seed %d, %d splits: at %v the cut %s parts leaf %d, which answers %d, from %d, which answers %d", seed,
								k, a, p.Role, i, s.nodes[i].Wins, j, s.nodes[j].Wins)
						}
						a[f] = at
						if s.leaf(a) != i {
							t.Errorf("the cut itself is not on the left of %v", xy)
						}
					}
				})
			}
			rng := rand.New(rand.NewPCG(seed, 9))
			for range 60 {
				f := rng.IntN(2)
				o, level := 1-f, 6*rng.Float64()-3
				ends := []float64{-4, 4}
				for _, c := range across[f] {
					if c.from < level && level < c.to && math.Abs(c.at) < 4 {
						ends = append(ends, c.at)
					}
				}
				slices.Sort(ends)
				for i := 1; i < len(ends); i++ {
					x := []float64{level, level}
					x[o] = level
					x[f] = ends[i-1] + near
					first := s.leaf(x)
					for _, share := range []float64{0.2, 0.5, 0.9} {
						x[f] = ends[i-1] + share*(ends[i]-ends[i-1])
						if s.leaf(x) != first {
							t.Fatalf("seed %d, %d splits: between %g and %g at %g a leaf ends without a cut", seed, k, ends[i-1], ends[i],
								level)
						}
					}
				}
			}
		}
	}
}

// The cells cover the drawn area exactly once, in the predicted class.
func TestCellsAreThePlane(t *testing.T) {
	v := picture.Viewport{X0: -1, X1: 2, Y0: -2, Y1: 1, W: 300, H: 300, Scale: 1}
	m := fitWith(t, cloud(90, 3, 2, false, 31), map[string]any{"max_depth": 100.0})
	for _, k := range []int{0, 1, 7, m.steps()} {
		s := m.stage(k)
		area, leaves := 0.0, 0
		for _, l := range s.cells(around(v).region()) {
			p := l.(*picture.Path)
			p.Lines(func(xy []float64) {
				leaves++
				area += (xy[2] - xy[0]) * (xy[5] - xy[1])
				x := []float64{(xy[0] + xy[4]) / 2, (xy[1] + xy[5]) / 2}
				q := &s.nodes[s.leaf(x)]
				if p.Class != int(q.Wins) || math.Abs(p.Weight-max(faint, q.lead())) > 0.5/shades+1e-9 {
					t.Errorf("a cell of class %d and weight %g has points %v", p.Class, p.Weight, q.count)
				}
			})
		}
		if math.Abs(area-81) > 1e-9 || k == 0 && leaves != 1 {
			t.Errorf("%d splits: the cells cover %g of 81", k, area)
		}
	}
}

// The highlighted cut is the newest one, within the cell of its node; the last step has none.
func TestTheStepIsSeen(t *testing.T) {
	v := picture.Viewport{X0: -4, X1: 4, Y0: -4, Y1: 4, W: 400, H: 400, Scale: 1}
	m := fitWith(t, cloud(60, 2, 2, false, 8), map[string]any{"max_depth": 100.0})
	for k := range m.steps() + 1 {
		s := m.stage(k)
		under, _, err := s.Layers(t.Context(), v, nil, method.Shown{"step": true})
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 || k == m.steps() {
			if len(under) > 0 {
				t.Errorf("step %d of %d is marked", k, m.steps())
			}
			continue
		}
		p := under[0].(*picture.Path)
		q := &m.nodes[m.order[k]]
		x := []float64{(p.XY[0] + p.XY[2]) / 2, (p.XY[1] + p.XY[3]) / 2}
		if p.Role != picture.RoleCut || x[q.Feature] != q.At || m.stage(k-1).leaf(x) != m.order[k] {
			t.Errorf("step %d splits node %d at %g; drawn is %v", k, m.order[k], q.At, p.XY)
		}
		for e := range 2 { // its ends lie on the border of the node's cell
			y := []float64{p.XY[2*e], p.XY[2*e+1]}
			y[1-q.Feature] += 1e-9 * float64(2*e-1)
			inside := math.Abs(y[0]) < 11 && math.Abs(y[1]) < 11
			if inside && m.stage(k-1).leaf(y) == m.order[k] {
				t.Errorf("step %d: the cut %v ends within its cell", k, p.XY)
			}
		}
	}
}

// Raster nodes on a cut go left, as points do.
func TestRasterOnCuts(t *testing.T) {
	m := fitWith(t, cloud(60, 3, 2, true, 12), map[string]any{"max_depth": 100.0})
	g := picture.Grid{X0: -4, Y0: 4, DX: 1. / 6, DY: -1. / 6, W: 49, H: 49}
	r, err := m.ScoreRaster(t.Context(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	on := 0
	for j := range g.H {
		for i := range g.W {
			x := []float64{g.X(i), g.Y(j)}
			shares := m.PointScores(x)[0]
			for k, plane := range r.Planes {
				if plane[j*g.W+i] != float32(shares[k]) {
					t.Fatalf("at %v the share of class %d is %g, want %g", x, k, plane[j*g.W+i], shares[k])
				}
			}
			for _, q := range m.nodes {
				if q.Step > 0 && x[q.Feature] == q.At {
					on++
				}
			}
		}
	}
	if on == 0 {
		t.Error("no node lies on a cut: the test tests nothing")
	}
}

// Between adjacent floating-point numbers there is no other, so the lower one is the threshold.
func TestThresholds(t *testing.T) {
	for _, below := range []float64{0, 1, -1, 0.1, 1e12, -1e12, 5e-324, 1e-310} {
		above := math.Nextafter(below, math.Inf(1))
		for range 4 {
			if at := cart.Between(below, above); !(below <= at && at < above) {
				t.Errorf("between %v and %v is %v", below, above, at)
			}
			above = math.Nextafter(above, math.Inf(1))
		}
	}
	// The points themselves go to the same side as predictions at their positions.
	next := math.Nextafter(1, 2)
	m := fitWith(t, &method.Problem{N: 4, D: 1, Task: method.Classify, X: []float64{1, next, 1, next},
		Class: []int{0, 1, 0, 1}, ClassIDs: []int{0, 1}}, nil)
	if m.steps() != 1 || m.nodes[1].N != 2 || m.nodes[2].N != 2 || m.errs[1] != 0 || m.leaf([]float64{1}) != 1 ||
		m.leaf([]float64{next}) != 2 {
		t.Errorf("neighbouring numbers are not parted: %+v", m.nodes)
	}
	// The displayed threshold, with few digits, divides the points as the exact one does.
	for _, c := range []struct {
		below, above float64
		want         string
	}{{0.1, 0.734, "0.42"}, {12345.1, 12345.3, "12345.2"}, {-1, -0.9999, "-1"}, {0, 1, "0.5"}, {-1, 1, "0"},
		{1e-9, 3e-9, "2e-09"}} {
		q := node{Node: cart.Node{Below: c.below, Above: c.above, At: cart.Between(c.below, c.above)}}
		got := q.threshold()
		if x, err := strconv.ParseFloat(got, 64); err != nil || x < c.below || x >= c.above || got != c.want {
			t.Errorf("between %v and %v people read %s, want %s", c.below, c.above, got, c.want)
		}
	}
}

// An explanation never states a false comparison, however close the point is to the cut.
func TestComparedIsTrue(t *testing.T) {
	q := node{Node: cart.Node{Below: 0.1, Above: 0.735, At: 0.4175}}
	for _, c := range []struct {
		x         float64
		value, at string
	}{{0.2, "0.2", "0.42"}, {0.9, "0.9", "0.42"}, {0.41, "0.41", "0.42"}, {0.419, "0.419", "0.4175"},
		{0.4175, "0.417", "0.42"}, {0.41750001, "0.41750001", "0.4175"}} {
		if value, at := q.compared(c.x); value != c.value || at != c.at {
			t.Errorf("%v is compared as %s with %s, want %s with %s", c.x, value, at, c.value, c.at)
		}
	}
}

// The status says why no node is split any more.
func TestStatus(t *testing.T) {
	p := cloud(40, 2, 2, false, 2)
	pair := &method.Problem{N: 4, D: 2, Task: method.Classify, X: []float64{0, 0, 0, 0, 1, 1, 2, 1},
		Class: []int{0, 1, 0, 1}, ClassIDs: []int{0, 1}}
	greedy := " Each split is the best of its node; the tree as a whole need not be the best."
	for _, c := range []struct {
		p      *method.Problem
		params map[string]any
		want   string
	}{
		{p, map[string]any{"max_depth": 1.0}, "Fully grown; 2 of 2 leaves are impure."},
		{pair, nil, "Fully grown; 1 of 3 leaves is impure: no split separates points at the same position." +
			greedy},
		{&method.Problem{N: 2, D: 2, Task: method.Classify, X: []float64{0, 0, 1, 1}, Class: []int{0, 0}, ClassIDs: []int{0}},
			nil, "There is only one class: add points of a second."},
		{&method.Problem{N: 2, D: 2, Task: method.Classify, X: []float64{0, 0, 1, 1}, Class: []int{0, 1},
			ClassIDs: []int{0, 1}}, nil, "Each of the 2 leaves holds points of one class: nothing is left to split."},
		{&method.Problem{N: 2, D: 2, Task: method.Classify, X: []float64{0, 0, 0, 0}, Class: []int{0, 1},
			ClassIDs: []int{0, 1}}, nil, "Fully grown; its one leaf is impure: no split separates points at the same position."},
	} {
		if got := fitWith(t, c.p, c.params).Status(); got.State != method.Exact || got.Sentence != c.want {
			t.Errorf("%+v, want %q", got, c.want)
		}
	}
	m := fitWith(t, pair, nil)
	if got := m.Stage(1).Status(); got.State != method.Running || got.Sentence != "Split 1 of 2, x₁ ≤ 1.5: 3 points go "+
		"left, 1 right." {
		t.Errorf("%+v", got)
	}
}

// Importances are shares of the total reduction of impurity.
func TestImportances(t *testing.T) {
	m := fitWith(t, cloud(80, 3, 4, false, 17), map[string]any{"max_depth": 5.0})
	want := make([]float64, 4)
	for _, q := range m.nodes {
		if q.Step > 0 {
			l, r := &m.nodes[q.Left()], &m.nodes[q.Right()]
			want[q.Feature] += float64(q.N)*q.Impurity() - float64(l.N)*l.Impurity() - float64(r.N)*r.Impurity()
		}
	}
	sum := want[0] + want[1] + want[2] + want[3]
	for j, got := range methodtest.Fact(t, m, "feature_importances").Value.([]float64) {
		if math.Abs(got-want[j]/sum) > 1e-12 {
			t.Errorf("input %d: %g, want %g", j, got, want[j]/sum)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{1000, 20_000} {
		p := cloud(n, 3, 2, false, 1)
		m := Method()
		v, _ := m.Validate(map[string]any{"max_depth": 100.0})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := m.Fit(b.Context(), p, v, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
