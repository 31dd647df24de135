package assess

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// Random replaces the values of each axis by n values drawn at random between the first and the last one, uniformly or
// log-uniformly. They are whole or have three digits, and no value, or pair of values, occurs twice: there may be fewer
// than n. The values of a single axis are sorted.
func Random(seed uint64, n int, axes ...*Axis) {
	r, drawn := random(seed, randomStream), make([][]float64, 0, n)
	for range n {
		values := make([]float64, len(axes))
		for k, a := range axes {
			lo, hi, u := a.At[0], a.At[len(a.At)-1], r.Float64()
			x := lo + u*(hi-lo)
			if a.Log {
				x = lo * math.Pow(hi/lo, u)
			}
			if a.Whole {
				x = math.Round(x)
			} else {
				x = words.Significant(x, 3)
			}
			values[k] = min(max(x, lo), hi)
		}
		if !slices.ContainsFunc(drawn, func(v []float64) bool { return slices.Equal(v, values) }) {
			drawn = append(drawn, values)
		}
	}
	if len(axes) == 1 {
		sorts.Func(drawn, slices.Compare)
	}
	for k, a := range axes {
		a.At = nil
		for _, values := range drawn {
			a.At = append(a.At, values[k])
		}
	}
}

// randomStream is the number of the random stream of random searches; those of folds and samples are from 0 on.
const randomStream = -1

// Order returns the order in which w x h values, in rows of w, are computed: from coarse to fine. The ends and every
// coarsest-th value come first, for a map along both sides, then those half-way between, and so on. h is 1 for a curve.
func Order(w, h int) []int {
	order := make([]int, w*h)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return min(coarseness(b%w, w), coarseness(b/w, h)) - min(coarseness(a%w, w), coarseness(a/w, h))
	})
	return order
}

// coarsest is the largest step between the values that come first.
const coarsest = 8

// coarseness returns the largest power of two, up to coarsest, that divides i; the last of n values has the largest.
func coarseness(i, n int) int {
	if i == n-1 {
		return coarsest
	}
	step := coarsest
	for i%step != 0 {
		step /= 2
	}
	return step
}

// worked returns the indices of the values or pairs that have been computed, in increasing order.
func (c *Curve) worked() []int {
	list := c.Order()[:c.Count()-c.Missing]
	slices.Sort(list)
	return list
}

// Order returns the order in which the values or pairs are computed.
func (c *Curve) Order() []int {
	switch {
	case c.And == nil:
		return Order(c.Count(), 1)
	case c.Random:
		return method.Indices(c.Count()) // in the order of drawing
	}
	return Order(len(c.Over.At), len(c.And.At))
}

// sources returns the pair that gives each pair of a map its color: itself or, while it is not computed, the nearest
// computed one before it along both sides, or the first of all.
func (c *Curve) sources() []int {
	w := len(c.Over.At)
	from := make([]int, w*len(c.And.At))
	for i := range from {
		from[i] = -1
	}
	for _, i := range c.worked() {
		from[i] = i
	}
	for at := range from {
		for step := 1; from[at] < 0 && step <= coarsest; step *= 2 {
			i, j := at%w, at/w
			if known := (j-j%step)*w + i - i%step; from[known] == known {
				from[at] = known
			}
		}
		from[at] = max(from[at], 0)
	}
	return from
}
