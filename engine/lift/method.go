// Package lift maps the plane to a feature space by an explicit map and separates the classes there with a plane, as
// kernel methods do implicitly.
package lift

import (
	_ "embed"

	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
)

// MaxPoints is the maximum number of points for which training keeps up with a drag.
const MaxPoints = 2000

// mostKept is the maximum number of components of a Gaussian kernel.
const mostKept = 30

//go:embed feature_map.jsonl
var featureMapExamples string

// Method returns the method of a linear machine behind a feature map, id "feature_map".
func Method() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "feature_map", Name: "Feature map and a linear machine", Family: "Support vector machines",
			Task: method.Classify, Traits: method.Traits{Margin: true},
			Aliases: []string{"Lifting", "Kernel trick", "Feature space", "Polynomial features", "Nyström", "Separating plane",
				"Astuce du noyau", "Espace de redescription"},
			Summary: "Maps the points to a feature space by an explicit map, and separates " +
				"the classes there by the plane with the widest margin: a curve in the plane of the points.",
			Formula: "f(x) = ⟨w, Φ(x)⟩ + b,  min ½‖w‖² + C Σ max(0, 1 − yᵢ f(xᵢ)),  k(x, z) = ⟨Φ(x), Φ(z)⟩",
			Source: "Boser, Guyon and Vapnik, A training algorithm for optimal margin classifiers, COLT 1992; Schölkopf and " +
				"Smola, Learning with kernels, MIT Press 2002, ch. 2; Williams and Seeger, Using the Nyström method to speed up " +
				"kernel machines, NIPS 13, 2001",
			Seen: "The points lifted to a space that turns, with the sheet, the separating plane, its " +
				"margins and the cut; the same cut in the plane, linked both ways.",
			Params: params(),
			Takes:  method.Takes{MaxPoints: MaxPoints},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position, fainter where |f| is small"},
				{Name: method.Boundary, Label: "Cut", On: true, Help: "Where f = 0: the curve in which the separating plane cuts " +
					"the lifted sheet"},
				{Name: "margins", Label: "Margins", On: true, Help: "Where f = ±1: the edges of the margin"},
				{Name: "support", Label: "Support vectors", On: true, Help: "Rings, thicker for a larger |α|; brackets where α " +
					"has reached its limit C"},
				{Name: spacePanel, Label: "Feature space", On: true, Help: "A plot: the points lifted, which can be turned"},
				{Name: "sheet", Label: "Lifted sheet", On: true, Help: "In the plot: the image of the plane"},
				{Name: "machine", Label: "Separating plane", On: true, Help: "In the plot: the plane f = 0 and, dashed, those of " +
					"its margins",
					When: &method.When{Name: "map", In: []string{paraboloid, squares, monomials, written},
						Or: &method.When{Name: "shown", In: []string{"normal"}}}},
			},
			Examples: method.ExamplesIn(featureMapExamples),
		},
		Check: func(v method.Values) error {
			if v.String("map") != written {
				return nil
			}
			_, err := writtenOf(v)
			return err
		},
		Python: featureMapPython,
		Fit:    fit,
	}
}

