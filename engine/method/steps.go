package method

// Interfaces of iterative models. The session uses them in fits, to reach the step that the document names, and trains
// a Grower further while it is idle.

// Stepper is a model that was fitted iteratively. Fit runs to the end and keeps enough to return the model at any step
// at once, so that the player can jump and step back without cost.
type Stepper interface {
	// Steps returns the number of steps after the start.
	Steps() int
	// Stage returns the model after k steps, 0 <= k <= Steps(); it may implement all interfaces that the model itself
	// does. The result depends only on k, to the bit, and Stage(Steps()) answers as the model itself. Before the last
	// step the State is Running, unless the fit failed there.
	Stage(k int) Model
	// Trace returns series to plot against the steps: the objective, the training error. Each has Steps()+1 values; NaN
	// leaves a gap.
	Trace() []Series
	// StepName returns what one step is called: "iteration", "mistake", "epoch".
	StepName() string
}

// Grower is a model that is trained step by step. Fit returns it at step 0, at little cost and without using prev. The
// session calls Grow, and keeps as many states as a memory limit allows. A state is a model like any other: it
// predicts, draws and explains. Its Status is Running, unless its numbers are no longer finite (Diverged), no further
// step would change anything (Converged), or it is at its end. A method whose models are Growers is not Divisible.
//
// Each Grower is either an Ender (rounds of boosting, trees of a forest) or, if it can be trained without end, an
// Adopter (networks).
type Grower interface {
	Model
	// Step returns the number of steps since the start.
	Step() int
	// Grow returns the model after n further steps, n >= 0. The receiver does not change. Grow calls job.Err at least
	// every few milliseconds, also within a long step; if that fails, it returns nil and this error. Work on the
	// interrupted step is continued if the same state is the next one to grow, so that a step may take longer than a
	// picture. The result does not depend, to the bit, on how the steps are divided among calls: the random numbers of
	// step k follow from the seed and k, and the state contains everything that the next step needs (momenta, too). A
	// state that has diverged or converged may stay at its step: then Grow makes fewer than n steps.
	Grow(job Job, n int) (Grower, error)
	// Bytes returns the approximate memory of this state in bytes, without what it shares with other states of the run
	// (the data and the parameters).
	Bytes() int
	// Measures returns the quantities of this state that are plotted against the steps: loss, training error. They are
	// always the same ones in the same order. They cost at most a fraction of a step, or are computed during one.
	Measures() []Measure
	// StepName returns what one step is called: "epoch", "round".
	StepName() string
}

// Ender is a Grower with a last step that is known from the start. A document without a step shows the last one.
type Ender interface {
	Grower
	// End returns the last step, at least 1 and the same for all states of a run. A state that has converged or diverged
	// may stay at an earlier step. The status of the last state is not Running.
	End() int
}

// Adopter is a Grower without a last step.
type Adopter interface {
	Grower
	// Adopt returns a model for the data and the parameters of fresh (a state of the same method for an edited document)
	// with the weights and the step of the receiver and, as far as it is still valid, the state of its solver: training
	// continues from the present weights. Measured values that no longer apply are dropped. ok is false if the shapes
	// differ (layers, inputs, classes), if fresh was given other initial numbers (Numbers.Taken) or none any more, if it
	// is not such a model, and if job is stopped. Neither model changes.
	Adopt(job Job, fresh Model) (g Grower, ok bool)
}

// Looker is a model, usually a Grower, with parameters that only change what is shown (Param.Looks), such as the choice
// of a unit or of the digit that a network reads: changing them does not start a new run.
type Looker interface {
	// Look returns the same state with other values of such parameters. The receiver does not change.
	Look(v Values) Model
}

// Coster is a model that knows the cost of its fit, so that solvers with different kinds of steps can be compared. For
// a Stepper and a Grower it is the cost from the start to the present step.
type Coster interface {
	Cost() Cost
}

// Cost is the work of a fit, independently of the computer.
type Cost struct {
	// Passes is the number of visits to training rows divided by their number. A visit is the computation of a row's term
	// of the objective and its derivatives at the same point (gradient, Hessian), its use in a batch, or the computation
	// of its kernel value with another row, cached or not: a row of the Gram matrix is one pass, the whole matrix n. What
	// is computed only for display or for stopping a run is not counted, nor is the start.
	Passes float64
	// Beside names what the fit computes in addition to its answer; its time is included in that of the fit. "" =
	// nothing.
	Beside string
}

// EndOf returns the last step of a model that is an Ender, else 0.
func EndOf(m Model) int {
	if e, ok := m.(Ender); ok {
		return e.End()
	}
	return 0
}

// Whole trains a Grower to its end, or by the given number of steps if it has none. It returns other models unchanged.
// The error is job's.
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

// Measure is a quantity that is plotted against the steps of a Grower.
type Measure struct {
	Name  string  // "loss", "training error"
	Value float64 // NaN leaves a gap
	Log   bool    // better shown on a logarithmic axis
	Same  bool    // shown on the axis of the measure before
}
