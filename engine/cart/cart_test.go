package cart

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/method"
)

type refCase struct {
	Name, Method string
	Params       struct {
		Criterion string
		MaxDepth  *int32 `json:"max_depth"`
		MinSplit  int32  `json:"min_samples_split"`
		MinLeaf   int32  `json:"min_samples_leaf"`
	}
	X         [][]float64
	Y         []float64
	Query     [][]float64
	Expected  json.RawMessage
	Tolerance struct{ Default struct{ Abs, Rel float64 } }
}

// preorder lists the nodes in preorder, left before right.
func preorder(t *Tree) (order []int32) {
	var down func(i int32)
	down = func(i int32) {
		order = append(order, i)
		if q := &t.Nodes[i]; q.Step > 0 {
			down(q.Left())
			down(q.Right())
		}
	}
	down(0)
	return order
}

// Trees agree with the reference (Breiman's CART in rational arithmetic), for classification and regression.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("../tree/testdata/tree.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range cases {
		if c.Method != "cart" {
			continue
		}
		seen++
		t.Run(c.Name, func(t *testing.T) {
			var e struct {
				Feature, N []int
				Threshold  []*float64
				Impurity   []float64
				Value      json.RawMessage
				QueryLeaf  []int `json:"query_leaf"`
			}
			if err := json.Unmarshal(c.Expected, &e); err != nil {
				t.Fatal(err)
			}
			s, err := NewSet(method.Unstopped, slices.Concat(c.X...), len(c.X[0]))
			if err != nil {
				t.Fatal(err)
			}
			r := Rules{Criterion: Criterion(c.Params.Criterion), MaxDepth: NoLimit, MinSplit: c.Params.MinSplit,
				MinLeaf: c.Params.MinLeaf}
			if c.Params.MaxDepth != nil {
				r.MaxDepth = *c.Params.MaxDepth
			}
			target := Target{}
			var want [][]float64
			if c.Params.Criterion == "mse" {
				r.Criterion, target.Values = SquaredError, c.Y
				var v []float64
				if err := json.Unmarshal(e.Value, &v); err != nil {
					t.Fatal(err)
				}
				for _, x := range v {
					want = append(want, []float64{x})
				}
			} else {
				for _, y := range c.Y {
					target.Class = append(target.Class, int(y))
					target.K = max(target.K, int(y)+1)
				}
				if err := json.Unmarshal(e.Value, &want); err != nil {
					t.Fatal(err)
				}
			}
			tree, err := Grow(method.Unstopped, s, &target, r)
			if err != nil {
				t.Fatal(err)
			}
			near := func(what string, k int, got, want float64) {
				if tol := c.Tolerance.Default; !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
					t.Errorf("%s of node %d is %v, want %v", what, k, got, want)
				}
			}
			order := preorder(tree)
			if len(order) != len(e.N) {
				t.Fatalf("%d nodes, want %d", len(order), len(e.N))
			}
			number := map[int32]int{}
			for k, i := range order {
				number[i] = k
				q := &tree.Nodes[i]
				if int(q.N) != e.N[k] || (q.Step > 0) != (e.Threshold[k] != nil) {
					t.Errorf("node %d has %d rows and question %v", k, q.N, q.Step > 0)
				} else if q.Step > 0 {
					if int(q.Feature) != e.Feature[k] {
						t.Errorf("node %d asks for input %d, want %d", k, q.Feature, e.Feature[k])
					}
					near("threshold", k, q.At, *e.Threshold[k])
				}
				near("impurity", k, q.Impurity(), e.Impurity[k])
				for j, v := range tree.Values(i) {
					near("value", k, v, want[k][j])
				}
			}
			for k, x := range c.Query {
				if got := number[tree.Leaf(x, int32(tree.Steps()))]; got != e.QueryLeaf[k] {
					t.Errorf("query %d is in leaf %d, want %d", k, got, e.QueryLeaf[k])
				}
			}
		})
	}
	if seen < 20 {
		t.Errorf("%d cases", seen)
	}
}

