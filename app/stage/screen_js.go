//go:build js && wasm

package stage

import (
	"math"
	"slices"
	"strconv"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Screen is what of the stage is seen. The plane is canvases on top of each other. The lowest shows the engine's newest
// bitmap, moved to where it belongs when the view has changed since, or is the engine's own canvas (live.go); the next
// one shows the points, between the marks of the axes and their numbers where these are in the plane; then comes what
// the model draws over them, if anything; the top one shows what changes while the pointer moves. All are painted in
// animation frames, and only those that changed. A point that a hand moves has a little canvas of its own, which is
// carried along: a large one would be copied for every move. The numbers of the axes stand left of the plane and below
// it, on two canvases that change with the view.
type Screen struct {
	// Embedded stages leave scrolling to the page around until they are active.
	Embedded bool
	Elements Elements

	on      Owner
	gesture *Gesture
	whole   js.Value // plane and numbers
	box     js.Value // the plane
	gutter  gutter
	layers  [3]layer
	above   above
	carried carried
	w, h    int
	zoom    float64 // CSS pixels of one of the stage's; 0 = 1
	scale   float64 // device pixels of one of the stage's

	pictures float64 // pixels of one of the stage's that pictures have: see scales
	dirty    uint8
	queued   bool
	frameFn  js.Func

	view    picture.Viewport
	look    Look
	marks   *picture.Marks
	solid   *Space          // nil = the points are in the plane
	deep    []picture.Layer // of the model, in that space
	stamps  canvas2d.Stamps
	bitmap  workers.Image
	engine  engine
	bitView picture.Viewport
	fresh   bool // the bitmap has not been painted yet

	grips           []method.Grip
	gripHeld        int // number of the one that a hand moves; -1 = none
	held            *doc.Point
	heldAs          held // where its own numbers do not tell how it is painted
	overShown       bool // the top canvas has something on it
	hover, selected *Ring
	curX, curY      float64
	cursorOn        bool
	mark            *Mark
	explained       []picture.Layer
	lit             []picture.Spot
	picked          []float64 // x, y of the points that are picked out
	space, active   bool
	pressed         bool // the focus comes from a pointer
	engaged         bool // the mouse was pressed here since it came
	hintTimer       js.Value
	hintFn          js.Func
	wheelTimer      js.Value
	wheelFn         js.Func
	outline         picture.Outline

	moved   layer    // a bitmap that came as pixels, when the view has changed
	movedOf js.Value // the pixels in it

	crowdLayer layer // points, when they are many
	crowdView  picture.Viewport
	crowdFresh bool
	stillTimer js.Value
	stillFn    js.Func

	resting   int // the finger that may come to rest
	restTimer js.Value
	restFn    js.Func

	lastCursor       string
	mirrors          []mirror // other pictures that take gestures: see Mirror
	windowMatchQuery js.Value
}

const (
	paintPicture = 1 << iota
	paintPoints
	paintAbove
	paintOver
	paintHeld
	paintAxes
	paintAll = 1<<iota - 1
)

type layer struct {
	el, ctx js.Value
}

// newLayer is a canvas that the page does not show.
func newLayer() layer {
	el := js.Global().Get("document").Call("createElement", "canvas")
	return layer{el, el.Call("getContext", "2d")}
}

func byID(id string) js.Value { return js.Global().Get("document").Call("getElementById", id) }

// Mount attaches the screen to the element id, which holds the canvases
// id-picture, id-points and id-over, and begins to listen.
func (s *Screen) Mount(id string, g *Gesture, on Owner) {
	s.gesture, s.on = g, on
	s.gripHeld = -1
	d := js.Global().Get("document")
	s.whole = d.Call("getElementById", id+"-frame")
	s.box = d.Call("getElementById", id)
	s.gutter.mount(id)
	for i, name := range []string{"-picture", "-points", "-over"} {
		el := d.Call("getElementById", id+name)
		s.layers[i] = layer{el: el, ctx: el.Call("getContext", "2d")}
	}
	s.showOver(false)
	s.above.el = d.Call("getElementById", id+"-above")
	s.above.style = s.above.el.Get("style")
	s.carried.el = d.Call("getElementById", id+"-held")
	s.carried.ctx = s.carried.el.Call("getContext", "2d")
	s.carried.style = s.carried.el.Get("style")
	s.frameFn = js.FuncOf(func(js.Value, []js.Value) any {
		s.frame()
		return nil
	})
	s.wheelFn = js.FuncOf(func(js.Value, []js.Value) any {
		s.wheelTimer = js.Undefined()
		s.on.Settled()
		return nil
	})
	s.hintFn = js.FuncOf(func(js.Value, []js.Value) any {
		s.hintTimer = js.Undefined()
		d.Call("getElementById", "stage-hint").Get("classList").Call("remove", "on")
		return nil
	})
	s.stillFn = js.FuncOf(func(js.Value, []js.Value) any {
		s.stillTimer = js.Undefined()
		s.invalidate(paintPoints)
		return nil
	})
	s.restFn = dom.Func("a finger that rests", func(js.Value) { s.gesture.Rested(s.resting) })
	s.listen()
	s.measure()
	observer := js.Global().Get("ResizeObserver").New(js.FuncOf(func(js.Value, []js.Value) any {
		s.measure()
		return nil
	}))
	observer.Call("observe", s.whole)
	s.watchScale()
}

// watchScale notices when the page moves to a screen of another resolution.
func (s *Screen) watchScale() {
	dpr := js.Global().Get("devicePixelRatio").Float()
	q := js.Global().Call("matchMedia", "(resolution: "+js.Global().Call("String", dpr).String()+"dppx)")
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		f.Release()
		s.measure()
		s.watchScale()
		return nil
	})
	opt := js.Global().Get("Object").New()
	opt.Set("once", true)
	q.Call("addEventListener", "change", f, opt)
	s.windowMatchQuery = q // or the browser may collect it
}

