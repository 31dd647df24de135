package som

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var somPython = &python.Counterpart{None: "scikit-learn 1.2 has no self-organising maps: there is no Python " +
	"program for them."}
