package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the controls of parameters that are methods themselves: for each which one
// it is, its parameters, whose rows are those of any other, and its removal.

// unfoldedAs names the parameters of entry i of a parameter among what is unfolded.
func unfoldedAs(name string, i int) string { return name + " " + strconv.Itoa(i) }

// spoken is what screen readers call the parameter at a path: "estimators 2 n_neighbors",
// "estimator max_depth".
func spoken(path string) string {
	of, i, ok := method.Within(path)
	switch {
	case !ok:
		return path
	case strings.HasPrefix(path, of+"."):
		return of + " " + method.NameOf(path)
	}
	return of + " " + strconv.Itoa(i+1) + " " + method.NameOf(path)
}

// called is what people who hear the page call a parameter: by the words that others read.
func called(p *method.Param) string {
	return strings.TrimSuffix(spoken(p.Name), method.NameOf(p.Name)) + words.Readable(p.Label)
}

func estimatorID(p *method.Param, i int) string { return "m-" + p.Name + "-" + strconv.Itoa(i) }

// estimators are the methods of a parameter, each with its own parameters folded away or
// shown, and a button for another one.
func (r *paramRows) estimators(p *method.Param) []app.UI {
	list := r.editor.Params.Estimators(p)
	rows := make([]app.UI, 0, len(list)+1)
	for i, e := range list {
		number := strconv.Itoa(i + 1)
		id, name := estimatorID(p, i), p.List().Entry+" "+number
		if p.One() {
			number, name = "", p.List().Entry
		}
		inner := r.editor.Info().Inner(p, i, r.editor.Now().Params)
		open := r.menus.unfolded[unfoldedAs(p.Name, i)]
		fold := nest(click(el("button.fold type=button id=f-$ data-param=$ data-entry=$ aria-label='Parameters"+
			" of $' aria-expanded=$ aria-controls=in-$ title=Parameters disabled=$", id, p.Name, strconv.Itoa(i),
			name, strconv.FormatBool(open), id, strconv.FormatBool(len(inner) == 0)), r.onUnfoldEstimator),
			icon("down"),
			el("span|$", number))
		var remove app.UI
		if !p.One() {
			remove = nest(click(el("button.tool type=button data-param=$ data-entry=$ aria-label='Remove $'"+
				" title='Remove $' disabled=$", p.Name, strconv.Itoa(i), name, estimatorName(p, e.Method),
				strconv.FormatBool(len(list) <= p.List().MinLen)), r.onRemoveEstimator),
				icon("close"))
		}
		kids := []app.UI{box("div.head", fold, r.choice(p, i, name), remove)}
		within := el("div.params id=in-$", id)
		if open {
			var of []app.UI
			for _, q := range inner {
				of = r.rows(of, q)
			}
			nest(within, of...)
		}
		rows = append(rows, nest(el("div.estimator role=group aria-label=$", name), append(kids, within)...))
	}
	if p.One() {
		return rows
	}
	return append(rows,
		click(el("button.button.small type=button data-param=$ disabled=$|Add a $", p.Name,
			strconv.FormatBool(len(list) >= p.List().MaxLen), p.List().Entry), r.onAddEstimator))
}

// choice is the list of methods that entry i of a parameter may be.
func (r *paramRows) choice(p *method.Param, i int, name string) app.UI {
	var options nodes
	for _, ch := range p.Choices() {
		options.add(el("option value=$|$", ch.Value, ch.Label))
	}
	return box("div.select",
		nest(listen(el("select id=$ data-param=$ data-entry=$ aria-label=$", estimatorID(p, i), p.Name,
			strconv.Itoa(i), name), "change", r.onChooseEstimator),
			options...),
		icon("down"))
}

// choices are the methods of a parameter alone, a row each: what a frame has room for. The
// parameters of each have rows of their own there.
func (r *paramRows) choices(p *method.Param) (rows []app.UI) {
	for i := range r.editor.Params.Estimators(p) {
		name, short := p.List().Entry, upperFirst(p.List().Entry)
		if !p.One() {
			short = strconv.Itoa(i + 1)
			name += " " + short
		}
		rows = append(rows,
			box("div.row",
				box("div.head", el("label.label for=$ title=$|$", estimatorID(p, i), upperFirst(name), short)),
				r.choice(p, i, name)))
	}
	return rows
}

// estimatorName is what people call the method of an id.
func estimatorName(p *method.Param, id string) string {
	if m := p.Choose(id); m != nil {
		return m.Name
	}
	return id
}

// estimator is the parameter and the entry that a control is of.
func (r *paramRows) estimator(ctx app.Context) (p *method.Param, i int, ok bool) {
	p = r.param(ctx)
	i, err := strconv.Atoi(data(ctx, "entry"))
	return p, i, p != nil && err == nil
}

func (r *paramRows) onUnfoldEstimator(ctx app.Context, _ app.Event) {
	if p, i, ok := r.estimator(ctx); ok {
		r.menus.toggleFold(unfoldedAs(p.Name, i))
	}
}

func (r *paramRows) onChooseEstimator(ctx app.Context, _ app.Event) {
	if p, i, ok := r.estimator(ctx); ok {
		r.fields.Clear() // of what was there
		r.editor.Params.ChooseEstimator(p, i, inputValue(ctx))
	}
}

// onRemoveEstimator removes one; those behind it keep their parameters shown or folded away.
func (r *paramRows) onRemoveEstimator(ctx app.Context, _ app.Event) {
	p, i, ok := r.estimator(ctx)
	if !ok || !r.editor.Params.RemoveEstimator(p, i) {
		return
	}
	r.fields.Clear()
	left := len(r.editor.Params.Estimators(p))
	r.speaker.Say("Removed; " + words.Count(left, p.List().Entry) + " left")
	focusSoon(ctx, estimatorID(p, min(i, left-1)))
	for ; i <= len(r.editor.Params.Estimators(p)); i++ {
		r.menus.unfolded[unfoldedAs(p.Name, i)] = r.menus.unfolded[unfoldedAs(p.Name, i+1)]
	}
}

func (r *paramRows) onAddEstimator(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	if i := r.editor.Params.AddEstimator(p); i >= 0 {
		r.menus.unfolded[unfoldedAs(p.Name, i)] = true
		focusSoon(ctx, estimatorID(p, i))
	}
}