// SetZoom makes all that is on the stage so much larger, letters, lines and points.
func (s *Screen) SetZoom(z float64) {
	if z != s.zooms() {
		s.zoom = z
		if s.whole.Truthy() {
			s.measure()
		}
	}
}

// zooms is how many CSS pixels one of the stage's is.
func (s *Screen) zooms() float64 {
	if s.zoom == 0 {
		return 1
	}
	return s.zoom
}

func (s *Screen) measure() {
	z := s.zooms()
	w, h := int(s.whole.Get("clientWidth").Float()/z), int(s.whole.Get("clientHeight").Float()/z)
	scale, pictures := scales(js.Global().Get("devicePixelRatio").Float(), z)
	if w <= 0 || h <= 0 || s.gutter.text == 0 {
		return
	}
	frame := frameOf(w, h, s.Embedded, s.gutter.text, s.gutter.opt)
	w, h = frame.Plane(w, h)
	if w == s.w && h == s.h && scale == s.scale && frame == s.gutter.frame {
		return
	}
	s.w, s.h, s.scale, s.pictures = w, h, scale, pictures
	s.gutter.fit(frame, w, h, z, scale)
	for i := range s.layers {
		l, scale := &s.layers[i], scale
		if i == 0 {
			scale = pictures
		}
		l.el.Set("width", int(math.Round(float64(w)*scale)))
		l.el.Set("height", int(math.Round(float64(h)*scale)))
	}
	s.above.fits = false
	s.on.Resize(w, h, pictures)
	// Now rather than in the next frame: a resized canvas is blank.
	s.dirty = paintAll
	s.paint()
}

// SetAxes tells how the axes are named, and the size of their numbers. The plane gets
// smaller or larger when they need other room.
func (s *Screen) SetAxes(opt picture.AxisOptions, text float64) {
	g := &s.gutter
	if g.opt == opt && g.text == text {
		return
	}
	g.opt, g.text, g.fresh = opt, text, false
	s.invalidate(paintPoints | paintAxes)
	if s.whole.Truthy() {
		s.measure()
	}
}

