package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the rows of the numbers in a kernel's expression, below the row of the kernel. They are made from the
// engine's report (package tuning).

// hyperSlider returns the slider of a number in a kernel's text.
func hyperSlider(h *method.Hyper) slider {
	s, _ := sliderOf(hyperParam(h))
	return s
}

// hyperParam returns a parameter with the name, label and range of a number in a kernel's text.
func hyperParam(h *method.Hyper) *method.Param {
	span := method.Range{SoftMin: h.Lo, SoftMax: h.Hi, Log: h.Log}
	p := &method.Param{Name: h.Name(), Label: h.Label, Kind: method.Number{Range: span}}
	if h.Whole {
		p.Kind = method.Integer{Range: span}
	}
	return p
}

// shownDigits is the number of significant digits with which learned values are shown; documents get
// method.LearnedDigits.
const shownDigits = 4

// shown returns the value that a number's slider shows: the learned one, if there is one.
func shown(h *method.Hyper) (v float64, learned bool) {
	if h.Learned != 0 {
		return words.Significant(h.Learned, shownDigits), true
	}
	return h.Value, false
}

func hyperID(prefix, name string, i int) string { return prefix + name + "-" + strconv.Itoa(i) }

// hypers returns the rows of the numbers in a parameter's text.
func (r *paramRows) hypers(p *method.Param) []app.UI {
	var rows nodes
	for i, h := range r.params.hyper(p) {
		at := p.Name + "." + strconv.Itoa(i)
		message := r.fields.At(at).Message
		_, learned := shown(&h)
		named := hyperID("nl-", p.Name, i)
		head := nodes{nest(el("label.label for=$ id=$", hyperID("n-", p.Name, i), named), sentence(h.Heading()))}
		if h.Symbol != h.Label {
			head.add(box("span.symbol aria-hidden=true", sentence(h.Symbol)))
		}
		if learned {
			head.add(learnedMark())
		}
		in := listen(listen(listen(el("input.num type=text id=$ data-param=$ data-hyper=$ aria-label=$ aria-labelledby=$"+
			" inputmode=decimal aria-invalid=$ autocomplete=off spellcheck=false disabled=$",
			hyperID("n-", p.Name, i), p.Name, strconv.Itoa(i), h.Name(), named,
			strconv.FormatBool(message != "" && !r.fields.At(at).Left), strconv.FormatBool(learned)), "input",
			r.onNumber), "change", r.onNumberDone), "keydown", r.onNumberKey)
		slide := listen(el("input.slider type=range id=$ data-param=$ data-hyper=$ aria-label=$ aria-labelledby=$"+
			" disabled=$", hyperID("ns-", p.Name, i), p.Name, strconv.Itoa(i), h.Name(), named,
			strconv.FormatBool(learned)), "change",
			r.onSlideEnd)
		kids := nodes{box("div.head", append(head, box("span.entry", in))...), slide}
		class := "row hyper"
		if message != "" {
			class += " bad"
			kids.add(el("p.wrong role=alert|$", message))
		}
		rows.add(nest(el("div class=$ data-row=$", class, at), kids...))
	}
	return rows
}

// learnedMark returns the mark beside a value that the fit has learned.
func learnedMark() app.UI {
	return el("span.learned title='Learned by the fit. “Apply learned values” keeps this value. The slider moves " +
		"again when nothing is learned.'|learned")
}

// number returns the parameter that an input belongs to, and the number in its text with its index.
func (r *paramRows) number(ctx app.Context) (p *method.Param, i int, h method.Hyper, ok bool) {
	p = r.param(ctx)
	i, err := strconv.Atoi(data(ctx, "hyper"))
	if p == nil || err != nil || i < 0 || i >= len(r.params.hyper(p)) {
		return nil, 0, h, false
	}
	return p, i, r.params.hyper(p)[i], true
}

// onNumber handles what is typed for a number in a kernel's text. The engine checks the whole text.
func (r *paramRows) onNumber(ctx app.Context, _ app.Event) {
	p, i, h, ok := r.number(ctx)
	if !ok {
		return
	}
	at, text := p.Name+"."+strconv.Itoa(i), inputValue(ctx)
	v, ok := parseNumber(text)
	after, fits := r.tuning.With(r.editor.Now().Method, p.Name, r.params.text(p.Name), i, v)
	if !ok || !fits || h.Log && v <= 0 || h.Whole && v != float64(int(v)) {
		want := "a number"
		switch {
		case h.Whole:
			want = "a whole number"
		case h.Log:
			want = "a number greater than 0"
		}
		r.fields.Refuse(at, text, words.Text("%s must be %s; got %s. The value is still %s.", h.Name(), want,
			strconv.Quote(text), number(h.Value)))
		return
	}
	r.fields.Accept(at)
	r.tryExpression(p, after)
}

// onNumberDone handles leaving the field of a number: a refused text is replaced by the present value.
func (r *paramRows) onNumberDone(ctx app.Context, _ app.Event) {
	p, i, h, ok := r.number(ctx)
	if !ok {
		return
	}
	if r.fields.Leave(p.Name + "." + strconv.Itoa(i)) {
		ctx.JSSrc().Set("value", number(h.Value))
	}
	r.editor.History.Seal()
}

// onNumberKey handles keys in the field of a number: Escape restores the present value, the arrows step.
func (r *paramRows) onNumberKey(ctx app.Context, e app.Event) {
	p, i, h, ok := r.number(ctx)
	if !ok {
		return
	}
	at := p.Name + "." + strconv.Itoa(i)
	switch key := e.Get("key").String(); key {
	case "Escape":
		r.fields.Accept(at)
		ctx.JSSrc().Set("value", number(h.Value))
	case "ArrowUp", "ArrowDown":
		e.PreventDefault()
		v := hyperSlider(&h).step(hyperParam(&h), h.Value, key == "ArrowUp")
		if h.Whole && v < 0 || h.Log && v <= 0 {
			return
		}
		if after, ok := r.tuning.Put(r.editor.Now().Method, p.Name, r.params.text(p.Name), i, v); ok {
			r.fields.Accept(at)
			ctx.JSSrc().Set("value", number(v))
			r.params.set(p.Name, after, "step "+at)
		}
	}
}
