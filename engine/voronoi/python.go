package voronoi

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

// Python is the counterpart of the method of Method in scikit-learn. The catalogue adds it to the declaration,
// because the first engine writes no programs.
var Python = &python.Counterpart{None: "scikit-learn 1.2 has no Voronoi diagrams: there is no Python " +
	"program for them. SciPy has scipy.spatial.Voronoi, and k nearest neighbours with k = 1 answer by cells."}
