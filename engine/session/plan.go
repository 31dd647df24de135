package session

import (
	"pointscape/engine/method"
)

// round is one of the fits that are made for each value, with the points that test it.
type round struct {
	train func(i int) (*method.Problem, error) // returns the training points for value i
	tests []asked
	whole bool // it is the fit to all training points, or the only one to some of them for each n
}

// asked is a set of test points with the line that their error belongs to; nil points are those of the fit itself, or
// fresh ones.
type asked struct {
	line   string
	points *method.Problem
	shared bool // all fits are tested with the same points
}
