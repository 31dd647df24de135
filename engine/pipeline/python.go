package pipeline

// The counterparts of the methods in scikit-learn.

import "pointscape/engine/python"

var pipelinePython = &python.Counterpart{None: "There is no Python program for a pipeline: choose one of its two " +
	"methods alone to get one."}
