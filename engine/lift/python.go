package lift

// The counterparts of the methods in scikit-learn.

import (
	"strings"

	"pointscape/engine/python"
)

var featureMapPython = &python.Counterpart{Make: featureMapProgram,
	Says: "n_support=len(model[-1].support_)\ncoef=model[-1].coef_[0]\n" +
		"intercept=model[-1].intercept_[0]",
	Beyond: []python.Beyond{{Param: "map", Value: "expression",
		None: "There is no Python program for a coordinate that is written as an expression."}}}

func featureMapProgram(w *python.Writer) string {
	v := w.Values
	if !w.Alone() {
		return ""
	}
	power := func(s string) string {
		at := strings.LastIndexByte(s, 'x')
		if at > 0 {
			s = s[:at] + " * " + s[at:]
		}
		return strings.ReplaceAll(s, "^", "**")
	}
	var list []string
	switch v.String("map") {
	case "paraboloid":
		list = []string{"x1", "x2", "x1**2 + x2**2"}
	case "squares":
		list = []string{"x1**2", "np.sqrt(2) * x1 * x2", "x2**2"}
	case "quadratic":
		c := python.Float(v.Float("constant"))
		list = []string{"x1**2", "np.sqrt(2) * x1 * x2", "x2**2", "np.sqrt(2 * " + c + ") * x1", "np.sqrt(2 * " + c +
			") * x2", "np.full(len(A), " + c + ")"}
	case "monomials":
		for _, s := range v.Strings("monomials") {
			list = append(list, power(s))
		}
	default:
		return w.Refuse("There is no Python program for a map to the components of a Gaussian kernel. The support " +
			"vector machine with that kernel has one.")
	}
	of := "A"
	if v.Bool("about_mean") {
		of = "(A - X.mean(axis=0))"
	}
	w.Before = append(w.Before, "def features(A):", `    """The coordinates of the rows of A in the feature space."""`,
		"    x1, x2 = "+of+".T", "    return np.column_stack(["+strings.Join(list, ", ")+"])", "", "")
	c := python.Float(v.Float("C"))
	if v.Bool("hard") {
		c = "1e10"
	}
	machine := w.Call("svm.SVC", `kernel="linear"`, "C="+c, "tol="+python.Float(v.Float("tol")))
	if len(w.Problem.ClassIDs) > 2 {
		machine = w.Call("multiclass.OneVsRestClassifier", machine)
		w.Says = "coef=np.vstack([m.coef_ for m in model[-1].estimators_])\n" +
			"intercept=np.ravel([m.intercept_ for m in model[-1].estimators_])"
		w.Say(python.Rest)
	}
	return w.Call("pipeline.make_pipeline", w.Call("preprocessing.FunctionTransformer", "features"), machine)
}
