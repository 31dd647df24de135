package neural

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/method"
)

// feature is an input of the network, computed from a point.
type feature struct {
	id string
	of func(x []float64) float64
	// name returns the feature's name, given the names of the inputs.
	name func(names []string) string
}

// same reports whether two features are the same.
func same(a, b feature) bool { return a.id == b.id }

func input(i int) func(x []float64) float64 { return func(x []float64) float64 { return x[i] } }

func named(i int, before, after string) func(names []string) string {
	return func(names []string) string { return before + names[i] + after }
}

// The features of points of the plane, and of points of a line.
var planeFeatures = []feature{
	{"x1", input(0), named(0, "", "")},
	{"x2", input(1), named(1, "", "")},
	{"x1^2", func(x []float64) float64 { return x[0] * x[0] }, named(0, "", "²")},
	{"x2^2", func(x []float64) float64 { return x[1] * x[1] }, named(1, "", "²")},
	{"x1*x2", func(x []float64) float64 { return x[0] * x[1] },
		func(names []string) string { return names[0] + "·" + names[1] }},
	{"sin(x1)", func(x []float64) float64 { return math.Sin(x[0]) }, named(0, "sin ", "")},
	{"sin(x2)", func(x []float64) float64 { return math.Sin(x[1]) }, named(1, "sin ", "")},
}

var lineFeatures = []feature{
	{"x", input(0), named(0, "", "")},
	{"x^2", func(x []float64) float64 { return x[0] * x[0] }, named(0, "", "²")},
	{"sin(x)", func(x []float64) float64 { return math.Sin(x[0]) }, named(0, "sin ", "")},
}

// Names of the parameters that choose the features.
const features, featuresOfLine = "features", "features_line"

func featureParam(name string, list []feature, labels []string, def []string) method.Param {
	var choices []method.Choice
	for i, f := range list {
		choices = append(choices, method.Choice{Value: f.id, Label: labels[i]})
	}
	return method.Param{Name: name, Label: "Inputs of the network", Default: def, Advanced: true,
		Kind: method.Options{Choices: choices, List: method.List{MinLen: 1}, Distinct: true},
		Help: "Functions of the coordinates that enter the first layer; those that are not linear make its lines " +
			"curved"}
}

func planeParam() method.Param {
	return featureParam(features, planeFeatures, []string{"x_{1}", "x_{2}", "x_{1}²", "x_{2}²", "x_{1}x_{2}", "Sin x_{1}",
		"Sin x_{2}"}, []string{"x1", "x2"})
}

func lineParam() method.Param {
	p := featureParam(featuresOfLine, lineFeatures, []string{"x", "x²", "Sin x"}, []string{"x"})
	p.Help = "Functions of x that enter the first layer"
	return p
}

// featuresOf returns the features chosen by the parameters, or, for rows of a table, the columns.
func featuresOf(p *method.Problem, v method.Values) (list []feature) {
	if p.Wide() {
		for j := range p.D {
			list = append(list, feature{strconv.Itoa(j), input(j), named(j, "", "")})
		}
		return list
	}
	all, name := planeFeatures, features
	if p.D == 1 {
		all, name = lineFeatures, featuresOfLine
	}
	chosen := v.Strings(name)
	for _, f := range all {
		if slices.Contains(chosen, f.id) {
			list = append(list, f)
		}
	}
	return list
}

// inputNames returns the names of the network's inputs.
func (r *run) inputNames() []string {
	names, list := r.p.InputNames(), make([]string, len(r.features))
	for i, f := range r.features {
		list[i] = f.name(names)
	}
	return list
}

// show writes the scaled features of a point x to to.
func (r *run) show(x, to []float64) {
	for j, f := range r.features {
		to[j] = (f.of(x) - r.shift[j]) * r.scale[j]
	}
}

// straight reports whether the inputs of the first layer's units are affine functions of the point, so that their zeros
// are lines.
func (r *run) straight() bool {
	for _, f := range r.features {
		if f.id != "x1" && f.id != "x2" && f.id != "x" {
			return false
		}
	}
	return true
}

// affine returns the input of unit j of the first layer as an affine function of the point: its coefficients, then the
// constant. It requires straight.
func (s *state) affine(j int) []float64 {
	f, list := s.plain(j), make([]float64, s.p.D+1)
	list[s.p.D] = f[len(f)-1]
	for i, x := range s.features {
		at := 0
		if x.id == "x2" {
			at = 1
		}
		list[at] += f[i]
	}
	return list
}
