package gaussian

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var gaussianPython = &python.Counterpart{None: "scikit-learn 1.2 has no counterpart of the Gaussian pad: there is " +
	"no Python program for it."}
