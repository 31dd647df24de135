//go:build js && wasm

package ui

import (
	"strings"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/room/hittest"
)

// keys attaches the listeners for pointing at keys in plots, and for moving through them by keyboard. Moves over a plot
// are listened to after a pointer has come over it for the first time while it has keys.
func (l listeners) keys() {
	c := l.core
	document := js.Global().Get("document")
	plot := func(t js.Value) (id string, ok bool) {
		id, ok = strings.CutPrefix(t.Get("id").String(), "panel-")
		return id, ok && c.hits.Shapes.Has(id)
	}
	// place returns the position of an event on a plot's picture, as fractions of the picture's width and height, and
	// the picture's size, without the zoom of a presentation. The picture is as large as fits into its element.
	place := func(e, t js.Value) (x, y, w, h float64) {
		z := c.present.Zoom()
		cw, ch := t.Get("clientWidth").Float(), t.Get("clientHeight").Float()
		bw, bh := t.Get("width").Float(), t.Get("height").Float()
		scale := min(cw/bw, ch/bh)
		w, h = bw*scale, bh*scale
		x, y = (e.Get("offsetX").Float()-(cw-w)/2)/w, (e.Get("offsetY").Float()-(ch-h)/2)/h
		return x, y, w / z, h / z
	}
	by := func(e js.Value) hittest.By {
		if e.Get("pointerType").String() == "touch" {
			return hittest.Finger
		}
		return hittest.Mouse
	}
	// Position at which the drag began: on the picture, as fractions of its size, and in the window.
	var heldX, heldY, heldLeft, heldAt float64
	over := func(e js.Value) {
		t := e.Get("target")
		id, ok := plot(t)
		if !ok {
			return
		}
		x, y, w, h := place(e, t)
		if c.hits.DrawOn(x, y) {
			return
		}
		if c.hits.Dragging() {
			// Texts about the number may move the plot meanwhile, so only the pointer's move in the window counts.
			if c.hits.DragOrbit(e.Get("clientX").Float()-heldLeft, e.Get("clientY").Float()-heldAt) {
				return
			}
			if c.hits.DragNumber(id, e.Get("clientY").Float()-heldAt) {
				return
			}
			box := t.Call("getBoundingClientRect")
			c.hits.Drag(id, heldX+(e.Get("clientX").Float()-heldLeft)/box.Get("width").Float(),
				heldY+(e.Get("clientY").Float()-heldAt)/box.Get("height").Float())
			return
		}
		if by(e) == hittest.Finger {
			return
		}
		cursor := ""
		if c.hits.Plot(id, x, y, w, h, hittest.Mouse) {
			cursor = "pointer"
			if !c.hits.Shapes.OnCurve(id) && c.hits.OverLine(id, x, y, w, h, hittest.Mouse) || c.hits.Number() != nil {
				cursor = "ns-resize"
			}
		}
		switch {
		case c.hits.Shapes.Canvas(id, x, y):
			cursor = "crosshair"
		case cursor == "" && c.hits.Shapes.Turns(id):
			cursor = "grab"
		}
		t.Get("style").Set("cursor", cursor)
	}
	dom.On(document, "pointerover", func(e js.Value) {
		t := e.Get("target")
		if _, ok := plot(t); !ok || t.Get(pointed).Truthy() {
			return
		}
		t.Set(pointed, true)
		dom.On(t, "pointermove", over)
		dom.On(t, "pointerleave", func(e js.Value) {
			if id, ok := plot(e.Get("target")); ok && e.Get("pointerType").String() != "touch" {
				c.hits.Left(id)
			}
		})
	})
	dom.On(document, "pointerdown", func(e js.Value) {
		t := e.Get("target")
		if id, ok := plot(t); ok {
			x, y, w, h := place(e, t)
			if b := e.Get("button").Int(); b != 1 && c.hits.Draw(id, x, y, b == 2 || e.Get("shiftKey").Bool()) {
				t.Call("setPointerCapture", e.Get("pointerId"))
			} else if c.hits.GrabLine(id, x, y, w, h, by(e)) || c.hits.GrabNumber(id, x, y, w, h, by(e)) ||
				b == 0 && c.hits.GrabOrbit(id, by(e)) {
				heldX, heldY, heldLeft, heldAt = x, y, e.Get("clientX").Float(), e.Get("clientY").Float()
				t.Call("setPointerCapture", e.Get("pointerId"))
			}
		}
	})
	for _, name := range []string{"pointerup", "pointercancel"} {
		dom.On(document, name, func(js.Value) { c.hits.Release() })
	}
	dom.On(document, "contextmenu", func(e js.Value) {
		if id, ok := plot(e.Get("target")); ok {
			if x, y, _, _ := place(e, e.Get("target")); c.hits.Shapes.Canvas(id, x, y) {
				e.Call("preventDefault")
			}
		}
	})
	// A finger that drags a line or draws must not scroll the page; one that may turn a space scrolls it vertically
	// (see plots.Paint). This event comes after pointerdown.
	dom.On(document, "touchstart", func(e js.Value) {
		if !c.hits.Moves() {
			e.Call("preventDefault")
		}
	})
	dom.On(document, "click", func(e js.Value) {
		t := e.Get("target")
		if id, ok := plot(t); ok {
			x, y, w, h := place(e, t)
			c.hits.Click(id, x, y, w, h, by(e))
		}
	})
	walked := func(fn func(plot string)) func(e js.Value) {
		return func(e js.Value) {
			if p := e.Get("target").Get("dataset").Get("keys"); p.Type() == js.TypeString {
				fn(p.String())
			}
		}
	}
	dom.On(document, "focusin", walked(c.hits.Walk))
	dom.On(document, "focusout", walked(c.hits.Left))
}

// pointed is the property of canvases that have listeners.
const pointed = "pointscapePointed"
