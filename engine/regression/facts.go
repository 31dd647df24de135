package regression

import "pointscape/engine/method"

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
