package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/notifications"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// Controls is the part of the panel in which things are changed: the method, its
// parameters, what is shown. All of it is made from declarations.
type Controls struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *Controls) OnMount(ctx app.Context) {
	c.ctx = ctx
	soon(ctx, c.sync)
}

func (c *Controls) reads() any { return readByControls(c.core) }

// readByControls is what controls read, in the panel or below a frame's plane. Of pictures it is what they offer.
func readByControls(k *Core) any {
	x := struct {
		version                 int
		learned, proba, section bool
		legend                  legendReads
	}{version: k.page.version(theDocument | theFields | theParams | theFault | theHelp | thePicked | theSweep | theCourse),
		legend: k.legend.reads()}
	if p := k.client.Picture(); p != nil {
		x.learned, x.proba, x.section = len(p.Learned) > 0, p.Proba, p.Section
	}
	return x
}

func (c *Controls) Render() app.UI {
	c.core.page.rendering(c)
	k := c.core
	soon(c.ctx, c.sync)
	if k.editor.Info() == nil {
		return box("section.controls", el("div.skeleton aria-hidden=true"))
	}
	var plain, folded []app.UI
	for i := range k.editor.Info().Params {
		p := &k.editor.Info().Params[i]
		if !k.editor.Info().Applies(p.When, k.editor.Now().Params) || p.OfTables() && k.editor.Now().Table == nil ||
			p.Plane && k.params.takesRows() {
			continue
		}
		if p.Advanced {
			folded = c.rows(folded, p)
		} else {
			plain = c.rows(plain, p)
		}
	}
	body := nodes{c.head()}
	if len(plain)+len(folded) > 0 {
		body.add(box("div.params", plain...))
	}
	if len(folded) > 0 {
		b := nest(click(el("button.fold type=button aria-expanded=$ aria-controls=advanced",
			strconv.FormatBool(k.menus.advanced)), c.onAdvanced),
			icon("down"),
			el("span|Advanced"),
			el("span.count|($)", strconv.Itoa(len(folded))))
		rows := el("div.params#advanced")
		if k.menus.advanced {
			nest(rows, folded...)
		}
		body.add(b, rows)
	}
	body.add(&Remarks{core: k})
	if !k.present.Legend() {
		if legend := k.legend.list(); legend != nil { // of what is seen now, before what could be
			body.add(legend)
		}
	}
	if shows := c.shows(); shows != nil {
		body.add(shows)
	}
	if k.editor.Task() == method.Classify && k.editor.Now().View.Scores != nil {
		body.add(c.scored())
	}
	body.add(c.beside())
	return box("section.controls aria-label=Method", body...)
}

// rows appends a parameter's row, and those of what is within it.
func (c *Controls) rows(list []app.UI, p *method.Param) []app.UI {
	list = append(append(list, c.row(p)), c.hypers(p)...)
	if method.Is[method.Estimators](p.Kind) {
		list = append(list, c.estimators(p)...)
	}
	return list
}

// head is the panel's title and the method.
func (c *Controls) head() app.UI {
	k := c.core
	return box("div.chosen",
		box("div.panel-head",
			el("h2#method-title|Method"),
			nest(click(el("button.tool.explain type=button aria-pressed=$ title='Explain all parameters'",
				strconv.FormatBool(k.menus.explainAll)), c.onExplain),
				icon("help"),
				el("span|Explain"))),
		&Picker{core: k},
		c.judged())
}

// judged is the line of the errors below the method, and the way to an estimate of those on new points.
func (c *Controls) judged() app.UI {
	if e := &c.core.editor; !e.Task().Supervised() || e.Info().Unjudged {
		return nil
	}
	return box("div.judged",
		el("p#errors"),
		click(el("button.button#cross-validate type=button|Cross-validation…"), c.onCross))
}

func (c *Controls) onCross(app.Context, app.Event) { c.core.studies.cross() }

