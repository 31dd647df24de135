package cart

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The scan for Gini impurity and integer weights finds what the general scan finds, to the bit, for any number of
// classes.
func TestScanOfIntegers(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		k := 2 + r.IntN(4)
		s, class, _ := cloud(seed, 5+r.IntN(80), 2, k)
		target := Target{Class: class, K: k}
		if seed%3 > 0 {
			target.Weight = make([]float64, s.N)
			for i := range target.Weight {
				target.Weight[i] = float64(r.IntN(4))
			}
		}
		if seed%5 > 2 {
			target.Draws = make([]int32, s.N)
			for i := range target.Draws {
				target.Draws[i] = r.Int32N(3)
			}
		}
		g, err := Begin(method.Unstopped, s, &target, Rules{Criterion: Gini, MaxDepth: 3, MinSplit: 2,
			MinLeaf: 1 + r.Int32N(4)})
		if err != nil {
			t.Fatal(err)
		}
		if !g.whole {
			t.Fatal("integers are not whole")
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
					g.scanGini(q, v, rows, j, &quick)
					if !reflect.DeepEqual(plain, quick) {
						t.Fatalf("seed %d, node %d, input %d: %+v, and by the scan of all kinds %+v", seed, i, j, quick, plain)
					}
				}
			}
		}
	}
}

// Entropy by the table is that by the formula; a pure node has exactly none.
func TestEntropyByTable(t *testing.T) {
	table, r := newPlogp(1000), rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		v, sum := make([]float64, 1+r.IntN(4)), 0.0
		for c := range v {
			v[c] = float64(r.IntN(250))
			sum += v[c]
		}
		a, b := Entropy.Total(v, sum, table), Entropy.Total(v, sum, nil)
		if math.Abs(a-b) > 1e-10 || b == 0 && a != 0 {
			t.Errorf("%v: %v by the table, %v by the formula", v, a, b)
		}
	}
}

// The directions of sites come in ascending order, and the sums of squares tell the impurity of each line.
func TestSweepsOfLines(t *testing.T) {
	for seed := range uint64(20) {
		s, class, _ := plain(seed, 20+int(seed)*12, seed%2 == 0)
		g, err := Begin(method.Unstopped, s, &Target{Class: class, K: 3}, Rules{Criterion: Gini, MinSplit: 2, MinLeaf: 1})
		if err != nil {
			t.Fatal(err)
		}
		q, v := &g.Nodes[0], g.Tree.Values(0)
		quick := newSlanter(g, q, v, g.sorted[0], 0)
		slow := newSlanter(g, q, v, g.sorted[0], 0)
		quick.quick, slow.quick = true, false
		for p := range quick.sites {
			a, rest := quick.sweep(int32(p), math.Inf(1))
			order := slices.Clone(quick.turn)
			b, want := slow.sweep(int32(p), math.Inf(1))
			if math.Abs(rest-want) > 1e-9 || a.pivot != b.pivot {
				t.Errorf("seed %d, pivot %d: the best line leaves %v, want %v", seed, p, rest, want)
			}
			if !slices.IsSorted(order) {
				t.Errorf("seed %d, pivot %d: the directions are not sorted", seed, p)
			}
		}
	}
}

// The rectangles of the leaves add up to the same as all trees at each node.
func TestRectanglesAreNodeByNode(t *testing.T) {
	trees, amounts := some(2, 60, 2, 7)
	g := picture.Grid{X0: -1, Y0: 8, DX: 0.125, DY: -0.2, W: 70, H: 50}
	s := NewSum(g, 2)
	var all []summand
	for k, tree := range trees {
		all = append(all, summand{tree, int32(min(tree.Steps(), 9)), amounts[k]})
		s.Add(tree, all[k].k, amounts[k])
	}
	var want [][]int64
	if err := s.byNode(method.Unstopped, all, func(_ int, sums []int64) { want = append(want, sums) }); err != nil {
		t.Fatal(err)
	}
	if err := s.Rows(method.Unstopped, func(y int, sums []int64) {
		if !slices.Equal(sums, want[y]) {
			t.Errorf("row %d: %v, want %v", y, sums, want[y])
		}
	}); err != nil || len(want) != g.H {
		t.Errorf("%d rows, %v", len(want), err)
	}
}
