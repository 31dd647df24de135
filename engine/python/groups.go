package python

import (
	"fmt"
	"strconv"
	"strings"
)

// stage returns the facts of the model after k steps, or after the last one if there are fewer; nil if it has no steps.
func (w *writer) stage(k int) map[string]any {
	st := w.Whole.Can().Stepper
	if st == nil {
		return nil
	}
	m := map[string]any{}
	for _, f := range st.Stage(min(k, st.Steps())).Facts() {
		m[f.Name] = f.Value
	}
	return m
}

// rowsOf defines an array with the rows of a matrix, and returns its name.
func (w *writer) rowsOf(name string, rows [][]float64) string {
	var x []float64
	for _, r := range rows {
		x = append(x, r...)
	}
	w.array(name, x, len(rows[0]))
	return name
}

func kmeans(w *writer) string {
	k, init := 0, ""
	if f := w.facts["seeds"]; f != nil {
		if rows, ok := f.Value.([]int); ok && len(rows) > 0 {
			k, init = len(rows), "X["+strings.ReplaceAll(fmt.Sprint(rows), " ", ", ")+"]"
		}
	}
	if start, ok := w.stage(0)["cluster_centers"].([][]float64); k == 0 && ok && len(start) > 0 {
		k, init = len(start), w.rowsOf("start", start)
	}
	if k == 0 {
		return w.refuse("There is no Python program while there are no centres.")
	}
	w.say("The centres start at the same positions as in the picture.")
	if w.Values.String("empty_clusters") != "farthest" {
		w.say("Where a cluster loses all points, scikit-learn moves its centre to a point that is far from its own.")
	}
	return w.call("cluster.KMeans", "n_clusters="+strconv.Itoa(k), "init="+init, "n_init=1",
		"max_iter="+w.value("max_iter"), "tol=0", `algorithm="lloyd"`)
}

func mixture(w *writer) string {
	first := w.stage(0)
	means, ok := first["means"].([][]float64)
	covariances, ok1 := first["covariances"].([][]float64)
	variances, ok3 := first["covariances"].([]float64)
	weights, ok2 := first["weights"].([]float64)
	if !ok || !ok1 && !ok3 || !ok2 {
		return w.refuse("There is no Python program for this mixture.")
	}
	w.say("EM starts from the same components as in the picture.")
	w.array("weights", weights, 0)
	w.rowsOf("means", means)
	precisions := "1 / covariances"
	if ok3 {
		w.array("covariances", variances, 0)
	} else {
		w.rowsOf("covariances", covariances)
	}
	switch w.Values.String("covariance_type") {
	case "full":
		d := strconv.Itoa(w.Problem.D)
		precisions = "np.linalg.inv(covariances.reshape(-1, " + d + ", " + d + "))"
	case "tied":
		precisions = "np.linalg.inv(covariances)"
	case "diag", "spherical":
	default:
		return w.refuse("scikit-learn has no such covariances: there is no Python program.")
	}
	model := w.call("mixture.GaussianMixture", append(w.args("covariance_type reg_covar tol max_iter"), "n_components="+
		strconv.Itoa(len(means)), "weights_init=weights", "means_init=means", "precisions_init="+precisions)...)
	w.body = []string{"model = " + model, "model.fit(X)", "labels = model.predict(X)"}
	return ""
}

func agglomerative(w *writer) string {
	args := []string{"linkage=" + quote(w.Values.String("linkage"))}
	switch w.Values.String("linkage") {
	case "single", "complete", "average":
		args = append(args, "metric="+quote(w.Values.String("metric")))
	case "ward":
	default:
		return w.refuse("scikit-learn 1.2 has no such linkage: choose another one to get a Python program.")
	}
	if w.Values.String("cut") == "n_clusters" {
		args = append(args, "n_clusters="+strconv.Itoa(min(w.Values.Int("n_clusters"), w.Problem.N)))
	} else {
		args = append(args, "n_clusters=None", "distance_threshold="+number(w.Values.Float("distance_threshold")))
	}
	return w.call("cluster.AgglomerativeClustering", args...)
}

