package method

// Interfaces of what is made in steps. The session asks them when it fits, for the step that the document names,
// and grows a Grower while nobody asks for anything else.

// Stepper is a model that was reached in steps. Fit runs to the end and keeps
// what is needed to come back to any stage at once, so that the player scrubs
// and steps back for nothing.
type Stepper interface {
	// Steps is the number of stages after the start.
	Steps() int
	// Stage returns the model after k steps, 0 <= k <= Steps(); it may do all
	// that the model itself can. The same k gives the same bits, whatever was
	// asked before, and Stage(Steps()) answers as the model itself does. A stage
	// before the end has State Running, unless it is where things went wrong.
	Stage(k int) Model
	// Trace returns what is worth plotting against the steps: the objective,
	// the training error. Each series has Steps()+1 values; NaN leaves a gap.
	Trace() []Series
	// StepName is what one step is called: "iteration", "mistake", "epoch".
	StepName() string
}

// Grower is a model that is trained step by step. Fit returns it at step 0, which costs
// little, whatever prev is; the session owns the growing, and keeps as many states as a
// bound of memory allows. A state is a model like any other: it answers, draws and
// explains. Its Status is Running, unless its numbers are none any more (Diverged), no
// further step changes anything (Converged), or it is at its end. A method of Growers is
// not Divisible.
//
// Each is either an Ender (rounds of boosting, trees of a forest) or, trained for as long as
// somebody wants, an Adopter (networks).
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

// Ender is a Grower with an end that is known from the start: a document that names no step
// is there.
type Ender interface {
	Grower
	// End is the last step, at least 1 and the same for all states of a run. One that
	// has nothing more to learn may stay at a step before it, as one that has diverged does.
	// The status of the last state is not Running.
	End() int
}

// Adopter is a Grower without an end.
type Adopter interface {
	Grower
	// Adopt returns a model for the data and the parameters of fresh (a state of the
	// same method for an edited document) that has the weights and the step of the
	// receiver, and what its solver keeps beside them as far as it still means
	// something: to go on from the present weights. What was measured of them holds no
	// longer where something else is measured now. ok is false where the shape
	// differs (layers, inputs, classes), where fresh was given other numbers to start from
	// (Numbers.Taken), or none any more, or is no such model, and where job says that nobody waits. Neither changes.
	Adopt(job Job, fresh Model) (g Grower, ok bool)
}

// Looker is a model, as a rule a Grower, with parameters that say what is looked at, and fit nothing (Param.Looks):
// to choose another unit, or to draw what a network is to read, begins no run.
type Looker interface {
	// Look returns the same state with other values of such parameters. The receiver does not
	// change.
	Look(v Values) Model
}

// Coster is a model that knows what it has cost, so that solvers can be compared whose steps are of different kinds.
// Of a Stepper and of a Grower it is what it took from the start to this stage.
type Coster interface {
	Cost() Cost
}

// Cost is the work of a fit, whatever the computer is.
type Cost struct {
	// Passes is how often the training rows were visited, each of them once a pass: for its share of the objective and
	// of what follows at the same place (gradient, Hessian), as one of a batch, or for its value of the kernel with
	// another row, kept or not. A row of the Gram matrix is a pass, the whole matrix are n. What is worked out only to
	// be shown or to end a run is not counted, nor is the start.
	Passes float64
	// Beside is what a fit works out beside its answer, in words; its time is in that of the fit. "" = nothing.
	Beside string
}

// EndOf is the last step of a model that grows, 0 where it has none.
func EndOf(m Model) int {
	if e, ok := m.(Ender); ok {
		return e.End()
	}
	return 0
}

// Whole is a model when it has grown: to its end, or by so many steps where it has none.
// One that does not grow is whole. The error is job's.
func Whole(job Job, m Model, steps int) (Model, error) {
	g, ok := m.(Grower)
	if !ok {
		return m, nil
	}
	if e := EndOf(m); e > 0 {
		steps = max(e-g.Step(), 0)
	}
	return g.Grow(job, steps)
}

// Measure is a number that is plotted against the steps of a Grower.
type Measure struct {
	Name  string  // "loss", "training error"
	Value float64 // NaN leaves a gap
	Log   bool    // better on a logarithmic axis
	Same  bool    // on the axis of the measure before
}
