package kdtree

import (
	"math"
	"slices"
)

// tree is a balanced k-d tree (Friedman, Bentley, Finkel, ACM TOMS 3, 1977). Node k covers a range of order; its
// children 2k+1 and 2k+2 cover the halves of that range.
type tree struct {
	order []int32 // points, node by node
	axis  []uint16
	split []float64
}

// onePlace is the axis of a node whose points all coincide. It has no children, whatever their number.
const onePlace = math.MaxUint16

// leafSize is the largest number of points that a tree does not divide further.
const leafSize = 10

func newTree(s *Points) *tree {
	t := &tree{order: make([]int32, s.N)}
	for i := range t.order {
		t.order[i] = int32(i)
	}
	nodes := 1
	for m := s.N; m > leafSize; m = (m + 1) / 2 {
		nodes = 2*nodes + 1
	}
	t.axis, t.split = make([]uint16, nodes), make([]float64, nodes)
	t.build(s, 0, 0, s.N)
	return t
}

func (t *tree) build(s *Points, node, lo, hi int) {
	if hi-lo <= leafSize {
		return
	}
	d := s.D
	axis, wide := 0, -1.0
	for a := range d {
		least, most := math.Inf(1), math.Inf(-1)
		for _, p := range t.order[lo:hi] {
			c := s.Z[int(p)*d+a]
			least, most = min(least, c), max(most, c)
		}
		if most-least > wide {
			axis, wide = a, most-least
		}
	}
	if wide == 0 {
		// The search takes them in the order of their indices and can stop early.
		t.axis[node] = onePlace
		slices.Sort(t.order[lo:hi])
		return
	}
	mid := (lo + hi) / 2
	divide(t.order[lo:hi], mid-lo, func(p int32) float64 { return s.Z[int(p)*d+axis] })
	t.axis[node], t.split[node] = uint16(axis), s.Z[int(t.order[mid])*d+axis]
	t.build(s, 2*node+1, lo, mid)
	t.build(s, 2*node+2, mid, hi)
}

// divide reorders list so that no entry before k has a larger value than entry k, and none after it a smaller one
// (Hoare, 1961).
func divide(list []int32, k int, value func(int32) float64) {
	lo, hi := 0, len(list)-1
	for lo < hi {
		pivot := value(list[(lo+hi)/2])
		i, j := lo, hi
		for i <= j {
			for value(list[i]) < pivot {
				i++
			}
			for value(list[j]) > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
