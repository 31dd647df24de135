package python

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/method"
)

// beyond returns why scikit-learn cannot fit this document, though it has the method; "" = it can.
func (w *Writer) beyond() string {
	for _, b := range w.Beyond {
		p := w.Method.Param(b.Param)
		value := w.Values.String
		if method.Is[method.Bool](p.Kind) {
			value = func(name string) string { return strconv.FormatBool(w.Values.Bool(name)) }
		}
		if value(b.Param) == b.Value {
			return b.None
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
