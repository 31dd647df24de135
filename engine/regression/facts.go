package regression

import "pointscape/engine/method"

// facts collects what came out of a fit. Its methods make less code than
// literals.
type facts []method.Fact

// number adds a number.
func (f *facts) number(name string, v float64, meaning string) { f.add(name, v, "", meaning) }

// add adds any value.
func (f *facts) add(name string, v any, unit, meaning string) {
	*f = append(*f, method.Fact{Name: name, Value: v, Unit: unit, Meaning: meaning})
}

// quiet adds what the panel does not show.
func (f *facts) quiet(name string, v any, unit, meaning string) {
	*f = append(*f, method.Fact{Name: name, Value: v, Unit: unit, Meaning: meaning, Quiet: true})
}
