// Package neural implements feed-forward neural networks trained by gradient descent: multilayer perceptrons for
// classification and regression, a single neuron, and a step-by-step view of back-propagation.
package neural

import (
	_ "embed"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/outputs"
)

// Values and names of parameters, and names of switches.
const (
	logLoss      = "log_loss"
	squaredError = "squared_error"
	hinge        = "hinge"

	hidden  = "hidden_layer_sizes"
	byLayer = "layers" // activation chosen for each layer
	gain    = "gain"
	weights = "coefs"
	watches = "early_stopping"

	diagram = "diagram" // panel and its switch
	creases = "creases" // where inputs of the first layer's units are 0
)

// maxPoints is the maximum number of points of these methods: a pass over the data takes less than a tenth of a second.
const maxPoints = 10_000

const source = "Rumelhart, Hinton and Williams, Learning representations by back-propagating errors, Nature " +
	"323, 1986; " +
	"first weights: Glorot and Bengio, AISTATS 2010, for ReLU He et al., ICCV 2015; Adam: Kingma and Ba, ICLR 2015; " +
	"Bishop, Pattern Recognition and Machine Learning, 2006, sections 5.1 to 5.3; Goodfellow, Bengio and Courville, " +
	"Deep Learning, 2016, chapters 6 and 8"

//go:embed mlp.jsonl
var mlpExamples string

// Classifier returns the method of multilayer perceptrons for classification, id "mlp".
func Classifier() method.Method {
	params := []method.Param{
		{Name: "loss", Label: "Loss", Default: logLoss, Help: "Cost of the prediction at a point",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: logLoss, Label: "Cross-entropy", Help: "−ln of the probability of the point's own class (softmax, or " +
					"the logistic function for two classes)"},
				{Value: squaredError, Label: "Squared", Help: "½ squared distance to the targets: 1 for the own class, 0 for " +
					"the others; two classes: −1 and 1 (second)"},
				{Value: hinge, Label: "Hinge", Help: "max(0, 1 − lead of the point's own class); for many classes, summed over " +
					"the others (Weston and Watkins)"},
			}}},
	}
	return method.Method{
		Info: method.Info{
			ID: "mlp", Traits: method.Traits{Free: true},
			Name: "Neural network",
			Aliases: []string{"MLP", "Multilayer perceptron", "Backpropagation", "Feed-forward network", "Deep learning",
				"Hidden layers", "Réseau de neurones", "Perceptron multicouche", "Rétropropagation", "Apprentissage profond"},
			Family:   "Neural networks",
			Task:     method.Classify,
			Assessed: method.Assessed{Complexity: complexity, Watches: watches},
			Summary: "Layers of simple units, each a weighted sum and an activation, trained by gradient descent on the loss, " +
				"epoch after epoch. Watch how the units divide the plane.",
			Formula: "P(c | x) = softmax(W_{L} φ(… φ(W_{1} x + b_{1}) …) + b_{L})",
			Source:  source,
			Params:  append(append(shape(planeParam()), append(params, training(features)...)...), planeUnitsParam(hasHidden())),
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position, fainter near the boundary"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes. With two " +
					"classes, f > 0 means the second one."},
				{Name: creases, Label: "Lines of the first layer", On: true, Help: "Where the input sum of a first-layer unit " +
					"is 0: there its output has " +
					"a kink or changes sign", When: hasHidden()},
				{Name: diagram, Label: "Diagram", On: true, Help: "A plot: the units with small pictures of their outputs, and " +
					"the weights between them"},
				{Name: hiddenPlane, Label: "Hidden plane", Help: "A plot: the grid and the points in the coordinates of two " +
					"hidden units", When: hasHidden()},
				thinnedShow("boundaries"),
			},
			Takes:    method.Takes{MaxPoints: maxPoints},
			Examples: method.ExamplesIn(mlpExamples),
		},
		Random: true,
		Python: mlpPython,
		Fit:    fit,
	}
}

//go:embed mlp_regression.jsonl
var mlpRegressionExamples string

