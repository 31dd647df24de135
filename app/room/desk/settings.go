package desk

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Param returns a parameter's effective value.
func (d *Desk) Param(p *method.Param) any {
	if v := d.Given(p.Name); v != nil {
		return v
	}
	return p.Default
}

// Given is the value that the document gives at a parameter's path (method.PathTo); nil =
// none, and the default holds.
func (d *Desk) Given(path string) any {
	if d.info == nil {
		return nil
	}
	return d.info.Given(path, d.now.Params)
}

// ParamAt is the declaration of the parameter at a path, as the document stands; nil where
// there is none.
func (d *Desk) ParamAt(path string) *method.Param {
	if d.info == nil {
		return nil
	}
	return d.info.ParamAt(path, d.now.Params)
}

// SetParam gives a parameter a value that its declaration accepts. key makes the
// edits of one gesture one step. A nil value is the default. It tells whether the
// document is another one.
func (d *Desk) SetParam(name string, v any, key string) (changed bool) {
	p := d.ParamAt(name)
	if p == nil || method.SameValue(d.Given(name), v) {
		return false
	}
	delete(d.carried.params, name)
	n := d.now
	n.Params = d.info.With(d.now.Params, name, v)
	d.fitPer(p, n.Params)
	if p.Kind == method.Numbers {
		n.Params = d.fitLists(name, key, n.Params)
	}
	lost := d.outgrown(name, &n)
	d.takeOver(&n)
	d.begin(&n)
	if !d.info.TakesRows(d.now.Params) {
		d.offPlane(&n)
	}
	what := "change " + p.Label
	if after := d.info.TaskOf(n.Params); catalogue.Kin(d.task) != catalogue.Kin(after) {
		d.switchData(n, after, what)
		return true
	}
	d.tuned(n, what, key)
	d.forgotten(lost)
	return true
}

// outgrown takes away numbers that were taken over for another value of a parameter, and returns what they were.
func (d *Desk) outgrown(name string, n *doc.Document) (lost *method.Param) {
	for i := range d.info.Params {
		if p := &d.info.Params[i]; slices.Contains(p.Shape, name) && n.Params[p.Name] != nil {
			n.Params, lost = d.info.With(n.Params, p.Name, nil), p
		}
	}
	return lost
}

// forgotten says which numbers that were taken over are there no more, if any.
func (d *Desk) forgotten(p *method.Param) {
	if p != nil {
		d.Toast(p.Label+" did not suit the other parameters any more: they are forgotten. Undo brings both back.", false)
	}
}

// tuned makes a document with other parameters the present. Where they move the rows of its
// table, the engine shows these anew.
func (d *Desk) tuned(n doc.Document, what, key string) {
	if n.Table != nil && n.Table.Solid() && d.info.TakesRows(d.now.Params) && !d.info.TakesRows(n.Params) {
		t := *n.Table
		t.Plane, t.Space = nil, false
		n.Table = &t
		reshown(&n)
		d.unroll(n, what, key, d.retune(n, what, key))
		return
	}
	if n.Table != nil && d.info.Wide {
		for i := range d.info.Params {
			p := &d.info.Params[i]
			if p.Moves && !method.SameValue(d.Param(p), n.Params[p.Name]) && !(n.Params[p.Name] == nil && method.SameValue(d.Param(p), p.Default)) {
				reshown(&n)
				d.unroll(n, what, key, d.retune(n, what, key))
				return
			}
		}
	}
	d.commit(n, what, key, Change{What: Step})
}

// retune gives the present of later the parameters that n has otherwise now, if it is of the
// same method.
func (d *Desk) retune(n doc.Document, what, key string) func() {
	changed := map[string]any{}
	for i := range d.info.Params {
		name := d.info.Params[i].Name
		if v := n.Params[name]; !method.SameValue(v, d.now.Params[name]) {
			changed[name] = v
		}
	}
	return func() {
		later := d.now
		if later.Method != n.Method {
			return
		}
		for name, v := range changed {
			later.Params = d.info.With(later.Params, name, v)
		}
		d.tuned(later, what, key)
	}
}