// cloud returns n rows of d inputs with few distinct values each, so that there are ties.
func cloud(seed uint64, n, d, k int) (s *Set, class []int, values []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = float64(r.IntN(30)) / 4
	}
	for i := range n {
		class = append(class, r.IntN(k))
		values = append(values, x[i*d]+r.NormFloat64())
	}
	s, _ = NewSet(method.Unstopped, x, d)
	return s, class, values
}

// same reports whether two trees have the same splits and predictions.
func same(a, b *Tree) bool {
	return slices.Equal(a.Order, b.Order) && slices.EqualFunc(a.Nodes, b.Nodes, func(p, q Node) bool {
		return p.Step == q.Step && p.Feature == q.Feature && p.At == q.At && p.N == q.N && p.Wins == q.Wins
	})
}

func grown(t *testing.T, s *Set, target Target, r Rules) *Tree {
	t.Helper()
	tree, err := Grow(method.Unstopped, s, &target, r)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// The specialized scans find what the general scan finds, to the bit.
func TestScans(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		s, class, values := cloud(seed, 5+r.IntN(80), 2, 2)
		target := Target{Class: class, K: 2}
		rules := Rules{Criterion: Gini, MaxDepth: 3, MinSplit: 2, MinLeaf: 1 + r.Int32N(4)}
		if seed%2 == 1 {
			target, rules.Criterion = Target{Values: values}, SquaredError
		}
		if seed%3 > 0 {
			target.Weight = make([]float64, s.N)
			for i := range target.Weight {
				target.Weight[i] = r.ExpFloat64() * float64(r.IntN(4))
			}
		}
		if seed%5 > 2 {
			target.Draws = make([]int32, s.N)
			for i := range target.Draws {
				target.Draws[i] = r.Int32N(3)
			}
		}
		g, err := Begin(method.Unstopped, s, &target, rules)
		if err != nil {
			t.Fatal(err)
		}
		for found := true; found; _, found, _ = g.Split() {
			for i := range g.Nodes {
				q := &g.Nodes[i]
				if q.Step > 0 || q.To-q.From < 2 {
					continue
				}
				for j := range s.D {
					rows, v := g.sorted[j][q.From:q.To], g.Tree.Values(int32(i))
					plain := best{feature: -1, bar: math.Inf(1), least: sameGain * q.Total}
					quick := plain
					g.scan(q, v, rows, s.cols[j], j, &plain, nil)
					if target.Class == nil {
						g.scanValues(q, v[0], rows, j, &quick)
					} else {
						g.scanTwo(q, v, rows, j, &quick)
					}
					if !reflect.DeepEqual(plain, quick) {
						t.Fatalf("seed %d, node %d, input %d: %+v, and by the scan of all kinds %+v", seed, i, j, quick, plain)
					}
				}
			}
		}
	}
}

// A row that is drawn twice acts as two rows, and a row of weight 2 has the same effect on impurity.
func TestDrawsAndWeights(t *testing.T) {
	for seed := range uint64(20) {
		s, class, values := cloud(seed, 60, 2, 3)
		r := rand.New(rand.NewPCG(seed, 2))
		draws := make([]int32, s.N)
		weight := make([]float64, s.N)
		var x, v []float64
		var c []int
		for i := range draws {
			draws[i] = int32(r.IntN(3))
			weight[i] = float64(draws[i])
			for range draws[i] {
				x = append(x, s.X[2*i:2*i+2]...)
				c, v = append(c, class[i]), append(v, values[i])
			}
		}
		again, _ := NewSet(method.Unstopped, x, 2)
		for _, rules := range []Rules{
			{Criterion: Gini, MaxDepth: 4, MinSplit: 2, MinLeaf: 3},
			{Criterion: Entropy, MaxDepth: 5, MinSplit: 2, MinLeaf: 1},
			{Criterion: SquaredError, MaxDepth: 4, MinSplit: 7, MinLeaf: 2},
		} {
			a, b, w := Target{Class: class, K: 3, Draws: draws}, Target{Class: c, K: 3},
				Target{Class: class, K: 3, Weight: weight}
			if rules.Criterion == SquaredError {
				a, b, w = Target{Values: values, Draws: draws}, Target{Values: v}, Target{Values: values, Weight: weight}
			}
			if !same(grown(t, s, a, rules), grown(t, again, b, rules)) {
				t.Errorf("seed %d, %s: draws are not rows", seed, rules.Criterion)
			}
			rules.MinLeaf, rules.MinSplit = 1, 2
			p, q := grown(t, s, w, rules), grown(t, again, b, rules)
			if !slices.Equal(p.Order, q.Order) || !slices.EqualFunc(p.Nodes, q.Nodes,
				func(p, q Node) bool { return p.Feature == q.Feature && p.At == q.At }) {
				t.Errorf("seed %d, %s: weights are not rows", seed, rules.Criterion)
			}
		}
	}
}

