package method

import "pointscape/engine/picture"

// Axes are the axes of a task's plane: with the names that formulas have for them.
func (t Task) Axes() picture.AxisOptions {
	if t == Regress {
		return picture.AxisOptions{XLabel: "x", YLabel: "y"}
	}
	return picture.AxisOptions{XLabel: "x₁", YLabel: "x₂"}
}
