package method

// Grower is a model without a natural end: it is trained step by step for as long as
// somebody wants. Fit returns it at step 0, which costs little, whatever prev is; the
// session owns the growing, and keeps as many states as a bound of memory allows. A
// state is a model like any other: it answers, draws and explains. Its Status is
// Running, unless its numbers are none any more (Diverged) or no further step changes
// anything (Converged). A method of Growers is not Divisible.
type Grower interface {
	Model
	// Step is how many steps have been made since the start.
	Step() int
	// Grow returns the model after n further steps, n >= 0. The receiver does not
	// change. It asks job at least every few milliseconds, also within a long step;
	// the error is job's, and then the first result is nil. What it has done till then is gone
	// on with when the same state is the next that is to grow: a step that takes longer than
	// a picture may is made in pieces. The same steps give the
	// same bits, however they are sliced: what is random in step k follows from the
	// seed and k, and all that the next step needs (momenta, too) is in the state.
	// One that has diverged or converged may stay at the step where it did: what Grow
	// returns then has made fewer steps than were asked for.
	Grow(job Job, n int) (Grower, error)
	// Adopt returns a model for the data and the parameters of fresh (a state of the
	// same method for an edited document) that has the weights and the step of the
	// receiver, and what its solver keeps beside them as far as it still means
	// something: to go on from the present weights. ok is false where the shape
	// differs (layers, inputs, classes), or fresh is no such model. Neither changes.
	Adopt(fresh Model) (g Grower, ok bool)
	// Bytes is about how much memory this state takes that it does not share with the
	// others of the same run (the data and the parameters are shared).
	Bytes() int
	// Measures is what is plotted against the steps, of this state alone: loss,
	// training error. Always the same ones in the same order. They cost no more than
	// a fraction of a step, or are worked out while one is made.
	Measures() []Measure
	// StepName is what one step is called: "epoch", "round".
	StepName() string
}

// Measure is a number that is plotted against the steps of a Grower.
type Measure struct {
	Name  string  // "loss", "training error"
	Value float64 // NaN leaves a gap
	Log   bool    // better on a logarithmic axis
	Same  bool    // on the axis of the measure before
}
