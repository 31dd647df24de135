package ui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
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
	p.core.parts[PartPicker] = p
}

func (p *Picker) Render() app.UI {
	k := p.core
	if k.info == nil {
		return app.Div()
	}
	open := k.menu == "method"
	var list app.UI
	if open {
		list = p.list()
	}
	return app.Div().Class("picker").Body(
		app.Button().Type("button").Class("choose").ID("menu-method").Aria("haspopup", "listbox").Aria("expanded", strconv.FormatBool(open)).
			Aria("labelledby", "method-title method-name").Aria("describedby", "method-summary").Title("Choose a method").OnClick(p.onOpen).OnKeyDown(p.onButtonKey).Body(
			app.Span().ID("method-name").Text(k.info.Name), icon("down")),
		list,
		app.P().Class("summary").ID("method-summary").Body(sentence(k.info.Summary)))
}

func (p *Picker) list() app.UI {
	k := p.core
	found := search(k.hello.Catalog, k.query)
	var groups []app.UI
	active := ""
	for i, family := range families(k.hello.Catalog) {
		var options []app.UI
		for _, in := range k.hello.Catalog {
			if in.Family != family || found[in.ID] == 0 {
				continue
			}
			class := "method"
			if in.ID == k.candidate {
				class += " active"
				active = "m-" + in.ID
			}
			options = append(options, app.Div().Class(class).ID("m-"+in.ID).Attr("role", "option").DataSet("id", in.ID).
				Aria("selected", strconv.FormatBool(in.ID == k.doc.Method)).OnClick(p.onPick).OnMouseMove(p.onPoint).Text(in.Name))
		}
		if len(options) > 0 {
			id := "family-" + strconv.Itoa(i)
			groups = append(groups, app.Div().Class("family").Attr("role", "group").Aria("labelledby", id).Body(
				append([]app.UI{app.Div().Class("family-name").ID(id).Attr("role", "presentation").Text(family)}, options...)...))
		}
	}
	about := "No method is called that."
	if in := k.infoOf(k.candidate); in != nil && active != "" {
		about = in.Summary
	}
	return app.Div().Class("methods").ID("pop-method").Body(
		// Enter submits: chosen at the key's press, its character would press the
		// button that gets the focus. A dialog's form goes nowhere.
		app.Form().Class("search").Method("dialog").OnSubmit(p.onSubmit).Body(icon("search"),
			app.Input().Type("text").ID("method-search").Attr("role", "combobox").Aria("label", "Find a method").Aria("expanded", "true").Aria("controls", "method-list").
				Aria("autocomplete", "list").Aria("activedescendant", active).Placeholder("Find a method").AutoComplete(false).Spellcheck(false).
				OnInput(p.onSearch).OnKeyDown(p.onKey)),
		app.Div().Class("families").ID("method-list").Attr("role", "listbox").Aria("label", "Methods").Body(groups...),
		app.P().Class("about").ID("method-about").Attr("aria-live", "polite").Body(sentence(about)))
}

func families(list []method.Info) []string {
	var out []string
	seen := map[string]bool{}
	for _, in := range list {
		if !seen[in.Family] {
			seen[in.Family] = true
			out = append(out, in.Family)
		}
	}
	return out
}

// search returns how well each method answers to a query, by id; those that do
// not are left out. All words must be found somewhere.
func search(list []method.Info, query string) map[string]int {
	words := strings.Fields(fold(query))
	found := map[string]int{}
	for i := range list {
		in := &list[i]
		best := 0
		for _, w := range words {
			at := rank(in, w)
			if at == 0 {
				best = -1
				break
			}
			best += at
		}
		if best >= 0 {
			found[in.ID] = 1 + best
		}
	}
	return found
}

// rank tells where a word is found: 0 = nowhere, more is better.
func rank(in *method.Info, word string) int {
	name, id := fold(in.Name), fold(in.ID)
	switch {
	case id == word:
		return 100
	case strings.HasPrefix(name, word):
		return 40
	case strings.Contains(" "+name, " "+word):
		return 30
	case strings.Contains(id, word):
		return 20
	case strings.Contains(name, word):
		return 15
	case strings.Contains(fold(in.Family), word):
		return 8
	case strings.Contains(" "+fold(in.Summary), " "+word):
		return 2
	}
	return 0
}

// fold makes texts comparable: k-NN is knn.
func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "", "’", "", "'", "").Replace(strings.ToLower(s))
}

// order lists the methods found, in the order of the list.
func (p *Picker) order() []string {
	k := p.core
	found := search(k.hello.Catalog, k.query)
	var ids []string
	for _, family := range families(k.hello.Catalog) {
		for _, in := range k.hello.Catalog {
			if in.Family == family && found[in.ID] > 0 {
				ids = append(ids, in.ID)
			}
		}
	}
	return ids
}

// ask filters the list, and proposes the best.
func (p *Picker) ask(query string) {
	k := p.core
	k.query = query
	found := search(k.hello.Catalog, query)
	k.candidate = ""
	if strings.TrimSpace(query) == "" {
		k.candidate = k.doc.Method
	} else {
		best := 0
		for _, id := range p.order() {
			if found[id] > best {
				best, k.candidate = found[id], id
			}
		}
	}
	p.reveal()
}

// reveal scrolls to the candidate, once it is rendered.
func (p *Picker) reveal() {
	if p.ctx == nil {
		return
	}
	id := "m-" + p.core.candidate
	p.ctx.Defer(func(app.Context) {
		if el := byID(id); el.Truthy() {
			el.Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
	})
}

func (p *Picker) open(query string) {
	k := p.core
	k.openMenu("method")
	p.ask(query)
	if p.ctx != nil {
		p.ctx.Defer(func(app.Context) {
			if el := byID("method-search"); el.Truthy() {
				el.Set("value", query)
				el.Call("focus")
			}
		})
	}
}

func (p *Picker) choose(id string) {
	p.core.closeMenu()
	if p.ctx != nil {
		focusSoon(p.ctx, "menu-method")
	}
	p.core.setMethod(id)
}

func (p *Picker) onOpen(app.Context, app.Event) {
	if p.core.menu == "method" {
		p.core.closeMenu()
		return
	}
	p.open("")
}

// onButtonKey opens the list with an arrow, or by typing the beginning of a name.
func (p *Picker) onButtonKey(_ app.Context, e app.Event) {
	key := e.Get("key").String()
	if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || p.core.menu == "method" {
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
	k := p.core
	ids := p.order()
	at := -1
	for i, id := range ids {
		if id == k.candidate {
			at = i
		}
	}
	switch e.Get("key").String() {
	case "ArrowDown":
		at++
	case "ArrowUp":
		at--
	case "PageDown":
		at = min(at+8, len(ids)-1)
	case "PageUp":
		at = max(at-8, 0)
	case "Tab":
		k.closeMenu()
		return
	default:
		return
	}
	e.PreventDefault()
	if n := len(ids); n > 0 {
		k.candidate = ids[(at+n)%n]
		p.reveal()
	}
}

func (p *Picker) onSubmit(_ app.Context, e app.Event) {
	e.PreventDefault()
	if search(p.core.hello.Catalog, p.core.query)[p.core.candidate] > 0 {
		p.choose(p.core.candidate)
	}
}

func (p *Picker) onPoint(ctx app.Context, _ app.Event) { p.core.candidate = data(ctx, "id") }

func (p *Picker) onPick(ctx app.Context, _ app.Event) { p.choose(data(ctx, "id")) }
