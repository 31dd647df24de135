package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/panels"
	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Plots is the column beside the stage with the model's panels, such as its losses. If the window has no room for a
// column, they are among the results, or below the plane on a page of a course (LessonPlots).
type Plots struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (p *Plots) OnMount(ctx app.Context) {
	p.ctx = ctx
}

func (p *Plots) reads() any { return p.core.plots.reads(thePresentation | theWall) }

func (p *Plots) Render() app.UI {
	p.core.page.rendering(p)
	k := p.core
	now := k.panels.Layout()
	soon(p.ctx, k.plots.laid)
	var figures []app.UI
	if now.Beside {
		figures = k.plots.figures()
	}
	class := "plots"
	if now.Scrolls {
		class += " scrolls"
	}
	return nest(el("aside#plots class=$ aria-label=Plots hidden=$", class, strconv.FormatBool(len(figures) == 0)),
		figures...)
}

// LessonPlots are the plots below the plane on a page of a course, if there is no room beside it: a course has no
// results to show them in. While a question hides the picture they take no space.
type LessonPlots struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (p *LessonPlots) OnMount(ctx app.Context) {
	p.ctx = ctx
}

func (p *LessonPlots) reads() any { return p.core.plots.reads(theCourse | thePresentation | theWall) }

func (p *LessonPlots) Render() app.UI {
	p.core.page.rendering(p)
	k := p.core
	soon(p.ctx, k.plots.laid)
	var figures []app.UI
	if !k.panels.Layout().Beside && !k.Embedded && !k.lecture.Veiled() {
		figures = k.plots.figures()
	}
	return nest(el("aside.lesson-plots aria-label=Plots hidden=$", strconv.FormatBool(len(figures) == 0)), figures...)
}

// Large is the plot that was swapped with the stage.
type Large struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (l *Large) OnMount(ctx app.Context) {
	l.ctx = ctx
}

func (l *Large) reads() any { return l.core.plots.reads(thePresentation | theWall) }

func (l *Large) Render() app.UI {
	l.core.page.rendering(l)
	soon(l.ctx, l.core.plots.laid)
	id := l.core.panels.Layout().Large
	at := slices.IndexFunc(l.core.plots.Offered(), func(x method.PanelInfo) bool { return x.ID == id })
	if at < 0 {
		return el("div.large hidden")
	}
	return box("section.large#large aria-label=Plot", l.core.plots.figure(l.core.plots.Offered()[at]))
}

// stageRow returns the row with the stage, the wall and the plots.
func (p *Page) stageRow(frame app.UI) app.UI {
	c := p.core
	l := c.panels.Layout()
	class := "stage-row"
	g := c.walls.grid()
	c.walls.shown = g
	if g.n > 0 {
		class += " walled"
		if g.lines > 1 {
			class += " deep"
		}
	}
	var head nodes
	if l.Large != "" {
		class += " swapped"
		if l.Below {
			class += " below"
		}
		head.add(el("strong|Plane"),
			c.plots.swapButton("back", "", "Shrink", "Shrink (X or Esc)"))
	}
	return nest(el("div#stage-row class=$ style=--column:$px style=--cols:$ style=--rows:$ style=--own:$"+
		" style=--lines:$", class,
		strconv.Itoa(l.Column), strconv.Itoa(2*max(g.cols, 1)), strconv.Itoa(max(g.rows, 1)), area(g, g.own),
		strconv.Itoa(max(g.lines, 1))),
		&Large{core: c},
		nest(el("div.stage-head hidden=$", strconv.FormatBool(head == nil)), head...),
		frame,
		&Wall{core: c},
		&Plots{core: c})
}

// plots shows the panels of the model beside the stage.
type plots struct {
	*Core

	sizes sizes // observes the sizes of the plots on the page
}

// plotsRead has all that plots depend on: the versions of parts of the page, the layout, the panels, the texts of their
// legends, and which of them have keys.
type plotsRead struct {
	version               int
	layout                panels.Layout
	offered, words, keyed string
}

