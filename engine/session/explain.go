package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Explain explains the answer at x or, for whole rows, that for the row drawn near x; in a section, and with
// ExplainPlace, that at the position x. ok is false if there is no such row, or the model has no explanation.
func (f *Fit) Explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	if !f.Problem.Wide() {
		return f.explain(x, v)
	}
	if f.sectioned() {
		if i := f.rowAt(x, v); i >= 0 {
			return f.explainRow(i, v)
		}
		return f.section.explain(x, v)
	}
	if f.can.ExplainPlace != nil && f.solid == nil {
		if e, ok = f.can.ExplainPlace([2]float64{x[0], x[1]}, v); ok {
			return f.presentable(e, v), true
		}
	}
	return f.explainRow(f.rowAt(x, v), v)
}

// ExplainRow is Explain for row i of the document, which is shown at x: several rows may be at the same position.
func (f *Fit) ExplainRow(i int, x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	if !f.Problem.Wide() {
		return f.explain(x, v)
	}
	if i >= len(f.points) {
		return e, false
	}
	if f.Problem.Row != nil {
		i = slices.Index(f.Problem.Row, i)
	}
	return f.explainRow(i, v)
}

func (f *Fit) explainRow(i int, v picture.Viewport) (e method.Explanation, ok bool) {
	if i < 0 {
		return e, false
	}
	return f.explain(f.Problem.At(i), v)
}

func (f *Fit) explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	if f.can.Explain == nil {
		return e, false
	}
	e = f.can.Explain(x, v, f.Show)
	for _, w := range f.additions {
		w.explain(x, v, &e)
	}
	if e = f.presentable(e, v); f.on != "" {
		e.Lines = append(e.Lines, words.Text("Fitted on %s", f.on))
	}
	return e, true
}

// presentable formats an explanation for the user, with marks of the size of points.
func (f *Fit) presentable(e method.Explanation, v picture.Viewport) method.Explanation {
	if f.solid != nil { // lines and marks are for the plane; rows that are pictures are drawn in a corner
		e.Layers = slices.DeleteFunc(e.Layers, func(l picture.Layer) bool {
			switch l.(type) {
			case *picture.Path, *picture.Marks:
				return true
			}
			return false
		})
	}
	e.Layers = f.around(e.Layers, v)
	// On the page the answer and each line begin a line of their own.
	e.Answer = words.Capital(e.Answer)
	for i, line := range e.Lines {
		e.Lines[i] = words.Capital(line)
	}
	return e
}
