package ensemble

// The counterparts of the methods in scikit-learn.

import (
	"strconv"
	"strings"

	"pointscape/engine/python"
)

var votePython = &python.Counterpart{Make: voteProgram}

var baggingPython = &python.Counterpart{Make: baggingProgram, Class: "ensemble.BaggingClassifier", Note: python.Drawn}

var baggingRegressionPython = &python.Counterpart{Make: baggingProgram, Class: "ensemble.BaggingRegressor",
	Note: python.Drawn}

func voteProgram(w *python.Writer) string {
	var list []string
	for i, c := range w.Values.Chosen("estimators") {
		list = append(list, "("+python.Quote(c.Method.ID+"_"+strconv.Itoa(i+1))+", "+w.Member(c)+")")
	}
	args := append([]string{"[" + strings.Join(list, ", ") + "]"}, w.Args("voting")...)
	if len(w.Values.Floats("weights")) > 0 {
		args = append(args, "weights="+python.Floats(w.Floats("weights")))
	}
	return w.Call("ensemble.VotingClassifier", args...)
}

func baggingProgram(w *python.Writer) string {
	share := python.Float(w.Values.Float("max_samples"))
	if share == "1" {
		share = "1.0"
	}
	return w.Call(w.Class, w.Member(w.Values.Chosen("estimator")[0]), w.Made(), "max_samples="+share,
		"bootstrap="+python.Bool(w.Values.Bool("bootstrap")), "random_state=0")
}
