package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the controls of parameters that are painted on the plane. Whether a drag there paints is chosen in
// places.go.

// widest is the width of the widest brush, in squares.
const widest = 9

// painting returns the controls of such a parameter: the brush's width and level, and a button that clears the canvas.
func (r *paramRows) painting(p *method.Param, id, desc string) app.UI {
	b := r.editor.Draft.Brush()
	b.Level = min(b.Level, p.Canvas().Top)
	slider := func(what, label, said string, at, least, most, step int) app.UI {
		return box("label.brush",
			el("span|$", label),
			listen(el("input.slider type=range id=brush-$ data-brush=$ style=--at:$ min=$ max=$ step=$"+
				" aria-label=$", what, what, strconv.FormatFloat(float64(at-least)/float64(most-least), 'f', 3, 64),
				strconv.Itoa(least), strconv.Itoa(most), strconv.Itoa(step), said), "change", r.onBrush))
	}
	level := words.Text("level %s", strconv.Itoa(b.Level))
	if b.Level == 0 {
		level = "level 0: erase"
	}
	return nest(el("div id=$ role=group aria-label=$ aria-describedby=$", id, p.Name, desc),
		slider("wide", words.Text("Brush, width %s", strconv.Itoa(b.Wide)), "width of the brush in squares", b.Wide, 1,
			widest,
			2),
		slider("level", words.Text("Brush, %s", level), "level of the brush", b.Level, 0, p.Canvas().Top, 1),
		box("div.places",
			el("span.count"),
			click(el("button.button.small type=button data-param=$ aria-label='Clear the $' disabled=$|Clear", p.Name,
				p.Canvas().Name, strconv.FormatBool(r.editor.Param(p) == "")), r.onWipe)))
}

func (r *paramRows) onBrush(ctx app.Context, _ app.Event) {
	b := r.editor.Draft.Brush()
	n, _ := strconv.Atoi(ctx.JSSrc().Get("value").String())
	if data(ctx, "brush") == "wide" {
		b.Wide = n
	} else {
		b.Level = n
	}
	r.editor.Draft.SetBrush(b)
}

func (r *paramRows) onWipe(ctx app.Context, _ app.Event) {
	if p := r.param(ctx); p != nil {
		r.editor.Places.ClearPainting(p)
	}
}
