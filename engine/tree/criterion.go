package tree

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/words"
)

// criterion is a measure of how mixed the points of a node are: 0 where all are of one
// class.
type criterion string

const (
	gini              criterion = "gini"
	entropy           criterion = "entropy"
	gainRatio         criterion = "gain_ratio" // the entropy, and between the inputs the gain ratio
	misclassification criterion = "misclassification"
	squaredError      criterion = "squared_error" // of values
)

// grows is the measure that the tree grows by.
func (c criterion) grows() cart.Criterion {
	switch c {
	case misclassification:
		return cart.Misclassification
	case gainRatio:
		return cart.Entropy
	}
	return cart.Criterion(c)
}

// why says why a split was chosen.
func (c criterion) why() string {
	if c == gainRatio {
		return "has the largest gain ratio of the inputs with at least the mean gain"
	}
	return "has the smallest impurity of all splits tried"
}

// name is what people call the impurity in a line: "gini 0.32".
func (c criterion) name() string { return diagram.Measure(c.grows()) }

// formula is the impurity of a node in the shares of its classes.
func (c criterion) formula() string {
	switch c {
	case entropy, gainRatio:
		return "−Σₖ pₖ log₂ pₖ"
	case misclassification:
		return "1 − maxₖ pₖ"
	case squaredError:
		return "(1/n) Σᵢ (yᵢ − ȳ)^{2}"
	}
	return "1 − Σₖ pₖ²"
}

// weighed writes a weight: the number of points where all count the same.
func (t *tree) weighed(w float64) string {
	if t.weights == nil {
		return strconv.Itoa(int(w))
	}
	return words.Number(w)
}

// worked is the formula of the impurity with a node's numbers in it: 1 − (12/15)^{2} −
// (3/15)^{2}.
func (t *tree) worked(q *node) string {
	c, all := t.criterion, t.weighed(q.Weight)
	share := func(w float64) string { return t.weighed(w) + "/" + all }
	switch c {
	case squaredError:
		return "(1/" + all + ")·" + words.Number(q.Total)
	case misclassification:
		return "1 − " + share(slices.Max(q.v))
	}
	var terms []string
	for _, w := range q.v {
		switch {
		case w == 0:
		case c.grows() == cart.Entropy:
			terms = append(terms, "("+share(w)+") log₂("+share(w)+")")
		default:
			terms = append(terms, "("+share(w)+")^{2}")
		}
	}
	if c.grows() == cart.Entropy {
		return "−" + strings.Join(terms, " − ")
	}
	return "1 − " + strings.Join(terms, " − ")
}

// said is an impurity with its name: "gini 0.32".
func (c criterion) said(impurity float64) string { return c.name() + " " + words.Number(impurity) }
