//go:build js && wasm

package ui

import (
	"strings"
	"syscall/js"

	"pointscape/app/room/spots"
)

// listenKeys attaches what points at keys in plots, and what walks through them. Moves
// over a plot are listened to from the first time that it has keys and a mouse comes.
func (c *Core) listenKeys(on func(target js.Value, name string, fn func(e js.Value))) {
	document := js.Global().Get("document")
	plot := func(t js.Value) (id string, ok bool) {
		id, ok = strings.CutPrefix(t.Get("id").String(), "panel-")
		return id, ok && c.spots.Has(id)
	}
	// place is where on a plot's picture an event is, which is shown as large as fits.
	place := func(e, t js.Value) (x, y, w, h float64) {
		z := c.present.Zoom()
		cw, ch := t.Get("clientWidth").Float(), t.Get("clientHeight").Float()
		bw, bh := t.Get("width").Float(), t.Get("height").Float()
		scale := min(cw/bw, ch/bh)
		w, h = bw*scale, bh*scale
		x, y = (e.Get("offsetX").Float()-(cw-w)/2)/w, (e.Get("offsetY").Float()-(ch-h)/2)/h
		return x, y, w / z, h / z
	}
	over := func(e js.Value) {
		t := e.Get("target")
		id, ok := plot(t)
		if !ok || e.Get("pointerType").String() == "touch" {
			return
		}
		x, y, w, h := place(e, t)
		cursor := ""
		if c.spots.Plot(id, x, y, w, h, spots.Mouse) {
			cursor = "pointer"
		}
		t.Get("style").Set("cursor", cursor)
	}
	on(document, "pointerover", func(e js.Value) {
		t := e.Get("target")
		if _, ok := plot(t); !ok || t.Get(pointed).Truthy() {
			return
		}
		t.Set(pointed, true)
		on(t, "pointermove", over)
		on(t, "pointerleave", func(e js.Value) {
			if id, ok := plot(e.Get("target")); ok && e.Get("pointerType").String() != "touch" {
				c.spots.Left(id)
			}
		})
	})
	on(document, "click", func(e js.Value) {
		t := e.Get("target")
		if id, ok := plot(t); ok {
			by := spots.Mouse
			if e.Get("pointerType").String() == "touch" {
				by = spots.Finger
			}
			x, y, w, h := place(e, t)
			c.spots.Click(id, x, y, w, h, by)
		}
	})
	walked := func(fn func(plot string)) func(e js.Value) {
		return func(e js.Value) {
			if p := e.Get("target").Get("dataset").Get("keys"); p.Type() == js.TypeString {
				fn(p.String())
			}
		}
	}
	on(document, "focusin", walked(c.spots.Walk))
	on(document, "focusout", walked(c.spots.Left))
}

// pointed marks the canvases that are listened to.
const pointed = "pointscapePointed"
