package method

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
)

// Options is the kind of parameters that are lists of choices: []string, each one of
// Param.Choices. There are two sorts. With Per, there is one for each entry of another list
// (an activation for each hidden layer): where there are fewer, the last one holds for the
// rest. With Distinct it is a set, of at least MinLen, in the order of the Choices.
// Values.Strings reads it.
const Options Kind = "options"

// Strings returns a parameter of the kind Options.
func (v Values) Strings(name string) []string { return v.get(name).([]string) }

// StringsOf reads a list of choices as Go or JSON has made it; nil where it is none.
func StringsOf(v any) []string {
	switch x := v.(type) {
	case []string:
		return x
	case []any:
		list := make([]string, len(x))
		for i, y := range x {
			s, ok := y.(string)
			if !ok {
				return nil
			}
			list[i] = s
		}
		return list
	}
	return nil
}

// FloatsOf reads a list of numbers as Go or JSON has made it; nil where it is none.
func FloatsOf(v any) []float64 {
	if list, ok := v.([]float64); ok {
		return list
	}
	list, _ := ValueOf(v).([]float64)
	return list
}

// Short returns numbers as documents have them that are taken over: in the shortest decimal form
// that is the same float32. They are as close as that.
func Short(list []float64) []float64 {
	out := make([]float64, len(list))
	for i, v := range list {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', -1, 32), 64)
	}
	return out
}

// checkOptions is Check for the kind Options.
func (p *Param) checkOptions(x any) (any, error) {
	list, ok := x.([]string)
	if none, is := x.([]float64); is && len(none) == 0 {
		list, ok = []string{}, true // an empty list is one of any kind
	}
	if !ok || len(list) < p.MinLen || p.MaxLen > 0 && len(list) > p.MaxLen {
		if ok {
			x = len(list)
		}
		return nil, doc.Errorf("params."+p.Name, p.Wants(), x)
	}
	for i, s := range list {
		at := "params." + p.Name + "[" + strconv.Itoa(i) + "]"
		if !p.isChoice(s) {
			return nil, doc.Errorf(at, p.oneOf(), s)
		}
		if p.Distinct && slices.Contains(list[:i], s) {
			return nil, doc.Errorf(at, "another one than those before it", s)
		}
	}
	if p.Distinct {
		all := make([]string, 0, len(list))
		for _, c := range p.Choices {
			if slices.Contains(list, c.Value) {
				all = append(all, c.Value)
			}
		}
		return all, nil
	}
	return list, nil
}

// oneOf names the choices.
func (p *Param) oneOf() string {
	v := make([]string, len(p.Choices))
	for i, c := range p.Choices {
		v[i] = c.Value
	}
	return "one of " + strings.Join(v, ", ")
}

// wantsOptions is Wants for the kind Options.
func (p *Param) wantsOptions() string {
	s := "a list of "
	switch {
	case p.MaxLen > 0:
		s += fmt.Sprintf("%d to %d ", p.MinLen, p.MaxLen)
	case p.MinLen > 0:
		s += fmt.Sprintf("at least %d ", p.MinLen)
	}
	if p.Distinct {
		s += "different "
	}
	return s + "choices, each " + p.oneOf()
}

// resize returns a list with n entries: those that are missing are like the last one. An empty
// one stays so.
func resize[T any](list []T, n int) []T {
	if len(list) == 0 || len(list) == n {
		return list
	}
	if len(list) > n {
		return list[:n:n]
	}
	return append(slices.Clip(list), slices.Repeat(list[len(list)-1:], n-len(list))...)
}

// entries gives validated lists that belong to the entries of another one as many entries
// as that has. One that was given and is longer is refused, by a *doc.Error that names it.
func (in *Info) entries(m map[string]any, given map[string]any) error {
	for i := range in.Params {
		p := &in.Params[i]
		if of := in.Param(p.Per); of == nil || of.Kind != Numbers {
			continue
		}
		n, had := len(FloatsOf(m[p.Per]))+p.More, 0
		switch list := m[p.Name].(type) {
		case []float64:
			had, m[p.Name] = len(list), resize(list, n)
		case []string:
			had, m[p.Name] = len(list), resize(list, n)
		}
		if had > n && given[p.Name] != nil {
			return doc.Errorf("params."+p.Name, fmt.Sprintf("a list of at most %d, as %s says", n, p.Per), had)
		}
	}
	return nil
}

// Entries is how many entries the list p has with a document's parameters, where it belongs
// to the entries of a list of numbers; ok is false where it does not.
func (in *Info) Entries(p *Param, params map[string]any) (n int, ok bool) {
	if p.Per == "" {
		return 0, false
	}
	path := strings.TrimSuffix(p.Name, NameOf(p.Name)) + p.Per
	of := in.ParamAt(path, params)
	if of == nil || of.Kind != Numbers {
		return 0, false
	}
	v := in.Given(path, params)
	if v == nil {
		v = of.Default
	}
	return len(FloatsOf(v)) + p.More, true
}

// Whole is the list of options of p in a document, with the last one repeated where there are
// fewer than entries that they belong to.
func (in *Info) Whole(p *Param, params map[string]any) []string {
	v := in.Given(p.Name, params)
	if v == nil {
		v = p.Default
	}
	list := StringsOf(v)
	if n, ok := in.Entries(p, params); ok {
		list = resize(list, n)
	}
	return list
}

// PerLists are the parameters whose entries belong to those of the list at a path, with their
// paths as names.
func (in *Info) PerLists(path string, params map[string]any) (list []*Param) {
	before, all := strings.TrimSuffix(path, NameOf(path)), in.Params
	if m, _, _ := in.within(path, params); m != nil {
		all = m.Params
	}
	for i := range all {
		if all[i].Per == NameOf(path) {
			list = append(list, in.ParamAt(before+all[i].Name, params))
		}
	}
	return list
}

// Fitted returns parameters whose lists that belong to the entries of the list at a path are
// no longer than that. Those that were given do not change.
func (in *Info) Fitted(path string, params map[string]any) map[string]any {
	for _, p := range in.PerLists(path, params) {
		n, ok := in.Entries(p, params)
		var v any
		switch list := in.Given(p.Name, params).(type) {
		case []float64:
			ok, v = ok && len(list) > n, less(list, n, p.More)
		case []string:
			ok, v = ok && len(list) > n, less(list, n, p.More)
		default:
			ok = false
		}
		if !ok {
			continue
		}
		if _, err := p.Check(v); err != nil {
			v = nil // the default
		}
		params = in.With(params, p.Name, v)
	}
	return params
}

// less returns a list with at most n entries. The last more of them are of what comes behind the
// entries that went.
func less[T any](list []T, n, more int) []T {
	if len(list) <= n {
		return list
	}
	at := max(n-more, 0)
	return slices.Delete(slices.Clone(list), at, at+len(list)-n)
}
