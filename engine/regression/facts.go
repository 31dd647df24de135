package regression

import (
	"math"

	"pointscape/engine/method"
)

// facts collects the facts of a fit. Calls of its methods compile to less code than literals.
type facts struct{ method.FactList }

// number adds a number.
func (f *facts) number(name string, v float64, meaning string) *method.Fact {
	return f.Add(name, v, "", meaning)
}

// quiet adds a fact that the panel does not show.
func (f *facts) quiet(name string, v any, unit, meaning string) {
	f.Add(name, v, unit, meaning).Hide()
}

// linearComplexity is the name of the complexity that a study can penalise: the constant, and as many weights as the
// points determine.
const linearComplexity = "the degrees of freedom, with the constant"

// freedom returns the degrees of freedom; NaN if they are unknown.
func (f *facts) freedom() float64 {
	for i := range f.FactList {
		if v := &f.FactList[i]; v.Name == "degrees_of_freedom" {
			switch free := v.Value.(type) {
			case int:
				return float64(free)
			case float64:
				return free
			}
		}
	}
	return math.NaN()
}
