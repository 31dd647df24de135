package method

// DomainParam declares "domain" of a method that predicts values: whether the second
// coordinate is the target, or an input beside the first.
func DomainParam() Param {
	return Param{Name: "domain", Label: "Inputs", Default: "line", Help: "On a line: input x, target y. Over the " +
		"plane: two inputs, and a value at each point.",
		Kind: Choose{Choices: []Choice{
			{Value: "line", Label: "On a line", Task: Regress},
			{Value: "plane", Label: "Over the plane", Task: Regress2D},
		}}}
}

// OnLine and OnPlane are the conditions under which something is there only for one
// input, or only for two.
func OnLine() *When  { return &When{Name: "domain", In: []string{"line"}} }
func OnPlane() *When { return &When{Name: "domain", In: []string{"plane"}} }

// Inputs is the number of coordinates that are inputs: 1 on the line, 2 over the plane.
func Inputs(v Values) int {
	if v.String("domain") == "plane" {
		return 2
	}
	return 1
}
