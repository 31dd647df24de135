package rbm

// The counterparts of the methods in scikit-learn.

import (
	"strconv"

	"pointscape/engine/python"
)

var rbmPython = &python.Counterpart{Make: boltzmannProgram, Note: python.Drawn,
	Says: "pseudo_log_likelihood=np.mean(model.score_samples(V))"}

// boltzmannProgram writes a restricted Boltzmann machine for pixels from 0 to 1 to w.Body, and returns "", or
// the result of w.Refuse.
func boltzmannProgram(w *python.Writer) string {
	if !w.Values.Bool("persistent") || w.Values.Int("k") > 1 {
		return w.Refuse("scikit-learn's restricted Boltzmann machine has persistent chains and one alternation in a " +
			"step: choose that to get a Python program.")
	}
	if w.Problem.Scales != nil {
		return w.Refuse("There is a Python program where the pixels are not standardised.")
	}
	epochs := 0
	if f := w.Known["n_iter"]; f != nil {
		epochs, _ = f.Value.(int)
	}
	if epochs == 0 {
		return w.Refuse("There is a Python program when the machine has learned for a whole epoch.")
	}
	batch := min(w.Values.Int("batch_size"), w.Problem.N)
	if w.Problem.N%batch != 0 {
		w.Say("Where the last minibatch is smaller, scikit-learn compares all chains with its rows, and Pointscape only " +
			"as many chains as rows.")
	}
	v := "V = (X - X.min()) / (X.max() - X.min())"
	if w.Values.Bool("binarize") {
		v = "V = ((X - X.min()) / (X.max() - X.min()) >= 0.5).astype(float)"
	}
	w.Body = []string{v, "model = " + w.Call("neural_network.BernoulliRBM", append(w.Args("n_components learning_rate"),
		"batch_size="+strconv.Itoa(batch), "n_iter="+strconv.Itoa(epochs), "random_state=0")...), "model.fit(V)",
		"h = model.transform(V)  # P(h = 1 | v) of each row"}
	return ""
}
