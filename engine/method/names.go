package method

import "pointscape/engine/doc"

// Named fills in the empty names of the axes and of the third column with the symbols of formulas.
func (t Task) Named(n doc.Names) doc.Names {
	x, y, value := "x₁", "x₂", "value"
	switch t {
	case Regress:
		x, y, value = "x", "y", "z"
	case Classify:
		value = "class"
	case Cluster, Embed:
		value = "group"
	}
	return n.Over(doc.Names{X: x, Y: y, Value: value})
}

// Columns returns the default names of a table's columns, in plain letters.
func (t Task) Columns() doc.Names {
	switch t {
	case Regress:
		return doc.Names{X: "x", Y: "y", Value: "z"}
	case Regress2D:
		return doc.Names{X: "x1", Y: "x2", Value: "value"}
	case Classify:
		return doc.Names{X: "x1", Y: "x2", Value: "class"}
	}
	return doc.Names{X: "x1", Y: "x2", Value: "group"}
}