// unroll has the rows of a document's table shown anew, in one step. What people have changed when
// the answer comes is not overwritten by it: again does the same to what is there by then, unless
// that is another document.
func (d *Desk) unroll(n doc.Document, what, key string, again func()) {
	edits, wholes := d.edits, d.wholes
	d.Unroll(n, func(made doc.Document) {
		switch {
		case d.wholes != wholes:
		case d.edits != edits:
			again()
		default:
			d.Replace(made, what, key)
			d.wholes = wholes
			d.edits++
		}
	})
}

// reshown takes away from a document where the rows of its table are shown: whoever unrolls
// it finds that anew, and looks at all of it.
func reshown(n *doc.Document) {
	table := *n.Table
	n.Names = n.Names.Beyond(table.Names)
	table.Names, table.Axes = doc.Names{}, nil
	n.Points, n.Table = nil, &table
	n.View.X, n.View.Y = [2]float64{}, [2]float64{}
}

// SetParams changes several parameters in one step; the engine has found them right.
// They make no other task of the method.
func (d *Desk) SetParams(params map[string]any, what string) {
	n := d.now
	n.Params = params
	d.tuned(n, what, "")
}

// Adjust gives some parameters other values, in one step. What a declaration does not
// accept is left as it is.
func (d *Desk) Adjust(values map[string]any, what string) {
	if d.info == nil {
		return
	}
	n := d.now
	n.Params = maps.Clone(d.now.Params)
	if n.Params == nil {
		n.Params = map[string]any{}
	}
	changed := false
	for name, v := range values {
		p := d.info.Param(name)
		if p == nil {
			continue
		}
		if v, err := p.Check(method.ValueOf(v)); err == nil && !method.SameValue(d.Param(p), v) {
			n.Params[name], changed = v, true
		}
	}
	if changed {
		d.tuned(n, what, "")
	}
}

// Shown are the layers that are drawn.
func (d *Desk) Shown() method.Shown {
	s, err := d.info.Shown(d.now.View.Show)
	if err != nil {
		// Names of another method's layers: the engine has said so already.
		s, _ = d.info.Shown(nil)
	}
	return s
}

// SetShow switches a layer on or off.
func (d *Desk) SetShow(name string, on bool) {
	if d.info == nil {
		return
	}
	shown := d.Shown()
	shown[method.Part(name)] = on
	n := d.now
	n.View.Show = []string{}
	for _, s := range d.info.Shows {
		if shown[s.Name] {
			n.View.Show = append(n.View.Show, string(s.Name))
		}
	}
	d.commit(n, "switch a layer", "", Change{What: Step})
}

// carried are the parameters that a method has from the one before.
type carried struct {
	method string
	params map[string]bool
}

// SetMethod changes the method. Parameters that both have and that were set by hand
// are kept, unless the new one has been used before.
func (d *Desk) SetMethod(id string) {
	in := d.Catalogue.Method(id)
	if in == nil || id == d.now.Method {
		return
	}
	d.byMethod[d.now.Method] = d.now.Params
	n := d.now
	n.Method = id
	n.View.Show, n.View.Step = nil, nil
	params, ok := d.byMethod[id]
	d.carried = carried{}
	if !ok {
		params = d.carry(in)
	}
	n.Params = maps.Clone(params)
	what := "choose " + in.Name
	if after := in.TaskOf(n.Params); catalogue.Kin(d.task) != catalogue.Kin(after) {
		d.switchData(n, after, what)
		return
	}
	if t := n.Table; t != nil && (in.Wide || d.info != nil && d.info.Wide) {
		// Where rows are shown is for the method to say, or no longer.
		d.offPlane(&n)
		reshown(&n)
		if !in.TakesRows(n.Params) && t.Solid() {
			n.Table.Plane, n.Table.Space = nil, false
		}
		from := d.now.Method
		d.unroll(n, what, "", func() {
			if d.now.Method == from {
				d.SetMethod(id)
			}
		})
		return
	}
	d.commit(n, what, "", Change{What: Step, Points: true})
}