// SetView tells which part of the plane is shown.
func (s *Screen) SetView(v picture.Viewport) {
	v.Scale = s.scale // what is painted here is sharper than pictures may be
	if v == s.view {
		return
	}
	s.view = v
	s.gutter.fresh = false
	s.invalidate(paintAll)
	if s.crowded() {
		// Until the view holds still, a crowd is only moved: see paintPoints.
		if s.stillTimer.Truthy() {
			js.Global().Call("clearTimeout", s.stillTimer)
		}
		s.stillTimer = js.Global().Call("setTimeout", s.stillFn, 120)
	}
}

// crowd is the number of points from which painting them takes more than a
// frame has.
const crowd = 1500

// crowded tells that they are; points in space are stamped, which is quick.
func (s *Screen) crowded() bool {
	return s.marks != nil && s.marks.Near == nil && len(s.marks.XY) >= 2*crowd
}

// SetSpace tells how the points lie that SetPoints tells next; nil = in the plane.
func (s *Screen) SetSpace(q *Space) { s.solid = q }

// SetPoints tells the points, without the one at index skip.
func (s *Screen) SetPoints(pts []doc.Point, look Look, skip int) {
	if look.Palette != s.look.Palette {
		s.invalidate(paintAxes)
	}
	s.look = look
	s.marks = look.Marks(pts, skip)
	if s.solid != nil && skip < 0 {
		s.marks.Near = s.solid.Near
	}
	s.heldAs, _ = look.held(pts, skip)
	s.crowdFresh = false
	s.invalidate(paintPoints | paintOver | paintHeld)
}

// SetDragged tells the point that a hand moves; nil = none.
func (s *Screen) SetDragged(p *doc.Point) {
	if same(s.held, p) {
		return
	}
	if (s.held == nil) != (p == nil) {
		s.invalidate(paintOver) // a held point hides the other's ring
	}
	s.held = p
	s.invalidate(paintHeld)
}

// SetRings marks the point under the pointer and the selected one.
func (s *Screen) SetRings(hover, selected *Ring) {
	if same(s.hover, hover) && same(s.selected, selected) {
		return
	}
	s.hover, s.selected = hover, selected
	s.invalidate(paintOver)
}

func same[T comparable](p, q *T) bool { return p == q || p != nil && q != nil && *p == *q }

// SetGrips tells the handles, and the number of the one that a hand moves: that one is
// where SetHeld says, which is told next.
func (s *Screen) SetGrips(list []method.Grip, held int) {
	if held == s.gripHeld && slices.Equal(list, s.grips) {
		return
	}
	if held != s.gripHeld {
		s.carried.shows = carriedPoint{} // what is carried looks otherwise
		s.invalidate(paintHeld)
	}
	s.grips, s.gripHeld = list, held
	s.invalidate(paintAbove)
}

// SetCursor shows the keyboard's cursor.
func (s *Screen) SetCursor(x, y float64, on bool) {
	s.curX, s.curY, s.cursorOn = x, y, on
	s.invalidate(paintOver)
}

// SetMark marks where a question was answered; nil = nowhere.
func (s *Screen) SetMark(m *Mark) {
	s.mark = m
	s.invalidate(paintOver)
}

// SetExplained shows the layers of an explanation; nil = none.
func (s *Screen) SetExplained(l []picture.Layer) {
	if len(l) == 0 && len(s.explained) == 0 {
		return
	}
	s.explained = l
	s.invalidate(paintOver)
}

// SetHighlight lights shapes of the picture, and picks points out, x, y of each.
func (s *Screen) SetHighlight(lit []picture.Spot, picked []float64) {
	if len(lit)+len(s.lit)+len(picked)+len(s.picked) > 0 {
		s.lit, s.picked = lit, picked
		s.invalidate(paintOver)
	}
}

