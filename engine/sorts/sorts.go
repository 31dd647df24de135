// Package sorts sorts slices as package slices does, with one copy of the algorithm for all types of elements.
//
// The compiler makes a copy of slices.SortFunc for each type of element: 20 KB of WebAssembly, and 9 KB of
// slices.SortStableFunc. Where time matters, in fits and pictures of a drag, those are used, since they are about twice
// as fast. Elsewhere Func and StableFunc save download time.
package sorts

import "sort"

// Func sorts list in ascending order of cmp. Elements that are equal may be reordered, in the same way as by
// slices.SortFunc.
func Func[E any](list []E, cmp func(a, b E) int) { sort.Sort(&by[E]{list, cmp}) }

// StableFunc sorts list in ascending order of cmp, and keeps the order of equal elements.
func StableFunc[E any](list []E, cmp func(a, b E) int) { sort.Stable(&by[E]{list, cmp}) }

// by implements sort.Interface.
type by[E any] struct {
	list []E
	cmp  func(a, b E) int
}

func (s *by[E]) Len() int           { return len(s.list) }
func (s *by[E]) Less(i, j int) bool { return s.cmp(s.list[i], s.list[j]) < 0 }
func (s *by[E]) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }
