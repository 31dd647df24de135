package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/notifications"
	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Dock is the bar below the stage: what a click adds, the colour scale, the buttons of the view. It also has what lies
// over the stage for a while: hints, progress, notices.
type Dock struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (d *Dock) OnMount(ctx app.Context) {
	d.ctx = ctx
	soon(ctx, d.paint)
}

func (d *Dock) reads() any {
	return struct {
		version int
		state   dockState
	}{d.core.page.version(theDocument | theClick | theNotices | theEngine | theFault | thePicked | thePresentation |
		theWall), d.state()}
}

func (d *Dock) Render() app.UI {
	d.core.page.rendering(d)
	k := d.core
	soon(d.ctx, d.paint)
	var left nodes
	if k.editor.Loaded() {
		adding := k.editor.Places.Adding()
		if added := d.added(); added != nil {
			left.add(added)
		}
		switch {
		case k.editor.Points.Fixed(-1): // no point can be added
		case adding != nil && k.Embedded:
		case adding != nil:
			left.add(el("span.hint|$",
				k.names.byPointer(words.Text("Tap adds a %s, drag moves it, tap it to edit it", adding.Handle().Name),
					words.Text("Click adds a %s, drag moves it, right-click removes it", adding.Handle().Name))))
		case k.editor.Places.Painting() != nil:
			if !k.Embedded {
				left.add(el("span.hint|$",
					k.names.byPointer("Drag paints; level 0 of the brush erases",
						"Drag paints, with the right button it erases")))
			}
		case k.editor.Points.Rows():
			left.add(d.rows()...)
		case k.editor.Task() == method.Regress2D && k.Embedded:
		case k.editor.Task() == method.Regress2D:
			left.add(box("label.value-of",
				el("span.name-of|$", upperFirst(k.names.all().Value)),
				listen(el("input#next-value.num type=text inputmode=text aria-label='value of the next point'"),
					"change", d.onValue),
				listen(el("input#next-slider.slider type=range aria-label='value of the next point'"), "input",
					d.onValueSlide)))
		case k.editor.Points.Classes():
			left.add(el("span.dock-label aria-hidden=true|New points"), d.chips())
			if !k.Embedded {
				left.add(el("span.hint|$",
					k.names.byPointer("Tap adds, drag moves, tap a point to edit it",
						"Click adds, drag moves, right-click removes")))
			}
		case !k.Embedded:
			asks := k.editor.Info().Asks
			left.add(el("span.hint|$",
				k.names.byPointer(words.Text("Tap adds a point%s, drag moves it, tap a point to edit it", asks),
					words.Text("Click adds a point%s, drag moves it, right-click removes it", asks))))
		}
	}
	if k.gesture.HoldingOut {
		left = []app.UI{el("span.holding|$", k.holdout.hint())}
	}
	if k.editor.Loaded() {
		if chip := d.holdChip(); chip != nil {
			left.add(chip)
		}
	}
	if k.present.On() {
		left.add(el("span.dock-title|$", k.names.title()))
	}
	var legend app.UI
	if p := k.client.Picture(); p != nil && p.Legend != nil {
		l := p.Legend
		legend = nest(el("div.legend role=img aria-label='$ from $ to $'", l.Name, figure(l.Lo), figure(l.Hi)),
			el("span.legend-name|$", l.Name),
			el("span|$", figure(l.Lo)),
			el("span#legend.swatch"),
			el("span|$", figure(l.Hi)))
	}
	var scale app.UI
	if k.editor.View.Plane() && k.editor.View.Near() == nil && k.editor.Loaded() {
		scale = click(el("button.tool.scale type=button aria-pressed=$ aria-label='1:1, same scale on both"+
			" axes' title='1:1, same scale on both axes'|1:1", strconv.FormatBool(k.editor.View.OneScale())), d.onScale)
	}
	var annotate app.UI
	if k.annotations.may() {
		annotate = nest(click(el("button.tool#annotate type=button aria-label=Annotate"+
			" title='Annotate: arrows, texts, areas'"), d.onAnnotate), icon("pen"))
	}
	zoom := box("div.group.zoom",
		scale,
		nest(click(el("button.tool type=button aria-label='Zoom out' title='Zoom out (−)' data-key=-"), d.onZoom),
			icon("minus")),
		nest(click(el("button.tool type=button aria-label='Zoom in' title='Zoom in (+)' data-key=+"), d.onZoom),
			icon("plus")),
		nest(click(el("button.tool type=button aria-label='Show everything' title='Show everything (Home)'"+
			" data-key=Home"), d.onZoom),
			icon("fit")),
		annotate,
		nest(click(el("button.tool#present type=button aria-label=Present title='Present: the picture fills"+
			" the window (F)'"), d.onPresent),
			icon("frame")))
	if k.present.On() {
		zoom = d.stageTools()
	}
	var turn app.UI // turns a space without dragging
	if k.editor.View.Near() != nil && !k.Embedded {
		turn = box("div.group.turn role=group aria-label=Turn",
			nest(click(el("button.tool type=button aria-label='Turn left' title='Turn left' data-key=ArrowLeft"), d.onZoom),
				icon("down")),
			nest(click(el("button.tool type=button aria-label='Turn right' title='Turn right' data-key=ArrowRight"), d.onZoom),
				icon("down")),
			nest(click(el("button.tool type=button aria-label='Turn up' title='Turn up' data-key=ArrowUp"), d.onZoom),
				icon("down")),
			nest(click(el("button.tool type=button aria-label='Turn down' title='Turn down' data-key=ArrowDown"), d.onZoom),
				icon("down")))
	}
	var out app.UI
	if k.Embedded {
		zoom, out = nil, box("a.open-link#open-link target=_blank rel=noopener aria-label='Open in Pointscape'"+
			" title='Open in Pointscape'",
			el("span|Open in Pointscape"),
			icon("open"))
		if !k.conversation.Options.Legend {
			legend = nil
		}
	}
	return box("div.dock", box("div.dock-left", left...), legend, turn, zoom, out, d.over())
}

