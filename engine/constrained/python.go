package constrained

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var constrainedPython = &python.Counterpart{None: "scikit-learn 1.2 solves no constrained problems: there is no " +
	"Python program for them."}