// Regression returns the method of multilayer perceptrons for regression, id "mlp_regression".
func Regression() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "mlp_regression", Traits: method.Traits{Free: true},
			Name: "Neural network regression",
			Aliases: []string{"MLP regression", "Multilayer perceptron", "Backpropagation", "Feed-forward network",
				"Universal approximation", "Régression par réseau de neurones", "Perceptron multicouche"},
			Family:   "Neural networks",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: complexity, Watches: watches},
			Takes:    method.Takes{Wide: true, MaxPoints: maxPoints},
			Summary: "A curve made of soft steps or kinks: each hidden unit adds one, and gradient descent on the squared " +
				"error moves them to reduce the error.",
			Formula: "f(x) = W_{L} φ(… φ(W_{1} x + b_{1}) …) + b_{L}",
			Source:  source,
			Params: append(append([]method.Param{method.DomainParam(), outputs.Param()},
				shape(onDomain(planeParam(), method.OnPlane()), onDomain(lineParam(), method.OnLine()))...),
				append(training(features, featuresOfLine, method.OutputsParam),
					planeUnitsParam(onPlaneToo(hasHidden())))...),
			Shows: []method.Show{
				{Name: method.Mean, Label: "Curve", On: true, Help: "The network's prediction at each x", When: method.OnLine()},
				{Name: "residuals", Label: "Residuals", Help: "From each point to the curve", When: method.OnLine()},
				{Name: method.Regions, Label: "Colours", On: true, Help: "The network's prediction at each position",
					When: method.OnPlane()},
				{Name: method.Isolines, Label: "Isolines", On: true, Help: "Lines of equal value", When: method.OnPlane()},
				{Name: creases, Label: "Bends of the first layer", On: true, Where: method.OnlyPoints,
					Help: "Where the input sum of a first-layer unit is 0: there its output has a kink or changes sign",
					When: hasHidden()},
				{Name: diagram, Label: "Diagram", On: true, Help: "A plot: the units with small pictures of their outputs, and " +
					"the weights between them"},
				{Name: hiddenPlane, Label: "Hidden plane", Help: "A plot: the grid and the points in the coordinates of two " +
					"hidden units", When: onPlaneToo(hasHidden())},
				ofPoints(thinnedShow("curves")),
				{Name: rowErrors, Label: "Errors of the outputs", On: true, Where: method.OnlyRows, Help: "A plot: how well each " +
					"of several columns is predicted"},
			},
			Examples: method.ExamplesIn(mlpRegressionExamples),
		},
		Random: true,
		Python: mlpRegressionPython,
		Fit:    fit,
	}
}

// onDomain restricts a parameter to points under a condition.
func onDomain(p method.Param, w *method.When) method.Param {
	p.When, p.Where = w, method.OnlyPoints
	return p
}

// ofPoints restricts a switch to points; rows of tables do not have it.
func ofPoints(s method.Show) method.Show {
	s.Where = method.OnlyPoints
	return s
}

// onPlaneToo adds to a condition that points are in the plane.
func onPlaneToo(w *method.When) *method.When {
	w.And = method.OnPlane()
	return w
}

// hasHidden is the condition that there is a hidden layer.
func hasHidden() *method.When { return &method.When{Name: hidden, In: []string{""}, Not: true} }

// shape returns the parameters of the network's architecture; inputs are those that choose its features.
func shape(inputs ...method.Param) []method.Param {
	return append([]method.Param{
		{Name: hidden, Label: "Hidden layers", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 32},
			List: method.List{MinLen: 0, MaxLen: 6, Entry: "layer"}, Whole: true}, Default: []float64{8},
			Help: "Units of each hidden layer, from input to output: 8, 8. Empty: logistic regression, or a straight line."},
		{Name: "activation", Label: "Activation φ",
			Kind: method.Choose{Choices: append(networkparam.Bends(),
				method.Choice{Value: byLayer, Label: "By layer", Help: "Each layer has its own"})}, Default: "tanh",
			Help: "The function that each hidden unit applies to its sum", When: hasHidden()},
		{Name: "activations", Label: "Activation of each layer",
			Kind: method.Options{List: method.List{Per: hidden, MinLen: 1, MaxLen: 6, Entry: "layer"},
				Choices: networkparam.Bends()}, Default: []string{"tanh"}, Help: "One activation for each hidden layer",
			When: &method.When{Name: "activation", In: []string{byLayer}}},
		networkparam.Gain(&method.When{Name: "activation", In: []string{"tanh", "logistic"},
			Or: &method.When{Name: "activations", In: []string{"tanh", "logistic"}}}),
	}, inputs...)
}

