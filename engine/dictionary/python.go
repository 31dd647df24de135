package dictionary

// The counterparts of the methods in scikit-learn.

import (
	"strconv"

	"pointscape/engine/python"
)

var sparseCodingPython = &python.Counterpart{Make: codingProgram,
	Says: "reconstruction_error=np.mean(np.sum((X - codes @ D) ** 2, axis=1))\n" +
		"n_nonzero_coefs=np.mean(np.sum(codes != 0, axis=1))",
	Beyond: []python.Beyond{{Param: "sparsity", Value: "constraint",
		None: "scikit-learn's codes are penalised, not kept within a ball: choose that to get a Python program."}}}

var dictionaryPython = &python.Counterpart{None: "scikit-learn 1.2 alternates differently between codes and " +
	"atoms: there is no Python program that would find the same atoms."}

var representationsPython = &python.Counterpart{None: "scikit-learn 1.2 has no such comparison: there is no " +
	"Python program for it. Each of its methods has one."}

func codingProgram(w *python.Writer) string {
	atoms := w.Values.Places("dictionary")
	if len(atoms) == 0 {
		return w.Refuse("There is no Python program while there are no atoms.")
	}
	w.RowsOf("D", atoms)
	args := []string{"D"}
	if w.Values.String("transform_algorithm") == "omp" {
		// Atoms of length 1: scikit-learn would otherwise prefer longer ones.
		w.Before = append(w.Before, "D /= np.linalg.norm(D, axis=1, keepdims=True)", "")
		most := min(w.Values.Int("transform_n_nonzero_coefs"), len(atoms), w.Problem.D)
		args = append(args, `transform_algorithm="omp"`, "transform_n_nonzero_coefs="+strconv.Itoa(most))
	} else {
		args = append(args, `transform_algorithm="lasso_lars"`, "transform_alpha="+python.Float(w.Values.Float("alpha")))
		w.Say(python.ToEnd)
	}
	w.Body = []string{"model = " + w.Call("decomposition.SparseCoder", args...), "codes = model.transform(X)"}
	return ""
}
