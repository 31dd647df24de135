package tree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Quinlan's numbers for his table (C4.5, 1993, section 2.2): the gain of the outlook is 0.246 bits, the split
// information 1.577 bits, the gain ratio 0.156; and his tree.
func TestQuinlan(t *testing.T) {
	p := weather(false)
	m := fitWith(t, p, map[string]any{"inputs": "all", "criterion": "gain_ratio", "categorical": "multiway",
		"max_depth": 100.0})
	gain, information := m.ratio(&m.nodes[0])
	for _, c := range []struct{ got, want float64 }{{gain, 0.246}, {information, 1.577}, {gain / information, 0.156}} {
		if math.Abs(c.got-c.want) > 0.001 {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	told := m.chart().Draw(600, 400).Alt
	const want = "A tree with 5 leaves. outlook: sunny, asked further; overcast, play, 4 of 4; rain, asked further. " +
		"humidity ≤ 78: yes, play, 2 of 2; no, stay, 3 of 3. windy: false, play, 3 of 3; true, stay, 2 of 2."
	if told != want {
		t.Errorf("%q", told)
	}
	formula := m.Formula()
	for _, part := range []string{"− (5/14)·0.971 − (4/14)·0 − (5/14)·0.971 = 0.2467 at outlook, a branch for each word",
		"Δ ∕ split information = 0.2467 ∕ (−(5/14) log₂(5/14) − (4/14) log₂(4/14) − (5/14) log₂(5/14)) = " +
			"0.2467 ∕ 1.577 = 0.1564"} {
		if !strings.Contains(formula, part) {
			t.Errorf("%q lacks %q", formula, part)
		}
	}
	var words []string
	for _, l := range m.chart().Draw(600, 400).Layers {
		if l, ok := l.(*picture.Label); ok {
			words = append(words, l.Text)
		}
	}
	for _, word := range []string{"outlook", "sunny", "overcast", "rain"} {
		if !slices.Contains(words, word) {
			t.Errorf("the diagram lacks %q: %q", word, words)
		}
	}
	v := picture.Viewport{X1: 100, Y1: 100, W: 400, H: 400, Scale: 1}
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{[]float64{1, 75, 70, 1}, "outlook = overcast: its branch"},
		{[]float64{3, 75, 70, 1}, "outlook = fog, which no row of the node has: the branch of the most frequent word"},
		{[]float64{math.NaN(), 75, 70, 1}, "outlook missing: the branch of the most frequent word"},
	} {
		if got := m.Explain(c.x, v, nil).Lines[0]; got != c.want {
			t.Errorf("%v: %q, want %q", c.x, got, c.want)
		}
	}
	root, _ := m.Tell(nodeKey(0), v, nil)
	if got := strings.Join(root.Lines, "; "); !strings.Contains(got, "outlook = sunny: 5 points; outlook = overcast: 4 "+
		"points; outlook = rain: 5 points; all branches together: Δ = 0.2467") {
		t.Errorf("of the root is told %q", got)
	}
	if f := m.Facts(); !strings.Contains(fmt.Sprint(f), "outlook = overcast") {
		t.Error("no fact has the parting of overcast")
	}
}

// grownByHand is a tree with multiway splits, grown by an independent implementation that shares no code with package
// cart.
type grownByHand struct {
	p      *method.Problem
	ratio  bool
	gini   bool
	leaf   int // minimum number of rows of a branch
	leaves int
}

func (g *grownByHand) impurity(rows []int) float64 {
	count, sum := map[int]float64{}, 0.0
	for _, i := range rows {
		count[g.p.Class[i]]++
	}
	n := float64(len(rows))
	for _, c := range count {
		if g.gini {
			sum += c / n * (1 - c/n)
		} else {
			sum -= c / n * math.Log2(c/n)
		}
	}
	return sum
}

// branches returns the rows of each category of input j; −1 is the key of rows with a missing value.
func (g *grownByHand) branches(rows []int, j int) map[int][]int {
	of := map[int][]int{}
	for _, i := range rows {
		code := -1
		if x := g.p.X[i*g.p.D+j]; !math.IsNaN(x) {
			code = int(x)
		}
		of[code] = append(of[code], i)
	}
	return of
}

func (g *grownByHand) answer(rows []int, x []float64) int {
	type offer struct {
		j           int
		gain, ratio float64
	}
	var offers []offer
	mean := 0.0
	for j := range g.p.D {
		of := g.branches(rows, j)
		gain, info, allowed := g.impurity(rows), 0.0, len(of) > 1
		for _, b := range of {
			share := float64(len(b)) / float64(len(rows))
			gain -= share * g.impurity(b)
			info -= share * math.Log2(share)
			allowed = allowed && len(b) >= g.leaf
		}
		if allowed { // also without a gain: splits below may have one
			offers = append(offers, offer{j, gain, gain / info})
			mean += gain
		}
	}
	mean /= float64(max(len(offers), 1))
	byRatio := g.ratio && slices.ContainsFunc(offers, func(o offer) bool { return o.gain > 1e-12 })
	best := offer{j: -1, gain: -1}
	for _, o := range offers {
		switch {
		case byRatio && o.gain > 1e-12 && o.gain >= mean-1e-12 && o.ratio > best.ratio+1e-12,
			!byRatio && o.gain > best.gain+1e-12:
			best = o
		}
	}
	if g.impurity(rows) < 1e-12 || best.j < 0 {
		g.leaves++
		count := map[int]int{}
		for _, i := range rows {
			count[g.p.Class[i]]++
		}
		wins := 0
		for c := range 3 {
			if count[c] > count[wins] {
				wins = c
			}
		}
		return wins
	}
	of := g.branches(rows, best.j)
	code := -1
	if !math.IsNaN(x[best.j]) {
		code = int(x[best.j])
	}
	if _, ok := of[code]; !ok { // the most frequent category
		code = -1
		for c := range 6 {
			if code < 0 && len(of[c]) > 0 || code >= 0 && len(of[c]) > len(of[code]) {
				code = c
			}
		}
	}
	answer := 0
	for c, b := range of {
		if a := g.answer(b, x); c == code {
			answer = a
		}
	}
	return answer
}

// Whole trees of categories, with and without missing values, agree with the independent implementation in all
// predictions and in the number of leaves.
func TestMultiwayByHand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for trial := range 60 {
		n, d := 30, 3
		p := &method.Problem{N: n, D: d, ClassIDs: []int{0, 1, 2}, Task: method.Classify,
			Placed:  method.Placed{Along: []int{0, 1}},
			Columns: method.Columns{Inputs: []string{"a", "b", "c"}}}
		for j := range d {
			p.Categories = append(p.Categories, []string{"p", "q", "r", "s", "t", "u"}[:3+j])
		}
		for range n {
			for j := range d {
				x := float64(r.IntN(2 + j)) // the last category occurs in no row
				if trial%2 == 1 && r.IntN(6) == 0 {
					x = math.NaN()
				}
				p.X = append(p.X, x)
			}
			p.Class, p.Shown = append(p.Class, r.IntN(3)), append(p.Shown, 0, 0)
		}
		for _, criterion := range []string{"entropy", "gini", "gain_ratio"} {
			hand := &grownByHand{p: p, ratio: criterion == "gain_ratio", gini: criterion == "gini", leaf: 1 + trial%3}
			m := fitWith(t, p, map[string]any{"inputs": "all", "criterion": criterion, "categorical": "multiway",
				"max_depth": 100.0, "min_samples_leaf": float64(hand.leaf)})
			all := make([]int, n)
			for i := range all {
				all[i] = i
			}
			x, out := make([]float64, d), make([]float64, 1)
			for range 40 {
				for j := range x {
					if x[j] = float64(r.IntN(3 + j)); r.IntN(5) == 0 {
						x[j] = math.NaN()
					}
				}
				hand.leaves = 0
				want := hand.answer(all, x)
				if m.Predict(x, out); int(out[0]) != want {
					t.Fatalf("trial %d, %s: %v is %v, want %d", trial, criterion, x, out[0], want)
				}
				if h, _ := m.Complexity(t.Context()); h != float64(hand.leaves) {
					t.Fatalf("trial %d, %s: %v leaves, want %d", trial, criterion, h, hand.leaves)
				}
			}
		}
	}
}

