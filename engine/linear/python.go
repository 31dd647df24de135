package linear

// The counterparts of the methods in scikit-learn.

import (
	"strconv"

	"pointscape/engine/python"
)

var svmPrimalPython = &python.Counterpart{Make: func(w *python.Writer) string {
	machine := w.Call("svm.SVC", `kernel="linear"`, "C="+python.Float(w.Values.Float("C")), python.Sharp)
	if len(w.Problem.ClassIDs) > 2 {
		w.Says = ""
		w.Say(python.Rest)
		machine = w.Call("multiclass.OneVsRestClassifier", machine)
	}
	return machine
}, Says: "coef=model.coef_[0]\nintercept=model.intercept_[0]\nmargin=2 / np.linalg.norm(model.coef_)\n" +
	"dual_objective=np.abs(model.dual_coef_).sum() - np.sum(model.coef_**2) / 2", Margin: true,
	Note: "The machine is solved by its dual, for scikit-learn's primal one (LinearSVC) penalises the " +
		"intercept.\n" + python.ToEnd}

var kernelPerceptronPython = &python.Counterpart{None: "scikit-learn 1.2 has no kernel perceptron: there is no " +
	"Python program for it."}

var logisticPython = &python.Counterpart{Make: func(w *python.Writer) string {
	return narrowed(w, penalized(w, w.Values.String("penalty")))
},
	Note: python.ToEnd, Says: "coef=" + python.CoefOf + "\nintercept=" + python.InterceptOf,
	Beyond: []python.Beyond{{Param: "vectors", Value: "two",
		None: "scikit-learn has a single weight vector for two classes: choose that to get a Python program."}}}

var perceptronPython = &python.Counterpart{Make: perceptronProgram,
	Says: "coef=model.coef_[0]\nintercept=model.intercept_[0]"}

var passiveAggressivePython = &python.Counterpart{Make: passiveAggressiveProgram}

var linearPython = &python.Counterpart{Make: labProgram, Note: python.ToEnd,
	Says: "coef=" + python.CoefOf + "\nintercept=" + python.InterceptOf}

// narrowed returns an estimator that uses only the first input, if that is asked for.
func narrowed(w *python.Writer, estimator string) string {
	if p := w.Method.Param("features"); p == nil || w.Values.String("features") != "x1" || w.Problem.Wide() ||
		w.Problem.D < 2 {
		return estimator
	}
	w.Says = ""
	return w.Call("pipeline.make_pipeline", w.Call("preprocessing.FunctionTransformer", "lambda A: A[:, :1]"), estimator)
}

// penalized returns logistic regression with a penalty.
func penalized(w *python.Writer, penalty string) string {
	const class = "linear_model.LogisticRegression"
	alpha, most := w.Values.Float("alpha"), "max_iter=100000"
	if penalty == "none" || alpha == 0 {
		return w.Call(class, "penalty=None", "tol=1e-10", most)
	}
	w.Say("C is 1/λ.")
	c := "C=" + python.Float(1/alpha)
	switch penalty {
	case "l2":
		return w.Call(class, c, "tol=1e-10", most)
	case "l1":
		return w.Call(class, `penalty="l1"`, c, `solver="saga"`, "tol=1e-8", most, "random_state=0")
	case "elasticnet":
		return w.Call(class, `penalty="elasticnet"`, "l1_ratio="+python.Float(w.Values.Float("l1_ratio")), c, `solver="saga"`,
			"tol=1e-8", most, "random_state=0")
	}
	return w.Refuse("scikit-learn's logistic regression has no such penalty: there is no Python program.")
}

func perceptronProgram(w *python.Writer) string {
	if len(w.Problem.ClassIDs) > 2 {
		return w.Refuse("scikit-learn's perceptron learns each of several classes against all others, not all at once: " +
			"there is a Python program for two classes.")
	}
	return w.Call("linear_model.Perceptron", append([]string{"eta0=" + python.Float(w.Values.Float("learning_rate"))},
		sameRun(w, w.Values.String("order") == "shuffled")...)...)
}

