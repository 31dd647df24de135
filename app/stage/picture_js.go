//go:build js && wasm

package stage

import (
	"strconv"
	"syscall/js"

	"pointscape/app/workers"
	"pointscape/engine/picture"
)

// Picture is the lowest canvas: what the engine has drawn. The page paints it from messages, or it is the engine's own
// canvas; see newest.
type Picture struct {
	plane  *plane
	state  newest
	onSeen func() // the newest picture is visible

	own      layer         // the page's canvas
	bitmap   workers.Image // the bitmap that it shows
	pixels   layer         // canvas for a bitmap that came as pixels, if the view has changed since
	pixelsOf js.Value      // the pixels on it

	engines js.Value // the engine's canvas
	old     js.Value // that of an engine that has ended: it is visible until there is another picture
	on      bool     // the engine's canvas is displayed instead of the page's
	moved   bool     // it is not at its view's position
}

// Lend creates a canvas and transfers it to an engine; none if the browser cannot.
func (p *Picture) Lend() (c workers.Canvas) {
	el := js.Global().Get("document").Call("createElement", "canvas")
	if !fastCanvas || !el.Get("transferControlToOffscreen").Truthy() {
		return c
	}
	if p.on {
		p.old = p.engines
	} else if p.engines.Truthy() {
		p.engines.Call("remove")
	}
	p.engines, p.on = el, false
	p.state.lend()
	el.Set("id", "stage-live")
	display(el, false)
	p.own.el.Call("after", el)
	c.Value = el.Call("transferControlToOffscreen")
	return c
}

// Where returns where the pixels of a picture of view v go.
func (p *Picture) Where(v picture.Viewport) int { return p.state.where(v) }

// Staged notes that the engine's canvas shows a picture of view v, the newest one or an earlier one.
func (p *Picture) Staged(v picture.Viewport, newest bool) {
	if p.state.staged(v) {
		p.bitmap.Close()
		p.bitmap = workers.Image{}
		p.plane.invalidate(paintPicture)
	}
	if newest && p.state.said() {
		if p.plane.queued {
			p.plane.invalidate(paintPicture)
		} else if p.state.painted() {
			p.onSeen()
		}
	}
}

// show shows a bitmap of the view v. Without one the engine's canvas shows the picture; waits says that Staged will be
// called when it does.
func (p *Picture) show(im workers.Image, v picture.Viewport, message, waits bool) {
	p.bitmap.Close()
	p.bitmap = im
	p.state.show(v, message, waits)
	p.plane.invalidate(paintPicture)
}

func (p *Picture) paint() {
	if p.old.Truthy() && p.state.sight != seen {
		p.old.Call("remove")
		p.old = js.Undefined()
		display(p.own.el, !p.on)
	}
	if on := p.state.canvas == onEngine; on != p.on {
		p.on = on
		display(p.engines, on)
		display(p.own.el, !on)
	}
	if p.on {
		p.move()
	} else {
		p.paintOwn()
	}
	if p.state.painted() {
		p.onSeen()
	}
}

// move moves the engine's canvas to the present position of its picture's view.
func (p *Picture) move() {
	v, b := p.plane.view, p.state.view
	b.Scale = v.Scale
	moved := v != b
	if !moved && !p.moved {
		return
	}
	p.moved = moved
	how := ""
	if moved {
		x, y, w, h := part(v, b)
		share := func(x, of float64) string { return strconv.FormatFloat(x/of, 'f', 6, 64) }
		width, height := float64(v.W), float64(v.H)
		how = "translate(" + share(100*x, width) + "%," + share(100*y, height) + "%) scale(" + share(w, width) + "," +
			share(h, height) + ")"
	}
	p.engines.Get("style").Set("transform", how)
}

// part returns the rectangle of view b in pixels of view v.
func part(v, b picture.Viewport) (x, y, w, h float64) {
	x, y = v.PX(b.X0), v.PY(b.Y1)
	return x, y, v.PX(b.X1) - x, v.PY(b.Y0) - y
}

// paintOwn paints the bitmap on the page's canvas, at the present position of its view.
func (p *Picture) paintOwn() {
	l, im := &p.own, p.bitmap
	v, b := p.plane.view, p.state.view
	b.Scale = v.Scale // its resolution follows from its size
	if im.Pixels() && v == b && im.Get("width").Equal(l.el.Get("width")) && im.Get("height").Equal(l.el.Get("height")) {
		l.ctx.Call("putImageData", im.Value, 0, 0)
		return
	}
	l.clear()
	if !im.Valid() {
		return
	}
	source := im.Value
	if im.Pixels() {
		source = p.movable(source)
	}
	x, y, w, h := part(v, b)
	l.ctx.Call("setTransform", p.plane.pictures, 0, 0, p.plane.pictures, 0, 0)
	l.ctx.Call("drawImage", source, x, y, w, h)
}

// movable returns pixels as a canvas, which can be drawn at any position.
func (p *Picture) movable(pixels js.Value) js.Value {
	c := &p.pixels
	if c.el.IsUndefined() {
		*c = newLayer()
	}
	if p.pixelsOf.IsUndefined() || !p.pixelsOf.Equal(pixels) {
		c.resize(pixels.Get("width"), pixels.Get("height"))
		c.ctx.Call("putImageData", pixels, 0, 0)
		p.pixelsOf = pixels
	}
	return c.el
}

// display shows or hides an element.
func display(el js.Value, on bool) {
	how := "none"
	if on {
		how = ""
	}
	el.Get("style").Set("display", how)
}
