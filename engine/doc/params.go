package doc

import (
	"fmt"
	"slices"
	"strings"

	"pointscape/engine/words"
)

// This file reads, writes and checks the values of parameters, whose types method.Info knows.

const (
	wantParam = "a finite number, true or false, a text, a method with its parameters, or a list of finite numbers, of " +
		"positions or of methods"
	wantPlace  = "finite numbers from -1e12 to 1e12"
	wantMethod = "the id of a method"
)

// readParams reads the parameters of a document, or of a nested method at depth within, in the field in.
func readParams(in, raw string, params map[string]any, within int) *Error {
	list, err := readObject(raw)
	if err != nil {
		return err.of(in)
	}
	if len(list) > MaxParams {
		return Errorf(in, words.Sprintf("at most %d parameters", MaxParams), len(list))
	}
	for _, m := range list {
		if params[m.name], err = readParam(in+"."+short(m.name), m.raw, within); err != nil {
			return err
		}
	}
	return nil
}

// readParam reads the value of a parameter.
func readParam(field, raw string, within int) (any, *Error) {
	switch raw[0] {
	case '"':
		return unquote(raw), nil
	case 't', 'f':
		return raw == "true", nil
	case '{':
		return readEstimator(field, raw, within+1)
	case '[':
		return readListed(field, raw, within)
	}
	x, err := readNumber(wantParam, raw)
	return x, err.of(field)
}

// readListed reads a parameter that is a list.
func readListed(field, raw string, within int) (list any, err *Error) {
	entries, err := readList("a list of numbers, of choices or of positions", raw, MaxFloats)
	if err != nil {
		return nil, err.of(field)
	}
	if len(entries) > MaxList && strings.IndexByte(`"[{`, entries[0][0]) >= 0 {
		return nil, wrong(words.Sprintf("a list of at most %d", MaxList), raw).of(field)
	}
	kind := byte('0')
	if len(entries) > 0 {
		kind = entries[0][0]
	}
	switch kind {
	case '"':
		list, err = readEach(entries, readText)
	case '{':
		return readEstimators(field, entries, within+1)
	case '[':
		list, err = readEach(entries, func(raw string) ([]float64, *Error) {
			return readNumbers("a position: a list of numbers", raw)
		})
	default:
		list, err = readEach(entries, func(raw string) (float64, *Error) { return readNumber("a finite number", raw) })
	}
	return list, err.of(field)
}

// readEstimators reads the entries of a list at nesting depth within.
func readEstimators(field string, entries []string, within int) ([]Estimator, *Error) {
	if within > maxNested {
		return nil, tooDeep().of(field)
	}
	if len(entries) > MaxEstimators {
		return nil, Errorf(field, words.Sprintf("at most %d methods", MaxEstimators), len(entries))
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
func readEstimator(in, raw string, within int) (Estimator, *Error) {
	if within > maxNested {
		return Estimator{}, tooDeep().of(in)
	}
	e := Estimator{Params: map[string]any{}}
	f := fields{do: reading, within: within}
	f.read(&e, in, raw)
	return e, f.err
}

// appendNamed writes values as a JSON object.
func appendNamed(b []byte, params map[string]any) []byte { return appendMap(b, params, appendParam) }

// appendMap writes a map as a JSON object, in the order of its keys.
func appendMap[T any](b []byte, values map[string]T, add func(b []byte, x T) []byte) []byte {
	b = append(b, '{')
	for i, name := range sortedNames(values) {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(append(appendText(b, name), ':'), values[name])
	}
	return append(b, '}')
}

// appendParam writes a value that checkParam has accepted.
func appendParam(b []byte, v any) []byte {
	switch x := v.(type) {
	case float64:
		return AppendNumber(b, x)
	case bool:
		return fmt.Append(b, x)
	case string:
		return appendText(b, x)
	case []float64:
		return appendNumbers(b, x)
	case []string:
		return appendTexts(b, x)
	case [][]float64:
		return appendList(b, x, appendNumbers)
	case Estimator:
		return appendObject(b, &x)
	case []Estimator:
		return appendList(b, x, func(b []byte, e Estimator) []byte { return appendObject(b, &e) })
	}
	return b
}

func sortedNames[T any](values map[string]T) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func checkParams(params map[string]any, within int) *Error {
	if len(params) > MaxParams {
		return Errorf("", words.Sprintf("at most %d parameters", MaxParams), len(params))
	}
	for _, name := range sortedNames(params) {
		if err := checkName("an object of named values", name); err != nil {
			return err
		}
		if err := checkParam(params[name], within); err != nil {
			return err.of("." + name)
		}
	}
	return nil
}

func checkParam(v any, within int) *Error {
	switch x := v.(type) {
	case float64:
		if x-x != 0 { // NaN and Inf
			return Errorf("", wantParam, x)
		}
	case bool:
	case string:
		return checkLength(x, MaxLong)
	case []string:
		if len(x) > MaxList {
			return Errorf("", words.Sprintf("at most %d choices", MaxList), len(x))
		}
		for i, s := range x {
			if err := checkLength(s, MaxText); err != nil {
				return err.of(at("", i))
			}
		}
	case []float64:
		if len(x) > MaxFloats {
			return Errorf("", words.Sprintf("at most %d numbers", MaxFloats), len(x))
		}
		for _, y := range x {
			if y-y != 0 {
				return Errorf("", wantParam, y)
			}
		}
	case [][]float64:
		if len(x) > MaxList {
			return Errorf("", words.Sprintf("at most %d positions", MaxList), len(x))
		}
		for i, place := range x {
			if len(place) == 0 || len(place) > MaxList {
				return Errorf(at("", i), words.Sprintf("a position of 1 to %d numbers", MaxList), len(place))
			}
			for _, y := range place {
				if !inRange(y) {
					return Errorf(at("", i), wantPlace, y)
				}
			}
		}
	case Estimator:
		return checkEstimator(&x, within+1)
	case []Estimator:
		if within == maxNested {
			return tooDeep()
		}
		if len(x) > MaxEstimators {
			return Errorf("", words.Sprintf("at most %d methods", MaxEstimators), len(x))
		}
		for i := range x {
			if err := checkEstimator(&x[i], within+1); err != nil {
				return err.of(at("", i))
			}
		}
	default: // only reachable from Go code: an int, a nested list
		return Errorf("", wantParam, words.Sprintf("%v of type %T", x, x))
	}
	return nil
}
