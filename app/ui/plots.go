package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
)

// Plots is the column beside the stage with the panels of the model: the
// parameter plane, the losses, a path. Where the window has no room for it they
// stand among the results.
type Plots struct {
	app.Compo
	core  *Core
	ctx   app.Context
	roomy bool               // what it was rendered for
	shown []method.PanelInfo // likewise
}

func (p *Plots) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.core.page.parts[PartPlots] = p
}

func (p *Plots) Render() app.UI {
	if p.ctx != nil {
		p.ctx.Defer(func(app.Context) { p.core.panels.Show() })
	}
	p.roomy, p.shown = p.core.panels.Roomy(), p.core.offered()
	var figures []app.UI
	if p.roomy {
		figures = p.core.figures()
	}
	return app.Aside().Class("plots").ID("plots").Aria("label", "Plots").Hidden(len(figures) == 0).Body(figures...)
}

// stale tells whether other panels are offered than the column shows.
func (p *Plots) stale() bool {
	return p.roomy != p.core.panels.Roomy() || p.roomy && !slices.Equal(p.shown, p.core.offered())
}

// offered are the panels that the newest picture offers.
func (c *Core) offered() []method.PanelInfo {
	if p := c.talk.Picture(); p != nil {
		return p.Panels
	}
	return nil
}

// figures show the panels that are offered.
func (c *Core) figures() (list []app.UI) {
	for _, p := range c.offered() {
		list = append(list, c.figure(p))
	}
	return list
}

func (c *Core) figure(p method.PanelInfo) app.UI {
	w, h := c.panels.Size()
	return app.Figure().Class("panel-figure").Body(
		app.Strong().Text(upperFirst(p.Title)),
		app.Canvas().ID("panel-"+p.ID).Attr("role", "img").Aria("label", p.Title+": "+p.Help).
			Style("aspect-ratio", strconv.Itoa(w)+"/"+strconv.Itoa(h)),
		app.FigCaption().Text(upperFirst(p.Help)),
	)
}
