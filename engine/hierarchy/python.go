package hierarchy

import (
	"strconv"

	"pointscape/engine/python"
)

// counterpart is that of the method in scikit-learn.
var counterpart = &python.Counterpart{Make: program, Kind: python.Groups,
	Says: "n_clusters=model.n_clusters_"}

func program(w *python.Writer) string {
	args := []string{"linkage=" + python.Quote(w.Values.String("linkage"))}
	switch w.Values.String("linkage") {
	case "single", "complete", "average":
		args = append(args, "metric="+python.Quote(w.Values.String("metric")))
	case "ward":
	default:
		return w.Refuse("scikit-learn 1.2 has no such linkage: choose another one to get a Python program.")
	}
	if w.Values.String("cut") == "n_clusters" {
		args = append(args, "n_clusters="+strconv.Itoa(min(w.Values.Int("n_clusters"), w.Problem.N)))
	} else {
		args = append(args, "n_clusters=None", "distance_threshold="+python.Float(w.Values.Float("distance_threshold")))
	}
	return w.Call("cluster.AgglomerativeClustering", args...)
}