// SetPicture shows a bitmap of the view v, and layers over the points, in one frame. Without
// a bitmap, the engine's canvas shows the picture; waits: Staged says when.
func (s *Screen) SetPicture(im workers.Image, v picture.Viewport, above []picture.Layer, waits bool) {
	s.bitmap.Close()
	s.bitmap, s.bitView, s.fresh = im, v, true
	s.engine.took(v, im.Valid())
	s.engine.waits = waits
	s.setAbove(above)
	s.invalidate(paintPicture | paintAbove)
}

// ClearPicture takes the bitmap away: there is no model to show.
func (s *Screen) ClearPicture() {
	s.bitmap.Close()
	s.bitmap, s.fresh = workers.Image{}, true
	s.engine.took(picture.Viewport{}, true)
	s.engine.waits = false
	s.setAbove(nil)
	s.invalidate(paintPicture | paintAbove)
}

// setAbove takes the layers over the points; what is in space is painted among them.
func (s *Screen) setAbove(layers []picture.Layer) {
	if len(s.deep) > 0 {
		s.invalidate(paintPoints)
	}
	if s.above.layers, s.deep = split(layers); len(s.deep) > 0 {
		s.invalidate(paintPoints)
	}
}

// Focus gives the stage the keyboard.
func (s *Screen) Focus() {
	opt := js.Global().Get("Object").New()
	opt.Set("preventScroll", true)
	s.box.Call("focus", opt)
}

// SetActive tells whether an embedded stage takes gestures that otherwise
// scroll the page around it.
func (s *Screen) SetActive(on bool) {
	s.active = on
	list := s.box.Get("classList")
	list.Call("toggle", "active", on)
}

func (s *Screen) invalidate(what uint8) {
	s.dirty |= what
	if !s.queued && s.frameFn.Truthy() {
		s.queued = true
		js.Global().Call("requestAnimationFrame", s.frameFn)
	}
}

func (s *Screen) frame() {
	s.queued = false
	s.paint()
}

func (s *Screen) paint() {
	if s.w == 0 || s.look.Palette == nil {
		return
	}
	dirty := s.dirty
	s.dirty = 0
	if dirty&paintPicture != 0 {
		s.paintPicture()
	}
	if dirty&paintAxes != 0 {
		s.gutter.paint(s.view, s.look.Palette, s.scale)
		s.paintMirrors()
	}
	if dirty&paintPoints != 0 {
		s.paintPoints()
	}
	if dirty&paintAbove != 0 {
		s.paintAbove()
	}
	if dirty&paintOver != 0 {
		s.paintOver()
	}
	if dirty&paintHeld != 0 {
		s.paintHeld()
	}
}

func (l *layer) clear() {
	l.ctx.Call("setTransform", 1, 0, 0, 1, 0, 0)
	l.ctx.Call("clearRect", 0, 0, l.el.Get("width"), l.el.Get("height"))
}

func (s *Screen) paintPicture() {
	if s.paintEngine() {
		s.painted()
		return
	}
	l := &s.layers[0]
	v, b := s.view, s.bitView
	b.Scale = v.Scale // what resolution it has, its size tells
	im := s.bitmap
	if im.Pixels() && v == b && im.Get("width").Equal(l.el.Get("width")) && im.Get("height").Equal(l.el.Get("height")) {
		l.ctx.Call("putImageData", im.Value, 0, 0)
	} else {
		l.clear()
		if im.Valid() {
			source := im.Value
			if im.Pixels() {
				source = s.movable(source)
			}
			l.ctx.Call("setTransform", s.pictures, 0, 0, s.pictures, 0, 0)
			x0, x1, y0, y1 := v.PX(b.X0), v.PX(b.X1), v.PY(b.Y1), v.PY(b.Y0)
			l.ctx.Call("drawImage", source, x0, y0, x1-x0, y1-y0)
		}
	}
	s.painted()
}

func (s *Screen) painted() {
	if s.fresh && !s.engine.waits {
		s.fresh = false
		s.on.Painted()
	}
}

// showOver has the top canvas blended with the others, or not: it costs as much
// when it is empty. It takes the pointer in either case.
func (s *Screen) showOver(on bool) {
	s.overShown = on
	opacity := "0"
	if on {
		opacity = ""
	}
	s.layers[2].el.Get("style").Set("opacity", opacity)
}

