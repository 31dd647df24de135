package method

import (
	"math"
	"strconv"

	"pointscape/engine/words"
)

// A State is a promise about the result. The functions of this file derive it from what was measured at the end of a
// fit, so that no claim is made that does not hold.

// MaxCondition is the condition number from which the solution of a linear system counts as lost in rounding errors: of
// the 16 digits of a float64 the weights have four left, and the error of what is computed from them becomes visible.
const MaxCondition = 1e12

// Settled returns the state of a fit that iterates until a violation of its optimality conditions (a gap, a gradient)
// is at most tolerance. rounding is the possible effect of rounding errors on the measured violation, in the same
// units: if it is above the tolerance, it is unknown whether the conditions hold.
func Settled(violation, tolerance, rounding float64) State {
	switch {
	case !Finite(violation) || !Finite(rounding):
		return Diverged
	case violation <= tolerance && rounding <= tolerance:
		return Converged
	}
	return Limited
}

// Solved returns the state of a fit that solves one linear system whose matrix has this condition number.
func Solved(condition float64) State {
	switch {
	case math.IsNaN(condition):
		return Diverged
	case condition <= MaxCondition:
		return Exact
	}
	return Limited
}

// SolvedSentence explains Solved. matrix is the name of the matrix ("K + αI"), and remedy says what to change: "Make α
// larger."
func SolvedSentence(condition float64, matrix, remedy string) string {
	if Solved(condition) == Exact {
		return "Exact: one linear system was solved, without iteration."
	}
	return words.Text("Rounding errors affect the result: %s is nearly singular (condition number about %s), so that "+
		"hardly any digits of the weights are reliable. %s", matrix, strconv.FormatFloat(condition, 'g', 2, 64), remedy)
}

// Finite reports whether all numbers are finite.
func Finite(x ...float64) bool {
	for _, v := range x {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// MaxKernel is the largest kernel value that methods compute with: squares and cubes of such numbers are still finite.
const MaxKernel = 1e100

// CheckKernel returns a *Need if k(x, x) of a row is too large to compute with; diag holds these values.
func (p *Problem) CheckKernel(diag []float64) error {
	for i, v := range diag {
		if !(math.Abs(v) <= MaxKernel) {
			return &Need{Sentence: words.Text("The kernel's values are too large at these points: at point %s k(x, x) is "+
				"%s, and the limit is %s. Move the points closer to the origin, or reduce the kernel's factor or degree.",
				strconv.Itoa(p.Number(i)), say(v), say(MaxKernel))}
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
