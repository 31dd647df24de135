package python

import (
	"fmt"
	"strconv"
	"strings"

	"pointscape/engine/method"
)

const (
	sharp       = "tol=1e-8" // for support vector machines, which Pointscape solves to this tolerance
	machineSays = "n_support=len(model.support_)\nn_support_per_class=model.n_support_\nintercept=model.intercept_"
	treeSays    = "n_leaves=model.get_n_leaves()\ndepth=model.get_depth()"
	oobSays     = "oob_score=model.oob_score_"
	// For a linear model that may be the last step of a pipeline.
	coefOf         = "getattr(model, \"coef_\", None)"
	interceptOf    = "getattr(model, \"intercept_\", None)"
	polynomialSays = "coef=model[-1].coef_\nintercept=model[-1].intercept_"
)

func svc(w *writer) string {
	c := number(w.Values.Float("C"))
	if w.Values.Bool("hard") {
		c = "1e10"
		w.say("A hard margin corresponds to an infinite C.")
	}
	if len(w.Problem.ClassIDs) > 2 {
		w.says = strings.TrimSuffix(w.says, "\nintercept=model.intercept_") // one for each pair
		w.say("With several classes, each pair has a machine; if the vote is tied, scikit-learn may predict " +
			"another class.")
	}
	return w.call("svm.SVC", append([]string{"C=" + c}, w.machine()...)...)
}

// near returns the argument for the number of neighbours, at most the number of points.
func (w *writer) near() string {
	return "n_neighbors=" + strconv.Itoa(min(w.Values.Int("n_neighbors"), w.Problem.N))
}

func neighborhood(w *writer) string {
	args := append([]string{w.near()}, w.args("weights metric p@metric=minkowski")...)
	if w.Values.String("metric") == "mahalanobis" {
		args = append(args, `metric_params={"VI": np.linalg.inv(np.cov(X.T))}`)
	}
	return w.call(w.class, args...)
}

// alone refuses a method within another one, because its program defines functions. It reports whether there is a
// program.
func (w *writer) alone() bool {
	if w.nested {
		w.refuse("There is a Python program for " + w.Method.Name + " alone, not within another method.")
	}
	return !w.nested
}

func kernelNeighbors(w *writer) string {
	if !w.alone() {
		return ""
	}
	w.gram()
	w.before = append(w.before, "def distances(A):",
		`    """Distances from the rows of A to those of X in the kernel's feature space."""`,
		"    squares = kernel.diag(A)[:, None] + kernel.diag(X) - 2 * kernel(A, X)",
		"    return np.sqrt(np.maximum(squares, 0))", "", "")
	return w.call("pipeline.make_pipeline", w.call("preprocessing.FunctionTransformer", "distances"),
		w.call("neighbors.KNeighborsClassifier", w.near(), `metric="precomputed"`))
}

// narrowed returns an estimator that uses only the first input, if that is asked for.
func (w *writer) narrowed(estimator string) string {
	if p := w.Method.Param("features"); p == nil || w.Values.String("features") != "x1" || w.Problem.Wide() ||
		w.Problem.D < 2 {
		return estimator
	}
	w.says = ""
	return w.call("pipeline.make_pipeline", w.call("preprocessing.FunctionTransformer", "lambda A: A[:, :1]"), estimator)
}

// logistic returns logistic regression with a penalty.
func (w *writer) logistic(penalty string) string {
	const class = "linear_model.LogisticRegression"
	alpha, most := w.Values.Float("alpha"), "max_iter=100000"
	if penalty == "none" || alpha == 0 {
		return w.call(class, "penalty=None", "tol=1e-10", most)
	}
	w.say("C is 1/λ.")
	c := "C=" + number(1/alpha)
	switch penalty {
	case "l2":
		return w.call(class, c, "tol=1e-10", most)
	case "l1":
		return w.call(class, `penalty="l1"`, c, `solver="saga"`, "tol=1e-8", most, "random_state=0")
	case "elasticnet":
		return w.call(class, `penalty="elasticnet"`, "l1_ratio="+number(w.Values.Float("l1_ratio")), c, `solver="saga"`,
			"tol=1e-8", most, "random_state=0")
	}
	return w.refuse("scikit-learn's logistic regression has no such penalty: there is no Python program.")
}

