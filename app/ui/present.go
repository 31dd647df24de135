package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/words"
)

// presented is the state of a presentation that the page shows.
type presented struct {
	on, full, panel, legend bool
	zoom                    float64
	plot                    int
}

// presentation updates the page to the state of the presentation (Core.present).
type presentation struct {
	*Core

	shown presented
}

// Changed updates the page if the state of the presentation is not the one shown.
func (pr *presentation) Changed() {
	p := &pr.present
	now := presented{on: p.On(), full: p.Full(), panel: p.Panel(), legend: p.Legend(), zoom: pr.walls.zoom()}
	now.plot, _ = p.Plot(len(pr.plots.all()))
	was := pr.shown
	if was.zoom == 0 {
		was.zoom = 1
	}
	if now == was {
		return
	}
	pr.shown = now
	if now.zoom != was.zoom {
		pr.screen.SetZoom(now.zoom)
		pr.panels.Laid()
	}
	pr.page.changed(thePresentation)
	if now.on != was.on {
		pr.annotations.putAway()
		pr.menus.close() // else Escape would first close a menu that is no longer visible
		pr.page.afterRender(pr.screen.FocusQuietly)
	}
}

// scale returns the magnification of the text around the stage in a presentation. It is at most 1.7, since the audience
// is to see more of the stage.
func (pr *presentation) scale() float64 { return min(pr.present.Zoom(), 1.7) }

// stageTools returns the buttons of a presentation, which are at the end of the dock.
func (d *Dock) stageTools() app.UI {
	k := d.core
	tool := func(id, name, label, hint string, fn app.EventHandler) app.UI {
		return nest(click(el("button.tool type=button id=present-$ aria-label=$ title=$", id, label, hint), fn),
			icon(name))
	}
	var list nodes
	list.add(with(tool("panel", "sliders", "Panel", "Method, parameters and results", d.onCall),
		"aria-expanded=$ aria-controls=sheet", strconv.FormatBool(k.present.Panel())))
	all := k.plots.all()
	label := words.Say("Next plot")
	if at, ok := k.present.Plot(len(all)); ok {
		label += words.Text("; now: %s", all[at].Title)
	}
	// Hidden buttons keep their places in the list: go-app would otherwise turn a pressed button into another one.
	list.add(with(tool("legend", "keys", "Legend", "Legend: what lines and marks mean", d.onLegend),
		"aria-pressed=$ hidden=$", strconv.FormatBool(k.present.Legend()),
		strconv.FormatBool(len(k.legend.keys()) == 0 || k.walls.on())),
		with(tool("plot", "plot", label, label, d.onPlot), "hidden=$", strconv.FormatBool(len(all) == 0)),
		tool("smaller", "smaller", "Smaller letters, lines and points", "Smaller letters, lines and points",
			d.onSmaller),
		tool("larger", "larger", "Larger letters, lines and points", "Larger letters, lines and points",
			d.onLarger),
		with(tool("fit", "fit", "Show everything", "Show everything (Home)", d.onZoom), "data-key=Home"))
	list.add(with(tool("full", "frame", "Full screen", "Full screen", d.onFull), "hidden=$",
		strconv.FormatBool(k.present.Full() || !mayFill())),
		tool("end", "close", "End the presentation", "End the presentation (F or Esc)", d.onPresent))
	return box("div.group.zoom.stage-tools", list...)
}

func (d *Dock) onPresent(app.Context, app.Event) { d.core.present.Toggle() }
func (d *Dock) onCall(app.Context, app.Event)    { d.core.present.Call() }
func (d *Dock) onLegend(app.Context, app.Event)  { d.core.present.SwitchLegend() }
func (d *Dock) onSmaller(app.Context, app.Event) { d.core.present.Resize(-1) }
func (d *Dock) onLarger(app.Context, app.Event)  { d.core.present.Resize(+1) }
func (d *Dock) onFull(app.Context, app.Event)    { fillScreen() }
func (d *Dock) onPlot(app.Context, app.Event) {
	d.core.present.NextPlot(len(d.core.plots.all()))
}

// fillScreen asks the browser for full screen. If the browser refuses, the presentation fills the window only.
func fillScreen() {
	if mayFill() {
		ignore(root().Call("requestFullscreen"))
	}
}

func leaveScreen() {
	if d := app.Window().Get("document"); app.IsClient && d.Get("fullscreenElement").Truthy() {
		ignore(d.Call("exitFullscreen"))
	}
}

// mayFill reports whether the browser may allow full screen.
func mayFill() bool {
	return app.IsClient && app.Window().Get("document").Get("fullscreenEnabled").Truthy() &&
		root().Get("requestFullscreen").Truthy()
}

// ignore handles the rejection of a promise by doing nothing.
func ignore(promise app.Value) {
	if !promise.Truthy() {
		return
	}
	var no app.Func
	no = app.FuncOf(func(app.Value, []app.Value) any { no.Release(); return nil })
	promise.Call("catch", no)
}
