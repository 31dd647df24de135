package tree

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// criterion is a measure of how mixed the points of a node are: 0 where all are of one
// class.
type criterion string

const (
	gini              criterion = "gini"
	entropy           criterion = "entropy"
	misclassification criterion = "misclassification"
)

// name is what people call the impurity in a line: "gini 0.32".
func (c criterion) name() string {
	if c == misclassification {
		return "error"
	}
	return string(c)
}

// total is the impurity of n points, times n, by how many there are of each class. It
// follows from these numbers alone, so that the order of the points says nothing, and it
// is exactly 0 where there is one class. Values of plogp for all numbers up to n are a
// table's: see newPlogp.
func (c criterion) total(count []int32, n int32, plogp []float64) float64 {
	switch c {
	case entropy:
		sum := plogp[n]
		for _, m := range count {
			sum -= plogp[m]
		}
		return max(sum, 0)
	case misclassification:
		most := int32(0)
		for _, m := range count {
			most = max(most, m)
		}
		return float64(n - most)
	}
	squares := int64(0)
	for _, m := range count {
		squares += int64(m) * int64(m)
	}
	return float64(n) - float64(squares)/float64(n)
}

// newPlogp is the table of m log₂ m for m = 0..n.
func newPlogp(n int) []float64 {
	t := make([]float64, n+1)
	for m := 2; m <= n; m++ {
		t[m] = float64(m) * math.Log2(float64(m))
	}
	return t
}

// formula is the impurity of a node in the shares of its classes.
func (c criterion) formula() string {
	switch c {
	case entropy:
		return "−Σₖ pₖ log₂ pₖ"
	case misclassification:
		return "1 − maxₖ pₖ"
	}
	return "1 − Σₖ pₖ²"
}

// worked is the formula with numbers of points in it: 1 − (12/15)^{2} − (3/15)^{2}.
func (c criterion) worked(count []int32, n int32) string {
	share := func(m int32) string { return strconv.Itoa(int(m)) + "/" + strconv.Itoa(int(n)) }
	if c == misclassification {
		return "1 − " + share(slices.Max(count))
	}
	var terms []string
	for _, m := range count {
		switch {
		case m == 0:
		case c == entropy:
			terms = append(terms, "("+share(m)+") log₂("+share(m)+")")
		default:
			terms = append(terms, "("+share(m)+")^{2}")
		}
	}
	if c == entropy {
		return "−" + strings.Join(terms, " − ")
	}
	return "1 − " + strings.Join(terms, " − ")
}

// said is an impurity with its name: "gini 0.32".
func (c criterion) said(impurity float64) string { return c.name() + " " + words.Number(impurity) }
