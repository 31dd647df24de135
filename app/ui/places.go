package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has what the page shows of parameters that are places, beside their handles
// on the stage: their row in the panel, and the choice of what a click adds.

// isOf tells whether a field of an error belongs to a parameter.
func isOf(field string, p *method.Param) bool {
	name, ok := method.ParamOf(field)
	return ok && name == p.Name
}

// places are the controls of such a parameter: how many there are, another one, none.
func (r *paramRows) places(p *method.Param, id, desc string) app.UI {
	list := method.PlacesOf(r.editor.Param(p))
	n := len(list)
	if p.FixedPlaces() {
		var at []string
		for _, q := range list {
			at = append(at, "("+words.Number(q[0])+", "+words.Number(q[1])+")")
		}
		return nest(el("div.places id=$ role=group aria-label=$ aria-describedby=$", id, p.Name, desc),
			el("span.count|$", strings.Join(at, " ")))
	}
	button := func(text, label string, off bool, on app.EventHandler) app.UI {
		return click(el("button.button.small type=button data-param=$ aria-label=$ disabled=$|$", p.Name, label,
			strconv.FormatBool(off), text), on)
	}
	return nest(el("div.places id=$ role=group aria-label=$ aria-describedby=$", id, p.Name, desc),
		el("span.count|$", strconv.Itoa(n)),
		button("Add", "Add a "+p.Handle().Name, n >= int(p.Range().Max), r.onAddPlace),
		button("Remove all", "Remove all "+p.Handle().Many, n <= int(p.Range().Min), r.onRemovePlaces))
}

// onAddPlace adds a place in the middle of what is looked at, or a little beside it, and
// selects it.
func (r *paramRows) onAddPlace(ctx app.Context, _ app.Event) {
	p := r.param(ctx)
	if p == nil {
		return
	}
	v := r.editor.View.Now()
	px, py := float64(v.W)/2, float64(v.H)/2
	for r.gesture.OnGrip(px, py) {
		px, py = px+17, py+23
	}
	if i, ok := r.editor.Places.Add(p, stage.Round(v.DX(px), (v.X1-v.X0)/float64(v.W)),
		stage.Round(v.DY(py), (v.Y1-v.Y0)/float64(v.H))); ok {
		r.editor.Selection.Set(i)
	}
}

func (r *paramRows) onRemovePlaces(ctx app.Context, _ app.Event) {
	if p := r.param(ctx); p != nil {
		r.editor.Places.RemoveAll(p)
		r.board.Undoable("All " + p.Handle().Many + " removed. Undo brings them back.")
	}
}

// added is the choice of what a click on the empty plane adds; nil where that is a point
// always.
func (d *Dock) added() app.UI {
	k := d.core
	list, canvases := k.placing.addable(), k.editor.Places.Canvases()
	if len(list)+len(canvases) == 0 {
		return nil
	}
	var parts nodes
	part := func(name, label string) {
		id := "add-" + name
		parts.add(listen(el("input type=radio name=adds id=$ data-adds=$ value=$ aria-label=$", id, name, name,
			label), "change", d.onAdds), el("label for=$|$", id, upperFirst(label)))
	}
	part("", "points")
	for _, p := range list {
		part(p.Name, p.Handle().Many)
	}
	for _, p := range canvases {
		part(p.Name, "paint the "+p.Canvas().Name)
	}
	return box("div.segments.adds role=radiogroup aria-label='A click adds' title='What a click adds (H)'", parts...)
}

// placing chooses what a click on the plane adds: points, or places of a parameter.
type placing struct {
	*Core
}

// sync shows what is chosen of that.
func (pl *placing) sync() {
	now := pl.chosen()
	for _, p := range pl.choices() {
		if el := byID("add-" + p.Name); el.Truthy() {
			syncChecked(el, now == p)
		}
	}
	if el := byID("add-"); el.Truthy() {
		syncChecked(el, now == nil)
	}
}

func (d *Dock) onAdds(ctx app.Context, _ app.Event) { d.core.placing.choose(data(ctx, "adds")) }

// choose chooses what a click adds: places of a parameter, "" = points.
func (pl *placing) choose(param string) {
	pl.editor.Places.SetAdding(param)
	pl.page.changed(theClick)
	text := "A click adds points"
	if p := pl.editor.Places.Adding(); p != nil {
		text = "A click adds " + p.Handle().Many
	} else if p := pl.editor.Places.Painting(); p != nil {
		text = "Drag to paint the " + p.Canvas().Name + ". With keys, arrows move, Enter paints, Delete erases."
	}
	pl.speaker.Say(text)
}

// choices are the parameters that a hand on the plane may be about.
func (pl *placing) choices() []*method.Param {
	return append(pl.addable(), pl.editor.Places.Canvases()...)
}

// addable are those that another place can be added to.
func (pl *placing) addable() []*method.Param {
	return slices.DeleteFunc(pl.editor.Places.Handles(), (*method.Param).FixedPlaces)
}

// chosen is the one that it is about; nil = points.
func (pl *placing) chosen() *method.Param {
	if p := pl.editor.Places.Adding(); p != nil {
		return p
	}
	return pl.editor.Places.Painting()
}

// next chooses the next thing that a hand may do; false = there are only points.
func (pl *placing) next() bool {
	list := pl.choices()
	if len(list) == 0 {
		return false
	}
	next, now := "", pl.chosen()
	for i, p := range list {
		if i == 0 && now == nil || i > 0 && list[i-1] == now {
			next = p.Name
		}
	}
	pl.choose(next)
	return true
}