func perceptron(w *writer) string {
	if len(w.Problem.ClassIDs) > 2 {
		return w.refuse("scikit-learn's perceptron learns each of several classes against all others, not all at " +
			"once: there " +
			"is a Python program for two classes.")
	}
	passes, ok := 0, false
	if f := w.facts["n_iter"]; f != nil {
		passes, ok = f.Value.(int)
	}
	if !ok || passes == 0 {
		passes = w.Values.Int("max_iter")
	}
	shuffle := "shuffle=False"
	if w.Values.String("order") == "shuffled" {
		w.say(drawn)
		shuffle = "random_state=0"
	}
	w.say("max_iter is the number of passes that Pointscape has made.")
	return w.call("linear_model.Perceptron", "eta0="+number(w.Values.Float("learning_rate")), "max_iter="+
		strconv.Itoa(passes), "tol=None", shuffle)
}

func lab(w *writer) string {
	v := w.Values
	penalty, alpha, n := v.String("penalty"), v.Float("alpha"), float64(w.Problem.N)
	if alpha == 0 {
		penalty = "none"
	}
	if w.Problem.Class != nil {
		if len(w.Problem.ClassIDs) > 2 {
			return w.refuse("The linear lab has a Python program for two classes.")
		}
		switch loss := v.String("loss"); {
		case loss == "logistic":
			return w.narrowed(w.logistic(penalty))
		case loss == "hinge" && penalty == "l2":
			w.say("C is 1/λ.")
			return w.narrowed(w.call("svm.SVC", `kernel="linear"`, "C="+number(1/alpha), sharp))
		case loss == "squared" && penalty == "l2":
			return w.narrowed(w.call("linear_model.RidgeClassifier", "alpha="+number(alpha)))
		}
		return w.refuse("scikit-learn has no exact solver for this loss with this penalty: there are Python " +
			"programs for the " +
			"logistic loss, and for the hinge and squared loss with an L2 penalty.")
	}
	switch loss := v.String("regression_loss"); {
	case loss == "squared" && penalty == "none":
		return w.narrowed(w.call("linear_model.LinearRegression"))
	case loss == "squared" && penalty == "l2":
		return w.narrowed(w.call("linear_model.Ridge", "alpha="+number(alpha), `solver="svd"`))
	case loss == "squared" && penalty == "l1":
		w.say("scikit-learn's alpha is λ/n.")
		return w.narrowed(w.call("linear_model.Lasso", "alpha="+number(alpha/n), "max_iter=1000000", "tol=1e-12"))
	case loss == "squared" && penalty == "elasticnet":
		w.say("scikit-learn's alpha is λ/n.")
		return w.narrowed(w.call("linear_model.ElasticNet", "alpha="+number(alpha/n), "l1_ratio="+
			number(v.Float("l1_ratio")), "max_iter=1000000", "tol=1e-12"))
	case (loss == "absolute" || loss == "epsilon_insensitive") && penalty == "l2":
		w.say("C is 1/λ.")
		epsilon := 0.0
		if loss != "absolute" {
			epsilon = v.Float("epsilon")
		}
		return w.narrowed(w.call("svm.SVR", `kernel="linear"`, "C="+number(1/alpha), "epsilon="+number(epsilon), sharp))
	}
	return w.refuse("scikit-learn has no exact solver for this loss with this penalty: there are Python " +
		"programs for the " +
		"squared loss, and for the absolute and ε-insensitive loss with an L2 penalty.")
}

// priors returns the given class priors, "" if they are the classes' shares.
func (w *writer) priors() string {
	given := w.Values.Floats("priors")
	if len(given) != len(w.Problem.ClassIDs) {
		return ""
	}
	sum := 0.0
	for _, x := range given {
		sum += x
	}
	share := make([]float64, len(given))
	for i, x := range given {
		share[i] = x / sum
	}
	return "priors=" + numbers(share)
}

