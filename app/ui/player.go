package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/frame"
	"pointscape/app/room/panels"
	"pointscape/app/room/player"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

func reducedMotion() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

// playerBar updates the bar of the player, which shows the steps of a fit.
type playerBar struct {
	*Core
}

// Write writes the step, the values and the curves into the bar.
func (pb *playerBar) Write() {
	p := pb.player.Now()
	if p == nil || !app.IsClient {
		return
	}
	k := p.Step
	syncText("step-at", strconv.Itoa(k))
	if el := byID("step"); el.Truthy() {
		at, end := k, pb.player.Ahead()
		if pb.player.Scrubbing() {
			at = pb.player.Step()
		}
		syncProperty(el, "min", strconv.Itoa(p.First))
		syncProperty(el, "max", strconv.Itoa(max(end, p.First+1)))
		if !pb.player.Scrubbing() {
			syncProperty(el, "value", strconv.Itoa(at))
		}
		el.Call("setAttribute", "aria-valuetext", words.Say(player.Text(p, at)))
		el.Get("style").Call("setProperty", "--at", strconv.FormatFloat(float64(at-p.First)/float64(max(end-p.First, 1)), 'f',
			4, 64))
	}
	syncText("step-of", strconv.Itoa(pb.player.Ahead()))
	if el := byID("step-rest"); el.Truthy() { // without an end, the last step is shown only beside an earlier one
		if hide := p.Endless && k >= pb.player.Ahead(); el.Get("hidden").Bool() != hide {
			el.Set("hidden", hide)
		}
	}
	syncText("training-pace", pb.player.PaceText())
	name := player.Unit(p)
	if p.Endless && pb.player.Playing() {
		name = words.Text("Still training: %s", name)
	}
	syncText("step-name", upperFirst(name))
	trace := pb.player.Trace()
	for i, s := range trace {
		text := "–"
		if v, ok := pb.player.Value(i); ok {
			text = measureText(s.Name, v)
		}
		syncText("trace-"+strconv.Itoa(i), text)
	}
	if len(trace) > 0 {
		charts := pb.player.Charts() // those of this trace: there may be another trace when the canvas is painted
		pb.screen.Elements.PaintOn("curve", "", pb.theme.Palette(),
			func(w, h int) *picture.Picture { return player.Curves(trace, charts, k, p.Steps, w, h) })
	}
}

// Player is the bar below the stage.
type Player struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (p *Player) OnMount(ctx app.Context) {
	p.ctx = ctx
}

func (p *Player) reads() any { return p.core.page.version(thePlayer) }

