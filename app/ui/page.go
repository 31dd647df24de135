package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// Page is the root component.
type Page struct {
	app.Compo
	core        *Core
	offer       *wire.Offer
	dial, aside workers.Dial
}

// NewPage makes the page around a Core; dial starts engines, aside those for long work,
// and offer is what they can do.
func NewPage(c *Core, offer *wire.Offer, dial, aside workers.Dial) *Page {
	return &Page{core: c, offer: offer, dial: dial, aside: aside}
}

func (p *Page) OnMount(ctx app.Context) {
	c := p.core
	c.page.ctx = ctx
	c.page.parts[PartRoot] = p
	c.screen.Mount("stage", &c.gesture, &c.host)
	c.painter.points()
	listeners{core: c}.attach()
	c.Connect(p.offer, p.dial, p.aside)
}

// OnResize follows a window whose stage has kept its size, because something beside it
// has taken all of the change.
func (p *Page) OnResize(app.Context) {
	if c := p.core; c.layout.window != windowSize() {
		c.layout.arrange()
		c.player.Show()
		c.conversation.Resized()
	}
}

func (p *Page) Render() app.UI {
	c := p.core
	class := "app tab-" + c.menus.tab
	if c.Embedded {
		class += " embed"
	}
	if c.menus.open == "data" {
		class += " data-open"
	}
	if c.menus.explainAll {
		class += " told"
	}
	if c.present.On() {
		class += " presenting"
	}
	if c.present.Panel() {
		class += " panel-open"
	}
	if c.panels.Layout().Large != "" {
		class += " swapping"
	}
	stageBox := app.Div().Class("stage").ID("stage").TabIndex(0).Attr("role", "application").Aria("roledescription",
		"plane of points").
		Aria("label", "Plane").Aria("describedby", "stage-help picture-alt").Body(
		app.Canvas().ID("stage-picture").Aria("hidden", "true"),
		app.Canvas().ID("stage-points").Aria("hidden", "true"),
		app.Canvas().ID("stage-above").Aria("hidden", "true"),
		app.Canvas().ID("stage-held").Aria("hidden", "true"),
		app.Canvas().ID("stage-over").Aria("hidden", "true"))
	var hint app.UI
	below := []app.UI{&Dock{core: c}, &Card{core: c}}
	if c.Embedded {
		hint = app.Div().Class("stage-hint").ID("stage-hint").Aria("hidden", "true")
		// In one place, so that little frames have one line of all.
		below = []app.UI{app.Div().Class("foot").Body(append([]app.UI{&Strip{core: c}}, below...)...)}
	}
	stageArea := app.Main().Class("stage-area").Body(append([]app.UI{
		// Whoever hears the page looks for its first heading.
		app.H1().Class("sr").Text("Pointscape: machine learning in the plane"),
		c.embedder.title(),
		p.stageRow(
			app.Div().Class("stage-frame").ID("stage-frame").Body(
				app.Canvas().ID("stage-left").Aria("hidden", "true"),
				app.Canvas().ID("stage-below").Aria("hidden", "true"),
				stageBox,
				c.plots.walker(""),
				app.Div().Class("readout").ID("readout").Aria("hidden", "true").Body(
					app.Div().ID("readout-at"), app.Div().ID("readout-row").Class("row-picture").Hidden(true),
					app.Div().ID("readout-answer"), app.Div().ID("readout-lines"), app.Div().ID("readout-keys")),
				app.P().ID("stage-help").Class("sr").Text("Arrow keys move a cursor, or turn rows in space; Enter adds or grabs "+
					"a point, N and P walk through the handles and the points; on one Tab and Shift+Tab walk on, F2 goes to its "+
					"numbers, R holds a point out, Delete removes it. "+stage.ClassKeys+" choose the class, "+stage.NoClassKey+
					" none. Escape ends a walk; then Tab leaves."),
				app.P().ID("picture-alt").Class("sr"),
				app.P().ID("announce").Class("sr").Attr("aria-live", "polite").Attr("role", "status"),
				app.P().ID("live").Class("sr").Attr("aria-live", "polite").Attr("role", "status"),
				hint,
				&Meanings{core: c},
			)),
		&Player{core: c}}, below...)...)
	if c.Embedded {
		return app.Div().Class(class).Body(stageArea, &Columns{core: c})
	}
	tab := func(id, label string) app.UI {
		return app.Button().Type("button").Attr("role", "tab").ID("tab-"+id).DataSet("tab", id).Aria("selected",
			strconv.FormatBool(c.menus.tab == id)).Aria("controls", "sheet").OnClick(p.onTab).OnKeyDown(p.onTabKey).TabIndex(
			map[bool]int{true: 0, false: -1}[c.menus.tab == id]).Text(label)
	}
	return app.Div().Class(class).Style("--big", strconv.FormatFloat(c.presentation.scale(), 'g', 4, 64)).Body(
		&Header{core: c},
		stageArea,
		app.Aside().Class("panel").ID("sheet").Body(
			app.Div().Class("tabs").Attr("role", "tablist").Aria("label", "Panels").Body(tab("method", "Method"),
				tab("data", "Data"), tab("results", "Results")),
			&Controls{core: c},
			&Facts{core: c}),
		&Data{core: c},
		&Columns{core: c},
		&ExportDialog{core: c},
	)
}

// onTabKey walks the tabs with the arrow keys, as tabs do.
func (p *Page) onTabKey(ctx app.Context, e app.Event) {
	order := []string{"method", "data", "results"}
	d := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}[e.Get("key").String()]
	if d == 0 {
		return
	}
	i := slices.Index(order, p.core.menus.tab)
	p.core.menus.tab = order[(i+d+len(order))%len(order)]
	focusSoon(ctx, "tab-"+p.core.menus.tab)
}

func (p *Page) onTab(ctx app.Context, _ app.Event) {
	p.core.menus.tab = data(ctx, "tab")
	soon(ctx, p.core.panels.Show) // they may be seen now
}
