package ranking

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var rankAggregationPython = &python.Counterpart{None: "scikit-learn 1.2 does not aggregate rankings: there is no " +
	"Python program for it."}