// carry returns the parameters of the present that suit another method.
func (d *Desk) carry(in *method.Info) map[string]any {
	params := map[string]any{}
	d.carried = carried{in.ID, map[string]bool{}}
	if d.info == nil {
		return params
	}
	for name, v := range d.now.Params {
		p, q := in.Param(name), d.info.Param(name)
		if p == nil || q == nil || q.Kind != p.Kind {
			continue
		}
		// A kernel's name means what its own method says; an expression means the
		// same everywhere.
		if text, ok := v.(string); ok && p.Kind == method.Kernel && catalogue.IsChoice(q, text) && !catalogue.IsChoice(p, text) {
			continue
		}
		if _, err := p.Check(v); err == nil {
			params[name] = v
			d.carried.params[name] = true
		}
	}
	return params
}

// Suits tells that the present could be drawn: all that was carried suits it.
func (d *Desk) Suits() { d.carried = carried{} }

// LeaveBehind gives a parameter its default again that does not suit the others of
// a method, when it was carried there or taken over, and not chosen, and says so. It tells whether
// that was so.
func (d *Desk) LeaveBehind(field string) bool {
	name, ok := method.ParamOf(field)
	v, set := d.now.Params[name]
	p := d.info.Param(name)
	if !ok || !set || p == nil || p.Taken == "" && (d.now.Method != d.carried.method || !d.carried.params[name]) {
		return false
	}
	delete(d.carried.params, name)
	n := d.now
	n.Params = maps.Clone(n.Params)
	delete(n.Params, name)
	d.hist.Amend(n)
	d.set(n, Change{What: Step})
	if p.Taken != "" { // of a network that had another shape
		d.forgotten(p)
		return true
	}
	d.Toast(fmt.Sprintf("%s %v, from the method before, does not go with %s here: it is %v now.", p.Label, valueName(p, v), d.info.Name, valueName(p, p.Default)), false)
	return true
}

// valueName is a parameter's value as people see it.
func valueName(p *method.Param, v any) any {
	for _, ch := range p.Choices {
		if ch.Value == v {
			return ch.Label
		}
	}
	return v
}

// Apply writes what the method has learned into the document.
func (d *Desk) Apply(learned map[string]any) {
	if n, changed := d.taught(learned); changed {
		d.tuned(n, "apply the learned values", "")
	}
}

// Teaches tells whether there is something to apply in what was learned.
func (d *Desk) Teaches(learned map[string]any) bool {
	_, changed := d.taught(learned)
	return changed
}

// taught is the present with learned values, and whether it is another one.
func (d *Desk) taught(learned map[string]any) (n doc.Document, changed bool) {
	n = d.now
	if d.info == nil {
		return n, false
	}
	n.Params = maps.Clone(d.now.Params)
	for name, v := range learned {
		p := d.info.Param(name)
		if p == nil {
			continue
		}
		if w, err := p.Check(method.ValueOf(v)); err == nil {
			if f, ok := w.(float64); ok && !math.IsNaN(f) {
				w = words.Significant(f, method.LearnedDigits)
			}
			if !method.SameValue(d.Param(p), w) {
				n.Params[name], changed = w, true
			}
		}
	}
	return n, changed
}

// switchData puts the last data of another kind of task into n: classes are no
// heights, nor the other way round. What was there is kept for coming back.
func (d *Desk) switchData(n doc.Document, after method.Task, what string) {
	d.byTask[catalogue.Kin(d.task)] = d.now
	d.Select(-1)
	n.View.Step = nil
	n.Split = ofOthers(n.Split)
	old, ok := d.byTask[catalogue.Kin(after)]
	ds := d.Catalogue.DataFor(n.Method, after)
	switch {
	case ok:
		n.Points, n.Dataset, n.Table, n.Title, n.Names, n.Split = old.Points, old.Dataset, old.Table, old.Title, old.Names, old.Split
		n.View.X, n.View.Y = old.View.X, old.View.Y
	case ds != nil:
		recipe := ds.Recipe(1)
		n.Points, n.Dataset, n.Table, n.Title, n.Names = nil, &recipe, nil, "", doc.Names{}
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		d.Make(n, what)
		return
	default: // it draws without points
		n.Points, n.Dataset, n.Table, n.Title, n.Names = nil, nil, nil, "", doc.Names{}
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		if r := d.Catalogue.Method(n.Method).Range; r != nil {
			n.View.X, n.View.Y = [2]float64{r[0], r[1]}, [2]float64{r[2], r[3]}
		}
	}
	frame(&n, after)
	d.commit(n, what, "", Change{What: Step, Points: true, View: true})
}
