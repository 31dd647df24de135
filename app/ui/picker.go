package ui

import (
	"strconv"
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
}

func (p *Picker) reads() any { return p.core.page.version(theDocument | theMenu) }

func (p *Picker) Render() app.UI {
	p.core.page.rendering(p)
	k := p.core
	if k.editor.Info() == nil {
		return el("div")
	}
	open := k.menus.open == "method"
	var list app.UI
	if open {
		list = p.list()
	}
	return box("div.picker",
		nest(listen(click(el("button.choose#menu-method type=button aria-haspopup=listbox aria-expanded=$"+
			" aria-labelledby='method-title method-name' aria-describedby=method-summary title='Choose a method'",
			strconv.FormatBool(open)), p.onOpen), "keydown", p.onButtonKey),
			el("span#method-name|$", k.editor.Info().Name),
			icon("down")),
		list,
		box("p.summary#method-summary", sentence(k.editor.Info().Summary)))
}

func (p *Picker) list() app.UI {
	k := p.core
	var groups nodes
	active := ""
	for i, g := range k.search.Found() {
		id := "family-" + strconv.Itoa(i)
		group := nodes{el("div.family-name id=$ role=presentation|$", id, g.Family)}
		for _, in := range g.Methods {
			class := "method"
			if in.ID == k.search.Candidate() {
				class += " active"
				active = "m-" + in.ID
			}
			// The tile shows nothing that the name does not say, so it is hidden from screen readers.
			group.add(nest(listen(click(el("div class=$ id=m-$ role=option data-id=$ aria-selected=$", class, in.ID,
				in.ID, strconv.FormatBool(in.ID == k.editor.Now().Method)), p.onPick), "mousemove", p.onPoint),
				el("span.tile aria-hidden=true style=--place:$", strconv.Itoa(k.catalogue.Place(in.ID))),
				box("span.called",
					el("span.method-name|$", in.Name),
					el("span.aliases|$", fitting(in.Aliases)))))
		}
		groups.add(nest(el("div.family role=group aria-labelledby=$", id), group...))
	}
	about := "No method has this name."
	if in := k.catalogue.Method(k.search.Candidate()); in != nil && active != "" {
		about = in.Summary
	}
	return box("div.methods#pop-method",
		// The method is chosen when Enter submits the form. If it were chosen at keydown, the key would also press the
		// button that gets the focus. A form with method=dialog sends nothing.
		nest(listen(el("form.search method=dialog"), "submit", p.onSubmit),
			icon("search"),
			listen(listen(el("input#method-search type=text role=combobox aria-label='Find a method'"+
				" aria-expanded=true aria-controls=method-list aria-autocomplete=list aria-activedescendant=$"+
				" placeholder='Find a method' autocomplete=off spellcheck=false", active), "input", p.onSearch),
				"keydown", p.onKey)),
		box("div.families#method-list role=listbox aria-label=Methods", box("div.columns role=presentation",
			groups...)),
		box("p.about#method-about aria-live=polite", sentence(about)))
}

// fitting joins as many aliases as fit in a line below the method's name; the first is always included.
func fitting(aliases []string) (line string) {
	for _, a := range aliases {
		if line == "" {
			line = a
		} else if utf8.RuneCountInString(line+a) < 32 {
			line += " · " + a
		}
	}
	return line
}

// ask filters the list and proposes the best match.
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
	p.core.editor.Methods.Choose(id)
}

func (p *Picker) onOpen(app.Context, app.Event) {
	if p.core.menus.open == "method" {
		p.core.menus.close()
		return
	}
	p.open("")
}

// onButtonKey opens the list when an up or down arrow is pressed, or a character other than space, with which the
// search begins.
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
