package svm

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// Linear is the machine of two classes with the linear kernel: what programs need of
// it, where Facts are for people.
type Linear struct {
	Coef      []float64 // w of f(x) = w·x + b, positive for the second class
	Intercept float64   // b
	Objective float64   // of the dual problem, Σα − ½‖w‖²: at most ½‖w‖² + C Σ max(0, 1 − y f)
	Primal    float64   // ½‖w‖² + C Σ max(0, 1 − y f)
	// Alpha is that of each row, and Bounded tells whether it has reached its limit C.
	Alpha   []float64
	Bounded []bool
	// Stuck says of a hard margin that some α grew to what a computer can carry: there is no solution.
	Stuck bool
	Steps int     // of the solver
	Gap   float64 // the violation of the conditions of optimality that is left
	// End says how the solver ended.
	End   method.Status
	model method.Model
}

// FitLinear fits the machine to a problem of two classes. c is the price C of a point
// inside the margin, tol the largest violation of the conditions of optimality; both
// within the ranges of the method's parameters, else the error is a *doc.Error. before
// is the machine before an edit, or nil.
func FitLinear(job method.Job, p *method.Problem, c, tol float64, before *Linear) (*Linear, error) {
	return fitLinear(job, p, map[string]any{"kernel": "linear", "C": c, "tol": tol}, before)
}

// FitLinearHard is FitLinear of a machine that lets no point into its margin.
func FitLinearHard(job method.Job, p *method.Problem, tol float64, before *Linear) (*Linear, error) {
	return fitLinear(job, p, map[string]any{"kernel": "linear", "hard": true, "tol": tol}, before)
}

func fitLinear(job method.Job, p *method.Problem, params map[string]any, before *Linear) (*Linear, error) {
	declared := Method()
	v, err := declared.Validate(params)
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
	one := m.pairs[0]
	l := &Linear{Coef: slices.Clone(m.w[0]), Intercept: m.offset[0], Objective: one.dual, Primal: one.primal,
		Alpha: make([]float64, p.N), Bounded: make([]bool, p.N), Stuck: m.hard && one.stuck(), Steps: one.iter, Gap: one.gap,
		End: ended(one), model: m}
	for i, b := range one.beta {
		l.Alpha[i] = math.Abs(b)
		l.Bounded[i] = b != 0 && math.Abs(b) == one.c
	}
	return l, nil
}
