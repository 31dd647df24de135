package regression

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

const polynomialSays = "coef=model[-1].coef_\nintercept=model[-1].intercept_"

var leastSquaresPython = &python.Counterpart{Make: polynomialProgram, Class: "linear_model.LinearRegression",
	Says: polynomialSays}

var ridgePython = &python.Counterpart{Make: polynomialProgram, Class: "linear_model.Ridge", Pass: "alpha",
	More: `solver="svd"`,
	Says: polynomialSays}

var lassoPython = &python.Counterpart{Make: polynomialProgram, Class: "linear_model.Lasso", Pass: "alpha",
	More: "max_iter=1000000, tol=1e-12", Says: polynomialSays,
	Note: "Pointscape shows sweeps on the way; this program finds the optimum, so both agree once the picture has " +
		"converged."}

var elasticNetPython = &python.Counterpart{Make: polynomialProgram, Class: "linear_model.ElasticNet",
	Pass: "alpha l1_ratio", More: "max_iter=1000000, tol=1e-12", Says: polynomialSays,
	Note: "Pointscape shows sweeps on the way; this program finds the optimum, so both agree once the picture has " +
		"converged."}

var kernelRidgePython = &python.Counterpart{Make: kernelRidgeProgram}

var bayesianLinearPython = &python.Counterpart{Make: bayesianProgram,
	Says: "coef=model[-1].coef_[1:]\nintercept=model[-1].coef_[0]",
	Note: "Ridge gives the mean of the posterior; scikit-learn's BayesianRidge always chooses α and λ itself, and " +
		"leaves the constant without a prior."}

// polynomialProgram returns a linear model of powers of the inputs.
func polynomialProgram(w *python.Writer) string {
	return w.Call("pipeline.make_pipeline", w.Call("preprocessing.PolynomialFeatures", append(w.Args("degree"),
		"include_bias=False")...), w.Call(w.Class, append(w.Args(w.Pass), w.More)...))
}

func kernelRidgeProgram(w *python.Writer) string {
	alpha := "alpha=" + python.Float(w.Values.Float("alpha"))
	if args, ok := w.KernelArgs(true); ok {
		return w.Call("kernel_ridge.KernelRidge", append([]string{alpha}, args...)...)
	}
	if !w.Alone() {
		return ""
	}
	w.Gram()
	return w.Call("pipeline.make_pipeline", w.Call("preprocessing.FunctionTransformer", "lambda A: kernel(A, X)"),
		w.Call("kernel_ridge.KernelRidge", `kernel="precomputed"`, alpha))
}

func bayesianProgram(w *python.Writer) string {
	v := w.Values
	a, l := v.Float("alpha"), v.Float("lambda")
	for name, to := range map[string]*float64{"alpha_": &a, "lambda_": &l} {
		if f := w.Known[name]; f != nil {
			if x, ok := f.Value.(float64); ok {
				*to = x
			}
		}
	}
	w.Spread = []string{"Phi, phi = model[:-1].transform(X), model[:-1].transform(line)",
		"S = np.linalg.inv(" + python.Float(l) + " * np.eye(Phi.shape[1]) + " + python.Float(a) + " * Phi.T @ Phi)",
		"sd = np.sqrt(np.sum(phi @ S * phi, axis=1))"}
	w.Noise = "1 / " + python.Float(a)
	features := w.Call("preprocessing.PolynomialFeatures", w.Args("degree")...)
	if v.String("basis") != "polynomial" {
		if !w.Alone() {
			return ""
		}
		w.Before = append(w.Before, "centers = np.linspace(X.min(), X.max(), "+w.Literal("n_basis")+")", "", "",
			"def bumps(A):", "    return np.hstack([np.ones((len(A), 1)), np.exp(-((A - centers) / "+w.Literal("width")+
				") ** 2 / 2)])", "", "")
		features = w.Call("preprocessing.FunctionTransformer", "bumps")
	}
	return w.Call("pipeline.make_pipeline", features, w.Call("linear_model.Ridge",
		"alpha="+python.Float(l)+" / "+python.Float(a), "fit_intercept=False", `solver="svd"`))
}

var huberPython = &python.Counterpart{Make: polynomialProgram, Class: "linear_model.HuberRegressor",
	Pass: "epsilon alpha", More: "max_iter=100000, tol=1e-9", Says: polynomialSays + "\nscale=model[-1].scale_",
	Note: "scikit-learn stops its descent when the objective hardly changes, so the last digits differ."}
