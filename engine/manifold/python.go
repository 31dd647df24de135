package manifold

// The counterparts of the methods in scikit-learn.

import (
	"fmt"
	"strconv"

	"pointscape/engine/python"
)

var kernelPcaPython = &python.Counterpart{Make: kernelComponentsProgram, Kind: python.Places,
	Says: "eigenvalues=model.eigenvalues_",
	Beyond: []python.Beyond{{Param: "center_kernel", Value: "false",
		None: "scikit-learn always centres the kernel: choose that to get a Python program."}}}

var isomapPython = &python.Counterpart{Class: "manifold.Isomap", Pass: "n_neighbors n_components",
	Kind: python.Places,
	Says: "reconstruction_error=model.reconstruction_error()"}

var llePython = &python.Counterpart{Make: func(w *python.Writer) string {
	if w.Values.Int("n_components") > w.Problem.D {
		return w.Refuse("scikit-learn's locally linear embedding has no more dimensions than there are inputs: choose " +
			"fewer to get a Python program.")
	}
	return w.Call("manifold.LocallyLinearEmbedding", append(w.Args("n_neighbors n_components reg"),
		`eigen_solver="dense"`)...)
}, Kind: python.Places, Says: "reconstruction_error=model.reconstruction_error_"}

var mdsPython = &python.Counterpart{Make: scalingProgram, Kind: python.Places, Says: "stress=model.stress_"}

var tsnePython = &python.Counterpart{Make: func(w *python.Writer) string {
	perplexity := w.Literal("perplexity")
	if f := w.Known["perplexity_used"]; f != nil { // at most a third of the number of other points
		if x, ok := f.Value.(float64); ok {
			perplexity = python.Float(x)
		}
	}
	return w.Call("manifold.TSNE", append(w.Args("learning_rate early_exaggeration max_iter:n_iter init method "+
		"angle@method=barnes_hut"), "perplexity="+perplexity, "random_state=0")...)
}, Kind: python.Places, Says: "kl_divergence=model.kl_divergence_",
	Note: "Small rounding errors grow in t-SNE, and with few points they decide which minimum is found: the maps agree " +
		"in which points are near each other, but not in their coordinates, and either divergence may be the smaller."}

var objectKernelPcaPython = &python.Counterpart{None: "scikit-learn 1.2 has no kernels on words or graphs: there " +
	"is no Python program for them."}

func kernelComponentsProgram(w *python.Writer) string {
	n := "n_components=" + w.Literal("n_components")
	w.Say("A component may point the other way.")
	if args, ok := w.KernelArgs(false); ok {
		return w.Call("decomposition.KernelPCA", append(append([]string{n}, args...), `eigen_solver="dense"`)...)
	}
	w.Gram()
	w.Body = []string{"model = " + w.Call("decomposition.KernelPCA", n, `kernel="precomputed"`, `eigen_solver="dense"`),
		"Z = model.fit_transform(kernel(X, X))"}
	return ""
}

func scalingProgram(w *python.Writer) string {
	args := w.Args("n_components metric max_iter eps")
	if w.Values.String("init") == "random" {
		w.Say(python.Drawn)
		return w.Call("manifold.MDS", append(args, "n_init="+w.Literal("n_init"), "random_state=0")...)
	}
	model := w.Call("manifold.MDS", append(args, "n_init=1")...)
	q, most := w.Values.Int("n_components"), min(w.Problem.D, w.Problem.N)
	w.Body = []string{"start = " + w.Call("decomposition.PCA", "n_components="+strconv.Itoa(min(q, most))) +
		".fit_transform(X)  # classical scaling"}
	if q > most {
		w.Body = append(w.Body, fmt.Sprintf("start = np.pad(start, ((0, 0), (0, %d)))", q-most))
	}
	w.Body = append(w.Body, "model = "+model, "Z = model.fit_transform(X, init=start)")
	return ""
}
