// Package rbm implements the restricted Boltzmann machine, which learns a distribution of images by contrastive
// divergence.
package rbm

import (
	_ "embed"

	"pointscape/engine/method"
	"pointscape/engine/network/networkparam"
)

// Names of switches and their panels.
const (
	filters         = "filters"
	chain           = "chain"
	reconstructions = "reconstructions"
	activity        = "activity"
)

// maxRows is the maximum number of rows, and mostUnits of hidden units: a pass takes some seconds at most.
const maxRows, mostUnits = 10_000, 128

//go:embed rbm.jsonl
var rbmExamples string

// Method returns the restricted Boltzmann machine, id "rbm".
func Method() method.Method {
	return method.Method{
		Random: true,
		Info: method.Info{
			Takes: method.Takes{Wide: true, Pictures: true, MaxPoints: maxRows}, ID: "rbm",
			Name: "Restricted Boltzmann machine",
			Aliases: []string{"RBM", "BernoulliRBM", "Harmonium", "Contrastive divergence", "CD-k", "PCD",
				"Energy-based model", "Gibbs sampling", "Pretraining", "Deep belief network", "Handwritten digits",
				"Machine de Boltzmann restreinte", "Divergence contrastive", "Modèle à énergie"},
			Family: "Neural networks",
			Task:   method.Cluster,
			Summary: "Two layers of binary units, pixels and hidden units, define a " +
				"probability of each picture. Training without classes makes the pictures of the rows likely: the machine " +
				"samples pictures, and learns from the difference.",
			Formula: "P(v, h) = exp(bᵀv + cᵀh + vᵀWh)/Z,  ΔW = η (⟨v P(h | v)ᵀ⟩_{rows} − ⟨v P(h | v)ᵀ⟩_{chains})",
			Source: "Smolensky, Information processing in dynamical systems, in Parallel Distributed Processing 1, 1986; " +
				"Hinton, Training products of experts by minimizing contrastive divergence, Neural Computation 14, 2002; " +
				"Tieleman, Training restricted Boltzmann machines using approximations to the likelihood gradient, ICML 2008; " +
				"Hinton, A practical guide to training restricted Boltzmann machines, 2010",
			Params: []method.Param{
				{Name: "n_components", Label: "Hidden units", Kind: method.Integer{Range: method.Range{Min: 1, Max: mostUnits,
					SoftMax: 64}}, Default: 25.0, Help: "Number of hidden units, each with a filter over the pixels"},
				{Name: "k", Label: "Alternations k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 50, SoftMax: 20}},
					Default: 1.0, Help: "Number of Gibbs updates of both layers in a step: CD-k"},
				{Name: "persistent", Label: "Persistent chains", Kind: method.Bool{}, Default: false,
					Help: "On: chains continue from their last state, as in scikit-learn. Off: each begins " +
						"at a row of the minibatch."},
				{Name: "learning_rate", Label: "Learning rate", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true,
					Max: 10, SoftMin: 1e-3, SoftMax: 1, Log: true}}, Default: 0.1,
					Help: "Size of a step up the estimated gradient of the log-likelihood"},
				networkparam.Batch(10, maxRows, "Pictures"),
				{Name: "n_iter", Label: "Epochs", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMax: 100,
					Log: true}}, Default: 20.0, Help: "Number of passes over all rows"},
				networkparam.Step(),
				{Name: "binarize", Label: "Black and white", Kind: method.Bool{}, Default: false,
					Help: "On: pixels of at least half the largest value are 1, others 0. Off: grey values are probabilities."},
			},
			Shows: []method.Show{
				{Name: filters, Label: "Filters", On: true, Help: "A plot: the weights of each hidden unit, as a picture"},
				{Name: chain, Label: "Contrastive divergence", On: true, Help: "A plot: samples of the next step for a few " +
					"rows, layer by layer"},
				{Name: reconstructions, Label: "Reconstructions", On: true, Help: "A plot: rows, their reconstructions, and " +
					"samples of a long chain from them"},
				{Name: activity, Label: "Activity", On: true, Help: "A plot: how often each hidden unit is 1, for the rows of " +
					"each class"},
			},
			Examples: method.ExamplesIn(rbmExamples),
		},
		Python: rbmPython,
		Fit:    fit,
	}
}
