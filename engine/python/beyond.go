package python

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// beyond are parameter values that scikit-learn does not have.
var beyond = []struct{ id, param, value, none string }{
	{"tree", "criterion", "gain_ratio", "scikit-learn has no gain ratio: choose another criterion to get a " +
		"Python program."},
	{"logistic", "vectors", "two", "scikit-learn has a single weight vector for two classes: choose that to " +
		"get a Python program."},
	{"kmeans", "hand", "given", "scikit-learn's centres are not moved by hand during a run: leave that out " +
		"to get a Python program."},
	{"feature_map", "map", "expression", "There is no Python program for a coordinate that is written as an " +
		"expression."},
	{"sparse_coding", "sparsity", "constraint", "scikit-learn's codes are penalised, not kept within a ball: " +
		"choose that to get a Python program."},
	{"kernel_pca", "center_kernel", "false", "scikit-learn always centres the kernel: choose that to get a " +
		"Python program."},
}

// beyond returns why scikit-learn cannot fit this document, though it has the method; "" = it can.
func (w *writer) beyond() string {
	for _, b := range beyond {
		if w.Method.ID != b.id || w.Method.Param(b.param) == nil {
			continue
		}
		p := w.Method.Param(b.param)
		if method.Is[method.Bool](p.Kind) {
			if !w.Values.Bool(b.param) {
				return b.none
			}
		} else if w.Values.String(b.param) == b.value {
			return b.none
		}
	}
	p := w.Problem
	switch {
	case p.Categories != nil || slices.ContainsFunc(p.X, math.IsNaN):
		return "scikit-learn 1.2 takes no columns of words and no missing values: there is no Python program."
	case p.Wide() && p.Task == method.Regress:
		return "There is no Python program yet for a column that is predicted from the others of a table."
	}
	return ""
}
