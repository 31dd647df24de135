package classify

import (
	"cmp"
	"fmt"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// F is what people call the score of class c, one of so many at a place.
func F(p *method.Problem, c, outputs int) string {
	if outputs == 1 {
		return "f"
	}
	return "f_{" + p.ClassIndex(c) + "}"
}

// Values are the scores of a place, a line each.
func Values(p *method.Problem, f []float64) (lines []string) {
	for c, v := range f {
		lines = append(lines, F(p, c, len(f))+" = "+words.Number(v))
	}
	return lines
}

// Rule is the last line of a formula: what is made of scores f.
func Rule(p *method.Problem, outputs int, proba bool) string {
	switch {
	case proba && outputs == 1:
		return fmt.Sprintf("P(%s | %s) = 1/(1 + e^{−f(%[2]s)})", p.ClassName(1), p.Symbol())
	case proba:
		return fmt.Sprintf("P(class c | %s) = e^{f_{c}(%[1]s)} / Σ e^{f_{k}(%[1]s)}", p.Symbol())
	case outputs == 1:
		return fmt.Sprintf("%s where f(%s) > 0, else %s", p.ClassName(1), p.Symbol(), p.ClassName(0))
	}
	return "The class whose f is largest"
}

// Foremost are the classes whose numbers are told at a place, by their scores: all of up to four, and of more the three
// with the largest ones, the largest first.
func Foremost(f []float64) []int {
	const all, some = 4, 3
	list := method.Indices(len(f))
	if len(f) > all {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(f[b], f[a]) })
		list = list[:some]
	}
	return list
}

// Answer is what an explanation answers with: a class and how probable it is.
func Answer(p *method.Problem, c int, probability float64) string {
	return p.ClassName(c) + ", probability " + words.Percent(probability)
}

// Chances tell the probabilities of some classes, as Foremost chooses them, a line each, and what all others have
// together: those, too, that next to nothing speaks for.
func Chances(p *method.Problem, told []int, prob []float64) (lines []string) {
	rest, others := 1.0, len(prob)
	for k, c := range told {
		if k > 0 && len(told) < len(prob) && prob[c] < 0.001 {
			continue
		}
		share := words.Percent(prob[c])
		if share[0] != '<' && share[0] != '>' {
			share = "= " + share
		}
		lines = append(lines, "P("+p.ClassName(c)+") "+share)
		rest, others = rest-prob[c], others-1
	}
	if others > 0 {
		lines = append(lines, fmt.Sprintf("the other %d classes together %s", others, words.Percent(max(0, rest))))
	}
	return lines
}

// Tied tells whether another class has as much as the one that wins.
func Tied[T cmp.Ordered](f []T) bool {
	best := method.Largest(f)
	return slices.Contains(f[best+1:], f[best])
}

// ATie says so.
const ATie = "A tie: the lowest class wins."

// Tie is the line that says so, where it is so.
func Tie[T cmp.Ordered](f []T) (lines []string) {
	if Tied(f) {
		lines = append(lines, ATie)
	}
	return lines
}
