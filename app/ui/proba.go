package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// What is shown of a classifier over the plane: the regions of all classes, or the probability of one; and, of rows of
// tables, a section.

// hasProba tells whether the model has probabilities over the plane, or the document asks for them anyway.
func (c *Controls) hasProba() bool {
	k := c.core
	p := k.client.Picture()
	return k.editor.Now().View.Proba != nil || p != nil && p.Proba
}

// sections tells whether the method is fitted to rows of which the plane is a section, or the document asks for one.
func (c *Controls) sections() bool {
	k := c.core
	p := k.client.Picture()
	return k.editor.Now().View.Section || p != nil && p.Section
}

// proba chooses the class.
func (c *Controls) proba() app.UI {
	options := nodes{el("option value=$|All classes", strconv.Itoa(doc.Unlabeled))}
	for _, id := range c.core.classes.nameable() {
		options.add(el("option value=$|$", strconv.Itoa(id), method.ProbaName(c.core.names.class(id))))
	}
	return choice("view-proba", "Over the plane", c.onProba, options...)
}

func (c *Controls) syncProba() {
	if el := byID("view-proba"); el.Truthy() {
		id := doc.Unlabeled
		if p := c.core.editor.Now().View.Proba; p != nil {
			id = *p
		}
		syncProperty(el, "value", strconv.Itoa(id))
	}
}

func (c *Controls) onProba(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(inputValue(ctx)); err == nil {
		c.core.editor.Layers.SetProba(id)
	}
}

func (c *Controls) onSection(ctx app.Context, _ app.Event) {
	c.core.editor.Layers.SetSection(ctx.JSSrc().Get("checked").Bool())
}
