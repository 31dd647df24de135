package tree

import (
	"slices"
	"strconv"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/words"
)

// criterion is an impurity measure: how mixed the points of a node are. It is 0 if all have one class, or one value.
type criterion string

const (
	gini              criterion = "gini"
	entropy           criterion = "entropy"
	gainRatio         criterion = "gain_ratio" // entropy; between inputs the gain ratio decides
	misclassification criterion = "misclassification"
	squaredError      criterion = "squared_error" // regression
)

// grows returns the measure by which the tree is grown.
func (c criterion) grows() cart.Criterion {
	switch c {
	case misclassification:
		return cart.Misclassification
	case gainRatio:
		return cart.Entropy
	}
	return cart.Criterion(c)
}

// why explains why a split was chosen.
func (c criterion) why() string {
	if c == gainRatio {
		return "has the largest gain ratio of the inputs with at least the mean gain"
	}
	return "has the smallest impurity of all splits tried"
}

// name returns the name of the impurity within a sentence, as in "gini 0.32".
func (c criterion) name() string { return diagram.Measure(c.grows()) }

// formula returns the formula of a node's impurity in terms of the class shares.
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

// weighed formats a weight, which is a number of points if all points have weight 1.
func (t *tree) weighed(w float64) string {
	if t.weights == nil {
		return strconv.Itoa(int(w))
	}
	return words.Number(w)
}

// worked returns the formula of the impurity with a node's numbers: 1 − (12/15)^{2} − (3/15)^{2}.
func (t *tree) worked(q *node) string {
	c, all := t.criterion, t.weighed(q.Weight)
	share := func(w float64) string { return t.weighed(w) + "/" + all }
	switch c {
	case squaredError:
		return "(1/" + all + ")·" + words.Number(q.Total)
	case misclassification:
		return words.Text("1 − %s", share(slices.Max(q.v)))
	}
	var terms []string
	for _, w := range q.v {
		switch {
		case w == 0:
		case c.grows() == cart.Entropy:
			terms = append(terms, words.Text("(%s) log₂(%s)", share(w), share(w)))
		default:
			terms = append(terms, "("+share(w)+")^{2}")
		}
	}
	if c.grows() == cart.Entropy {
		return "−" + words.Join(terms, " − ")
	}
	return words.Text("1 − %s", words.Join(terms, " − "))
}

// said formats an impurity with its name: "gini 0.32".
func (c criterion) said(impurity float64) string {
	return words.Text("%s %s", c.name(), words.Number(impurity))
}