// Each split is the optimum found by brute force, also with weights; gains add up.
func TestBestSplit(t *testing.T) {
	for seed := range uint64(20) {
		s, class, values := cloud(seed, 40, 3, 3)
		r := rand.New(rand.NewPCG(seed, 3))
		weight := make([]float64, s.N)
		for i := range weight {
			weight[i] = r.Float64()
		}
		for _, c := range []Criterion{Gini, Entropy, Misclassification, SquaredError} {
			target := Target{Class: class, K: 3, Weight: weight}
			if c == SquaredError {
				target = Target{Values: values, Weight: weight}
			}
			tree := grown(t, s, target, Rules{Criterion: c, MaxDepth: 4, MinSplit: 2, MinLeaf: 2})
			for i := range tree.Nodes {
				q := &tree.Nodes[i]
				rows := tree.Rows[q.From:q.To]
				if got, want := q.Total, impurity(&target, c, rows); math.Abs(got-want) > 1e-9 {
					t.Fatalf("seed %d, %s: node %d has %v, want %v", seed, c, i, got, want)
				}
				if q.Step == 0 {
					continue
				}
				least := math.Inf(1)
				for j := range s.D {
					for _, at := range rows {
						var left, right []int32
						for _, row := range rows {
							if s.Value(row, j) <= s.Value(at, j) {
								left = append(left, row)
							} else {
								right = append(right, row)
							}
						}
						if len(left) >= 2 && len(right) >= 2 {
							least = min(least, impurity(&target, c, left)+impurity(&target, c, right))
						}
					}
				}
				l, r := &tree.Nodes[q.Left()], &tree.Nodes[q.Right()]
				if got := l.Total + r.Total; math.Abs(got-least) > 1e-9 || math.Abs(q.Gain-(q.Total-least)) > 1e-9 {
					t.Errorf("seed %d, %s: node %d leaves %v and gains %v, the best split leaves %v", seed, c, i, got, q.Gain, least)
				}
			}
		}
	}
}

// impurity computes the impurity of rows times their weight by its definition.
func impurity(t *Target, c Criterion, rows []int32) float64 {
	sum, of := 0.0, map[int]float64{}
	mean, out := 0.0, 0.0
	for _, row := range rows {
		w := t.counts(row)
		sum += w
		if t.Class != nil {
			of[t.Class[row]] += w
		} else {
			mean += w * t.Values[row]
		}
	}
	mean /= sum
	switch c {
	case SquaredError:
		for _, row := range rows {
			out += t.counts(row) * (t.Values[row] - mean) * (t.Values[row] - mean)
		}
		return out
	case Gini:
		out = 1
		for _, w := range of {
			out -= w / sum * w / sum
		}
	case Entropy:
		for _, w := range of {
			out -= w / sum * math.Log2(w/sum)
		}
	case Misclassification:
		out = 1
		for _, w := range of {
			out = min(out, 1-w/sum)
		}
	}
	return out * sum
}

