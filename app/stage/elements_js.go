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

// Elements paints on elements of the page other than the stage: plots, other pictures, swatches.
type Elements struct {
	canvas   js.Value // canvas on which backgrounds are painted
	waiting  []func() // paintings to be done at the end of the event
	endEvent js.Func
}

// Show shows an image on the canvas with an id, in the image's size.
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

// Over paints over the canvas with an id. w and h are its size in CSS pixels on the page, or, with own, in the canvas's
// own pixels, which needs no layout.
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

// Paint paints on the element with an id, on w x h CSS pixels in a palette's colours. what identifies the painting: if
// the element shows it already, Paint does nothing; "" is always painted. An element that is not a canvas gets the
// painting as its background, because the browser composites each canvas in every frame.
//
// If w is 0, the size is that of the element on the page; an element that is not displayed is left alone. Reading a
// size forces a layout if the page has changed. So paintings are done at the end of the event, after all sizes have
// been read: together they cost one layout, not one each.
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

// shows is the property of an element that identifies its painting: it lives as long as the element.
const shows = "pointscapeShows"
