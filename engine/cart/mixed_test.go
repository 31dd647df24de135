package cart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/method"
)

var nan = math.NaN()

func mixedSet(t *testing.T, x []float64, d int, categories ...int) *Set {
	t.Helper()
	s, err := NewSet(method.Unstopped, x, d)
	if err != nil {
		t.Fatal(err)
	}
	s.Mix(categories)
	return s
}

func grownOf(t *testing.T, s *Set, target *Target, r Rules) *Tree {
	t.Helper()
	tree, err := Grow(method.Unstopped, s, target, r)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func rulesFor(c Criterion) Rules {
	return Rules{Criterion: c, MaxDepth: NoLimit, MinSplit: 2, MinLeaf: 1}
}

// weather is table 2.1 of Quinlan (C4.5, 1993): outlook (sunny, overcast, rain), temperature, humidity, windy.
var weather = []float64{0, 75, 70, 1, 0, 80, 90, 1, 0, 85, 85, 0, 0, 72, 95, 0, 0, 69, 70, 0, 1, 72, 90, 1, 1, 83, 78,
	0,
	1, 64, 65, 1, 1, 81, 75, 0, 2, 71, 80, 1, 2, 65, 70, 1, 2, 75, 80, 0, 2, 68, 80, 0, 2, 70, 96, 0}

var play = []int{0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0}

func bit(p float64) float64 { return -p*math.Log2(p) - (1-p)*math.Log2(1-p) }

// At the root, overcast against the rest gains 0.940 − 10/14 bits, and its split information is h(4/14) bits; both
// computed by hand.
func TestQuinlansWeather(t *testing.T) {
	target := &Target{Class: play, K: 2}
	r := rulesFor(Entropy)
	for _, r.Ratio = range []bool{false, true} {
		s := mixedSet(t, weather, 4, 3, 0, 0, 2)
		tree := grownOf(t, s, target, r)
		q, m := tree.Nodes[0], tree.Mixed[0]
		if q.Feature != 0 || m.Left != 2 || m.Seen != 7 || m.Lacks {
			t.Fatalf("ratio %v: the root asks %+v %+v", r.Ratio, q, m)
		}
		if want := bit(5.0/14) - 10.0/14; math.Abs(q.Gain/14-want) > 1e-12 || math.Abs(want-0.226) > 1e-4 {
			t.Errorf("it gains %g bits, want %g", q.Gain/14, want)
		}
		if want := bit(4.0 / 14); math.Abs(SplitInformation(4, 14)/14-want) > 1e-12 {
			t.Errorf("split information %g, want %g", SplitInformation(4, 14)/14, want)
		}
		for i := range 14 {
			leaf := &tree.Nodes[tree.Leaf(weather[4*i:4*i+4], NoLimit)]
			if int(leaf.Wins) != play[i] || leaf.Total != 0 {
				t.Errorf("ratio %v: day %d is in a leaf %+v", r.Ratio, i+1, leaf)
			}
		}
	}
}

// The gain ratio prefers an uneven split with less gain to an even one, unless it gains less than the mean over the
// inputs.
func TestGainRatio(t *testing.T) {
	// Of 8 rows, 4 of each class, v splits 4:4 with 3 and 1 rows of the first class, w splits 1:7 with a pure left
	// side.
	v := []float64{0, 0, 0, 1, 0, 1, 1, 1}
	w := []float64{0, 1, 1, 1, 1, 1, 1, 1}
	class := []int{0, 0, 0, 0, 1, 1, 1, 1}
	gain := func(left, of, all, total float64) float64 { // number of rows of the first class, on the left and in total
		side := func(n, k float64) float64 {
			if k == 0 || k == n {
				return 0
			}
			return n * bit(k/n)
		}
		return bit(total/all) - (side(left, of)+side(all-left, total-of))/all
	}
	gv, gw := gain(4, 3, 8, 4), gain(1, 1, 8, 4)
	rv, rw := gv/bit(0.5), gw/bit(1.0/8)
	if !(gv > gw && rw > rv) {
		t.Fatalf("gains %g %g, ratios %g %g", gv, gw, rv, rw)
	}
	ask := func(ratio bool, columns ...[]float64) (feature int32, got float64) {
		var x []float64
		for i := range class {
			for _, c := range columns {
				x = append(x, c[i])
			}
		}
		r := rulesFor(Entropy)
		r.Ratio, r.MaxDepth = ratio, 1
		tree := grownOf(t, mixedSet(t, x, len(columns)), &Target{Class: class, K: 2}, r)
		return tree.Nodes[0].Feature, tree.Nodes[0].Gain / 8
	}
	// v against w: v gains more, w has the greater ratio but gains less than their mean.
	if f, g := ask(true, v, w); f != 0 || math.Abs(g-gv) > 1e-12 {
		t.Errorf("v against w: %d is asked, which gains %g", f, g)
	}
	// With an uninformative column the mean is lower, so the uneven split is chosen.
	flat := []float64{0, 1, 0, 1, 0, 1, 0, 1}
	if mean := (gv + gw) / 4; gw < mean {
		t.Fatalf("w gains %g, less than the mean %g", gw, mean)
	}
	if f, g := ask(true, flat, v, w, flat); f != 2 || math.Abs(g-gw) > 1e-12 {
		t.Errorf("with two flat columns %d is asked, which gains %g, want w, %g", f, g, gw)
	}
	if f, _ := ask(false, flat, v, w, flat); f != 1 {
		t.Errorf("by the gain %d is asked", f)
	}
}

// bestByHand returns the least impurity that any split leaves: all thresholds and all groups, with the missing values
// on either side, or on a side of their own.
func bestByHand(x []float64, d, n int, categories []int, total func(rows []int) float64) float64 {
	least := math.Inf(1)
	for j := range d {
		try := func(left func(v float64) bool) {
			for _, lacks := range []bool{false, true} {
				var l, r []int
				for i := range n {
					v := x[i*d+j]
					if math.IsNaN(v) && lacks || !math.IsNaN(v) && left(v) {
						l = append(l, i)
					} else {
						r = append(r, i)
					}
				}
				if len(l) > 0 && len(r) > 0 {
					least = min(least, total(l)+total(r))
				}
			}
		}
		try(func(float64) bool { return true })
		if k := categories[j]; k > 0 {
			for set := range 1 << k {
				try(func(v float64) bool { return set>>int(v)&1 != 0 })
			}
			continue
		}
		for i := range n {
			at := x[i*d+j]
			try(func(v float64) bool { return v <= at })
		}
	}
	return least
}

// The split of a root is the optimum found by exhaustive search, for two classes, more classes, and regression, with
// missing values.
func TestMixedQuestionsAreTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for run := range 300 {
		k := []int{2, 3, 4, 0}[run%4]
		n, categories := 6+r.IntN(20), []int{2 + r.IntN(5), 0, 2 + r.IntN(5)}
		x := make([]float64, 0, 3*n)
		target := &Target{K: k}
		for range n {
			for _, c := range categories {
				v := float64(r.IntN(max(c, 7*(1-min(c, 1)))))
				if r.IntN(5) == 0 {
					v = nan
				}
				x = append(x, v)
			}
			if k > 0 {
				target.Class = append(target.Class, r.IntN(k))
			} else {
				target.Values = append(target.Values, math.Round(10*r.NormFloat64()))
			}
		}
		rules := rulesFor([]Criterion{Gini, Entropy, Misclassification}[run/4%3])
		if k == 0 {
			rules.Criterion = SquaredError
		}
		total := func(rows []int) float64 {
			if k > 0 {
				v := make([]float64, k)
				for _, i := range rows {
					v[target.Class[i]]++
				}
				return rules.Criterion.Total(v, float64(len(rows)), nil)
			}
			mean, sum := 0.0, 0.0
			for _, i := range rows {
				mean += target.Values[i] / float64(len(rows))
			}
			for _, i := range rows {
				sum += (target.Values[i] - mean) * (target.Values[i] - mean)
			}
			return sum
		}
		tree := grownOf(t, mixedSet(t, x, 3, categories...), target, rules)
		q := &tree.Nodes[0]
		if !q.Splits() {
			continue
		}
		if want := bestByHand(x, 3, n, categories, total); math.Abs(q.Total-q.Gain-want) > 1e-9*(1+want) {
			t.Fatalf("run %d: the root leaves %g of %g, the best is %g: %+v", run, q.Total-q.Gain, q.Total, want,
				tree.Mixed[0])
		}
		checkMixed(t, fmt.Sprint("run ", run), tree, x, 3)
	}
}

