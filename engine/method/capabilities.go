package method

import "pointscape/engine/picture"

// Capabilities is what a fitted model can do beyond its facts and its status. A nil function, or a nil interface, is
// something that the model can't do. A model states its capabilities in one place, its method Can, and the session, the
// studies, ensembles and pipelines read these fields instead of asking for the type.
//
// The functions belong to the model at its present state: those of a stage of a run (Stepper.Stage, Grower.Grow) are in
// the capabilities of that stage.
type Capabilities struct {
	Answers
	Drawing
	Words
	Run
	Pointer
}

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
	// Partial says that the model makes no prediction in some regions: there Predict and rasters of values give NaN, which
	// is drawn as a gap in the curve, or hatched in the plane.
	Partial bool
	// PredictPart is for models that remember predictions for rows of the set that their own rows were taken from
	// (Problem.PartOf), or that can share work with other fits to parts of this set. It fills out with the predictions for
	// the rows of problem at, starting with row from, as Predict does. It returns false, and leaves out alone, if it knows
	// nothing about these rows. The first call has from = 0.
	PredictPart func(at *Problem, from int, out []float64) bool
	// PredictSeveral is for models that know what fits to the same points with other values of one parameter would
	// predict: a study over that parameter then needs one fit for all values. It fills out[k] with the predictions, for
	// the rows of x, of the fit with values[k] for the parameter name, identical to the bit. ok is false if it can't do
	// this for that parameter; without values the call only asks for ok. The error is job's.
	PredictSeveral func(job Job, name string, values, x []float64, out [][]float64) (ok bool, err error)
	// LeaveOneOut is for models that know, without another fit, what the fit without one of their rows predicts there. It
	// returns a prediction for each row in the form of Predict: the index of a class of all points, or a value. known
	// marks the rows for which it is what Fit would predict without the row, up to rounding (methodtest checks 1e-10); the
	// session fits again for the others. known is nil if all are known; answers is nil if none is. The error is job's.
	LeaveOneOut func(job Job) (answers []float64, known []bool, err error)
	// Losses is for unsupervised models that can compute a loss for any row, including rows that were not in the fit:
	// Info.Loss names the loss. Such models are compared by their loss on held-out rows. It writes the loss of each row of
	// x: the term of the objective that belongs to it, or minus the logarithm of a density.
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
	// for the second. Their f is compared with the minimizer of the expected loss. It returns f at the rows of x, which may
	// be empty; ok is false if the model minimizes something else.
	Exponential func(x []float64) (f []float64, ok bool)
	// Affine is for models that predict with an affine function of the inputs, for some choices of their parameters: the
	// value itself, or, of two classes, the second one where the function is positive. They are compared with the best
	// affine predictor for the true distribution. ok is false if the prediction is not of this form.
	Affine func() (intercept float64, coef []float64, ok bool)
	// Moments is for models that depend on the rows only through their mean and covariance matrix. A study over the number
	// of points shows the distance of both from those of the true distribution. It returns the mean and the D×D covariance
	// matrix, row by row, with divisor n; nil if the model uses others.
	Moments func() (mean, cov []float64)
	// Table returns all quantities that a model can compute at the nodes of a grid, for scripts: one named raster with one
	// plane for each quantity. The grid of a model on the line has one row. Of other models a script gets the raster, else
	// the outlines of Layers, else the predictions.
	Table func(job Job, g picture.Grid) ([]*picture.Raster, error)
}