// row is one parameter: its name, its control, its help, and what is wrong.
func (c *Controls) row(p *method.Param) app.UI {
	k := c.core
	id, said := "p-"+p.Name, spoken(p.Name)
	set := changed(k.editor.Given(p.Name), p.Default)
	// People call it what they read; what scripts find it by is beside that (aria-label).
	name := "l-" + p.Name
	label := nest(el("label.label for=$ id=$", id, name), sentence(p.Label))
	head := nodes{label}
	_, learned := k.params.learned(p)
	reset := nest(click(el("button.reset type=button data-param=$ aria-label='Reset $' title='Reset to $'", p.Name,
		called(p), defaultText(p)), c.onReset),
		icon("reset"))
	if !set || learned { // what is set is where the search begins
		with(reset, ".off tabindex=-1 aria-hidden=true")
	}
	head.add(reset)
	message := ""
	if k.fields.Has(p.Name) {
		message = k.fields.At(p.Name).Message
	} else if fault := k.client.Fault(); fault != nil && isOf(fault.Field, p) {
		message = fault.Message
	}
	message = strings.TrimPrefix(message, "params.")
	desc := "h-" + p.Name
	if message != "" {
		desc += " e-" + p.Name
	}
	invalid := strconv.FormatBool(message != "" && !k.fields.At(p.Name).Left)
	field := func(class string) app.UI {
		return listen(listen(listen(el("input type=text id=$ class=$ data-param=$ aria-label=$"+
			" aria-labelledby=$ aria-describedby=$ aria-invalid=$ autocomplete=off spellcheck=false", id, class, p.Name,
			said, name, desc, invalid), "input", c.onText), "change", c.onTextDone), "keydown", c.onTextKey)
	}
	var control nodes
	wide := false
	names := k.tuning.Choices(k.editor.Now().Method, p.Name)
	switch {
	case learned:
		head.add(learnedMark())
	case names != nil:
		control.add(c.list(p, names, id, desc, invalid))
		wide = true
	}
	switch p.Kind.(type) {
	case method.Number, method.Integer:
		if names != nil {
			break
		}
		in := with(field("num"), "disabled=$", strconv.FormatBool(learned))
		if p.Range().Min >= 0 && (p.Range().Min != 0 || p.Range().Max != 0) {
			with(in, "inputmode=decimal")
		}
		head.add(box("span.entry", in, unit(p.Unit)))
		if _, ok := c.core.params.slider(p); ok {
			slide := listen(el("input.slider type=range id=s-$ data-param=$ aria-label=$ aria-labelledby=$"+
				" aria-describedby=$ disabled=$", p.Name, p.Name, said, name, desc, strconv.FormatBool(learned)), "change",
				c.onSlideEnd) // its moves: see params.slide
			if play := c.playButton(p); play != nil && !learned {
				// Who leaves the field comes to the slider. (Not in a div: choices, which are in one, would be made of it
				// where another method has them in its place, and keep what the slider says.)
				slide = box("span.slide", slide, play)
			}
			control.add(slide)
		}
	case method.Bool:
		head.add(listen(el("input.switch type=checkbox id=$ role=switch data-param=$ aria-label=$"+
			" aria-labelledby=$ aria-describedby=$", id, p.Name, said, name, desc), "change", c.onBool))
	case method.Choose:
		if segmented(p) {
			var parts nodes
			for i, ch := range p.Choices() {
				if !k.params.offersChoice(p, ch) {
					continue
				}
				cid := id + "-" + strconv.Itoa(i)
				parts.add(listen(el("input type=radio name=$ id=$ data-param=$ data-value=$ value=$ aria-label=$"+
					" aria-labelledby=l-$", id, cid, p.Name, ch.Value, ch.Value, ch.Value, cid), "change", c.onRadio),
					el("label for=$ id=l-$ title=$|$", cid, cid, ch.Help, ch.Label))
			}
			control.add(nest(el("div.segments role=radiogroup id=$ aria-label=$ aria-labelledby=$ aria-describedby=$",
				id, said, name, desc),
				parts...))
		} else {
			control.add(c.list(p, p.Choices(), id, desc, invalid))
		}
		wide = true
	case method.Kernel:
		control.add(c.list(p, p.Choices(), id, desc, invalid))
		if k.params.isExpression(p) {
			control.add(listen(listen(el("input.expr type=text id=x-$ data-param=$ aria-label='$ expression'"+
				" aria-describedby=$ aria-invalid=$ autocomplete=off spellcheck=false placeholder='rbf(0.2) +"+
				" 0.5*linear()'", p.Name, p.Name, said, desc, invalid), "input", c.onExpression), "keydown",
				c.onTextKey))
		}
		wide = true
	case method.Options:
		control.add(c.options(p, id, desc))
		wide = true
	case method.Numbers:
		wide = true
		if p.Taken() != "" {
			control.add(c.taken(p, id, desc))
			break
		}
		control.add(box("span.entry", field("expr"), unit(p.Unit)))
		if p.Whole() && p.List().MaxLen > 0 {
			control.add(c.entries(p))
		}
	case method.Places:
		control.add(c.places(p, id, desc))
		wide = true
	case method.Painting:
		control.add(c.painting(p, id, desc))
		wide = true
	case method.Text:
		if p.Range().Max <= oneLine {
			control.add(field("expr prose"))
		} else {
			control.add(listen(listen(el("textarea.expr.prose id=$ data-param=$ aria-label=$ aria-labelledby=$"+
				" aria-describedby=$ aria-invalid=$ rows=8", id, p.Name, said, name, desc, invalid), "input", c.onText), "change",
				c.onTextDone))
		}
		wide = true
	case method.Estimators:
		wide = true // they stand below it
	}
	class := "row"
	if wide {
		class += " wide"
	}
	if message != "" {
		class += " bad"
	}
	kids := nodes{box("div.head", head...)}
	kids.add(control...)
	help := el("p.help id=h-$", p.Name)
	if sym := method.NameOf(p.Name); !strings.EqualFold(sym, p.Label) { // as programs call it, scikit-learn among them
		nest(help, el("code.name|$", sym), own(" "), sentence(p.Help))
	} else {
		nest(help, sentence(p.Help))
	}
	kids.add(help)
	if message != "" {
		kids.add(el("p.wrong id=e-$ role=alert|$", p.Name, message))
	}
	return nest(el("div class=$ data-row=$", class, p.Name), kids...)
}

