package doc

import "pointscape/engine/words"

// Estimator is a method with its parameters as the value of a parameter: a member of a voting ensemble, the base of
// bagging. A parameter has one Estimator or a list of them.
type Estimator struct {
	Method string         `json:"method"`
	Params map[string]any `json:"params,omitempty"` // as in Document, but without nested methods: see maxNested
}

// Limits of nested methods.
const (
	MaxEstimators = 100 // estimators in one parameter
	maxNested     = 1   // maximum depth of nesting
)

func (e *Estimator) fields(f *fields) {
	f.id("method", &e.Method, wantMethod, true)
	f.params("params", &e.Params)
}

func (e *Estimator) finish(f *fields) *Error {
	if e.Method == "" {
		return &Error{Field: f.in("method"), Want: words.Text("given: %s", wantMethod), Got: "none"}
	}
	return nil
}

// tooDeep returns the error for a method at a position where none is allowed.
func tooDeep() *Error { return &Error{Want: "no method: a nested method cannot contain another one"} }

// checkEstimator checks a nested method at depth within.
func checkEstimator(e *Estimator, within int) *Error {
	if within > maxNested {
		return tooDeep()
	}
	f := fields{do: checking, within: within}
	e.fields(&f)
	return f.err.of(".")
}
