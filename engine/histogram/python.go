package histogram

// The counterparts of the methods in scikit-learn.

import (
	"fmt"
	"strings"

	"pointscape/engine/python"
)

var histogramPython = &python.Counterpart{None: "scikit-learn 1.2 has no histogram rule: there is no Python " +
	"program for it."}

var kernelDensityPython = &python.Counterpart{Make: densityProgram, Note: python.Votes}

var histogramRegressionPython = &python.Counterpart{Make: regressogramProgram,
	Note: "In empty cells, where Pointscape predicts nothing, this program predicts 0."}

func densityProgram(w *python.Writer) string {
	if !w.Alone() {
		return ""
	}
	h := w.Values.Float("bandwidth")
	if f := w.Known["bandwidth"]; f != nil {
		if x, ok := f.Value.(float64); ok {
			h = x
		}
	} else if w.Values.String("bandwidth_rule") != "given" {
		return w.Refuse("Give the bandwidth yourself to get a Python program.")
	}
	log := "np.log([np.mean(y == c) for c in classes])"
	if given := strings.TrimPrefix(w.Priors(), "priors="); given != "" {
		log = "np.log(" + given + ")"
	}
	w.Predict = "predict"
	hill := w.Call("neighbors.KernelDensity", append([]string{"bandwidth=" + python.Float(h)}, w.Args("kernel")...)...)
	w.Body = []string{"classes = np.unique(y)", "densities = [" + hill + ".fit(X[y == c]) for c in classes]",
		"log_priors = " + log, "", "", "def predict(A):",
		`    """The class whose density, times its prior, is largest."""`,
		"    scores = np.column_stack([d.score_samples(A) for d in densities]) + log_priors",
		"    return classes[scores.argmax(axis=1)]", "", ""}
	if w.Values.String("kernel") != "gaussian" {
		w.Say("Where no hill reaches, all densities are 0, and this program predicts the first class.")
	}
	return ""
}

func regressogramProgram(w *python.Writer) string {
	size, origin := w.Floats("cell_size"), w.Floats("origin")
	if len(size) != w.Problem.D || len(origin) != w.Problem.D || !w.Alone() {
		return w.Refuse("There is no Python program for these cells.")
	}
	w.Before = append(w.Before,
		"origin, size = np.array("+python.Floats(origin)+"), np.array("+python.Floats(size)+")", "", "",
		"def cells(A):", `    """A number for the cell of each row of A."""`, "    q = (A - origin) / size",
		"    cell = np.floor(q)",
		"    cell += cell + 1 - q <= 2.0**-50 * (abs(A) + abs(origin)) / size  # an edge, but for rounding")
	if bins := w.Values.Int("bins"); len(w.Values.Floats("cell_size"))+len(w.Values.Floats("origin")) == 0 {
		// The last cell includes both its edges.
		w.Before = append(w.Before, fmt.Sprintf("    cell[(cell >= %d) & (A <= X.max(axis=0))] = %d", bins, bins-1))
	}
	join := "cell"
	if w.Problem.D > 1 {
		join += " @ [[1], [1000003]]"
	}
	w.Before = append(w.Before, "    return "+join, "", "")
	return w.Call("pipeline.make_pipeline", w.Call("preprocessing.FunctionTransformer", "cells"),
		w.Call("preprocessing.OneHotEncoder", `handle_unknown="ignore"`), w.Call("linear_model.LinearRegression",
			"fit_intercept=False"))
}
