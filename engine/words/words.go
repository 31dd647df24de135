// Package words writes what sentences and formulas of all methods have in common:
// counted things, figures, terms of a sum, indices. It imports nothing of the engine,
// so that the page can use it, too.
package words

import (
	"strconv"
	"strings"
)

// Count names n things: "1 point", "3 points", "2 classes". what is the name of one
// of them, with a regular plural.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "s") {
		what += "e"
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// CountOf names n things whose plural is told: "1 optimum", "3 optima".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Number writes a number of four significant digits, with a true minus.
func Number(x float64) string {
	return strings.Replace(Figure(x), "-", "−", 1)
}

// Figure writes a number of four significant digits as programs read it.
func Figure(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// Term writes a number as a further term of a sum: " + 2", " − 0.5".
func Term(x float64) string {
	if x < 0 {
		return " − " + Number(-x)
	}
	return " + " + Number(x)
}

// Index writes an index: x_{1}. The page sets what stands in _{…} low.
func Index(n int) string { return "_{" + strconv.Itoa(n) + "}" }
