// Package neural holds networks of layers, trained by gradient descent for as long as
// somebody wants: multilayer perceptrons.
package neural

import (
	"pointscape/engine/method"
)

// Values of parameters.
const (
	logLoss      = "log_loss"
	squaredError = "squared_error"

	adam = "adam"
	sgd  = "sgd"

	diagram = "diagram" // the panel, and its switch
	creases = "creases" // where sums of the first layer are 0
)

// maxPoints is the most points of the methods here: a pass over the data stays below a
// tenth of a second.
const maxPoints = 10_000

const source = "Rumelhart, Hinton and Williams, Learning representations by back-propagating errors, Nature 323, 1986; " +
	"first weights: Glorot and Bengio, AISTATS 2010, for ReLU He et al., ICCV 2015; Adam: Kingma and Ba, ICLR 2015; " +
	"Bishop, Pattern Recognition and Machine Learning, 2006, sections 5.1 to 5.3; Goodfellow, Bengio and Courville, Deep Learning, 2016, chapters 6 and 8"

// Classifier declares the multilayer perceptron for classes, id "mlp".
func Classifier() method.Method {
	params := []method.Param{
		{Name: "loss", Label: "Loss", Kind: method.Choose, Default: logLoss, Help: "What an answer costs at a point",
			Choices: []method.Choice{
				{Value: logLoss, Label: "Cross-entropy", Help: "−ln of the probability of the point's own class; probabilities by softmax, of two classes by the logistic function"},
				{Value: squaredError, Label: "Squared", Help: "Half the squared distance from 1 for the point's own class and 0 for the others; of two classes, from −1 and 1"},
			}},
	}
	return method.Method{
		Info: method.Info{
			ID:      "mlp",
			Name:    "Neural network",
			Aliases: []string{"MLP", "Multilayer perceptron", "Backpropagation", "Feed-forward network", "Deep learning", "Hidden layers", "Réseau de neurones", "Perceptron multicouche", "Rétropropagation", "Apprentissage profond"},
			Family:  "Neural networks",
			Task:    method.Classify,
			Summary: "Layers of simple units, each a weighted sum and a bend, trained by going downhill on the loss, epoch after epoch. Watch how the units share out the plane.",
			Formula: "P(c | x) = softmax(W_{L} φ(… φ(W_{1} x + b_{1}) …) + b_{L})",
			Source:  source,
			Params:  append(shape(), append(params, training()...)...),
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class of each place, fainter near the boundary"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes"},
				{Name: creases, Label: "Lines of the first layer", On: true, Help: "Where the sum that comes into a unit of the first layer is 0: there it bends, or changes its sign"},
				{Name: diagram, Label: "Diagram", On: true, Help: "The units with small pictures of what they give, and the weights between them"},
			},
			MaxPoints: maxPoints,
			Example: `{"version":1,"method":"mlp","title":"How do three lines enclose a circle?","params":{"hidden_layer_sizes":[3],"learning_rate_init":0.03},` +
				`"dataset":{"name":"circles","n":160,"noise":0.15,"seed":4},"view":{"step":300},"seed":2}`,
			Lessons: []string{
				`{"version":1,"method":"mlp","title":"How do two units solve the exclusive or?","params":{"hidden_layer_sizes":[2],"learning_rate_init":0.03},"dataset":{"name":"xor","n":120,"noise":0.1,"seed":3},"view":{"step":400},"seed":1}`,
				`{"version":1,"method":"mlp","title":"What does too large a learning rate do?","params":{"hidden_layer_sizes":[6],"activation":"relu","loss":"squared_error","solver":"sgd","learning_rate_init":1,"momentum":0.9},"dataset":{"name":"moons","n":120,"noise":0.15,"seed":5},"view":{"step":40},"seed":1}`,
				`{"version":1,"method":"mlp","title":"Can two layers unroll two spirals?","params":{"hidden_layer_sizes":[12,12],"learning_rate_init":0.02},"dataset":{"name":"spirals","n":240,"noise":0.05,"seed":2},"view":{"step":500,"show":["regions","boundary","diagram"]},"seed":3}`,
			},
		},
		Random: true,
		Fit:    fit,
	}
}