func params() []method.Param {
	of := func(name string, in ...string) *method.When { return &method.When{Name: name, In: in} }
	many := of("map", quadratic, gaussian)
	list := []method.Param{
		{Name: "map", Label: "Feature map Φ", Default: paraboloid, Help: "Image of each point",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: paraboloid, Label: "(x₁, x₂, x₁² + x₂²)", Help: "The plane lifted to a bowl"},
				{Value: squares, Label: "(x₁², √2 x₁x₂, x₂²)", Help: "All terms of degree 2: k(x, z) = ⟨x, z⟩²"},
				{Value: quadratic, Label: "All terms up to degree 2", Help: "Six coordinates: k(x, z) = (⟨x, z⟩ + c)²"},
				{Value: monomials, Label: "Chosen monomials", Help: "Two or three products of powers"},
				{Value: written, Label: "(x₁, x₂, φ(x₁, x₂))", Help: "The plane lifted to the graph of a function that you write"},
				{Value: gaussian, Label: "Components of a Gaussian", Help: "The leading eigenvectors of its matrix on the " +
					"points: Φₖ(x) = Σ vₖᵢ k(xᵢ, x)/√λₖ"},
			}}},
		{Name: "monomials", Label: "Monomials", Default: []string{"x1", "x2", "x1x2"}, When: of("map", monomials),
			Help: "Two or three features; with two, the plane is mapped to a plane",
			Kind: method.Options{Distinct: true, List: method.List{MinLen: 2, MaxLen: 3, Entry: "monomial"},
				Choices: monomialChoices()}},
		{Name: "height", Label: "Height φ", Default: "x y", When: of("map", written),
			Kind: method.Text{Max: 100, Like: "sin(6x) + y^2"},
			Help: "A function of x and y, with sin, cos, exp, log, sqrt: such as x y or exp(−4x² − 4y²)"},
		{Name: "constant", Label: "Constant c", Default: 1.0, When: of("map", quadratic),
			Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 100, SoftMin: 0.01, SoftMax: 10, Log: true}},
			Help: "Weight of the lower terms relative to those of degree 2"},
	}
	for _, p := range kernelparam.Params() {
		if p.Name == "gamma" {
			p.When = of("map", gaussian)
			list = append(list, p)
		}
	}
	list = append(list, method.Param{Name: "about_mean", Label: "About the points' mean", Default: true,
		Kind: method.Bool{}, When: &method.When{Name: "map", In: []string{gaussian, written}, Not: true},
		Help: "The map uses u = x − m instead of x, where m is the mean of the points"})
	hard := of("hard", "false")
	return append(list,
		method.Param{Name: "kept", Label: "Components kept", Default: 6.0, When: of("map", gaussian),
			Kind: method.Integer{Range: method.Range{Min: 1, Max: mostKept, SoftMin: 1, SoftMax: 20}},
			Help: "Dimension of the feature space; the larger, the closer ⟨Φ(x), Φ(z)⟩ is to the kernel"},
		method.Param{Name: "hard", Label: "Hard margin", Kind: method.Bool{}, Default: false,
			Help: "No point may lie inside the margin or on the wrong side"},
		method.Param{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
			SoftMin: 0.01, SoftMax: 1000, Log: true}}, Default: 10.0,
			Help: "Penalty on points inside the margin. Small C: wide margin, many points in it. Large C: narrow margin, few.",
			When: hard},
		method.Param{Name: "tol", Label: "Tolerance",
			Kind:    method.Number{Range: method.Range{Min: 1e-10, Max: 0.1, Log: true}},
			Default: 1e-3, Advanced: true,
			Help: "The solver stops when the optimality conditions are violated by at most this"},
		method.Param{Name: "shown", Label: "Shown in space", Default: "coordinates", Help: "The three directions of the " +
			"feature space that are shown",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: "coordinates", Label: "Three coordinates", Help: "With more than three, the others and the plane are " +
					"left out"},
				{Value: "normal", Label: "Along the plane", Help: "Vertically the distance to the plane, which is horizontal"},
			}}},
		method.Param{Name: "first_shown", Label: "First coordinate shown", Default: 1.0,
			Kind: method.Integer{Range: method.Range{Min: 1, Max: mostKept - 2, SoftMin: 1, SoftMax: 4}},
			Help: "It and the next two are shown",
			When: &method.When{Name: "shown", In: []string{"coordinates"}, And: many}},
		method.Param{Name: "azimuth", Label: "Turned by", Default: 30.0, Looks: true,
			Kind: method.Number{Range: method.Range{Min: -180, Max: 180}},
			Help: "Azimuth of the viewpoint, in degrees"},
		method.Param{Name: "elevation", Label: "Seen from above by", Default: 20.0, Looks: true,
			Kind: method.Number{Range: method.Range{Min: -90, Max: 90}},
			Help: "Elevation of the viewpoint, in degrees"},
	)
}

func monomialChoices() (list []method.Choice) {
	for _, o := range monomialsOffered {
		list = append(list, method.Choice{Value: o.value, Label: o.power.name("x")})
	}
	return list
}
