package method

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Options is a list of choices, []string, in one of two forms. With Per, there is one for each entry of another list
// (an activation for each hidden layer); the last one holds for missing ones. With Distinct it is a set of at least
// MinLen, in the order of Choices. Values.Strings reads it.
type Options struct {
	plain
	Choices []Choice `json:"choices,omitempty"`
	List
	Distinct bool `json:"distinct,omitempty"`
}

func (k Options) parts() parts {
	return parts{choices: k.Choices, list: k.List, distinct: k.Distinct}
}

// Strings returns the value of a parameter of the kind Options.
func (v Values) Strings(name string) []string { return v.get(name).([]string) }

// StringsOf converts a list of choices, as a Go value or decoded from JSON; nil if v is none.
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

// FloatsOf converts a list of numbers, as a Go value or decoded from JSON; nil if v is none.
func FloatsOf(v any) []float64 {
	if list, ok := v.([]float64); ok {
		return list
	}
	list, _ := ValueOf(v).([]float64)
	return list
}

// Short rounds numbers for documents: each to the shortest decimal number that is the same float32.
func Short(list []float64) []float64 {
	out := make([]float64, len(list))
	for i, v := range list {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', -1, 32), 64)
	}
	return out
}

func (k Options) Check(p *Param, x any) (any, error) {
	list, ok := x.([]string)
	if none, is := x.([]float64); is && len(none) == 0 {
		list, ok = []string{}, true // an empty list has no element type
	}
	if !ok || len(list) < p.List().MinLen || p.List().MaxLen > 0 && len(list) > p.List().MaxLen {
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
		if p.Distinct() && slices.Contains(list[:i], s) {
			return nil, doc.Errorf(at, "different from the ones before it", s)
		}
	}
	if p.Distinct() {
		all := make([]string, 0, len(list))
		for _, c := range p.Choices() {
			if slices.Contains(list, c.Value) {
				all = append(all, c.Value)
			}
		}
		return all, nil
	}
	return list, nil
}

// oneOf lists the choices in words.
func (p *Param) oneOf() string {
	v := make([]string, len(p.Choices()))
	for i, c := range p.Choices() {
		v[i] = c.Value
	}
	return words.Fill("one of %s", strings.Join(v, ", "))
}

func (k Options) Wants(p *Param) string {
	switch n := p.List(); {
	case n.MaxLen > 0 && p.Distinct():
		return words.Sprintf("a list of %d to %d different choices, each %s", n.MinLen, n.MaxLen, p.oneOf())
	case n.MaxLen > 0:
		return words.Sprintf("a list of %d to %d choices, each %s", n.MinLen, n.MaxLen, p.oneOf())
	case n.MinLen > 0 && p.Distinct():
		return words.Sprintf("a list of at least %d different choices, each %s", n.MinLen, p.oneOf())
	case n.MinLen > 0:
		return words.Sprintf("a list of at least %d choices, each %s", n.MinLen, p.oneOf())
	case p.Distinct():
		return words.Text("a list of different choices, each %s", p.oneOf())
	}
	return words.Text("a list of choices, each %s", p.oneOf())
}

// Meets reports whether the list contains in; "" means the empty list.
func (Options) Meets(_ *Param, v any, in string) bool {
	list := StringsOf(v)
	return slices.Contains(list, in) || in == "" && len(list) == 0
}

func (Options) CanBe(p *Param, in string) bool { return in == "" || p.isChoice(in) }

func (Options) Meant(p *Param, in string) any {
	if in == "" {
		return []string{}
	}
	return ChosenOf(p, in)
}

// ChosenOf returns a value of Options that contains a choice: that one alone, or with as many others as MinLen
// requires; nil if that is impossible.
func ChosenOf(p *Param, value string) any {
	list := []string{value}
	for _, c := range p.Choices() {
		if len(list) < p.List().MinLen && c.Value != value {
			list = append(list, c.Value)
		}
	}
	if x, err := p.Check(list); err == nil {
		return x
	}
	return nil
}

func (k Options) Flaw(*Param) string {
	if len(k.Choices) == 0 || k.Distinct == (k.Per != "") || k.Per != "" && (k.Entry == "" || k.MinLen != 1) {
		return "choices, and what they are, are needed: different ones, or one for each entry of another list, at least " +
			"one, with a name for an entry"
	}
	return ""
}

