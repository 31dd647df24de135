package method

import "pointscape/engine/picture"

// Parts of the picture that the session draws as panels, for models with Span and Maps, respectively.
const (
	WeightSum Part = "weight_sum"
	BothMaps  Part = "both_maps"
)

// Span says how a weight vector is a linear combination of rows.
type Span struct {
	Coef    []float64                  // coefficient of each row of the problem
	Weights []float64                  // the sum, D numbers
	Row     func(i int, out []float64) // writes the vector that the coefficient of row i multiplies, D numbers
	// Coefs and Rows are the symbols of these: "αᵢyᵢ", "xᵢ". Rest names what the weights contain beyond the sum, as a
	// noun phrase; "" = only rounding errors.
	Coefs, Rows, Rest string
	Names             []string // names of the weights
}

// WeightSumShow declares the switch of the panel of a model with Span; when is the condition under which its weights
// are a sum of rows.
func WeightSumShow(when *When) Show {
	return Show{Name: WeightSum, When: when, Label: "Weights as a sum", Help: "A plot: the weights as a chain of " +
		"arrows, one for " +
		"each point"}
}

// Maps are the encoder Φ, from rows to codes, and the decoder Ψ, which reconstructs rows from codes.
type Maps struct {
	Codes  []string                   // names of the entries of a code
	Code   func(i int, out []float64) // writes Φ of row i of the problem
	Back   func(i int, out []float64) // writes the reconstruction Ψ(Φ) of row i, D numbers
	Choose bool                       // a code has a single entry that is not 0: it chooses one of several vectors
	// Kind returns the component that contributes most to a row's reconstruction; nil = there is none.
	Kind func(i int) int
	// Image returns layers that show the range of Ψ in the plane, with texts for the legend; nil if the range is the
	// whole plane, or is not drawn.
	Image func(v picture.Viewport) []picture.Layer
}

// BothMapsShow declares the switch of the panel of a model with Maps.
func BothMapsShow() Show {
	return Show{Name: BothMaps, Label: "Encoder Φ and decoder Ψ", Help: "A plot: the points, their codes, and the " +
		"reconstructions"}
}
