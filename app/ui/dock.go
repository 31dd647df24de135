package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Dock is the bar below the stage: what a click adds, the scale of colours, the
// view. It also shows what lies over the stage: hints, progress, notices.
type Dock struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (d *Dock) OnMount(ctx app.Context) {
	d.ctx = ctx
	d.core.parts[PartDock] = d
	d.soon()
}

func (d *Dock) soon() {
	if d.ctx != nil {
		d.ctx.Defer(func(app.Context) { d.paint() })
	}
}

func (d *Dock) Render() app.UI {
	k := d.core
	d.soon()
	var left []app.UI
	if k.loaded {
		switch {
		case k.task == method.Regress2D && k.Embedded:
		case k.task == method.Regress2D:
			left = append(left, app.Label().Class("value-of").Body(
				app.Span().Text("Value"),
				app.Input().Type("text").Attr("inputmode", "text").ID("next-value").Class("num").Aria("label", "value of the next point").OnChange(d.onValue),
				app.Input().Type("range").ID("next-slider").Class("slider").Aria("label", "value of the next point").OnInput(d.onValueSlide)))
		case k.classes():
			left = append(left, app.Span().Class("dock-label").Aria("hidden", "true").Text("New points"), d.chips())
			if !k.Embedded {
				left = append(left, app.Span().Class("hint").Text("Click adds, drag moves, right-click removes"))
			}
		case !k.Embedded:
			left = append(left, app.Span().Class("hint").Text("Click adds a point, drag moves it, right-click removes it"))
		}
	}
	var legend app.UI
	if k.pic != nil && k.pic.Legend != nil {
		l := k.pic.Legend
		legend = app.Div().Class("legend").Attr("role", "img").Aria("label", l.Name+" from "+figure(l.Lo)+" to "+figure(l.Hi)).Body(
			app.Span().Class("legend-name").Text(l.Name),
			app.Span().Text(figure(l.Lo)), app.Canvas().ID("legend").Width(120).Height(10), app.Span().Text(figure(l.Hi)))
	}
	zoom := app.Div().Class("group zoom").Body(
		app.Button().Type("button").Class("tool").Aria("label", "Zoom out").Title("Zoom out (−)").DataSet("key", "-").OnClick(d.onZoom).Body(icon("minus")),
		app.Button().Type("button").Class("tool").Aria("label", "Zoom in").Title("Zoom in (+)").DataSet("key", "+").OnClick(d.onZoom).Body(icon("plus")),
		app.Button().Type("button").Class("tool").Aria("label", "Show everything").Title("Show everything (Home)").DataSet("key", "Home").OnClick(d.onZoom).Body(icon("frame")))
	return app.Div().Class("dock").Body(
		app.Div().Class("dock-left").Body(left...), legend, zoom, d.over())
}

// chips choose the class of the next points.
func (d *Dock) chips() app.UI {
	k := d.core
	n := 2
	for _, p := range k.doc.Points {
		if c := int(p.Z); c+1 > n && c <= doc.MaxClass {
			n = c + 1
		}
	}
	n = min(max(n+1, k.class+1), doc.MaxClass+1) // one more than there are
	var list []app.UI
	chip := func(c int, name, label, key string) {
		id := "chip-" + strconv.Itoa(c)
		var text app.UI
		if k.class == c {
			text = app.Span().Class("chip-name").Text(name)
		}
		list = append(list,
			app.Button().Type("button").Class("chip").DataSet("class", strconv.Itoa(c)).Attr("role", "radio").Aria("checked", strconv.FormatBool(k.class == c)).
				Aria("label", label).Title(label+" (key "+key+")").OnClick(d.onChip).Body(
				app.Canvas().ID(id).Width(18).Height(18), text, app.Kbd().Text(key)))
	}
	for c := range n {
		chip(c, "class "+strconv.Itoa(c), "class "+strconv.Itoa(c)+", "+k.palette.Class[c].Name, strconv.Itoa(c+1))
	}
	chip(doc.Unlabeled, "no class", "no class", "0")
	return app.Div().Class("chips").Attr("role", "radiogroup").Aria("label", "class of the next point").Body(list...)
}

