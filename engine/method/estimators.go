package method

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Estimators is a list of methods with their parameters: []doc.Estimator, MinLen to MaxLen of them, each one of Of;
// with One, a single doc.Estimator. The declaration of each method validates its parameters and makes its controls.
type Estimators struct {
	plain
	Choices []Choice `json:"choices,omitempty"` // the names of Of
	List
	One bool     `json:"one,omitempty"` // the value is one method, not a list
	Of  []Method `json:"-"`             // the methods to choose from
	// Codes says that the codes of the chosen method (Transformer) are the inputs of the whole: see FittedOn.
	Codes bool `json:"codes,omitempty"`
}

func (k Estimators) parts() parts {
	return parts{choices: k.Choices, list: k.List, one: k.One, of: k.Of}
}

func (k Estimators) Check(p *Param, x any) (any, error) {
	if _, err := p.choose(x); err != nil {
		return nil, err
	}
	return p.Held(EstimatorsOf(x)), nil
}

// Meets reports whether one of the chosen methods has the id in.
func (Estimators) Meets(_ *Param, v any, in string) bool {
	return slices.ContainsFunc(EstimatorsOf(v), func(e doc.Estimator) bool { return e.Method == in })
}

func (Estimators) CanBe(p *Param, in string) bool { return p.isChoice(in) }

func (Estimators) Meant(p *Param, in string) any { return p.Held([]doc.Estimator{{Method: in}}) }

func (k Estimators) Wants(*Param) string {
	if k.One {
		return "a method with its parameters"
	}
	return words.Sprintf("a list of %d to %d methods, each with its parameters", k.MinLen, k.MaxLen)
}

func (k Estimators) Flaw(*Param) string {
	if len(k.Of) == 0 || len(k.Of) != len(k.Choices) || k.Entry == "" || k.MinLen < 1 || k.MaxLen < k.MinLen {
		return "a list of methods needs the methods to choose from, a name for an entry, and a limit"
	}
	return ""
}

// Wrong returns values that are no such lists, and lists whose last entry is an unknown method, or a method with an
// unknown parameter or with a value that it refuses.
func (k Estimators) Wrong(p *Param) []Refused {
	first := doc.Estimator{Method: k.Of[0].ID}
	list := refused(3.0, "knn", true, []float64{1}, [][]float64{{1}}, slices.Repeat([]doc.Estimator{first}, k.MaxLen+1),
		[]doc.Estimator{})
	if k.One {
		list = append(list, refused([]doc.Estimator{first})...)
	} else {
		list = append(list, refused(first)...)
	}
	last := k.MaxLen - 1
	entry := func(e doc.Estimator) any { return p.Held(append(slices.Repeat([]doc.Estimator{first}, last), e)) }
	at := strings.TrimPrefix(p.at(last), p.Name)
	list = append(list, Refused{at + ".method", entry(doc.Estimator{Method: "no_such_method"})})
	for _, of := range k.Of {
		try := func(name, in string, x any) {
			list = append(list, Refused{at + inner + name + in,
				entry(doc.Estimator{Method: of.ID, Params: map[string]any{name: x}})})
		}
		try("no_such_parameter", "", 1.0)
		for i := range of.Params {
			q := &of.Params[i]
			for _, w := range q.Kind.Wrong(q) {
				try(q.Name, w.At, w.Value)
			}
		}
	}
	return list
}

// Tries returns lists of the first and lists of the last method: as short as allowed, up to two entries longer, and one
// with the last value of the method's first Choose parameter.
func (k Estimators) Tries(p *Param) (list []any) {
	for _, i := range []int{0, len(k.Of) - 1} {
		m := &k.Of[i]
		e := doc.Estimator{Method: m.ID, Params: map[string]any{}}
		some := func(n int) any { return p.Held(slices.Repeat([]doc.Estimator{e}, n)) }
		list = append(list, some(max(1, k.MinLen)), some(min(k.MinLen+2, k.MaxLen)))
		for j := range m.Params {
			if q, ok := m.Params[j].Kind.(Choose); ok {
				e.Params = map[string]any{m.Params[j].Name: q.Choices[len(q.Choices)-1].Value}
				list = append(list, p.taken(some(max(1, k.MinLen)))...)
				break
			}
		}
	}
	return list
}

