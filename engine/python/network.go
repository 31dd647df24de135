package python

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
)

// boltzmann writes a restricted Boltzmann machine for pixels from 0 to 1 to w.body, and returns "", or the result of
// refuse.
func boltzmann(w *writer) string {
	if !w.Values.Bool("persistent") || w.Values.Int("k") > 1 {
		return w.refuse("scikit-learn's restricted Boltzmann machine has persistent chains and one alternation in a step: " +
			"choose that to get a Python program.")
	}
	if w.Problem.Scales != nil {
		return w.refuse("There is a Python program where the pixels are not standardised.")
	}
	epochs := 0
	if f := w.facts["n_iter"]; f != nil {
		epochs, _ = f.Value.(int)
	}
	if epochs == 0 {
		return w.refuse("There is a Python program when the machine has learned for a whole epoch.")
	}
	batch := min(w.Values.Int("batch_size"), w.Problem.N)
	if w.Problem.N%batch != 0 {
		w.say("Where the last minibatch is smaller, scikit-learn compares all chains with its rows, and " +
			"Pointscape only as many chains as rows.")
	}
	v := "V = (X - X.min()) / (X.max() - X.min())"
	if w.Values.Bool("binarize") {
		v = "V = ((X - X.min()) / (X.max() - X.min()) >= 0.5).astype(float)"
	}
	w.body = []string{v, "model = " + w.call("neural_network.BernoulliRBM", append(w.args("n_components learning_rate"),
		"batch_size="+strconv.Itoa(batch), "n_iter="+strconv.Itoa(epochs), "random_state=0")...), "model.fit(V)",
		"h = model.transform(V)  # P(h = 1 | v) of each row"}
	return ""
}

// network writes a network that is trained like Pointscape's, from the same weights, to w.body, and returns "". Nested
// in another method, it returns a network with its own random weights. It may return the result of refuse.
func network(w *writer) string {
	v := w.Values
	if what := lacking(w); what != "" {
		return w.refuse("scikit-learn's networks have no " + what + ": there is no such Python program, only that " +
			"of the " +
			"trained weights.")
	}
	act, solver := v.String("activation"), v.String("solver")
	inputs := w.inputs()
	class := "neural_network.MLPRegressor"
	if w.Problem.Class != nil {
		class = "neural_network.MLPClassifier"
	}
	layers := "("
	for _, x := range v.Floats("hidden_layer_sizes") {
		layers += number(x) + ", "
	}
	batch := min(v.Int("batch_size"), w.Problem.N)
	args := []string{"hidden_layer_sizes=" + strings.TrimSuffix(layers, " ") + ")", "activation=" + quote(act),
		"solver=" +
			quote(solver), "learning_rate_init=" + number(v.Float("learning_rate_init")), "alpha=" + number(v.Float("alpha")),
		"batch_size=" + strconv.Itoa(batch)}
	if solver == "sgd" {
		args = append(args, w.args("momentum nesterovs_momentum")...)
	}
	if w.nested {
		w.say(drawn)
		args = append(args, "max_iter=200", "random_state=0")
		return w.call("pipeline.make_pipeline", append(inputs, w.call(class, args...))...)
	}
	epochs := 0
	if f := w.facts["n_iter"]; f != nil {
		epochs, _ = f.Value.(int)
	}
	fresh := w.fresh()
	if epochs == 0 || fresh == nil {
		return w.refuse("There is a Python program when the network has learned for a whole epoch.")
	}
	args = append(args, "max_iter=1", "tol=0", "n_iter_no_change=10**9", "warm_start=True")
	if batch == w.Problem.N {
		args = append(args, "shuffle=False")
		w.say("The network begins with the weights of the picture and makes as many steps. scikit-learn's Adam " +
			"adds its small " +
			"constant elsewhere, which changes the last digits.")
	} else {
		args = append(args, "random_state=0")
		w.say("The network begins with the weights of the picture, but its minibatches are drawn by other random " +
			"numbers: its weights are similar, but not the same.")
	}
	w.say("scikit-learn warns that training has not converged: it stops at the picture's step.")
	coefs, intercepts := w.layers(fresh, "coefs"), w.layers(fresh, "intercepts")
	w.predict = "predict"
	see, target, back := "X", "y", "model.predict("
	if len(inputs) > 0 {
		w.body = append(w.body, "inputs = "+w.call("pipeline.make_pipeline", inputs...), "inputs.fit(X)")
		see, back = "inputs.transform(X)", "model.predict(inputs.transform("
	}
	answer := back + "A)"
	if len(inputs) > 0 {
		answer += ")"
	}
	if w.Problem.Y != nil && v.Bool("standardize") {
		w.body = append(w.body, "mean, scale = y.mean(), y.std()")
		target, answer = "(y - mean) / scale", answer+" * scale + mean"
	}
	w.body = append(w.body, "S, t = "+see+", "+target, "model = "+w.call(class, args...),
		"model.fit(S, t)  # makes the layers, whose weights are then set",
		"model.coefs_ = "+coefs, "model.intercepts_ = "+intercepts,
		"model.set_params(max_iter="+strconv.Itoa(epochs)+")", "model.fit(S, t)", "", "",
		"def predict(A):", "    return "+answer, "", "")
	return ""
}

// layers writes the numbers of each layer with a name, as facts has them, and returns the Python list of their names.
func (w *writer) layers(facts map[string]any, name string) string {
	var names []string
	for l := 1; ; l++ {
		at := strconv.Itoa(l)
		if rows, ok := facts[name+"_"+at].([][]float64); ok {
			names = append(names, w.rowsOf(name+at, rows))
		} else if x, ok := facts[name+"_"+at].([]float64); ok {
			w.array(name+at, x, 0)
			names = append(names, name+at)
		} else {
			return "[" + strings.Join(names, ", ") + "]"
		}
	}
}

// lacking says what scikit-learn's networks lack for the one of w; "" if nothing.
func lacking(w *writer) string {
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

// inputs returns the steps that transform the inputs to what the network receives.
func (w *writer) inputs() (list []string) {
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
			list = append(list, w.call("preprocessing.FunctionTransformer", "lambda A: np.column_stack(["+
				strings.Join(terms, ", ")+"])"))
		}
	}
	if v.Bool("standardize") {
		list = append(list, w.call("preprocessing.StandardScaler"))
	}
	return list
}

// fresh returns the facts of the model before its first step; nil if it can't be made.
func (w *writer) fresh() map[string]any {
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