// onAnnotate selects the tool for annotations, with arrows.
func (d *Dock) onAnnotate(app.Context, app.Event) { d.core.annotations.take(doc.NoteArrow) }

// onScale switches between the same scale on both axes and axes that are each fitted to the points.
func (d *Dock) onScale(app.Context, app.Event) {
	k := d.core
	k.editor.View.SetOneScale(!k.editor.View.OneScale())
	k.effects.settled()
}

// dockState has what the dock shows and the versions of things do not cover: see reads. New pictures arrive many times
// per second, and most of them change none of it.
type dockState struct {
	classes          bool
	chips            int
	names            string
	legend           wire.Legend
	need, fault, bad string
	plots            int    // number of plots, while the stage is presented
	plot             string // title of the plot that is shown
	keys, meanings   bool   // while presented: there are legend entries, and they are shown
	slow             bool
	fetched          float64
	fetching         bool
	trouble          string
	held, holding    bool
	grouped          bool
	solid, scale     bool
	annotates        bool
	progress         float64
}

func (d *Dock) state() dockState {
	c := d.core
	s := dockState{classes: c.editor.Points.Classes(), need: c.client.Need()}
	s.progress, s.slow = c.client.Slow()
	s.fetched, s.trouble, s.fetching = c.client.Fetching()
	s.held, s.holding, s.grouped = c.editor.Split.Roles() != "", c.gesture.HoldingOut, c.painter.grouped()
	s.annotates = c.annotations.may()
	s.solid, s.scale = c.editor.View.Near() != nil, c.editor.View.OneScale()
	if c.present.On() {
		all := c.plots.all()
		s.plots, s.keys, s.meanings = len(all), len(c.legend.keys()) > 0, c.present.Legend()
		if at, ok := c.present.Plot(len(all)); ok {
			s.plot = all[at].Title
		}
	}
	if s.classes {
		s.chips = c.classes.offered()
		s.names = strings.Join(c.editor.Names().Classes, "\n")
	}
	if f := c.client.Fault(); f != nil {
		s.fault = f.Field + "\n" + f.Message
	}
	if p := c.client.Picture(); p != nil {
		if p.Legend != nil {
			s.legend = *p.Legend
		}
		if p.Status.State == method.Diverged {
			s.bad = words.Text("diverged: %s", p.Status.Sentence)
		}
	}
	return s
}