// changed tells whether a value that a document gives is another one than the default, which in a browser is as JSON
// has made it.
func changed(given, standard any) bool {
	return given != nil && !method.SameValue(given, method.ValueOf(standard))
}

func unit(u string) app.UI {
	if u == "" {
		return nil
	}
	return el("span.unit|$", u)
}

func defaultText(p *method.Param) string {
	switch v := p.Default.(type) {
	case float64:
		return number(v)
	case bool:
		return map[bool]string{true: "on", false: "off"}[v]
	case string:
		for _, ch := range p.Choices() {
			if ch.Value == v {
				return ch.Label
			}
		}
		if method.Is[method.Painting](p.Kind) && v == "" {
			return "a clean canvas"
		}
		if method.Is[method.Text](p.Kind) {
			return "the drawing"
		}
		return v
	}
	switch p.Kind.(type) {
	case method.Places:
		return countPlaces(p, len(method.PlacesOf(p.Default)))
	case method.Options:
		return strings.Join(method.StringsOf(p.Default), ", ")
	case method.Estimators:
		var names []string
		for _, e := range method.EstimatorsOf(p.Default) {
			names = append(names, p.Choose(e.Method).Name)
		}
		return strings.Join(names, ", ")
	}
	if list := method.FloatsOf(p.Default); len(list) > 0 || p.Taken() == "" {
		return numbers(list)
	}
	return "none"
}

// segmented tells whether choices are few and short enough to stand in a row.
func segmented(p *method.Param) bool {
	n := 0
	for _, ch := range p.Choices() {
		n += len([]rune(ch.Label)) + 3
	}
	return len(p.Choices()) <= 4 && n <= 40
}

// oneLine is the length up to which a text has a field of one line.
const oneLine = 100

