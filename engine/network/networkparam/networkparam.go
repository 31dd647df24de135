// Package networkparam declares and reads the parameters that methods with neural networks share. They follow
// scikit-learn's MLP. Each method has its own defaults and limits.
package networkparam

import (
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/words"
)

// Values of "solver".
const (
	Adam    = "adam"
	SGD     = "sgd"
	RMSProp = "rmsprop"
)

// Plain is the condition that the solver is gradient descent with momentum.
func Plain() *method.When { return &method.When{Name: "solver", In: []string{SGD}} }

// Solver declares the solver: Adam, gradient descent, or one of more.
func Solver(more ...method.Choice) method.Param {
	return method.Param{Name: "solver", Label: "Solver", Default: Adam, Help: "How the weights move",
		Kind: method.Choose{Choices: append([]method.Choice{
			{Value: Adam, Label: "Adam", Help: "Steps of about the same size for each weight, whatever the size of " +
				"its gradient"},
			{Value: SGD, Label: "Gradient descent", Help: "Steps against the gradient, with momentum"},
		}, more...)}}
}

// Rate declares the learning rate η, with its default.
func Rate(usual float64) method.Param {
	return method.Param{Name: "learning_rate_init", Label: "Learning rate η",
		Kind:    method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 100, SoftMin: 1e-4, SoftMax: 1, Log: true}},
		Default: usual,
		Help:    "Step size; if it is too large, steps overshoot and the loss increases"}
}

// Momentum declares the momentum μ.
func Momentum() method.Param {
	return method.Param{Name: "momentum", Label: "Momentum μ",
		Kind: method.Number{Range: method.Range{Min: 0, Max: 0.999}}, Default: 0.9, When: Plain(),
		Help: "Share of the last step added to the next one; 0 is plain gradient descent"}
}

// Batch declares the size of a minibatch, with its default and its maximum. rows names the rows in the help text, as in
// "Points".
func Batch(usual, most float64, rows string) method.Param {
	return method.Param{Name: "batch_size", Label: "Minibatch",
		Kind: method.Integer{Range: method.Range{Min: 1, Max: most, SoftMin: 1, SoftMax: 200, Log: true}}, Default: usual,
		Help: words.Text("%s per step (batch size), reshuffled in each epoch; if there are fewer, all of them", rows)}
}

// Minibatch is the choice of a minibatch as the player's step, and the name of such a step.
const Minibatch = "minibatch"

// Step declares whether a step of the player is an epoch or a minibatch.
func Step() method.Param {
	return method.Param{Name: "step", Label: "The player steps by", Default: "epoch", Advanced: true,
		Help: "What one step of the player is",
		Kind: method.Choose{Choices: []method.Choice{
			{Value: "epoch", Label: "Epochs", Help: "One pass through all points"},
			{Value: Minibatch, Label: "Minibatches", Help: "One move of the weights; with minibatches of one point, one " +
				"example"},
		}}}
}

// Penalty declares the L2 penalty α, with its default.
func Penalty(usual float64) method.Param {
	return method.Param{Name: "alpha", Label: "Penalty α",
		Kind: method.Number{Range: method.Range{Min: 0, Max: 1e4, SoftMin: 1e-4, SoftMax: 100, Log: true}}, Default: usual,
		Help: "α/2 times the sum of the squared weights is added to the sum of the losses; biases are not penalised"}
}

// Gain declares the slope parameter of tanh and the logistic function.
func Gain(when *method.When) method.Param {
	return method.Param{Name: "gain", Label: "Steepness β", Default: 1.0, Advanced: true, When: when,
		Help: "Tanh and the logistic function have the argument βz: at z = 0 they are β times as steep as with β = 1",
		Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 100, SoftMin: 0.1, SoftMax: 10, Log: true}}}
}

// SolverOf returns the solver given by the parameters solver, learning_rate_init and momentum.
func SolverOf(v method.Values) network.Solver {
	s := network.Solver{Rate: v.Float("learning_rate_init"), Momentum: v.Float("momentum")}
	switch v.String("solver") {
	case Adam:
		s.Rule = network.Adam
	case RMSProp:
		s.Rule = network.RMSProp
	}
	return s
}

// bends lists the activations, in the order of the control.
var bends = [...]method.Choice{
	{Value: "tanh", Label: "Tanh", Help: "From −1 to 1, smooth"},
	{Value: "relu", Label: "ReLU", Help: "max(0, z): 0 below 0, a straight line above"},
	{Value: "logistic", Label: "Logistic", Help: "1/(1 + e^{−z}): from 0 to 1, smooth"},
	{Value: "leaky_relu", Label: "Leaky ReLU", Help: "z above 0, z/100 below: no unit dies"},
	{Value: "elu", Label: "ELU", Help: "z above 0, e^{z} − 1 below: smooth, and never below −1"},
	{Value: "identity", Label: "None", Help: "z itself: all layers together are a single linear layer"},
	{Value: "step", Label: "Step", Help: "1 above 0, otherwise 0, as in the first networks: its slope is 0, so the " +
		"gradient vanishes"},
}

// Bends returns the activations with the given names, or all if there are none.
func Bends(names ...string) (list []method.Choice) {
	for _, b := range bends {
		take := len(names) == 0
		for _, n := range names {
			take = take || n == b.Value
		}
		if take {
			list = append(list, b)
		}
	}
	return list
}
