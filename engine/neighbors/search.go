package neighbors

import "pointscape/engine/kdtree"

// Index finds nearest neighbours in a space. It is safe for concurrent use.
type Index struct {
	*Space
	mapped *kdtree.Index
}

// NewIndex returns an index of s. The first search with many queries builds a tree.
func NewIndex(s *Space) *Index { return &Index{s, kdtree.NewIndex(&s.Points)} }

// Search holds the memory for a series of searches. It is not safe for concurrent use.
type Search struct {
	space  *Space
	mapped *kdtree.Search
	q      []float64
}

// Search returns a Search for the k nearest points, or all if there are fewer. queries is the expected number of
// searches: a few are faster without a tree.
func (x *Index) Search(k, queries int) *Search {
	return &Search{x.Space, x.mapped.Search(k, queries), make([]float64, x.D)}
}

// Nearest returns the nearest points to x and the keys of their distances, in increasing order, ties by index. The
// slices are valid until the next search.
func (s *Search) Nearest(x []float64) (ids []int32, keys []float64) {
	s.space.Map(x, s.q)
	return s.mapped.Nearest(s.q)
}
