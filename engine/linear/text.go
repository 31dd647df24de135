package linear

import (
	"strconv"
	"strings"

	"pointscape/engine/method"
)

// num writes a number short, with a true minus.
func num(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "-", "−", 1)
}

// signed writes a number as a term of a sum that goes on.
func signed(v float64) string {
	if v < 0 {
		return " − " + num(-v)
	}
	return " + " + num(v)
}

// below writes a small number as an index.
func below(n int) string { return "_{" + strconv.Itoa(n) + "}" }

// sum writes an affine function: "1.5 x₁ − 2 x₂ + 0.5".
func sum(f []float64) string {
	d := len(f) - 1
	s := num(f[0]) + " x"
	if d == 1 {
		return s + signed(f[1])
	}
	s += below(1)
	for j := 1; j < d; j++ {
		s += signed(f[j]) + " x" + below(j+1)
	}
	return s + signed(f[d])
}

// worked writes w·x + b with its numbers: "1.5·0.2 − 2·0.4 + 0.5".
func worked(w, x []float64, b float64) string {
	s := ""
	for j, c := range w {
		if j == 0 {
			s = num(c)
		} else {
			s += signed(c)
		}
		s += "·" + bracketed(x[j])
	}
	return s + signed(b)
}

// bracketed writes a factor.
func bracketed(v float64) string {
	if v < 0 {
		return "(" + num(v) + ")"
	}
	return num(v)
}

func counted(n int, what string) string {
	s := strconv.Itoa(n) + " " + what
	if n != 1 {
		s += "s"
		s = strings.Replace(s, "passs", "passes", 1)
	}
	return s
}

func fact(name string, value any, meaning string) method.Fact {
	return method.Fact{Name: name, Value: value, Meaning: meaning}
}

// quiet is a fact for programs.
func quiet(name string, value any, meaning string) method.Fact {
	return method.Fact{Name: name, Value: value, Meaning: meaning, Quiet: true}
}