// checkMixed checks that Leaf leads to the leaf of each row.
func checkMixed(t *testing.T, what string, tree *Tree, x []float64, d int) {
	t.Helper()
	for i := range tree.Nodes {
		q := &tree.Nodes[i]
		if q.Step > 0 {
			if l, r := tree.Nodes[q.Left()].N, tree.Nodes[q.Right()].N; tree.Mixed[i].Most != (l > r) || l+r != q.N {
				t.Fatalf("%s: %d go left and %d right of %d, most left: %v", what, l, r, q.N, tree.Mixed[i].Most)
			}
			continue
		}
		for _, row := range tree.Rows[q.From:q.To] {
			at := x[int(row)*d : int(row+1)*d]
			if leaf := tree.Leaf(at, NoLimit); leaf != int32(i) {
				t.Fatalf("%s: row %d of leaf %d goes to %d", what, row, i, leaf)
			}
		}
	}
}

// With twelve categories and three classes not all groups are tried, and the tree says so; for two classes the optimum
// is found all the same.
func TestManyCategories(t *testing.T) {
	var x []float64
	var class []int
	for i := range 120 {
		x = append(x, float64(i%12))
		class = append(class, i%12*7%12%3)
	}
	tree := grownOf(t, mixedSet(t, x, 1, 12), &Target{Class: class, K: 3}, rulesFor(Gini))
	if !tree.Rough || tree.Steps() != 2 {
		t.Errorf("three classes of 12 categories: %d splits, rough %v", tree.Steps(), tree.Rough)
	}
	two := slices.Clone(class)
	for i, c := range two {
		two[i] = min(c, 1)
	}
	tree = grownOf(t, mixedSet(t, x, 1, 12), &Target{Class: two, K: 2}, rulesFor(Gini))
	if tree.Rough || tree.Steps() != 1 {
		t.Errorf("two classes of 12 categories: %d splits, rough %v", tree.Steps(), tree.Rough)
	}
}

// Missing values go to the side that leaves less impurity. In a node without missing values they go to the larger side,
// and so do unseen categories.
func TestWhereGapsGo(t *testing.T) {
	target := &Target{Class: []int{0, 0, 1, 1, 1, 1}, K: 2}
	for _, c := range []struct {
		x     []float64
		right bool
	}{{[]float64{1, 2, 3, 4, 5, nan}, true}, {[]float64{nan, 2, 3, 4, 5, 6}, false}} {
		tree := grownOf(t, mixedSet(t, c.x, 1), target, rulesFor(Gini))
		m := tree.Mixed[0]
		if tree.Steps() != 1 || tree.Nodes[0].At != 2.5 || !m.Lacks || m.Right != c.right {
			t.Errorf("%v: %+v %+v", c.x, tree.Nodes[0], m)
		}
	}
	tree := grownOf(t, mixedSet(t, []float64{0, 0, 1, 1, 2, 2}, 1, 4), target, rulesFor(Gini))
	q, m := &tree.Nodes[0], tree.Mixed[0]
	if m.Left != 1 || m.Seen != 7 || m.Lacks || m.Most {
		t.Fatalf("%+v", m)
	}
	for _, x := range []float64{nan, 3} {
		if got := tree.Leaf([]float64{x}, NoLimit); got != q.Right() {
			t.Errorf("%g goes to node %d, not where more go", x, got)
		}
	}
	// Whether the value is missing can be a split.
	tree = grownOf(t, mixedSet(t, []float64{nan, nan, 4, 1, 3, 2}, 1), target, rulesFor(Gini))
	if q, m := &tree.Nodes[0], tree.Mixed[0]; tree.Steps() != 1 || !m.Known || tree.Nodes[q.Left()].N != 4 {
		t.Errorf("%d splits, %+v", tree.Steps(), m)
	}
}

// Quinlan's own numbers. A branch for each outlook (2.2): 0.247 bits, of 1.577. If the outlook of the sixth day is
// missing (3.2): 13/14 × (0.961 − 0.747) = 0.199 bits, of 1.809.
func TestEachCategory(t *testing.T) {
	target := &Target{Class: play, K: 2}
	for _, c := range []struct {
		missing    bool
		gain, info float64
	}{{false, 0.247, 1.577}, {true, 0.199, 1.809}} {
		x := slices.Clone(weather)
		if c.missing {
			x[20] = nan
		}
		s := mixedSet(t, x, 4, 3, 0, 0, 2)
		tree := grownOf(t, s, target, rulesFor(Gini)) // the result does not depend on the criterion
		if gain, info := EachCategory(tree, s, target, 0, 0); math.Abs(gain-c.gain) > 5e-4 || math.Abs(info-c.info) > 5e-4 {
			t.Errorf("missing %v: gain %g, information %g, want %g and %g", c.missing, gain, info, c.gain, c.info)
		}
	}
}
