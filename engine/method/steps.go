package method

// Run is what an iterative model can do. The session uses it in fits, to reach the step that the document names, and
// trains a Grower further while it is idle. A model is a Stepper, a Grower, or neither.
type Run struct {
	Stepper Stepper
	Grower  Grower

	// A Grower has either End (rounds of boosting, trees of a forest) or, if it can be trained without end, Adopt
	// (networks).

	// End returns the last step of a Grower, which is known from the start: at least 1 and the same for all states of a
	// run. A document without a step shows the last one. A state that has converged or diverged may stay at an earlier
	// step. The status of the last state is not Running.
	End func() int
	// Adopt returns a model for the data and the parameters of fresh (a state of the same method for an edited document)
	// with the weights and the step of the receiver and, as far as it is still valid, the state of its solver: training
	// continues from the present weights. Measured values that no longer apply are dropped. ok is false if the shapes
	// differ (layers, inputs, classes), if fresh was given other initial numbers (Numbers.Taken) or none any more, if it
	// is not such a model, and if job is stopped. Neither model changes.
	Adopt func(job Job, fresh Model) (g Grower, ok bool)
	// Look is for models, usually Growers, with parameters that only change what is shown (Param.Looks), such as the
	// choice of a unit or of the digit that a network reads: changing them does not start a new run. It returns the same
	// state with other values of such parameters. The receiver does not change.
	Look func(v Values) Model
	// Cost returns the cost of the fit, so that solvers with different kinds of steps can be compared. For a Stepper and
	// a Grower it is the cost from the start to the present step.
	Cost func() Cost
}

// Stepper is a model that was fitted iteratively. Fit runs to the end and keeps enough to return the model at any step
// at once, so that the player can jump and step back without cost.
type Stepper interface {
	// Steps returns the number of steps after the start.
	Steps() int
	// Stage returns the model after k steps, 0 <= k <= Steps(); it may have all capabilities of the model itself. The
	// result depends only on k, to the bit, and Stage(Steps()) answers as the model itself. Before the last
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

// LastStep returns the result of End, or 0 if there is no last step.
func (r *Run) LastStep() int {
	if r.End == nil {
		return 0
	}
	return r.End()
}

// Whole trains a Grower to its end, or by the given number of steps if it has none. It returns other models unchanged.
// The error is job's.
func Whole(job Job, m Model, steps int) (Model, error) {
	run := m.Can().Run
	if run.Grower == nil {
		return m, nil
	}
	if e := run.LastStep(); e > 0 {
		steps = max(e-run.Grower.Step(), 0)
	}
	return run.Grower.Grow(job, steps)
}

// Measure is a quantity that is plotted against the steps of a Grower.
type Measure struct {
	Name  string  // "loss", "training error": in English, because the page and runs find measures by it
	Value float64 // NaN leaves a gap
	Log   bool    // better shown on a logarithmic axis
	Same  bool    // shown on the axis of the measure before
}
