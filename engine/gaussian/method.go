// Package gaussian implements an interactive view of Gaussian distributions: two variables whose mean and covariance
// are dragged as an ellipse, their weighted sum, Bayes' rule for a linear model with Gaussian noise, and a vector of
// values with a kernel as covariance, conditioned on some of the values.
package gaussian

import (
	_ "embed"

	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Values of "picture".
const (
	ofPair   = "pair"
	ofVector = "vector"
	ofSum    = "sum"
	ofBayes  = "bayes"
)

// Names of switches and panels.
const (
	ellipses   = "ellipses"
	axes       = "principal_axes"
	marginals  = "marginals"
	slice      = "slice"
	regression = "regression"
	sums       = "equal_sums"
	densities  = "densities" // a panel
	matrix     = "matrix"    // a panel
	twoValues  = "two_values"
	spectrum   = "eigenvalues"
	band       = "band"
	samples    = "samples"
	process    = "process"
)

// maxValues is the maximum length of a vector, and maxPoints the maximum number of points.
const maxValues, maxPoints = 50, 200

//go:embed gaussian.jsonl
var gaussianExamples string

// Method returns the method, id "gaussian".
func Method() method.Method {
	is := func(list ...string) *method.When { return &method.When{Name: "picture", In: list} }
	number := func(lo, hi float64) method.Kind { return method.Number{Range: method.Range{Min: lo, Max: hi}} }
	soft := func(lo, hi, softLo, softHi float64) method.Kind {
		return method.Number{Range: method.Range{Min: lo, Max: hi, SoftMin: softLo, SoftMax: softHi}}
	}
	spread := method.Number{Range: method.Range{Min: 0.001, Max: 1000, SoftMin: 0.1, SoftMax: 10, Log: true}}
	return method.Method{
		Random: true,
		Info: method.Info{
			ID:   "gaussian",
			Name: "Gaussian pad",
			Aliases: []string{"Normal distribution", "Multivariate normal", "Conditional Gaussian", "Marginal",
				"Linear Gaussian model", "Bayes' rule", "Covariance ellipse", "Correlation", "Gaussian vector",
				"Loi normale", "Vecteur gaussien", "Loi conditionnelle"},
			Family: "Regression",
			Task:   method.Embed,
			Summary: "Gaussian distributions to experiment with. Drag the ellipse of two " +
				"variables and see marginals and conditionals follow, add variables, apply Bayes' rule, or condition a vector " +
				"on one of its values.",
			Formula: "x₂ | x₁ = a ∼ N(μ₂ + Σ₂₁Σ₁₁⁻¹(a − μ₁), Σ₂₂ − Σ₂₁Σ₁₁⁻¹Σ₁₂),  aᵀx ∼ N(aᵀμ, aᵀΣa)",
			Source: "C. M. Bishop: Pattern Recognition and Machine Learning, Springer 2006, section 2.3; " +
				"C. E. Rasmussen, C. K. I. Williams: Gaussian Processes for Machine Learning, MIT Press 2006, appendix A.2 and " +
				"section 2.2",
			Seen: "Ellipses, marginals along the edges, the conditional along a dragged line; a sum's lines; " +
				"prior and posterior measurement by measurement; a vector with its covariance matrix, bent " +
				"value by value.",
			Takes:    method.Takes{MaxPoints: maxPoints},
			Assessed: method.Assessed{Unjudged: true},
			Traits:   method.Traits{Range: []float64{-4, 4, -3, 3}},
			Params: []method.Param{
				{Name: "picture", Label: "Picture", Default: ofPair, Help: "The Gaussian model: two variables, their sum, a " +
					"quantity and a measurement of it, or many values",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ofPair, Label: "Two variables", Task: method.Embed, Help: "Drag the mean, the axes of the ellipse, " +
							"and the line of the known value"},
						{Value: ofSum, Label: "A sum of two variables", Task: method.Embed, Help: "How a weighted sum of both is " +
							"distributed"},
						{Value: ofBayes, Label: "Bayes' rule", Task: method.Embed, Help: "A prior, measurements with noise, and the " +
							"posterior"},
						{Value: ofVector, Label: "A vector of values", Task: method.Regress, Help: "Drawn as a " +
							"curve; a kernel gives its covariance. Each point fixes a value."},
					}}},
				{Name: "ellipse", Label: "Ellipse", Default: [][]float64{{-0.5, -0.2}, {1, 0.7}, {-0.95, 0.55}},
					When: is(ofPair, ofSum), Help: "The mean, and the ends of two axes one standard deviation long. Dragging one " +
						"axis also turns the other.",
					Kind: method.Places{Min: 3, Max: 3, Handle: &method.Handle{Name: "the ellipse", Many: "an ellipse",
						Each: []string{"mean", "axis 1", "axis 2"}, Role: picture.RoleKnob, Leads: true, Square: true}}},
				{Name: "given", Label: "What is known", Default: "x", When: is(ofPair),
					Help: "The variable on which the distribution is conditioned",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "x", Label: "The one across", Help: "The conditional lies along a vertical line"},
						{Value: "y", Label: "The one upwards", Help: "The conditional lies along a horizontal line"},
					}}},
				{Name: "at", Label: "Known value", Default: [][]float64{{1.8, -2.4}}, When: is(ofPair),
					Help: "The conditional distribution along the line through this handle",
					Kind: method.Places{Min: 1, Max: 1, Handle: &method.Handle{Name: "known value", Many: "known values",
						Role: picture.RoleKnob}}},
				{Name: "factor_x", Label: "Factor a", Kind: soft(-100, 100, -3, 3), Default: 1.0, When: is(ofSum),
					Help: "Coefficient of the horizontal variable in the sum"},
				{Name: "factor_y", Label: "Factor b", Kind: soft(-100, 100, -3, 3), Default: 1.0, When: is(ofSum),
					Help: "Coefficient of the vertical variable in the sum"},
				{Name: "prior_mean", Label: "Prior mean", Kind: soft(-1000, 1000, -4, 4), Default: 0.0, When: is(ofBayes),
					Help: "Prior mean of the horizontal quantity"},
				{Name: "prior_sd", Label: "Prior standard deviation", Kind: spread, Default: 1.5, When: is(ofBayes),
					Help: "Standard deviation of that prior"},
				{Name: "slope", Label: "Slope a", Kind: soft(-100, 100, -3, 3), Default: 0.8, When: is(ofBayes),
					Help: "What is measured is a times the quantity, plus b, plus noise"},
				{Name: "offset", Label: "Offset b", Kind: soft(-100, 100, -3, 3), Default: 0.0, When: is(ofBayes),
					Help: "Measurement of 0 without noise"},
				{Name: "noise_sd", Label: "Noise standard deviation", Kind: spread, Default: 0.6, When: is(ofBayes),
					Help: "Standard deviation of a measurement from the line"},
				{Name: "n_values", Label: "Values in the vector", Kind: method.Integer{Range: method.Range{Min: 2,
					Max: maxValues}}, Default: 13.0, When: is(ofVector),
					Help: "From a pair to nearly a function"},
				{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: kernels()}, Default: "rbf(1)",
					Live: kernelparam.Live, When: is(ofVector),
					Help: "Covariance of f at two positions, such as 0.5*rbf(0.2) + linear(); rbf(0.2, 0.5) has a length for " +
						"each axis"},
				{Name: "alpha", Label: "Noise variance σₙ²", When: is(ofVector), Default: 1e-4,
					Kind: method.Number{Range: method.Range{Min: 1e-10, Max: 1e10, SoftMin: 1e-6, SoftMax: 1, Log: true}},
					Help: "Variance of the noise in an observation y = f(x) + noise; added to the diagonal of K"},
				{Name: "samples", Label: "Samples", Kind: method.Integer{Range: method.Range{Min: 0, Max: 20}}, Default: 3.0,
					Help: "Number of functions drawn; their random numbers are kept while points move, so they change continuously",
					When: is(ofVector)},
				{Name: "value_i", Label: "Plotted value i", Kind: method.Integer{Range: method.Range{Min: 1, Max: maxValues}},
					Default: 6.0, When: is(ofVector), Help: "Number of the first of the two values plotted against each other"},
				{Name: "value_j", Label: "Plotted value j", Kind: method.Integer{Range: method.Range{Min: 1, Max: maxValues}},
					Default: 8.0, When: is(ofVector), Help: "Number of the second value; a click in the matrix chooses both"},
				{Name: "first", Label: "First position", Kind: number(-1000, 1000), Default: -3.0, When: is(ofVector),
					Advanced: true,
					Help:     "Position of the first value; the values are equally spaced"},
				{Name: "last", Label: "Last position", Kind: number(-1000, 1000), Default: 3.0, When: is(ofVector), Advanced: true,
					Help: "Position of the last value"},
			},
			Shows: []method.Show{
				{Name: ellipses, Label: "Ellipses", On: true, When: is(ofPair, ofSum, ofBayes),
					Help: "Of 1, 2 and 3 standard deviations: 39, 86 and 99 % of the probability lie within"},
				{Name: axes, Label: "Principal axes", When: is(ofPair, ofSum), Help: "Eigenvectors of the covariance matrix, as " +
					"long as one standard deviation"},
				{Name: marginals, Label: "Marginals", On: true, Help: "Density of each variable, along the edges",
					When: is(ofPair, ofSum, ofBayes)},
				{Name: slice, Label: "Conditional", On: true, When: is(ofPair), Help: "The density along the line of the known " +
					"value"},
				{Name: regression, Label: "Conditional mean", On: true, When: is(ofPair), Help: "For each known value the mean " +
					"of the other variable, ± a standard deviation"},
				{Name: sums, Label: "Equal sums", On: true, When: is(ofSum), Help: "Lines of equal sum: its " +
					"mean, and one standard deviation below and above"},
				{Name: method.Mean, Label: "Mean", On: true, When: is(ofVector), Help: "Mean of each value, joined by lines"},
				{Name: band, Label: "Band", On: true, When: is(ofVector), Help: "Mean ± 1 and 2 standard deviations of each value"},
				{Name: samples, Label: "Samples", On: true, When: is(ofVector), Help: "Vectors drawn at random, all " +
					"values at once"},
				{Name: process, Label: "Gaussian process", When: is(ofVector), Help: "Mean ± 2 standard deviations " +
					"everywhere: the limit of ever more values"},
				{Name: densities, Label: "Densities", On: true, When: is(ofPair, ofSum, ofBayes),
					Help: "A plot: all densities on " +
						"one line"},
				{Name: twoValues, Label: "Two of the values", On: true, When: is(ofVector), Help: "A plot: values i and j " +
					"against each other, before and after the observations"},
				{Name: spectrum, Label: "Eigenvalues", When: is(ofVector), Help: "A plot: eigenvalues of the prior's covariance; " +
					"none of a Gaussian's is below 0"},
				{Name: matrix, Label: "Covariance matrix", On: true, Help: "A plot: variances and covariances as colours"},
			},
			Examples: method.ExamplesIn(gaussianExamples),
		},
		Check:   check,
		Heights: heights,
		Python:  gaussianPython,
		Fit:     fit,
	}
}

func kernels() []method.Choice {
	return []method.Choice{
		{Value: "rbf(1)", Label: "Gaussian (RBF)", Help: "Neighbouring values are similar: smooth curves"},
		{Value: "matern12(1)", Label: "Matérn 1/2 (exponential)", Help: "Each value depends only on its neighbours: rough " +
			"curves"},
		{Value: "matern32(1)", Label: "Matérn 3/2", Help: "In between"},
		{Value: "periodic(3, 0.8)", Label: "Periodic", Help: "Values a period apart are the same"},
		{Value: "linear() + 0.5", Label: "Linear", Help: "All values lie on a line"},
		{Value: "rbf(0.001)", Label: "Independent values", Help: "Independent values: the matrix is diagonal"},
	}
}

func parse(v method.Values) (kernel.Kernel, error) {
	k, err := kernel.Parse(v.String("kernel"))
	if err != nil {
		return nil, err
	}
	return k, kernel.CheckDim(k, 1)
}
