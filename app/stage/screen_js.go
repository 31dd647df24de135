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

// Screen is what of the stage is seen: canvases on top of each other, each a type with its own state. All are painted
// in animation frames, and only those that changed. The numbers of the axes stand left of the plane and below it.
type Screen struct {
	Picture  Picture  // the lowest: what the engine has drawn
	Points   Points   // the points
	Above    Above    // what the model draws over them, and handles
	Top      Top      // what changes while the pointer moves
	Held     Held     // a pane for the point that a hand moves
	Axes     Axes     // the numbers beside the plane
	Elements Elements // not of the stage: what is painted elsewhere on the page

	input input
	plane plane
	on    Events
	whole js.Value // plane and numbers
	query js.Value // of the resolution; the browser may collect one that nobody keeps
}

// plane is what all canvases of the stage share.
type plane struct {
	embedded bool
	view     picture.Viewport
	palette  *picture.Palette // nil = not known yet
	w, h     int
	zoom     float64 // CSS pixels of one of the stage's
	scale    float64 // device pixels of one of the stage's
	pictures float64 // pixels of one of the stage's that pictures have: see scales

	dirty  uint8 // what the next frame paints
	queued bool  // there is one
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

// invalidate has the next frame paint canvases anew.
func (p *plane) invalidate(what uint8) {
	p.dirty |= what
	if !p.queued && p.frame.Truthy() {
		p.queued = true
		js.Global().Call("requestAnimationFrame", p.frame)
	}
}

// Init joins the canvases. embedded: the stage stands alone in somebody's frame, and leaves scrolling to the page
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
// id-held, and begins to listen.
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

// watchScale notices when the page moves to a screen of another resolution.
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

// SetZoom makes all that is on the stage so much larger, letters, lines and points.
func (s *Screen) SetZoom(z float64) {
	if z != s.plane.zoom {
		s.plane.zoom = z
		s.measure()
	}
}

// SetAxes tells how the axes are named, and the size of their numbers. The plane gets smaller or larger when they need
// other room.
func (s *Screen) SetAxes(opt picture.AxisOptions, text float64) {
	a := &s.Axes
	if a.opt == opt && a.text == text {
		return
	}
	a.opt, a.text, a.fresh = opt, text, false
	s.plane.invalidate(paintPoints | paintAxes)
	s.measure()
}

// Frame is what stands around the plane.
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
	// Now rather than in the next frame: a resized canvas is blank.
	p.dirty = paintAll
	s.paint()
}

// SetView tells which part of the plane is shown.
func (s *Screen) SetView(v picture.Viewport) {
	v.Scale = s.plane.scale // what is painted here is sharper than pictures may be
	if v == s.plane.view {
		return
	}
	s.plane.view = v
	s.Axes.fresh = false
	s.plane.invalidate(paintAll)
	s.Points.viewed()
}

// Show shows a bitmap of the view v, and layers over the points, in one frame. Without a bitmap, the engine's canvas
// shows the picture; waits: Picture.Staged says when.
func (s *Screen) Show(im workers.Image, v picture.Viewport, above []picture.Layer, waits bool) {
	s.Picture.show(im, v, im.Valid(), waits)
	flat, deep := split(above)
	s.Above.set(flat)
	s.Points.setDeep(deep)
}

// Clear takes the picture away: there is no model to show.
func (s *Screen) Clear() {
	s.Picture.show(workers.Image{}, picture.Viewport{}, true, false)
	s.Above.set(nil)
	s.Points.setDeep(nil)
}

// paint paints what has changed.
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

// layerOf is the canvas with an id.
func layerOf(id string) layer {
	el := dom.ByID(id)
	return layer{el, el.Call("getContext", "2d")}
}

// newLayer is a canvas that the page does not show.
func newLayer() layer {
	el := js.Global().Get("document").Call("createElement", "canvas")
	return layer{el, el.Call("getContext", "2d")}
}

func (l *layer) clear() {
	l.ctx.Call("setTransform", 1, 0, 0, 1, 0, 0)
	l.ctx.Call("clearRect", 0, 0, l.el.Get("width"), l.el.Get("height"))
}

// resize gives it another size in pixels, and clears it.
func (l *layer) resize(w, h any) {
	l.el.Set("width", w)
	l.el.Set("height", h)
}

// show shows an element that the style sheet hides, or hides it again.
func show(el js.Value, on bool) {
	how := "none"
	if on {
		how = "block"
	}
	el.Get("style").Set("display", how)
}

// restart sets a timer anew.
func restart(timer *js.Value, fn js.Func, ms int) {
	if timer.Truthy() {
		js.Global().Call("clearTimeout", *timer)
	}
	*timer = js.Global().Call("setTimeout", fn, ms)
}

// px writes a length in CSS pixels.
func px(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) + "px" }
