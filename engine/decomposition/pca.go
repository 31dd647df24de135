// Package decomposition implements principal component analysis.
package decomposition

import (
	_ "embed"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Values of parameters.
const (
	affine = "affine"
	linear = "linear"
)

//go:embed pca.jsonl
var pcaExamples string

// PCA returns the method of principal component analysis, id "pca".
func PCA() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true},
			ID:    "pca",
			Name:  "Principal components",
			Assessed: method.Assessed{Loss: "squared reconstruction error",
				Complexity: "the number of coordinates of the mean and of the directions"},
			Aliases: []string{"PCA", "Principal component analysis", "Karhunen–Loève transform", "Singular value decomposition",
				"SVD", "Dimension reduction",
				"Total least squares", "Eigenfaces", "ACP", "Analyse en composantes principales", "Réduction de dimension"},
			Family: "Dimension reduction",
			Task:   method.Cluster,
			Summary: "Finds the line or plane with the smallest squared error of the projected points: the directions of " +
				"largest variance. Classes are ignored.",
			Formula: "min_{U} Σᵢ ‖xᵢ − x̂ᵢ‖²,  x̂ᵢ = m + UUᵀ(xᵢ − m),  UᵀU = I,  m = x̄ or 0",
			Source: "Pearson, On lines and planes of closest fit, Philosophical Magazine 2, 1901; Hotelling, J. Educational " +
				"Psychology 24, 1933; " +
				"Eckart and Young, Psychometrika 1, 1936; Jolliffe, Principal Component Analysis, 2002",
			Params: []method.Param{
				{Name: "n_components", Label: "Components q",
					Kind: method.Integer{Range: method.Range{Max: doc.MaxColumns, SoftMax: 2}, Inputs: true}, Default: 1.0,
					Help: "Number of directions kept: 0 leaves a single point, 1 a line; as many as inputs lose nothing"},
				{Name: "subspace", Label: "Subspace", Default: affine, Help: "What the line or plane passes through", Moves: true,
					Kind: method.Choose{Choices: []method.Choice{
						{Value: affine, Label: "Affine: through the mean", Help: "The points are centred first, which gives the " +
							"smallest error"},
						{Value: linear, Label: "Linear: through the origin", Help: "The points are not centred; squared distances " +
							"from the origin count"},
					}}},
			},
			Shows: []method.Show{
				{Name: "subspace", Label: "Subspace", Where: method.OnlyPoints, On: true, Help: "The line onto which the points " +
					"are projected; with 0 components, the point"},
				{Name: "projections", Label: "Projections", Where: method.OnlyPoints, On: true,
					Help: "From each point to its projection; the sum of the squared lengths is the error",
					When: &method.When{Name: "n_components", In: []string{"0", "1"}}},
				{Name: "axes", Label: "Principal axes", Where: method.PointsAndSpace, On: true,
					Help: "Two standard deviations to each side of the mean; the named end is positive. In space: the first " +
						"three axes."},
				{Name: "ellipses", Label: "Ellipses", Where: method.OnlyPoints,
					Help: "One and two standard deviations in every direction",
					When: &method.When{Name: "subspace", In: []string{affine}}},
				{Name: "other", Label: "The other line", Where: method.OnlyPoints, Help: "The line through the origin if yours " +
					"passes through the mean, and vice versa",
					When: &method.When{Name: "n_components", In: []string{"1"}}},
				{Name: "spectrum", Label: "Spectrum", On: true, Help: "A plot: each component's share of the variance, and the " +
					"sums; for tables, another with their coordinates"},
				{Name: "matrices", Label: "Matrices", Help: "Plots: the data X̃, its covariance X̃ᵀX̃/n and the correlations, as " +
					"pictures"},
				{Name: "scores", Label: "Along the axes", On: true, Help: "Plots: the points along the first two axes, by class"},
				method.BothMapsShow(),
			},
			Examples: method.ExamplesIn(pcaExamples),
		},
		Python: pcaPython,
		Fit:    fit,
	}
}
