package method

import "pointscape/engine/picture"

// Interfaces of a model's predictions. The commands fit and study, the tables and the errors on points use Predictor
// and PointScorer; most pictures use Scorer and Field instead.

// Predictor predicts at points: a class *index* as float64 (classification), or a value.
type Predictor interface {
	// Predict fills out[i] with the prediction for row i of x (len(out)*D numbers).
	Predict(x []float64, out []float64)
}

// PartPredictor is a Predictor that remembers predictions for rows of the set that its own rows were taken from
// (Problem.PartOf), or that can share work with other fits to parts of this set.
type PartPredictor interface {
	// PredictPart fills out with the predictions for the rows of problem at, starting with row from, as Predict does. It
	// returns false, and leaves out alone, if it knows nothing about these rows. The first call has from = 0.
	PredictPart(at *Problem, from int, out []float64) bool
}

// Several is for models that know what fits to the same points with other values of one parameter would predict. A
// study over that parameter then needs one fit for all values.
type Several interface {
	// PredictSeveral fills out[k] with the predictions, for the rows of x, of the fit with values[k] for the parameter
	// name, identical to the bit. ok is false if it can't do this for that parameter; without values the call only asks
	// for ok. The error is job's.
	PredictSeveral(job Job, name string, values, x []float64, out [][]float64) (ok bool, err error)
}

// Lossy is for unsupervised models that can compute a loss for any row, including rows that were not in the fit.
// Info.Loss names the loss. Such models are compared by their loss on held-out rows.
type Lossy interface {
	// Losses writes the loss of each row of x: the term of the objective that belongs to it, or minus the logarithm of a
	// density.
	Losses(x, out []float64)
}

// Seeded is for models that start from a random initialization. A study over seeds compares the loss at the start with
// the smallest loss that any run has found.
type Seeded interface {
	// Seeding returns the mean loss of the rows before the first step, and a bound on the ratio of its expectation to the
	// smallest possible loss; the bound's Name is "" if none is known. ok is false if the model has no single random
	// start.
	Seeding() (loss float64, bound Bound, ok bool)
}

// Bounder is for models with bounds on their generalization error that need no test points. Info.Bounds names them. A
// study shows them beside the errors if asked to.
type Bounder interface {
	// Bounds always returns the same bounds in the same order; a Value is NaN where the bound does not apply.
	Bounds(job Job) ([]Bound, error)
}

// Complex is for models with a measure of the complexity of their hypothesis class, or of their effective degrees of
// freedom. Info.Complexity describes the measure. A study with a penalty applies the penalty to this number.
type Complex interface {
	// Complexity returns h > 0, or NaN if this model has no such number. The error is job's.
	Complexity(job Job) (float64, error)
}

type Bound struct {
	Name  string // "support vectors / n"
	ID    string // name of the fact with this bound
	Help  string // what the bound applies to
	Value float64
}

// Exponential is for two-class models that minimize the mean of exp(−y f(x)), with y = −1 for the first class and 1 for
// the second. Their f is compared with the minimizer of the expected loss.
type Exponential interface {
	// Exponential returns f at the rows of x, which may be empty; ok is false if the model minimizes something else.
	Exponential(x []float64) (f []float64, ok bool)
}

// Affine is for models that predict with an affine function of the inputs, for some choices of their parameters: the
// value itself, or, of two classes, the second one where the function is positive. They are compared with the best
// affine predictor for the true distribution.
type Affine interface {
	// Affine returns the function; ok is false if the prediction is not of this form.
	Affine() (intercept float64, coef []float64, ok bool)
}

// Momented is for models that depend on the rows only through their mean and covariance matrix. A study over the number
// of points shows the distance of both from those of the true distribution.
type Momented interface {
	// Moments returns the mean and the D×D covariance matrix, row by row, with divisor n; nil if the model uses others.
	Moments() (mean, cov []float64)
}

// Partial is for models that make no prediction in some regions: there Predict and rasters of values give NaN, which is
// drawn as a gap in the curve, or hatched in the plane.
type Partial interface{ Partial() }

// PointScorer returns the scores that the command fit prints, a list for each point: probabilities in class order,
// decision values (two classes: one), or what an unsupervised model computes, such as coordinates along components.
type PointScorer interface {
	PointScores(x []float64) [][]float64
}

// Prober is for classifiers whose PointScores are probabilities, or shares that are read as probabilities: one per
// class, with sum 1. Soft voting needs them.
type Prober interface {
	PointScorer
	// Proba says where this model, as it was fitted, has probabilities. The decision values of a network trained with the
	// squared loss are none.
	Proba() Proba
}

// Deviator gives standard deviations at points: of the latent f, and of a new y.
type Deviator interface {
	Deviations(x []float64) (ofF, ofY []float64)
}

// Tabulator returns all quantities that a model can compute at the nodes of a grid, for scripts. The grid of a model on
// the line has one row. Of other models a script gets the raster of a Scorer or Field, else the outlines of an Overlay,
// else the answers of a Predictor.
type Tabulator interface {
	// Table returns one named raster with one plane for each quantity.
	Table(job Job, g picture.Grid) ([]*picture.Raster, error)
}

// Transformer is for models that map a row to other numbers, its codes, which a pipeline passes to another method.
type Transformer interface {
	// Codes returns the names of these numbers.
	Codes() []string
	// Transform writes the codes of the rows of x, row by row. The rows need not be from the fit.
	Transform(x, out []float64)
	// Directions returns the vectors, D numbers each, whose inner products with the row are the codes up to constants;
	// nil if the codes are not of this form.
	Directions() [][]float64
}

// LeaveOneOuter is for models that know, without another fit, what the fit without one of their rows predicts there.
type LeaveOneOuter interface {
	// LeaveOneOut returns a prediction for each row in the form of Predict: the index of a class of all points, or a
	// value. known marks the rows for which it is what Fit would predict without the row, up to rounding (methodtest
	// checks 1e-10); the session fits again for the others. known is nil if all are known; answers is nil if none is. The
	// error is job's.
	LeaveOneOut(job Job) (answers []float64, known []bool, err error)
}

// Differentiable is for models that are fitted by gradient descent and can compute the objective and its gradient at
// any parameters. The check "gradient" of methodtest compares the gradient with finite differences.
type Differentiable interface {
	Model
	// Parameters returns a copy of the model's parameters.
	Parameters() []float64
	// ObjectiveAt returns the objective, including all penalties, with parameters theta instead of the model's, and its
	// gradient in a new slice. At a kink the gradient is a one-sided derivative. The model does not change. At the
	// model's own parameters the value is the fact "objective".
	ObjectiveAt(theta []float64) (value float64, gradient []float64)
}
