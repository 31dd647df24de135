// Package catalogue is what the engines offer: methods and data sets. A file beside the
// page's program holds it.
package catalogue

import (
	"maps"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// Catalogue owns the engines' offer. The zero value offers nothing.
type Catalogue struct {
	known *wire.Offer
	ahead bool // it is reading what nobody has asked for
}

// Take takes the offer: then an engine is there.
func (c *Catalogue) Take(o *wire.Offer) {
	method.Link(o.Catalog)
	c.known = o
}

// Known tells whether there is an offer.
func (c *Catalogue) Known() bool { return c.known != nil }

func (c *Catalogue) offer() *wire.Offer {
	if c.known == nil {
		return &wire.Offer{}
	}
	return c.known
}

// A declaration takes some milliseconds to read: Ahead reads one after each pause, and none for
// longer while a hand is at work.
const (
	pause = 20 * time.Millisecond
	rest  = time.Second
)

// Hand tells whether somebody is changing something.
type Hand interface{ Busy() bool }

// Ahead reads the declarations that nobody has asked for yet, while nothing else happens, so that a
// menu that shows all methods does not wait for them.
func (c *Catalogue) Ahead(at clock.Clock, hand Hand) {
	if c.ahead || c.offer().Unread() < 0 {
		return
	}
	c.ahead = true
	var on func()
	on = func() {
		if hand.Busy() {
			at.After(rest, on)
			return
		}
		o := c.offer()
		if i := o.Unread(); i >= 0 {
			o.Read(i)
			at.After(pause, on)
		}
	}
	at.After(pause, on)
}

// Methods and Datasets are offered in this order. Who wants to know one method asks for that one.
func (c *Catalogue) Methods() []method.Info {
	o := c.offer()
	for i := o.Unread(); i >= 0; i = o.Unread() {
		o.Read(i)
	}
	return o.Catalog
}

// IDs are the methods' ids, in the same order; no declaration is read for them.
func (c *Catalogue) IDs() []string {
	var list []string
	for i := range c.offer().Catalog {
		list = append(list, c.offer().Catalog[i].ID)
	}
	return list
}

// Of are the ids of the methods with a task, without parameters, likewise.
func (c *Catalogue) Of(t method.Task) []string {
	var list []string
	o := c.offer()
	for i := range o.Catalog {
		if o.Task(i) == t {
			list = append(list, o.Catalog[i].ID)
		}
	}
	return list
}

func (c *Catalogue) Datasets() []method.Dataset { return c.offer().Datasets }
func (c *Catalogue) Tables() []method.Dataset   { return c.offer().Tables }

// Start is the document that the page starts with, as JSON.
func (c *Catalogue) Start() string { return string(c.offer().Start) }

// Version is Pointscape's.
func (c *Catalogue) Version() string { return c.offer().Version }

// Method is the method of an id, nil when there is none.
func (c *Catalogue) Method(id string) *method.Info {
	i := c.Place(id)
	if i < 0 {
		return nil
	}
	o := c.offer()
	o.Read(i)
	return &o.Catalog[i]
}

// Place is where a method stands in the catalogue, from 0; -1 when it does not. The
// pictures of all methods stand in that order.
func (c *Catalogue) Place(id string) int {
	list := c.offer().Catalog
	for i := range list { // by place: a declaration is large, and this is asked at each edit
		if list[i].ID == id {
			return i
		}
	}
	return -1
}

// Table is the wide table of a name, nil when there is none.
func (c *Catalogue) Table(name string) *method.Dataset {
	list := c.Tables()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Dataset is the data set of a name, nil when there is none.
func (c *Catalogue) Dataset(name string) *method.Dataset {
	list := c.Datasets()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// DataFor chooses data for a method that none has been made for: its example's,
// else the first for the task; nil when there are none, or it draws without points.
func (c *Catalogue) DataFor(id string, t method.Task) *method.Dataset {
	example, in := "", c.Method(id)
	if in != nil && in.Range != nil {
		return nil
	}
	if in != nil && in.Example != "" {
		if d, err := doc.Decode([]byte(in.Example)); err == nil && d.Dataset != nil && in.TaskOf(d.Params) == t {
			example = d.Dataset.Name
		}
	}
	list := c.Datasets()
	var first *method.Dataset
	for i := range list {
		ds := &list[i]
		if ds.Name == example {
			return ds
		}
		if first == nil && Kin(ds.Task) == Kin(t) {
			first = ds
		}
	}
	return first
}

// MethodFor finds a method for data of a task, and its parameters: that of d if it
// will do.
func (c *Catalogue) MethodFor(t method.Task, d doc.Document) (id string, params map[string]any, ok bool) {
	if in := c.Method(d.Method); in != nil {
		if Kin(in.TaskOf(d.Params)) == Kin(t) {
			return d.Method, d.Params, true
		}
		if p := choiceFor(in, t); p != nil {
			m := maps.Clone(d.Params)
			if m == nil {
				m = map[string]any{}
			}
			maps.Copy(m, p)
			return d.Method, m, true
		}
	}
	list := c.Methods()
	for i := range list {
		if list[i].TaskOf(nil) == t {
			return list[i].ID, map[string]any{}, true
		}
	}
	for i := range list {
		if p := choiceFor(&list[i], t); p != nil {
			return list[i].ID, p, true
		}
	}
	return "", nil, false
}

// MethodForTable is MethodFor a table of which a column is predicted, or whose rows have classes.
func (c *Catalogue) MethodForTable(t method.Task, d doc.Document) (id string, params map[string]any, ok bool) {
	if t != method.Regress {
		return c.MethodFor(t, d)
	}
	list := c.Methods()
	for i := range list {
		if list[i].Aims(nil) {
			return list[i].ID, map[string]any{}, true
		}
	}
	return "", nil, false
}

// choiceFor returns the parameter that makes the method's task t.
func choiceFor(in *method.Info, t method.Task) map[string]any {
	if name, value, ok := in.ChoiceFor(t); ok {
		return map[string]any{name: value}
	}
	return nil
}

// Kin groups the tasks that read points in the same way.
func Kin(t method.Task) string {
	switch t {
	case method.Regress, method.Regress2D, method.Embed:
		return string(t)
	}
	return "classes"
}

// IsChoice tells whether a value is one of a parameter's choices.
func IsChoice(p *method.Param, value string) bool {
	for _, ch := range p.Choices() {
		if ch.Value == value {
			return true
		}
	}
	return false
}