// passiveAggressiveProgram writes the same run with the constant as a column, see PassiveAggressive.
func passiveAggressiveProgram(w *python.Writer) string {
	run := sameRun(w, w.Values.Bool("shuffle"))
	w.Say("The intercept is the weight of a column of ones: fit_intercept=True would make other steps.")
	if len(w.Problem.ClassIDs) == 2 {
		w.Says = "coef=model[-1].coef_[0, :-1]\nintercept=model[-1].coef_[0, -1]"
	}
	return w.Call("pipeline.make_pipeline",
		w.Call("preprocessing.FunctionTransformer", "lambda A: np.column_stack([A, np.ones(len(A))])"),
		w.Call("linear_model.PassiveAggressiveClassifier", append([]string{"C=" + python.Float(w.Values.Float("C")),
			"loss=" + strconv.Quote(w.Values.String("loss")), "fit_intercept=False"}, run...)...))
}

// sameRun returns the arguments for as many passes over the points as the fit has made.
func sameRun(w *python.Writer, shuffled bool) []string {
	passes, ok := 0, false
	if f := w.Known["n_iter"]; f != nil {
		passes, ok = f.Value.(int)
	}
	if !ok || passes == 0 {
		passes = w.Values.Int("max_iter")
	}
	shuffle := "shuffle=False"
	if shuffled {
		w.Say(python.Drawn)
		shuffle = "random_state=0"
	}
	w.Say("max_iter is the number of passes that Pointscape has made.")
	return []string{"max_iter=" + strconv.Itoa(passes), "tol=None", shuffle}
}

func labProgram(w *python.Writer) string {
	v := w.Values
	penalty, alpha, n := v.String("penalty"), v.Float("alpha"), float64(w.Problem.N)
	if alpha == 0 {
		penalty = "none"
	}
	if w.Problem.Class != nil {
		if len(w.Problem.ClassIDs) > 2 {
			return w.Refuse("The linear lab has a Python program for two classes.")
		}
		switch loss := v.String("loss"); {
		case loss == "logistic":
			return narrowed(w, penalized(w, penalty))
		case loss == "hinge" && penalty == "l2":
			w.Say("C is 1/λ.")
			return narrowed(w, w.Call("svm.SVC", `kernel="linear"`, "C="+python.Float(1/alpha), python.Sharp))
		case loss == "squared" && penalty == "l2":
			return narrowed(w, w.Call("linear_model.RidgeClassifier", "alpha="+python.Float(alpha)))
		}
		return w.Refuse("scikit-learn has no exact solver for this loss with this penalty: there are Python programs " +
			"for the logistic loss, and for the hinge and squared loss with an L2 penalty.")
	}
	switch loss := v.String("regression_loss"); {
	case loss == "squared" && penalty == "none":
		return narrowed(w, w.Call("linear_model.LinearRegression"))
	case loss == "squared" && penalty == "l2":
		return narrowed(w, w.Call("linear_model.Ridge", "alpha="+python.Float(alpha), `solver="svd"`))
	case loss == "squared" && penalty == "l1":
		w.Say("scikit-learn's alpha is λ/n.")
		return narrowed(w, w.Call("linear_model.Lasso", "alpha="+python.Float(alpha/n), "max_iter=1000000",
			"tol=1e-12"))
	case loss == "squared" && penalty == "elasticnet":
		w.Say("scikit-learn's alpha is λ/n.")
		return narrowed(w, w.Call("linear_model.ElasticNet", "alpha="+python.Float(alpha/n), "l1_ratio="+
			python.Float(v.Float("l1_ratio")), "max_iter=1000000", "tol=1e-12"))
	case (loss == "absolute" || loss == "epsilon_insensitive") && penalty == "l2":
		w.Say("C is 1/λ.")
		epsilon := 0.0
		if loss != "absolute" {
			epsilon = v.Float("epsilon")
		}
		return narrowed(w, w.Call("svm.SVR", `kernel="linear"`, "C="+python.Float(1/alpha), "epsilon="+python.Float(epsilon),
			python.Sharp))
	}
	return w.Refuse("scikit-learn has no exact solver for this loss with this penalty: there are Python programs for " +
		"the squared loss, and for the absolute and ε-insensitive loss with an L2 penalty.")
}
