// Package autoencoder implements autoencoders: networks that reproduce their inputs through a layer of a few numbers,
// the code. They are a nonlinear form of principal component analysis.
package autoencoder

import (
	_ "embed"

	"pointscape/engine/method"
	"pointscape/engine/network/networkparam"
)

// Names of switches and their panels.
const (
	decoded         = "decoded"
	reconstructions = "reconstructions"
	codes           = "codes"
	components      = "pca"
)

// fromMachines is the choice of initial weights pretrained by Boltzmann machines, pretraining the parameter for the
// epochs of pretraining.
const fromMachines, pretraining = "rbm", "pretraining_epochs"

// maxPoints is the maximum number of rows: a pass over them takes less than some tenths of a second.
const maxPoints = 10_000

//go:embed autoencoder.jsonl
var autoencoderExamples string

// Method returns the autoencoder, id "autoencoder".
func Method() method.Method {
	bends := &method.When{Name: "hidden_layer_sizes", In: []string{""}, Not: true}
	logistic := &method.When{Name: "activation", In: []string{"logistic"}, And: bends}
	return method.Method{
		Random: true,
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: maxPoints},
			ID:    "autoencoder",
			Name:  "Autoencoder",
			Aliases: []string{"Autoassociative network", "Nonlinear principal components", "Nonlinear PCA",
				"Denoising autoencoder", "Bottleneck network", "Principal curve", "Dimension reduction",
				"Auto-encodeur", "Autoencodeur", "Réduction de dimension"},
			Family: "Neural networks",
			Task:   method.Cluster,
			Summary: "A network that learns to reproduce its input through a layer of a few " +
				"numbers: the code. With linear layers, it is at best as good as principal components; with nonlinear ones, " +
				"the surface of codes is curved.",
			Formula: "min 1/n Σᵢ ½‖g(f(xᵢ)) − xᵢ‖²,  z = f(x) the code,  x̂ = g(z) what is decoded of it",
			Source: "Kramer, Nonlinear principal component analysis using autoassociative neural networks, AIChE Journal 37, " +
				"1991; Hinton and Salakhutdinov, Reducing the dimensionality of data with neural networks, Science 313, 2006; " +
				"the linear one: Baldi and Hornik, Neural networks and principal component analysis, Neural Networks 2, 1989; " +
				"noise: Vincent et al., ICML 2008; first weights from Boltzmann machines: Hinton and Salakhutdinov; " +
				"Bishop, Pattern Recognition and Machine Learning, 2006, section 12.4.2; Goodfellow, Bengio and Courville, Deep " +
				"Learning, 2016, chapter 14",
			Params: []method.Param{
				{Name: "n_components", Label: "Code size", Kind: method.Integer{Range: method.Range{Min: 1, Max: 3}}, Default: 2.0,
					Moves: true,
					Help:  "Dimension of the code, the middle layer of the network"},
				{Name: "hidden_layer_sizes", Label: "Hidden layers",
					Kind: method.Numbers{Range: method.Range{Min: 1, Max: 64}, List: method.List{MinLen: 0, MaxLen: 2, Entry: "layer"},
						Whole: true}, Default: []float64{32},
					Help: "Units of each layer from input to code; from the code back, in reverse order. Empty: the " +
						"network is linear."},
				{Name: "activation", Label: "Activation φ",
					Kind: method.Choose{Choices: networkparam.Bends("tanh", "relu", "logistic", "identity")}, Default: "tanh",
					When: bends, Help: "The function that each hidden unit applies to its sum; code and outputs are plain sums"},
				networkparam.Solver(), networkparam.Rate(0.005), networkparam.Momentum(), networkparam.Batch(32, maxPoints, "Rows"),
				networkparam.Penalty(0),
				{Name: "init", Label: "First weights", Default: "auto", Advanced: true, When: logistic, Where: method.OnlyRows,
					Help: "How the weights are drawn before training",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "auto", Label: "As the activation needs", Help: "Uniform, biases too, in " +
							"Glorot's range"},
						{Value: fromMachines, Label: "From Boltzmann machines", Help: "Layer by layer, from " +
							"machines trained on the previous layer's output; the decoder mirrors them"},
					}}},
				{Name: pretraining, Label: "Epochs of Boltzmann machines", Kind: method.Integer{Range: method.Range{Min: 1,
					Max: 1000, SoftMin: 5, SoftMax: 100, Log: true}}, Default: 20.0, Advanced: true, Where: method.OnlyRows,
					When: &method.When{Name: "init", In: []string{fromMachines}, And: logistic},
					Help: "Training of each machine before the network's, by contrastive divergence"},
				{Name: "noise", Label: "Noise", Kind: method.Number{Range: method.Range{Min: 0, Max: 10, SoftMax: 2}}, Default: 0.0,
					Help: "Standard deviation of the noise added to inputs in training, in typical deviations; targets stay clean"},
			},
			Shows: []method.Show{
				{Name: decoded, Label: "Decoded", On: true, Help: "The image of the decoder: a curve or a net among the " +
					"points; for " +
					"tables, a plot of what each code decodes to"},
				{Name: reconstructions, Label: "Reconstructions", On: true, Help: "The points or rows reconstructed from " +
					"their codes"},
				{Name: codes, Label: "Codes", On: true, Help: "A plot: the codes, when the plane shows something else"},
				{Name: components, Label: "Principal components", On: true, Help: "The same with as many principal " +
					"components, for comparison: the best " +
					"linear reconstruction"},
				method.BothMapsShow(),
			},
			Examples: method.ExamplesIn(autoencoderExamples),
		},
		Python: autoencoderPython,
		Fit:    fit,
	}
}
