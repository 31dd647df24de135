package method

import (
	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Axes are the axes of a task's plane: with their names, else those that formulas have
// for them.
func (t Task) Axes(n doc.Names) picture.AxisOptions {
	n = t.Named(n)
	return picture.AxisOptions{XLabel: n.X, YLabel: n.Y}
}
