package neighbors

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// voter converts neighbours to class shares.
type voter struct {
	class    []uint8 // class of each point
	classes  int     // number of classes, at most maxClasses
	distance bool    // weighted by 1/distance; otherwise uniform
}

// weight returns 1/distance for a key that is not 0. The unit cancels out. The bounds keep sums of weights, and of
// weights times targets, finite and positive.
func (s *Space) weight(key float64) float64 {
	return 1 / min(max(s.Length(key), 1e-280), 1e300)
}

// tally sums the votes of neighbours. Weights are always added in the order of the points' indices, so that tied votes
// do not depend on the order of the neighbours. If some points are at distance 0, only these vote.
func (v *voter) tally(s *Space, ids []int32, keys []float64, sum *[maxClasses]float64) {
	clear(sum[:])
	if !v.distance {
		for _, id := range ids {
			sum[v.class[id]]++
		}
		return
	}
	zero := slices.Contains(keys, 0)
	order := method.Indices(len(ids))
	slices.SortFunc(order, func(a, b int) int { return int(ids[a] - ids[b]) })
	for _, i := range order {
		switch {
		case !zero:
			sum[v.class[ids[i]]] += s.weight(keys[i])
		case keys[i] == 0:
			sum[v.class[ids[i]]]++
		}
	}
}

// toShares divides by the total, and makes sure that the winner still wins after rounding to float32.
func toShares(sum *[maxClasses]float64, out *[maxClasses]float32, classes int) {
	total := 0.0
	for _, x := range sum[:classes] {
		total += x
	}
	best := method.Largest(sum[:classes])
	for c, x := range sum[:classes] {
		out[c] = float32(x / total)
	}
	for c, x := range out[:classes] {
		if c != best && (x > out[best] || x == out[best] && c < best) {
			out[best] = math.Nextafter32(x, 2)
		}
	}
}
