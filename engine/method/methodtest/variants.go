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
		for _, c := range p.Choices {
			if c.Value != p.Default {
				add(p, c.Value, c.Value)
			}
		}
		if p.Kind == method.Bool {
			x := p.Default != true
			add(p, x, strconv.FormatBool(x))
		}
	}
	return list, refused
}

// Apply sets in params what makes a condition hold, and what makes the parameters
// apply that it names; what is set already stays.
func Apply(m *method.Method, w *method.When, params map[string]any) {
	if w == nil {
		return
	}
	p := m.Param(w.Name)
	if p == nil {
		return
	}
	Apply(m, p.When, params)
	if _, set := params[p.Name]; set || m.Applies(w, params) {
		return
	}
	switch x := w.In[0]; p.Kind {
	case method.Bool:
		params[p.Name] = x == "true"
	case method.Number, method.Integer:
		if f, err := strconv.ParseFloat(x, 64); err == nil {
			params[p.Name] = f
		}
	default:
		if x == "*" {
			x = "rbf(0.2) + 0.5*linear()"
		}
		params[p.Name] = x
	}
}

// settle makes parameters pass Check, if need be with another choice of one more.
func settle(m *method.Method, params map[string]any) (map[string]any, bool) {
	passes := func(params map[string]any) bool {
		v, err := m.Validate(params)
		return err == nil && (m.Check == nil || m.Check(v) == nil)
	}
	if passes(params) {
		return params, true
	}
	for _, p := range m.Params {
		if _, set := params[p.Name]; set {
			continue
		}
		for _, c := range p.Choices {
			if more := maps.Clone(params); c.Task == "" {
				more[p.Name] = c.Value
				if passes(more) {
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
		for _, c := range p.Choices {
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
		if p.Kind != method.Number && p.Kind != method.Integer {
			continue
		}
		lo, hi := p.SoftMin, p.SoftMax
		if lo == 0 && hi == 0 {
			lo, hi = p.Min, p.Max
		}
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
