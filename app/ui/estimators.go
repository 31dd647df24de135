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
func (c *Controls) estimators(p *method.Param) []app.UI {
	k := c.core
	list := k.editor.Params.Estimators(p)
	rows := make([]app.UI, 0, len(list)+1)
	for i, e := range list {
		number := strconv.Itoa(i + 1)
		id, name := estimatorID(p, i), p.List().Entry+" "+number
		if p.One() {
			number, name = "", p.List().Entry
		}
		inner := k.editor.Info().Inner(p, i, k.editor.Now().Params)
		open := k.menus.unfolded[unfoldedAs(p.Name, i)]
		fold := nest(click(el("button.fold type=button id=f-$ data-param=$ data-entry=$ aria-label='Parameters"+
			" of $' aria-expanded=$ aria-controls=in-$ title=Parameters disabled=$", id, p.Name, strconv.Itoa(i),
			name, strconv.FormatBool(open), id, strconv.FormatBool(len(inner) == 0)), c.onUnfoldEstimator),
			icon("down"),
			el("span|$", number))
		var remove app.UI
		if !p.One() {
			remove = nest(click(el("button.tool type=button data-param=$ data-entry=$ aria-label='Remove $'"+
				" title='Remove $' disabled=$", p.Name, strconv.Itoa(i), name, estimatorName(p, e.Method),
				strconv.FormatBool(len(list) <= p.List().MinLen)), c.onRemoveEstimator),
				icon("close"))
		}
		kids := []app.UI{box("div.head", fold, c.choice(p, i, name), remove)}
		within := el("div.params id=in-$", id)
		if open {
			var of []app.UI
			for _, q := range inner {
				of = c.rows(of, q)
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
			strconv.FormatBool(len(list) >= p.List().MaxLen), p.List().Entry), c.onAddEstimator))
}

// choice is the list of methods that entry i of a parameter may be.
func (c *Controls) choice(p *method.Param, i int, name string) app.UI {
	var options nodes
	for _, ch := range p.Choices() {
		options.add(el("option value=$|$", ch.Value, ch.Label))
	}
	return box("div.select",
		nest(listen(el("select id=$ data-param=$ data-entry=$ aria-label=$", estimatorID(p, i), p.Name,
			strconv.Itoa(i), name), "change", c.onChooseEstimator),
			options...),
		icon("down"))
}

// choices are the methods of a parameter alone, a row each: what a frame has room for. The
// parameters of each have rows of their own there.
func (c *Controls) choices(p *method.Param) (rows []app.UI) {
	for i := range c.core.editor.Params.Estimators(p) {
		name, short := p.List().Entry, upperFirst(p.List().Entry)
		if !p.One() {
			short = strconv.Itoa(i + 1)
			name += " " + short
		}
		rows = append(rows,
			box("div.row",
				box("div.head", el("label.label for=$ title=$|$", estimatorID(p, i), upperFirst(name), short)),
				c.choice(p, i, name)))
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
func (c *Controls) estimator(ctx app.Context) (p *method.Param, i int, ok bool) {
	p = c.param(ctx)
	i, err := strconv.Atoi(data(ctx, "entry"))
	return p, i, p != nil && err == nil
}

func (c *Controls) onUnfoldEstimator(ctx app.Context, _ app.Event) {
	if p, i, ok := c.estimator(ctx); ok {
		c.core.menus.toggleFold(unfoldedAs(p.Name, i))
	}
}

func (c *Controls) onChooseEstimator(ctx app.Context, _ app.Event) {
	if p, i, ok := c.estimator(ctx); ok {
		c.core.fields.Clear() // of what was there
		c.core.editor.Params.ChooseEstimator(p, i, inputValue(ctx))
	}
}

// onRemoveEstimator removes one; those behind it keep their parameters shown or folded away.
func (c *Controls) onRemoveEstimator(ctx app.Context, _ app.Event) {
	p, i, ok := c.estimator(ctx)
	k := c.core
	if !ok || !k.editor.Params.RemoveEstimator(p, i) {
		return
	}
	k.fields.Clear()
	left := len(k.editor.Params.Estimators(p))
	k.speaker.Say("Removed; " + words.Count(left, p.List().Entry) + " left")
	focusSoon(ctx, estimatorID(p, min(i, left-1)))
	for ; i <= len(k.editor.Params.Estimators(p)); i++ {
		k.menus.unfolded[unfoldedAs(p.Name, i)] = k.menus.unfolded[unfoldedAs(p.Name, i+1)]
	}
}

func (c *Controls) onAddEstimator(ctx app.Context, _ app.Event) {
	p, k := c.param(ctx), c.core
	if p == nil {
		return
	}
	if i := k.editor.Params.AddEstimator(p); i >= 0 {
		k.menus.unfolded[unfoldedAs(p.Name, i)] = true
		focusSoon(ctx, estimatorID(p, i))
	}
}
