package method

import "pointscape/engine/picture"

// Interfaces of what a model answers. The commands fit and study, and the errors on points, ask Predictor and
// PointScorer; no picture but the curve on the line is made of them.

// Predictor gives the answer at points: a class *index* as float64
// (classification), or a value.
type Predictor interface {
	// Predict fills out[i] with the answer at row i of x (len(out)*D numbers).
	Predict(x []float64, out []float64)
}

// PartPredictor is a Predictor that knows rows of the set that its own rows are a part of (Problem.PartOf), or others
// that fits to this set have been asked about: it need not work out anew what it answers there.
type PartPredictor interface {
	// PredictPart fills out with the answers at the rows of a problem from the given one on, as Predict does; false =
	// nothing is known of these rows, and nothing is done. Who asks begins with row 0.
	PredictPart(at *Problem, from int, out []float64) bool
}

// Several is for models that know what a fit to the same points with other values of one parameter would answer: a
// study over it asks one fit for all of them.
type Several interface {
	// PredictSeveral fills out[k] with the answers at the rows of x of the fit with the k-th value, to the bit. ok is
	// false where it knows none of that parameter. The error is job's.
	PredictSeveral(job Job, name string, values, x []float64, out [][]float64) (ok bool, err error)
}

// Lossy is for models that are given no answers, and say all the same how badly a row is met, which may be one that
// they have not seen: Info.Loss names what that is. So they are compared on rows that are held out.
type Lossy interface {
	// Losses writes the loss of each row of x: what the method minimises the sum of, or minus the logarithm of a density.
	Losses(x, out []float64)
}

// Seeded is for models that a run makes from a random start: a study over seeds compares the loss of the start with the
// least one that a run has found.
type Seeded interface {
	// Seeding is the mean loss of the rows before the first step, and a bound on its expectation over the least loss that
	// there is, whose Name is "" where none is known. ok is false where there is not one random start.
	Seeding() (loss float64, bound Bound, ok bool)
}

// Bounder is for models that know bounds on their error at points that they have not seen, before they are asked about
// any: Info.Bounds names them. A study that asks for bounds shows them beside the errors.
type Bounder interface {
	// Bounds are always the same ones in the same order; the value of one is NaN where it says nothing.
	Bounds(job Job) ([]Bound, error)
}

// Complex is for models that tell how rich the family is that they are chosen from, or how much of its freedom they
// use: Info.Complexity names what that is. A study with a penalty puts it on this number.
type Complex interface {
	// Complexity is h, positive; NaN where this model has none. The error is job's.
	Complexity(job Job) (float64, error)
}

// Bound is a bound on an error.
type Bound struct {
	Name  string // "support vectors / n"
	ID    string // of its fact
	Help  string // what it bounds
	Value float64
}

// Exponential is for models of two classes that minimise the mean of exp(−y f(x)), y = −1 for the first class and 1 for
// the second: their f is compared with the one that has the least expected loss.
type Exponential interface {
	// Exponential are the values of f at rows of inputs, maybe none; ok is false where the model minimises something else.
	Exponential(x []float64) (f []float64, ok bool)
}

// Affine is for models whose answer is a constant and a weighted sum of the inputs, for some choices of their
// parameters, or, of two classes, the second one where that is positive: beside what data are drawn from they are
// compared with the best such answer.
type Affine interface {
	// Affine tells them; ok is false where the answer is something else.
	Affine() (intercept float64, coef []float64, ok bool)
}

// Momented is for models that follow from the mean and the covariance matrix of their rows alone: a study over the
// number of points shows how far both are from those of what the rows are drawn from.
type Momented interface {
	// Moments are the mean and, in rows, the covariance matrix, divided by n; nil where the model has others.
	Moments() (mean, cov []float64)
}

// Partial is for models that know nothing at some places: Predict and rasters of
// values give NaN there, a gap in the curve, hatched in the plane.
type Partial interface{ Partial() }

// PointScorer gives what the command line prints as scores: probabilities in
// class order, or decision values (two classes: one column).
type PointScorer interface {
	PointScores(x []float64) [][]float64
}

// Prober is for classifiers whose PointScores are probabilities, or shares that are read as
// such: one for each class, with the sum 1. A soft vote needs them.
type Prober interface {
	PointScorer
	// Proba tells where this model, as it was fitted, has them: decision values of a network
	// that learns by the squared loss are none.
	Proba() Proba
}

// Deviator gives standard deviations at points: of the latent f, and of a new y.
type Deviator interface {
	Deviations(x []float64) (ofF, ofY []float64)
}

// Tabulator gives all that a model knows at the nodes of a grid, worked out as for
// a picture: for scripts. The grid of a model on the line has one row. Models
// without it are asked as Scorer, Field or Predictor.
type Tabulator interface {
	// Table returns one raster, of one plane, for each quantity, named.
	Table(job Job, g picture.Grid) ([]*picture.Raster, error)
}

// Transformer is for models that make other numbers of a row, its codes, which a pipeline gives to another method.
type Transformer interface {
	// Codes are the names of these numbers.
	Codes() []string
	// Transform writes the codes of the rows of x, row by row: of any rows, also of those that the model has not seen.
	Transform(x, out []float64)
	// Directions are, where each code is the product of one with the row, but for a constant, so many rows of D
	// numbers; nil where codes are something else.
	Directions() [][]float64
}

// LeaveOneOuter is for models that know without another fit what the fit without one of
// their rows says there.
type LeaveOneOuter interface {
	// LeaveOneOut returns an answer for each row, as Predict gives them: the index of a
	// class of all points, or a value. known tells of which rows it is the answer that Fit
	// would give without the row, to rounding (methodtest holds it to 1e-10); the others
	// are fitted. nil = of all, and no answers = of none. The error is job's.
	LeaveOneOut(job Job) (answers []float64, known []bool, err error)
}

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