// Regression declares the multilayer perceptron for values, id "mlp_regression".
func Regression() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "mlp_regression",
			Name:    "Neural network regression",
			Aliases: []string{"MLP regression", "Multilayer perceptron", "Backpropagation", "Feed-forward network", "Universal approximation", "Régression par réseau de neurones", "Perceptron multicouche"},
			Family:  "Neural networks",
			Task:    method.Regress,
			Summary: "A curve made of bends: each unit of a hidden layer adds one, and training by going downhill on the squared error puts them where they are needed.",
			Formula: "f(x) = W_{L} φ(… φ(W_{1} x + b_{1}) …) + b_{L}",
			Source:  source,
			Params:  append(append([]method.Param{method.DomainParam()}, shape()...), training()...),
			Shows: []method.Show{
				{Name: method.Mean, Label: "Fitted curve", On: true, Help: "What the network says at each x", When: method.OnLine()},
				{Name: "residuals", Label: "Residuals", Help: "From each point to the curve", When: method.OnLine()},
				{Name: method.Regions, Label: "Colours", On: true, Help: "What the network says at each place", When: method.OnPlane()},
				{Name: method.Isolines, Label: "Lines of equal value", On: true, Help: "Where the network says the same", When: method.OnPlane()},
				{Name: creases, Label: "Bends of the first layer", On: true, Help: "Where the sum that comes into a unit of the first layer is 0: there it bends, or changes its sign"},
				{Name: diagram, Label: "Diagram", On: true, Help: "The units with small pictures of what they give, and the weights between them"},
			},
			MaxPoints: maxPoints,
			Example: `{"version":1,"method":"mlp_regression","title":"How many bends does a wave need?","params":{"hidden_layer_sizes":[6],"activation":"relu","learning_rate_init":0.03},` +
				`"dataset":{"name":"sine","n":60,"noise":0.1,"seed":2},"view":{"step":400},"seed":4}`,
			Lessons: []string{
				`{"version":1,"method":"mlp_regression","title":"How does tanh make a smooth curve of the same points?","params":{"hidden_layer_sizes":[6],"activation":"tanh","learning_rate_init":0.03},"dataset":{"name":"sine","n":60,"noise":0.1,"seed":2},"view":{"step":400},"seed":4}`,
			},
		},
		Random: true,
		Fit:    fit,
	}
}

// shape declares what the network is.
func shape() []method.Param {
	return []method.Param{
		{Name: "hidden_layer_sizes", Label: "Hidden layers", Kind: method.Numbers, Default: []float64{8}, Min: 1, Max: 16, Whole: true, MinLen: 1, MaxLen: 3, Entry: "layer",
			Help: "Units of each hidden layer, from the inputs to the outputs: 8, 8"},
		{Name: "activation", Label: "Activation φ", Kind: method.Choose, Default: "tanh", Help: "What a unit of a hidden layer makes of its sum",
			Choices: []method.Choice{
				{Value: "tanh", Label: "Tanh", Help: "From −1 to 1, smooth"},
				{Value: "relu", Label: "ReLU", Help: "max(0, z): nothing below 0, a straight line above"},
				{Value: "logistic", Label: "Logistic", Help: "1/(1 + e^{−z}): from 0 to 1, smooth"},
			}},
	}
}

// training declares how it learns.
func training() []method.Param {
	return []method.Param{
		{Name: "solver", Label: "Solver", Kind: method.Choose, Default: adam, Help: "How the weights move",
			Choices: []method.Choice{
				{Value: adam, Label: "Adam", Help: "Steps of about the same size for each weight, whatever its gradient's"},
				{Value: sgd, Label: "Gradient descent", Help: "Steps against the gradient, with momentum"},
			}},
		{Name: "learning_rate_init", Label: "Learning rate η", Kind: method.Number, Default: 0.01, Min: 0, MinOpen: true, Max: 100, SoftMin: 1e-4, SoftMax: 1, Log: true,
			Help: "Size of a step; too large a one overshoots, and the loss goes up"},
		{Name: "momentum", Label: "Momentum μ", Kind: method.Number, Default: 0.9, Min: 0, Max: 0.999, When: &method.When{Name: "solver", In: []string{sgd}},
			Help: "Share of the last step that the next one keeps; 0 is plain gradient descent. Not Nesterov's."},
		{Name: "batch_size", Label: "Minibatch", Kind: method.Integer, Default: 200.0, Min: 1, Max: maxPoints, SoftMin: 1, SoftMax: 200, Log: true,
			Help: "Points that a step looks at, in an order that is drawn anew for each epoch; as many as there are or more: all of them"},
		{Name: "alpha", Label: "Penalty α", Kind: method.Number, Default: 1e-4, Min: 0, Max: 1e4, SoftMin: 1e-4, SoftMax: 100, Log: true,
			Help: "Price of large weights against the sum of the losses: α/2 times the sum of their squares; biases are free"},
		{Name: "standardize", Label: "Standardise", Kind: method.Bool, Default: true, Advanced: true,
			Help: "Inputs, and values that are to be predicted, get mean 0 and standard deviation 1 before the network sees them"},
	}
}