// chips are the buttons that choose the class of the next points.
func (d *Dock) chips() app.UI {
	k := d.core
	n := k.classes.offered()
	named := k.classes.namedChips(n)
	var list nodes
	chip := func(c int, name, label, key string) {
		id := "chip-" + strconv.Itoa(c)
		var text app.UI
		if !k.conversation.Options.Legend && (c >= 0 && named[c] || k.editor.Points.Class() == c && !k.Embedded) {
			text = el("span.chip-name dir=auto data-own=$|$", strconv.FormatBool(c >= 0 && named[c]), name)
		}
		title := words.Text("%s (key %s)", label, key)
		if c >= 0 && !k.Embedded {
			title = words.Text("%s (key %s; double-click to name it)", label, key)
		}
		list.add(nest(listen(click(el("button.chip type=button data-class=$ role=radio aria-checked=$"+
			" aria-keyshortcuts=$ aria-label=$ title=$", strconv.Itoa(c), strconv.FormatBool(k.editor.Points.Class() == c),
			key, label, title), d.onChip), "dblclick", d.onNameChip),
			el("span.swatch id=$", id),
			text,
			el("span.kbd data-key=$ aria-hidden=true", key)))
	}
	for c := range n {
		chip(c, k.names.class(c), k.names.class(c)+k.names.look(c, ", "), stage.ClassKey(c))
	}
	chip(doc.Unlabeled, "no class", "no class", stage.ClassKey(doc.Unlabeled))
	return box("div.chips role=radiogroup aria-label='class of the next point'", list...)
}

// Largest numbers of letters that the names on all chips have together: on the page, and while it is presented, where
// letters are larger. With more letters no name is shown.
const (
	roomyNames = 40
	roomyStage = 36
)

func (d *Dock) onNameChip(ctx app.Context, _ app.Event) {
	if c := data(ctx, "class"); c != strconv.Itoa(doc.Unlabeled) {
		d.core.menus.editName(c)
	}
}

