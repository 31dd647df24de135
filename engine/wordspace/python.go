package wordspace

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var skipGramPython = &python.Counterpart{None: "scikit-learn 1.2 learns no word vectors: there is no Python " +
	"program for them."}
