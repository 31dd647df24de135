package method

import (
	"cmp"
	"slices"
)

// Largest is the index of the largest of s, the first of equals: the class with the
// highest score or the most votes. (gonum's floats.MaxIdx answers otherwise where a
// score is no number.) s must not be empty.
func Largest[T cmp.Ordered](s []T) int {
	best := 0
	for k, v := range s {
		if v > s[best] {
			best = k
		}
	}
	return best
}

// Winner is the class index that decision values speak for: of one for each class
// the largest, and of a single one the second class where it is positive.
func Winner[T cmp.Ordered](f []T) int {
	var zero T
	if len(f) == 1 {
		if f[0] > zero {
			return 1
		}
		return 0
	}
	return Largest(f)
}

// Indices are the whole numbers from 0 to n − 1, to be sorted or drawn from.
func Indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// LargestOf are the indices of the n largest of some numbers, rising.
func LargestOf(size []float64, n int) []int {
	order := Indices(len(size))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	return order
}