// The number of leaves never exceeds its limit, a question with many branches is pruned as a whole, and at each step
// every row is in a leaf that is drawn and described.
func TestMultiwaySteps(t *testing.T) {
	for most := 2; most < 7; most++ {
		m := fitWith(t, weather(true), map[string]any{"inputs": "all", "criterion": "entropy", "categorical": "multiway",
			"max_leaf_nodes": float64(most), "max_depth": 100.0})
		if h, _ := m.Complexity(t.Context()); int(h) > most {
			t.Errorf("%v leaves of at most %d", h, most)
		}
	}
	p := weather(true)
	m := fitWith(t, p, map[string]any{"inputs": "all", "criterion": "entropy", "categorical": "multiway",
		"max_depth": 100.0})
	for k, tree := range m.path {
		of := m.stage(m.grown() + k)
		n := 0
		of.leaves(func(*node) { n++ })
		if n != tree.leaves {
			t.Errorf("tree %d of the path has %d leaves, not %d", k, n, tree.leaves)
		}
		of.leaves(func(q *node) {
			if q.Step > 0 && m.full.Links(m.order[q.Step]) {
				t.Errorf("tree %d of the path has a question without some of its branches", k)
			}
		})
	}
	for i := range m.nodes {
		if q := &m.nodes[i]; q.Step > 0 && q.each() && !m.full.Links(int32(i)) {
			for _, b := range m.branches(q) {
				if b.Depth != q.Depth+1 {
					t.Errorf("a branch of %q is %d deep, not %d", m.question(q), b.Depth, q.Depth+1)
				}
			}
		}
	}
	if told := m.chart().Draw(500, 400).Alt; !strings.Contains(told, "missing, play, 1 of 1") {
		t.Errorf("%q tells of no branch for rows that lack the outlook", told)
	}
	for k := range m.Steps() + 1 {
		s := m.stage(k)
		for i := range p.N {
			if leaf := s.leaf(p.At(i)); !slices.Contains(s.rows(&s.nodes[leaf]), int32(i)) {
				t.Fatalf("step %d: row %d is not in its leaf %d", k, i, leaf)
			}
		}
		pic := s.chart().Draw(500, 400)
		marks := 0
		for _, l := range pic.Layers {
			if l, ok := l.(*picture.Marks); ok {
				marks += len(l.Keys)
			}
		}
		if h, _ := s.Complexity(t.Context()); marks != int(h) || !strings.Contains(pic.Alt, "leaf") && k == 0 &&
			!strings.Contains(pic.Alt, "leaves") {
			t.Errorf("step %d: %d leaves are drawn, not %v: %s", k, marks, h, pic.Alt)
		}
		if says := s.Status().Sentence; strings.Contains(says, "%!") {
			t.Errorf("step %d: %q", k, says)
		}
	}
}
