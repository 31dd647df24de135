package method

import (
	"cmp"
	"slices"
)

// Largest returns the index of the largest element of s, the first of equal ones: the class with the highest score or
// the most votes. s must not be empty. (gonum's floats.MaxIdx treats NaN differently.)
func Largest[T cmp.Ordered](s []T) int {
	best := 0
	for k, v := range s {
		if v > s[best] {
			best = k
		}
	}
	return best
}

// Winner returns the class index that decision values stand for: the index of the largest if there is one per class,
// and for a single value the second class if it is positive, else the first.
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

// Indices returns 0, 1, …, n − 1, for sorting or sampling.
func Indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// LargestOf returns the indices of the n largest numbers (of all if there are fewer), sorted by index. Of equal numbers
// it takes the first.
func LargestOf(size []float64, n int) []int {
	order := Indices(len(size))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	return order
}
