//go:build js && wasm

package stage

import (
	"strconv"
	"syscall/js"

	"pointscape/app/workers"
	"pointscape/engine/picture"
)

// engine is the canvas that the engine paints on, as it stands in the page.
type engine struct {
	live
	el    js.Value
	old   js.Value // of an engine that is gone: it is seen until there is another picture
	on    bool     // it is seen
	moved bool     // from where its view is
	waits bool     // Staged is to say when the newest picture is seen
}

// Stage makes a canvas and gives it away; none where browsers don't.
func (s *Screen) Stage() (c workers.Canvas) {
	e := &s.engine
	el := js.Global().Get("document").Call("createElement", "canvas")
	if !el.Get("transferControlToOffscreen").Truthy() {
		return c
	}
	if e.on {
		e.old = e.el
	} else if e.el.Truthy() {
		e.el.Call("remove")
	}
	e.el, e.on, e.there, e.shown = el, false, true, false
	el.Set("id", "stage-live")
	show(el, false)
	s.layers[0].el.Call("after", el)
	c.Value = el.Call("transferControlToOffscreen")
	return c
}

// Where says where the pixels of a picture of view v go.
func (s *Screen) Where(v picture.Viewport) int { return s.engine.where(v) }

// Staged takes it that the canvas shows a picture of view v, the newest or one before.
func (s *Screen) Staged(v picture.Viewport, newest bool) {
	e := &s.engine
	if e.staged(v) {
		s.bitmap.Close()
		s.bitmap = workers.Image{}
		s.invalidate(paintPicture)
	}
	if newest && e.waits {
		e.waits = false
		if s.queued {
			s.invalidate(paintPicture)
		} else {
			s.painted()
		}
	}
}

func show(el js.Value, on bool) {
	display := "none"
	if on {
		display = ""
	}
	el.Get("style").Set("display", display)
}

// paintEngine shows the engine's canvas where its view is now, or the page's own, and tells
// whether it is the engine's.
func (s *Screen) paintEngine() bool {
	e := &s.engine
	if e.old.Truthy() && s.fresh {
		e.old.Call("remove")
		e.old = js.Undefined()
		show(s.layers[0].el, !e.on)
	}
	if e.on != e.shown {
		e.on = e.shown
		show(e.el, e.on)
		show(s.layers[0].el, !e.on)
	}
	if !e.on {
		return false
	}
	v, b := s.view, e.view
	b.Scale = v.Scale
	if moved := v != b; moved || e.moved {
		e.moved = moved
		how := ""
		if moved {
			x0, x1, y0, y1 := v.PX(b.X0), v.PX(b.X1), v.PY(b.Y1), v.PY(b.Y0)
			w, h := float64(v.W), float64(v.H)
			share := func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
			how = "translate(" + share(100*x0/w) + "%," + share(100*y0/h) + "%) scale(" + share((x1-x0)/w) + "," +
				share((y1-y0)/h) + ")"
		}
		e.el.Get("style").Set("transform", how)
	}
	return true
}
