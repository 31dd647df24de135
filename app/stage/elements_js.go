//go:build js && wasm

package stage

import (
	"strconv"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Elements paints on elements of the page beside the stage: plots, other pictures, swatches.
type Elements struct {
	canvas   js.Value // on which backgrounds are made
	waiting  []func() // what is painted at the end of the event
	endEvent js.Func
}

// Show shows an image on the canvas with an id, as large as it is.
func (e *Elements) Show(id string, im workers.Image) {
	el := dom.ByID(id)
	if !el.Truthy() || !im.Valid() {
		return
	}
	w, h := im.Get("width"), im.Get("height")
	if !im.Pixels() || !el.Get("width").Equal(w) || !el.Get("height").Equal(h) {
		el.Set("width", w)
		el.Set("height", h)
	}
	if ctx := el.Call("getContext", "2d"); im.Pixels() {
		ctx.Call("putImageData", im.Value, 0, 0)
	} else {
		ctx.Call("drawImage", im.Value, 0, 0)
	}
}

// Over paints over what the canvas with an id shows, on w x h pixels: CSS's, where the page shows it, or the canvas's
// own, which takes no layout.
func (e *Elements) Over(id string, own bool, paint func(c picture.Canvas, w, h float64)) {
	el := dom.ByID(id)
	if !el.Truthy() {
		return
	}
	w, h, scale := el.Get("width").Float(), el.Get("height").Float(), 1.0
	if !own {
		shown := el.Get("clientWidth").Float()
		if shown == 0 {
			return
		}
		scale = w / shown
	}
	paint(canvas2d.New(el.Call("getContext", "2d"), scale), w/scale, h/scale)
}

// Paint paints what, w x h CSS pixels in a palette's colours, on a little canvas; not when that shows it already. An
// empty what is always painted. An element that is no canvas gets it as its background: each canvas is a layer of its
// own, which the browser looks after in every frame of the page.
//
// No w means the size that the page shows the element in; one that it does not show is left alone. To ask for that
// takes a layout, so it is asked last, and what is painted waits for the end of the event: many of them take one
// layout, not one each.
func (e *Elements) Paint(id, what string, w, h int, pal *picture.Palette, paint func(c picture.Canvas, w, h int)) {
	el := dom.ByID(id)
	if !el.Truthy() {
		return
	}
	scale := max(js.Global().Get("devicePixelRatio").Float(), 1)
	if z := el.Get("currentCSSZoom"); z.Type() == js.TypeNumber {
		scale *= z.Float()
	}
	if what != "" {
		what += " " + pal.Name + " " + strconv.FormatFloat(scale, 'g', 4, 64)
		if v := el.Get(shows); v.Type() == js.TypeString && v.String() == what {
			return
		}
	}
	if w == 0 {
		if w, h = el.Get("clientWidth").Int(), el.Get("clientHeight").Int(); w <= 0 || h <= 0 {
			return
		}
	}
	if what != "" {
		el.Set(shows, what)
	}
	e.waiting = append(e.waiting, func() { e.paint(el, w, h, scale, paint) })
	if len(e.waiting) > 1 {
		return
	}
	if e.endEvent.IsUndefined() {
		e.endEvent = dom.Func("a little picture", func(js.Value) {
			list := e.waiting
			e.waiting = nil
			for _, paint := range list {
				paint()
			}
		})
	}
	js.Global().Call("queueMicrotask", e.endEvent)
}

func (e *Elements) paint(el js.Value, w, h int, scale float64, paint func(c picture.Canvas, w, h int)) {
	target := el
	background := el.Get("tagName").String() != "CANVAS"
	if background {
		if e.canvas.IsUndefined() {
			e.canvas = newLayer().el
		}
		target = e.canvas
	}
	target.Set("width", int(float64(w)*scale))
	target.Set("height", int(float64(h)*scale))
	paint(canvas2d.New(target.Call("getContext", "2d"), scale), w, h)
	if background {
		el.Get("style").Set("backgroundImage", "url("+target.Call("toDataURL").String()+")")
	}
}

// shows is the property of an element that tells what is painted on it: it lives as long as the element does.
const shows = "pointscapeShows"
