package method

// Interfaces of numbers that a model has found and that the user may copy into the document. The session asks a Learner
// and a Placer with each picture, and a Taker when the user asks for its numbers.

// Learner has found better parameters than it was given (optimized hyperparameters); the page offers to write them into
// the document.
type Learner interface {
	Learned() map[string]any
}

// Placer is a model that knows initial positions for parameters that have none yet: those that it started from. The
// page copies them into the document when the user chooses to set positions.
type Placer interface {
	Places() map[string][][]float64
}

// Taker is a model with numbers that the user may copy into a document (Numbers.Taken), such as the present weights of
// a network. A new fit then starts from them.
type Taker interface {
	// Take returns the numbers for a parameter, in the parameter's order; nil = there are none.
	Take(param string) []float64
}
