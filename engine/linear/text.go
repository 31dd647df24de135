package linear

import (
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// sum writes an affine function: "1.5 x₁ − 2 x₂ + 0.5".
func sum(f []float64) string {
	d := len(f) - 1
	s := words.Number(f[0]) + " x"
	if d == 1 {
		return s + words.Term(f[1])
	}
	s += words.Index(1)
	for j := 1; j < d; j++ {
		s += words.Term(f[j]) + " x" + words.Index(j+1)
	}
	return s + words.Term(f[d])
}

// worked writes w·x + b with its numbers: "1.5·0.2 − 2·0.4 + 0.5".
func worked(w, x []float64, b float64) string {
	s := ""
	for j, c := range w {
		s += words.TermAt(j, c) + "·" + bracketed(x[j])
	}
	return s + words.Term(b)
}

// bracketed writes a factor.
func bracketed(v float64) string {
	if v < 0 {
		return "(" + words.Number(v) + ")"
	}
	return words.Number(v)
}

func fact(name string, value any, meaning string) method.Fact {
	return method.Fact{Name: name, Value: value, Meaning: meaning}
}

// quiet is a fact for programs.
func quiet(name string, value any, meaning string) method.Fact {
	return method.Fact{Name: name, Value: value, Meaning: meaning, Quiet: true}
}