func lda(w *writer) string {
	const class = "discriminant_analysis.LinearDiscriminantAnalysis"
	how, s := w.Values.String("covariance_divisor"), w.Values.Float("shrinkage")
	switch {
	case how == "auto" && s > 0:
		return w.call(class, `solver="lsqr"`, "shrinkage="+number(s), w.priors())
	case s == 0 && how != "n":
		return w.call(class, w.priors())
	case s == 0 && w.priors() == "":
		return w.call(class, `solver="lsqr"`)
	}
	return w.refuse("scikit-learn's discriminant analysis divides the covariance by another number: choose " +
		"scikit-learn's divisor to get a Python program.")
}

func fisher(w *writer) string {
	k := len(w.Problem.ClassIDs)
	if w.Values.Float("alpha") > 0 || w.Values.Int("n_components") < min(k-1, w.Problem.D) {
		return w.refuse("scikit-learn's discriminant analysis has α = 0 and all directions: choose these to " +
			"get a Python program.")
	}
	w.say("The threshold halfway between the projected means is that of equal priors.")
	return w.call("discriminant_analysis.LinearDiscriminantAnalysis", "priors=np.full("+strconv.Itoa(k)+", 1 / "+
		strconv.Itoa(k)+")")
}

func density(w *writer) string {
	if !w.alone() {
		return ""
	}
	h := w.Values.Float("bandwidth")
	if f := w.facts["bandwidth"]; f != nil {
		if x, ok := f.Value.(float64); ok {
			h = x
		}
	} else if w.Values.String("bandwidth_rule") != "given" {
		return w.refuse("Give the bandwidth yourself to get a Python program.")
	}
	log := "np.log([np.mean(y == c) for c in classes])"
	if given := strings.TrimPrefix(w.priors(), "priors="); given != "" {
		log = "np.log(" + given + ")"
	}
	w.predict = "predict"
	hill := w.call("neighbors.KernelDensity", append([]string{"bandwidth=" + number(h)}, w.args("kernel")...)...)
	w.body = []string{"classes = np.unique(y)", "densities = [" + hill + ".fit(X[y == c]) for c in classes]",
		"log_priors = " + log, "", "", "def predict(A):",
		`    """The class whose density, times its prior, is largest."""`,
		"    scores = np.column_stack([d.score_samples(A) for d in densities]) + log_priors",
		"    return classes[scores.argmax(axis=1)]", "", ""}
	if w.Values.String("kernel") != "gaussian" {
		w.say("Where no hill reaches, all densities are 0, and this program predicts the first class.")
	}
	return ""
}

func featureMap(w *writer) string {
	v := w.Values
	if !w.alone() {
		return ""
	}
	power := func(s string) string {
		at := strings.LastIndexByte(s, 'x')
		if at > 0 {
			s = s[:at] + " * " + s[at:]
		}
		return strings.ReplaceAll(s, "^", "**")
	}
	var list []string
	switch v.String("map") {
	case "paraboloid":
		list = []string{"x1", "x2", "x1**2 + x2**2"}
	case "squares":
		list = []string{"x1**2", "np.sqrt(2) * x1 * x2", "x2**2"}
	case "quadratic":
		c := number(v.Float("constant"))
		list = []string{"x1**2", "np.sqrt(2) * x1 * x2", "x2**2", "np.sqrt(2 * " + c + ") * x1", "np.sqrt(2 * " + c +
			") * x2", "np.full(len(A), " + c + ")"}
	case "monomials":
		for _, s := range v.Strings("monomials") {
			list = append(list, power(s))
		}
	default:
		return w.refuse("There is no Python program for a map to the components of a Gaussian kernel. The support " +
			"vector " +
			"machine with that kernel has one.")
	}
	of := "A"
	if v.Bool("about_mean") {
		of = "(A - X.mean(axis=0))"
	}
	w.before = append(w.before, "def features(A):", `    """The coordinates of the rows of A in the feature space."""`,
		"    x1, x2 = "+of+".T", "    return np.column_stack(["+strings.Join(list, ", ")+"])", "", "")
	c := number(v.Float("C"))
	if v.Bool("hard") {
		c = "1e10"
	}
	machine := w.call("svm.SVC", `kernel="linear"`, "C="+c, "tol="+number(v.Float("tol")))
	if len(w.Problem.ClassIDs) > 2 {
		machine = w.call("multiclass.OneVsRestClassifier", machine)
		w.says = "coef=np.vstack([m.coef_ for m in model[-1].estimators_])\n" +
			"intercept=np.ravel([m.intercept_ for m in model[-1].estimators_])"
		w.say(rest)
	}
	return w.call("pipeline.make_pipeline", w.call("preprocessing.FunctionTransformer", "features"), machine)
}

