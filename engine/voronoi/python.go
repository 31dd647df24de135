package voronoi

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var voronoiPython = &python.Counterpart{None: "scikit-learn 1.2 has no Voronoi diagrams: there is no Python " +
	"program for them. SciPy has scipy.spatial.Voronoi, and k nearest neighbours with k = 1 answer by cells."}
