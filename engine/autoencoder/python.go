package autoencoder

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var autoencoderPython = &python.Counterpart{None: "scikit-learn 1.2 has no autoencoder: there is no Python " +
	"program for it."}
