package python

import (
	"slices"
	"strconv"
	"strings"
)

// Sentences that several entries share.
const (
	drawn = "The random numbers are NumPy's, not Pointscape's: another model of the same kind, with similar errors."
	ties  = "Where two splits are equally good, scikit-learn may take the other one."
	toEnd = "Pointscape shows steps on the way; this program finds the optimum, so both agree once the " +
		"picture has converged."
	rest  = "Each class has a machine against all others."
	votes = "Where classes are equally near, scikit-learn may predict another one."
)

const treeParams = "max_depth min_samples_split min_samples_leaf"

// table has scikit-learn's counterpart of each method of the catalogue. A new method needs one entry: a counterpart, or
// the sentence none.
var table = [...]counterpart{
	// Classifiers of the plane and of tables.
	{id: "svm", make: svc, says: machineSays, margin: true},
	{id: "svm_dual", make: svc, says: machineSays, note: toEnd, margin: true},
	{id: "nu_svm", make: func(w *writer) string {
		if len(w.Problem.ClassIDs) > 2 { // for pairs of classes, scikit-learn's sign is that of the first class
			w.says = strings.Replace(w.says, "intercept=", "intercept=-", 1)
		}
		return w.call("svm.NuSVC", append(w.args("nu"), w.machine()...)...)
	}, says: machineSays, margin: true,
		note: "Where a class has no support vector within the limits, ρ is not unique, and " +
			"scikit-learn may choose another value."},
	{id: "one_class_svm", make: func(w *writer) string {
		w.predict = "model.predict"
		w.body = []string{"model = " + w.call("svm.OneClassSVM", append(w.args("nu"), w.machine()...)...),
			"model.fit(X)", "labels = model.predict(X)  # 1 inside, -1 outside"}
		w.say("The support vectors that are not at the limit lie on the border itself: rounding decides on " +
			"which side they are.")
		return ""
	}, kind: Groups, margin: true, says: "n_support=len(model.support_)\nrho=-model.intercept_[0]"},
	{id: "mkl", none: "scikit-learn 1.2 learns no weights of kernels: there is no Python program for multiple kernel " +
		"learning."},
	{id: "feature_map", make: featureMap, says: "n_support=len(model[-1].support_)\ncoef=model[-1].coef_[0]\n" +
		"intercept=model[-1].intercept_[0]"},
	{id: "svm_primal", make: func(w *writer) string {
		machine := w.call("svm.SVC", `kernel="linear"`, "C="+number(w.Values.Float("C")), sharp)
		if len(w.Problem.ClassIDs) > 2 {
			w.says = ""
			w.say(rest)
			machine = w.call("multiclass.OneVsRestClassifier", machine)
		}
		return machine
	}, says: "coef=model.coef_[0]\nintercept=model.intercept_[0]\nmargin=2 / np.linalg.norm(model.coef_)\n" +
		"dual_objective=np.abs(model.dual_coef_).sum() - np.sum(model.coef_**2) / 2", margin: true,
		note: "The machine is solved by its dual, for scikit-learn's primal one (LinearSVC) penalises the " +
			"intercept.\n" + toEnd},
	{id: "kernel_perceptron", none: "scikit-learn 1.2 has no kernel perceptron: there is no Python program for it."},
	{id: "knn", class: "neighbors.KNeighborsClassifier", make: neighborhood, note: votes},
	{id: "nca", make: func(w *writer) string {
		q := min(w.Values.Int("n_components"), w.Problem.D)
		if w.Values.String("init") == "lda" && q > len(w.Problem.ClassIDs)-1 {
			return w.refuse("scikit-learn begins with discriminants only where there are as many as dimensions: choose " +
				"another start to get a Python program.")
		}
		a := w.call("neighbors.NeighborhoodComponentsAnalysis", append(w.args("init max_iter tol"),
			"n_components="+strconv.Itoa(q), "random_state=0")...)
		return w.call("pipeline.make_pipeline", a, w.call("neighbors.KNeighborsClassifier", w.near()))
	}, note: votes + "\nBoth maximise the same objective by L-BFGS, with different line searches: the " +
		"metrics agree if both have converged."},
	{id: "kernel_knn", make: kernelNeighbors, note: votes},
	{id: "logistic", make: func(w *writer) string { return w.narrowed(w.logistic(w.Values.String("penalty"))) },
		note: toEnd, says: "coef=" + coefOf + "\nintercept=" + interceptOf},
	{id: "perceptron", make: perceptron, says: "coef=model.coef_[0]\nintercept=model.intercept_[0]"},
	{id: "linear", make: lab, note: toEnd, says: "coef=" + coefOf + "\nintercept=" + interceptOf},
	{id: "lda", make: lda, says: "priors=model.priors_\nmeans=model.means_"},
	{id: "qda", make: func(w *writer) string {
		if w.Values.String("covariance_divisor") != "n_k-1" {
			return w.refuse("scikit-learn's quadratic discriminant analysis divides covariances by nₖ − 1: choose " +
				"that to get a Python program.")
		}
		size := make([]int, len(w.Problem.ClassIDs))
		for _, c := range w.Problem.Class {
			size[c]++
		}
		if slices.Min(size) < 2 {
			return w.refuse("scikit-learn's quadratic discriminant analysis needs two points of each class: " +
				"add points to get a Python program.")
		}
		return w.call("discriminant_analysis.QuadraticDiscriminantAnalysis", append(w.args("reg_param"), w.priors())...)
	}, says: "priors=model.priors_\nmeans=model.means_"},
	{id: "naive_bayes", make: func(w *writer) string {
		return w.call("naive_bayes.GaussianNB", append(w.args("var_smoothing"), w.priors())...)
	}, says: "priors=model.class_prior_\nmeans=model.theta_\nvariances=model.var_"},
	{id: "fisher", make: fisher},
	{id: "nearest_centroid", make: func(w *writer) string {
		args := w.args("metric")
		if w.Values.Float("shrink_threshold") > 0 {
			args = w.args("metric shrink_threshold")
		}
		return w.call("neighbors.NearestCentroid", args...)
	}, says: "centroids=model.centroids_", note: votes},
	{id: "pipeline", none: "There is no Python program for a pipeline: choose one of its two methods alone " +
		"to get one."},
	{id: "histogram", none: "scikit-learn 1.2 has no histogram rule: there is no Python program for it."},
	{id: "kernel_density", make: density, note: votes},
	{id: "kernel_logistic", none: "scikit-learn 1.2 has no kernel logistic regression with a free intercept: there " +
		"is no Python " +
		"program for it."},
	{id: "kernel_discriminant", none: "scikit-learn 1.2 has no kernel discriminant: there is no Python program for it."},

	// Trees and ensembles.
	{id: "tree", make: tree, says: treeSays + "\nfeature_importances=model.feature_importances_",
		note: ties},
	{id: "tree_regression", make: tree, says: treeSays, note: ties},
	{id: "forest", make: woods, class: "ensemble.RandomForestClassifier", note: drawn, says: oobSays},
	{id: "extra_trees", make: woods, class: "ensemble.ExtraTreesClassifier", note: drawn, says: oobSays},
	{id: "forest_regression", make: woods, class: "ensemble.RandomForestRegressor", note: drawn, says: oobSays},
	{id: "extra_trees_regression", make: woods, class: "ensemble.ExtraTreesRegressor", note: drawn, says: oobSays},
	{id: "adaboost", make: adaboost, note: ties, says: "feature_importances=model.feature_importances_"},
	{id: "gradient_boosting", make: boosting, class: "ensemble.GradientBoostingClassifier", note: ties,
		says: "feature_importances=model.feature_importances_"},
	{id: "gradient_boosting_regression", make: boosting, class: "ensemble.GradientBoostingRegressor", note: ties},
	{id: "logitboost", none: "scikit-learn 1.2 has no LogitBoost: there is no Python program for it. " +
		"Gradient boosting is similar."},
	{id: "vote", make: vote},
	{id: "bagging", make: bagging, class: "ensemble.BaggingClassifier", note: drawn},
	{id: "bagging_regression", make: bagging, class: "ensemble.BaggingRegressor", note: drawn},

	// Regression.
	{id: "gp", make: process, says: "log_marginal_likelihood=model.log_marginal_likelihood_value_"},
	{id: "svr", make: func(w *writer) string {
		return w.call("svm.SVR", append(w.args("C epsilon"), w.machine()...)...)
	}, says: "n_support=len(model.support_)\nintercept=model.intercept_[0]"},
	{id: "least_squares", make: polynomial, class: "linear_model.LinearRegression", says: polynomialSays},
	{id: "ridge", make: polynomial, class: "linear_model.Ridge", pass: "alpha", more: `solver="svd"`,
		says: polynomialSays},
	{id: "lasso", make: polynomial, class: "linear_model.Lasso", pass: "alpha", more: "max_iter=1000000, " +
		"tol=1e-12", says: polynomialSays,
		note: "Pointscape shows sweeps on the way; this program finds the optimum, so both agree once the " +
			"picture has converged."},
	{id: "kernel_ridge", make: kernelRidge},
	{id: "bayesian_linear", make: bayesian, says: "coef=model[-1].coef_[1:]\nintercept=model[-1].coef_[0]",
		note: "Ridge gives the mean of the posterior; scikit-learn's BayesianRidge always chooses α and λ itself, and " +
			"leaves the constant without a prior."},
	{id: "knn_regression", class: "neighbors.KNeighborsRegressor", make: neighborhood,
		note: "Of equally near points, scikit-learn may use another one."},
	{id: "histogram_regression", make: regressogram,
		note: "In empty cells, where Pointscape predicts nothing, this program predicts 0."},

	// Networks.
	{id: "mlp", make: network},
	{id: "mlp_regression", make: network},
	{id: "backpropagation", none: "scikit-learn 1.2 does not show the steps of back-propagation: there is no Python " +
		"program for " +
		"it. The neural network has one."},
	{id: "autoencoder", none: "scikit-learn 1.2 has no autoencoder: there is no Python program for it."},
	{id: "rbm", make: boltzmann, note: drawn, says: "pseudo_log_likelihood=np.mean(model.score_samples(V))"},
	{id: "neuron", none: "scikit-learn 1.2 has no single neuron that learns example by example: there is no Python " +
		"program " +
		"for it."},
	{id: "skip_gram", none: "scikit-learn 1.2 learns no word vectors: there is no Python program for them."},
	{id: "cnn", none: "scikit-learn 1.2 has no convolutional networks: there is no Python program for them."},

	// Clusters.
	{id: "kmeans", make: kmeans, kind: Groups, says: "inertia=model.inertia_", regions: true,
		centers: "model.cluster_centers_"},
	{id: "gmm", make: mixture, kind: Groups, regions: true, centers: "model.means_",
		says: "log_likelihood=model.score(X) * len(X)\nbic=model.bic(X)\n" +
			"aic=model.aic(X)\nweights=model.weights_\nmeans=model.means_\nn_iter=model.n_iter_"},
	{id: "dbscan", class: "cluster.DBSCAN", pass: "eps min_samples", kind: Groups,
		says: "n_clusters=labels.max() + 1\nn_noise=np.sum(labels < 0)\nn_core=len(model.core_sample_indices_)",
		note: "A border point within reach of two clusters may be given to the other one."},
	{id: "agglomerative", make: agglomerative, kind: Groups, says: "n_clusters=model.n_clusters_"},
	{id: "mean_shift", make: meanShift, kind: Groups, says: "n_clusters=labels.max() + 1", regions: true,
		centers: "model.cluster_centers_"},
	{id: "spectral_clustering", make: spectral, kind: Groups},
	{id: "voronoi", none: "scikit-learn 1.2 has no Voronoi diagrams: there is no Python program for them. SciPy has " +
		"scipy.spatial.Voronoi, and k nearest neighbours with k = 1 answer by cells."},
	{id: "cvt", none: "scikit-learn 1.2 has no centroidal Voronoi tessellations: there is no Python " +
		"program for them."},
	{id: "kflats", none: "scikit-learn 1.2 has no k-flats: there is no Python program for them."},
	{id: "kernel_kmeans", none: "scikit-learn 1.2 has no kernel k-means: there is no Python program for it."},
	{id: "kernel_kflats", none: "scikit-learn 1.2 has no k-flats: there is no Python program for them."},
	{id: "som", none: "scikit-learn 1.2 has no self-organising maps: there is no Python program for them."},

	// Dimensionality reduction.
	{id: "pca", make: components, kind: Places},
	{id: "kernel_pca", make: kernelComponents, kind: Places, says: "eigenvalues=model.eigenvalues_"},
	{id: "isomap", class: "manifold.Isomap", pass: "n_neighbors n_components", kind: Places,
		says: "reconstruction_error=model.reconstruction_error()"},
	{id: "lle", make: func(w *writer) string {
		if w.Values.Int("n_components") > w.Problem.D {
			return w.refuse("scikit-learn's locally linear embedding has no more dimensions than there are inputs: choose " +
				"fewer to get a Python program.")
		}
		return w.call("manifold.LocallyLinearEmbedding", append(w.args("n_neighbors n_components reg"),
			`eigen_solver="dense"`)...)
	}, kind: Places, says: "reconstruction_error=model.reconstruction_error_"},
	{id: "mds", make: scaling, kind: Places, says: "stress=model.stress_"},
	{id: "tsne", make: func(w *writer) string {
		perplexity := w.value("perplexity")
		if f := w.facts["perplexity_used"]; f != nil { // at most a third of the number of other points
			if x, ok := f.Value.(float64); ok {
				perplexity = number(x)
			}
		}
		return w.call("manifold.TSNE", append(w.args("learning_rate early_exaggeration max_iter:n_iter init method "+
			"angle@method=barnes_hut"), "perplexity="+perplexity, "random_state=0")...)
	}, kind: Places, says: "kl_divergence=model.kl_divergence_",
		note: "Small rounding errors grow in t-SNE, and with few points they decide which minimum is found: the maps agree " +
			"in which points are near each other, but not in their coordinates, and either divergence may be the smaller."},
	{id: "sparse_coding", make: coding, says: "reconstruction_error=np.mean(np.sum((X - codes @ D) ** 2, axis=1))\n" +
		"n_nonzero_coefs=np.mean(np.sum(codes != 0, axis=1))"},
	{id: "dictionary", none: "scikit-learn 1.2 alternates differently between codes and atoms: there is no " +
		"Python program that " +
		"would find " +
		"the same atoms."},
	{id: "representations", none: "scikit-learn 1.2 has no such comparison: there is no Python program for it. Each " +
		"of its " +
		"methods has one."},

	// Methods without a counterpart that show a principle.
	{id: "gaussian", none: "scikit-learn 1.2 has no counterpart of the Gaussian pad: there is no Python " +
		"program for it."},
	{id: "object_svm", none: "scikit-learn 1.2 has no kernels on words or graphs: there is no Python program for them."},
	{id: "object_kernel_pca", none: "scikit-learn 1.2 has no kernels on words or graphs: there is no Python program for " +
		"them."},
	{id: "rank_aggregation", none: "scikit-learn 1.2 does not aggregate rankings: there is no Python program for it."},
	{id: "constrained", none: "scikit-learn 1.2 solves no constrained problems: there is no Python program for them."},
}
