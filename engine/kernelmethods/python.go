package kernelmethods

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var kernelKnnPython = &python.Counterpart{Make: kernelNeighborsProgram, Note: python.Votes}

var kernelLogisticPython = &python.Counterpart{None: "scikit-learn 1.2 has no kernel logistic regression with a " +
	"free intercept: there is no Python program for it."}

var kernelDiscriminantPython = &python.Counterpart{None: "scikit-learn 1.2 has no kernel discriminant: there is " +
	"no Python program for it."}

func kernelNeighborsProgram(w *python.Writer) string {
	if !w.Alone() {
		return ""
	}
	w.Gram()
	w.Before = append(w.Before, "def distances(A):",
		`    """Distances from the rows of A to those of X in the kernel's feature space."""`,
		"    squares = kernel.diag(A)[:, None] + kernel.diag(X) - 2 * kernel(A, X)",
		"    return np.sqrt(np.maximum(squares, 0))", "", "")
	return w.Call("pipeline.make_pipeline", w.Call("preprocessing.FunctionTransformer", "distances"),
		w.Call("neighbors.KNeighborsClassifier", w.Near(), `metric="precomputed"`))
}
