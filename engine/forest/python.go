package forest

// The counterparts of the methods in scikit-learn.

import (
	"strconv"

	"pointscape/engine/python"
)

const oobSays = "oob_score=model.oob_score_"

var forestPython = &python.Counterpart{Make: woodsProgram, Class: "ensemble.RandomForestClassifier",
	Note: python.Drawn, Says: oobSays}

var extraTreesPython = &python.Counterpart{Make: woodsProgram, Class: "ensemble.ExtraTreesClassifier",
	Note: python.Drawn, Says: oobSays}

var forestRegressionPython = &python.Counterpart{Make: woodsProgram, Class: "ensemble.RandomForestRegressor",
	Note: python.Drawn, Says: oobSays}

var extraTreesRegressionPython = &python.Counterpart{Make: woodsProgram, Class: "ensemble.ExtraTreesRegressor",
	Note: python.Drawn, Says: oobSays}

// woodsProgram returns a forest.
func woodsProgram(w *python.Writer) string {
	args := w.Args("n_estimators " + python.TreeParams + " bootstrap")
	if w.Problem.Class != nil {
		args = append(args, w.Args("criterion")...)
	}
	most := "None"
	switch s := w.Values.String("max_features"); s {
	case "sqrt", "log2":
		most = python.Quote(s)
	case "number":
		most = strconv.Itoa(min(w.Values.Int("max_features_number"), w.Problem.D))
	}
	args = append(args, "max_features="+most)
	if w.Values.Bool("bootstrap") && w.Values.Bool("oob_score") {
		args = append(args, "oob_score=True")
	} else {
		w.Says = ""
	}
	return w.Call(w.Class, append(args, "random_state=0")...)
}