// over is what lies over the stage for a while.
func (d *Dock) over() app.UI {
	k := d.core
	var list []app.UI
	switch {
	case k.stale:
		list = append(list, app.Div().Class("notice").Attr("role", "alert").Body(
			app.Span().Text("Pointscape has been updated. Reload the page to go on; your points are kept."),
			app.Button().Type("button").Class("button primary").OnClick(d.onReload).Text("Reload")))
	case k.dead != "":
		list = append(list, app.Div().Class("notice").Attr("role", "alert").Body(
			app.Span().Text(k.dead+" Your points are safe."),
			app.Button().Type("button").Class("button primary").OnClick(d.onRetry).Text("Start it again")))
	case k.need != "":
		list = append(list, app.Div().Class("need-hint").Body(app.Span().Text(k.need)))
	case k.pic != nil && k.fault == nil && k.pic.Status.State == method.Diverged:
		list = append(list, app.Div().Class("notice bad").Attr("role", "status").Body(icon("warn"), app.Span().Body(sentence(k.pic.Status.Sentence))))
	case k.fault != nil && k.fault.Field == "" || k.fault != nil && k.info != nil && !fieldShown(k):
		list = append(list, app.Div().Class("notice bad").Attr("role", "alert").Body(icon("warn"), app.Span().Text(k.fault.Message)))
	}
	if k.slow {
		class := "track"
		if k.progress == 0 {
			class += " unknown"
		}
		list = append(list, app.Div().Class("progress").Body(
			app.Span().Text("Computing"),
			app.Div().Class(class).Attr("role", "progressbar").Aria("label", "Fitting").Aria("valuenow", strconv.Itoa(int(100*k.progress))).
				Body(app.Div().Class("fill").Style("width", strconv.Itoa(int(100*k.progress))+"%")),
			app.Button().Type("button").Class("button small").OnClick(d.onStop).Body(icon("stop"), app.Span().Text("Stop"))))
	}
	for _, t := range k.toasts {
		class, role := "toast", "status"
		if t.alarm {
			class, role = "toast bad", "alert"
		}
		list = append(list, app.Div().Class(class).Attr("role", role).Body(
			app.Span().Text(t.text),
			app.Button().Type("button").Class("tool").Aria("label", "Dismiss").DataSet("toast", strconv.Itoa(t.id)).OnClick(d.onDismiss).Body(icon("close"))))
	}
	return app.Div().Class("over").Body(list...)
}

// fieldShown tells whether the field at fault has a control that says so.
func fieldShown(k *Core) bool {
	for i := range k.info.Params {
		p := &k.info.Params[i]
		if "params."+p.Name == k.fault.Field {
			return k.info.Applies(p.When, k.doc.Params) && (!p.Advanced || k.advanced)
		}
	}
	return false
}

func (d *Dock) paint() {
	k := d.core
	if !app.IsClient {
		return
	}
	for c := doc.Unlabeled; c <= doc.MaxClass; c++ {
		k.screen.PaintChip("chip-"+strconv.Itoa(c), k.palette, c)
	}
	if k.pic != nil && k.pic.Legend != nil {
		k.screen.PaintLegend("legend", k.palette, k.pic.Legend.Diverging)
	}
	if el := byID("next-value"); el.Truthy() {
		if !isFocused(el) {
			syncProperty(el, "value", number(k.value))
		}
		s := d.valueSlider()
		c := Controls{core: k}
		c.syncSlider(byID("next-slider"), s, k.value)
	}
}

func (d *Dock) valueSlider() slider {
	lo, hi := -1.0, 1.0
	for i, p := range d.core.doc.Points {
		if i == 0 {
			lo, hi = p.Z, p.Z
		}
		lo, hi = min(lo, p.Z), max(hi, p.Z)
	}
	if lo == hi {
		lo, hi = lo-1, hi+1
	}
	m := 0.2 * (hi - lo)
	s, _ := sliderOf(&method.Param{Kind: method.Number, Min: significant(lo-m, 3), Max: significant(hi+m, 3)})
	return s
}

func (d *Dock) onChip(ctx app.Context, _ app.Event) {
	if c, err := strconv.Atoi(data(ctx, "class")); err == nil {
		d.core.chooseClass(c)
	}
}

func (d *Dock) onValue(ctx app.Context, _ app.Event) {
	if v, ok := parseNumber(inputValue(ctx)); ok && v >= -doc.MaxCoord && v <= doc.MaxCoord {
		d.core.value = v
	} else {
		d.core.toast("The value must be a number; got "+strconv.Quote(inputValue(ctx)), true)
	}
}

func (d *Dock) onValueSlide(ctx app.Context, _ app.Event) {
	if pos, err := strconv.Atoi(inputValue(ctx)); err == nil {
		d.core.value = d.valueSlider().value(pos)
	}
}

func (d *Dock) onZoom(ctx app.Context, _ app.Event) {
	d.core.gesture.Key(data(ctx, "key"), false)
	d.core.settled()
}

func (d *Dock) onDismiss(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(data(ctx, "toast")); err == nil {
		d.core.dismiss(id)
	}
}

func (d *Dock) onReload(app.Context, app.Event) {
	d.core.saveNow()
	app.Window().Get("location").Call("reload")
}

func (d *Dock) onRetry(app.Context, app.Event) {
	d.core.dead = ""
	d.core.lane.Retry()
	d.core.mark()
}

func (d *Dock) onStop(app.Context, app.Event) {
	d.core.slow = false
	d.core.lane.Stop()
	d.core.painted = d.core.state
	d.core.mark()
	d.core.toast("Stopped. The next change starts anew.", false)
}