// over returns what lies over the stage for a while.
func (d *Dock) over() app.UI {
	k := d.core
	var list nodes
	pic, fault, need := k.client.Picture(), k.client.Fault(), k.client.Need()
	// This one comes first and always has the same elements, so that its buttons stay the same elements while one of
	// them has the focus.
	if done, trouble, waiting := k.client.Fetching(); waiting {
		class, role, text, fine := "progress", "status", "Loading the other methods", trouble == ""
		if !fine {
			class, role, text = "notice", "alert", words.Text("The other methods are not loaded yet. %s", trouble)
		}
		percent := strconv.Itoa(int(100 * done))
		list.add(nest(el("div class=$ class=fetching role=$", class, role),
			icon("warn"),
			el("span|$", text),
			nest(el("div.track hidden=$ role=progressbar aria-label='Loading the other methods' aria-valuenow=$",
				strconv.FormatBool(!fine), percent),
				el("div.fill style=width:$%", percent)),
			click(el("button.button.small type=button hidden=$|Try now", strconv.FormatBool(fine)), d.onHurry),
			nest(click(el("button.button.small type=button"), d.onForgo), icon("stop"), el("span|Cancel"))))
	}
	switch {
	case k.client.Stale():
		list.add(box("div.notice role=alert",
			el("span|Pointscape has been updated. Reload the page to continue; your points are kept."),
			click(el("button.button.primary type=button|Reload"), d.onReload)))
	case k.client.Dead() != "":
		list.add(box("div.notice role=alert",
			el("span|$ Your points are safe. If this happens again, undo your last action.", k.client.Dead()),
			click(el("button.button.primary type=button|Restart"), d.onRetry)))
	case need != "":
		list.add(box("div.need-hint", el("span|$", k.names.forPointer(need))))
	case pic != nil && fault == nil && pic.Status.State == method.Diverged && !k.lecture.On(): // see LessonFacts
		list.add(box("div.notice.bad role=status", icon("warn"), box("span", sentence(pic.Status.Sentence))))
	case fault != nil && (fault.Field == "" || k.editor.Info() != nil && !fieldShown(k, fault.Field)):
		body := nodes{icon("warn"), el("span|$", fault.Message)}
		if k.client.FetchCancelled() {
			body.add(click(el("button.button.small type=button|Load"), d.onFetch))
		}
		list.add(box("div.notice.bad role=alert", body...))
	}
	if progress, slow := k.client.Slow(); slow {
		class := "track"
		if progress == 0 {
			class += " unknown"
		}
		list.add(box("div.progress",
			el("span|Computing"),
			nest(el("div class=$ role=progressbar aria-label=Fitting aria-valuenow=$", class,
				strconv.Itoa(int(100*progress))),
				el("div.fill style=width:$%", strconv.Itoa(int(100*progress)))),
			nest(click(el("button.button.small type=button"), d.onStop), icon("stop"), el("span|Stop"))))
	}
	if k.opener.slow {
		list.add(el("div.progress role=status|The document is still loading. You can continue with the present one."))
	}
	if k.menus.renewed && !k.client.Stale() && !k.Embedded && !k.present.On() {
		list.add(box("div.notice.offer role=status",
			el("span|A new version of Pointscape is available. Reload the page to use it; your points are kept."),
			click(el("button.button type=button|Reload"), d.onReload),
			nest(click(el("button.tool type=button aria-label=Dismiss"), d.onLater), icon("close"))))
	}
	for _, o := range k.store.Offers() {
		id := strconv.Itoa(o.ID)
		list.add(box("div.notice.offer role=alert",
			el("span|$", o.Text),
			click(el("button.button type=button data-offer=$|Open", id), d.onTakeOffer),
			click(el("button.button type=button data-offer=$|Save as a file", id), d.onSaveOffer),
			nest(click(el("button.tool type=button aria-label=Dismiss data-offer=$", id), d.onDismissOffer),
				icon("close"))))
	}
	if t, ok := k.board.Shown(); ok {
		class, role := "toast", "status"
		if t.Alarm {
			class, role = "toast bad", "alert"
		}
		id := strconv.Itoa(t.ID)
		var again app.UI
		button := func(label string, fn app.EventHandler) {
			again = click(el("button.button.small type=button data-toast=$|$", id, label), fn)
		}
		switch {
		case t.Again != nil:
			button("Try again", d.onAgain)
		case t.Back:
			button("Undo", d.onUndo)
		case t.Open:
			t.Text = words.Text("%s %s", t.Text, t.More)
		case t.More != "":
			button("Details", d.onDetails)
		}
		list.add(nest(el("div class=$ role=$", class, role),
			el("span|$", t.Text),
			again,
			nest(click(el("button.tool type=button aria-label=Dismiss data-toast=$", id),
				d.onDismiss),
				icon("close"))))
	}
	return box("div.over", list...)
}

// fieldShown reports whether the field of a fault has a visible control, which shows the message itself.
func fieldShown(k *Core, field string) bool {
	for i := range k.editor.Info().Params {
		p := &k.editor.Info().Params[i]
		if isOf(field, p) {
			return k.editor.Info().Applies(p.When, k.editor.Now().Params) && (!p.Advanced || k.menus.advanced)
		}
	}
	name, ok := method.ParamOf(field)
	of, i, within := method.Within(name)
	return ok && within && k.menus.unfolded[unfoldedAs(of, i)] && k.editor.ParamAt(name) != nil
}

func (d *Dock) paint() {
	k := d.core
	if !app.IsClient {
		return
	}
	for c := doc.Unlabeled; c <= doc.MaxClass; c++ {
		k.painter.chip("chip-"+strconv.Itoa(c), c)
	}
	if p := k.client.Picture(); p != nil && p.Legend != nil {
		k.painter.scale("legend", p.Legend.Diverging)
	}
	k.placing.sync()
	if el := byID("next-value"); el.Truthy() {
		if !isFocused(el) {
			syncProperty(el, "value", number(k.editor.Points.Value()))
		}
		s := d.valueSlider()
		k.inputs.slider("next-slider", s, k.editor.Points.Value())
	}
}

