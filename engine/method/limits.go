package method

import (
	"math"
	"slices"
)

// Limits are the least and the greatest of some values, between which a picture colours them: set a
// little apart where all are the same but for rounding. There must be a value.
func Limits(y []float64) (lo, hi float64) {
	lo, hi = slices.Min(y), slices.Max(y)
	if !(hi-lo > 1e-9*max(math.Abs(lo), math.Abs(hi))) {
		pad := max(1, math.Abs(hi)) * 1e-3
		lo, hi = lo-pad, hi+pad
	}
	return lo, hi
}
