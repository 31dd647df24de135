package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the controls of parameters that are methods themselves: the choice of each method, its parameters,
// whose rows are like all others, and its removal.

// unfoldedAs returns the key, in menus.unfolded, of the parameters of entry i of a parameter.
func unfoldedAs(name string, i int) string { return name + " " + strconv.Itoa(i) }

// spoken returns a readable name for the parameter at a path: "estimators 2 n_neighbors", "estimator max_depth".
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

// called is spoken with the parameter's label instead of its name, for screen readers.
func called(p *method.Param) string {
	return strings.TrimSuffix(spoken(p.Name), method.NameOf(p.Name)) + words.Readable(p.Label)
}

func estimatorID(p *method.Param, i int) string { return "m-" + p.Name + "-" + strconv.Itoa(i) }

// estimators returns the methods of a parameter, each with its own parameters folded or shown, and a button that adds a
// method.
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

// choice returns the list of the methods that entry i of a parameter can be.
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

// choices returns only the lists of the methods of a parameter, a row each, for which a frame has room. There the
// parameters of each method have rows of their own.
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

// estimatorName returns the name of the method with an id.
func estimatorName(p *method.Param, id string) string {
	if m := p.Choose(id); m != nil {
		return m.Name
	}
	return id
}

// estimator returns the parameter and the index of the entry that a control belongs to.
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
		r.fields.Clear() // errors of the previous method's parameters
		r.editor.Params.ChooseEstimator(p, i, inputValue(ctx))
	}
}

// onRemoveEstimator removes an entry. The parameters of the entries behind it stay folded or shown.
func (r *paramRows) onRemoveEstimator(ctx app.Context, _ app.Event) {
	p, i, ok := r.estimator(ctx)
	if !ok || !r.editor.Params.RemoveEstimator(p, i) {
		return
	}
	r.fields.Clear()
	left := len(r.editor.Params.Estimators(p))
	r.speaker.Say(words.Text("Removed; %s left", words.Count(left, p.List().Entry)))
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
