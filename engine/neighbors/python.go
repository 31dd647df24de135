package neighbors

// The counterparts of the methods in scikit-learn.

import (
	"strconv"

	"pointscape/engine/python"
)

// KNNPython is the counterpart of the method of KNN in scikit-learn. The catalogue adds it to the declaration,
// because the first engine writes no programs.
var KNNPython = &python.Counterpart{Class: "neighbors.KNeighborsClassifier", Make: neighborhoodProgram,
	Note: python.Votes}

var ncaPython = &python.Counterpart{Make: func(w *python.Writer) string {
	q := min(w.Values.Int("n_components"), w.Problem.D)
	if w.Values.String("init") == "lda" && q > len(w.Problem.ClassIDs)-1 {
		return w.Refuse("scikit-learn begins with discriminants only where there are as many as dimensions: choose " +
			"another start to get a Python program.")
	}
	a := w.Call("neighbors.NeighborhoodComponentsAnalysis", append(w.Args("init max_iter tol"),
		"n_components="+strconv.Itoa(q), "random_state=0")...)
	return w.Call("pipeline.make_pipeline", a, w.Call("neighbors.KNeighborsClassifier", w.Near()))
}, Note: python.Votes + "\nBoth maximise the same objective by L-BFGS, with different line searches: the " +
	"metrics agree if both have converged."}

var knnRegressionPython = &python.Counterpart{Class: "neighbors.KNeighborsRegressor", Make: neighborhoodProgram,
	Note: "Of equally near points, scikit-learn may use another one."}

func neighborhoodProgram(w *python.Writer) string {
	args := append([]string{w.Near()}, w.Args("weights metric p@metric=minkowski")...)
	if w.Values.String("metric") == "mahalanobis" {
		args = append(args, `metric_params={"VI": np.linalg.inv(np.cov(X.T))}`)
	}
	return w.Call(w.Class, args...)
}