// movable returns pixels as a canvas, which can be drawn anywhere.
func (s *Screen) movable(pixels js.Value) js.Value {
	c := &s.moved
	if c.el.IsUndefined() {
		*c = newLayer()
	}
	if s.movedOf.IsUndefined() || !s.movedOf.Equal(pixels) {
		c.el.Set("width", pixels.Get("width"))
		c.el.Set("height", pixels.Get("height"))
		c.ctx.Call("putImageData", pixels, 0, 0)
		s.movedOf = pixels
	}
	return c.el
}

func (s *Screen) paintPoints() {
	l := &s.layers[1]
	l.clear()
	s.gutter.reckon(s.view)
	p := &picture.Picture{View: s.view}
	p.Add(s.gutter.under...)
	if q := s.solid; q != nil {
		under, names := picture.SpaceAxes(s.view, q.Reach, q.Mid, q.Turn, q.Names)
		p.Add(under...)
		s.marks.Within = picture.Deepen(s.deep, q.Turn, q.Reach)
		p.Add(s.marks)
		p.Add(names...)
		c := canvas2d.New(l.ctx, s.scale)
		c.Keep = &s.stamps
		picture.Paint(c, p, s.look.Palette)
		return
	}
	if s.marks != nil && !s.crowded() {
		p.Add(s.marks)
	}
	if s.crowded() {
		picture.Paint(canvas2d.New(l.ctx, s.scale), p, s.look.Palette)
		s.paintCrowd(l)
		p = &picture.Picture{View: s.view}
	}
	p.Add(s.gutter.over...)
	c := canvas2d.New(l.ctx, s.scale)
	c.Keep = &s.stamps
	picture.Paint(c, p, s.look.Palette)
}

// paintCrowd copies many points from a canvas of their own, which is painted
// anew when they have changed or the view holds still.
func (s *Screen) paintCrowd(l *layer) {
	w, h := l.el.Get("width"), l.el.Get("height")
	c := &s.crowdLayer
	if c.el.IsUndefined() {
		*c = newLayer()
	}
	if !c.el.Get("width").Equal(w) || !c.el.Get("height").Equal(h) {
		c.el.Set("width", w)
		c.el.Set("height", h)
		s.crowdFresh = false
	}
	if !s.crowdFresh || s.crowdView != s.view && !s.stillTimer.Truthy() {
		c.clear()
		p := &picture.Picture{View: s.view}
		p.Add(s.marks)
		canvas := canvas2d.New(c.ctx, s.scale)
		canvas.Keep = &s.stamps
		picture.Paint(canvas, p, s.look.Palette)
		s.crowdFresh, s.crowdView = true, s.view
	}
	v, b := s.view, s.crowdView
	x0, x1, y0, y1 := v.PX(b.X0), v.PX(b.X1), v.PY(b.Y1), v.PY(b.Y0)
	l.ctx.Call("drawImage", c.el, x0, y0, x1-x0, y1-y0)
}

// above is the canvas of what the model draws over the points. While that is
// nothing, it takes no memory and the browser does not look after it.
type above struct {
	layer
	style  js.Value
	layers []picture.Layer
	shown  bool
	fits   bool // it has the stage's size
}

func (s *Screen) paintAbove() {
	a := &s.above
	if shown := len(a.layers)+len(s.grips) > 0; shown != a.shown {
		a.shown = shown
		if shown {
			a.style.Set("display", "block")
		} else {
			a.style.Set("display", "none")
		}
	}
	if !a.shown {
		return
	}
	if !a.fits {
		a.fits = true
		// That of the points, whatever the resolution of pictures is.
		a.el.Set("width", s.layers[1].el.Get("width"))
		a.el.Set("height", s.layers[1].el.Get("height"))
		a.ctx = a.el.Call("getContext", "2d")
	} else {
		a.clear()
	}
	p := &picture.Picture{View: s.view}
	p.Add(method.GripLayers(s.grips, s.gripHeld)...)
	p.Add(a.layers...)
	picture.Paint(canvas2d.New(a.ctx, s.scale), p, s.look.Palette)
}