// Drawing is what a model draws. session.DrawFit calls these functions for each picture: the raster before the layers,
// which may follow it, and the requested panels at the end. A model has at most one of ScoreRaster and FieldRaster.
type Drawing struct {
	// ScoreRaster computes the raster on g of a classification or of another model with several regions. Kind is Decision
	// (two classes), Scores, Shares or Labels, and Classes holds class *ids*. For every kind, the class shown at a node is
	// the one that Predict returns there. Scores are continuous where possible, so that contours of the difference between
	// two classes are the true boundaries. Depending on show, the raster may be a part of the model, or have additional
	// planes; if show is nil it is the model's answer.
	ScoreRaster func(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
	// FieldRaster computes the scalar field on g (regression over the plane, densities) that show asks for: it is painted,
	// contoured and read under the pointer.
	FieldRaster func(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
	// Layers returns the model's own paths, marks and labels: the layers below the data points (outlines of regions,
	// bands, and rings around points, which must not cover neighboring points) and those above them (class means, numbers:
	// what many points would hide), for the parts in show. The page paints the layers above in each frame: they should be
	// few shapes and no raster. raster is the raster of the picture, computed by the same model on a grid that covers v,
	// for contours of the same values; it is nil if the model has none or draws all parts itself (Painted), and for wide
	// rows. Its planes must not be changed.
	Layers func(job Job, v picture.Viewport, raster *picture.Raster, show Shown) (under, over []picture.Layer, err error)
	// SpaceLayers is for models of whole rows that draw in the three-dimensional plot of the rows. It returns paths, marks
	// and labels with three coordinates (Z), for the parts in show. Row i of the problem is at at[3*i:3*i+3]; the map from
	// rows to positions is affine, so that means of rows are at the means of positions. The layers are painted together
	// with the rows, by depth.
	SpaceLayers func(at []float64, show Shown) []picture.Layer
	// Draws reports whether Layers draws the session's part p itself if it is switched on. The session then leaves it out:
	// a tree, for example, draws its cuts exactly, while the session could only follow a raster.
	Draws func(p Part) bool
	// PartSays returns a better legend text for the session's part p, such as "mean of the prior" for Mean: a short noun
	// phrase in the field's words; "" = the session's text.
	PartSays func(p Part) string
	// Panels returns the plots beside the stage that show asks for, such as a likelihood map or a loss curve. It is called
	// for each picture: expensive work belongs in Panel.Draw.
	Panels func(show Shown) []Panel
	// Groups is for models that assign each point to a group (a cluster, a component, a fold), or give it a weight: points
	// are colored by group. Their shapes still show their classes if there are several; otherwise shapes show the groups,
	// too, so that color is not the only difference. If Of is nil, because of what is switched on, the points keep their
	// usual colors. Groups is called for each picture, and the result is not changed. Each stage of a run has groups of
	// its own.
	Groups func(show Shown) Groups
	// Projected is for models of wide rows that determine where the rows are shown. Otherwise, and if Q = 0, the document
	// determines it. In a run the positions depend on the step: they are sent with each picture, and Problem.Drawn returns
	// them. Parameters that change the positions, independently of the steps, are declared (Param.Moves).
	Projected func() Projection
	// Located is for models with Projected that can also project rows that were not in the fit: then held-out rows have
	// positions, too. It returns the positions of the rows in x, which has the form of Problem.X, in the order of x.
	Located func(x []float64) Projection
	// Cuts is for models of the plane whose predictions are constant in each box between axis-parallel cuts: what is drawn
	// from their rasters follows the cuts exactly. It calls tell for each cut, with an input, 0 or 1, and a threshold: the
	// cut separates values <= at from values > at, perhaps only for part of the other input's range. It reports whether
	// predictions change nowhere else.
	Cuts func(tell func(input int, at float64)) bool
	// Tiles is for models of the plane whose predictions are constant on some rectangles: sums over many models can then
	// add rectangles instead of nodes. It calls fn with rectangles of nodes of a grid, x0 <= x < x1 and y0 <= y < y1, which
	// cover each node once, and with the prediction there: the shares of the classes, or the value. fn must not keep the
	// slice.
	Tiles func(g picture.Grid, fn func(x0, x1, y0, y1 int, says []float64))
	// Span is for models whose weight vector is a linear combination of rows, or of their features: the session draws the
	// sum as a panel if the part WeightSum is switched on. nil = the weights are not of this form, or there are several
	// weight vectors.
	Span func() *Span
	// Maps is for models with an encoder from rows to codes and a decoder back: the session draws both maps as a panel if
	// the part BothMaps is switched on. nil = the model has none.
	Maps func() *Maps
	// Follows and Follow are for models that can compute the raster of ScoreRaster from the trail of the picture before an
	// edit. Follows says how it would use the trail. ReuseSums is only for pictures during a drag, ReusePlanes for all
	// pictures on the trail's grid. The session calls Follow instead of ScoreRaster where the result allows it.
	Follows func(t *Trail) Reuse
	// Follow computes the raster on a grid, and sets t.Kept for the next one. With ReusePlanes it updates t.Raster, which
	// is on that grid, and reports the changed nodes with Touch. anew reports that it took longer than the next call on
	// this grid will. After an error, which is job's, the trail is unusable.
	Follow func(job Job, t *Trail, g picture.Grid) (r *picture.Raster, anew bool, err error)
}

// Words are texts for the user.
type Words struct {
	// Explain explains the prediction at a point, while the pointer rests there. It takes a point of the plane (regression
	// on the line: the model ignores x[1]) or, of wide rows, a whole row. show is what is switched on: layers may depend
	// on it.
	Explain func(x []float64, v picture.Viewport, show Shown) Explanation
	// ExplainPlace is for models of wide rows that can also explain positions without a row: they show the rows in a plane
	// of their own (Projected), and know which row any position stands for. It takes a position on the stage; ok is false
	// if there is nothing to say there.
	ExplainPlace func(at [2]float64, v picture.Viewport) (e Explanation, ok bool)
	// Formula returns the method's formula with the numbers of the fit, once per picture: the objective, if there is one,
	// with its value, and the resulting prediction. It is Unicode mathematics and may have several lines.
	Formula func() string
	// FactsIn is for models with facts that depend on the visible part of the plane (areas of Voronoi cells): it replaces
	// Facts, once per picture outside a drag, and returns the facts for the viewport's range X0..X1, Y0..Y1.
	FactsIn func(v picture.Viewport) []Fact
	// Assess is for models with facts that cost as much as a picture (the errors on all points): Facts marks those as
	// Late. The session asks for them after the picture has been sent, and caches them. Assess returns all facts in the
	// order of Facts, none of them Late. The error is job's.
	Assess func(job Job) ([]Fact, error)
	// Code is for models that can be exported as a program with the same predictions. It returns the program in the
	// language with an id; ok is false if the model can't be written in that language, or its numbers are not finite.
	Code func(lang string) (text string, ok bool)
}

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
	// Look is for models, usually Growers, with parameters that only change what is shown (Param.Looks), such as the choice
	// of a unit or of the digit that a network reads: changing them does not start a new run. It returns the same state
	// with other values of such parameters. The receiver does not change.
	Look func(v Values) Model
	// Cost returns the cost of the fit, so that solvers with different kinds of steps can be compared. For a Stepper and a
	// Grower it is the cost from the start to the present step.
	Cost func() Cost
}

// Pointer is what a model does when the user points at its shapes, clicks or drags them, and the numbers that it has
// found, which the user may copy into the document. The session asks for the shapes with each picture outside a drag.
type Pointer struct {
	// Tell is for models whose paths, marks and labels, in layers and panels, have keys (see picture.Spot). When the user
	// points at a shape, all shapes with the same key are highlighted, on the stage and in the panels, and the readout
	// shows the result of Tell: what the key stands for. ok is false if the key belongs to another model or step. Tell may
	// take as long as Explain, since the pointer waits for it. What a click does may depend on show: with a panel shown,
	// it may choose a unit for that panel.
	Tell func(key string, v picture.Viewport, show Shown) (t Told, ok bool)
	// Unseen returns paths and marks of the stage that have keys and are never painted, such as the region of an inner
	// node of a tree, or whose layer can be switched off. It may return none while the panel with the same keys is not
	// shown.
	Unseen func(v picture.Viewport, show Shown) []picture.Layer
	// RowKeys is for models with panels in which rows have keys, such as that of the bar that a row belongs to. It returns
	// the key of each row in a panel; nil = the panel has none. The keys of held-out rows (Problem.Held) may follow.
	RowKeys func(panel string) []string
	// Learned returns better parameters than the model was given (optimized hyperparameters); the page offers to write
	// them into the document.
	Learned func() map[string]any
	// Places returns initial positions for parameters that have none yet: those that the model started from. The page
	// copies them into the document when the user chooses to set positions.
	Places func() map[string][][]float64
	// Take returns numbers that the user may copy into a document (Numbers.Taken), such as the present weights of a
	// network. A new fit then starts from them. They are in the parameter's order; nil = there are none.
	Take func(param string) []float64
}
