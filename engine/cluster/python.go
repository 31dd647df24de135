package cluster

// The counterparts of the methods in scikit-learn.

import (
	"fmt"
	"strconv"
	"strings"

	"pointscape/engine/python"
)

var kmeansPython = &python.Counterpart{Make: kmeansProgram, Kind: python.Groups, Says: "inertia=model.inertia_",
	Regions: true,
	Centers: "model.cluster_centers_",
	Beyond: []python.Beyond{{Param: "hand", Value: "given",
		None: "scikit-learn's centres are not moved by hand during a run: leave that out to get a Python program."}}}

var spectralClusteringPython = &python.Counterpart{Make: spectralProgram, Kind: python.Groups}

var kflatsPython = &python.Counterpart{None: "scikit-learn 1.2 has no k-flats: there is no Python program for them."}

var kernelKmeansPython = &python.Counterpart{None: "scikit-learn 1.2 has no kernel k-means: there is no Python " +
	"program for it."}

var kernelKflatsPython = &python.Counterpart{None: "scikit-learn 1.2 has no k-flats: there is no Python program for " +
	"them."}

func kmeansProgram(w *python.Writer) string {
	k, init := 0, ""
	if f := w.Known["seeds"]; f != nil {
		if rows, ok := f.Value.([]int); ok && len(rows) > 0 {
			k, init = len(rows), "X["+strings.ReplaceAll(fmt.Sprint(rows), " ", ", ")+"]"
		}
	}
	if start, ok := w.Stage(0)["cluster_centers"].([][]float64); k == 0 && ok && len(start) > 0 {
		k, init = len(start), w.RowsOf("start", start)
	}
	if k == 0 {
		return w.Refuse("There is no Python program while there are no centres.")
	}
	w.Say("The centres start at the same positions as in the picture.")
	if w.Values.String("empty_clusters") != "farthest" {
		w.Say("Where a cluster loses all points, scikit-learn moves its centre to a point that is far from its own.")
	}
	return w.Call("cluster.KMeans", "n_clusters="+strconv.Itoa(k), "init="+init, "n_init=1",
		"max_iter="+w.Literal("max_iter"), "tol=0", `algorithm="lloyd"`)
}

func spectralProgram(w *python.Writer) string {
	args := w.Args("n_clusters affinity n_neighbors@affinity=nearest_neighbors gamma@affinity=rbf n_init")
	w.Say("k-means begins in the embedding with other random numbers.")
	return w.Call("cluster.SpectralClustering", append(args, "random_state=0")...)
}
