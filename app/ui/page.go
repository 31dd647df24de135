package ui

import (
	"runtime"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/panels"
	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// Page is the root component.
type Page struct {
	app.Compo
	core               *Core
	offer              *wire.Offer
	dial, aside, class workers.Dial
}

// NewPage returns the page of a Core; see Core.Connect for the arguments.
func NewPage(c *Core, offer *wire.Offer, dial, aside, class workers.Dial) *Page {
	return &Page{core: c, offer: offer, dial: dial, aside: aside, class: class}
}

func (p *Page) OnMount(ctx app.Context) {
	c := p.core
	c.page.ctx = ctx
	c.screen.Mount("stage", &c.gesture, stage.Events{
		Resized: c.layout.resize, Painted: c.client.Shown, Settled: c.effects.settled, Dropped: c.opener.dropped,
		Axis: c.menus.editName,
	})
	c.painter.points()
	listeners{core: c}.attach()
	c.Connect(p.offer, p.dial, p.aside, p.class)
	c.live.begin()
	runtime.Gosched() // send the first request now: the engine draws while the page renders
}

// OnResize handles a change of the window's size that left the stage as large as it was. (The stage reports its own
// changes of size.)
func (p *Page) OnResize(app.Context) {
	if c := p.core; c.layout.window != windowSize() {
		c.layout.arrange()
		c.player.Show()
		c.conversation.Resized()
	}
}

// OnAppUpdate is called when the site has a new version. The service worker keeps the files of the version that is
// running (web/sw.js).
func (p *Page) OnAppUpdate(app.Context) {
	p.core.menus.renewed = true
	p.core.page.changed(theNotices)
}

func (p *Page) reads() any {
	k := p.core
	return struct {
		version int
		layout  panels.Layout
		keyed   string
	}{k.page.version(theMenu | theHelp | theCourse | thePresentation | theWall), k.panels.Layout(), k.hits.Shapes.Having()}
}

func (p *Page) Render() app.UI {
	c := p.core
	c.page.rendering(p)
	class := "app tab-" + c.menus.tab
	if c.Embedded {
		class += " embed"
		for _, part := range c.conversation.Options.Hide {
			class += " no-" + part
		}
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
	if c.lectures.on() {
		class += " lecture"
	}
	class += c.decks.class()
	if c.lecture.Veiled() {
		class += " veiled"
	}
	stageBox := box("div.stage#stage tabindex=0 role=application aria-roledescription='plane of points'"+
		" aria-label=Plane aria-describedby='stage-help picture-alt'",
		el("canvas#stage-picture aria-hidden=true"),
		el("canvas#stage-points aria-hidden=true"),
		el("canvas#stage-above aria-hidden=true"),
		el("canvas#stage-held aria-hidden=true"),
		el("canvas#stage-over aria-hidden=true"))
	var hint app.UI
	below := []app.UI{&Dock{core: c}, &Card{core: c}}
	if c.Embedded || c.lectures.on() {
		hint = el("div.stage-hint#stage-hint aria-hidden=true")
		// All in one element, so that a small frame shows them in a single line.
		strip := app.UI(&Strip{core: c})
		if c.decks.editing() { // while a deck is edited, the panel has all controls
			strip = el("div.no-strip hidden")
		}
		below = []app.UI{box("div.foot", append([]app.UI{strip}, below...)...)}
	}
	if c.lectures.on() {
		below = append(append([]app.UI{&LessonFacts{core: c}}, below...), &LessonPlots{core: c})
	}
	stageArea := box("main.stage-area", append([]app.UI{
		// Users of screen readers look for the first heading of the page.
		el("h1.sr|Pointscape: machine learning in the plane"),
		&ClassBar{core: c},
		c.embedder.title(),
		p.stageRow(box("div.stage-frame#stage-frame",
			el("canvas#stage-left aria-hidden=true"),
			el("canvas#stage-below aria-hidden=true"),
			stageBox,
			c.plots.walker(""),
			&NoteList{core: c},
			box("div.readout#readout aria-hidden=true",
				el("div#readout-at"),
				el("div#readout-row.row-picture hidden"),
				el("div#readout-answer"),
				el("div#readout-lines"),
				el("div#readout-keys")),
			el("p#stage-help.sr|Arrow keys move a cursor, or rotate rows in space; Enter adds or grabs a point, "+
				"N and P step through the handles and the points; then also Tab and Shift+Tab. F2 goes to a point's "+
				"coordinates, R holds it out, Delete removes it. $ choose the class, $ none. S plays the picture "+
				"from left to right. Escape stops stepping; then Tab leaves.", stage.ClassKeys, stage.NoClassKey),
			el("p#picture-alt.sr"),
			el("p#announce.sr aria-live=polite role=status"),
			el("p#live.sr aria-live=polite role=status"),
			hint,
			&Meanings{core: c})),
		&Player{core: c}, &Sweep{core: c}}, below...)...)
	if c.Embedded && !c.lectures.on() {
		return nest(el("div class=$", class), stageArea, &Columns{core: c})
	}
	if c.lectures.on() {
		var bar, panel app.UI
		film := el("div hidden") // a placeholder: the stage keeps its position and its canvases
		if !c.Embedded {
			bar = &Header{core: c}
		}
		if c.decks.editing() {
			film, panel = &Slides{core: c}, box("aside.panel#sheet", &Controls{core: c})
		}
		return nest(el("div class=$ style=--big:$", class, strconv.FormatFloat(c.presentation.scale(), 'g', 4, 64)),
			bar, film, &Lesson{core: c}, stageArea, &Columns{core: c}, &ExportDialog{core: c}, panel, &ClassPanel{core: c},
			p.collectDialog())
	}
	tab := func(id, label string) app.UI {
		return listen(click(el("button type=button role=tab id=tab-$ data-tab=$ aria-selected=$"+
			" aria-controls=sheet tabindex=$|$", id, id, strconv.FormatBool(c.menus.tab == id),
			strconv.Itoa(map[bool]int{true: 0, false: -1}[c.menus.tab == id]), label), p.onTab), "keydown",
			p.onTabKey)
	}
	return nest(el("div class=$ style=--big:$", class, strconv.FormatFloat(c.presentation.scale(), 'g', 4, 64)),
		&Header{core: c},
		stageArea,
		box("aside.panel#sheet",
			box("div.tabs",
				box("div role=tablist aria-label=Panels",
					tab("method", "Method"),
					tab("data", "Data"),
					tab("results", "Results")),
				courseLink(el("a"), el("span|Courses"))), // on a phone the bar has no room for this link
			&Controls{core: c},
			&Facts{core: c}),
		&Data{core: c},
		&Columns{core: c},
		&ExportDialog{core: c},
		&ClassPanel{core: c})
}

// onTabKey selects the previous or the next tab by the arrow keys.
func (p *Page) onTabKey(ctx app.Context, e app.Event) {
	order := []string{"method", "data", "results"}
	d := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}[e.Get("key").String()]
	if d == 0 {
		return
	}
	i := slices.Index(order, p.core.menus.tab)
	p.core.menus.tab = order[(i+d+len(order))%len(order)]
	focusSoon(ctx, "tab-"+p.core.menus.tab)
	soon(ctx, p.core.predictions.settled)
}

func (p *Page) onTab(ctx app.Context, _ app.Event) {
	p.core.menus.tab = data(ctx, "tab")
	soon(ctx, p.core.panels.Show) // the panels' plots may be visible now
	soon(ctx, p.core.predictions.settled)
}