// Chosen is a method with validated parameters: an entry of the value of an Estimators parameter.
type Chosen struct {
	Method *Method
	Values Values
}

// Equal reports whether both are the same method with the same values.
func (c Chosen) Equal(o Chosen) bool { return c.Method.ID == o.Method.ID && c.Values.Equal(o.Values) }

// Chosen returns the value of a parameter of the kind Estimators.
func (v Values) Chosen(name string) []Chosen { return v.get(name).([]Chosen) }

// Among returns p with the methods that the user can choose from.
func (p Param) Among(list []Method) Param {
	Change(&p, func(k *Estimators) {
		k.Of, k.Choices = list, nil
		if k.One {
			k.MinLen, k.MaxLen = 1, 1
		}
		for i := range list {
			k.Choices = append(k.Choices, Choice{Value: list[i].ID, Label: list[i].Name})
		}
	})
	return p
}

// Link completes declarations that were read from JSON: it sets the methods that their parameters choose from, which
// must be in the same list, and converts the defaults of such parameters and of Options.
func Link(list []Info) {
	for i := range list {
		list[i].Link(list)
	}
}

// Link completes one declaration; list holds the methods that its parameters choose from.
func (in *Info) Link(list []Info) {
	for j := range in.Params {
		p := &in.Params[j]
		if Is[Options](p.Kind) {
			p.Default = StringsOf(p.Default)
		}
		if !Is[Estimators](p.Kind) {
			continue
		}
		p.Default = p.Held(EstimatorsOf(p.Default))
		Change(p, func(k *Estimators) {
			k.Of = nil
			for i := range list {
				if p.isChoice(list[i].ID) {
					k.Of = append(k.Of, Method{Info: list[i]})
				}
			}
		})
	}
}

