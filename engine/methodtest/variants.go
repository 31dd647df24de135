package methodtest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"pointscape/engine/method"
)

// Variant is a setting of a method's parameters.
type Variant struct {
	Name   string // "kernel = linear"; "" of the defaults
	Params map[string]any
}

// Variants are the defaults, and each choice and each switch of m, one at a time:
// with what makes it apply, and, where m refuses it beside the defaults, with
// another choice beside which it holds. ok tells of each whether there is one.
func Variants(m *method.Method) (list []Variant, refused []string) {
	list = append(list, Variant{})
	add := func(p *method.Param, x any, text string) {
		params := map[string]any{p.Name: x}
		Apply(m, p.When, params)
		if params, ok := settle(m, params); ok {
			list = append(list, Variant{p.Name + " = " + text, params})
		} else {
			refused = append(refused, p.Name+" = "+text)
		}
	}
	for i := range m.Params {
		p := &m.Params[i]
		for _, c := range p.Choices() {
			if method.Is[method.Options](p.Kind) {
				if x := method.ChosenOf(p, c.Value); x != nil && !method.SameValue(x, p.Default) {
					add(p, x, c.Value)
				}
			} else if !method.Is[method.Estimators](p.Kind) && c.Value != p.Default {
				add(p, c.Value, c.Value)
			}
		}
		if method.Is[method.Bool](p.Kind) {
			x := p.Default != true
			add(p, x, strconv.FormatBool(x))
		}
	}
	return list, refused
}

// Apply sets in params what makes a condition hold, and what makes the parameters
// apply that it names; what is set already stays.
func Apply(m *method.Method, w *method.When, params map[string]any) {
	if list := ways(m, w, params); len(list) > 0 {
		maps.Copy(params, list[0])
	}
}

// ways are the settings that differ from params as little as makes a condition hold,
// one for each value that will do, a default first. What is set already stays; none
// where it is in the way.
func ways(m *method.Method, w *method.When, params map[string]any) (list []map[string]any) {
	if w == nil {
		return []map[string]any{params}
	}
	if p := m.Param(w.Name); p != nil {
		alone := &method.When{Name: w.Name, In: w.In, Not: w.Not}
		for _, before := range ways(m, p.When, params) {
			if m.Applies(alone, before) {
				list = append(list, ways(m, w.And, before)...)
			}
			if _, set := before[p.Name]; set {
				continue
			}
			for _, v := range wanted(p, w) {
				with := maps.Clone(before)
				if with == nil {
					with = map[string]any{}
				}
				with[p.Name] = v
				if m.Applies(alone, with) && fmt.Sprint(v) != fmt.Sprint(p.Default) {
					list = append(list, ways(m, w.And, with)...)
				}
			}
		}
	}
	if w.Or != nil {
		list = append(list, ways(m, w.Or, params)...)
	}
	return list
}

// wanted are values of p that may make a condition hold.
func wanted(p *method.Param, w *method.When) (list []any) {
	if w.Not {
		switch k := p.Kind.(type) {
		case method.Bool:
			return []any{true, false}
		case method.Number, method.Integer:
			return []any{p.Range().Min, p.Range().Max}
		default:
			return k.Tries(p)
		}
	}
	for _, x := range w.In {
		if v := p.Kind.Meant(p, x); v != nil {
			list = append(list, v)
		}
	}
	return list
}

// passes tells whether parameters are taken.
func passes(m *method.Method, params map[string]any) bool {
	v, err := m.Validate(params)
	return err == nil && (m.Check == nil || m.Check(v) == nil)
}

// settle makes parameters pass Check, if need be with another choice of one more.
func settle(m *method.Method, params map[string]any) (map[string]any, bool) {
	if passes(m, params) {
		return params, true
	}
	for _, p := range m.Params {
		if _, set := params[p.Name]; set {
			continue
		}
		for _, c := range p.Choices() {
			if method.Is[method.Options](p.Kind) {
				break
			}
			if more := maps.Clone(params); c.Task == "" {
				more[p.Name] = c.Value
				if passes(m, more) {
					return more, true
				}
			}
		}
	}
	return nil, false
}

// tasks are the variants that differ in how points are read.
func tasks(m *method.Method) []Variant {
	list := []Variant{{}}
	seen := []method.Task{m.TaskOf(nil)}
	for _, p := range m.Params {
		for _, c := range p.Choices() {
			if c.Task != "" && !slices.Contains(seen, c.Task) {
				list, seen = append(list, Variant{p.Name + " = " + c.Value, map[string]any{p.Name: c.Value}}), append(seen, c.Task)
			}
		}
	}
	return list
}

// extremes are the variants with a number at one end of its slider.
func extremes(m *method.Method) (list []Variant) {
	for _, p := range m.Params {
		if !p.IsNumber() {
			continue
		}
		lo, hi := p.Range().Slider()
		for _, x := range []float64{lo, hi} {
			params := map[string]any{p.Name: x}
			Apply(m, p.When, params)
			if params, ok := settle(m, params); ok {
				list = append(list, Variant{fmt.Sprintf("%s = %g", p.Name, x), params})
			}
		}
	}
	return list
}
