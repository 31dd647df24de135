package classify

import (
	"cmp"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// F returns the symbol of the score of class c, given the number of scores.
func F(p *method.Problem, c, outputs int) string {
	if outputs == 1 {
		return "f"
	}
	return "f_{" + p.ClassIndex(c) + "}"
}

// Values describes the scores of a point, one line for each.
func Values(p *method.Problem, f []float64) (lines []string) {
	for c, v := range f {
		lines = append(lines, words.Text("%s = %s", F(p, c, len(f)), words.Number(v)))
	}
	return lines
}

// Rule returns the last line of a formula: the prediction, given scores f.
func Rule(p *method.Problem, outputs int, proba bool) string {
	switch {
	case proba && outputs == 1:
		return words.Sprintf("P(%s | %s) = 1/(1 + e^{−f(%[2]s)})", p.ClassName(1), p.Symbol())
	case proba:
		return words.Sprintf("P(class c | %s) = e^{f_{c}(%[1]s)} / Σ e^{f_{k}(%[1]s)}", p.Symbol())
	case outputs == 1:
		return words.Sprintf("%s where f(%s) > 0, else %s", p.ClassName(1), p.Symbol(), p.ClassName(0))
	}
	return "The class whose f is largest"
}

// Foremost returns the classes to be listed for a point, given their scores: all if there are at most four, otherwise
// the three with the largest scores, in decreasing order.
func Foremost(f []float64) []int {
	const all, some = 4, 3
	list := method.Indices(len(f))
	if len(f) > all {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(f[b], f[a]) })
		list = list[:some]
	}
	return list
}

// Answer returns the answer of an explanation: a class and its probability.
func Answer(p *method.Problem, c int, probability float64) string {
	return words.Text("%s, probability %s", p.ClassName(c), words.Percent(probability))
}

// Chances describes the probabilities of the classes told (see Foremost), one line for each, and the total of the
// others. If told does not have all classes, those below 0.001 (except the first) are counted among the others.
func Chances(p *method.Problem, told []int, prob []float64) (lines []string) {
	rest, others := 1.0, len(prob)
	for k, c := range told {
		if k > 0 && len(told) < len(prob) && prob[c] < 0.001 {
			continue
		}
		share := words.Percent(prob[c])
		if share[0] != '<' && share[0] != '>' {
			share = words.Text("= %s", share)
		}
		lines = append(lines, words.Text("P(%s) %s", p.ClassName(c), share))
		rest, others = rest-prob[c], others-1
	}
	if others > 0 {
		lines = append(lines, words.Sprintf("the other %d classes together %s", others, words.Percent(max(0, rest))))
	}
	return lines
}

// Tied reports whether another class has the same score as the winning one.
func Tied[T cmp.Ordered](f []T) bool {
	best := method.Largest(f)
	return slices.Contains(f[best+1:], f[best])
}

// ATie is the text about a tie.
const ATie = "A tie: the lowest class wins."

// Tie returns the line about a tie if there is one.
func Tie[T cmp.Ordered](f []T) (lines []string) {
	if Tied(f) {
		lines = append(lines, words.Say(ATie))
	}
	return lines
}
