package methodtest

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// keys checks pictures with keys: for the example and each variant, with all layers switched on, at several steps,
// every key has a description with a unique name (cells of a matrix may have equal ones), its click action is valid,
// and keys that no picture has are unknown.
func keys(t T, m method.Method) {
	e := newEasel(&m)
	all := []string{}
	for _, s := range m.Shows {
		all = append(all, string(s.Name))
	}
	look := func(what string, d doc.Document) {
		d.View.Show = all
		d.View.Step = nil
		r := e.drawn(t, d)
		answering(t, what, &m, r)
		st := r.Fit.Whole.Can().Stepper
		if st == nil {
			return
		}
		for _, k := range []int{0, 1, st.Steps() / 2} {
			d.View.Step = &k
			answering(t, fmt.Sprintf("%s, step %d", what, k), &m, e.drawn(t, d))
		}
	}
	if d, err := doc.Decode([]byte(m.Example)); m.Example != "" && err == nil {
		if d, err = e.s.Resolve(method.Unstopped, d); err == nil {
			look("the example", d)
		}
	}
	variants := inTurn(&m, 0)
	for _, v := range variants {
		look(v.Name, e.document(v.Params))
	}
}

// turnable returns what is wrong with the number that a key stands for; "" = nothing. It must be one of the model's
// numbers, and a fit from these numbers must start with them.
func turnable(m *method.Method, r *session.Result, knob *method.Knob) string {
	if knob == nil {
		return ""
	}
	p := m.Param(knob.Param)
	if p == nil || p.Taken() == "" || !(knob.Scale > 0) || math.IsInf(knob.Scale, 1) {
		return "it is of no parameter that is taken over, or has no size"
	}
	all := r.Fit.Take(knob.Param)
	if knob.Index < 0 || knob.Index >= len(all) {
		return fmt.Sprintf("it is number %d of %d", knob.Index, len(all))
	}
	if _, err := p.Check(all); err != nil {
		return err.Error()
	}
	all[knob.Index] += knob.Scale / 8
	model, err := m.Fit(atStart{method.Unstopped}, r.Fit.Problem, r.Fit.Values.With(knob.Param, all), nil)
	if err != nil {
		return err.Error()
	}
	switch can := model.Can(); {
	case can.Stepper != nil:
		model = can.Stepper.Stage(0)
	case can.Grower != nil:
		return "" // the check "growing" tests its start
	}
	return startsFrom(model, knob.Param, all)
}

// startsFrom returns what is wrong with a model that was given initial numbers; "" = nothing.
func startsFrom(model method.Model, param string, all []float64) string {
	tk := model.Can()
	if tk.Take == nil {
		return "the model from such numbers has none"
	}
	for i, v := range tk.Take(param) {
		if math.Abs(v-all[i]) > 1e-6*max(1, math.Abs(all[i])) {
			return fmt.Sprintf("a model that starts from %g as number %d has %g there", all[i], i, v)
		}
	}
	return ""
}

