package method

import (
	"math"
	"strconv"
)

// A State is a promise. The functions of this file make it from what was measured
// at the end of a fit, so that none is said that does not hold.

// MaxCondition is the condition number from which on the solution of a linear
// system counts as lost in rounding errors: of the 16 digits of a float64 the
// weights have four left, and what is computed from them is seen to be wrong.
const MaxCondition = 1e12

// Settled is the state of a fit that goes on until a violation of its conditions
// (a gap, a gradient) is at most tolerance. rounding is the size of what rounding
// errors alone may do to the violation as it was measured, in the same units:
// where that is above the tolerance nobody knows whether the conditions hold.
func Settled(violation, tolerance, rounding float64) State {
	switch {
	case !Finite(violation) || !Finite(rounding):
		return Diverged
	case violation <= tolerance && rounding <= tolerance:
		return Converged
	}
	return Limited
}

// Solved is the state of a fit that is the solution of one linear system, by the
// condition number of its matrix.
func Solved(condition float64) State {
	switch {
	case math.IsNaN(condition):
		return Diverged
	case condition <= MaxCondition:
		return Exact
	}
	return Limited
}

// SolvedSentence explains Solved for a matrix with a name ("K + αI"). remedy says
// what to change: "Make α larger."
func SolvedSentence(condition float64, matrix, remedy string) string {
	if Solved(condition) == Exact {
		return "Exact: one linear system was solved, without iteration."
	}
	return "Rounding errors affect the result: " + matrix + " is nearly singular (condition number " +
		"about " + strconv.FormatFloat(condition, 'g', 2, 64) + "), so that hardly any digits of the weights are " +
		"reliable. " + remedy
}

// Finite tells whether all numbers are: neither NaN nor infinite.
func Finite(x ...float64) bool {
	for _, v := range x {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// MaxKernel is the largest value of a kernel that methods compute with: the squares
// and cubes of such numbers are still finite.
const MaxKernel = 1e100

// CheckKernel looks at k(x, x) of a kernel at each row, and returns a *Need where
// it is too large to compute with.
func (p *Problem) CheckKernel(diag []float64) error {
	for i, v := range diag {
		if !(math.Abs(v) <= MaxKernel) {
			return &Need{Sentence: "The kernel's values are too large at these points: at " +
				"point " + strconv.Itoa(p.Number(i)) + " k(x, x) is " + say(v) + ", and the limit is " + say(MaxKernel) + ". " +
				"Move the " +
				"points closer to the origin, or reduce the kernel's factor or degree."}
		}
	}
	return nil
}

func say(v float64) string {
	if !Finite(v) {
		return "above 1e308"
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
