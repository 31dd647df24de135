package gp

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

// Python is the counterpart of the method of Method in scikit-learn. The catalogue adds it to the declaration,
// because the first engine writes no programs.
var Python = &python.Counterpart{Make: processProgram,
	Says: "log_marginal_likelihood=model.log_marginal_likelihood_value_"}

func processProgram(w *python.Writer) string {
	v := w.Values
	expr := v.String("kernel")
	noise := v.Float("alpha")
	if f := w.Known["kernel"]; f != nil {
		expr, _ = f.Value.(string)
	}
	if f := w.Known["noise_variance"]; f != nil {
		noise, _ = f.Value.(float64)
	}
	if v.Bool("optimize") {
		w.Say(`The kernel has the hyperparameters that Pointscape has learned. optimizer="fmin_l_bfgs_b" would learn them anew.`)
	}
	if v.Bool("prior") {
		return w.Refuse("The picture shows the prior: there is a Python program only for the posterior.")
	}
	args := []string{"kernel=" + w.Kernel(expr), "alpha=" + python.Float(noise), "optimizer=None"}
	if v.Bool("normalize_y") {
		args = append(args, "normalize_y=True")
		w.Says = ""
	}
	w.Spread = []string{"sd = model.predict(line, return_std=True)[1]"}
	if w.Noise = "model.alpha"; v.Bool("normalize_y") {
		w.Noise = "model.alpha * np.var(y)"
	}
	model := w.Call("gaussian_process.GaussianProcessRegressor", args...)
	mean := ""
	switch v.String("mean") {
	case "constant":
		mean = python.Float(v.Float("mean_constant"))
	case "linear":
		mean = python.Float(v.Float("mean_constant")) + " + " + python.Float(v.Float("mean_slope")) + " * A[:, 0]"
		if w.Problem.D > 1 {
			mean += " + " + python.Float(v.Float("mean_slope_y")) + " * A[:, 1]"
		}
	case "expression":
		return w.Refuse("There is no Python program for a Gaussian process whose mean is an expression.")
	}
	if mean == "" || !w.Alone() {
		return model
	}
	w.Predict = "predict"
	w.Body = []string{"def mean(A):", `    """The mean of the prior."""`, "    return " + mean, "", "",
		"model = " + model, "model.fit(X, y - mean(X))", "", "", "def predict(A):", "    return model.predict(A) + mean(A)",
		"", ""}
	return ""
}
