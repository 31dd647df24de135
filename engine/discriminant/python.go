package discriminant

// The counterparts of the methods in scikit-learn.

import (
	"slices"
	"strconv"

	"pointscape/engine/python"
)

var ldaPython = &python.Counterpart{Make: ldaProgram, Says: "priors=model.priors_\nmeans=model.means_"}

var qdaPython = &python.Counterpart{Make: func(w *python.Writer) string {
	if w.Values.String("covariance_divisor") != "n_k-1" {
		return w.Refuse("scikit-learn's quadratic discriminant analysis divides covariances by nₖ − 1: choose that to " +
			"get a Python program.")
	}
	size := make([]int, len(w.Problem.ClassIDs))
	for _, c := range w.Problem.Class {
		size[c]++
	}
	if slices.Min(size) < 2 {
		return w.Refuse("scikit-learn's quadratic discriminant analysis needs two points of each class: add points to " +
			"get a Python program.")
	}
	return w.Call("discriminant_analysis.QuadraticDiscriminantAnalysis", append(w.Args("reg_param"), w.Priors())...)
}, Says: "priors=model.priors_\nmeans=model.means_"}

var naiveBayesPython = &python.Counterpart{Make: func(w *python.Writer) string {
	return w.Call("naive_bayes.GaussianNB", append(w.Args("var_smoothing"), w.Priors())...)
}, Says: "priors=model.class_prior_\nmeans=model.theta_\nvariances=model.var_"}

var fisherPython = &python.Counterpart{Make: fisherProgram}

var nearestCentroidPython = &python.Counterpart{Make: func(w *python.Writer) string {
	args := w.Args("metric")
	if w.Values.Float("shrink_threshold") > 0 {
		args = w.Args("metric shrink_threshold")
	}
	return w.Call("neighbors.NearestCentroid", args...)
}, Says: "centroids=model.centroids_", Note: python.Votes}

func ldaProgram(w *python.Writer) string {
	const class = "discriminant_analysis.LinearDiscriminantAnalysis"
	how, s := w.Values.String("covariance_divisor"), w.Values.Float("shrinkage")
	switch {
	case how == "auto" && s > 0:
		return w.Call(class, `solver="lsqr"`, "shrinkage="+python.Float(s), w.Priors())
	case s == 0 && how != "n":
		return w.Call(class, w.Priors())
	case s == 0 && w.Priors() == "":
		return w.Call(class, `solver="lsqr"`)
	}
	return w.Refuse("scikit-learn's discriminant analysis divides the covariance by another number: choose " +
		"scikit-learn's divisor to get a Python program.")
}

func fisherProgram(w *python.Writer) string {
	k := len(w.Problem.ClassIDs)
	if w.Values.Float("alpha") > 0 || w.Values.Int("n_components") < min(k-1, w.Problem.D) {
		return w.Refuse("scikit-learn's discriminant analysis has α = 0 and all directions: choose these to get a " +
			"Python program.")
	}
	w.Say("The threshold halfway between the projected means is that of equal priors.")
	return w.Call("discriminant_analysis.LinearDiscriminantAnalysis", "priors=np.full("+strconv.Itoa(k)+", 1 / "+
		strconv.Itoa(k)+")")
}
