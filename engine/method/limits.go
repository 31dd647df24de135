package method

import (
	"math"
	"slices"
)

// Limits returns the smallest and the largest of some values, as the ends of a color scale. If all are equal up to
// rounding, it moves the ends apart a little. y must not be empty.
func Limits(y []float64) (lo, hi float64) {
	lo, hi = slices.Min(y), slices.Max(y)
	if !(hi-lo > 1e-9*max(math.Abs(lo), math.Abs(hi))) {
		pad := max(1, math.Abs(hi)) * 1e-3
		lo, hi = lo-pad, hi+pad
	}
	return lo, hi
}
