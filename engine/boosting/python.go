package boosting

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var adaboostPython = &python.Counterpart{Make: adaboostProgram, Note: python.Ties,
	Says: "feature_importances=model.feature_importances_"}

var gradientBoostingPython = &python.Counterpart{Make: boostingProgram, Class: "ensemble.GradientBoostingClassifier",
	Note: python.Ties,
	Says: "feature_importances=model.feature_importances_"}

var gradientBoostingRegressionPython = &python.Counterpart{Make: boostingProgram,
	Class: "ensemble.GradientBoostingRegressor", Note: python.Ties}

var logitboostPython = &python.Counterpart{None: "scikit-learn 1.2 has no LogitBoost: there is no Python program " +
	"for it. Gradient boosting is similar."}

func adaboostProgram(w *python.Writer) string {
	if w.Values.String("criterion") != "gini" {
		return w.Refuse("scikit-learn 1.2 has no trees that are grown by misclassification: choose another criterion to " +
			"get a Python program.")
	}
	if w.Values.String("sampling") != "weights" {
		w.Say("scikit-learn counts points by their weights; Pointscape draws them by these here.")
	}
	return w.Call("ensemble.AdaBoostClassifier", w.Call("tree.DecisionTreeClassifier", append(w.Args("max_depth"),
		"random_state=0")...), w.Made(), "learning_rate="+python.Float(w.Values.Float("learning_rate")), `algorithm="SAMME"`,
		"random_state=0")
}

func boostingProgram(w *python.Writer) string {
	args := append([]string{w.Made()}, w.Args("learning_rate max_depth min_samples_leaf")...)
	if w.Problem.Class == nil {
		args = append(args, w.Args("loss")...)
		if s := w.Values.String("loss"); s == "huber" || s == "quantile" {
			args = append(args, w.Args("alpha")...)
		}
	}
	if s := w.Values.Float("subsample"); s < 1 {
		args = append(args, w.Args("subsample")...)
		w.Say(python.Drawn)
	}
	return w.Call(w.Class, append(args, `criterion="squared_error"`, "random_state=0")...)
}
