package svm

import (
	"slices"

	"pointscape/engine/method"
)

// Linear is the machine of two classes with the linear kernel: what programs need of
// it, where Facts are for people.
type Linear struct {
	Coef      []float64 // w of f(x) = w·x + b, positive for the second class
	Intercept float64   // b
	Objective float64   // of the dual problem, Σα − ½‖w‖²: at most ½‖w‖² + C Σ max(0, 1 − y f)
	model     method.Model
}

// FitLinear fits the machine to a problem of two classes. c is the price C of a point
// inside the margin, tol the largest violation of the conditions of optimality; both
// within the ranges of the method's parameters, else the error is a *doc.Error. before
// is the machine before an edit, or nil.
func FitLinear(job method.Job, p *method.Problem, c, tol float64, before *Linear) (*Linear, error) {
	declared := Method()
	v, err := declared.Validate(map[string]any{"kernel": "linear", "C": c, "tol": tol})
	if err != nil {
		return nil, err
	}
	var prev method.Model
	if before != nil {
		prev = before.model
	}
	fitted, err := declared.Fit(job, p, v, prev)
	if err != nil {
		return nil, err
	}
	m := fitted.(*model)
	return &Linear{Coef: slices.Clone(m.w[0]), Intercept: m.offset[0], Objective: m.pairs[0].dual, model: m}, nil
}
