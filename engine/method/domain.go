package method

import "pointscape/engine/doc"

// DomainParam declares "domain" of a method that predicts values: whether the second coordinate is the target, or a
// second input.
func DomainParam() Param {
	return Param{Name: "domain", Label: "Inputs", Default: "line", Where: OnlyPoints,
		Help: "On a line: input x, target y. Over the " +
			"plane: two inputs, and a value at each point.",
		Kind: Choose{Choices: []Choice{
			{Value: "line", Label: "On a line", Task: Regress},
			{Value: "plane", Label: "Over the plane", Task: Regress2D},
		}}}
}

// OnLine and OnPlane are the conditions for one input and for two.
func OnLine() *When  { return &When{Name: "domain", In: []string{"line"}} }
func OnPlane() *When { return &When{Name: "domain", In: []string{"plane"}} }

// Inputs returns the number of coordinates that are inputs: 1 on the line, 2 over the plane.
func Inputs(v Values) int {
	if v.String("domain") == "plane" {
		return 2
	}
	return 1
}

// fewestOnLine is the number of points from which on a common coordinate counts as intended.
const fewestOnLine = 3

// Line returns the axis along which the points vary if their other coordinate is constant: 0 = horizontal, 1 =
// vertical. ok is false if the points vary in both or in none, or are fewer than fewestOnLine.
func Line(pts []doc.Point) (axis int, ok bool) {
	if len(pts) < fewestOnLine {
		return 0, false
	}
	level, upright, p := true, true, pts[0]
	for _, q := range pts {
		if level, upright = level && q.Y == p.Y, upright && q.X == p.X; !level && !upright {
			return 0, false
		}
	}
	if upright {
		return 1, !level
	}
	return 0, true
}
