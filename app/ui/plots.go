package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/panels"
	"pointscape/app/workers"
	"pointscape/engine/method"
)

// Plots is the column beside the stage with the panels of the model: the
// parameter plane, the losses, a path. Where the window has no room for it they
// stand among the results.
type Plots struct {
	app.Compo
	core  *Core
	ctx   app.Context
	now   panels.Layout      // what it was rendered for
	shown []method.PanelInfo // likewise
	words string             // of the legends, likewise
	keyed string             // the pictures with keys, likewise
}

func (p *Plots) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.core.page.parts[PartPlots] = p
}

func (p *Plots) Render() app.UI {
	k := p.core
	p.now, p.shown, p.words, p.keyed = k.panels.Layout(), k.offered(), k.panels.Words(), k.hits.Having()
	soon(p.ctx, k.panels.Laid)
	var figures []app.UI
	if p.now.Beside {
		figures = k.figures()
	}
	class := "plots"
	if p.now.Scrolls {
		class += " scrolls"
	}
	return app.Aside().Class(class).ID("plots").Aria("label", "Plots").Hidden(len(figures) == 0).Body(figures...)
}

// stale tells whether other panels are offered than are shown, or elsewhere, or their
// legends say something else.
func (p *Plots) stale() bool {
	return p.now != p.core.panels.Layout() || p.words != p.core.panels.Words() || p.keyed != p.core.hits.Having() || !slices.Equal(p.shown, p.core.offered())
}

// Large is the plot that has changed places with the stage.
type Large struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (l *Large) OnMount(ctx app.Context) {
	l.ctx = ctx
	l.core.page.parts[PartLarge] = l
}

func (l *Large) Render() app.UI {
	soon(l.ctx, l.core.panels.Laid)
	id := l.core.panels.Layout().Large
	at := slices.IndexFunc(l.core.offered(), func(x method.PanelInfo) bool { return x.ID == id })
	if at < 0 {
		return app.Div().Class("large").Hidden(true)
	}
	return app.Section().Class("large").ID("large").Aria("label", "Plot").Body(l.core.figure(l.core.offered()[at]))
}

// stageRow is where stage and plots stand.
func (c *Core) stageRow(frame app.UI) app.UI {
	l := c.panels.Layout()
	class := "stage-row"
	var head []app.UI
	if l.Large != "" {
		class += " swapped"
		if l.Below {
			class += " below"
		}
		head = append(head, app.Strong().Text("Plane"), swapButton(c, "back", "", "Back to the large place", "Back to the large place (X or Esc)"))
	}
	return app.Div().Class(class).ID("stage-row").Style("--column", strconv.Itoa(l.Column)+"px").Body(
		&Large{core: c},
		app.Div().Class("stage-head").Hidden(head == nil).Body(head...),
		frame,
		&Plots{core: c})
}

// offered are the panels that the page has a place for: while it is presented, one.
func (c *Core) offered() []method.PanelInfo {
	all := c.allOffered()
	if !c.present.On() {
		return all
	}
	if at, ok := c.present.Plot(len(all)); ok {
		return all[at : at+1]
	}
	return nil
}

// allOffered are the panels that the newest picture offers.
func (c *Core) allOffered() []method.PanelInfo {
	if p := c.client.Picture(); p != nil {
		return p.Panels
	}
	return nil
}

// figures show the panels that are offered, but for one that has the stage's place.
func (c *Core) figures() (list []app.UI) {
	large := c.panels.Layout().Large
	for _, p := range c.offered() {
		if p.ID != large {
			list = append(list, c.figure(p))
		}
	}
	return list
}

func (c *Core) figure(p method.PanelInfo) app.UI {
	swap := swapButton(c, p.ID, p.ID, "Swap with the plane: "+p.Title, "Swap with the plane (X)")
	if c.panels.Layout().Large == p.ID {
		swap = swapButton(c, p.ID, p.ID, "Back to its place: "+p.Title, "Back to its place (X or Esc)")
	}
	class, box := "panel-figure", app.Div().Class("plot-box")
	if tall := c.panels.Tall(p.ID); tall > 0 {
		box = box.Style("--tall", strconv.Itoa(tall)+"px")
	}
	if c.panels.Low(p.ID) {
		class += " low"
	}
	return app.Figure().Class(class).Body(
		app.Div().Class("plot-head").Body(app.Strong().Text(upperFirst(p.Title)), swap),
		box.Body(
			app.Canvas().ID("panel-"+p.ID).Attr("role", "img").Aria("label", upperFirst(p.Title)+": "+p.Help),
			c.walker(p.ID)),
		c.plotKeys(p.ID),
		app.FigCaption().Text(upperFirst(p.Help)),
	)
}

// plotKeys is the legend of a plot.
func (c *Core) plotKeys(id string) app.UI {
	var rows []app.UI
	for i, k := range c.panels.Keys(id) {
		rows = append(rows, app.Li().Body(app.Span().ID(plotKey(id, i)).Class("swatch"), sentence(upperFirst(k.Says))))
	}
	return app.Ul().Class("plot-keys").Aria("label", "Legend").Hidden(rows == nil).Body(rows...)
}

func plotKey(id string, i int) string { return "key-" + id + "-" + strconv.Itoa(i) }

// paintPlot shows a plot's picture, and the swatches of its legend.
func (c *Core) paintPlot(id string, im workers.Image) {
	c.screen.PaintPanel("panel-"+id, im)
	if name, box := c.hits.Pad(id); name != "" {
		if p := c.editor.ParamAt(name); p != nil {
			value, _ := c.editor.Param(p).(string)
			c.screen.PadPanel("panel-"+id, box, p.Canvas(), value)
		}
	}
	c.screen.LightPanel("panel-"+id, c.hits.Lights(id))
	for i, k := range c.panels.Keys(id) {
		c.paintKey(plotKey(id, i), k)
	}
}

// swapButton has a plot and the stage change places.
func swapButton(c *Core, id, plot, label, hint string) app.UI {
	return app.Button().Type("button").Class("tool swap").ID("swap-"+id).DataSet("plot", plot).Aria("label", label).Title(hint).OnClick(c.onSwap).Body(icon("swap"))
}

func (c *Core) onSwap(ctx app.Context, _ app.Event) {
	c.swap(data(ctx, "plot"))
}

// swap has a plot change places with the stage, or back; "" is the last that did, or
// the first. The focus goes along with the button that was pressed.
func (c *Core) swap(id string) {
	id = c.panels.Swap(id)
	if id == "" {
		return
	}
	at := slices.IndexFunc(c.offered(), func(x method.PanelInfo) bool { return x.ID == id })
	text := "The plane is back in its place"
	if c.panels.Layout().Large == id {
		text = upperFirst(c.offered()[at].Title) + " has changed places with the plane"
	}
	c.speaker.Say(text)
	if within(".swap, #large") {
		c.shown(func() {
			if el := byID("swap-" + id); el != nil && el.Truthy() {
				el.Call("focus")
			}
		})
	}
}

// swapBack brings the stage back to its place; false when it is there.
func (c *Core) swapBack() bool {
	if c.panels.Layout().Large == "" {
		return false
	}
	c.swap("")
	return true
}
