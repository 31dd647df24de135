package kdtree

import (
	"sync"
)

// Points is a set of N points with D coordinates each, row by row in Z, with a metric.
type Points struct {
	Metric
	N, D int
	Z    []float64
}

// Key returns the key of the distance between a position and point i.
func (p *Points) Key(q []float64, i int) float64 {
	return p.Between(q, p.Z[i*p.D:i*p.D+len(q)])
}

// few is the number of coordinates for which a sum is not worth ending early.
const few = 8

// keyUpTo is Key, but it may return any number greater than most if the key is greater than most.
func (p *Points) keyUpTo(q []float64, i int, most float64) float64 {
	if !fastEnd || p.Kind != Euclidean || len(q) <= few {
		return p.Key(q, i)
	}
	z := p.Z[i*p.D : i*p.D+len(q)]
	k := 0.0
	for ; len(q) >= 8 && k <= most; q, z = q[8:], z[8:] {
		for j, c := range (*[8]float64)(z) {
			t := (*[8]float64)(q)[j] - c
			k += float64(t * t)
		}
	}
	if k > most {
		return k
	}
	for j, c := range z {
		t := q[j] - c
		k += float64(t * t)
	}
	return k
}

// Index finds points. It is safe for concurrent use.
type Index struct {
	*Points
	once sync.Once
	tree *tree
}

// NewIndex returns an index of p, which must not change. The first search with many queries builds the tree.
func NewIndex(p *Points) *Index { return &Index{Points: p} }

// Search holds the memory for a series of searches. It is not safe for concurrent use.
type Search struct {
	*Points
	tree *tree // nil = search all points
	k    int
	// The nearest points so far, as a heap with the farthest on top.
	keys []float64
	ids  []int32
	seen int // number of points visited with the tree, over all searches
}

// Search returns a Search for the k >= 1 nearest points, or all if there are fewer; k = 0 is for Within alone. queries
// is the expected number of searches: a few are faster without a tree.
func (x *Index) Search(k, queries int) *Search {
	s := &Search{Points: x.Points, k: min(k, x.N)}
	if fastTree && queries > 8 && s.N > 4*leafSize {
		x.once.Do(func() { x.tree = newTree(x.Points) })
		s.tree = x.tree
	}
	return s
}

// Nearest returns the points nearest to q and the keys of their distances, in increasing order, ties by index. The
// slices are valid until the next search.
func (s *Search) Nearest(q []float64) (ids []int32, keys []float64) {
	s.nearest(q)
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

// Others is Nearest for point i without the point itself: s, which searches k points, returns k − 1, or all others.
func (s *Search) Others(i int) (ids []int32, keys []float64) {
	ids, keys = s.Nearest(s.Z[i*s.D : (i+1)*s.D])
	at := len(ids) - 1 // the point itself may be missing if many coincide with it
	for c, id := range ids {
		if int(id) == i {
			at = c
			break
		}
	}
	copy(ids[at:], ids[at+1:])
	copy(keys[at:], keys[at+1:])
	return ids[:len(ids)-1], keys[:len(keys)-1]
}

// Reach returns the key of the farthest of the points nearest to q.
func (s *Search) Reach(q []float64) float64 {
	s.nearest(q)
	return s.keys[0]
}

// nearest leaves the nearest points in s.ids and s.keys, in heap order.
func (s *Search) nearest(q []float64) {
	s.keys, s.ids = s.keys[:0], s.ids[:0]
	if s.tree != nil {
		s.visit(q, 0, 0, s.N)
		return
	}
	for i := range s.N {
		s.offer(s.key(q, i), int32(i))
	}
}

// key returns the key of point i, or any key that is too large if the point is not among the nearest.
func (s *Search) key(q []float64, i int) float64 {
	if !fastEnd || s.D <= few || len(s.keys) < s.k {
		return s.Key(q, i)
	}
	return s.keyUpTo(q, i, s.keys[0])
}

func (s *Search) visit(q []float64, node, lo, hi int) {
	t := s.tree
	if hi-lo <= leafSize {
		s.seen += hi - lo
		for _, id := range t.order[lo:hi] {
			s.offer(s.key(q, int(id)), id)
		}
		return
	}
	if t.axis[node] == onePlace {
		key := s.Key(q, int(t.order[lo]))
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
	off := q[t.axis[node]] - t.split[node]
	if off < 0 {
		s.visit(q, 2*node+1, lo, mid)
	} else {
		s.visit(q, 2*node+2, mid, hi)
	}
	// No point beyond the splitting plane is nearer than the plane itself.
	if len(s.keys) == s.k && s.beyond(off, s.keys[0]) {
		return
	}
	if off < 0 {
		s.visit(q, 2*node+2, mid, hi)
	} else {
		s.visit(q, 2*node+1, lo, mid)
	}
}

// beyond reports whether all points on the other side of a plane at distance off have greater keys than most. The
// tolerance allows for rounding of powers.
func (s *Search) beyond(off, most float64) bool { return s.Term(off) > most*(1+1e-12) }

// Within calls use for each point whose distance from q, as Length computes it, is at most r. Their order depends on
// the tree.
func (s *Search) Within(q []float64, r float64, use func(i int)) {
	s.within(q, r, s.KeyOf(r)*(1+1e-9), use, 0, 0, s.N)
}

// within is Within for a node. No point within r has a greater key than most.
func (s *Search) within(q []float64, r, most float64, use func(i int), node, lo, hi int) {
	t := s.tree
	switch {
	case t == nil:
		for i := range s.N {
			if key := s.keyUpTo(q, i, most); key <= most && s.Length(key) <= r {
				use(i)
			}
		}
	case hi-lo <= leafSize || t.axis[node] == onePlace:
		for _, id := range t.order[lo:hi] {
			if key := s.keyUpTo(q, int(id), most); key <= most && s.Length(key) <= r {
				use(int(id))
			}
		}
	default:
		mid := (lo + hi) / 2
		off := q[t.axis[node]] - t.split[node]
		if off < 0 || !s.beyond(off, most) {
			s.within(q, r, most, use, 2*node+1, lo, mid)
		}
		if off >= 0 || !s.beyond(off, most) {
			s.within(q, r, most, use, 2*node+2, mid, hi)
		}
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