// woods returns a forest.
func woods(w *writer) string {
	args := w.args("n_estimators " + treeParams + " bootstrap")
	if w.Problem.Class != nil {
		args = append(args, w.args("criterion")...)
	}
	most := "None"
	switch s := w.Values.String("max_features"); s {
	case "sqrt", "log2":
		most = quote(s)
	case "number":
		most = strconv.Itoa(min(w.Values.Int("max_features_number"), w.Problem.D))
	}
	args = append(args, "max_features="+most)
	if w.Values.Bool("bootstrap") && w.Values.Bool("oob_score") {
		args = append(args, "oob_score=True")
	} else {
		w.says = ""
	}
	return w.call(w.class, append(args, "random_state=0")...)
}

func tree(w *writer) string {
	v := w.Values
	if v.String("splits") == "oblique" && w.Problem.D == 2 {
		return w.refuse("scikit-learn 1.2 has no trees with slanted splits: choose splits by one input each " +
			"to get a Python program.")
	}
	args := w.args(treeParams)
	if v.Float("ccp_alpha") > 0 {
		args = append(args, w.args("ccp_alpha")...)
	}
	if p := w.Method.Param("max_leaf_nodes"); v.Float("max_leaf_nodes") != p.Default {
		args = append(args, w.args("max_leaf_nodes")...)
	}
	class := "tree.DecisionTreeRegressor"
	if w.Problem.Class != nil {
		class = "tree.DecisionTreeClassifier"
		if v.String("criterion") == "misclassification" {
			return w.refuse("scikit-learn 1.2 has no trees that are grown by misclassification: choose " +
				"another criterion to get a Python program.")
		}
		args = append(args, w.args("criterion")...)
		switch v.String("class_weight") {
		case "balanced":
			args = append(args, `class_weight="balanced"`)
		case "given":
			given, list := v.Floats("class_weights"), []string{}
			for _, id := range w.Problem.ClassIDs {
				x := 1.0
				if id < len(given) {
					x = given[id]
				}
				list = append(list, strconv.Itoa(id)+": "+number(x))
			}
			args = append(args, "class_weight={"+strings.Join(list, ", ")+"}")
		}
	}
	return w.call(class, append(args, "random_state=0")...)
}

// made returns the argument for the number of rounds that have been made.
func (w *writer) made() string {
	if f := w.facts["n_estimators"]; f != nil {
		if n, ok := f.Value.(int); ok && n > 0 {
			return "n_estimators=" + strconv.Itoa(n)
		}
	}
	return "n_estimators=" + strconv.Itoa(w.Values.Int("n_estimators"))
}

func adaboost(w *writer) string {
	if w.Values.String("criterion") != "gini" {
		return w.refuse("scikit-learn 1.2 has no trees that are grown by misclassification: choose another " +
			"criterion to get a Python program.")
	}
	if w.Values.String("sampling") != "weights" {
		w.say("scikit-learn counts points by their weights; Pointscape draws them by these here.")
	}
	return w.call("ensemble.AdaBoostClassifier", w.call("tree.DecisionTreeClassifier", append(w.args("max_depth"),
		"random_state=0")...), w.made(), "learning_rate="+number(w.Values.Float("learning_rate")), `algorithm="SAMME"`,
		"random_state=0")
}

