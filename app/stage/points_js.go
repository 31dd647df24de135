//go:build js && wasm

package stage

import (
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Points is the canvas of the points, with the parts of the axes that are in the plane, below and above them.
type Points struct {
	plane *plane
	layer
	axes *Axes

	look   Look
	marks  *picture.Marks
	solid  *Space          // nil = the points are in the plane
	deep   []picture.Layer // what the model draws in that space
	as     held            // how the dragged point is painted, if that does not follow from its own numbers
	stamps canvas2d.Stamps
	crowd  crowd
}

// crowd is a canvas of many points. While the view moves, it is copied to its new position.
type crowd struct {
	layer
	view  picture.Viewport // the view that it shows
	fresh bool             // it shows the present points
	still js.Value         // timer that fires when the view has stopped
	fn    js.Func
}

// many is the number of points from which on painting them takes longer than a frame.
const many = 1500

// crowded reports whether there are many points; points in space are painted from stamps, which is quick.
func (p *Points) crowded() bool {
	return fastCrowd && p.marks != nil && p.marks.Near == nil && len(p.marks.XY) >= 2*many
}

// Set sets the points, without the one at index skip, and their depths if they are in space.
func (p *Points) Set(pts []doc.Point, look Look, skip int, solid *Space) {
	if look.Palette != p.plane.palette {
		p.plane.palette = look.Palette
		p.plane.invalidate(paintAxes)
	}
	p.look, p.solid = look, solid
	p.marks = look.Marks(pts, skip)
	if solid != nil && skip < 0 {
		p.marks.Near = solid.Near
	}
	p.as, _ = look.held(pts, skip)
	p.crowd.fresh = false
	p.plane.invalidate(paintPoints | paintTop | paintHeld)
}

// count returns the number of points that are painted here.
func (p *Points) count() int { return len(p.marks.XY) / 2 }

// setDeep sets what the model draws among the points, which are in space.
func (p *Points) setDeep(layers []picture.Layer) {
	if len(p.deep)+len(layers) > 0 {
		p.plane.invalidate(paintPoints)
	}
	p.deep = layers
}

// viewed says that the view has changed: until it stops, a crowd is only moved.
func (p *Points) viewed() {
	if !p.crowded() {
		return
	}
	c := &p.crowd
	if c.fn.IsUndefined() {
		c.fn = dom.Func("points at rest", func(js.Value) {
			c.still = js.Undefined()
			p.plane.invalidate(paintPoints)
		})
	}
	restart(&c.still, c.fn, 120)
}

func (p *Points) paint() {
	p.clear()
	p.axes.reckon()
	below := &picture.Picture{View: p.plane.view}
	below.Add(p.axes.under...)
	if q := p.solid; q != nil {
		under, names := picture.SpaceAxes(p.plane.view, q.Reach, q.Mid, q.Turn, q.Names)
		below.Add(under...)
		p.marks.Within = picture.Deepen(p.deep, q.Turn, q.Reach)
		below.Add(p.marks)
		below.Add(names...)
		p.put(p.layer, below)
		return
	}
	if p.crowded() {
		p.put(p.layer, below)
		p.paintCrowd()
		below = &picture.Picture{View: p.plane.view}
	} else if p.marks != nil {
		below.Add(p.marks)
	}
	below.Add(p.axes.over...)
	p.put(p.layer, below)
}

// put paints a picture on a layer, with the stamps of points.
func (p *Points) put(l layer, what *picture.Picture) {
	c := canvas2d.New(l.ctx, p.plane.scale)
	c.Keep = &p.stamps
	picture.Paint(c, what, p.plane.palette)
}

// paintCrowd copies many points from their own canvas, which is painted anew when they have changed or the view has
// stopped.
func (p *Points) paintCrowd() {
	c, v := &p.crowd, p.plane.view
	w, h := p.el.Get("width"), p.el.Get("height")
	if c.el.IsUndefined() {
		c.layer = newLayer()
	}
	if !c.el.Get("width").Equal(w) || !c.el.Get("height").Equal(h) {
		c.resize(w, h)
		c.fresh = false
	}
	if !c.fresh || c.view != v && !c.still.Truthy() {
		c.clear()
		p.put(c.layer, &picture.Picture{View: v, Layers: []picture.Layer{p.marks}})
		c.fresh, c.view = true, v
	}
	x, y, width, height := part(v, c.view)
	p.ctx.Call("drawImage", c.el, x, y, width, height)
}
