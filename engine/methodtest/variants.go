package methodtest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"pointscape/engine/method"
)

// Variant is a setting of a method's parameters.
type Variant struct {
	Name   string // "kernel = linear"; "" for the defaults
	Params map[string]any
}

// Variants returns the defaults, and each choice and each switch of m, one at a time: together with values that make it
// apply and, if m refuses it with the defaults, with another choice that makes it valid. refused lists those that are
// never valid. Methods within m are not varied.
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

// inTurn returns the variants that a check takes: all, or, in short runs, the defaults and each third of the others.
// The checks take other ones in turn, so that each variant passes a third of them.
func inTurn(m *method.Method, turn int) []Variant {
	list, _ := Variants(m)
	return third(list, turn)
}

func third(list []Variant, turn int) (some []Variant) {
	for i, v := range list {
		if i == 0 || i%3 == turn || !testing.Short() {
			some = append(some, v)
		}
	}
	return some
}

// Apply sets in params values that satisfy a condition, and those that make the named parameters apply; values that are
// set already stay.
func Apply(m *method.Method, w *method.When, params map[string]any) {
	if list := ways(m, w, params); len(list) > 0 {
		maps.Copy(params, list[0])
	}
}

// ways returns the settings that satisfy a condition and differ as little as possible from params: one for each
// suitable value, a default first. Values that are set already stay; if they prevent it, there is none.
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

// wanted returns values of p that may satisfy a condition.
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

// passes reports whether parameters are valid.
func passes(m *method.Method, params map[string]any) bool {
	v, err := m.Validate(params)
	return err == nil && (m.Check == nil || m.Check(v) == nil)
}

// settle makes parameters pass Check, if necessary with another choice for one more parameter.
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

// tasks returns one variant for each task: the defaults, and a choice for each other one.
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

// extremes returns the variants with one number at an end of its slider.
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