func (k Options) Wrong(*Param) []Refused {
	first := k.Choices[0].Value
	list := refused(3.0, first, []float64{1})
	if k.MinLen > 0 {
		list = append(list, refused(make([]string, k.MinLen-1))...)
	}
	if k.MaxLen > 0 {
		list = append(list, refused(slices.Repeat([]string{first}, k.MaxLen+1))...)
	}
	n := max(1, k.MinLen)
	one := make([]string, n)
	for i := range one {
		one[i] = k.Choices[min(i, len(k.Choices)-1)].Value
	}
	one[n-1] = "no such choice"
	list = append(list, Refused{"[" + strconv.Itoa(n-1) + "]", one})
	if k.Distinct {
		list = append(list, Refused{"[1]", slices.Repeat([]string{first}, max(2, k.MinLen))})
	}
	return list
}

// Tries returns each choice and, for a set, all of them.
func (k Options) Tries(p *Param) (list []any) {
	var all []string
	for _, c := range k.Choices {
		if x := ChosenOf(p, c.Value); x != nil {
			list = append(list, x)
		}
		all = append(all, c.Value)
	}
	if k.Distinct {
		list = append(list, all)
	}
	return list
}

// resize returns a list with n entries, repeating the last one if some are missing. An empty list stays empty.
func resize[T any](list []T, n int) []T {
	if len(list) == 0 || len(list) == n {
		return list
	}
	if len(list) > n {
		return list[:n:n]
	}
	return append(slices.Clip(list), slices.Repeat(list[len(list)-1:], n-len(list))...)
}

// entries gives each validated list that belongs to the entries of a list of numbers as many entries as that one has,
// plus List.More; an empty list stays empty. If a given list is longer, the error is a *doc.Error that names it.
func (in *Info) entries(m map[string]any, given map[string]any) error {
	for i := range in.Params {
		p := &in.Params[i]
		if of := in.Param(p.List().Per); of == nil || !Is[Numbers](of.Kind) {
			continue
		}
		n, had := len(FloatsOf(m[p.List().Per]))+p.List().More, 0
		switch list := m[p.Name].(type) {
		case []float64:
			had, m[p.Name] = len(list), resize(list, n)
		case []string:
			had, m[p.Name] = len(list), resize(list, n)
		}
		if had > n && given[p.Name] != nil {
			return doc.Errorf("params."+p.Name, words.Sprintf("a list of at most %d, the value of %s", n, p.List().Per), had)
		}
	}
	return nil
}

// Entries returns the length that list p has with a document's parameters, if it belongs to the entries of a list of
// numbers; ok is false if it does not.
func (in *Info) Entries(p *Param, params map[string]any) (n int, ok bool) {
	if p.List().Per == "" {
		return 0, false
	}
	path := strings.TrimSuffix(p.Name, NameOf(p.Name)) + p.List().Per
	of := in.ParamAt(path, params)
	if of == nil || !Is[Numbers](of.Kind) {
		return 0, false
	}
	v := in.Given(path, params)
	if v == nil {
		v = of.Default
	}
	return len(FloatsOf(v)) + p.List().More, true
}

// Whole returns the list of options p of a document, with the last one repeated up to the number of entries that they
// belong to.
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

// PerLists returns the parameters whose entries belong to those of the list at a path, with their paths as names.
func (in *Info) PerLists(path string, params map[string]any) (list []*Param) {
	before, all := strings.TrimSuffix(path, NameOf(path)), in.Params
	if m, _, _ := in.within(path, params); m != nil {
		all = m.Params
	}
	for i := range all {
		if all[i].List().Per == NameOf(path) {
			list = append(list, in.ParamAt(before+all[i].Name, params))
		}
	}
	return list
}

// Fitted shortens the lists that belong to the entries of the list at a path to its length plus List.More. The given
// parameters do not change: if a list is shortened, it returns others.
func (in *Info) Fitted(path string, params map[string]any) map[string]any {
	for _, p := range in.PerLists(path, params) {
		n, ok := in.Entries(p, params)
		var v any
		switch list := in.Given(p.Name, params).(type) {
		case []float64:
			ok, v = ok && len(list) > n, less(list, n, p.List().More)
		case []string:
			ok, v = ok && len(list) > n, less(list, n, p.List().More)
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

// less shortens a list to n entries. The last more entries are kept, because they belong to what follows the removed
// ones.
func less[T any](list []T, n, more int) []T {
	if len(list) <= n {
		return list
	}
	at := max(n-more, 0)
	return slices.Delete(slices.Clone(list), at, at+len(list)-n)
}
