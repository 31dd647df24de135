package method

import "pointscape/engine/picture"

// Answers are the predictions of a model. The commands fit and study, the tables and the errors on points use Predictor
// and PointScorer; most pictures use Drawing's rasters instead.
type Answers struct {
	Predictor   Predictor
	PointScorer PointScorer
	Transformer Transformer

	// Proba says where this model, as it was fitted, has probabilities: PointScores returns one for each class, with sum
	// 1, or shares that are read as probabilities. Soft voting needs them. The decision values of a network trained with
	// the squared loss are none.
	Proba func() Proba
	// Deviations returns standard deviations at the rows of x: of the latent f, and of a new y.
	Deviations func(x []float64) (ofF, ofY []float64)
	// Partial says that the model makes no prediction in some regions: there Predict and rasters of values give NaN,
	// which is drawn as a gap in the curve, or hatched in the plane.
	Partial bool
	// PredictPart is for models that remember predictions for rows of the set that their own rows were taken from
	// (Problem.PartOf), or that can share work with other fits to parts of this set. It fills out with the predictions
	// for the rows of problem at, starting with row from, as Predict does. It returns false, and leaves out alone, if it
	// knows nothing about these rows. The first call has from = 0.
	PredictPart func(at *Problem, from int, out []float64) bool
	// PredictSeveral is for models that know what fits to the same points with other values of one parameter would
	// predict: a study over that parameter then needs one fit for all values. It fills out[k] with the predictions, for
	// the rows of x, of the fit with values[k] for the parameter name, identical to the bit. ok is false if it can't do
	// this for that parameter; without values the call only asks for ok. The error is job's.
	PredictSeveral func(job Job, name string, values, x []float64, out [][]float64) (ok bool, err error)
	// LeaveOneOut is for models that know, without another fit, what the fit without one of their rows predicts there. It
	// returns a prediction for each row in the form of Predict: the index of a class of all points, or a value. known
	// marks the rows for which it is what Fit would predict without the row, up to rounding (methodtest checks 1e-10);
	// the session fits again for the others. known is nil if all are known; answers is nil if none is. The error is
	// job's.
	LeaveOneOut func(job Job) (answers []float64, known []bool, err error)
	// Losses is for unsupervised models that can compute a loss for any row, including rows that were not in the fit:
	// Info.Loss names the loss. Such models are compared by their loss on held-out rows. It writes the loss of each row
	// of x: the term of the objective that belongs to it, or minus the logarithm of a density.
	Losses func(x, out []float64)
	// Seeding is for models that start from a random initialization. A study over seeds compares the loss at the start
	// with the smallest loss that any run has found. It returns the mean loss of the rows before the first step, and a
	// bound on the ratio of its expectation to the smallest possible loss; the bound's Name is "" if none is known. ok is
	// false if the model has no single random start.
	Seeding func() (loss float64, bound Bound, ok bool)
	// Bounds is for models with bounds on their generalization error that need no test points. Info.Bounds names them. A
	// study shows them beside the errors if asked to. They are always the same ones in the same order; a Value is NaN
	// where the bound does not apply.
	Bounds func(job Job) ([]Bound, error)
	// Complexity is for models with a measure of the complexity of their hypothesis class, or of their effective degrees
	// of freedom, which Info.Complexity describes. A study with a penalty applies the penalty to this number: h > 0, or
	// NaN if this model has no such number. The error is job's.
	Complexity func(job Job) (float64, error)
	// Exponential is for two-class models that minimize the mean of exp(−y f(x)), with y = −1 for the first class and 1
	// for the second. Their f is compared with the minimizer of the expected loss. It returns f at the rows of x, which
	// may be empty; ok is false if the model minimizes something else.
	Exponential func(x []float64) (f []float64, ok bool)
	// Affine is for models that predict with an affine function of the inputs, for some choices of their parameters: the
	// value itself, or, of two classes, the second one where the function is positive. They are compared with the best
	// affine predictor for the true distribution. ok is false if the prediction is not of this form.
	Affine func() (intercept float64, coef []float64, ok bool)
	// Moments is for models that depend on the rows only through their mean and covariance matrix. A study over the
	// number of points shows the distance of both from those of the true distribution. It returns the mean and the D×D
	// covariance matrix, row by row, with divisor n; nil if the model uses others.
	Moments func() (mean, cov []float64)
	// Table returns all quantities that a model can compute at the nodes of a grid, for scripts: one named raster with
	// one plane for each quantity. The grid of a model on the line has one row. Of other models a script gets the raster,
	// else the outlines of Layers, else the predictions.
	Table func(job Job, g picture.Grid) ([]*picture.Raster, error)
}

// Predictor predicts at points: a class *index* as float64 (classification), or a value.
type Predictor interface {
	// Predict fills out[i] with the prediction for row i of x (len(out)*D numbers).
	Predict(x []float64, out []float64)
}

type Bound struct {
	Name  string // "support vectors / n"
	ID    string // name of the fact with this bound
	Help  string // what the bound applies to
	Value float64
}

// PointScorer returns the scores that the command fit prints, a list for each point: probabilities in class order,
// decision values (two classes: one), or what an unsupervised model computes, such as coordinates along components.
type PointScorer interface {
	PointScores(x []float64) [][]float64
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