func (s *Screen) paintOver() {
	l := &s.layers[2]
	hover := s.hover
	if s.held != nil {
		hover = nil
	}
	shown := len(s.explained)+len(s.lit)+len(s.picked) > 0 || hover != nil || s.selected != nil || s.cursorOn ||
		s.mark != nil
	if !shown && !s.overShown {
		return
	}
	if shown != s.overShown {
		s.showOver(shown)
	}
	l.clear()
	if !shown {
		return
	}
	c := canvas2d.New(l.ctx, s.scale)
	pal := s.look.Palette
	light(c, s.lit, s.view.PX, s.view.PY, s.view.W, s.view.H, pal, false)
	if len(s.explained) > 0 {
		p := &picture.Picture{View: s.view}
		p.Add(s.explained...)
		picture.Paint(c, p, pal)
	}
	if len(s.picked) > 0 {
		p := &picture.Picture{View: s.view}
		p.Add(&picture.Marks{Role: picture.RolePicked, XY: s.picked, Among: len(s.marks.XY) / 2})
		picture.Paint(c, p, pal)
	}
	r := pal.PointRadius(1, 0)
	if hover != nil {
		s.ring(c, s.view.PX(hover.X), s.view.PY(hover.Y), hover.radius(pal, r)+3.5, 1.5, pal.Ink.Alpha(0.75))
	}
	if s.selected != nil {
		s.ring(c, s.view.PX(s.selected.X), s.view.PY(s.selected.Y), s.selected.radius(pal, r)+5.5, 2.25, pal.Accent)
	}
	if s.cursorOn {
		x, y := s.view.PX(s.curX), s.view.PY(s.curY)
		s.outline.Reset()
		for _, d := range [4][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			s.outline.MoveTo(x+4*d[0], y+4*d[1])
			s.outline.LineTo(x+14*d[0], y+14*d[1])
		}
		c.Stroke(&s.outline, picture.Stroke{Color: pal.Stage.Alpha(0.9), Width: 4.5})
		c.Stroke(&s.outline, picture.Stroke{Color: pal.Accent, Width: 2})
	}
	if s.mark != nil {
		s.paintMark(c)
	}
}

// paintMark paints a ring with a tick, or with a cross: in ink, on a ground of its own.
func (s *Screen) paintMark(c *canvas2d.Canvas) {
	x, y := s.view.PX(s.mark.X), s.view.PY(s.mark.Y)
	s.outline.Reset()
	s.outline.Circle(x, y, 11)
	way := []float64{-4.5, -4.5, 4.5, 4.5, 4.5, -4.5, -4.5, 4.5}
	if s.mark.Right {
		way = []float64{-5, 0.5, -1.5, 4, -1.5, 4, 5, -4}
	}
	for i := 0; i < len(way); i += 4 {
		s.outline.MoveTo(x+way[i], y+way[i+1])
		s.outline.LineTo(x+way[i+2], y+way[i+3])
	}
	c.Stroke(&s.outline, picture.Stroke{Color: s.look.Palette.Stage, Width: 5.5})
	c.Stroke(&s.outline, picture.Stroke{Color: s.look.Palette.Ink, Width: 2.5})
}

// ring paints a circle on a light ground.
func (s *Screen) ring(c *canvas2d.Canvas, x, y, r, width float64, col picture.Color) {
	s.outline.Reset()
	s.outline.Circle(x, y, r)
	c.Stroke(&s.outline, picture.Stroke{Color: s.look.Palette.Stage.Alpha(0.9), Width: width + ringGround})
	c.Stroke(&s.outline, picture.Stroke{Color: col, Width: width})
}

// ringGround is how much wider a ring's ground is than the ring, in CSS pixels.
const ringGround = 2.5

