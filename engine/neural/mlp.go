// Package neural implements feed-forward neural networks trained by gradient descent: multilayer perceptrons for
// classification and regression, a single neuron, and a step-by-step view of back-propagation.
package neural

import (
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
			Takes: method.Takes{MaxPoints: maxPoints},
			Example: `{"version":1,"method":"mlp","title":"How do three lines enclose a circle?","params":{"hidden_layer_sizes":[3],"learning_rate_init":0.03},` +
				`"dataset":{"name":"circles","n":160,"noise":0.15,"seed":4},"view":{"step":300},"seed":2}`,
			Lessons: []string{
				`{"version":1,"method":"mlp","title":"How do two units solve the exclusive or?","params":{"hidden_layer_sizes":[2],"learning_rate_init":0.03},"dataset":{"name":"xor","n":120,"noise":0.1,"seed":3},"view":{"step":400},"seed":1}`,
				`{"version":1,"method":"mlp","title":"What does too large a learning rate do?","params":{"hidden_layer_sizes":[6],"activation":"relu","loss":"squared_error","solver":"sgd","learning_rate_init":1,"momentum":0.9},"dataset":{"name":"moons","n":120,"noise":0.15,"seed":5},"view":{"step":0},"seed":1}`,
				`{"version":1,"method":"mlp","title":"Can two layers unroll two spirals?","params":{"hidden_layer_sizes":[12,12],"learning_rate_init":0.02},"dataset":{"name":"spirals","n":240,"noise":0.05,"seed":2},"view":{"step":20,"show":["regions","boundary","diagram"]},"seed":3}`,
				`{"version":1,"method":"mlp","title":"Which weights make two steps solve the exclusive or?","params":{"hidden_layer_sizes":[2],"activation":"step","standardize":false,"coefs":[1,1,1,1,-0.5,-1.5,1,-1,-0.5]},"points":[[0.1,0.1,0],[-0.1,0.05,0],[0.05,-0.1,0],[1.1,1,0],[0.9,1.05,0],[1,0.9,0],[0.1,1,1],[-0.1,0.95,1],[0,1.1,1],[1,0.1,1],[0.95,-0.1,1],[1.1,0,1]],"view":{"step":0}}`,
				`{"version":1,"method":"mlp","title":"Do too many units overfit too few points?","params":{"hidden_layer_sizes":[32,32],"activation":"relu","alpha":0},"dataset":{"name":"moons","n":40,"noise":0.35,"seed":3},"split":{"validate":0.4,"test":0,"seed":1},"view":{"step":300,"show":["regions","boundary","diagram"]},"seed":1}`,
				`{"version":1,"method":"mlp","title":"Why does a sigmoid learn nothing at depth six?","params":{"hidden_layer_sizes":[8,8,8,8,8,8],"activation":"logistic","learning_rate_init":0.003},"dataset":{"name":"circles","n":100,"noise":0.1,"seed":4},"view":{"step":150,"show":["regions","boundary","diagram"]},"seed":2}`,
				`{"version":1,"method":"mlp","title":"Why does ReLU learn at depth six?","params":{"hidden_layer_sizes":[8,8,8,8,8,8],"activation":"relu","learning_rate_init":0.003},"dataset":{"name":"circles","n":100,"noise":0.1,"seed":4},"view":{"step":150,"show":["regions","boundary","diagram"]},"seed":2}`,
				`{"version":1,"method":"mlp","title":"Why does it help to drop units at random?","params":{"hidden_layer_sizes":[32,32],"activation":"relu","alpha":0,"dropout":[0.4]},"dataset":{"name":"moons","n":40,"noise":0.35,"seed":3},"split":{"validate":0.4,"test":0,"seed":1},"view":{"step":300,"show":["regions","boundary","diagram"]},"seed":1}`,
				`{"version":1,"method":"mlp","title":"When should a network stop learning?","params":{"hidden_layer_sizes":[32,32],"activation":"relu","alpha":0,"early_stopping":true,"n_iter_no_change":20},"dataset":{"name":"moons","n":40,"noise":0.35,"seed":3},"split":{"validate":0.4,"test":0,"seed":1},"view":{"step":300,"show":["regions","boundary","diagram"]},"seed":1}`,
				`{"version":1,"method":"mlp","title":"What does a hidden layer do to the plane?","params":{"hidden_layer_sizes":[2],"learning_rate_init":0.03,"alpha":0.1},"points":[[0.05,0.08,0],[0.07,0.26,0],[0.09,0.38,0],[0.03,0.62,0],[0.06,0.73,0],[0.13,0.93,0],[0.28,0.08,0],[0.26,0.22,0],[0.26,0.46,0],[0.25,0.61,0],[0.27,0.72,0],[0.28,0.94,0],[0.4,0.03,0],[0.46,0.25,0],[0.41,0.79,0],[0.41,0.97,0],[0.63,0.04,0],[0.55,0.22,0],[0.64,0.41,0],[0.6,0.57,1],[0.59,0.75,1],[0.58,0.94,1],[0.77,0.12,0],[0.78,0.29,0],[0.78,0.56,1],[0.8,0.81,1],[0.8,0.94,1],[0.95,0.05,0],[0.96,0.26,0],[0.91,0.38,0],[0.97,0.64,1],[0.89,0.79,1],[0.92,0.9,1]],"view":{"step":300,"show":["regions","boundary","creases","diagram","hidden_plane"]},"seed":3}`,
				`{"version":1,"method":"mlp","title":"Why should steps become shorter?","params":{"hidden_layer_sizes":[8],"solver":"sgd","learning_rate_init":0.5,"batch_size":4,"learning_rate":"cosine","decay_epochs":60},"dataset":{"name":"moons","n":100,"noise":0.2,"seed":5},"view":{"step":60},"seed":1}`,
				`{"version":1,"method":"mlp","title":"How much noise in the data can a network tolerate?","params":{"hidden_layer_sizes":[8]},"dataset":{"name":"circles","n":150,"noise":0.1,"seed":2},"split":{"test":0.3,"seed":1},"view":{"step":300},"wall":{"over":"data.noise","values":[0.05,0.1,0.2,0.4]}}`,
				`{"version":1,"method":"mlp","title":"Does dropout help, with two, three and four layers?","params":{"hidden_layer_sizes":[24,24],"alpha":0,"learning_rate_init":0.01},"dataset":{"name":"moons","n":60,"noise":0.35,"seed":3},"runs":{"of":[{"name":"2 layers"},{"name":"2 layers, dropout","params":{"dropout":[0.3]}},{"name":"3 layers","params":{"hidden_layer_sizes":[24,24,24]}},{"name":"3 layers, dropout","params":{"hidden_layer_sizes":[24,24,24],"dropout":[0.3]}},{"name":"4 layers","params":{"hidden_layer_sizes":[24,24,24,24]}},{"name":"4 layers, dropout","params":{"hidden_layer_sizes":[24,24,24,24],"dropout":[0.3]}}],"x":"steps","y":"fresh error"},"view":{"step":300},"seed":1}`,
				`{"version":1,"method":"mlp","title":"Which networks does dropout train at once?","params":{"hidden_layer_sizes":[12,12],"activation":"relu","alpha":0,"dropout":[0.4]},"dataset":{"name":"moons","n":60,"noise":0.3,"seed":3},"view":{"step":300,"show":["regions","boundary","diagram","thinned"]},"seed":1,"note":"Each row of each step trains a network of its own: that of the units that are left. Six of the next step are laid over the whole network, whose boundary runs among theirs. A step on, they are others."}`,
				`{"version":1,"method":"mlp","title":"Is an autoencoder a good start for a deep network?","params":{"hidden_layer_sizes":[12,12,12,12],"activation":"logistic","init":"autoencoder"},"dataset":{"name":"circles","n":160,"noise":0.15,"seed":4},"runs":{"of":[{"name":"from autoencoders"},{"name":"drawn at random","params":{"init":"auto"}}],"x":"steps","y":"objective"},"view":{"step":300},"seed":1,"note":"Four layers of sigmoids. Drawn at random, they all but say the same of all points, and the first layers hardly learn. Those of autoencoders tell the points apart from the start: they have learned them without classes."}`,
			},
		},
		Random: true,
		Fit:    fit,
	}
}

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
				{Name: creases, Label: "Bends of the first layer", On: true, Plane: true,
					Help: "Where the input sum of a first-layer unit is 0: there its output has a kink or changes sign",
					When: hasHidden()},
				{Name: diagram, Label: "Diagram", On: true, Help: "A plot: the units with small pictures of their outputs, and " +
					"the weights between them"},
				{Name: hiddenPlane, Label: "Hidden plane", Help: "A plot: the grid and the points in the coordinates of two " +
					"hidden units", When: onPlaneToo(hasHidden())},
				ofPoints(thinnedShow("curves")),
				{Name: rowErrors, Label: "Errors of the outputs", On: true, Whole: true, Help: "A plot: how well each of " +
					"several columns is predicted"},
			},
			Example: `{"version":1,"method":"mlp_regression","title":"How many units does a wave need?","params":{"hidden_layer_sizes":[6],"activation":"relu","learning_rate_init":0.03},` +
				`"dataset":{"name":"sine","n":60,"noise":0.1,"seed":2},"view":{"step":400},"seed":4}`,
			Lessons: []string{
				`{"version":1,"method":"mlp_regression","title":"How does tanh make a smooth curve of the same points?","params":{"hidden_layer_sizes":[6],"activation":"tanh","learning_rate_init":0.03},"dataset":{"name":"sine","n":60,"noise":0.1,"seed":2},"view":{"step":400},"seed":4}`,
				`{"version":1,"method":"mlp_regression","title":"Do nonlinear units help to predict a petal's size?","params":{"hidden_layer_sizes":[4],"n_targets":2},"table":{"name":"iris"},"split":{"test":0.3,"seed":1},"view":{"step":300},"seed":1}`,
				`{"version":1,"method":"mlp_regression","title":"Can a network draw the lower half of a digit?","params":{"hidden_layer_sizes":[24],"n_targets":32,"batch_size":50,"learning_rate_init":0.003},"table":{"name":"digits","columns":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,59,60,61,62,63,58]},"split":{"test":0.3,"seed":1},"view":{"step":40,"show":["mean","errors"]},"seed":1}`,
			},
		},
		Random: true,
		Fit:    fit,
	}
}

// onDomain restricts a parameter to points under a condition.
func onDomain(p method.Param, w *method.When) method.Param {
	p.When, p.Plane = w, true
	return p
}

// ofPoints restricts a switch to points; rows of tables do not have it.
func ofPoints(s method.Show) method.Show {
	s.Plane = true
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
