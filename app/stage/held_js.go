//go:build js && wasm

package stage

import (
	"math"
	"syscall/js"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Held is the canvas of the point or handle that is being dragged. The point is painted at its position on the canvas,
// and the canvas is moved when the point comes to its edge. (Moving an element costs the browser style, layout and a
// new list of layers; painting on a canvas does not.)
type Held struct {
	plane *plane
	layer
	points *Points
	above  *Above

	point *doc.Point // nil = none

	style     js.Value
	shown     bool
	side      int     // of the canvas, in device pixels
	left, top float64 // position of the canvas on the stage
	stamp     layer   // the point, painted once
	size      int     // size of the stamp
	shows     stampOf
	x, y      float64 // position of the point in the stamp
	sx, sy    float64 // where the stamp was painted
}

// paneRoom is how far a point can move before the canvas is moved, in CSS pixels.
const paneRoom = 128

// stampOf identifies the content of a stamp.
type stampOf struct {
	look  Look
	z     float64
	as    held
	grip  int // number of the handle
	scale float64
}

// Set sets the position of the dragged point or handle; nil = none.
func (h *Held) Set(p *doc.Point) {
	if same(h.point, p) {
		return
	}
	if (h.point == nil) != (p == nil) {
		h.plane.invalidate(paintTop) // the ring at the pointer is hidden during a drag
	}
	h.point = p
	h.plane.invalidate(paintHeld)
}

func same[T comparable](p, q *T) bool { return p == q || p != nil && q != nil && *p == *q }

// paint paints the dragged point at its position, in whole pixels, because a stamp that was painted once must be copied
// to whole pixels. (A mouse moves by whole pixels, too.)
func (h *Held) paint() {
	if h.point == nil {
		if h.shown {
			h.shown = false
			show(h.el, false)
		}
		return
	}
	const ringWidth = 1.5
	pl, scale := h.plane, h.plane.scale
	r := pl.palette.PointRadius(1, 0) + 5
	grip, isGrip := h.above.heldGrip()
	if isGrip {
		r = grip.Reach(pl.palette)
	}
	if !fastHeld {
		h.paintWhole(grip, isGrip, r, ringWidth)
		return
	}
	reach := math.Ceil((r + (ringWidth+ringGround)/2 + 1) * scale)
	x, y := pl.view.PX(h.point.X)*scale, pl.view.PY(h.point.Y)*scale
	if size := int(2*reach) + 2; size != h.size {
		h.size = size
		if h.stamp.el.IsUndefined() {
			h.stamp = newLayer()
		}
		h.stamp.resize(size, size)
		h.side = size + 2*int(paneRoom*scale)
		h.resize(h.side, h.side)
		edge := px(float64(h.side) / scale * pl.zoom)
		h.style.Set("width", edge)
		h.style.Set("height", edge)
		h.shown = false
		h.shows = stampOf{}
	}
	if shows := (stampOf{h.points.look, h.point.Z, h.points.as, h.above.held, scale}); shows != h.shows {
		h.shows = shows
		h.x, h.y = x-math.Floor(x-reach), y-math.Floor(y-reach)
		px, py := h.x/scale, h.y/scale
		h.stamp.clear()
		c := canvas2d.New(h.stamp.ctx, scale)
		edge := int(math.Ceil(float64(h.size) / scale))
		p := &picture.Picture{View: picture.Viewport{X1: float64(edge), Y1: float64(edge), W: edge, H: edge, Scale: 1}}
		if isGrip {
			p.Add(grip.Layers(px, float64(edge)-py, len(h.above.grips) > 1)...)
		} else {
			p.Add(h.points.look.heldMarks(h.points.as, px, float64(edge)-py, shows.z))
		}
		picture.Paint(c, p, pl.palette)
		if !isGrip {
			ring(c, px, py, r, ringWidth, pl.palette.Ink.Alpha(0.7), pl.palette)
		}
	}
	left, top := math.Round(x-h.x), math.Round(y-h.y)
	h.ctx.Call("clearRect", h.sx, h.sy, h.size, h.size)
	room := float64(h.side - h.size)
	if dx, dy := left-h.left, top-h.top; !h.shown || dx < 0 || dy < 0 || dx > room || dy > room {
		h.left, h.top = left-math.Round(room/2), top-math.Round(room/2)
		css := pl.zoom / scale
		h.style.Set("transform", "translate("+px(h.left*css)+","+px(h.top*css)+")")
	}
	if !h.shown {
		h.shown = true
		show(h.el, true)
	}
	h.sx, h.sy = left-h.left, top-h.top
	h.ctx.Call("drawImage", h.stamp.el, h.sx, h.sy)
}

// paintWhole paints the dragged point on a canvas as large as the stage. r is the radius of a point's ring.
func (h *Held) paintWhole(grip method.Grip, isGrip bool, r, ringWidth float64) {
	pl, p := h.plane, h.point
	w, high := h.points.el.Get("width"), h.points.el.Get("height")
	if !h.el.Get("width").Equal(w) || !h.el.Get("height").Equal(high) {
		h.resize(w, high)
	}
	h.clear()
	c := canvas2d.New(h.ctx, pl.scale)
	list := []picture.Layer{h.points.look.heldMarks(h.points.as, p.X, p.Y, p.Z)}
	if isGrip {
		list = grip.Layers(p.X, p.Y, len(h.above.grips) > 1)
	}
	picture.Paint(c, &picture.Picture{View: pl.view, Layers: list}, pl.palette)
	if !isGrip {
		ring(c, pl.view.PX(p.X), pl.view.PY(p.Y), r, ringWidth, pl.palette.Ink.Alpha(0.7), pl.palette)
	}
	if !h.shown {
		h.shown = true
		show(h.el, true)
	}
}
