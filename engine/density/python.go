package density

import (
	"strconv"

	"pointscape/engine/python"
)

// The counterparts of the methods in scikit-learn.

var dbscanPython = &python.Counterpart{Class: "cluster.DBSCAN", Pass: "eps min_samples", Kind: python.Groups,
	Says: "n_clusters=labels.max() + 1\nn_noise=np.sum(labels < 0)\nn_core=len(model.core_sample_indices_)",
	Note: "A border point within reach of two clusters may be given to the other one."}

var meanShiftPython = &python.Counterpart{Make: meanShiftProgram, Kind: python.Groups,
	Says: "n_clusters=labels.max() + 1", Regions: true,
	Centers: "model.cluster_centers_"}

func meanShiftProgram(w *python.Writer) string {
	if w.Values.String("kernel") != "flat" {
		return w.Refuse("scikit-learn's mean shift has only the flat kernel: choose it to get a Python program.")
	}
	h := w.Values.Float("bandwidth")
	if f := w.Known["bandwidth"]; f != nil {
		h, _ = f.Value.(float64)
	}
	if w.Values.String("assign") != "nearest" {
		w.Say("scikit-learn gives each point to the nearest mode, whatever its path.")
	}
	// scikit-learn moves a point once more than max_iter says.
	return w.Call("cluster.MeanShift", "bandwidth="+python.Float(h), "max_iter="+strconv.Itoa(w.Values.Int("max_iter")-1))
}
