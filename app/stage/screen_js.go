//go:build js && wasm

package stage

import (
	"math"
	"strconv"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/workers"
	"pointscape/engine/picture"
)

// Screen is the visible part of the stage: canvases on top of each other, each a type with its own state. They are
// painted in animation frames, and only if they have changed. The numbers of the axes are left of the plane and below
// it.
type Screen struct {
	Picture  Picture  // the lowest: what the engine has drawn
	Points   Points   // the points
	Above    Above    // what the model draws over the points, and handles
	Top      Top      // what changes while the pointer moves
	Held     Held     // the point that is being dragged
	Axes     Axes     // the numbers beside the plane
	Elements Elements // elements of the page other than the stage

	input input
	plane plane
	on    Events
	whole js.Value // plane and numbers
	query js.Value // the media query of the resolution, kept so that the browser does not collect it
}

// plane is what all canvases of the stage share.
type plane struct {
	embedded bool
	view     picture.Viewport
	palette  *picture.Palette // nil = not known yet
	w, h     int
	zoom     float64 // CSS pixels per pixel of the stage
	scale    float64 // device pixels per pixel of the stage
	pictures float64 // pixels of pictures per pixel of the stage: see scales

	dirty  uint8 // bits of what the next frame paints
	queued bool  // a frame is requested
	frame  js.Func
}

const (
	paintPicture = 1 << iota
	paintPoints
	paintAbove
	paintTop
	paintHeld
	paintAxes
	paintAll = 1<<iota - 1
)

// invalidate makes the next frame paint canvases anew.
func (p *plane) invalidate(what uint8) {
	p.dirty |= what
	if !p.queued && p.frame.Truthy() {
		p.queued = true
		js.Global().Call("requestAnimationFrame", p.frame)
	}
}

// Init connects the canvases. embedded: the stage is alone in a frame of another site, and leaves scrolling to the page
// around until it is active.
func (s *Screen) Init(embedded bool) {
	p := &s.plane
	p.embedded, p.zoom = embedded, 1
	s.Picture.plane, s.Points.plane, s.Above.plane, s.Top.plane, s.Held.plane, s.Axes.plane = p, p, p, p, p, p
	s.Points.axes = &s.Axes
	s.Above.points, s.Above.held = &s.Points, -1
	s.Top.points, s.Top.held = &s.Points, &s.Held
	s.Held.points, s.Held.above = &s.Points, &s.Above
	s.input.screen = s
}

// Mount attaches the screen to the element id, which holds the canvases id-picture, id-points, id-above, id-over and
// id-held, and begins to listen to events.
func (s *Screen) Mount(id string, g *Gesture, on Events) {
	s.on = on
	s.whole = dom.ByID(id + "-frame")
	s.Axes.mount(id)
	s.Picture.own, s.Picture.onSeen = layerOf(id+"-picture"), on.Painted
	s.Points.layer = layerOf(id + "-points")
	s.Above.el = dom.ByID(id + "-above") // without a context it takes no memory
	s.Top.layer = layerOf(id + "-over")
	s.Top.display(false)
	s.Held.layer = layerOf(id + "-held")
	s.Held.style = s.Held.el.Get("style")
	s.plane.frame = dom.Func("a frame", func(js.Value) {
		s.plane.queued = false
		s.paint()
	})
	s.input.listen(dom.ByID(id), g, on)
	s.measure()
	js.Global().Get("ResizeObserver").New(dom.Func("another size", func(js.Value) { s.measure() })).
		Call("observe", s.whole)
	s.watchScale()
}

// watchScale reacts when the page moves to a screen of another resolution.
func (s *Screen) watchScale() {
	dpr := js.Global().Get("devicePixelRatio").Float()
	s.query = js.Global().Call("matchMedia", "(resolution: "+js.Global().Call("String", dpr).String()+"dppx)")
	var f js.Func
	f = dom.Func("another resolution", func(js.Value) {
		f.Release()
		s.measure()
		s.watchScale()
	})
	s.query.Call("addEventListener", "change", f, map[string]any{"once": true})
}

// SetZoom enlarges everything on the stage by a factor: letters, lines and points.
func (s *Screen) SetZoom(z float64) {
	if z != s.plane.zoom {
		s.plane.zoom = z
		s.measure()
	}
}

// SetAxes sets the names of the axes, and the size of their numbers. The plane's size changes if they need more or less
// room.
func (s *Screen) SetAxes(opt picture.AxisOptions, text float64) {
	a := &s.Axes
	if a.opt == opt && a.text == text {
		return
	}
	a.opt, a.text, a.fresh = opt, text, false
	s.plane.invalidate(paintPoints | paintAxes)
	s.measure()
}