// training returns the parameters of the training; inputs are the names of those that choose the features.
func training(inputs ...string) []method.Param {
	alpha := networkparam.Penalty(1e-4)
	alpha.When = &method.When{Name: "alphas", In: []string{""}}
	stopping := &method.When{Name: watches, In: []string{"true"}}
	return []method.Param{
		networkparam.Solver(method.Choice{Value: networkparam.RMSProp, Label: "RMSProp",
			Help: "Each gradient is divided by the root of its mean square: Adam without momentum"}),
		networkparam.Rate(0.01),
		{Name: "learning_rate", Label: "Schedule", Default: "constant", Advanced: true,
			Help: "How the learning rate changes during training",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: "constant", Label: "Constant", Help: "It stays the same"},
				{Value: "inverse", Label: "1/t", Help: "η/(1 + t/T) after t epochs: η/2 after T epochs"},
				{Value: "cosine", Label: "Cosine", Help: "Along half a wave, down to 0 after T epochs"},
			}}},
		{Name: "decay_epochs", Label: "Span T", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1e6, SoftMin: 10,
			SoftMax: 10_000, Log: true}}, Default: 200.0, Unit: "epochs", Advanced: true,
			When: &method.When{Name: "learning_rate", In: []string{"constant"}, Not: true},
			Help: "After this many epochs the learning rate is half (1/t) or 0 (cosine)"},
		networkparam.Momentum(),
		{Name: "nesterovs_momentum", Label: "Nesterov's momentum", Kind: method.Bool{}, Default: false,
			When: networkparam.Plain(),
			Help: "The gradient at the position to which momentum would move the weights"},
		networkparam.Batch(200, maxPoints, "Points"),
		networkparam.Step(),
		alpha,
		{Name: "alphas", Label: "Penalty of each layer",
			Kind: method.Numbers{Range: method.Range{Min: 0, Max: 1e4},
				List: method.List{Per: hidden, More: 1, MinLen: 0, MaxLen: 7}}, Default: []float64{}, Advanced: true,
			Help: "One penalty α for each layer of weights, from input to output: 0, 0, 1. Empty: the same for all."},
		{Name: "l1", Label: "L1 penalty λ", Kind: method.Number{Range: method.Range{Min: 0, Max: 1e4, SoftMin: 0,
			SoftMax: 10}}, Default: 0.0, Advanced: true,
			Help: "λ times the sum of the weights' absolute values is also added: some weights become 0"},
		{Name: "dropout", Label: "Dropout", Kind: method.Numbers{Range: method.Range{Min: 0, Max: 0.9},
			List: method.List{Per: hidden, MinLen: 1, MaxLen: 6}}, Default: []float64{0}, Advanced: true, When: hasHidden(),
			Help: "Share of units left out in each step: one for all hidden layers, or one each: 0.5, 0.2. Answers " +
				"use all units."},
		{Name: watches, Label: "Early stopping", Kind: method.Bool{}, Default: false, Advanced: true,
			Help: "Stop when the validation loss no longer decreases, at its minimum. Off: validation points have no effect."},
		{Name: "n_iter_no_change", Label: "Patience",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 1e6, SoftMin: 1, SoftMax: 200, Log: true}}, Default: 10.0,
			Unit: "epochs", When: stopping, Advanced: true,
			Help: "Training stops after this many epochs without a smaller validation loss"},
		{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 0, Max: 1000, SoftMin: 1e-6,
			SoftMax: 10, Log: true}}, Default: 1e-4, When: stopping, Advanced: true,
			Help: "A validation loss counts as smaller only if it falls by more than this"},
		{Name: "clip_norm", Label: "Longest gradient",
			Kind: method.Number{Range: method.Range{Min: 0, Max: 1e6, SoftMin: 0.01, SoftMax: 10, Log: true}}, Default: 0.0,
			Advanced: true,
			Help:     "Longer gradients are shortened to this length; 0: no limit"},
		{Name: "init", Label: "First weights", Default: "auto", Advanced: true,
			When: &method.When{Name: weights, In: []string{""}}, Help: "How the weights are drawn before training",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: "auto", Label: "As the activation needs", Help: "Uniform, biases too: in Glorot's " +
					"range; in He's range with ReLU and its variants"},
				{Value: "glorot", Label: "Glorot", Help: "Uniform from −r to r, with r² = 6/(inputs + outputs) of the layer"},
				{Value: "he", Label: "He", Help: "Normal, of variance 2/inputs: for ReLU"},
				{Value: "lecun", Label: "LeCun", Help: "Normal, of variance 1/inputs"},
				{Value: "small", Label: "Small", Help: "Normal, of standard deviation 0.01: deep networks hardly learn"},
				{Value: fromAutoencoder, Label: "From an autoencoder", Help: "Layer by layer, from " +
					"autoencoders with one hidden layer; the last layer is random"},
				{Value: "large", Label: "Large", Help: "Normal, of standard deviation 3: units start saturated"},
			}}},
		{Name: pretraining, Label: "Epochs of autoencoders", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000,
			SoftMin: 10, SoftMax: 1000, Log: true}}, Default: 100.0, Advanced: true,
			When: &method.When{Name: "init", In: []string{fromAutoencoder}, And: hasHidden()},
			Help: "Training of each autoencoder before the network's, by Adam with learning rate 0.01"},
		{Name: weights, Label: "Starting weights",
			Kind: method.Numbers{Range: method.Range{Min: -network.Wildest, Max: network.Wildest},
				List: method.List{MaxLen: 10_000, Entry: "weight"}, Taken: "Draw again", Shape: append(inputs, hidden)},
			Default: []float64{}, Advanced: true,
			Help: "For each layer the weights (inputs × outputs), then the biases; empty: random weights"},
		{Name: "standardize", Label: "Standardise", Kind: method.Bool{}, Default: true, Advanced: true,
			Help: "Scale the inputs, and values to be predicted, to mean 0 and standard deviation 1 first"},
	}
}
