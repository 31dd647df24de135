package decomposition

// The counterparts of the methods in scikit-learn.

import (
	"strconv"

	"pointscape/engine/python"
)

var pcaPython = &python.Counterpart{Make: componentsProgram, Kind: python.Places,
	Subspace: true}

func componentsProgram(w *python.Writer) string {
	n := strconv.Itoa(min(w.Values.Int("n_components"), w.Problem.D, w.Problem.N))
	if w.Values.String("subspace") == "affine" {
		w.Says = "explained_variance_ratio=model.explained_variance_ratio_\nexplained_variance=model.explained_variance_\n" +
			"singular_values=model.singular_values_\ncomponents=model.components_\n" +
			"reconstruction_error=np.mean(np.sum((X - model.inverse_transform(Z)) ** 2, axis=1))"
		w.Say("A component may point the other way.")
		return w.Call("decomposition.PCA", "n_components="+n)
	}
	if n == "0" {
		return w.Refuse("There is no Python program for a subspace that is the origin alone.")
	}
	w.Says = "singular_values=model.singular_values_\n" +
		"reconstruction_error=np.mean(np.sum((X - model.inverse_transform(Z)) ** 2, axis=1))"
	return w.Call("decomposition.TruncatedSVD", "n_components="+n, "random_state=0")
}
