package convolution

import (
	_ "embed"

	"pointscape/engine/method"
	"pointscape/engine/network/networkparam"
)

// Values of parameters.
const (
	relu = "relu"
	tanh = "tanh"

	maxPool  = "max"
	meanPool = "average"

	ofRow     = "row"
	ofDrawing = "drawing"
)

// Names of panels and of the switches for them; mistakes is the name of a layer.
const (
	through = "through"
	filters = "filters"
	excites = "excites"

	mistakes = "mistakes"
)

// pad is the side of the canvas in pixels: that of the bitmaps from which the table's digits were made.
const pad = 32

//go:embed cnn.jsonl
var cnnExamples string

// Method returns the convolutional network for images, id "cnn".
func Method() method.Method {
	sample := method.SampleParam("Row", maxRows, "Selected row")
	sample.Looks, sample.When = true, &method.When{Name: "input", In: []string{ofRow}}
	return method.Method{
		Info: method.Info{
			ID:   "cnn",
			Name: "Convolutional network",
			Aliases: []string{"CNN", "ConvNet", "Convolution", "LeNet", "Feature maps", "Filters", "Kernels of images",
				"Max pooling", "Image recognition", "Handwritten digits", "Deep learning",
				"Réseau convolutif", "Réseau de neurones à convolution", "Apprentissage profond"},
			Family: "Neural networks",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true, Pictures: true, MaxPoints: maxRows},
			Summary: "Small filters slide over a picture and respond to local patterns. " +
				"Layers of filters, trained by gradient descent, recognise handwritten digits. Draw one, and follow it " +
				"through the layers.",
			Formula: "P(c | x) = softmax(W p_{2} + b), p_{l} = pool φ(F_{l} ∗ p_{l−1} + b_{l}), p_{0} = x",
			Source: "LeCun et al., Backpropagation applied to handwritten zip code recognition, Neural Computation 1, 1989, " +
				"and Gradient-based learning applied to document recognition, Proceedings of the IEEE 86, 1998; " +
				"Goodfellow, Bengio and Courville, Deep Learning, 2016, chapter 9; dropout: Srivastava et al., JMLR 15, 2014; " +
				"Adam: Kingma and Ba, ICLR 2015; what excites a unit: Erhan et al., Visualizing higher-layer features of a deep " +
				"network, 2009",
			Params: []method.Param{
				{Name: "input", Label: "Looks at", Default: ofRow, Looks: true, Help: "What to show of the pass through the " +
					"network",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ofRow, Label: "A row", Help: "One of the table's pictures"},
						{Value: ofDrawing, Label: "What you draw", Help: "You draw in the plot \"Through the network\""},
					}}},
				sample,
				{Name: "drawing", Label: "Drawing", Kind: method.Painting{Canvas: &method.Canvas{Name: "drawing", Side: pad, Top: 1,
					Pad: true, Size: 1}}, Default: "", Looks: true, When: &method.When{Name: "input", In: []string{ofDrawing}},
					Help: "Drawn in the plot \"Through the network\"; moved and scaled to where the table's pictures have their ink"},
				{Name: "filters", Label: "Filters", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 32},
					List: method.List{MinLen: 1, MaxLen: 2, Entry: "layer"}, Whole: true}, Default: []float64{8, 16},
					Help: "Number of filters in each layer, from the picture on: 8, 16"},
				{Name: "kernel_size", Label: "Window", Kind: method.Choose{Choices: []method.Choice{{Value: "3", Label: "3 × 3"},
					{Value: "5", Label: "5 × 5"}}}, Default: "3", Help: "Size of a filter"},
				{Name: "activation", Label: "Activation φ", Default: relu, Help: "The function applied to each filter's sum",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: relu, Label: "ReLU", Help: "max(0, z): 0 where the filter does not find its pattern"},
						{Value: tanh, Label: "Tanh", Help: "From −1 to 1, smooth"},
					}}},
				{Name: "pooling", Label: "Pooling", Default: maxPool, Help: "Pooling of each 2 × 2 square of a map",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: maxPool, Label: "Largest", Help: "The largest of the four: detected, regardless of position"},
						{Value: meanPool, Label: "Mean", Help: "The mean of the four"},
					}}},
				{Name: "hidden_layer_size", Label: "Hidden units", Kind: method.Integer{Range: method.Range{Min: 0, Max: 64}},
					Default: 0.0, Help: "Units between the last maps and the classes; 0: the classes are weighted sums of the maps"},
				networkparam.Solver(), networkparam.Rate(0.005), networkparam.Momentum(),
				networkparam.Batch(32, maxRows, "Pictures"), networkparam.Penalty(1e-4),
				{Name: "dropout", Label: "Dropout", Kind: method.Number{Range: method.Range{Min: 0, Max: 0.9}}, Default: 0.0,
					Help: "Share of the inputs of the last layer left out in training, drawn for each picture; the rest " +
						"are scaled up"},
				{Name: "filter", Label: "Filter", Kind: method.Integer{Range: method.Range{Min: 1, Max: 64, SoftMin: 1,
					SoftMax: 24}}, Default: 1.0, Looks: true,
					Help: "Filter of the plot \"What excites a filter\", counted through the layers; a click on a filter or " +
						"map chooses it"},
			},
			Shows: []method.Show{
				{Name: through, Label: "Through the network", On: true, Help: "A plot: a picture, the filters' maps of it, and " +
					"the probabilities"},
				{Name: filters, Label: "Filters", On: true, Help: "A plot: the weights of each filter"},
				{Name: excites, Label: "What excites a filter", On: true, Help: "A plot: a picture made for one filter, and the " +
					"rows with its largest outputs"},
				{Name: mistakes, Label: "Mistakes", On: true, Where: method.NotInSpace,
					Help: "Brackets around the misclassified rows"},
			},
			Examples: method.ExamplesIn(cnnExamples),
		},
		Random: true,
		Python: cnnPython,
		Fit:    fit,
	}
}

// maxRows is the maximum number of rows.
const maxRows = 10_000
