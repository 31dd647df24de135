package doc

import (
	"fmt"
	"strconv"
)

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

var estimatorNames = []string{"method", "params"}

func appendEstimators(b []byte, list []Estimator) []byte {
	b = append(b, '[')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendEstimator(b, e)
	}
	return append(b, ']')
}

func appendEstimator(b []byte, e Estimator) []byte {
	b = appendText(append(b, `{"method":`...), e.Method)
	if len(e.Params) > 0 {
		b = appendParams(b, e.Params)
	}
	return append(b, '}')
}

func at(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }

// tooDeep returns the error for a method at a position where none is allowed.
func tooDeep(field string) *Error {
	return &Error{Field: field, Want: "no method: a nested method cannot contain another one"}
}

func checkEstimators(field string, list []Estimator) *Error {
	if len(list) > MaxEstimators {
		return Errorf(field, fmt.Sprintf("at most %d methods", MaxEstimators), len(list))
	}
	for i := range list {
		if err := checkEstimator(at(field, i), &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkEstimator(in string, e *Estimator) *Error {
	if err := checkName(in+".method", wantMethod, e.Method); err != nil {
		return err
	}
	for name, v := range e.Params {
		switch v.(type) {
		case Estimator, []Estimator: // no deeper nesting
			return tooDeep(in + ".params." + short(name))
		}
	}
	return checkParams(in+".params", e.Params)
}

// readEstimators reads the entries of a list at nesting depth within.
func readEstimators(field string, entries []string, within int) ([]Estimator, *Error) {
	if within > maxNested {
		return nil, tooDeep(field)
	}
	if len(entries) > MaxEstimators {
		return nil, Errorf(field, fmt.Sprintf("at most %d methods", MaxEstimators), len(entries))
	}
	list := make([]Estimator, len(entries))
	for i, raw := range entries {
		var err *Error
		if list[i], err = readEstimator(at(field, i), raw, within); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// readEstimator reads a nested method at depth within.
func readEstimator(in, raw string, within int) (e Estimator, err *Error) {
	if within > maxNested {
		return e, tooDeep(in)
	}
	members, err := readObject(in, raw)
	if err != nil {
		return e, err
	}
	e.Params = map[string]any{}
	for _, m := range members {
		switch m.name {
		case "method":
			e.Method, err = readText(in+".method", m.raw)
		case "params":
			err = readParams(in+".params", m.raw, e.Params, within)
		default:
			err = unknown(in, m.name, estimatorNames)
		}
		if err != nil {
			return e, err
		}
	}
	if e.Method == "" {
		return e, &Error{Field: in + ".method", Want: "given: " + wantMethod, Got: "none"}
	}
	return e, nil
}