// answering checks the keys of one picture.
func answering(t T, what string, m *method.Method, r *session.Result) {
	t.Helper()
	model := r.Fit.Model.Can()
	v := r.Picture.View
	layers := slices.Concat(r.Picture.Layers, r.Over)
	stage := &picture.Picture{View: v, Layers: layers}
	if model.Hits != nil {
		stage.Hits = model.Hits(v, r.Fit.Show)
	}
	words := map[string]string{} // names by key
	var none []string            // strings that are not keys
	for _, p := range append([]*picture.Picture{stage}, r.Panels...) {
		for _, l := range p.Layers {
			if wrong := unequal(l); wrong != "" {
				t.Errorf("%s: %s", what, wrong)
				return
			}
		}
		for _, s := range p.Spots() {
			least := map[picture.SpotKind]int{picture.Area: 6, picture.Line: 4, picture.Dot: 2}[s.Kind]
			if len(s.XY) < least || !method.Finite(s.XY...) {
				t.Errorf("%s: the key %q is at %v", what, s.Key, s.XY)
			}
			if strings.ContainsAny(s.Key, " \t\n"+picture.KeyAnd) || len(s.Key) > 40 {
				t.Errorf("%s: %q is no short name without blanks", what, s.Key)
			}
			if s.Kind != picture.Cells {
				words[s.Key] = ""
				continue
			}
			// Cells at the corners have descriptions, which may be alike; cells outside have none.
			columns, rows := int(s.Z[0]), int(s.Z[1])
			for _, row := range []int{0, rows - 1} {
				for _, column := range []int{0, columns - 1} {
					key := picture.CellKey(s.Key, row, column)
					if told, _, ok := r.Fit.Told(key, v); !ok || told.Answer == "" {
						t.Errorf("%s: the cell %q has no words", what, key)
					} else if wrong := doable(m, r, told.Click); wrong != "" {
						t.Errorf("%s: a click on the cell %q: %s", what, key, wrong)
					}
				}
			}
			none = append(none, s.Key, picture.CellKey(s.Key, rows, 0), picture.CellKey(s.Key, 0, columns))
		}
	}
	owner := map[string]string{}
	for key := range words {
		told, points, ok := r.Fit.Told(key, v)
		if !ok || told.Answer == "" {
			t.Errorf("%s: the key %q is drawn, and has no words", what, key)
			continue
		}
		if other := owner[told.Answer]; other != "" {
			t.Errorf("%s: the keys %q and %q are both called %q", what, key, other, told.Answer)
		}
		owner[told.Answer] = key
		e, act, does, _ := r.Fit.Tell(key, v)
		for _, text := range append([]string{e.Answer}, e.Lines...) {
			if err := written(text); err != nil {
				t.Errorf("%s: the key %q: %v", what, key, err)
			}
		}
		if again, _, _ := r.Fit.Told(key, v); !reflect.DeepEqual(told, again) {
			t.Errorf("%s: the key %q says something else when it is asked again", what, key)
		}
		c := told.Click
		n := 0
		for _, some := range []bool{c.Set != nil, c.Step != nil, points != nil} {
			if some {
				n++
			}
		}
		if n > 1 || (act != nil) != (n == 1) || (does != "") != (n == 1) {
			t.Errorf("%s: a click on the key %q does %d things: %q", what, key, n, does)
		}
		if wrong := turnable(m, r, told.Knob); wrong != "" {
			t.Errorf("%s: the number of the key %q: %s", what, key, wrong)
		}
		if wrong := doable(m, r, c); wrong != "" {
			t.Errorf("%s: a click on the key %q: %s", what, key, wrong)
		}
	}
	// None of these is a key, whatever the prefixes of a method's keys.
	none = append(none, "", " ", "no such key", "n-1", "n999999999999999999999", "c", "c0:", "k-1")
	for key := range words {
		none = append(none, key+":")
	}
	for _, key := range none {
		if _, _, ok := r.Fit.Told(key, v); ok {
			t.Errorf("%s: %q is no key, and has words", what, key)
		}
	}
}

// doable returns what is wrong with an action; "" = nothing.
func doable(m *method.Method, r *session.Result, c method.Action) string {
	for name, x := range c.Set {
		p := m.Param(name)
		if p == nil {
			return fmt.Sprintf("there is no parameter %s", name)
		}
		if _, err := p.Check(x); err != nil {
			return err.Error()
		}
	}
	if c.Step != nil {
		last := r.Fit.Whole.Can().LastStep()
		if st := r.Fit.Whole.Can().Stepper; st != nil {
			last = st.Steps()
		}
		if last == 0 || *c.Step < 0 || *c.Step > last {
			return fmt.Sprintf("there is no step %d", *c.Step)
		}
		if *c.Step == r.Fit.Step {
			return fmt.Sprintf("step %d is shown already", *c.Step)
		}
	}
	if c.Rows != nil && len(c.Rows) == 0 {
		return "no points"
	}
	for i, row := range c.Rows {
		if row < 0 || row >= r.Fit.Problem.N || i > 0 && row <= c.Rows[i-1] {
			return fmt.Sprintf("rows %v of %d points", c.Rows, r.Fit.Problem.N)
		}
	}
	return ""
}

// unequal returns an error text if a layer has different numbers of keys and of shapes.
func unequal(l picture.Layer) string {
	keys, shapes := 0, 0
	switch l := l.(type) {
	case *picture.Path:
		if keys, shapes = len(l.Keys), len(l.Starts); shapes == 0 && len(l.XY) > 0 {
			shapes = 1
		}
	case *picture.Marks:
		keys, shapes = len(l.Keys), len(l.XY)/2
	}
	if keys != 0 && keys != shapes {
		return fmt.Sprintf("%s: %d keys of %d shapes", named(l), keys, shapes)
	}
	return ""
}
