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
func (sh *shows) hasProba() bool {
	p := sh.client.Picture()
	return sh.editor.Now().View.Proba != nil || p != nil && p.Proba
}

// sections tells whether the method is fitted to rows of which the plane is a section, or the document asks for one.
func (sh *shows) sections() bool {
	p := sh.client.Picture()
	return sh.editor.Now().View.Section || p != nil && p.Section
}

// proba chooses the class.
func (sh *shows) proba() app.UI {
	options := nodes{el("option value=$|All classes", strconv.Itoa(doc.Unlabeled))}
	for _, id := range sh.classes.nameable() {
		options.add(el("option value=$|$", strconv.Itoa(id), method.ProbaName(sh.names.class(id))))
	}
	return choice("view-proba", "Over the plane", sh.onProba, options...)
}

func (sh *shows) syncProba() {
	if el := byID("view-proba"); el.Truthy() {
		id := doc.Unlabeled
		if p := sh.editor.Now().View.Proba; p != nil {
			id = *p
		}
		syncProperty(el, "value", strconv.Itoa(id))
	}
}

func (sh *shows) onProba(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(inputValue(ctx)); err == nil {
		sh.editor.Layers.SetProba(id)
	}
}

func (sh *shows) onSection(ctx app.Context, _ app.Event) {
	sh.editor.Layers.SetSection(ctx.JSSrc().Get("checked").Bool())
}
