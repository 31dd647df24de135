// Package assess is the arithmetic of errors on points that a fit has not seen: which points train and which test,
// what the mean of several errors is worth, which value of a parameter to choose by a curve, and the chart of such a
// curve. It fits nothing, and knows no method.
package assess

import (
	"math/rand/v2"
	"slices"
)

// Folds divides n rows into k parts one after the other, as scikit-learn's KFold without shuffling does: the first
// n mod k of them have one row more. 1 <= k <= n.
func Folds(n, k int) [][]int {
	folds := make([][]int, k)
	for i := range n {
		// The first n mod k folds hold ⌈n/k⌉ rows each.
		size, more := n/k, n%k
		at := i / (size + 1)
		if i >= more*(size+1) {
			at = more + (i-more*(size+1))/size
		}
		folds[at] = append(folds[at], i)
	}
	return folds
}

// ShuffledFolds divides n rows into k parts at random, each in rising order: the parts of Folds, of rows in another
// order.
func ShuffledFolds(n, k int, seed uint64) [][]int {
	order := random(seed, 0).Perm(n)
	folds := Folds(n, k)
	for _, f := range folds {
		for i := range f {
			f[i] = order[f[i]]
		}
		slices.Sort(f)
	}
	return folds
}

// StratifiedFolds divides rows into k parts at random, so that each part has as many rows of a class as another, or one
// more, and as many rows in all, or one more. class is that of each row, from 0. Each part is in rising order.
func StratifiedFolds(class []int, k int, seed uint64) [][]int {
	order := random(seed, 0).Perm(len(class))
	slices.SortStableFunc(order, func(i, j int) int { return class[i] - class[j] })
	folds := make([][]int, k)
	for at, i := range order { // dealt like cards, so that a class goes on where the one before ended
		folds[at%k] = append(folds[at%k], i)
	}
	for _, f := range folds {
		slices.Sort(f)
	}
	return folds
}

// Bootstrap draws n of n rows with replacement, for draw b of a seed, and tells which rows were not drawn (Efron and
// Tibshirani, An Introduction to the Bootstrap, 1993, chapter 6). Both are in rising order.
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

// Subset is k of n rows at random, in rising order. A larger subset of the same draw holds the smaller ones.
func Subset(n, k int, seed uint64, b int) []int {
	s := random(seed, b+1).Perm(n)[:k]
	slices.Sort(s)
	return s
}

// random is a stream of a seed and a number. (PCG: the same on every platform.)
func random(seed uint64, stream int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(stream)*0x9e3779b97f4a7c15+0x2545f4914f6cdd1d))
}