// Frame returns the margins around the plane.
func (s *Screen) Frame() picture.Frame { return s.Axes.frame }

func (s *Screen) measure() {
	if !s.whole.Truthy() {
		return
	}
	p, z := &s.plane, s.plane.zoom
	w, h := int(s.whole.Get("clientWidth").Float()/z), int(s.whole.Get("clientHeight").Float()/z)
	scale, pictures := scales(js.Global().Get("devicePixelRatio").Float(), z)
	if w <= 0 || h <= 0 || s.Axes.text == 0 {
		return
	}
	frame := frameOf(w, h, p.embedded, s.Axes.text, s.Axes.opt)
	w, h = frame.Plane(w, h)
	if w == p.w && h == p.h && scale == p.scale && frame == s.Axes.frame {
		return
	}
	p.w, p.h, p.scale, p.pictures = w, h, scale, pictures
	s.Axes.fit(frame)
	for l, scale := range map[*layer]float64{&s.Picture.own: pictures, &s.Points.layer: scale, &s.Top.layer: scale} {
		l.resize(int(math.Round(float64(w)*scale)), int(math.Round(float64(h)*scale)))
	}
	s.Above.fits = false
	s.on.Resized(w, h, pictures)
	// Now, not in the next frame, because a resized canvas is blank.
	p.dirty = paintAll
	s.paint()
}

// SetView sets the visible part of the plane.
func (s *Screen) SetView(v picture.Viewport) {
	v.Scale = s.plane.scale // what is painted here may be sharper than pictures
	if v == s.plane.view {
		return
	}
	s.plane.view = v
	s.Axes.fresh = false
	s.plane.invalidate(paintAll)
	s.Points.viewed()
}

// Show shows a bitmap of the view v, and layers over the points, in one frame. Without a bitmap, the engine's canvas
// shows the picture; waits says that Picture.Staged will be called when it does.
func (s *Screen) Show(im workers.Image, v picture.Viewport, above []picture.Layer, waits bool) {
	s.Picture.show(im, v, im.Valid(), waits)
	flat, deep := split(above)
	s.Above.set(flat)
	s.Points.setDeep(deep)
}

// Clear removes the picture: there is no model to show.
func (s *Screen) Clear() {
	s.Picture.show(workers.Image{}, picture.Viewport{}, true, false)
	s.Above.set(nil)
	s.Points.setDeep(nil)
}

func (s *Screen) paint() {
	if s.plane.w == 0 || s.plane.palette == nil {
		return
	}
	dirty := s.plane.dirty
	s.plane.dirty = 0
	if dirty&paintPicture != 0 {
		s.Picture.paint()
	}
	if dirty&paintAxes != 0 {
		s.Axes.paint()
		s.input.paintMirrors()
	}
	if dirty&paintPoints != 0 {
		s.Points.paint()
	}
	if dirty&paintAbove != 0 {
		s.Above.paint()
	}
	if dirty&paintTop != 0 {
		s.Top.paint()
	}
	if dirty&paintHeld != 0 {
		s.Held.paint()
	}
}

// layer is a canvas with its context.
type layer struct {
	el, ctx js.Value
}

// layerOf returns the canvas with an id.
func layerOf(id string) layer {
	el := dom.ByID(id)
	return layer{el, el.Call("getContext", "2d")}
}

// newLayer returns a canvas that the page does not show.
func newLayer() layer {
	el := js.Global().Get("document").Call("createElement", "canvas")
	return layer{el, el.Call("getContext", "2d")}
}

func (l *layer) clear() {
	l.ctx.Call("setTransform", 1, 0, 0, 1, 0, 0)
	l.ctx.Call("clearRect", 0, 0, l.el.Get("width"), l.el.Get("height"))
}

// resize sets the size in pixels, and clears the canvas.
func (l *layer) resize(w, h any) {
	l.el.Set("width", w)
	l.el.Set("height", h)
}

// show shows or hides an element that the style sheet hides.
func show(el js.Value, on bool) {
	how := "none"
	if on {
		how = "block"
	}
	el.Get("style").Set("display", how)
}

// restart restarts a timer.
func restart(timer *js.Value, fn js.Func, ms int) {
	if timer.Truthy() {
		js.Global().Call("clearTimeout", *timer)
	}
	*timer = js.Global().Call("setTimeout", fn, ms)
}

// px formats a length in CSS pixels.
func px(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) + "px" }
