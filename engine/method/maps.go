package method

import "pointscape/engine/picture"

// Parts of the picture that the session draws as panels, of models that are Spanned and Mapped.
const (
	WeightSum Part = "weight_sum"
	BothMaps  Part = "both_maps"
)

// Span is how weights are a sum of rows.
type Span struct {
	Coef    []float64                  // of each row of the problem
	Weights []float64                  // what they are, D numbers
	Row     func(i int, out []float64) // what the coefficient of row i multiplies, D numbers
	// Coefs and Rows are what these are called: "αᵢyᵢ", "xᵢ". Rest is what the weights have beside the sum, a noun phrase;
	// "" = nothing but what is rounded.
	Coefs, Rows, Rest string
	Names             []string // of the weights
}

// WeightSumShow declares the switch of the panel of a Spanned model; when says where its weights are a sum of rows.
func WeightSumShow(when *When) Show {
	return Show{Name: WeightSum, When: when, Label: "Weights as a sum", Help: "A plot: the weights as a chain of " +
		"arrows, one for " +
		"each point"}
}

// Maps are the two maps between rows and codes: Φ from rows to codes, and Ψ back, which rebuilds rows.
type Maps struct {
	Codes  []string                   // names of a code's numbers
	Code   func(i int, out []float64) // Φ of row i of the problem
	Back   func(i int, out []float64) // Ψ of that: D numbers
	Choose bool                       // a code says which of some things stands for the row: all other numbers are 0
	// Kind is which of the things that Ψ adds up stands for a row before all others; nil = none does.
	Kind func(i int) int
	// Image is all that Ψ may give, in the plane; nil where that is all of it, or not drawn. It has words for the legend.
	Image func(v picture.Viewport) []picture.Layer
}

// BothMapsShow declares the switch of the panel of a Mapped model.
func BothMapsShow() Show {
	return Show{Name: BothMaps, Label: "Encoder Φ and decoder Ψ", Help: "A plot: the points, their codes, and the " +
		"reconstructions"}
}