// carried is the canvas of the point that a hand moves: a pane in which the point is put down
// where it is, and which is moved itself when the point comes to its edge. (An element that is
// moved costs the browser a style, a layout's beginnings and a new list of all
// canvases; what is painted on one, nothing of that.)
type carried struct {
	layer
	style     js.Value
	on        bool
	side      int     // of the pane, in its own pixels
	left, top float64 // of the pane on the stage
	point     layer   // the point, painted once
	size      int     // of that one
	shows     carriedPoint
	x, y      float64 // the point's place in it
	sx, sy    float64 // where it was put down
}

// carriedRoom is how far a point goes before its pane is moved, in CSS pixels.
const carriedRoom = 128

// carriedPoint is what such a canvas shows.
type carriedPoint struct {
	look  Look
	z     float64
	as    held
	scale float64
}

// paintHeld puts the held point down at its place, to the pixel: what was painted once stands
// on whole ones, and the point in it where it was when it was taken. (A mouse
// moves by whole pixels, too.)
func (s *Screen) paintHeld() {
	l := &s.carried
	if s.held == nil {
		if l.on {
			l.on = false
			l.style.Set("display", "none")
		}
		return
	}
	const ringWidth = 1.5
	r := s.look.Palette.PointRadius(1, 0) + 5
	k, grip := method.GripOf(s.gripHeld)
	if grip = grip && k < len(s.grips); grip {
		r = s.grips[k].Reach(s.look.Palette)
	}
	reach := math.Ceil((r + (ringWidth+ringGround)/2 + 1) * s.scale)
	x, y := s.view.PX(s.held.X)*s.scale, s.view.PY(s.held.Y)*s.scale
	if size := int(2*reach) + 2; size != l.size {
		l.size = size
		if l.point.el.IsUndefined() {
			l.point = newLayer()
		}
		l.point.el.Set("width", size)
		l.point.el.Set("height", size)
		l.side = size + 2*int(carriedRoom*s.scale)
		l.el.Set("width", l.side)
		l.el.Set("height", l.side)
		edge := px(float64(l.side) / s.scale * s.zooms())
		l.style.Set("width", edge)
		l.style.Set("height", edge)
		l.on = false
		l.shows = carriedPoint{}
	}
	if shows := (carriedPoint{s.look, s.held.Z, s.heldAs, s.scale}); shows != l.shows {
		l.shows = shows
		l.x, l.y = x-math.Floor(x-reach), y-math.Floor(y-reach)
		px, py := l.x/s.scale, l.y/s.scale
		l.point.clear()
		c := canvas2d.New(l.point.ctx, s.scale)
		edge := int(math.Ceil(float64(l.size) / s.scale))
		p := &picture.Picture{View: picture.Viewport{X1: float64(edge), Y1: float64(edge), W: edge, H: edge, Scale: 1}}
		if grip {
			p.Add(s.grips[k].Layers(px, float64(edge)-py, len(s.grips) > 1)...)
		} else {
			p.Add(s.look.heldMarks(s.heldAs, px, float64(edge)-py, shows.z))
		}
		picture.Paint(c, p, s.look.Palette)
		if !grip {
			s.ring(c, px, py, r, ringWidth, s.look.Palette.Ink.Alpha(0.7))
		}
	}
	left, top := math.Round(x-l.x), math.Round(y-l.y)
	l.ctx.Call("clearRect", l.sx, l.sy, l.size, l.size)
	room := float64(l.side - l.size)
	if dx, dy := left-l.left, top-l.top; !l.on || dx < 0 || dy < 0 || dx > room || dy > room {
		l.left, l.top = left-math.Round(room/2), top-math.Round(room/2)
		css := s.zooms() / s.scale
		l.style.Set("transform", "translate("+px(l.left*css)+","+px(l.top*css)+")")
	}
	if !l.on {
		l.on = true
		l.style.Set("display", "block")
	}
	l.sx, l.sy = left-l.left, top-l.top
	l.ctx.Call("drawImage", l.point.el, l.sx, l.sy)
}

// px writes a length in CSS pixels.
func px(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) + "px" }
