package neighbors

import (
	"math"
	"slices"
	"sync"
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

func newTree(s *Space) *tree {
	t := &tree{order: make([]int32, s.n)}
	for i := range t.order {
		t.order[i] = int32(i)
	}
	nodes := 1
	for m := s.n; m > leafSize; m = (m + 1) / 2 {
		nodes = 2*nodes + 1
	}
	t.axis, t.split = make([]uint16, nodes), make([]float64, nodes)
	t.build(s, 0, 0, s.n)
	return t
}

func (t *tree) build(s *Space, node, lo, hi int) {
	if hi-lo <= leafSize {
		return
	}
	d := s.d
	axis, wide := 0, -1.0
	for a := range d {
		least, most := math.Inf(1), math.Inf(-1)
		for _, p := range t.order[lo:hi] {
			c := s.z[int(p)*d+a]
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
	divide(t.order[lo:hi], mid-lo, func(p int32) float64 { return s.z[int(p)*d+axis] })
	t.axis[node], t.split[node] = uint16(axis), s.z[int(t.order[mid])*d+axis]
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

// Index finds nearest neighbours in a space. It is safe for concurrent use.
type Index struct {
	*Space
	once sync.Once
	tree *tree
}

// NewIndex returns an index of s. The first search with many queries builds the tree.
func NewIndex(s *Space) *Index { return &Index{Space: s} }

// Search holds the memory for a series of searches. It is not safe for concurrent use.
type Search struct {
	*Space
	tree *tree // nil = search all points
	k    int
	q    []float64
	// The nearest points so far, as a heap with the farthest on top.
	keys []float64
	ids  []int32
	seen int // number of points visited with the tree, over all searches
}

// Search returns a Search for the k nearest points, or all if there are fewer. queries is the expected number of
// searches: a few are faster without a tree.
func (x *Index) Search(k, queries int) *Search {
	s := &Search{Space: x.Space, k: min(k, x.n), q: make([]float64, x.d)}
	if queries > 8 && x.n > 4*leafSize {
		x.once.Do(func() { x.tree = newTree(x.Space) })
		s.tree = x.tree
	}
	return s
}

// Nearest returns the nearest points to x and the keys of their distances, in increasing order, ties by index. The
// slices are valid until the next search.
func (s *Search) Nearest(x []float64) (ids []int32, keys []float64) {
	s.nearest(x)
	// Repeatedly takes the farthest point off the heap.
	ids, keys = s.ids, s.keys
	for m := len(keys) - 1; m > 0; m-- {
		k, id := keys[m], ids[m]
		top, topID := keys[0], ids[0]
		sink(keys[:m], ids[:m], k, id)
		keys[m], ids[m] = top, topID
	}
	return ids, keys
}

// nearest leaves the nearest points in s.ids and s.keys, in heap order.
func (s *Search) nearest(x []float64) {
	s.keys, s.ids = s.keys[:0], s.ids[:0]
	s.Map(x, s.q)
	if s.tree != nil {
		s.visit(0, 0, s.n)
		return
	}
	for i := range s.n {
		s.offer(s.key(s.q, i), int32(i))
	}
}

func (s *Search) visit(node, lo, hi int) {
	t := s.tree
	if hi-lo <= leafSize {
		s.seen += hi - lo
		for i := lo; i < hi; i++ {
			s.offer(s.key(s.q, int(t.order[i])), t.order[i])
		}
		return
	}
	if t.axis[node] == onePlace {
		key := s.key(s.q, int(t.order[lo]))
		for _, id := range t.order[lo:hi] {
			s.seen++
			if len(s.keys) == s.k && !farther(s.keys[0], s.ids[0], key, id) {
				return // those after it are no nearer
			}
			s.offer(key, id)
		}
		return
	}
	mid := (lo + hi) / 2
	a := int(t.axis[node])
	off := s.q[a] - t.split[node]
	if off < 0 {
		s.visit(2*node+1, lo, mid)
	} else {
		s.visit(2*node+2, mid, hi)
	}
	// No point beyond the splitting plane is nearer than the plane itself. The tolerance allows for rounding of powers.
	if len(s.keys) == s.k && s.term(off) > s.keys[0]*(1+1e-12) {
		return
	}
	if off < 0 {
		s.visit(2*node+2, mid, hi)
	} else {
		s.visit(2*node+1, lo, mid)
	}
}

// offer keeps a point if it is among the nearest so far.
func (s *Search) offer(key float64, id int32) {
	m := len(s.keys)
	if m < s.k {
		s.keys, s.ids = append(s.keys, key), append(s.ids, id)
		for m > 0 {
			up := (m - 1) / 2
			if !farther(key, id, s.keys[up], s.ids[up]) {
				break
			}
			s.keys[m], s.ids[m] = s.keys[up], s.ids[up]
			m = up
		}
		s.keys[m], s.ids[m] = key, id
		return
	}
	if farther(s.keys[0], s.ids[0], key, id) {
		sink(s.keys, s.ids, key, id)
	}
}

func farther(key float64, id int32, key2 float64, id2 int32) bool {
	return key > key2 || key == key2 && id > id2
}

// sink replaces the top of a heap.
func sink(keys []float64, ids []int32, key float64, id int32) {
	i := 0
	for {
		c := 2*i + 1
		if c >= len(keys) {
			break
		}
		if c+1 < len(keys) && farther(keys[c+1], ids[c+1], keys[c], ids[c]) {
			c++
		}
		if !farther(keys[c], ids[c], key, id) {
			break
		}
		keys[i], ids[i] = keys[c], ids[c]
		i = c
	}
	keys[i], ids[i] = key, id
}
