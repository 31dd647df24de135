package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file has the controls of lists of choices (method.Options), and of numbers that the user takes from the model
// (method.Param.Taken).

func optionID(p *method.Param, i int) string { return "o-" + p.Name + "-" + strconv.Itoa(i) }

// options returns the control of a list of choices: for a set (Distinct) a switch for each choice, otherwise a list of
// choices for each entry.
func (r *paramRows) options(p *method.Param, id, desc string) app.UI {
	now := r.editor.Params.Options(p)
	group := el("div id=$ role=group aria-label=$ aria-labelledby=l-$ aria-describedby=$", id, spoken(p.Name),
		p.Name, desc)
	var kids nodes
	if p.Distinct() {
		for i, ch := range p.Choices() {
			on := slices.Contains(now, ch.Value)
			kids.add(listen(el("input type=checkbox id=$ data-param=$ data-entry=$ aria-label=$ aria-labelledby=l-$"+
				" disabled=$", optionID(p, i), p.Name, strconv.Itoa(i), ch.Value, optionID(p, i),
				strconv.FormatBool(on && len(now) <= p.List().MinLen)), "change", r.onOption),
				nest(el("label for=$ id=l-$ title=$", optionID(p, i), optionID(p, i), ch.Help), sentence(ch.Label)))
		}
		return nest(with(group, ".segments.set"), kids...)
	}
	for i := range now {
		var options nodes
		for _, ch := range p.Choices() {
			options.add(el("option value=$|$", ch.Value, ch.Label))
		}
		number := strconv.Itoa(i + 1)
		kids.add(el("label for=$|$", optionID(p, i), number),
			box("div.select",
				nest(listen(el("select id=$ data-param=$ data-entry=$ aria-label='$ $ $'", optionID(p, i), p.Name,
					strconv.Itoa(i), spoken(p.Name), p.List().Entry, number), "change", r.onOption),
					options...),
				icon("down")))
	}
	return nest(with(group, ".each"), kids...)
}

// onOption changes one choice of a list.
func (r *paramRows) onOption(ctx app.Context, _ app.Event) {
	p, i, ok := r.estimator(ctx)
	if !ok {
		return
	}
	list := slices.Clone(r.editor.Params.Options(p))
	switch {
	case !p.Distinct() && i < len(list):
		list[i] = inputValue(ctx)
	case p.Distinct() && i < len(p.Choices()):
		at := slices.Index(list, p.Choices()[i].Value)
		if at >= 0 {
			list = slices.Delete(list, at, at+1)
		} else {
			list = append(list, p.Choices()[i].Value)
		}
	}
	if v, err := p.Check(list); err == nil {
		r.params.set(p.Name, v, "")
	}
}

// taken returns the control of numbers that are taken from the model: how many are given, a button that takes those of
// the present model, and one that removes them. A number that is being edited has a field.
func (r *paramRows) taken(p *method.Param, id, desc string) app.UI {
	n := len(method.FloatsOf(r.editor.Param(p)))
	says := "None given"
	if n > 0 {
		says = words.Count(n, p.List().Entry)
	}
	button := func(text string, fn app.EventHandler, ok bool) app.UI {
		return click(el("button.button.small type=button data-param=$ disabled=$|$", p.Name,
			strconv.FormatBool(!ok), text), fn)
	}
	if t := r.params.numberEdited; t.Param == p.Name && t.Index < len(t.All) {
		one := words.Text("%s %s", p.List().Entry, strconv.Itoa(t.Index+1))
		return nest(el("div id=$ role=group aria-label=$ aria-labelledby=l-$ aria-describedby=$", id, spoken(p.Name),
			p.Name, desc),
			box("label.places",
				el("span.count|$", upperFirst(one)),
				listen(el("input.num type=text id=t-$ data-param=$ aria-label=$ autocomplete=off", p.Name, p.Name,
					one), "change", r.onNumberOf)),
			box("div.places",
				el("span.count|$", says),
				button("Use current ones", r.onTake, true),
				button(p.Taken(), r.onReset, n > 0)))
	}
	return nest(el("div.places id=$ role=group aria-label=$ aria-labelledby=l-$ aria-describedby=$", id, spoken(p.Name),
		p.Name, desc),
		el("span.count|$", says),
		button("Use current ones", r.onTake, true),
		button(p.Taken(), r.onReset, n > 0))
}

// onNumberOf sets the number that is being edited to the typed value.
func (r *paramRows) onNumberOf(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	v, ok := parseNumber(inputValue(ctx))
	if p == nil || p.Name != r.params.numberEdited.Param {
		return
	}
	if _, err := p.Check([]float64{v}); !ok || err != nil {
		r.board.Toast(words.Text("%s must be a number from %s to %s; got %s. The value is still %s.",
			upperFirst(p.List().Entry), number(p.Range().Min), number(p.Range().Max), strconv.Quote(inputValue(ctx)),
			number(r.params.numberEdited.Value)), true)
		ctx.JSSrc().Set("value", number(r.params.numberEdited.Value))
		return
	}
	t := r.params.numberEdited
	r.params.numberEdited.Value = v
	// The other numbers are those of the present model.
	r.client.Explain(wire.Explain{Take: p.Name, View: r.editor.View.Now()}, func(x *wire.Explanation) {
		if x != nil && t.Index < len(x.Taken) {
			t.All = x.Taken
			r.keyActions.SetNumber(t, v, false)
		}
	})
}

// onTake sets the parameter to the numbers of the present model.
func (r *paramRows) onTake(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	edit := r.editor.History.Edits()
	r.client.Explain(wire.Explain{Take: p.Name, View: r.editor.View.Now()}, func(x *wire.Explanation) {
		switch {
		case edit != r.editor.History.Edits():
		case x == nil || len(x.Taken) == 0 || !r.editor.Params.Give(p, x.Taken, words.Text("take over %s",
			words.Count(len(x.Taken), p.List().Entry)), ""):
			r.board.Toast("There are no weights to use yet.", false)
		default:
			r.speaker.Say(words.Text("%s: current values used", words.Count(len(x.Taken), p.List().Entry)))
		}
	})
}