const expression = "*" // the option of a kernel list that opens the text field

func (c *Controls) list(p *method.Param, choices []method.Choice, id, desc, invalid string) app.UI {
	var options nodes
	for _, ch := range choices {
		if !c.core.params.offersChoice(p, ch) {
			continue
		}
		options.add(el("option value=$|$", ch.Value, ch.Label))
	}
	if method.Is[method.Kernel](p.Kind) {
		options.add(el("option value=$|Expression…", expression))
	}
	return box("div.select",
		nest(listen(el("select id=$ data-param=$ aria-label=$ aria-labelledby=l-$ aria-describedby=$"+
			" aria-invalid=$", id, p.Name, spoken(p.Name), p.Name, desc, invalid), "change", c.onSelect),
			options...),
		icon("down"))
}

// shows are the switches of what is drawn.
func (c *Controls) shows() app.UI {
	k := c.core
	var list nodes
	for i := range k.editor.Info().Shows {
		s := &k.editor.Info().Shows[i]
		if s.Offered(k.params.takesRows(), k.editor.View.Near() != nil) &&
			k.editor.Info().Applies(s.When, k.editor.Now().Params) {
			list.add(c.show(s))
		}
	}
	if k.editor.Info().Kerneled() || k.editor.Now().View.Kernel {
		list.add(c.ofView("kernel", "Kernel", "The kernel's matrix, eigenvalues and norms, and k(x, ·) for the position "+
			"of the pointer.", k.editor.Now().View.Kernel, true, c.onKernel))
	}
	if c.sections() {
		list.add(c.ofView("section", "Section", "Predictions of the method, fitted to all columns, on the plane of the "+
			"picture. Rows lie off this plane.", k.editor.Now().View.Section, true, c.onSection))
	}
	if k.editor.Task().Supervised() {
		list.add(c.truth())
	}
	if k.editor.Task() == method.Classify {
		list.add(c.scores())
	}
	if c.hasProba() {
		list.add(c.proba())
	}
	if len(list) == 0 {
		return nil
	}
	return box("div.shows role=group aria-labelledby=shows-title",
		append([]app.UI{el("h2#shows-title|Show")}, list...)...)
}

// show is the switch of one layer.
func (c *Controls) show(s *method.Show) app.UI {
	name := string(s.Name)
	id := "show-" + name
	return nest(el("label.show for=$ title=$", id, s.Help),
		listen(el("input type=checkbox id=$ data-show=$ data-on=$ aria-label=$ aria-labelledby=l-$"+
			" aria-describedby=sh-$", id, name, strconv.FormatBool(c.core.editor.Layers.Shown()[s.Name]), name, id, name),
			"change", c.onShow),
		box("span", nest(el("span id=l-$", id), say(upperFirst(s.Label))), el("span.help id=sh-$| $", name, s.Help)))
}

// truth is the switch of what the data are drawn from, which is the data's and no method's.
func (c *Controls) truth() app.UI {
	what, known := "The true mean of y, and the error of the true curve.", c.core.editor.Layers.HasTruth()
	switch {
	case !known:
		what = "Known only for a dataset drawn at random, until its points are changed."
	case c.core.editor.Now().Table != nil:
		what = "The Bayes error, among the results."
	case c.core.editor.Task() == method.Classify:
		what = "The boundary of the Bayes rule, hatched where the model differs, and its error."
	}
	return c.ofView("truth", "Truth", what, c.core.editor.Now().View.Truth, known, c.onTruth)
}

// ofView is a switch of what is no method's; can tells that there is something to switch.
func (c *Controls) ofView(name, label, what string, on, can bool, change app.EventHandler) app.UI {
	return nest(el("label.show for=view-$ title=$", name, what),
		listen(el("input type=checkbox id=view-$ data-on=$ aria-label=$ aria-labelledby=l-view-$"+
			" aria-describedby=sh-$ disabled=$", name, strconv.FormatBool(on), name, name, name,
			strconv.FormatBool(!can)), "change", change),
		box("span", nest(el("span id=l-view-$", name), say(label)), el("span.help id=sh-$| $", name, what)))
}