// Card is what is shown beside a selected point: its numbers, to be typed.
type Card struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *Card) OnMount(ctx app.Context) {
	c.ctx = ctx
	c.core.parts[PartCard] = c
}

func (c *Card) Render() app.UI {
	k := c.core
	i := k.selected
	if i < 0 || i >= len(k.doc.Points) {
		return app.Div().Class("no-card").Hidden(true)
	}
	if c.ctx != nil {
		c.ctx.Defer(func(app.Context) { c.sync() })
	}
	q := k.doc.Points[i]
	px, py := k.view.PX(q.X), k.view.PY(q.Y)
	const w, h = 232.0, 170.0
	left, top := px+18, py-h/2
	if left+w > float64(k.view.W)-8 {
		left = px - 18 - w
	}
	left = min(max(left, 8), max(8, float64(k.view.W)-w-8))
	top = min(max(top, 8), max(8, float64(k.view.H)-h-8))
	field := func(name, label string) app.UI {
		return app.Label().Class("card-field").Body(app.Span().Text(label),
			app.Input().Type("text").ID("card-"+name).Class("num").DataSet("field", name).Aria("label", label).
				Aria("invalid", strconv.FormatBool(k.bad[name].message != "")).AutoComplete(false).OnInput(c.onField).OnChange(c.onDone))
	}
	labels := [2]string{"x1", "x2"}
	if k.task == method.Regress {
		labels = [2]string{"x", "y"}
	}
	rows := []app.UI{
		app.Div().Class("drawer-head").Body(app.Span().Class("label").Text("Point "+strconv.Itoa(i+1)),
			app.Button().Type("button").Class("tool").Aria("label", "Remove point").Title("Remove (Delete)").OnClick(c.onRemove).Body(icon("trash")),
			app.Button().Type("button").Class("tool").Aria("label", "Done").OnClick(c.onClose).Body(icon("close"))),
		app.Div().Class("card-row").Body(field("x", labels[0]), field("y", labels[1])),
	}
	switch {
	case k.task == method.Regress2D:
		rows = append(rows, app.Div().Class("card-row").Body(field("value", "value")))
	case k.classes():
		var options []app.UI
		options = append(options, app.Option().Value("-1").Text("no class"))
		for cl := range doc.MaxClass + 1 {
			options = append(options, app.Option().Value(strconv.Itoa(cl)).Text(strconv.Itoa(cl)+" · "+k.palette.Class[cl].Name))
		}
		rows = append(rows, app.Div().Class("select").Body(app.Select().ID("card-class").Aria("label", "class").OnChange(c.onClass).Body(options...), icon("down")))
	}
	for _, name := range []string{"x", "y", "value"} {
		if b := k.bad[name]; b.message != "" {
			rows = append(rows, app.P().Class("wrong").Attr("role", "alert").Text(b.message))
		}
	}
	rows = append(rows, app.P().Class("help").Text("Click where it should go."))
	px4 := func(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) + "px" }
	return app.Div().Class("card").Attr("role", "group").Aria("label", "Point "+strconv.Itoa(i+1)).Style("left", px4(left)).Style("top", px4(top)).Body(rows...)
}

func (c *Card) sync() {
	k := c.core
	if k.selected < 0 || k.selected >= len(k.doc.Points) || !app.IsClient {
		return
	}
	q := k.doc.Points[k.selected]
	for name, v := range map[string]float64{"x": q.X, "y": q.Y, "value": q.Z} {
		if el := byID("card-" + name); el.Truthy() && !isFocused(el) {
			syncProperty(el, "value", number(v))
		}
	}
	if el := byID("card-class"); el.Truthy() {
		syncProperty(el, "value", number(q.Z))
	}
}

func (c *Card) onField(ctx app.Context, _ app.Event) {
	k := c.core
	name, text := data(ctx, "field"), inputValue(ctx)
	v, ok := parseNumber(text)
	if !ok || v < -doc.MaxCoord || v > doc.MaxCoord {
		k.bad[name] = badText{text, name + " must be a number, at most 1e12 in size; got " + strconv.Quote(text)}
		return
	}
	delete(k.bad, name)
	if name == "value" {
		k.setThird(k.selected, v)
		return
	}
	k.setCoordinate(k.selected, name, v)
}

func (c *Card) onDone(app.Context, app.Event) { c.core.hist.Seal() }

func (c *Card) onClass(ctx app.Context, _ app.Event) {
	if v, err := strconv.Atoi(inputValue(ctx)); err == nil {
		c.core.setThird(c.core.selected, float64(v))
	}
}

func (c *Card) onRemove(app.Context, app.Event) {
	c.core.host().Remove(c.core.selected)
	c.core.screen.Focus()
}

func (c *Card) onClose(app.Context, app.Event) {
	c.core.host().Select(-1)
	c.core.screen.Focus()
}
