// Package assess is the arithmetic of errors on unseen points: which points train and which test, the mean of several
// errors and its uncertainty, which value of a parameter to choose by a curve, and the chart of such a curve. It fits
// nothing, and knows no method.
package assess

import (
	"math/rand/v2"
	"slices"

	"pointscape/engine/method"
)

// Bootstrap draws n of n rows with replacement, for draw b of a seed, and also returns the rows that were not drawn
// (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 6). Both are in increasing order.
func Bootstrap(n int, seed uint64, b int) (drawn, left []int) {
	r, times := random(seed, b+1), make([]int, n)
	for range n {
		times[r.IntN(n)]++
	}
	for i, t := range times {
		if t == 0 {
			left = append(left, i)
		}
		for range t {
			drawn = append(drawn, i)
		}
	}
	return drawn, left
}

// Subset returns k of n rows at random, in increasing order. A larger subset of the same draw contains the smaller
// ones.
func Subset(n, k int, seed uint64, b int) []int {
	s := random(seed, b+1).Perm(n)[:k]
	slices.Sort(s)
	return s
}

// random returns a random stream for a seed and a number.
func random(seed uint64, stream int) *rand.Rand { return method.Stream(seed, stream) }