func (c *Controls) onKernel(ctx app.Context, _ app.Event) {
	c.core.editor.Layers.SetKernel(ctx.JSSrc().Get("checked").Bool())
}

func (c *Controls) onTruth(ctx app.Context, _ app.Event) {
	c.core.editor.Layers.SetTruth(ctx.JSSrc().Get("checked").Bool())
}

// sync gives inputs the values of the document. Attributes are set here and not
// in Render: a range input clamps its value to whatever limits it has at the
// moment, and what people have typed is no business of go-app's.
func (c *Controls) sync() {
	k := c.core
	if k.editor.Info() == nil || !app.IsClient {
		return
	}
	k.legend.paint()
	k.effects.errors()
	for i := range k.editor.Info().Params {
		k.inputs.sync(&k.editor.Info().Params[i])
	}
	k.params.eachInner(k.inputs.sync)
	on := k.editor.Layers.Shown()
	for _, s := range k.editor.Info().Shows {
		if el := byID("show-" + string(s.Name)); el.Truthy() {
			syncChecked(el, on[s.Name])
		}
	}
	v := k.editor.Now().View
	for name, on := range map[string]bool{"truth": v.Truth, "kernel": v.Kernel, "section": v.Section} {
		if el := byID("view-" + name); el.Truthy() {
			syncChecked(el, on)
		}
	}
	c.syncScores()
	c.syncProba()
}

func (c *Controls) param(ctx app.Context) *method.Param {
	return c.core.editor.ParamAt(data(ctx, "param"))
}

func (c *Controls) onAdvanced(app.Context, app.Event) { c.core.menus.advanced = !c.core.menus.advanced }

func (c *Controls) onExplain(app.Context, app.Event) { c.core.menus.toggleExplain() }

func (c *Controls) onReset(ctx app.Context, _ app.Event) {
	if p := c.param(ctx); p != nil {
		c.core.fields.Accept(p.Name)
		if c.core.params.numberEdited.Param == p.Name {
			c.core.params.numberEdited = wire.Knob{}
		}
		c.core.params.set(p.Name, nil, "")
	}
}

func (c *Controls) onSlideEnd(app.Context, app.Event) { c.core.params.release() }

// accept takes a value that has been typed, or says what is wrong with it and
// which one holds; while people type, their text stays.
func (c *Controls) accept(p *method.Param, text string, v any, ok bool) {
	k := c.core
	message := p.Name + " must be " + p.Wants() + "; got " + strconv.Quote(text)
	if ok {
		w, err := p.Check(v)
		if err == nil {
			k.params.set(p.Name, w, "type "+p.Name)
			return
		}
		message = err.Error()
	}
	now := c.core.params.applied(p)
	if now == "" {
		now = "none"
	}
	if rest, ok := strings.CutPrefix(message, p.Name); ok { // of a member: its place is seen
		message = method.NameOf(p.Name) + rest
	}
	k.fields.Refuse(p.Name, text, message+"."+notifications.Still(now))
}

func (c *Controls) onText(ctx app.Context, _ app.Event) {
	p := c.param(ctx)
	if p == nil {
		return
	}
	text := inputValue(ctx)
	if method.Is[method.Text](p.Kind) {
		c.accept(p, text, text, true)
		return
	}
	if method.Is[method.Numbers](p.Kind) {
		list, ok := parseNumbers(text)
		c.accept(p, text, list, ok)
		return
	}
	v, ok := parseNumber(text)
	c.accept(p, text, v, ok)
}

// onTextDone leaves a field, by Enter too: one whose text is no good shows the
// value that holds again, and the message stays to say why.
func (c *Controls) onTextDone(ctx app.Context, e app.Event) {
	p := c.param(ctx)
	if p == nil {
		return
	}
	if c.core.fields.At(p.Name).Left && inputValue(ctx) == c.core.params.applied(p) {
		return // put back by Enter, and now left
	}
	c.onText(ctx, e) // some ways to set a field tell only of the change
	if c.core.fields.Leave(p.Name) {
		ctx.JSSrc().Set("value", c.core.params.applied(p))
	}
	c.core.editor.History.Seal()
}

