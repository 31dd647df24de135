package cart

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// some returns trees and what their nodes add to two planes.
func some(seed uint64, n, d, count int) (trees []*Tree, amounts [][]int64) {
	s, class, _ := cloud(seed, n, d, 3)
	f := NewFixed(float64(count))
	for k := range count {
		t, _ := Grow(method.Unstopped, s, &Target{Class: class, K: 3},
			Rules{Criterion: Gini, MaxDepth: int32(k), MinSplit: 2, MinLeaf: 1, MaxFeatures: 1, Seed: seed + uint64(k)})
		var a []int64
		for i := range t.Nodes {
			v, sum := t.Values(int32(i)), t.Nodes[i].Weight
			a = append(a, f.Of(v[0]/sum), f.Of(v[1]/sum))
		}
		trees, amounts = append(trees, t), append(amounts, a)
	}
	return trees, amounts
}

// at returns the sum at a point, tree by tree.
func at(trees []*Tree, amounts [][]int64, x []float64) (sum [2]int64) {
	for k, t := range trees {
		i := int(t.Leaf(x, int32(t.Steps())))
		sum[0] += amounts[k][2*i]
		sum[1] += amounts[k][2*i+1]
	}
	return sum
}

// The sum by rectangles equals, to the bit, the sum of the trees' predictions at each grid node: for all orientations,
// with nodes on thresholds, and for a few rows of the grid.
func TestSumOfRectangles(t *testing.T) {
	for seed := range uint64(8) {
		trees, amounts := some(seed, 80, 2, 12)
		r := rand.New(rand.NewPCG(seed, 5))
		for _, g := range []picture.Grid{
			{X0: -1, Y0: 9, DX: 0.11, DY: -0.13, W: 90, H: 80},
			{X0: 8, Y0: -1, DX: -0.125, DY: 0.125, W: 75, H: 80}, // thresholds are multiples of 1/8
			{X0: 0, Y0: 8, DX: 0.125, DY: -0.125, W: 61, H: 66},
			{X0: r.Float64() * 7, Y0: r.Float64() * 7, DX: 1e-3, DY: 1e-3, W: 33, H: 20},
			{X0: 3, Y0: 3, DX: 0, DY: 0, W: 1, H: 1},
			{X0: 100, Y0: 100, DX: 1, DY: 1, W: 3, H: 2},
			(picture.Grid{X0: 0, Y0: 8, DX: 0.25, DY: -0.1, W: 30, H: 80}).Rows(31, 52),
		} {
			s := NewSum(g, 2)
			for k, tree := range trees {
				s.Add(tree, int32(tree.Steps()), amounts[k])
			}
			rows := 0
			if err := s.Rows(method.Unstopped, func(y int, sums []int64) {
				rows++
				for x := range g.W {
					if want := at(trees, amounts, []float64{g.X(x), g.Y(y)}); sums[x] != want[0] || sums[g.W+x] != want[1] {
						t.Fatalf("seed %d, %+v: %d, %d at node %d, %d, want %v", seed, g, sums[x], sums[g.W+x], x, y, want)
					}
				}
			}); err != nil || rows != g.H {
				t.Errorf("%d rows of %d, error %v", rows, g.H, err)
			}
		}
	}
	s := NewSum(picture.Grid{W: 4, H: 40, DX: 1, DY: 1}, 1)
	stop, cancel := context.WithCancel(context.Background())
	cancel()
	if s.Rows(stop, func(int, []int64) {}) == nil {
		t.Error("nobody waits, and it sums")
	}
}

// The sum of a tree after some of its splits uses the leaves at that step.
func TestSumOfStages(t *testing.T) {
	trees, amounts := some(3, 60, 2, 9)
	tree := trees[8]
	g := picture.Grid{X0: 0, Y0: 0, DX: 0.3, DY: 0.3, W: 25, H: 25}
	for k := range int32(tree.Steps()) + 1 {
		s := NewSum(g, 2)
		s.Add(tree, k, amounts[8])
		_ = s.Rows(method.Unstopped, func(y int, sums []int64) {
			for x := range g.W {
				if i := tree.Leaf([]float64{g.X(x), g.Y(y)}, k); sums[x] != amounts[8][2*i] {
					t.Fatalf("after %d splits: %d at %d, %d", k, sums[x], x, y)
				}
			}
		})
	}
}

// On a line, the sums are step functions, equal to the bit, also at the thresholds.
func TestSumOnTheLine(t *testing.T) {
	for seed := range uint64(8) {
		trees, amounts := some(seed, 40, 1, 12)
		l := NewLine(trees, 2, amounts)
		places := append([]float64{math.Inf(-1), math.Inf(1)}, l.At...)
		for x := -1.0; x < 9; x += 0.01 {
			places = append(places, x)
		}
		for _, at0 := range l.At {
			places = append(places, math.Nextafter(at0, 100))
		}
		for _, x := range places {
			want := at(trees, amounts, []float64{x})
			if got := l.Sums(x); got[0] != want[0] || got[1] != want[1] {
				t.Fatalf("seed %d: %v at %v, want %v", seed, got, x, want)
			}
		}
	}
	if l := NewLine(nil, 1, nil); l.Sums(3)[0] != 0 {
		t.Error("no trees have a sum")
	}
}

// Fixed rounds to the nearest multiple, for numbers of all sizes, and sums do not overflow.
func TestFixed(t *testing.T) {
	for _, bound := range []float64{1e-300, 1e-9, 0.7, 1, 100, 1e12, 1e300} {
		f := NewFixed(bound)
		for _, x := range []float64{0, bound, -bound, bound / 3} {
			if n := f.Of(x); math.Abs(float64(n)) > 1<<62 || math.Abs(f.Float(n)-x) > bound*0x1p-52 {
				t.Errorf("%v of at most %v is %d units, %v", x, bound, n, f.Float(n))
			}
		}
	}
	if f := NewFixed(0); f.Float(f.Of(0)) != 0 {
		t.Error("0 is not 0")
	}
}

func BenchmarkSum(b *testing.B) {
	trees, amounts := some(4, 500, 2, 100)
	g := picture.Grid{X0: 0, Y0: 8, DX: 8.0 / 480, DY: -8.0 / 320, W: 480, H: 320}
	out := make([]float32, g.W*g.H)
	for b.Loop() {
		s := NewSum(g, 1)
		for k, t := range trees {
			var one []int64
			for i := 0; i < len(amounts[k]); i += 2 {
				one = append(one, amounts[k][i])
			}
			s.Add(t, int32(t.Steps()), one)
		}
		_ = s.Rows(method.Unstopped, func(y int, sums []int64) {
			for x, n := range sums {
				out[y*g.W+x] = float32(n)
			}
		})
	}
}