func (p *Player) Render() app.UI {
	p.core.page.rendering(p)
	k := p.core
	if k.player.Now() == nil {
		return el("div.no-player hidden")
	}
	soon(p.ctx, p.paintKeys)
	soon(p.ctx, k.player.Sync)
	s := k.player.Bar()
	button := func(id, name, label, hint string, off bool, fn app.EventHandler) app.UI {
		return nest(click(el("button.tool type=button id=play-$ aria-label=$ title=$ aria-disabled=$", id, label,
			hint, strconv.FormatBool(off)), fn),
			icon(name))
	}
	play, label := "play", "Play"
	if s.Endless {
		label = "Train"
	}
	if s.Playing || s.Busy {
		play, label = "pause", "Pause"
	}
	toggle := button("toggle", play, label, words.Text("%s (space)", label), s.Ended, p.onToggle)
	if s.Endless {
		with(nest(toggle, icon(play), el("span|$", label)), ".train")
	}
	rates := k.player.Rates()
	last, pace := len(rates)-1, rateText(rates[s.Rate])
	var way nodes
	class := "way"
	if trace := k.player.Trace(); len(trace) > 0 {
		class += " curved"
		charts := box("div.charts#charts", nest(el("div style=width:$%",
			strconv.FormatFloat(100*s.Stretch, 'f', 1, 64)),
			k.playerBar.keys(trace),
			el("canvas#curve aria-hidden=true")))
		if s.Stretch > 1 { // the charts can be scrolled, also by keys
			with(charts, ".long tabindex=0 role=group aria-label=Curves")
		}
		way.add(charts)
	}
	way.add(listen(listen(el("input#step.slider type=range min=0 step=1 aria-label=step"), "input", p.onScrub),
		"change", p.onScrubbed))
	bar := el("section.player#player aria-label=Player")
	// A low window and a phone show the curves, and the switch for training, only when the user asks for them.
	var call app.UI
	curves := words.Say("Curves over the steps")
	if s.Endless {
		curves += words.Say(", and what an edit does")
	}
	if len(k.player.Trace()) > 0 {
		call = nest(click(el("button.tool#play-curves type=button aria-label=Curves title=$ aria-expanded=$"+
			" aria-controls=charts", curves, strconv.FormatBool(k.menus.curves)), p.onCurves),
			icon("plot"))
		if k.menus.curves {
			with(bar, ".unfolded")
		}
	}
	var ten, training app.UI
	atEnd := s.End
	if s.Endless {
		atEnd = s.Ended
		ten = click(el("button.tool.ten#play-ten type=button aria-label='+10 steps' title='Ten steps (>)'"+
			" aria-disabled=$|+10", strconv.FormatBool(atEnd)), p.onTen)
		training = p.training(s)
	}
	body := nodes{
		box("div.transport",
			button("start", "first", "To the start", "To the start (Home on the slider)", s.Start && !s.Kept,
				p.onStart),
			button("back", "back", "Step back", "Step back (,)", s.Start, p.onBack),
			toggle,
			button("step", "forth", "Step", "Step (.)", atEnd, p.onStep),
			ten,
			button("end", "last", "To the end", "To the end (End on the slider)", s.End, p.onEnd),
			call),
		nest(el("div class=$", class), way...),
		box("div.steps", box("div.step-text",
			el("span#step-name"),
			app.Text(" "),
			el("b#step-at"),
			box("span#step-rest", app.Text(" / "), el("span#step-of")))),
		box("div.pace title=Speed",
			listen(listen(el("input#speed.slider type=range min=0 max=$ step=1 value=$ style=--at:$ aria-label=speed"+
				" aria-valuetext=$", strconv.Itoa(last), strconv.Itoa(s.Rate),
				strconv.FormatFloat(float64(s.Rate)/float64(max(last, 1)), 'f', 4, 64), pace), "input", p.onSpeed),
				"change", p.onSpeed),
			el("span aria-hidden=true|$", pace)),
		training}
	if k.editor.Locks(frame.Steps) {
		return nest(bar, held(body...))
	}
	return nest(bar, body...)
}

// training returns the switch that keeps the weights after an edit, with a note on what an edit does. It is for
// training without end.
func (p *Player) training(s player.Bar) app.UI {
	note := "Editing restarts training."
	switch {
	case s.Kept:
		note = words.Text("Partly trained before an edit: a link trains the same number of %s from the start, so its "+
			"result may differ.", words.Plural(player.Unit(p.core.player.Now())))
	case s.Keep:
		note = "Training continues after an edit."
	}
	return box("div.training",
		box("label",
			listen(el("input#keep-weights.switch type=checkbox role=switch checked=$", strconv.FormatBool(s.Keep)),
				"change", p.onKeep),
			el("span|Keep the weights after an edit")),
		el("span#training-pace.training-pace"),
		el("span#training-note.training-note|$", note))
}

// keys returns the names of the curves, above their charts, with the values at the present step.
func (pb *playerBar) keys(trace []wire.Series) app.UI {
	var list nodes
	for _, c := range pb.player.Charts() {
		var chart nodes
		for i := c.From; i < c.To; i++ {
			key := []app.UI{el("span.curve-name|$ ", upperFirst(c.Key(trace, i))),
				el("b id=trace-$", strconv.Itoa(i))}
			if c.To-c.From > 1 { // several curves in a chart need swatches
				key = append([]app.UI{el("i.swatch id=curve-look-$", strconv.Itoa(i))}, key...)
			}
			chart.add(nest(el("div.curve-key title=$", trace[i].Help), key...))
		}
		list.add(box("div.chart-keys", chart...))
	}
	return nest(el("div.curve-keys style=column-gap:$px", strconv.Itoa(player.Gap)), list...)
}