func (d *Dock) valueSlider() slider {
	lo, hi := -1.0, 1.0
	for i, p := range d.core.editor.Now().Points {
		if i == 0 {
			lo, hi = p.Z, p.Z
		}
		lo, hi = min(lo, p.Z), max(hi, p.Z)
	}
	if lo == hi {
		lo, hi = lo-1, hi+1
	}
	m := 0.2 * (hi - lo)
	s, _ := sliderOf(&method.Param{Kind: method.Number{Range: method.Range{Min: words.Significant(lo-m, 3),
		Max: words.Significant(hi+m, 3)}}})
	return s
}

func (d *Dock) onChip(ctx app.Context, _ app.Event) {
	if c, err := strconv.Atoi(data(ctx, "class")); err == nil {
		d.core.classes.choose(c)
	}
}

func (d *Dock) onValue(ctx app.Context, _ app.Event) {
	text := inputValue(ctx)
	if v, ok := parseNumber(text); ok && v >= -doc.MaxCoord && v <= doc.MaxCoord {
		d.core.editor.Points.SetValue(v)
		d.core.dataFields.Clear()
		d.core.board.Clear()
	} else {
		d.core.board.Toast(words.Text("The value must be a number from -1e12 to 1e12; got %s.%s", strconv.Quote(text),
			notifications.Still(number(d.core.editor.Points.Value()))), true)
		ctx.JSSrc().Set("value", number(d.core.editor.Points.Value()))
	}
}

func (d *Dock) onValueSlide(ctx app.Context, _ app.Event) {
	if pos, err := strconv.Atoi(inputValue(ctx)); err == nil {
		d.core.editor.Points.SetValue(d.valueSlider().value(pos))
	}
}

func (d *Dock) onZoom(ctx app.Context, _ app.Event) {
	key := data(ctx, "key")
	d.core.gesture.Key(key, strings.HasPrefix(key, "Arrow")) // turns a space as far as with Shift
	d.core.effects.settled()
}

func (d *Dock) onAgain(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(data(ctx, "toast")); err == nil {
		d.core.board.Again(id)
	}
}

// onUndo undoes the edit that the toast is about. The toast disappears with it, so the stage gets the focus.
func (d *Dock) onUndo(app.Context, app.Event) {
	d.core.edits.undo()
	d.core.screen.Focus()
}

func (d *Dock) onDetails(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(data(ctx, "toast")); err == nil {
		d.core.board.Open(id)
	}
}

func (d *Dock) onDismiss(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(data(ctx, "toast")); err == nil {
		d.core.board.Dismiss(id)
	}
}

// offerOf returns the number of the offer that a button belongs to, 0 if there is none.
func offerOf(ctx app.Context) int {
	id, _ := strconv.Atoi(data(ctx, "offer"))
	return id
}

func (d *Dock) onTakeOffer(ctx app.Context, _ app.Event)    { d.core.store.Take(offerOf(ctx)) }
func (d *Dock) onDismissOffer(ctx app.Context, _ app.Event) { d.core.store.Dismiss(offerOf(ctx)) }

// onSaveOffer saves the offered document as a file, without opening it.
func (d *Dock) onSaveOffer(ctx app.Context, _ app.Event) {
	for _, o := range d.core.store.Offers() {
		if o.ID == offerOf(ctx) {
			download("pointscape.json", "application/json", []byte(o.JSON))
		}
	}
}

func (d *Dock) onReload(app.Context, app.Event) {
	d.core.store.SaveNow()
	app.Window().Get("location").Call("reload")
}

// onLater hides the notice that there is a new version.
func (d *Dock) onLater(app.Context, app.Event) { d.core.menus.renewed = false }

