package centroidal

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var cvtPython = &python.Counterpart{None: "scikit-learn 1.2 has no centroidal Voronoi tessellations: there is no " +
	"Python program for them."}