// paintKeys paints the swatches of curves that share a chart.
func (p *Player) paintKeys() {
	k := p.core
	for _, c := range k.player.Charts() {
		for i := c.From; i < c.To && c.To-c.From > 1; i++ {
			role := player.Looks[i-c.From]
			k.screen.Elements.PaintOn("curve-look-"+strconv.Itoa(i), "curve "+string(role), k.theme.Palette(),
				func(w, h int) *picture.Picture {
					y := float64(h) / 2
					return &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1},
						Layers: []picture.Layer{&picture.Path{Role: role, Class: picture.NoClass, XY: []float64{0, y, float64(w), y}}}}
				})
		}
	}
}

// The least widths of the stage's row at which the player's charts, and the slider of its steps, are beside its
// buttons.
const (
	leastCharts = 680
	leastSlider = 540
)

// narrow reports whether the charts have a row of their own: on a tablet and beside other columns, unless the window is
// low. On a phone and in a frame, the player has other layouts.
func narrow(window, row panels.Size, embedded bool) bool {
	return !embedded && window.W > panels.Phone && window.H > panels.Low &&
		(window.W <= panels.Tablet || row.W < leastCharts)
}

// chartsRoom estimates the width of the charts in CSS pixels: the width of the stage's row less that of the controls
// beside the charts, of which there are none on a phone.
func chartsRoom(window, row panels.Size, embedded bool) int {
	switch {
	case embedded:
		return row.W - 250
	case window.W <= panels.Phone, narrow(window, row, embedded):
		return row.W - 18
	}
	return row.W - 330
}

// scrub shows the step at x pixels of the charts, which are w pixels wide, unless the steps are locked.
func (pb *playerBar) scrub(x float64, w int) {
	if now := pb.player.Now(); now != nil && !pb.editor.Locks(frame.Steps) {
		pb.player.Scrub(player.StepAt(pb.player.Charts(), now.Steps, x, w))
	}
}

func rateText(r float64) string {
	if r == 0 {
		return "max"
	}
	return strings.TrimSuffix(strconv.FormatFloat(r, 'f', -1, 64), ".0") + " / s"
}

func (p *Player) onStart(app.Context, app.Event) {
	if k := &p.core.player; k.Endless() {
		k.Reset()
	} else {
		k.Walk(-k.Step())
	}
}
func (p *Player) onTen(app.Context, app.Event)  { p.core.player.Walk(10) }
func (p *Player) onBack(app.Context, app.Event) { p.core.player.Walk(-1) }
func (p *Player) onStep(app.Context, app.Event) { p.core.player.Walk(1) }
func (p *Player) onEnd(app.Context, app.Event) {
	if now := p.core.player.Now(); now != nil {
		p.core.player.Walk(now.Steps - p.core.player.Step())
	}
}
func (p *Player) onKeep(ctx app.Context, _ app.Event) {
	p.core.player.Keep(ctx.JSSrc().Get("checked").Bool())
}
func (p *Player) onCurves(app.Context, app.Event) { p.core.menus.curves = !p.core.menus.curves }
func (p *Player) onToggle(app.Context, app.Event) { p.core.player.Toggle() }

func (p *Player) onScrub(ctx app.Context, _ app.Event) {
	if v, err := strconv.Atoi(inputValue(ctx)); err == nil {
		p.core.player.Scrub(v)
	}
}

func (p *Player) onScrubbed(app.Context, app.Event) { p.core.params.release() }

func (p *Player) onSpeed(ctx app.Context, _ app.Event) {
	if i, err := strconv.Atoi(inputValue(ctx)); err == nil && i >= 0 && i < len(player.Rates) {
		p.core.player.SetRate(i)
	}
}
