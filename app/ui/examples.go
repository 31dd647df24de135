package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/wire"
)

// examples returns the list of example documents by method, which is searched by typing, like the list of methods; nil
// until the catalogue is known.
func (h *Header) examples() app.UI {
	k := h.core
	if !k.catalogue.Known() {
		return nil
	}
	h.found.Methods, h.found.Chosen = k.catalogue.Methods, func() string { return k.editor.Now().Method }
	chosen, _ := h.found.Candidate()
	// Each family has its own columns, so that scrolling leads from one family to the next.
	var list, shelves nodes
	heading, active := "", ""
	end := func() {
		if len(shelves) > 0 {
			list.add(el("div.family-name role=presentation|$", heading),
				box("div.columns role=presentation", shelves...))
			shelves = nil
		}
	}
	for i, s := range h.found.Found() {
		id := "shelf-" + strconv.Itoa(i)
		if s.Family != "" {
			end()
			heading = s.Family
		}
		shelf := el("div.shelf role=group aria-label=$", s.Family)
		var group nodes
		if s.ID != "" {
			shelf = el("div.shelf role=group aria-labelledby=$", id)
			group.add(el("div.shelf-name id=$ role=presentation|$", id, s.Name))
		}
		for _, x := range s.Examples {
			class := "example"
			if x.ID == chosen.ID {
				class += " active"
				active = "x-" + x.ID
			}
			option := click(el("div class=$ id=x-$ role=option aria-selected=$ data-method=$ data-number=$",
				class, x.ID, strconv.FormatBool(x.ID == chosen.ID), x.Method, strconv.Itoa(x.Number)), h.onExample)
			var tile app.UI
			if s.ID == "" {
				tile = el("span.tile aria-hidden=true style=--place:$", strconv.Itoa(k.catalogue.Place(x.Method)))
			}
			group.add(nest(option, tile, el("span|$", x.Title)))
		}
		shelves.add(nest(shelf, group...))
	}
	end()
	none := ""
	if len(list) == 0 {
		none = "No example has this name."
	}
	return box("div.examples-body",
		box("p.about.first", sayWith("", "", "Gallery", listPage("gallery"), ": all as pictures")...),
		box("p.about.first", sayWith("", "", "Courses", listPage("courses"), ": lessons with exercises")...),
		nest(listen(el("form.search method=dialog"), "submit", h.onSubmitExample),
			icon("search"),
			listen(listen(el("input#example-search type=text role=combobox aria-label='Find an example'"+
				" aria-expanded=true aria-controls=example-list aria-autocomplete=list aria-activedescendant=$"+
				" placeholder='Find an example' autocomplete=off spellcheck=false", active), "input",
				h.onSearchExample), "keydown", h.onExampleKey)),
		box("div.families#example-list role=listbox aria-label=Examples", list...),
		el("p.help.none aria-live=polite|$", none),
		box("p.about", sayWith("", "", "All methods, with their parameters and examples", listPage("methods"), "")...))
}

func (h *Header) onSearchExample(ctx app.Context, _ app.Event) {
	h.found.Ask(inputValue(ctx))
	h.revealExample()
}

func (h *Header) onExampleKey(_ app.Context, e app.Event) {
	if h.found.Key(e.Get("key").String()) {
		e.PreventDefault()
		h.revealExample()
	}
}

// revealExample scrolls to the candidate once it is rendered, or to the top if there is none.
func (h *Header) revealExample() {
	x, ok := h.found.Candidate()
	soon(h.ctx, func() {
		if ok {
			reveal(byID("x-" + x.ID))
		} else if list := byID("example-list"); list.Truthy() {
			list.Set("scrollTop", 0)
		}
	})
}

func (h *Header) onSubmitExample(_ app.Context, e app.Event) {
	e.PreventDefault()
	if x, ok := h.found.Candidate(); ok {
		h.openExample(x.Method, x.Number)
	}
}

func (h *Header) onExample(ctx app.Context, _ app.Event) {
	if number, err := strconv.Atoi(data(ctx, "number")); err == nil {
		h.openExample(data(ctx, "method"), number)
	}
}

// openExample opens example number of the method with an id.
func (h *Header) openExample(id string, number int) {
	k := h.core
	in := k.catalogue.Method(id)
	if in == nil || number >= len(in.Documents()) {
		return
	}
	k.menus.close()
	focusSoon(h.ctx, "menu-examples")
	text := in.Documents()[number]
	k.importer.Load(wire.Load{Kind: "json", Text: text}, "open an example", "", func(e *wire.Error) {
		if e != nil {
			k.board.Toast(e.Message, true)
			return
		}
		k.page.afterRender(func() { // the panel starts at the top for another method
			if panel := byID("sheet"); app.IsClient && panel.Truthy() {
				panel.Set("scrollTop", 0)
				if controls := panel.Call("querySelector", ".controls"); controls.Truthy() { // the part that scrolls on a phone
					controls.Set("scrollTop", 0)
				}
			}
		})
	})
}
