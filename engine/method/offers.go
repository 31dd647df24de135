package method

// Interfaces of numbers that a model has found and people may take over into the document. The session asks them
// with each picture that is read, a Taker when a button is pressed.

// Learner has found better parameters than it was given (optimised
// hyperparameters); the page offers to write them into the document.
type Learner interface {
	Learned() map[string]any
}

// Placer is a model that knows places for parameters of its method that have none yet:
// those at which it began by itself. The page takes them over when people choose to give
// their own.
type Placer interface {
	Places() map[string][][]float64
}

// Taker is a model with numbers that people may take over into a document (Numbers.Taken): the
// weights that a network has now. The same method starts from them.
type Taker interface {
	// Take returns those of a parameter, in its order; nil = there are none.
	Take(param string) []float64
}
