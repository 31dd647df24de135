package svm

// The counterparts of the methods in scikit-learn.

import (
	"strings"

	"pointscape/engine/python"
)

const machineSays = "n_support=len(model.support_)\nn_support_per_class=model.n_support_\nintercept=model.intercept_"

// Python is the counterpart of the method of Method in scikit-learn. The catalogue adds it to the declaration,
// because the first engine writes no programs.
var Python = &python.Counterpart{Make: svcProgram, Says: machineSays, Margin: true}

var svmDualPython = &python.Counterpart{Make: svcProgram, Says: machineSays, Note: python.ToEnd, Margin: true}

var nuSvmPython = &python.Counterpart{Make: func(w *python.Writer) string {
	if len(w.Problem.ClassIDs) > 2 { // for pairs of classes, scikit-learn's sign is that of the first class
		w.Says = strings.Replace(w.Says, "intercept=", "intercept=-", 1)
	}
	return w.Call("svm.NuSVC", append(w.Args("nu"), w.Machine()...)...)
}, Says: machineSays, Margin: true,
	Note: "Where a class has no support vector within the limits, ρ is not unique, and scikit-learn may choose " +
		"another value."}

var oneClassSvmPython = &python.Counterpart{Make: func(w *python.Writer) string {
	w.Predict = "model.predict"
	w.Body = []string{"model = " + w.Call("svm.OneClassSVM", append(w.Args("nu"), w.Machine()...)...),
		"model.fit(X)", "labels = model.predict(X)  # 1 inside, -1 outside"}
	w.Say("The support vectors that are not at the limit lie on the border itself: rounding decides on which side they " +
		"are.")
	return ""
}, Kind: python.Groups, Margin: true, Says: "n_support=len(model.support_)\nrho=-model.intercept_[0]"}

var localOutlierFactorPython = &python.Counterpart{Make: func(w *python.Writer) string {
	share := "'auto'"
	if c := w.Values.Float("contamination"); c > 0 {
		share = python.Float(c)
	}
	w.Body = []string{"model = " + w.Call("neighbors.LocalOutlierFactor", w.Near(), "contamination="+share),
		"labels = model.fit_predict(X)  # 1 inside, -1 outside"}
	return ""
}, Kind: python.Groups, Note: "Of equally near points scikit-learn may take another one.",
	Says: "local_outlier_factor=-model.negative_outlier_factor_\nlimit=-model.offset_"}

var mklPython = &python.Counterpart{None: "scikit-learn 1.2 learns no weights of kernels: there is no Python " +
	"program for multiple kernel learning."}

var svrPython = &python.Counterpart{Make: func(w *python.Writer) string {
	return w.Call("svm.SVR", append(w.Args("C epsilon"), w.Machine()...)...)
}, Says: "n_support=len(model.support_)\nintercept=model.intercept_[0]",
	Tube: true}

var objectSvmPython = &python.Counterpart{None: "scikit-learn 1.2 has no kernels on words or graphs: there is no " +
	"Python program for them."}

func svcProgram(w *python.Writer) string {
	c := python.Float(w.Values.Float("C"))
	if w.Values.Bool("hard") {
		c = "1e10"
		w.Say("A hard margin corresponds to an infinite C.")
	}
	if len(w.Problem.ClassIDs) > 2 {
		w.Says = strings.TrimSuffix(w.Says, "\nintercept=model.intercept_") // one for each pair
		w.Say("With several classes, each pair has a machine; if the vote is tied, scikit-learn may predict another class.")
	}
	return w.Call("svm.SVC", append([]string{"C=" + c}, w.Machine()...)...)
}
