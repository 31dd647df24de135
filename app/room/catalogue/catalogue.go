// Package catalogue holds what the engines offer: methods and data sets. The page reads it from a file that lies beside
// its program.
package catalogue

import (
	"maps"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// Catalogue holds the engines' offer. The zero value offers nothing.
type Catalogue struct {
	known *wire.Offer
	ahead bool // Ahead is reading declarations
}

// Take sets the offer.
func (c *Catalogue) Take(o *wire.Offer) {
	method.Link(o.Catalog)
	c.known = o
}

// Known reports whether there is an offer.
func (c *Catalogue) Known() bool { return c.known != nil }

func (c *Catalogue) offer() *wire.Offer {
	if c.known == nil {
		return &wire.Offer{}
	}
	return c.known
}

// Reading a declaration takes some milliseconds. Ahead reads one after each pause, and waits for rest while the user is
// changing something.
const (
	pause = 20 * time.Millisecond
	rest  = time.Second
)

// Hand reports whether the user is changing something.
type Hand interface{ Busy() bool }

// Ahead reads the remaining declarations while nothing else happens, so that a menu of all methods opens without delay.
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

// Methods returns all methods in the order of the catalogue. It reads every declaration: use Method for a single one.
func (c *Catalogue) Methods() []method.Info {
	o := c.offer()
	for i := o.Unread(); i >= 0; i = o.Unread() {
		o.Read(i)
	}
	return o.Catalog
}

// IDs returns the methods' ids in the same order, without reading declarations.
func (c *Catalogue) IDs() []string {
	var list []string
	for i := range c.offer().Catalog {
		list = append(list, c.offer().Catalog[i].ID)
	}
	return list
}

// Of returns the ids of the methods whose task is t by their default parameters, without reading declarations.
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

// Start returns the document that the page starts with, as JSON.
func (c *Catalogue) Start() string { return string(c.offer().Start) }

// Version returns Pointscape's version.
func (c *Catalogue) Version() string { return c.offer().Version }

// Method returns the method with an id, nil if there is none.
func (c *Catalogue) Method(id string) *method.Info {
	i := c.Place(id)
	if i < 0 {
		return nil
	}
	o := c.offer()
	o.Read(i)
	return &o.Catalog[i]
}

// Place returns a method's index in the catalogue, -1 if it is not there. The images of all methods are in the same
// order.
func (c *Catalogue) Place(id string) int {
	list := c.offer().Catalog
	for i := range list { // by index: a declaration is large to copy, and each edit calls this
		if list[i].ID == id {
			return i
		}
	}
	return -1
}

// Table returns the wide table with a name, nil if there is none.
func (c *Catalogue) Table(name string) *method.Dataset {
	list := c.Tables()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Dataset returns the data set with a name, nil if there is none.
func (c *Catalogue) Dataset(name string) *method.Dataset {
	list := c.Datasets()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// DataFor returns the data set for a method without data: its example's, otherwise the first for the task. It returns
// nil if there is none, or if the method draws without points.
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

// MethodFor returns a method for data of a task, and its parameters: the method of d if it suits.
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

// MethodForTable is MethodFor for a table with a column to predict, or with classes of rows.
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

// choiceFor returns the parameter value that makes the method's task t, nil if there is none.
func choiceFor(in *method.Info, t method.Task) map[string]any {
	if name, value, ok := in.ChoiceFor(t); ok {
		return map[string]any{name: value}
	}
	return nil
}

// Kin returns a common name of the tasks that read points in the same way.
func Kin(t method.Task) string {
	switch t {
	case method.Regress, method.Regress2D, method.Embed:
		return string(t)
	}
	return "classes"
}

// IsChoice reports whether a value is one of a parameter's choices.
func IsChoice(p *method.Param, value string) bool {
	for _, ch := range p.Choices() {
		if ch.Value == value {
			return true
		}
	}
	return false
}