func (pl *plots) reads(list thing) plotsRead {
	x := plotsRead{pl.page.version(list), pl.panels.Layout(), "", pl.panels.Words(), pl.hits.Shapes.Having()}
	for _, p := range pl.Offered() {
		x.offered += p.ID + "\n" + p.Title + "\n" + p.Help + "\n"
	}
	return x
}

// Offered returns the panels that the page has room for: in a presentation only the chosen one, beside a wall none.
func (pl *plots) Offered() []method.PanelInfo {
	if pl.walls.on() {
		return nil
	}
	all := pl.all()
	if !pl.present.On() {
		return all
	}
	if at, ok := pl.present.Plot(len(all)); ok {
		return all[at : at+1]
	}
	return nil
}

// all returns the panels that the newest picture offers.
func (pl *plots) all() []method.PanelInfo {
	if p := pl.client.Picture(); p != nil {
		return p.Panels
	}
	return nil
}

// figures returns the offered panels except the one in the stage's place.
func (pl *plots) figures() (list []app.UI) {
	large := pl.panels.Layout().Large
	for _, p := range pl.Offered() {
		if p.ID != large {
			list = append(list, pl.figure(p))
		}
	}
	return list
}

func (pl *plots) figure(p method.PanelInfo) app.UI {
	swap := pl.swapButton(p.ID, p.ID, words.Text("Swap with the plane: %s", p.Title), "Swap with the plane (X)")
	if pl.panels.Layout().Large == p.ID {
		swap = pl.swapButton(p.ID, p.ID, words.Text("Back to its place: %s", p.Title), "Back to its place (X or Esc)")
	}
	class, plot := "panel-figure", el("div.plot-box")
	if tall := pl.panels.Tall(p.ID); tall > 0 {
		with(plot, "style=--tall:$px", strconv.Itoa(tall))
	}
	if pl.panels.Low(p.ID) {
		class += " low"
	}
	return nest(el("figure class=$ data-panel=$", class, p.ID),
		box("div.plot-head", el("strong|$", upperFirst(p.Title)), swap),
		nest(plot,
			el("canvas id=panel-$ role=img aria-label='$: $'", p.ID, upperFirst(p.Title), p.Help),
			pl.walker(p.ID)),
		pl.keys(p.ID),
		el("figcaption|$", upperFirst(p.Help)))
}

// keys returns the legend of a plot.
func (pl *plots) keys(id string) app.UI {
	var rows nodes
	for i, k := range pl.panels.Keys(id) {
		rows.add(box("li", el("span.swatch id=$", plotKey(id, i)), sentence(upperFirst(k.Says))))
	}
	return nest(el("ul.plot-keys aria-label=Legend hidden=$", strconv.FormatBool(rows == nil)), rows...)
}

func plotKey(id string, i int) string { return "key-" + id + "-" + strconv.Itoa(i) }

// Paint shows a plot's picture, with its drawing and its highlighted shapes, and paints the swatches of its legend.
func (pl *plots) Paint(id string, im workers.Image) {
	canvas, pal := "panel-"+id, pl.legend.theme.Palette()
	pl.screen.Elements.Show(canvas, im)
	if name, box := pl.hits.Shapes.Pad(id); name != "" {
		if p := pl.editor.ParamAt(name); p != nil {
			value, _ := pl.editor.Param(p).(string)
			pl.screen.Elements.Over(canvas, true, func(c picture.Canvas, w, h float64) {
				paintPad(c, [4]float64{box[0] * w, box[1] * h, box[2] * w, box[3] * h}, p.Canvas(), value, pal)
			})
		}
	}
	// A finger turns a space by moving sideways, and scrolls the page by moving up or down. The browser must know that
	// before the touch begins.
	pans := ""
	if pl.hits.Shapes.Turns(id) {
		pans = "pan-y"
	}
	if el := byID(canvas); el.Truthy() && el.Get("style").Get("touchAction").String() != pans {
		el.Get("style").Set("touchAction", pans)
	}
	if lit := pl.hits.Highlighted(id); len(lit) > 0 {
		pl.screen.Elements.Over(canvas, false, func(c picture.Canvas, w, h float64) { stage.Highlight(c, lit, w, h, pal) })
	}
	for i, k := range pl.panels.Keys(id) {
		pl.legend.paintKey(plotKey(id, i), k)
	}
}