// When a button disappears together with its notice, the stage gets the focus. Try now disappears when it is pressed;
// the button after it, Cancel, stays and gets the focus.
func (d *Dock) onForgo(app.Context, app.Event) {
	d.core.screen.Focus()
	d.core.client.CancelFetch()
}

func (d *Dock) onFetch(app.Context, app.Event) {
	d.core.screen.Focus()
	d.core.client.Fetch()
}

func (d *Dock) onHurry(ctx app.Context, _ app.Event) {
	focusOn(ctx.JSSrc().Get("nextElementSibling"))
	d.core.client.RetryFetch()
}

func (d *Dock) onRetry(app.Context, app.Event) {
	d.core.client.Retry()
}

func (d *Dock) onStop(app.Context, app.Event) {
	d.core.player.Halt()
	d.core.client.Stop()
	d.core.board.Toast("Stopped. The next change restarts it.", false)
}

// Card shows the coordinates of the selected point as fields that can be edited. It takes the dock's position, so that
// it never covers the plane, where the user may want to put the point.
type Card struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *Card) OnMount(ctx app.Context) {
	c.ctx = ctx
}

func (c *Card) reads() any {
	return struct {
		version int
		grouped bool
		notes   string
	}{c.core.page.version(theDocument | theSelection | theFields), c.core.painter.grouped(), c.core.annotations.state()}
}

func (c *Card) Render() app.UI {
	c.core.page.rendering(c)
	k := c.core
	if k.annotations.on() {
		return c.annotation()
	}
	i := k.editor.Selection.Now()
	if _, ok := k.editor.Points.Spot(i); !ok {
		return el("div.no-card hidden")
	}
	if i >= 0 && k.editor.Points.Rows() {
		return c.row(i)
	}
	soon(c.ctx, c.sync)
	field := func(name, label string) app.UI {
		in := listen(listen(listen(el("input.num type=text id=card-$ data-field=$ aria-label=$ aria-invalid=$"+
			" autocomplete=off", name, name, label, strconv.FormatBool(k.fields.At(name).Shown())), "input",
			c.onField), "change", c.onDone), "keydown", c.onKey)
		if k.fields.At(name).Message != "" {
			with(in, "aria-describedby=card-wrong-$", name)
		}
		return box("label.card-field", el("span.name-of dir=auto|$", label), in)
	}
	labels := [2]string{c.label("x"), c.label("y")}
	number, remove := words.Text("Point %s", strconv.Itoa(i+1)), "Remove point"
	if grip, ok := method.GripOf(i); ok {
		g := k.editor.Places.Grips()[grip]
		number, remove = upperFirst(g.Name()), words.Text("Remove %s", g.Name())
	}
	row := nodes{el("span.label|$", number), field("x", labels[0]), field("y", labels[1])}
	fixed := k.editor.Points.Fixed(i)
	switch {
	case i < 0: // a handle has only coordinates
	case k.editor.Task() == method.Regress2D:
		row.add(field("value", c.label("value")))
	case k.editor.Points.Classes():
		var options nodes
		options.add(el("option value=-1|no class"))
		for cl := range doc.MaxClass + 1 {
			name := strconv.Itoa(method.ClassNumber(cl))
			if k.editor.Names().Named(cl) {
				name = k.names.class(cl)
			}
			options.add(el("option value=$|$$", strconv.Itoa(cl), name, k.names.look(cl, " · ")))
		}
		row.add(box("div.select",
			nest(listen(el("select#card-class aria-label=class"), "change", c.onClass), options...),
			icon("down")))
	}
	row.add(c.roleSelect())
	if fixed {
		row = nodes{row[0], held(row[1:]...)}
	} else {
		row.add(el("span.hint|$", k.names.byPointer("Tap the new position", "Click the new position")),
			nest(click(el("button.tool type=button aria-label=$ title='Remove (Delete)'", remove), c.onRemove),
				icon("trash")))
	}
	row.add(
		nest(click(el("button.tool type=button aria-label=Done title='Done (Esc)'"), c.onClose), icon("close")))
	rows := nodes{box("div.card-row", row...)}
	for _, name := range []string{"x", "y", "value"} {
		if b := k.fields.At(name); b.Message != "" {
			rows.add(el("p.wrong id=card-wrong-$ role=alert|$", name, b.Message))
		}
	}
	return nest(el("div.card role=group aria-label=$", number), rows...)
}

