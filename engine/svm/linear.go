package svm

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// Linear is the machine of two classes with the linear kernel, as numbers for programs; Facts returns them for users.
type Linear struct {
	Coef      []float64 // w of f(x) = w·x + b, positive for the second class
	Intercept float64   // b
	Objective float64   // value of the dual problem, Σα − ½‖w‖²: at most Primal
	Primal    float64   // ½‖w‖² + C Σ max(0, 1 − y f)
	// Alpha has α of each row, and Bounded reports whether it has reached its limit C.
	Alpha   []float64
	Bounded []bool
	// Stuck reports that a hard margin seems to have no solution: some α has reached the number that stands for C = ∞.
	Stuck bool
	Steps int     // number of steps of the solver
	Gap   float64 // remaining violation of the optimality conditions
	// End is the status of the solver.
	End   method.Status
	model method.Model
}

// FitLinear fits the machine to a problem of two classes. c is the penalty C of a point inside the margin, tol the
// largest violation of the optimality conditions; if one is outside the range of the method's parameter, the error is a
// *doc.Error. before is the machine before an edit, or nil.
func FitLinear(job method.Job, p *method.Problem, c, tol float64, before *Linear) (*Linear, error) {
	return fitLinear(job, p, map[string]any{"kernel": "linear", "C": c, "tol": tol}, before)
}

// FitLinearHard is FitLinear for a hard margin.
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
