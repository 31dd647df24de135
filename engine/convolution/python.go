package convolution

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var cnnPython = &python.Counterpart{None: "scikit-learn 1.2 has no convolutional networks: there is no Python " +
	"program for them."}