// Random numbers depend only on the seed, not on the order in which nodes are split, nor on other trees.
func TestDrawn(t *testing.T) {
	s, class, _ := cloud(1, 200, 4, 2)
	target := Target{Class: class, K: 2}
	rules := Rules{Criterion: Gini, MaxDepth: NoLimit, MinSplit: 2, MinLeaf: 1, MaxFeatures: 2, Seed: 5}
	whole := grown(t, s, target, rules)
	if !same(whole, grown(t, s, target, rules)) {
		t.Error("the same seed gives another tree")
	}
	rules.MaxLeaves = 10 // a tree that stops earlier is the beginning of the whole
	if part := grown(t, s, target, rules); !slices.Equal(part.Order, whole.Order[:10]) {
		t.Errorf("splits %v, want %v", part.Order, whole.Order[:10])
	}
	rules.Seed, rules.MaxLeaves = 6, 0
	if same(whole, grown(t, s, target, rules)) {
		t.Error("another seed gives the same tree")
	}
	used := map[int32]int{}
	for seed := range uint64(400) {
		rules.Seed, rules.MaxFeatures, rules.MaxDepth = seed, 1, 1
		used[grown(t, s, target, rules).Nodes[0].Feature]++
	}
	for j := range int32(4) { // about 100 each, with a standard deviation of 8.7
		if used[j] < 60 || used[j] > 140 {
			t.Errorf("input %d was drawn %d times of 400", j, used[j])
		}
	}
	rules.Random, rules.MaxFeatures = true, 0
	low := 0
	for seed := range uint64(400) {
		rules.Seed = seed
		q := grown(t, s, target, rules).Nodes[0]
		if !(q.Below <= q.At && q.At < q.Above) {
			t.Fatalf("threshold %v does not lie between %v and %v", q.At, q.Below, q.Above)
		}
		if q.At < 3.6 {
			low++
		}
	}
	if low < 80 || low > 320 {
		t.Errorf("%d of 400 thresholds are in the lower half", low)
	}
}

type tired struct{ left int }

func (j *tired) Err() error {
	if j.left--; j.left < 0 {
		return errors.New("nobody waits")
	}
	return nil
}

// A canceled job ends the growth.
func TestStopped(t *testing.T) {
	s, class, _ := cloud(2, 20_000, 2, 3)
	job := &tired{3}
	if _, err := Grow(job, s, &Target{Class: class, K: 3},
		Rules{Criterion: Gini, MaxDepth: NoLimit, MinSplit: 2, MinLeaf: 1}); err == nil || job.left < -1 {
		t.Errorf("error %v, asked %d times after the first", err, -1-job.left)
	}
}

// Candidates lists all splits of a node, and the tree uses the best.
func TestCandidates(t *testing.T) {
	s, class, _ := cloud(3, 80, 2, 3)
	target, rules := Target{Class: class, K: 3}, Rules{Criterion: Gini, MaxDepth: 3, MinSplit: 2, MinLeaf: 2}
	tree := grown(t, s, target, rules)
	for i := range tree.Nodes {
		q, least := &tree.Nodes[i], math.Inf(1)
		if q.Step == 0 {
			continue
		}
		if err := Candidates(method.Unstopped, tree, s, &target, rules, int32(i), func(j int, below, above, rest float64) {
			least = min(least, rest)
			if j == int(q.Feature) && below == q.Below && above == q.Above && math.Abs(q.Total-rest-q.Gain) > 1e-9 {
				t.Errorf("node %d: the candidate leaves %v, the split gained %v of %v", i, rest, q.Gain, q.Total)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if math.Abs(q.Total-least-q.Gain) > 1e-9 {
			t.Errorf("node %d gains %v, the best candidate %v", i, q.Gain, q.Total-least)
		}
	}
}

func BenchmarkForest(b *testing.B) {
	s, class, _ := cloud(4, 500, 2, 2)
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		for k := range uint64(100) {
			draws := make([]int32, s.N)
			for range draws {
				draws[r.IntN(s.N)]++
			}
			if _, err := Grow(method.Unstopped, s, &Target{Class: class, K: 2, Draws: draws},
				Rules{Criterion: Gini, MaxDepth: NoLimit, MinSplit: 2, MinLeaf: 1, MaxFeatures: 1, Seed: k}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkValues(b *testing.B) {
	s, _, values := cloud(4, 500, 2, 2)
	for b.Loop() {
		for range 100 {
			if _, err := Grow(method.Unstopped, s, &Target{Values: values},
				Rules{Criterion: SquaredError, MaxDepth: 3, MinSplit: 2, MinLeaf: 1}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
