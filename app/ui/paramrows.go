package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/notifications"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// paramRows makes the row of each parameter, in the panel and below a frame's plane: its name, its control, its help
// and its error. Its handlers do what the controls ask for.
type paramRows struct {
	*Core
}

// rows appends a parameter's row, and the rows of the numbers and methods in the parameter.
func (r *paramRows) rows(list []app.UI, p *method.Param) []app.UI {
	list = append(append(list, r.row(p)), r.hypers(p)...)
	if method.Is[method.Estimators](p.Kind) {
		list = append(list, r.estimators(p)...)
	}
	return list
}

// row returns the row of a parameter: its name, its control, its help and its error.
func (r *paramRows) row(p *method.Param) app.UI {
	id, said := "p-"+p.Name, spoken(p.Name)
	set := changed(r.editor.Given(p.Name), p.Default)
	// The label names the control for users (aria-labelledby); scripts find it by the parameter's name (aria-label).
	name := "l-" + p.Name
	label := nest(el("label.label for=$ id=$", id, name), sentence(p.Label))
	head := nodes{label}
	_, learned := r.params.learned(p)
	reset := nest(click(el("button.reset type=button data-param=$ aria-label='Reset $' title='Reset to $'", p.Name,
		called(p), defaultText(p)), r.onReset),
		icon("reset"))
	if !set || learned { // if the value is learned, the setting is only where the search begins
		with(reset, ".off tabindex=-1 aria-hidden=true")
	}
	head.add(reset)
	message := ""
	if r.fields.Has(p.Name) {
		message = r.fields.At(p.Name).Message
	} else if fault := r.client.Fault(); fault != nil && isOf(fault.Field, p) {
		message = fault.Message
	}
	message = strings.TrimPrefix(message, "params.")
	desc := "h-" + p.Name
	if message != "" {
		desc += " e-" + p.Name
	}
	invalid := strconv.FormatBool(message != "" && !r.fields.At(p.Name).Left)
	field := func(class string) app.UI {
		return listen(listen(listen(el("input type=text id=$ class=$ data-param=$ aria-label=$"+
			" aria-labelledby=$ aria-describedby=$ aria-invalid=$ autocomplete=off spellcheck=false", id, class, p.Name,
			said, name, desc, invalid), "input", r.onText), "change", r.onTextDone), "keydown", r.onTextKey)
	}
	var control nodes
	wide := false
	names := r.tuning.Choices(r.editor.Now().Method, p.Name)
	switch {
	case learned:
		head.add(learnedMark())
	case names != nil:
		control.add(r.list(p, names, id, desc, invalid))
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
		if _, ok := r.params.slider(p); ok {
			slide := listen(el("input.slider type=range id=s-$ data-param=$ aria-label=$ aria-labelledby=$"+
				" aria-describedby=$ disabled=$", p.Name, p.Name, said, name, desc, strconv.FormatBool(learned)), "change",
				r.onSlideEnd) // params.slide handles the moves
			if play := r.sweeps.playButton(p); play != nil && !learned {
				// From the field, Tab leads to the slider and then to this button. The two are not in a div: the
				// choices of another method's parameter are, and go-app would reuse it for them with the slider's
				// attributes.
				slide = box("span.slide", slide, play)
			}
			control.add(slide)
		}
	case method.Bool:
		head.add(listen(el("input.switch type=checkbox id=$ role=switch data-param=$ aria-label=$"+
			" aria-labelledby=$ aria-describedby=$", id, p.Name, said, name, desc), "change", r.onBool))
	case method.Choose:
		if segmented(p) {
			var parts nodes
			for i, ch := range p.Choices() {
				if !r.params.offersChoice(p, ch) {
					continue
				}
				cid := id + "-" + strconv.Itoa(i)
				parts.add(listen(el("input type=radio name=$ id=$ data-param=$ data-value=$ value=$ aria-label=$"+
					" aria-labelledby=l-$", id, cid, p.Name, ch.Value, ch.Value, ch.Value, cid), "change", r.onRadio),
					el("label for=$ id=l-$ title=$|$", cid, cid, ch.Help, ch.Label))
			}
			control.add(nest(el("div.segments role=radiogroup id=$ aria-label=$ aria-labelledby=$ aria-describedby=$",
				id, said, name, desc),
				parts...))
		} else {
			control.add(r.list(p, p.Choices(), id, desc, invalid))
		}
		wide = true
	case method.Kernel:
		control.add(r.list(p, p.Choices(), id, desc, invalid))
		if r.params.isExpression(p) {
			control.add(listen(listen(el("input.expr type=text id=x-$ data-param=$ aria-label='$ expression'"+
				" aria-describedby=$ aria-invalid=$ autocomplete=off spellcheck=false placeholder='rbf(0.2) +"+
				" 0.5*linear()'", p.Name, p.Name, said, desc, invalid), "input", r.onExpression), "keydown",
				r.onTextKey))
		}
		wide = true
	case method.Options:
		control.add(r.options(p, id, desc))
		wide = true
	case method.Numbers:
		wide = true
		if p.Taken() != "" {
			control.add(r.taken(p, id, desc))
			break
		}
		control.add(box("span.entry", field("expr"), unit(p.Unit)))
		if p.Whole() && p.List().MaxLen > 0 {
			control.add(r.entries(p))
		}
	case method.Places:
		control.add(r.places(p, id, desc))
		wide = true
	case method.Painting:
		control.add(r.painting(p, id, desc))
		wide = true
	case method.Text:
		if p.Range().Max <= oneLine {
			control.add(field("expr prose"))
		} else {
			control.add(listen(listen(el("textarea.expr.prose id=$ data-param=$ aria-label=$ aria-labelledby=$"+
				" aria-describedby=$ aria-invalid=$ rows=8", id, p.Name, said, name, desc, invalid), "input", r.onText), "change",
				r.onTextDone))
		}
		wide = true
	case method.Estimators:
		wide = true // the rows of the methods are below
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
	if sym := method.NameOf(p.Name); !strings.EqualFold(sym, p.Label) { // the name in programs, such as scikit-learn's
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

// changed reports whether a document gives a value other than the default; given = nil is no value. The default may be
// as decoded from JSON in a browser, so it is converted first.
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

// segmented reports whether choices are few and short enough for buttons in a row.
func segmented(p *method.Param) bool {
	n := 0
	for _, ch := range p.Choices() {
		n += len([]rune(ch.Label)) + 3
	}
	return len(p.Choices()) <= 4 && n <= 40
}

// oneLine is the maximum length of texts that have a field of one line.
const oneLine = 100

const expression = "*" // the option of a kernel list that opens the text field

func (r *paramRows) list(p *method.Param, choices []method.Choice, id, desc, invalid string) app.UI {
	var options nodes
	for _, ch := range choices {
		if !r.params.offersChoice(p, ch) {
			continue
		}
		options.add(el("option value=$|$", ch.Value, ch.Label))
	}
	if method.Is[method.Kernel](p.Kind) {
		options.add(el("option value=$|Expression…", expression))
	}
	return box("div.select",
		nest(listen(el("select id=$ data-param=$ aria-label=$ aria-labelledby=l-$ aria-describedby=$"+
			" aria-invalid=$", id, p.Name, spoken(p.Name), p.Name, desc, invalid), "change", r.onSelect),
			options...),
		icon("down"))
}

func (r *paramRows) param(ctx app.Context) *method.Param {
	return r.editor.ParamAt(data(ctx, "param"))
}

func (r *paramRows) onReset(ctx app.Context, _ app.Event) {
	if p := r.param(ctx); p != nil {
		r.fields.Accept(p.Name)
		if r.params.numberEdited.Param == p.Name {
			r.params.numberEdited = wire.Knob{}
		}
		r.params.set(p.Name, nil, "")
	}
}

func (r *paramRows) onSlideEnd(app.Context, app.Event) { r.params.release() }

// accept sets a parameter to a typed value. If ok is false or the value is not accepted, it shows what is wrong and
// which value is in use; text stays in the field.
func (r *paramRows) accept(p *method.Param, text string, v any, ok bool) {
	message := words.Text("%s must be %s; got %s", p.Name, p.Wants(), strconv.Quote(text))
	if ok {
		w, err := p.Check(v)
		if err == nil {
			r.params.set(p.Name, w, "type "+p.Name)
			return
		}
		message = err.Error()
	}
	now := r.params.applied(p)
	if now == "" {
		now = "none"
	}
	if rest, ok := strings.CutPrefix(message, p.Name); ok { // for a parameter of a method within: users see where it is
		message = method.NameOf(p.Name) + rest
	}
	r.fields.Refuse(p.Name, text, message+"."+notifications.Still(now))
}

func (r *paramRows) onText(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	text := inputValue(ctx)
	if method.Is[method.Text](p.Kind) {
		r.accept(p, text, text, true)
		return
	}
	if method.Is[method.Numbers](p.Kind) {
		list, ok := parseNumbers(text)
		r.accept(p, text, list, ok)
		return
	}
	v, ok := parseNumber(text)
	r.accept(p, text, v, ok)
}

// onTextDone handles leaving a field, or Enter: a refused text is replaced by the present value, but its error stays.
func (r *paramRows) onTextDone(ctx app.Context, e app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	if r.fields.At(p.Name).Left && inputValue(ctx) == r.params.applied(p) {
		return // Enter has restored the value, and the field is left now
	}
	r.onText(ctx, e) // some ways to set a field send no input event
	if r.fields.Leave(p.Name) {
		ctx.JSSrc().Set("value", r.params.applied(p))
	}
	r.editor.History.Seal()
}

// onTextKey handles keys in a field: Escape restores the present value, the arrows step numbers.
func (r *paramRows) onTextKey(ctx app.Context, e app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	key := e.Get("key").String()
	if key == "Escape" {
		r.fields.Accept(p.Name)
		ctx.JSSrc().Set("value", r.params.applied(p))
		return
	}
	if !method.Is[method.Number](p.Kind) && !method.Is[method.Integer](p.Kind) || key != "ArrowUp" && key != "ArrowDown" {
		return
	}
	e.PreventDefault()
	v, _ := r.editor.Param(p).(float64)
	s, _ := r.params.slider(p)
	w := s.step(p, v, key == "ArrowUp")
	if _, err := p.Check(w); err != nil {
		return
	}
	ctx.JSSrc().Set("value", number(w))
	r.params.set(p.Name, w, "step "+p.Name)
}

func (r *paramRows) onBool(ctx app.Context, _ app.Event) {
	if p := r.param(ctx); p != nil {
		r.params.set(p.Name, ctx.JSSrc().Get("checked").Bool(), "")
	}
}

func (r *paramRows) onRadio(ctx app.Context, _ app.Event) {
	if p := r.param(ctx); p != nil {
		r.params.set(p.Name, data(ctx, "value"), "")
	}
}

func (r *paramRows) onSelect(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	v := inputValue(ctx)
	switch {
	case method.Is[method.Kernel](p.Kind) && v == expression:
		r.params.rewrite(p, v, func() {
			// The field shows the expression even if it is one of the choices.
			r.fields.Refuse(p.Name, r.params.text(p.Name), "")
			text := r.params.text(p.Name)
			soon(ctx, func() {
				if x := byID("x-" + p.Name); x.Truthy() {
					x.Set("value", text)
				}
			})
			focusSoon(ctx, "x-"+p.Name)
		})
	case method.Is[method.Kernel](p.Kind) && r.params.isExpression(p):
		r.params.rewrite(p, v, func() {})
	case method.Is[method.Integer](p.Kind) || method.Is[method.Number](p.Kind): // a number chosen by name
		if f, ok := parseNumber(v); ok {
			r.params.set(p.Name, f, "")
		}
	default:
		r.params.set(p.Name, v, "")
	}
}

func (r *paramRows) onExpression(ctx app.Context, _ app.Event) {
	if p := r.param(ctx); p != nil {
		r.tryExpression(p, inputValue(ctx))
	}
}

// tryExpression has the engine check a kernel's expression before the expression becomes part of the document.
func (r *paramRows) tryExpression(p *method.Param, text string) {
	if strings.TrimSpace(text) == "" {
		r.fields.Refuse(p.Name, text, words.Fill("%s must be a kernel expression such as rbf(0.2) + 0.5*linear().%s",
			p.Name, notifications.Still(r.params.applied(p))))
		return
	}
	d := r.editor.Now()
	d.Params = r.editor.Info().With(d.Params, p.Name, text)
	name, id := p.Name, d.Method
	r.fields.Try(name, text)
	r.importer.Check(d, func(e *wire.Error) {
		if r.editor.Now().Method != id || r.fields.At(name).Text != text {
			return // something newer has been typed
		}
		if e != nil {
			r.fields.Refuse(name, text, e.Message+"."+notifications.Still(r.params.applied(p)))
			return
		}
		r.params.set(name, text, "type "+name)
	})
}
