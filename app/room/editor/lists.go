package editor

import (
	"pointscape/engine/method"
)

// This file changes parameters that are lists: those that belong to the entries of another
// one, and numbers that are taken over from the model.

// Options are the choices of a parameter of that kind, one for each entry that it belongs to.
func (e *Editor) Options(p *method.Param) []string { return e.info.Whole(p, e.now.Params) }

// shortened is a gesture that makes a list shorter, and the parameters before it: who types
// "8, 4" over "8, 8" goes by "8", and loses nothing of what belongs to the second entry.
type shortened struct {
	key    string
	edits  int
	wholes int
	params map[string]any
}

// fitLists leaves no list longer than the one whose entries it belongs to. key is that of the
// gesture; params already have the new value.
func (e *Editor) fitLists(path, key string, params map[string]any) map[string]any {
	if s := &e.shortened; key == "" || s.key != key || s.edits != e.edits || s.wholes != e.replacements {
		*s = shortened{key, 0, e.replacements, e.now.Params}
	}
	for _, p := range e.info.PerLists(path, params) {
		if v := e.info.Given(p.Name, e.shortened.params); v != nil {
			params = e.info.With(params, p.Name, v)
		}
	}
	e.shortened.edits = e.edits + 1
	return e.info.Fitted(path, params)
}

// Edits is how many steps were made.
func (e *Editor) Edits() int { return e.edits }

// Give gives a parameter numbers that the model of now has at its step, from which it goes on
// as from a start; false = they are none for it.
func (e *Editor) Give(p *method.Param, list []float64, what, key string) bool {
	v, err := p.Check(list)
	if err != nil {
		return false
	}
	n := e.now
	n.Params = e.info.With(n.Params, p.Name, v)
	start := 0 // where a document that names no step may be at the end
	n.View.Step = &start
	if !e.tuned(n, what, key) {
		return false
	}
	e.hist.Walked()
	return true
}
