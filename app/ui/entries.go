package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// entries returns the buttons of a list of integers, which change an entry by one, and add or remove the last entry.
// Buttons that would exceed a limit are disabled.
func (r *paramRows) entries(p *method.Param) app.UI {
	list := method.FloatsOf(r.editor.Param(p))
	button := func(what, name string, i int, by string, ok bool) app.UI {
		return nest(click(el("button.tool type=button data-param=$ data-entry=$ data-by=$ aria-label=$ title=$"+
			" disabled=$", p.Name, strconv.Itoa(i), by, what, what, strconv.FormatBool(!ok)), r.onEntry),
			icon(name))
	}
	one := p.List().Entry
	if one == "" {
		one = "entry"
	}
	var kids nodes
	for i, v := range list {
		of := words.Text("%s %s", one, strconv.Itoa(i+1))
		kids.add(box("span.entry-steps",
			button(words.Text("Less in %s", of), "minus", i, "-1", v > p.Range().Min),
			el("span|$", number(v)),
			button(words.Text("More in %s", of), "plus", i, "1", v < p.Range().Max)))
	}
	kids.add(box("span.entry-steps.of-all",
		button(words.Text("Remove the last %s", one), "minus", -1, "-1", len(list) > p.List().MinLen),
		el("span|$", one),
		button(words.Text("Add one more %s", one), "plus", -1, "1", len(list) < p.List().MaxLen)))
	return nest(el("div.entries role=group aria-label=$", p.Label), kids...)
}

// onEntry changes one entry of a list, or adds an entry equal to the last, or removes the last.
func (r *paramRows) onEntry(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	i, err := strconv.Atoi(data(ctx, "entry"))
	if err != nil {
		return
	}
	list := stepped(p, method.FloatsOf(r.editor.Param(p)), i, data(ctx, "by") == "1")
	if list == nil {
		return
	}
	r.params.set(p.Name, list, "") // an undo step of its own
}

// stepped returns a copy of list with entry i one more or less; if i = -1, with one entry more or less at the end. It
// is nil if p does not allow that.
func stepped(p *method.Param, list []float64, i int, more bool) []float64 {
	list = slices.Clone(list)
	switch {
	case i >= len(list), i < 0 && !more && len(list) == 0:
		return nil
	case i < 0 && !more:
		list = list[:len(list)-1]
	case i < 0:
		next := max(p.Range().Min, 1)
		if n := len(list); n > 0 {
			next = list[n-1]
		}
		list = append(list, next)
	case more:
		list[i]++
	default:
		list[i]--
	}
	if _, err := p.Check(list); err != nil {
		return nil
	}
	return list
}
