//go:build js && wasm

package stage

import (
	"math"
	"syscall/js"

	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// gutter is the room left of the plane and below it, where the numbers and titles of
// the axes stand. They are reckoned anew when the view changes, and painted on two
// canvases no larger than they need.
type gutter struct {
	opt   picture.AxisOptions
	text  float64 // size of the numbers; 0 = not known yet
	frame picture.Frame

	area        js.Value // the style of what holds the stage, and what lies over it
	plane       js.Value // the style of the plane
	left, below layer

	fresh       bool            // what follows is of the view
	under, over []picture.Layer // the points
	around      []*picture.Label
}

func (g *gutter) mount(id string) {
	d := js.Global().Get("document")
	for name, l := range map[string]*layer{"-left": &g.left, "-below": &g.below} {
		l.el = d.Call("getElementById", id+name)
		l.ctx = l.el.Call("getContext", "2d")
	}
	plane := d.Call("getElementById", id)
	g.plane = plane.Get("style")
	g.area = plane.Call("closest", ".stage-area").Get("style")
}

// fit gives the plane its place in the frame, and the canvases beside it their sizes.
// zoom is how many CSS pixels one of the stage's is.
func (g *gutter) fit(f picture.Frame, w, h int, zoom, scale float64) {
	g.frame, g.fresh = f, false
	px := func(n int) string { return px(zoom * float64(n)) }
	// What else lies over the stage keeps clear of the numbers by these.
	g.area.Call("setProperty", "--numbers-left", px(f.Left))
	g.area.Call("setProperty", "--numbers-below", px(f.Bottom))
	// The stage has whole pixels of its own, so it may end before the room for it does.
	at := func(style js.Value, left, top, w, h int) {
		style.Set("left", px(left))
		style.Set("top", px(top))
		style.Set("width", px(w))
		style.Set("height", px(h))
	}
	size := func(l layer, top, w, h int) {
		style := l.el.Get("style")
		at(style, 0, top, w, h)
		display := "block"
		if !f.HasGutter() {
			display = "none"
		}
		style.Set("display", display)
		l.el.Set("width", int(math.Round(float64(w)*scale)))
		l.el.Set("height", int(math.Round(float64(h)*scale)))
	}
	at(g.plane, f.Left, f.Top, w, h)
	size(g.left, f.Top, f.Left, h)
	size(g.below, f.Top+h, f.Left+w, f.Bottom)
}

func (g *gutter) reckon(v picture.Viewport) {
	if !g.fresh {
		g.fresh = true
		g.under, g.over, g.around = picture.Axes(v, g.frame, g.opt)
	}
}

// paint paints what stands beside the plane.
func (g *gutter) paint(v picture.Viewport, pal *picture.Palette, scale float64) {
	if !g.frame.HasGutter() {
		return
	}
	g.reckon(v)
	p := &picture.Picture{View: v, Frame: g.frame, Around: g.around}
	w, h := p.Size()
	for l, top := range map[*layer]int{&g.left: g.frame.Top, &g.below: g.frame.Top + v.H} {
		l.clear()
		c := canvas2d.New(l.ctx, scale)
		c.Into(0, -float64(top), float64(w), float64(h))
		picture.PaintAround(c, p, pal)
		c.Out()
	}
}
