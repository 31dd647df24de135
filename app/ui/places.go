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

// This file has the controls of parameters that are places, except their handles on the stage: the row in the panel,
// and the choice of what a click on the plane adds.

// isOf reports whether the field of an error belongs to a parameter.
func isOf(field string, p *method.Param) bool {
	name, ok := method.ParamOf(field)
	return ok && name == p.Name
}

// places returns the controls of such a parameter: how many places there are, and buttons that add one and remove all;
// for fixed places their coordinates.
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
		button("Add", words.Text("Add a %s", p.Handle().Name), n >= int(p.Range().Max), r.onAddPlace),
		button("Remove all", words.Text("Remove all %s", p.Handle().Many), n <= int(p.Range().Min), r.onRemovePlaces))
}

// onAddPlace adds a place in the middle of the view, or a little beside it if a handle is there, and selects it.
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
		r.board.Undoable(words.Text("All %s removed. Undo brings them back.", p.Handle().Many))
	}
}

// added returns the choice of what a click on the empty plane adds; nil if it can only add points.
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
		part(p.Name, words.Text("paint the %s", p.Canvas().Name))
	}
	return box("div.segments.adds role=radiogroup aria-label='A click adds' title='What a click adds (H)'", parts...)
}

// placing chooses what clicks and drags on the plane do: add points, add places of a parameter, or paint a parameter.
type placing struct {
	*Core
}

// sync shows the present choice.
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

// choose chooses the parameter whose places clicks add, or that drags paint; "" = clicks add points.
func (pl *placing) choose(param string) {
	pl.editor.Places.SetAdding(param)
	pl.page.changed(theClick)
	text := "A click adds points"
	if p := pl.editor.Places.Adding(); p != nil {
		text = words.Text("A click adds %s", p.Handle().Many)
	} else if p := pl.editor.Places.Painting(); p != nil {
		text = words.Text("Drag to paint the %s. With keys, arrows move, Enter paints, Delete erases.", p.Canvas().Name)
	}
	pl.speaker.Say(text)
}

// choices returns the parameters that can be chosen.
func (pl *placing) choices() []*method.Param {
	return append(pl.addable(), pl.editor.Places.Canvases()...)
}

// addable returns the parameters to which places can be added.
func (pl *placing) addable() []*method.Param {
	return slices.DeleteFunc(pl.editor.Places.Handles(), (*method.Param).FixedPlaces)
}

// chosen returns the chosen parameter; nil = points.
func (pl *placing) chosen() *method.Param {
	if p := pl.editor.Places.Adding(); p != nil {
		return p
	}
	return pl.editor.Places.Painting()
}

// next chooses the next of the choices, after the last one points; false if there is nothing but points.
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
