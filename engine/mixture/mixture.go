// Package mixture has Gaussian mixtures: the points as drawn from several normal distributions, fitted by EM.
package mixture

import (
	_ "embed"
	"slices"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of the parameter init_params.
const (
	initKMeans   = "kmeans"
	initPlusPlus = "k-means++"
	initData     = "random_from_data"
	initRandom   = "random"
	initGiven    = "given"
)

//go:embed gmm.jsonl
var examples string

// Method declares the Gaussian mixture, id "gmm".
func Method() method.Method {
	return method.Method{
		Info: method.Info{
			Takes:    method.Takes{Wide: true},
			ID:       "gmm",
			Name:     "Gaussian mixture",
			Assessed: method.Assessed{Loss: "−ln of the density", Complexity: "the number of free parameters"},
			Aliases: []string{"GMM", "EM", "Expectation maximisation", "Mixture of Gaussians", "Soft clustering", "Soft k-means",
				"BIC",
				"Mélange de gaussiennes", "Modèle de mélange", "Espérance-maximisation"},
			Family: "Clustering",
			Task:   method.Cluster,
			Summary: "Models the points as drawn from several normal distributions. EM " +
				"alternates: each point is shared among the components, then each component gets the weight, mean and " +
				"covariance of its share. Except for the added variance, the likelihood never decreases.",
			Formula: "max Σᵢ ln Σₖ πₖ N(xᵢ; μₖ, Cₖ)",
			Source: "Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM algorithm, JRSS " +
				"B 39, 1977; " +
				"BIC: Schwarz, Annals of Statistics 6, 1978",
			Seen: "EM by E-steps and M-steps: ellipses, colours mixed by responsibilities, lines of equal " +
				"density; BIC and AIC against the number of components.",
			Params: []method.Param{
				{Name: "n_components", Label: "Components", Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}},
					Default: 3.0,
					Help:    "Number of normal distributions", When: &method.When{Name: "init_params", In: []string{initGiven},
						Not: true}},
				{Name: "covariance_type", Label: "Covariances", Default: full, Help: "Which shapes the components may have",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: full, Label: "Full", Help: "Each component has a covariance of its own: any ellipse"},
						{Value: tied, Label: "Tied", Help: "All components share one covariance: ellipses of one shape"},
						{Value: diag, Label: "Diagonal", Help: "Each component has variances of its own, and no correlation: ellipses " +
							"along the axes"},
						{Value: spherical, Label: "Spherical", Help: "Each component has one variance: circles of different sizes"},
					}}},
				{Name: "init_params", Label: "Start", Default: initKMeans, Help: "Where the components start",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: initKMeans, Label: "k-means", Help: "The clusters that k-means finds"},
						{Value: initPlusPlus, Label: "k-means++", Help: "Round components at points that k-means++ draws, mostly far " +
							"from one another"},
						{Value: initData, Label: "Random points", Help: "Round components at any points, all equally likely"},
						{Value: initRandom, Label: "Random shares", Help: "Each point is shared at random: all components start " +
							"near the middle"},
						{Value: initGiven, Label: "Own positions", Where: method.OnlyPoints, Help: "Round components where you put " +
							"them: as many as starting means"},
					}}},
				{Name: "means_init", Label: "Starting means",
					Kind: method.Places{Max: 12, Handle: &method.Handle{Name: "starting mean", Many: "starting means",
						Colored: true}},
					Default: [][]float64{{0.2, 0.3}, {0.5, 0.8}, {0.8, 0.3}},
					When:    &method.When{Name: "init_params", In: []string{initGiven}},
					Help:    "Positions that you drag; there are as many components as starting means"},
				{Name: "reg_covar", Label: "Added variance",
					Kind: method.Number{Range: method.Range{Min: 0, Max: 1e6, SoftMin: 1e-9, SoftMax: 0.1, Log: true}}, Default: 1e-6,
					Help: "Added to all variances (squared data units), so that no component collapses on one point; 0: " +
						"none is added"},
				{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 0, Max: 1, SoftMin: 1e-8,
					SoftMax: 0.1, Log: true}}, Default: 1e-5, Unit: "nats a point", Advanced: true,
					Help: "It stops when the mean log-likelihood changes by less than this; scikit-learn's 0.001 is often too large"},
				{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1,
					SoftMax: 300, Log: true}}, Default: 300.0, Advanced: true,
					Help: "At most this many iterations, each an E-step and an M-step"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Responsibilities", Where: method.OnlyPoints, On: true,
					Help: "Shares of the components at each position: their colours, mixed"},
				{Name: method.Boundary, Label: "Borders", Where: method.OnlyPoints,
					Help: "Where the two largest responsibilities are equal"},
				{Name: "density", Label: "Density", Where: method.OnlyPoints, Help: "Lines of equal density, each four times the " +
					"next one outside; colours are faint where the density is low"},
				{Name: "slices", Label: "Slices p(x₂ | x₁)", Where: method.OnlyPoints, Help: "The density of x₂ at seven x₁, " +
					"drawn sideways, and its mean E(x₂ | x₁)"},
				{Name: "ellipses", Label: "Ellipses", On: true, Help: "1 and 2 standard deviations: they hold 39 % and 86 % of " +
					"a component. In 3D, three ellipses of 2: 74 %."},
				{Name: "means", Label: "Means", On: true, Help: "The means with the numbers of their components"},
				{Name: "paths", Label: "Paths of the means", Where: method.NotInSpace, On: true,
					Help: "Where each mean came from; the move of a step is drawn stronger"},
				{Name: "criteria", Label: "BIC and AIC", Help: "A plot: BIC and AIC of 1 to 10 components, each fitted " +
					"separately; a small BIC is good; a click chooses"},
			},
			Examples: method.ExamplesIn(examples),
		},
		Random: true, Divisible: true,
		Python: counterpart,
		Fit:    fitMixture,
	}
}

func fitMixture(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m := &mix{p: p, k: v.Int("n_components"), d: p.D, kind: v.String("covariance_type"), init: v.String("init_params"),
		reg: v.Float("reg_covar"), tol: v.Float("tol"), limit: v.Int("max_iter"), broken: none}
	given := v.Places("means_init")
	if m.init == initGiven {
		m.k = len(given)
	}
	switch {
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points: at least as many as components."}
	case m.k == 0 && p.Wide():
		return nil, &method.Need{Sentence: "Choose how the components start: no position is given."}
	case m.k == 0:
		return nil, &method.Need{Sentence: "Set clicks to add starting means, then click to place them."}
	case m.init == initGiven:
		m.places = slices.Concat(given...)
	case p.N < m.k && p.Wide():
		return nil, &method.Need{Sentence: words.Sprintf("%d components need at least %d rows, and there are %d: choose "+
			"fewer components.", m.k, m.k, p.N)}
	case p.N < m.k:
		return nil, &method.Need{Sentence: words.Sprintf("%d components need at least %d points, and there are %d: "+
			"click to add some, or choose fewer components.", m.k, m.k, p.N)}
	}
	m.v = v
	m.scan = &grouping.Scan{}
	// Results for other numbers of components remain valid.
	if before, ok := prev.(*blend); ok && before.p.Same(p) &&
		before.v.Equal(v, "covariance_type", "init_params", "reg_covar", "tol", "max_iter") {
		m.scan = before.scan
	}
	if err := m.fit(job); err != nil {
		return nil, err
	}
	return m.Stage(m.Steps()), nil
}
