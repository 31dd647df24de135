package neighbors

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// voter turns neighbours into shares of the classes.
type voter struct {
	class    []uint8 // of each point
	classes  int     // at most maxClasses
	distance bool    // weigh by 1/distance; else all alike
}

// weight is 1/distance for a key that is not 0. The size of the unit cancels. Its
// ends keep sums of weights, and of weights times targets, finite and above 0.
func (s *Space) weight(key float64) float64 {
	return 1 / min(max(s.length(key), 1e-280), 1e300)
}

// tally sums the votes of neighbours. Weights are added in the order of the
// points' indices, everywhere, so that ties of votes don't depend on who asks.
// Points at distance 0 take all the weight.
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

// toShares divides by the sum of all, and sees to it that the winner still wins
// after rounding to float32.
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