// Choose returns the method with an id that p can choose, or nil.
func (p *Param) Choose(id string) *Method {
	list := p.Of()
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

// EstimatorsOf converts one method or a list of methods, as Go values or decoded from JSON; nil if v is neither. An
// entry that is no method becomes one without an id.
func EstimatorsOf(v any) (list []doc.Estimator) {
	switch x := v.(type) {
	case doc.Estimator:
		return []doc.Estimator{x}
	case []doc.Estimator:
		return x
	case map[string]any:
		e := doc.Estimator{Params: map[string]any{}}
		e.Method, _ = x["method"].(string)
		params, _ := x["params"].(map[string]any)
		for name, y := range params {
			e.Params[name] = ValueOf(y)
		}
		return []doc.Estimator{e}
	case []any:
		for _, one := range x {
			if fields, ok := one.(map[string]any); ok {
				list = append(list, EstimatorsOf(fields)...)
			} else {
				list = append(list, doc.Estimator{Params: map[string]any{}})
			}
		}
	}
	return list
}

// Held returns list as the value of the parameter: its only entry if the parameter is One.
func (p *Param) Held(list []doc.Estimator) any {
	if p.One() && len(list) == 1 {
		return list[0]
	}
	return list
}

// ValueOf converts a parameter's value that was decoded from JSON: lists of numbers, choices, points or methods, and a
// single method. Any other value is returned unchanged.
func ValueOf(v any) any {
	if one, ok := v.(map[string]any); ok {
		return EstimatorsOf(one)[0]
	}
	list, ok := v.([]any)
	if !ok {
		return v
	}
	if len(list) > 0 {
		switch list[0].(type) {
		case map[string]any:
			return EstimatorsOf(v)
		case string:
			if options := StringsOf(v); options != nil {
				return options
			}
			return v
		case []any:
			places := make([][]float64, len(list))
			for i, x := range list {
				if places[i], ok = ValueOf(x).([]float64); !ok {
					return v
				}
			}
			return places
		}
	}
	out := make([]float64, len(list))
	for i, x := range list {
		if out[i], ok = x.(float64); !ok {
			return v
		}
	}
	return out
}

// choose validates a list of methods. The error is a *doc.Error that names the field within the entry,
// "params.estimators[1].params.C".
func (p *Param) choose(x any) ([]Chosen, error) {
	list, ok := x.([]doc.Estimator)
	if one, is := x.(doc.Estimator); p.One() {
		list, ok = []doc.Estimator{one}, is
	}
	if none, is := x.([]float64); is && len(none) == 0 {
		ok = true // an empty list has no element type
	}
	if !ok || len(list) < p.List().MinLen || len(list) > p.List().MaxLen {
		if ok {
			x = len(list)
		} else if one, is := x.(doc.Estimator); is {
			x = one.Method
		}
		return nil, doc.Errorf("params."+p.Name, p.Wants(), x)
	}
	chosen := make([]Chosen, len(list))
	for i, e := range list {
		in := "params." + p.at(i) + "."
		m := p.Choose(e.Method)
		if m == nil {
			ids := make([]string, len(p.Of()))
			for k := range p.Of() {
				ids[k] = p.Of()[k].ID
			}
			return nil, doc.Errorf(in+"method", doc.OneOf(ids, e.Method), e.Method)
		}
		v, err := m.Validate(e.Params)
		if err == nil && m.Check != nil {
			err = m.Check(v)
		}
		if err != nil {
			var wrong *doc.Error
			if errors.As(err, &wrong) {
				err = &doc.Error{Field: in + wrong.Field, Want: wrong.Want, Got: wrong.Got}
			}
			return nil, err
		}
		chosen[i] = Chosen{m, v}
	}
	return chosen, nil
}

// A parameter of the method in entry i of parameter p has a path, in the form of error fields:
// "estimators[1].params.C", or "estimator.params.C" if p is One. The path of any other parameter is its name.

const inner = ".params."

// at returns the name of entry i of a parameter in the form of error fields.
func (p *Param) at(i int) string {
	if p.One() {
		return p.Name
	}
	return p.Name + "[" + strconv.Itoa(i) + "]"
}

// PathTo returns the prefix of the paths of the parameters of entry i.
func (p *Param) PathTo(i int) string { return p.at(i) + inner }

// splitPath splits a path; ok is false if it does not lead into a method.
func splitPath(path string) (of string, i int, name string, ok bool) {
	before, name, ok := strings.Cut(path, inner)
	if !ok {
		return "", 0, path, false
	}
	of, number, listed := strings.Cut(before, "[")
	if !listed {
		return of, 0, name, true
	}
	i, err := strconv.Atoi(strings.TrimSuffix(number, "]"))
	return of, i, name, err == nil && i >= 0
}

// NameOf returns the name at the end of a path.
func NameOf(path string) string {
	_, _, name, _ := splitPath(path)
	return name
}

// ParamOf returns the path of the parameter that an error's field belongs to, "params.at[2]"; ok is false if it belongs
// to none.
func ParamOf(field string) (path string, ok bool) {
	path, ok = strings.CutPrefix(field, "params.")
	before, after, is := strings.Cut(path, inner)
	if !is {
		if end := strings.IndexAny(path, "[."); end >= 0 {
			path = path[:end]
		}
		return path, ok
	}
	after, _, _ = strings.Cut(after, "[")
	return before + inner + after, ok
}

// within returns the method and the entry that a path leads into, as the parameters of a document choose it; m is nil
// if there is none.
func (in *Info) within(path string, params map[string]any) (m *Method, e doc.Estimator, name string) {
	of, i, name, ok := splitPath(path)
	if !ok {
		return nil, e, ""
	}
	p := in.Param(of)
	if p == nil || !Is[Estimators](p.Kind) || !strings.HasPrefix(path, p.PathTo(i)) {
		return nil, e, ""
	}
	list := EstimatorsIn(p, params)
	if i >= len(list) {
		return nil, e, ""
	}
	return p.Choose(list[i].Method), list[i], name
}

// EstimatorsIn returns the value of an Estimators parameter in a document, or its default.
func EstimatorsIn(p *Param, params map[string]any) []doc.Estimator {
	if v := params[p.Name]; v != nil {
		return EstimatorsOf(v)
	}
	return EstimatorsOf(p.Default)
}

// ParamAt is Param for a path. The declaration of a parameter within another method is returned as a copy with the path
// as its name and without a condition.
func (in *Info) ParamAt(path string, params map[string]any) *Param {
	m, _, name := in.within(path, params)
	if m == nil {
		return in.Param(path)
	}
	p := m.Param(name)
	if p == nil {
		return nil
	}
	q := *p
	q.Name, q.When = path, nil
	return &q
}

// Inner returns the parameters of entry i of p that apply, except those about rows of tables (OfTables), with their
// paths as names.
func (in *Info) Inner(p *Param, i int, params map[string]any) (list []*Param) {
	m, e, _ := in.within(p.PathTo(i), params)
	if m == nil {
		return nil
	}
	for k := range m.Params {
		if !m.Params[k].OfTables() && m.Applies(m.Params[k].When, e.Params) {
			list = append(list, in.ParamAt(p.PathTo(i)+m.Params[k].Name, params))
		}
	}
	return list
}

// Given returns the value that a document's parameters have at a path; nil if they have none.
func (in *Info) Given(path string, params map[string]any) any {
	if m, e, name := in.within(path, params); m != nil {
		return e.Params[name]
	}
	return params[path]
}

// With returns parameters that have value v at a path; nil = the default. The given ones do not change.
func (in *Info) With(params map[string]any, path string, v any) map[string]any {
	if m, e, name := in.within(path, params); m != nil {
		of, i, _, _ := splitPath(path)
		p := in.Param(of)
		list := slices.Clone(EstimatorsIn(p, params))
		list[i].Params = put(e.Params, name, v)
		path, v = of, list
	}
	if p := in.Param(path); p != nil && Is[Estimators](p.Kind) {
		if list, ok := v.([]doc.Estimator); ok {
			v = p.Held(list)
		}
	}
	return put(params, path, v)
}

func put(params map[string]any, name string, v any) map[string]any {
	with := make(map[string]any, len(params)+1)
	maps.Copy(with, params)
	if v == nil {
		delete(with, name)
	} else {
		with[name] = v
	}
	return with
}

// At returns the method whose parameter a path names, its values, and the prefix of its paths: m itself and "" if the
// path is a name.
func (m *Method) At(path string, v Values) (of *Method, values Values, before string) {
	name, i, _, ok := splitPath(path)
	if p := m.Param(name); ok && p != nil && Is[Estimators](p.Kind) {
		if list := v.Chosen(name); i < len(list) {
			return list[i].Method, list[i].Values, p.PathTo(i)
		}
	}
	return m, v, ""
}

// SameValue reports whether two values of a parameter in documents are equal.
func SameValue(a, b any) bool {
	switch x := a.(type) {
	case []float64:
		y, ok := b.([]float64)
		return ok && slices.Equal(x, y)
	case []string:
		y, ok := b.([]string)
		return ok && slices.Equal(x, y)
	case [][]float64:
		y, ok := b.([][]float64)
		return ok && samePlaces(x, y)
	case doc.Estimator:
		y, ok := b.(doc.Estimator)
		return ok && sameEstimator(x, y)
	case []doc.Estimator:
		y, ok := b.([]doc.Estimator)
		return ok && slices.EqualFunc(x, y, sameEstimator)
	}
	switch b.(type) {
	case []float64, []string, [][]float64, doc.Estimator, []doc.Estimator:
		return false
	}
	return a == b
}

func sameEstimator(a, b doc.Estimator) bool {
	return a.Method == b.Method && maps.EqualFunc(a.Params, b.Params, SameValue)
}

// Within returns the parameter and the entry that a path leads into; ok is false if it leads into none.
func Within(path string) (of string, i int, ok bool) {
	of, i, _, ok = splitPath(path)
	return of, i, ok
}
