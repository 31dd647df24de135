package mixture

import (
	"strconv"

	"pointscape/engine/python"
)

// counterpart is that of the method in scikit-learn.
var counterpart = &python.Counterpart{Make: program, Kind: python.Groups, Regions: true, Centers: "model.means_",
	Says: "log_likelihood=model.score(X) * len(X)\nbic=model.bic(X)\n" +
		"aic=model.aic(X)\nweights=model.weights_\nmeans=model.means_\nn_iter=model.n_iter_"}

func program(w *python.Writer) string {
	first := w.Stage(0)
	means, ok := first["means"].([][]float64)
	covariances, ok1 := first["covariances"].([][]float64)
	variances, ok3 := first["covariances"].([]float64)
	weights, ok2 := first["weights"].([]float64)
	if !ok || !ok1 && !ok3 || !ok2 {
		return w.Refuse("There is no Python program for this mixture.")
	}
	w.Say("EM starts from the same components as in the picture.")
	w.Array("weights", weights, 0)
	w.RowsOf("means", means)
	precisions := "1 / covariances"
	if ok3 {
		w.Array("covariances", variances, 0)
	} else {
		w.RowsOf("covariances", covariances)
	}
	switch w.Values.String("covariance_type") {
	case "full":
		d := strconv.Itoa(w.Problem.D)
		precisions = "np.linalg.inv(covariances.reshape(-1, " + d + ", " + d + "))"
	case "tied":
		precisions = "np.linalg.inv(covariances)"
	case "diag", "spherical":
	default:
		return w.Refuse("scikit-learn has no such covariances: there is no Python program.")
	}
	model := w.Call("mixture.GaussianMixture", append(w.Args("covariance_type reg_covar tol max_iter"), "n_components="+
		strconv.Itoa(len(means)), "weights_init=weights", "means_init=means", "precisions_init="+precisions)...)
	w.Body = []string{"model = " + model, "model.fit(X)", "labels = model.predict(X)"}
	return ""
}
