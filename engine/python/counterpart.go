package python

import "pointscape/engine/method"

// Counterpart is scikit-learn's counterpart of a method, or why there is none. It is declared with the method
// (method.Method.Python).
type Counterpart struct {
	Class string // "svm.SVC"
	// Pass lists the parameters with the same name and meaning in scikit-learn, separated by spaces.
	// "p@metric=minkowski" is passed only if the other parameter has this value; "alpha:reg" is called reg there.
	Pass string
	More string // additional arguments, in Python
	// Make returns the estimator as an expression if Class, Pass and More are not sufficient. It calls w.Refuse if there
	// is none.
	Make   func(w *Writer) string
	Says   string // additional numbers: "n_support=len(model.support_)", one per line
	Note   string // sentences about differences, one per line
	Kind   Kind   // for unsupervised models
	None   string // why there is no counterpart
	Beyond []Beyond

	// For the picture of a notebook: see plot.go.
	Margin   bool   // a support vector machine: draw its margin, for two classes, and rings around the support vectors
	Tube     bool   // support vector regression: draw its tube, and rings around the support vectors
	Regions  bool   // a clustering model that predicts other points, too
	Centers  string // expression for the centres of clusters; "" = none
	Subspace bool   // the new coordinates are those of a principal subspace, which is drawn as axes in the plane
}

// Beyond is a value of a parameter that scikit-learn does not have; of a Bool it is "true" or "false".
type Beyond struct {
	Param, Value string
	None         string // why there is no program
}

// Without returns why there is no counterpart, "" if there is one.
func (c *Counterpart) Without() string { return c.None }

// of returns the counterpart of a method.
func of(m *method.Method) Counterpart {
	if c, ok := m.Python.(*Counterpart); ok {
		return *c
	}
	return Counterpart{None: "There is no Python program for the method " + m.ID + "."}
}

// Sentences that several counterparts share.
const (
	Drawn = "The random numbers are NumPy's, not Pointscape's: another model of the same kind, with similar errors."
	Ties  = "Where two splits are equally good, scikit-learn may take the other one."
	ToEnd = "Pointscape shows steps on the way; this program finds the optimum, so both agree once the " +
		"picture has converged."
	Rest  = "Each class has a machine against all others."
	Votes = "Where classes are equally near, scikit-learn may predict another one."
)

// Code that several counterparts share.
const (
	Sharp      = "tol=1e-8" // for support vector machines, which Pointscape solves to this tolerance
	TreeParams = "max_depth min_samples_split min_samples_leaf"
	// For a linear model that may be the last step of a pipeline.
	CoefOf      = "getattr(model, \"coef_\", None)"
	InterceptOf = "getattr(model, \"intercept_\", None)"
)
