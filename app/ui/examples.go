package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/methodsearch"
	"pointscape/engine/wire"
)

// examples is the list of documents that show methods, by method, searched by typing as that of the methods is.
func (h *Header) examples() app.UI {
	k := h.core
	if !k.catalogue.Known() {
		return nil
	}
	h.found.Methods, h.found.Chosen = k.catalogue.Methods, func() string { return k.editor.Now().Method }
	chosen, _ := h.found.Candidate()
	// A family has columns of its own: who scrolls reads one family after the other.
	var list, shelves []app.UI
	heading, active := "", ""
	end := func() {
		if len(shelves) > 0 {
			list = append(list, app.Div().Class("family-name").Attr("role", "presentation").Text(heading),
				app.Div().Class("columns").Attr("role", "presentation").Body(shelves...))
			shelves = nil
		}
	}
	for i, s := range h.found.Found() {
		id := "shelf-" + strconv.Itoa(i)
		if s.Family != "" {
			end()
			heading = s.Family
		}
		group := []app.UI{app.Div().Class("shelf-name").ID(id).Attr("role", "presentation").Text(s.Name)}
		for _, x := range s.Examples {
			class := "example"
			if x.ID == chosen.ID {
				class += " active"
				active = "x-" + x.ID
			}
			group = append(group, app.Div().Class(class).ID("x-"+x.ID).
				Attr("role", "option").Aria("selected", strconv.FormatBool(x.ID == chosen.ID)).
				DataSet("method", x.Method).DataSet("number", strconv.Itoa(x.Number)).OnClick(h.onExample).Text(x.Title))
		}
		shelves = append(shelves, app.Div().Class("shelf").Attr("role", "group").Aria("labelledby", id).Body(group...))
	}
	end()
	none := ""
	if len(list) == 0 {
		none = "No example is called that."
	}
	return app.Div().Class("examples-body").Body(
		app.Form().Class("search").Method("dialog").OnSubmit(h.onSubmitExample).Body(icon("search"),
			app.Input().Type("text").ID("example-search").Attr("role", "combobox").Aria("label", "Find an example").
				Aria("expanded", "true").Aria("controls", "example-list").Aria("autocomplete", "list").
				Aria("activedescendant", active).Placeholder("Find an example").AutoComplete(false).Spellcheck(false).
				OnInput(h.onSearchExample).OnKeyDown(h.onExampleKey)),
		app.Div().Class("families").ID("example-list").Attr("role", "listbox").Aria("label", "Examples").Body(list...),
		app.P().Class("help none").Aria("live", "polite").Text(none),
		app.P().Class("about").Body(
			app.A().Href(siteBase()+"methods.html").Target("_blank").Rel("noopener").
				Text("All methods, with their parameters and examples")))
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

// revealExample scrolls to the candidate, once it is rendered; where there is none, to the beginning.
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

// openExample opens one of a method's examples.
func (h *Header) openExample(id string, number int) {
	k := h.core
	in := k.catalogue.Method(id)
	if in == nil || number >= len(methodsearch.Documents(in)) {
		return
	}
	k.menus.close()
	focusSoon(h.ctx, "menu-examples")
	text := methodsearch.Documents(in)[number]
	k.importer.Load(wire.Load{Kind: "json", Text: text}, "open an example", "", func(e *wire.Error) {
		if e != nil {
			k.board.Toast(e.Message, true)
		}
	})
}
