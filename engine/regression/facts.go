package regression

import (
	"math"

	"pointscape/engine/method"
)

// facts collects what came out of a fit. Its methods make less code than
// literals.
type facts struct{ method.FactList }

// number adds a number.
func (f *facts) number(name string, v float64, meaning string) *method.Fact {
	return f.Add(name, v, "", meaning)
}

// quiet adds what the panel does not show.
func (f *facts) quiet(name string, v any, unit, meaning string) {
	f.Add(name, v, unit, meaning).Hide()
}

// linearComplexity is what a study puts a price on: the constant, and as many weights as the points determine.
const linearComplexity = "the degrees of freedom, with the constant"

// freedom are the degrees of freedom; NaN where they are not known.
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