// paintPad paints a drawing on its pad; value has the level of each square as a digit, box two opposite corners.
func paintPad(c picture.Canvas, box [4]float64, pad *method.Canvas, value string, pal *picture.Palette) {
	x, y, side := box[0], box[1], float64(pad.Side)
	dx, dy := (box[2]-x)/side, (box[3]-y)/side
	var o picture.Outline
	o.Rect(x, y, dx*side, dy*side)
	c.Fill(&o, pal.Sequential(0))
	for level := 1; level <= pad.Top; level++ {
		o.Reset()
		for i := range len(value) {
			if int(value[i]-'0') == level {
				o.Rect(x+dx*float64(i%pad.Side), y+dy*float64(i/pad.Side), dx, dy)
			}
		}
		c.Fill(&o, pal.Sequential(float64(level)/float64(pad.Top)))
	}
}

// swapButton returns the button that swaps a plot with the stage, or back; plot = "": see swap.
func (pl *plots) swapButton(id, plot, label, hint string) app.UI {
	return nest(click(el("button.tool.swap type=button id=swap-$ data-plot=$ aria-label=$ title=$", id, plot, label,
		hint), pl.onSwap),
		icon("swap"))
}

func (pl *plots) onSwap(ctx app.Context, _ app.Event) {
	pl.swap(data(ctx, "plot"))
}

// swap swaps a plot with the stage, or back; id = "" is the plot that was swapped last, or the first. A focused swap
// button keeps the focus in its new place.
func (pl *plots) swap(id string) {
	id = pl.panels.Swap(id)
	if id == "" {
		return
	}
	at := slices.IndexFunc(pl.Offered(), func(x method.PanelInfo) bool { return x.ID == id })
	text := "The plane is back in its position"
	if pl.panels.Layout().Large == id {
		text = words.Text("%s was swapped with the plane", upperFirst(pl.Offered()[at].Title))
	}
	pl.speaker.Say(text)
	if within(".swap, #large") {
		pl.page.afterRender(func() {
			if el := byID("swap-" + id); el != nil && el.Truthy() {
				el.Call("focus")
			}
		})
	}
}

// swapBack returns the stage to its place; false if it is already there.
func (pl *plots) swapBack() bool {
	if pl.panels.Layout().Large == "" {
		return false
	}
	pl.swap("")
	return true
}

// title returns the title of a plot; "Plane" for the stage (id = "") and unknown plots.
func (pl *plots) title(id string) string {
	for _, p := range pl.all() {
		if p.ID == id {
			return upperFirst(p.Title)
		}
	}
	return "Plane"
}

// walker returns the list box in which the keyboard steps through the keys of a plot, or of the stage (plot = ""). Its
// only option shows the present key.
func (pl *plots) walker(plot string) app.UI {
	return nest(el("div.walk id=walk-$ data-keys=$ hidden=$ role=listbox tabindex=0 aria-label='Parts of $'"+
		" aria-activedescendant=walk-at-$", plot, plot, strconv.FormatBool(!pl.hits.Shapes.Has(plot)), pl.title(plot),
		plot),
		el("div id=walk-at-$ role=option aria-selected=true|Arrow keys step", plot))
}

// Box returns the size of a plot's picture on the page in CSS pixels, divided by the zoom of a presentation.
func (pl *plots) Box(id string) panels.Size {
	s, z := shownSize("panel-"+id), pl.present.Zoom()
	return panels.Size{W: int(float64(s.W) / z), H: int(float64(s.H) / z)}
}

// laid reports that plots have been laid out, and watches their sizes: plots that come later may change them.
func (pl *plots) laid() {
	pl.panels.Laid()
	pl.sizes.watch(".plot-box", pl.panels.Resized)
}