func (c *Card) sync() {
	k := c.core
	q, ok := k.editor.Points.Spot(k.editor.Selection.Now())
	if !ok || !app.IsClient {
		return
	}
	for _, name := range []string{"x", "y", "value"} {
		if el := byID("card-" + name); el.Truthy() && !isFocused(el) {
			syncProperty(el, "value", number(coordinateOf(q, name)))
		}
	}
	if el := byID("card-class"); el.Truthy() {
		syncProperty(el, "value", number(q.Z))
	}
	if el := byID("card-role"); el.Truthy() {
		syncProperty(el, "value", string(rune(k.editor.Split.Role(k.editor.Selection.Now()))))
	}
}

// label returns the name of a field of the card.
func (c *Card) label(field string) string {
	n := c.core.names.all()
	switch field {
	case "x":
		return n.X
	case "y":
		return n.Y
	}
	return n.Value
}

// coordinateOf returns the number of a point that a field of the card shows: "x", "y", or else Z.
func coordinateOf(p doc.Point, field string) float64 {
	switch field {
	case "x":
		return p.X
	case "y":
		return p.Y
	}
	return p.Z
}

func (c *Card) onField(ctx app.Context, _ app.Event) {
	c.take(data(ctx, "field"), inputValue(ctx), false)
}

// take handles the text of a field; done means that the user leaves the field.
func (c *Card) take(name, text string, done bool) {
	k := c.core
	q, chosen := k.editor.Points.Spot(k.editor.Selection.Now())
	if !chosen {
		return
	}
	v, ok := parseNumber(text)
	if !ok || v < -doc.MaxCoord || v > doc.MaxCoord {
		label := c.label(name)
		now := coordinateOf(q, name)
		k.fields.Refuse(name, text, words.Text("%s must be a number from -1e12 to 1e12; got %s.%s", label,
			strconv.Quote(text), notifications.Still(number(now))))
		if done {
			k.fields.Leave(name)
		}
		return
	}
	k.fields.Accept(name)
	if name == "value" {
		k.editor.Points.SetThird(k.editor.Selection.Now(), v)
		return
	}
	k.editor.Points.SetCoordinate(k.editor.Selection.Now(), name, v)
}

// onDone handles leaving a field. If it has no valid number, it shows the point's number again.
func (c *Card) onDone(ctx app.Context, _ app.Event) {
	name := data(ctx, "field")
	c.take(name, inputValue(ctx), true)
	c.putBack(ctx, name)
	c.core.editor.History.Seal()
}

// putBack shows the point's number in a field again, if what was typed is not valid.
func (c *Card) putBack(ctx app.Context, name string) {
	k := c.core
	if q, ok := k.editor.Points.Spot(k.editor.Selection.Now()); ok && k.fields.At(name).Message != "" {
		ctx.JSSrc().Set("value", number(coordinateOf(q, name)))
	}
}

// onKey handles Escape in a field with invalid text: it restores the number. The next Escape closes the card.
func (c *Card) onKey(ctx app.Context, e app.Event) {
	name := data(ctx, "field")
	if e.Get("key").String() == "Escape" && c.core.fields.At(name).Shown() {
		c.putBack(ctx, name)
		c.core.fields.Accept(name)
		e.Call("stopPropagation")
	}
}

func (c *Card) onClass(ctx app.Context, _ app.Event) {
	if v, err := strconv.Atoi(inputValue(ctx)); err == nil {
		c.core.editor.Points.SetThird(c.core.editor.Selection.Now(), float64(v))
	}
}

func (c *Card) onRemove(app.Context, app.Event) {
	c.core.host.Remove(c.core.editor.Selection.Now())
	c.core.screen.Focus()
}

func (c *Card) onClose(app.Context, app.Event) {
	c.core.editor.Selection.Set(-1)
	c.core.screen.Focus()
}