// onTextKey: Escape puts back the value that holds, arrows step numbers.
func (c *Controls) onTextKey(ctx app.Context, e app.Event) {
	p := c.param(ctx)
	if p == nil {
		return
	}
	key := e.Get("key").String()
	if key == "Escape" {
		c.core.fields.Accept(p.Name)
		ctx.JSSrc().Set("value", c.core.params.applied(p))
		return
	}
	if !method.Is[method.Number](p.Kind) && !method.Is[method.Integer](p.Kind) || key != "ArrowUp" && key != "ArrowDown" {
		return
	}
	e.PreventDefault()
	v, _ := c.core.editor.Param(p).(float64)
	s, _ := c.core.params.slider(p)
	w := s.step(p, v, key == "ArrowUp")
	if _, err := p.Check(w); err != nil {
		return
	}
	ctx.JSSrc().Set("value", number(w))
	c.core.params.set(p.Name, w, "step "+p.Name)
}

func (c *Controls) onBool(ctx app.Context, _ app.Event) {
	if p := c.param(ctx); p != nil {
		c.core.params.set(p.Name, ctx.JSSrc().Get("checked").Bool(), "")
	}
}

func (c *Controls) onRadio(ctx app.Context, _ app.Event) {
	if p := c.param(ctx); p != nil {
		c.core.params.set(p.Name, data(ctx, "value"), "")
	}
}

func (c *Controls) onSelect(ctx app.Context, _ app.Event) {
	p := c.param(ctx)
	if p == nil {
		return
	}
	v := inputValue(ctx)
	switch k := c.core; {
	case method.Is[method.Kernel](p.Kind) && v == expression:
		k.params.rewrite(p, v, func() {
			// It is written out even where it is one of the choices.
			k.fields.Refuse(p.Name, k.params.text(p.Name), "")
			text := k.params.text(p.Name)
			soon(ctx, func() {
				if x := byID("x-" + p.Name); x.Truthy() {
					x.Set("value", text)
				}
			})
			focusSoon(ctx, "x-"+p.Name)
		})
	case method.Is[method.Kernel](p.Kind) && k.params.isExpression(p):
		k.params.rewrite(p, v, func() {})
	case method.Is[method.Integer](p.Kind) || method.Is[method.Number](p.Kind): // by its name
		if f, ok := parseNumber(v); ok {
			k.params.set(p.Name, f, "")
		}
	default:
		k.params.set(p.Name, v, "")
	}
}

func (c *Controls) onExpression(ctx app.Context, _ app.Event) {
	if p := c.param(ctx); p != nil {
		c.tryExpression(p, inputValue(ctx))
	}
}

// tryExpression asks the engine whether an expression is right before it becomes
// part of the document.
func (c *Controls) tryExpression(p *method.Param, text string) {
	k := c.core
	if strings.TrimSpace(text) == "" {
		k.fields.Refuse(p.Name, text, p.Name+" must be a kernel expression such as rbf(0.2) + 0.5*linear()."+
			notifications.Still(c.core.params.applied(p)))
		return
	}
	d := k.editor.Now()
	d.Params = k.editor.Info().With(d.Params, p.Name, text)
	name, id := p.Name, d.Method
	k.fields.Try(name, text)
	k.importer.Check(d, func(e *wire.Error) {
		if k.editor.Now().Method != id || k.fields.At(name).Text != text {
			return // something newer has been typed
		}
		if e != nil {
			k.fields.Refuse(name, text, e.Message+"."+notifications.Still(c.core.params.applied(p)))
			return
		}
		k.params.set(name, text, "type "+name)
	})
}

func (c *Controls) onShow(ctx app.Context, _ app.Event) {
	c.core.editor.Layers.Set(data(ctx, "show"), ctx.JSSrc().Get("checked").Bool())
}
