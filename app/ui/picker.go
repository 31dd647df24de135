package ui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Picker chooses the method: a button with its name, and a list of all methods by
// family, which is searched by typing.
type Picker struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (p *Picker) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.core.page.parts[PartPicker] = p
}

func (p *Picker) Render() app.UI {
	k := p.core
	if k.editor.Info() == nil {
		return app.Div()
	}
	open := k.menus.open == "method"
	var list app.UI
	if open {
		list = p.list()
	}
	return app.Div().Class("picker").Body(
		app.Button().Type("button").Class("choose").ID("menu-method").Aria("haspopup", "listbox").Aria("expanded",
			strconv.FormatBool(open)).
			Aria("labelledby", "method-title method-name").Aria("describedby", "method-summary").Title(
			"Choose a method").OnClick(p.onOpen).OnKeyDown(p.onButtonKey).Body(
			app.Span().ID("method-name").Text(k.editor.Info().Name), icon("down")),
		list,
		app.P().Class("summary").ID("method-summary").Body(sentence(k.editor.Info().Summary)))
}

func (p *Picker) list() app.UI {
	k := p.core
	var groups []app.UI
	active := ""
	for i, g := range k.search.Found() {
		id := "family-" + strconv.Itoa(i)
		group := []app.UI{app.Div().Class("family-name").ID(id).Attr("role", "presentation").Text(g.Family)}
		for _, in := range g.Methods {
			class := "method"
			if in.ID == k.search.Candidate() {
				class += " active"
				active = "m-" + in.ID
			}
			// The picture says nothing that the name doesn't: readers pass over it.
			group = append(group, app.Div().Class(class).ID("m-"+in.ID).Attr("role", "option").DataSet("id", in.ID).
				Aria("selected", strconv.FormatBool(in.ID == k.editor.Now().Method)).OnClick(p.onPick).OnMouseMove(p.onPoint).Body(
				app.Span().Class("tile").Aria("hidden", "true").Style("--place", strconv.Itoa(k.catalogue.Place(in.ID))),
				app.Span().Class("called").Body(
					app.Span().Class("method-name").Text(in.Name),
					app.Span().Class("aliases").Text(strings.Join(in.Aliases, " · ")))))
		}
		groups = append(groups, app.Div().Class("family").Attr("role", "group").Aria("labelledby", id).Body(group...))
	}
	about := "No method has this name."
	if in := k.catalogue.Method(k.search.Candidate()); in != nil && active != "" {
		about = in.Summary
	}
	return app.Div().Class("methods").ID("pop-method").Body(
		// Enter submits: chosen at the key's press, its character would press the
		// button that gets the focus. A dialog's form goes nowhere.
		app.Form().Class("search").Method("dialog").OnSubmit(p.onSubmit).Body(icon("search"),
			app.Input().Type("text").ID("method-search").Attr("role", "combobox").Aria("label", "Find a method").Aria("expanded",
				"true").Aria("controls", "method-list").
				Aria("autocomplete", "list").Aria("activedescendant", active).Placeholder("Find a method").AutoComplete(
				false).Spellcheck(false).
				OnInput(p.onSearch).OnKeyDown(p.onKey)),
		app.Div().Class("families").ID("method-list").Attr("role", "listbox").Aria("label", "Methods").Body(
			app.Div().Class("columns").Attr("role", "presentation").Body(groups...)),
		app.P().Class("about").ID("method-about").Attr("aria-live", "polite").Body(sentence(about)))
}

// ask filters the list, and proposes the best.
func (p *Picker) ask(query string) {
	p.core.search.Ask(query)
	p.reveal()
}

// reveal scrolls to the candidate, once it is rendered.
func (p *Picker) reveal() {
	id := "m-" + p.core.search.Candidate()
	soon(p.ctx, func() { reveal(byID(id)) })
}

func (p *Picker) open(query string) {
	k := p.core
	k.menus.show("method")
	p.ask(query)
	soon(p.ctx, func() {
		if el := byID("method-search"); el.Truthy() {
			el.Set("value", query)
			el.Call("focus")
		}
	})
}

func (p *Picker) choose(id string) {
	p.core.menus.close()
	focusSoon(p.ctx, "menu-method")
	p.core.editor.SetMethod(id)
}

func (p *Picker) onOpen(app.Context, app.Event) {
	if p.core.menus.open == "method" {
		p.core.menus.close()
		return
	}
	p.open("")
}

// onButtonKey opens the list with an arrow, or by typing the beginning of a name.
func (p *Picker) onButtonKey(_ app.Context, e app.Event) {
	key := e.Get("key").String()
	if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || p.core.menus.open == "method" {
		return
	}
	switch {
	case key == "ArrowDown" || key == "ArrowUp":
		p.open("")
	case utf8.RuneCountInString(key) == 1 && key != " ":
		p.open(key)
	default:
		return
	}
	e.PreventDefault()
}

func (p *Picker) onSearch(ctx app.Context, _ app.Event) { p.ask(inputValue(ctx)) }

func (p *Picker) onKey(_ app.Context, e app.Event) {
	switch key := e.Get("key").String(); {
	case key == "Tab":
		p.core.menus.close()
	case p.core.search.Key(key):
		e.PreventDefault()
		p.reveal()
	}
}

func (p *Picker) onSubmit(_ app.Context, e app.Event) {
	e.PreventDefault()
	if p.core.search.Accepts() {
		p.choose(p.core.search.Candidate())
	}
}

func (p *Picker) onPoint(ctx app.Context, _ app.Event) { p.core.search.Propose(data(ctx, "id")) }

func (p *Picker) onPick(ctx app.Context, _ app.Event) { p.choose(data(ctx, "id")) }
