package editor

import (
	"maps"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Methods changes the method. It remembers the last parameters of each method.
type Methods struct {
	*present
	ed *Editor

	used    map[place]map[string]any // the last parameters, by document and method
	carried carried
}

// carried lists the parameters that a method has inherited from the one before.
type carried struct {
	method string
	params map[string]bool
}

// titleWith returns the title of a document when its method is changed: an example's title describes its method and is
// removed; one that the user has typed stays.
func (me *Methods) titleWith(d *doc.Document, id string) string {
	in := me.ed.Catalogue.Method(d.Method)
	if in == nil || d.Title == "" || id == d.Method || d.Title == me.ed.typed {
		return d.Title
	}
	for _, text := range in.Documents() {
		if x, err := doc.Decode([]byte(text)); err == nil && x.Title == d.Title {
			return ""
		}
	}
	return d.Title
}

// Choose changes the method. Its parameters are those that it had last or, when it is chosen for the first time, those
// of the present method that suit it (carry). The title of an example is removed.
func (me *Methods) Choose(id string) {
	in := me.ed.Catalogue.Method(id)
	if in == nil || id == me.now.Method {
		return
	}
	me.remember(me.now.Method, me.now.Params)
	n := me.now
	n.Method, n.Title = id, me.titleWith(&n, id)
	n.View.Show, n.View.Step = in.Begins(), nil
	params, ok := me.used[me.ed.Units.place(id, "")]
	me.carried = carried{}
	if !ok {
		params = me.carry(in)
	}
	n.Params = maps.Clone(params)
	me.ed.unsweep(&n)
	studied(&n, in)
	what := words.Text("choose %s", in.Name)
	if after := in.TaskOf(n.Params); catalogue.Kin(me.task) != catalogue.Kin(after) && !me.keepsTable(in, &n) {
		me.ed.Data.switchKind(n, after, what)
		return
	}
	if t := n.Table; t != nil && (in.Wide || me.info != nil && me.info.Wide) {
		// The new method decides where rows are shown, or no longer does.
		me.ed.Data.offPlane(&n)
		n.Reshow()
		if (!in.TakesRows(n.Params) || in.Aims(n.Params)) && t.Solid() {
			n.Table.Plane, n.Table.Space = nil, false
		}
		from := me.now.Method
		me.ed.Data.unroll(n, what, "", func() {
			if me.now.Method == from {
				me.Choose(id)
			}
		})
		return
	}
	me.ed.Units.suit(&n, me.ed.History.stack.Origin.Data)
	c := Change{What: Step}
	if one := in.TaskOf(n.Params).OneScale(&n); one != me.ed.View.OneScale() {
		n.View.X, n.View.Y = method.RangeOf(&n, one)
		c.View = true
	}
	me.ed.commit(n, what, "", c)
}

// keepsTable reports whether the table of a document serves the method in, if one of the two methods predicts a column
// and the other does not.
func (me *Methods) keepsTable(in *method.Info, n *doc.Document) bool {
	switch t := n.Table; {
	case t == nil:
		return false
	case in.Aims(n.Params):
		return catalogue.Kin(me.task) == catalogue.Kin(method.Classify)
	}
	return me.info != nil && me.info.Aims(me.now.Params) &&
		catalogue.Kin(in.TaskOf(n.Params)) == catalogue.Kin(method.Classify) &&
		(n.Table.Rows.Class != nil || in.TaskOf(n.Params) != method.Classify)
}

// carry returns the present parameters that suit another method.
func (me *Methods) carry(in *method.Info) map[string]any {
	params := map[string]any{}
	me.carried = carried{in.ID, map[string]bool{}}
	if me.info == nil {
		return params
	}
	for name, v := range me.now.Params {
		p, q := in.Param(name), me.info.Param(name)
		if p == nil || q == nil || !p.SameKind(q) {
			continue
		}
		// The name of a kernel means what its own method defines; an expression means the same for all methods.
		if text, ok := v.(string); ok && method.Is[method.Kernel](p.Kind) && catalogue.IsChoice(q, text) &&
			!catalogue.IsChoice(p, text) {
			continue
		}
		if _, ok := me.ed.Units.fitting(name, v); ok {
			continue // each method has values that suit the data
		}
		if _, err := p.Check(v); err == nil {
			params[name] = v
			me.carried.params[name] = true
			me.ed.Units.carry(me.ed.Units.place(me.now.Method, name), me.ed.Units.place(in.ID, name))
		}
	}
	return params
}

// remember stores the parameters of a method until it is chosen again.
func (me *Methods) remember(id string, params map[string]any) {
	me.used[me.ed.Units.place(id, "")] = params
}

// choseValue notes that the user has set a parameter: it is no longer an inherited one.
func (me *Methods) choseValue(name string) { delete(me.carried.params, name) }

// Suits notes that the present document could be drawn: all inherited parameters suit it.
func (me *Methods) Suits() { me.carried = carried{} }

// LeaveBehind resets a parameter that does not suit the others of the method, if it was inherited or taken over and not
// set by the user, and tells the user. It reports whether it did.
func (me *Methods) LeaveBehind(field string) bool {
	name, ok := method.ParamOf(field)
	v, set := me.now.Params[name]
	p := me.info.Param(name)
	if !ok || !set || p == nil || p.Taken() == "" && (me.now.Method != me.carried.method || !me.carried.params[name]) {
		return false
	}
	delete(me.carried.params, name)
	n := me.now
	n.Params = maps.Clone(n.Params)
	delete(n.Params, name)
	me.ed.History.stack.Amend(n)
	me.ed.set(n, Change{What: Step})
	if p.Taken() != "" { // of a network with another shape
		me.ed.Params.forgotten(p)
		return true
	}
	me.ed.Toast(words.Sprintf("%s %v, from the previous method, does not suit %s: the value is now %v.", p.Label,
		p.Say(v), me.info.Name, p.Say(p.Default)), false)
	return true
}
