package method

// Differentiable is for models that are fitted by going downhill: it gives what they minimise with any parameters,
// and its gradient there. The suite's check "gradient" holds it against differences.
type Differentiable interface {
	Model
	// Parameters are those of the model, in a list of the caller's.
	Parameters() []float64
	// ObjectiveAt is what is minimised with parameters theta in the place of the model's, with all penalties, and its
	// derivative by each of them: a list of the caller's. Where it has a corner the derivative is that of one of
	// its sides. The model does not change. With its own parameters it is the fact "objective".
	ObjectiveAt(theta []float64) (value float64, gradient []float64)
}
