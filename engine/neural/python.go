package neural

// The counterparts of the methods in scikit-learn.

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/python"
)

var mlpPython = &python.Counterpart{Make: networkProgram}

var mlpRegressionPython = &python.Counterpart{Make: networkProgram}

var backpropagationPython = &python.Counterpart{None: "scikit-learn 1.2 does not show the steps of " +
	"back-propagation: there is no Python program for it. The neural network has one."}

var neuronPython = &python.Counterpart{None: "scikit-learn 1.2 has no single neuron that learns example by " +
	"example: there is no Python program for it."}

// networkProgram writes a network that is trained like Pointscape's, from the same weights, to w.Body, and returns "".
// Nested in another method, it returns a network with its own random weights. It may return the result of w.Refuse.
func networkProgram(w *python.Writer) string {
	v := w.Values
	if what := lacking(w); what != "" {
		return w.Refuse("scikit-learn's networks have no " + what + ": there is no such Python program, only that of " +
			"the trained weights.")
	}
	act, solver := v.String("activation"), v.String("solver")
	inputs := inputSteps(w)
	class := "neural_network.MLPRegressor"
	if w.Problem.Class != nil {
		class = "neural_network.MLPClassifier"
	}
	layers := "("
	for _, x := range v.Floats("hidden_layer_sizes") {
		layers += python.Float(x) + ", "
	}
	batch := min(v.Int("batch_size"), w.Problem.N)
	args := []string{"hidden_layer_sizes=" + strings.TrimSuffix(layers, " ") + ")", "activation=" + python.Quote(act),
		"solver=" + python.Quote(solver), "learning_rate_init=" + python.Float(v.Float("learning_rate_init")),
		"alpha=" + python.Float(v.Float("alpha")),
		"batch_size=" + strconv.Itoa(batch)}
	if solver == "sgd" {
		args = append(args, w.Args("momentum nesterovs_momentum")...)
	}
	if w.Nested {
		w.Say(python.Drawn)
		args = append(args, "max_iter=200", "random_state=0")
		return w.Call("pipeline.make_pipeline", append(inputs, w.Call(class, args...))...)
	}
	epochs := 0
	if f := w.Known["n_iter"]; f != nil {
		epochs, _ = f.Value.(int)
	}
	fresh := factsAtStart(w)
	if epochs == 0 || fresh == nil {
		return w.Refuse("There is a Python program when the network has learned for a whole epoch.")
	}
	args = append(args, "max_iter=1", "tol=0", "n_iter_no_change=10**9", "warm_start=True")
	if batch == w.Problem.N {
		args = append(args, "shuffle=False")
		w.Say("The network begins with the weights of the picture and makes as many steps. scikit-learn's Adam adds its " +
			"small constant elsewhere, which changes the last digits.")
	} else {
		args = append(args, "random_state=0")
		w.Say("The network begins with the weights of the picture, but its minibatches are drawn by other random " +
			"numbers: its weights are similar, but not the same.")
	}
	w.Say("scikit-learn warns that training has not converged: it stops at the picture's step.")
	coefs, intercepts := layerNames(w, fresh, "coefs"), layerNames(w, fresh, "intercepts")
	w.Predict = "predict"
	see, target, back := "X", "y", "model.predict("
	if len(inputs) > 0 {
		w.Body = append(w.Body, "inputs = "+w.Call("pipeline.make_pipeline", inputs...), "inputs.fit(X)")
		see, back = "inputs.transform(X)", "model.predict(inputs.transform("
	}
	answer := back + "A)"
	if len(inputs) > 0 {
		answer += ")"
	}
	if w.Problem.Y != nil && v.Bool("standardize") {
		w.Body = append(w.Body, "mean, scale = y.mean(), y.std()")
		target, answer = "(y - mean) / scale", answer+" * scale + mean"
	}
	w.Body = append(w.Body, "S, t = "+see+", "+target, "model = "+w.Call(class, args...),
		"model.fit(S, t)  # makes the layers, whose weights are then set",
		"model.coefs_ = "+coefs, "model.intercepts_ = "+intercepts,
		"model.set_params(max_iter="+strconv.Itoa(epochs)+")", "model.fit(S, t)", "", "",
		"def predict(A):", "    return "+answer, "", "")
	return ""
}

// layerNames writes the numbers of each layer with a name, as facts has them, and returns the Python list of their
// names.
func layerNames(w *python.Writer, facts map[string]any, name string) string {
	var names []string
	for l := 1; ; l++ {
		at := strconv.Itoa(l)
		if rows, ok := facts[name+"_"+at].([][]float64); ok {
			names = append(names, w.RowsOf(name+at, rows))
		} else if x, ok := facts[name+"_"+at].([]float64); ok {
			w.Array(name+at, x, 0)
			names = append(names, name+at)
		} else {
			return "[" + strings.Join(names, ", ") + "]"
		}
	}
}

// lacking says what scikit-learn's networks lack for the one of w; "" if nothing.
func lacking(w *python.Writer) string {
	v := w.Values
	act := v.String("activation")
	if act == "by_layer" || !slices.Contains([]string{"identity", "logistic", "tanh", "relu"}, act) {
		return "such activation, or one for each layer"
	}
	if w.Problem.Class != nil && v.String("loss") != "log_loss" {
		return "other loss than cross-entropy for classes"
	}
	solver := v.String("solver")
	switch {
	case solver != "adam" && solver != "sgd":
		return "such solver"
	case v.String("learning_rate") != "constant":
		return "such schedule of the learning rate"
	case v.Float("l1") > 0 || len(v.Floats("alphas")) > 0:
		return "L1 penalty, or penalties for single layers"
	case v.Float("clip_norm") > 0:
		return "limit for the gradient"
	case slices.ContainsFunc(v.Floats("dropout"), func(x float64) bool { return x > 0 }):
		return "dropout"
	case (act == "tanh" || act == "logistic") && v.Float("gain") != 1:
		return "steepness of their activations"
	case len(v.Floats("hidden_layer_sizes")) == 0:
		return "form without a hidden layer"
	}
	return ""
}

// inputSteps returns the steps that transform the inputs to what the network receives.
func inputSteps(w *python.Writer) (list []string) {
	v := w.Values
	name, plain := "features", "x1,x2"
	if w.Problem.D == 1 {
		name, plain = "features_line", "x"
	}
	if p := w.Method.Param(name); p != nil {
		if chosen := v.Strings(name); strings.Join(chosen, ",") != plain {
			terms := make([]string, len(chosen))
			for i, s := range chosen {
				for from, to := range map[string]string{"x1": "A[:, 0]", "x2": "A[:, 1]"} {
					s = strings.ReplaceAll(s, from, to)
				}
				if w.Problem.D == 1 {
					s = strings.ReplaceAll(s, "x", "A[:, 0]")
				}
				terms[i] = strings.NewReplacer("^", "**", "*", " * ", "sin", "np.sin").Replace(s)
			}
			list = append(list, w.Call("preprocessing.FunctionTransformer", "lambda A: np.column_stack(["+
				strings.Join(terms, ", ")+"])"))
		}
	}
	if v.Bool("standardize") {
		list = append(list, w.Call("preprocessing.StandardScaler"))
	}
	return list
}

// factsAtStart returns the facts of the model before its first step; nil if it can't be made.
func factsAtStart(w *python.Writer) map[string]any {
	model, err := w.Method.Fit(method.Unstopped, w.Problem, w.Values, nil)
	if err != nil {
		return nil
	}
	m := map[string]any{}
	for _, f := range model.Facts() {
		m[f.Name] = f.Value
	}
	return m
}
