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

// Number writes a number of four significant digits, with a true minus. An exponent
// stays as programs write it, 1e-05: the page makes a power of ten of it.
func Number(x float64) string {
	f := Figure(x)
	if f[0] == '-' {
		f = "−" + f[1:]
	}
	return f
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

// TermAt writes a number as term i of a sum: the first has a sign only where it is
// negative.
func TermAt(i int, x float64) string {
	if i == 0 {
		return Number(x)
	}
	return Term(x)
}

// Index writes an index: x_{1}. The page sets what stands in _{…} low.
func Index(n int) string { return "_{" + strconv.Itoa(n) + "}" }
