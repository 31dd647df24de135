package method

import (
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// PriorsParam declares "priors", the prior probabilities of the classes.
func PriorsParam() Param {
	return Param{Name: "priors", Label: "Priors", Kind: Numbers{Range: Range{Max: 1, MinOpen: true}}, Default: []float64{},
		Advanced: true,
		Help:     "Prior probability of each class (divided by their sum); empty: the classes' shares"}
}

// Priors returns the value of PriorsParam, or each class's share of the points. The error is a *doc.Error if there are
// not as many priors as classes.
func (p *Problem) Priors(v Values) ([]float64, error) {
	given := v.Floats("priors")
	out := make([]float64, len(p.ClassIDs))
	if len(given) == 0 {
		for _, c := range p.Class {
			out[c]++
		}
		given = out
	} else if len(given) != len(out) {
		return nil, doc.Errorf("params.priors", words.Text("empty, or a list of %s numbers, one for each class",
			strconv.Itoa(len(out))),
			given)
	}
	sum := 0.0
	for _, x := range given {
		sum += x
	}
	for k, x := range given {
		out[k] = x / sum
	}
	return out, nil
}
