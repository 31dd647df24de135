package assess

import "slices"

// Order is the order in which w x h values are worked out, in rows of w: coarse to fine. The ends and every so-many-th
// value come first, of a map along both sides, then those half-way between, and so on; h is 1 of a curve.
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

// coarsest is the largest number of steps between the values that come first.
const coarsest = 8

// coarseness is the largest power of two, up to coarsest, that i is a multiple of; the last of n values has the
// largest.
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

// worked are the values that are worked out, of all in rising order.
func (c *Curve) worked() []int {
	w, h := len(c.Over.At), 1
	if c.And != nil {
		h = len(c.And.At)
	}
	list := Order(w, h)[:w*h-c.Missing]
	slices.Sort(list)
	return list
}

// sources are the pairs that give each pair of a map its colour: itself, or while it is not worked out the nearest one
// before it along both sides that is, or the first of all.
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