func boosting(w *writer) string {
	args := append([]string{w.made()}, w.args("learning_rate max_depth min_samples_leaf")...)
	if w.Problem.Class == nil {
		args = append(args, w.args("loss")...)
		if s := w.Values.String("loss"); s == "huber" || s == "quantile" {
			args = append(args, w.args("alpha")...)
		}
	}
	if s := w.Values.Float("subsample"); s < 1 {
		args = append(args, w.args("subsample")...)
		w.say(drawn)
	}
	return w.call(w.class, append(args, `criterion="squared_error"`, "random_state=0")...)
}

// member returns a method within this one, as an expression.
func (w *writer) member(c method.Chosen) string {
	t := w.find(c.Method.ID)
	if t.none != "" {
		w.refuse("There is no Python program, for scikit-learn 1.2 has no counterpart of " + c.Method.Name + ".")
		return ""
	}
	m := &writer{Fit: Fit{Method: c.Method, Values: c.Values, Problem: w.Problem}, counterpart: t,
		facts:   map[string]*method.Fact{},
		imports: w.imports, notes: w.notes, nested: true, find: w.find, predict: "model.predict"}
	expr := m.estimator()
	if len(m.before)+len(m.body) > 0 {
		m.alone()
	}
	w.imports, w.notes = m.imports, m.notes
	if w.none == "" {
		w.none = m.none
	}
	return expr
}

func vote(w *writer) string {
	var list []string
	for i, c := range w.Values.Chosen("estimators") {
		list = append(list, "("+quote(c.Method.ID+"_"+strconv.Itoa(i+1))+", "+w.member(c)+")")
	}
	args := append([]string{"[" + strings.Join(list, ", ") + "]"}, w.args("voting")...)
	if len(w.Values.Floats("weights")) > 0 {
		args = append(args, "weights="+numbers(w.floats("weights")))
	}
	return w.call("ensemble.VotingClassifier", args...)
}

func bagging(w *writer) string {
	share := number(w.Values.Float("max_samples"))
	if share == "1" {
		share = "1.0"
	}
	return w.call(w.class, w.member(w.Values.Chosen("estimator")[0]), w.made(), "max_samples="+share,
		"bootstrap="+boolean(w.Values.Bool("bootstrap")), "random_state=0")
}

func process(w *writer) string {
	v := w.Values
	expr := v.String("kernel")
	noise := v.Float("alpha")
	if f := w.facts["kernel"]; f != nil {
		expr, _ = f.Value.(string)
	}
	if f := w.facts["noise_variance"]; f != nil {
		noise, _ = f.Value.(float64)
	}
	if v.Bool("optimize") {
		w.say(`The kernel has the hyperparameters that Pointscape has learned. optimizer="fmin_l_bfgs_b" would learn them anew.`)
	}
	if v.Bool("prior") {
		return w.refuse("The picture shows the prior: there is a Python program only for the posterior.")
	}
	args := []string{"kernel=" + w.translate(expr), "alpha=" + number(noise), "optimizer=None"}
	if v.Bool("normalize_y") {
		args = append(args, "normalize_y=True")
		w.says = ""
	}
	w.spread = []string{"sd = model.predict(line, return_std=True)[1]"}
	if w.noise = "model.alpha"; v.Bool("normalize_y") {
		w.noise = "model.alpha * np.var(y)"
	}
	model := w.call("gaussian_process.GaussianProcessRegressor", args...)
	mean := ""
	switch v.String("mean") {
	case "constant":
		mean = number(v.Float("mean_constant"))
	case "linear":
		mean = number(v.Float("mean_constant")) + " + " + number(v.Float("mean_slope")) + " * A[:, 0]"
		if w.Problem.D > 1 {
			mean += " + " + number(v.Float("mean_slope_y")) + " * A[:, 1]"
		}
	case "expression":
		return w.refuse("There is no Python program for a Gaussian process whose mean is an expression.")
	}
	if mean == "" || !w.alone() {
		return model
	}
	w.predict = "predict"
	w.body = []string{"def mean(A):", `    """The mean of the prior."""`, "    return " + mean, "", "",
		"model = " + model, "model.fit(X, y - mean(X))", "", "", "def predict(A):", "    return model.predict(A) + " +
			"mean(A)",
		"", ""}
	return ""
}

