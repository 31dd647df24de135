package editor

import (
	"reflect"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// SetSweep says which parameter can be played, nil = none. It is looked at otherwise, and no step of history.
func (e *Editor) SetSweep(s *doc.Sweep) {
	if !e.loaded || reflect.DeepEqual(s, e.now.View.Sweep) {
		return
	}
	e.now.View.Sweep = s
	e.look()
	e.Effects.Changed(Change{What: Look})
}

// Swept is the sweep of the present and its parameter; nil where there is none.
func (e *Editor) Swept() (*doc.Sweep, *method.Param) {
	s := e.now.View.Sweep
	if s == nil {
		return nil, nil
	}
	p := e.ParamAt(s.Param)
	if p == nil {
		return nil, nil
	}
	return s, p
}

// unsweep takes a sweep away from a document whose method has no such number.
func (e *Editor) unsweep(n *doc.Document) {
	if in := e.Catalogue.Method(n.Method); n.View.Sweep != nil && (in == nil || in.CheckSweep(n) != nil) {
		n.View.Sweep = nil
	}
}

// Rest ends a gesture on a parameter, by its key. Where that is back at the value from which it came, and nothing else
// is otherwise, the gesture has been no step.
func (e *Editor) Rest(name, key string) {
	d, back := e.hist.Return(key, func(before, now *doc.Document) bool {
		p := e.ParamAt(name)
		if p == nil || before.Method != now.Method {
			return false
		}
		v := e.info.Given(name, before.Params)
		if v == nil {
			v = p.Default
		}
		then, same := *before, *now
		same.Params = e.info.With(now.Params, name, e.info.Given(name, before.Params))
		then.View = same.View
		return method.SameValue(v, e.Param(p)) && reflect.DeepEqual(then, same)
	})
	if back {
		e.set(d, Change{What: Back})
	}
}
