package cart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/method"
)

// plain returns n rows of two inputs in different units; on a grid, many are collinear and some coincide.
func plain(seed uint64, n int, grid bool) (s *Set, class []int, values []float64) {
	r := rand.New(rand.NewPCG(seed, 3))
	var x []float64
	for range n {
		a, b := r.NormFloat64(), r.NormFloat64()
		if grid {
			a, b = math.Round(2*a), math.Round(2*b)
		}
		c := 0
		if a+b+0.7*r.NormFloat64() > 0 {
			c++
		}
		if a-b+r.NormFloat64() > 1 {
			c = 2
		}
		x = append(x, 5+a, 1000*b)
		class, values = append(class, c), append(values, a*b+r.NormFloat64())
	}
	s, _ = NewSet(method.Unstopped, x, 2)
	return s, class, values
}

// bestLine returns the least impurity that a line leaves, by exhaustive search: between each two directions in which
// two rows are level, all thresholds between two rows.
func bestLine(s *Set, t *Target, c Criterion, rows []int32, minLeaf int) float64 {
	u := func(row int32) (x, y float64) { return s.X[2*row] / s.Range(0), s.X[2*row+1] / s.Range(1) }
	var level []float64
	for _, i := range rows {
		for _, j := range rows {
			ax, ay := u(i)
			bx, by := u(j)
			if ax != bx || ay != by {
				a := math.Atan2(by-ay, bx-ax)
				level = append(level, math.Mod(a+math.Pi+1e-12, math.Pi))
			}
		}
	}
	slices.Sort(level)
	if len(level) > 0 {
		level = append(level, level[0]+math.Pi)
	}
	least := math.Inf(1)
	for k := 1; k < len(level); k++ {
		if level[k]-level[k-1] < 1e-9 {
			continue
		}
		a := (level[k] + level[k-1]) / 2
		height := func(row int32) float64 { x, y := u(row); return -math.Sin(a)*x + math.Cos(a)*y }
		order := slices.Clone(rows)
		slices.SortFunc(order, func(i, j int32) int {
			switch a, b := height(i), height(j); {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		})
		for n := max(minLeaf, 1); n <= len(order)-max(minLeaf, 1); n++ {
			i, j := order[n-1], order[n]
			if s.X[2*i] == s.X[2*j] && s.X[2*i+1] == s.X[2*j+1] {
				continue
			}
			l, r := order[:n], order[n:]
			least = min(least, impurity(t, c, l)+impurity(t, c, r))
		}
	}
	return least
}

// below returns the rows that reach node i.
func below(t *Tree, s *Set, i int32) (rows []int32) {
	for row := range int32(s.N) {
		at := int32(0)
		for at != i && t.Nodes[at].Step > 0 {
			if q := &t.Nodes[at]; q.Of(s.X[2*row:2*row+2]) <= q.At {
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

// Each oblique split is the best of all lines, found by exhaustive search; splits are axis-parallel only where no line
// is better.
func TestSlantedIsTheBest(t *testing.T) {
	slanted := 0
	for seed := range uint64(24) {
		s, class, values := plain(seed, 18, seed%2 == 1)
		weight := make([]float64, s.N)
		for i, c := range class {
			weight[i] = []float64{1, 0.3, 2.7}[c]
		}
		for _, c := range []struct {
			target  Target
			by      Criterion
			minLeaf int32
		}{
			{Target{Class: class, K: 3}, Gini, 1}, {Target{Class: class, K: 3}, Gini, 4},
			{Target{Class: class, K: 3}, Entropy, 1},
			{Target{Class: class, K: 3, Weight: weight}, Gini, 1}, {Target{Class: class, K: 3, Weight: weight}, Entropy, 2},
			{Target{Class: class, K: 3}, Misclassification, 1}, {Target{Values: values}, SquaredError, 1},
			{Target{Values: values}, SquaredError, 3},
		} {
			tree := grown(t, s, c.target, Rules{Criterion: c.by, MaxDepth: 100, MinSplit: 2, MinLeaf: c.minLeaf, Oblique: true})
			for i := range tree.Nodes {
				q := &tree.Nodes[i]
				rows := below(tree, s, int32(i))
				if len(rows) != int(q.N) {
					t.Fatalf("seed %d, %s: node %d has %d rows, its questions lead %d to it", seed, c.by, i, q.N, len(rows))
				}
				if q.Step == 0 {
					continue
				}
				want := bestLine(s, &c.target, c.by, rows, int(c.minLeaf))
				left := q.Total - q.Gain
				if math.Abs(left-want) > 1e-9*(1+q.Total) {
					t.Errorf("seed %d, %s, at least %d rows: node %d of %d rows leaves %g, a line leaves %g", seed, c.by, c.minLeaf, i,
						len(rows), left, want)
				}
				sides := tree.Nodes[q.Left()].Total + tree.Nodes[q.Right()].Total
				if math.Abs(sides-left) > 1e-9*(1+q.Total) {
					t.Errorf("seed %d, %s: node %d tells to leave %g, and leaves %g", seed, c.by, i, left, sides)
				}
				if q.Tilt != 0 {
					slanted++
				}
				for _, row := range rows {
					if x := q.Of(s.X[2*row : 2*row+2]); x > q.Below && x < q.Above {
						t.Errorf("seed %d: a row lies within the street of node %d", seed, i)
					}
				}
			}
		}
	}
	if slanted < 300 {
		t.Errorf("only %d slanted questions: the test tests little", slanted)
	}
}

// Linearly separable rows are separated by a single split with nearly the widest margin.
func TestOneLineParts(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 4))
		a := math.Pi * r.Float64()
		var x []float64
		var class []int
		n := 30
		if seed%3 == 0 {
			n = 6 * Exactly // by local search
		}
		for len(class) < n {
			u, v := 2*r.Float64()-1, 2*r.Float64()-1
			d := math.Cos(a)*u + math.Sin(a)*v
			if math.Abs(d) < 0.05 {
				continue
			}
			c := 0
			if d > 0 {
				c = 1
			}
			class, x = append(class, c), append(x, u, v)
		}
		s, _ := NewSet(method.Unstopped, x, 2)
		tree := grown(t, s, Target{Class: class, K: 2}, Rules{Criterion: Gini, MaxDepth: 100, MinSplit: 2, MinLeaf: 1,
			Oblique: true})
		if tree.Steps() != 1 {
			t.Errorf("seed %d, %d rows: %d questions", seed, n, tree.Steps())
			continue
		}
		q := &tree.Nodes[0]
		if wide := (q.Above - q.Below) / math.Hypot(1, q.Tilt); q.Tilt != 0 && wide < 0.07 {
			t.Errorf("seed %d: the street is %g wide", seed, wide)
		}
	}
}

// Local search is never worse than the best axis-parallel split, and close to the best of all lines.
func TestLocalSearch(t *testing.T) {
	worst := 0.0
	for seed := range uint64(10) {
		s, class, values := plain(40+seed, 2*Exactly+40, seed%3 == 2)
		for _, target := range []Target{{Class: class, K: 3}, {Values: values}} {
			r := Rules{Criterion: Gini, MaxDepth: 1, MinSplit: 2, MinLeaf: 1}
			if target.Values != nil {
				r.Criterion = SquaredError
			}
			straight := grown(t, s, target, r).Nodes[0]
			r.Oblique = true
			local := grown(t, s, target, r).Nodes[0]
			if local.Gain < straight.Gain {
				t.Errorf("seed %d: local search takes %g off, a question about one input %g", seed, local.Gain, straight.Gain)
			}
			// All lines, as in a small node.
			g := &Grower{Tree: &Tree{K: max(target.K, 1)}, set: s, target: &target, rules: r, job: method.Unstopped,
				lefts: make([]float64, max(target.K, 1)), rights: make([]float64, max(target.K, 1))}
			g.weigh()
			tree := grown(t, s, target, r)
			o := newSlanter(g, &local, tree.Values(0), tree.Rows, 1e-12)
			bar := math.Inf(1)
			for p := range o.sites {
				if t, rest := o.sweep(int32(p), bar); t.pivot >= 0 {
					bar = rest
				}
			}
			worst = max(worst, 1-local.Gain/(local.Total-bar))
		}
	}
	t.Logf("local search takes off at most %.2g %% less than all lines", 100*worst)
	if worst > 0.02 {
		t.Errorf("local search takes off %g less than all lines", worst)
	}
}

// Units, shifts and the order of the rows do not change any split.
func TestUnitsSayNothing(t *testing.T) {
	for seed := range uint64(10) {
		s, class, _ := plain(seed, 50, false)
		r := Rules{Criterion: Gini, MaxDepth: 100, MinSplit: 2, MinLeaf: 1, Oblique: true}
		a := grown(t, s, Target{Class: class, K: 3}, r)
		order := rand.New(rand.NewPCG(seed, 5)).Perm(s.N)
		x := make([]float64, 2*s.N)
		c := make([]int, s.N)
		for k, i := range order {
			x[2*k], x[2*k+1], c[k] = 1024*s.X[2*i], s.X[2*i+1]/4096, class[i]
		}
		o, _ := NewSet(method.Unstopped, x, 2)
		b := grown(t, o, Target{Class: c, K: 3}, r)
		if len(a.Nodes) != len(b.Nodes) {
			t.Fatalf("seed %d: %d nodes, then %d", seed, len(a.Nodes), len(b.Nodes))
		}
		for i := range a.Nodes {
			p, q := &a.Nodes[i], &b.Nodes[i]
			if p.Feature != q.Feature || p.N != q.N || p.Wins != q.Wins || p.Step > 0 &&
				math.Abs(s.Direction(p)-o.Direction(q)) > 0.1 {
				t.Errorf("seed %d: node %d is %+v, then %+v", seed, i, *p, *q)
			}
		}
	}
}

// Direction finds the best split in each direction.
func TestDirections(t *testing.T) {
	s, class, _ := plain(3, 40, false)
	target := Target{Class: class, K: 3}
	tree := grown(t, s, target, Rules{Criterion: Gini, MaxDepth: 1, MinSplit: 2, MinLeaf: 1, Oblique: true})
	least, told := math.Inf(1), 0
	for k := range 36 {
		err := Direction(method.Unstopped, tree, s, &target, Rules{Criterion: Gini, MinLeaf: 1}, 0, math.Pi*float64(k)/36,
			func(feature int, tilt, below, above, rest float64) {
				told++
				q := Node{Feature: int32(feature), Tilt: tilt}
				if d := s.Direction(&q); math.Abs(d-math.Pi*float64(k)/36) > 1e-9 {
					t.Errorf("direction %d is %g", k, d)
				}
				var l, r []int32
				for row := range int32(s.N) {
					if q.Of(s.X[2*row:2*row+2]) <= Between(below, above) {
						l = append(l, row)
					} else {
						r = append(r, row)
					}
				}
				if want := impurity(&target, Gini, l) + impurity(&target, Gini, r); math.Abs(rest-want) > 1e-9 {
					t.Errorf("direction %d leaves %g, told is %g", k, want, rest)
				}
				least = min(least, rest)
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	q := &tree.Nodes[0]
	if told != 36 || least < q.Total-q.Gain-1e-9 {
		t.Errorf("%d directions, the best leaves %g, the tree %g", told, least, q.Total-q.Gain)
	}
}

func BenchmarkSlanted(b *testing.B) {
	for _, n := range []int{200, Exactly, 2000, 20_000} {
		s, class, _ := plain(1, n, false)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Grow(method.Unstopped, s, &Target{Class: class, K: 3},
					Rules{Criterion: Gini, MaxDepth: 4, MinSplit: 2, MinLeaf: 1, Oblique: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
