package desk

import (
	"pointscape/engine/method"
)

// This file changes parameters that are lists: those that belong to the entries of another
// one, and numbers that are taken over from the model.

// Options are the choices of a parameter of that kind, one for each entry that it belongs to.
func (d *Desk) Options(p *method.Param) []string { return d.info.Whole(p, d.now.Params) }

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
func (d *Desk) fitLists(path, key string, params map[string]any) map[string]any {
	if s := &d.shortened; key == "" || s.key != key || s.edits != d.edits || s.wholes != d.wholes {
		*s = shortened{key, 0, d.wholes, d.now.Params}
	}
	for _, p := range d.info.PerLists(path, params) {
		if v := d.info.Given(p.Name, d.shortened.params); v != nil {
			params = d.info.With(params, p.Name, v)
		}
	}
	d.shortened.edits = d.edits + 1
	return d.info.Fitted(path, params)
}

// Edits is how many steps were made.
func (d *Desk) Edits() int { return d.edits }

// Give gives a parameter numbers that the model of now has at its step, from which it goes on
// as from a start; false = they are none for it.
func (d *Desk) Give(p *method.Param, list []float64, what, key string) bool {
	v, err := p.Check(list)
	if err != nil {
		return false
	}
	n := d.now
	n.Params = d.info.With(n.Params, p.Name, v)
	if n.View.Step != nil {
		start := 0
		n.View.Step = &start
	}
	d.tuned(n, what, key)
	d.hist.Walked()
	return true
}