// polynomial returns a linear model of powers of the inputs.
func polynomial(w *writer) string {
	return w.call("pipeline.make_pipeline", w.call("preprocessing.PolynomialFeatures", append(w.args("degree"),
		"include_bias=False")...), w.call(w.class, append(w.args(w.pass), w.more)...))
}

func kernelRidge(w *writer) string {
	alpha := "alpha=" + number(w.Values.Float("alpha"))
	if args, ok := w.kernelArgs(true); ok {
		return w.call("kernel_ridge.KernelRidge", append([]string{alpha}, args...)...)
	}
	if !w.alone() {
		return ""
	}
	w.gram()
	return w.call("pipeline.make_pipeline", w.call("preprocessing.FunctionTransformer", "lambda A: kernel(A, X)"),
		w.call("kernel_ridge.KernelRidge", `kernel="precomputed"`, alpha))
}

func bayesian(w *writer) string {
	v := w.Values
	a, l := v.Float("alpha"), v.Float("lambda")
	for name, to := range map[string]*float64{"alpha_": &a, "lambda_": &l} {
		if f := w.facts[name]; f != nil {
			if x, ok := f.Value.(float64); ok {
				*to = x
			}
		}
	}
	w.spread = []string{"Phi, phi = model[:-1].transform(X), model[:-1].transform(line)",
		"S = np.linalg.inv(" + number(l) + " * np.eye(Phi.shape[1]) + " + number(a) + " * Phi.T @ Phi)",
		"sd = np.sqrt(np.sum(phi @ S * phi, axis=1))"}
	w.noise = "1 / " + number(a)
	features := w.call("preprocessing.PolynomialFeatures", w.args("degree")...)
	if v.String("basis") != "polynomial" {
		if !w.alone() {
			return ""
		}
		w.before = append(w.before, "centers = np.linspace(X.min(), X.max(), "+w.value("n_basis")+")", "", "",
			"def bumps(A):", "    return np.hstack([np.ones((len(A), 1)), np.exp(-((A - centers) / "+w.value("width")+
				") ** 2 / 2)])", "", "")
		features = w.call("preprocessing.FunctionTransformer", "bumps")
	}
	return w.call("pipeline.make_pipeline", features, w.call("linear_model.Ridge", "alpha="+number(l)+" / "+number(a),
		"fit_intercept=False", `solver="svd"`))
}

func regressogram(w *writer) string {
	size, origin := w.floats("cell_size"), w.floats("origin")
	if len(size) != w.Problem.D || len(origin) != w.Problem.D || !w.alone() {
		return w.refuse("There is no Python program for these cells.")
	}
	w.before = append(w.before, "origin, size = np.array("+numbers(origin)+"), np.array("+numbers(size)+")", "", "",
		"def cells(A):", `    """A number for the cell of each row of A."""`, "    q = (A - origin) / size",
		"    cell = np.floor(q)",
		"    cell += cell + 1 - q <= 2.0**-50 * (abs(A) + abs(origin)) / size  # an edge, but for rounding")
	if bins := w.Values.Int("bins"); len(w.Values.Floats("cell_size"))+len(w.Values.Floats("origin")) == 0 {
		// The last cell includes both its edges.
		w.before = append(w.before, fmt.Sprintf("    cell[(cell >= %d) & (A <= X.max(axis=0))] = %d", bins, bins-1))
	}
	join := "cell"
	if w.Problem.D > 1 {
		join += " @ [[1], [1000003]]"
	}
	w.before = append(w.before, "    return "+join, "", "")
	return w.call("pipeline.make_pipeline", w.call("preprocessing.FunctionTransformer", "cells"),
		w.call("preprocessing.OneHotEncoder", `handle_unknown="ignore"`), w.call("linear_model.LinearRegression",
			"fit_intercept=False"))
}