func meanShift(w *writer) string {
	if w.Values.String("kernel") != "flat" {
		return w.refuse("scikit-learn's mean shift has only the flat kernel: choose it to get a Python program.")
	}
	h := w.Values.Float("bandwidth")
	if f := w.facts["bandwidth"]; f != nil {
		h, _ = f.Value.(float64)
	}
	if w.Values.String("assign") != "nearest" {
		w.say("scikit-learn gives each point to the nearest mode, whatever its path.")
	}
	// scikit-learn moves a point once more than max_iter says.
	return w.call("cluster.MeanShift", "bandwidth="+number(h), "max_iter="+strconv.Itoa(w.Values.Int("max_iter")-1))
}

func spectral(w *writer) string {
	args := w.args("n_clusters affinity n_neighbors@affinity=nearest_neighbors gamma@affinity=rbf n_init")
	w.say("k-means begins in the embedding with other random numbers.")
	return w.call("cluster.SpectralClustering", append(args, "random_state=0")...)
}

func components(w *writer) string {
	n := strconv.Itoa(min(w.Values.Int("n_components"), w.Problem.D, w.Problem.N))
	if w.Values.String("subspace") == "affine" {
		w.says = "explained_variance_ratio=model.explained_variance_ratio_\nexplained_variance=model.explained_variance_\n" +
			"singular_values=model.singular_values_\ncomponents=model.components_\n" +
			"reconstruction_error=np.mean(np.sum((X - model.inverse_transform(Z)) ** 2, axis=1))"
		w.say("A component may point the other way.")
		return w.call("decomposition.PCA", "n_components="+n)
	}
	if n == "0" {
		return w.refuse("There is no Python program for a subspace that is the origin alone.")
	}
	w.says = "singular_values=model.singular_values_\n" +
		"reconstruction_error=np.mean(np.sum((X - model.inverse_transform(Z)) ** 2, axis=1))"
	return w.call("decomposition.TruncatedSVD", "n_components="+n, "random_state=0")
}

func kernelComponents(w *writer) string {
	n := "n_components=" + w.value("n_components")
	w.say("A component may point the other way.")
	if args, ok := w.kernelArgs(false); ok {
		return w.call("decomposition.KernelPCA", append(append([]string{n}, args...), `eigen_solver="dense"`)...)
	}
	w.gram()
	w.body = []string{"model = " + w.call("decomposition.KernelPCA", n, `kernel="precomputed"`, `eigen_solver="dense"`),
		"Z = model.fit_transform(kernel(X, X))"}
	return ""
}

func scaling(w *writer) string {
	args := w.args("n_components metric max_iter eps")
	if w.Values.String("init") == "random" {
		w.say(drawn)
		return w.call("manifold.MDS", append(args, "n_init="+w.value("n_init"), "random_state=0")...)
	}
	model := w.call("manifold.MDS", append(args, "n_init=1")...)
	q, most := w.Values.Int("n_components"), min(w.Problem.D, w.Problem.N)
	w.body = []string{"start = " + w.call("decomposition.PCA", "n_components="+strconv.Itoa(min(q, most))) +
		".fit_transform(X)  # classical scaling"}
	if q > most {
		w.body = append(w.body, fmt.Sprintf("start = np.pad(start, ((0, 0), (0, %d)))", q-most))
	}
	w.body = append(w.body, "model = "+model, "Z = model.fit_transform(X, init=start)")
	return ""
}

func coding(w *writer) string {
	atoms := w.Values.Places("dictionary")
	if len(atoms) == 0 {
		return w.refuse("There is no Python program while there are no atoms.")
	}
	w.rowsOf("D", atoms)
	args := []string{"D"}
	if w.Values.String("transform_algorithm") == "omp" {
		// Atoms of length 1: scikit-learn would otherwise prefer longer ones.
		w.before = append(w.before, "D /= np.linalg.norm(D, axis=1, keepdims=True)", "")
		most := min(w.Values.Int("transform_n_nonzero_coefs"), len(atoms), w.Problem.D)
		args = append(args, `transform_algorithm="omp"`, "transform_n_nonzero_coefs="+strconv.Itoa(most))
	} else {
		args = append(args, `transform_algorithm="lasso_lars"`, "transform_alpha="+number(w.Values.Float("alpha")))
		w.say(toEnd)
	}
	w.body = []string{"model = " + w.call("decomposition.SparseCoder", args...), "codes = model.transform(X)"}
	return ""
}
