package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// This file has the controls of what the plane shows of a classifier, the regions of all classes or the probability of
// one, and of the section of a table.

// hasProba reports whether the model has class probabilities over the plane, or the document asks for one.
func (sh *shows) hasProba() bool {
	p := sh.client.Picture()
	return sh.editor.Now().View.Proba != nil || p != nil && p.Proba
}

// sections reports whether the plane can show a section of the model, or the document asks for one.
func (sh *shows) sections() bool {
	p := sh.client.Picture()
	return sh.editor.Now().View.Section || p != nil && p.Section
}

// proba returns the list that chooses the class.
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
