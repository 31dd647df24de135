//go:build js && wasm

package stage

import (
	"math"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Axes has the numbers and titles left of the plane and below it. They are computed anew when the view changes, and
// painted on two canvases no larger than necessary.
type Axes struct {
	plane *plane

	opt   picture.AxisOptions
	text  float64 // size of the numbers; 0 = not known yet
	frame picture.Frame

	area        js.Value // styles of the area that contains the stage and what lies over it
	place       js.Value // style of the plane
	left, below layer

	fresh       bool            // the layers are those of the present view
	under, over []picture.Layer // under and over the points
	around      []*picture.Label
}

func (a *Axes) mount(id string) {
	a.left, a.below = layerOf(id+"-left"), layerOf(id+"-below")
	plane := dom.ByID(id)
	a.place = plane.Get("style")
	a.area = plane.Call("closest", ".stage-area").Get("style")
}

// fit sets the position of the plane in the frame, and the sizes of the canvases beside it.
func (a *Axes) fit(f picture.Frame) {
	w, h, scale := a.plane.w, a.plane.h, a.plane.scale
	a.frame, a.fresh = f, false
	px := func(n int) string { return px(a.plane.zoom * float64(n)) }
	// Elements that lie over the stage avoid the numbers by these properties.
	a.area.Call("setProperty", "--numbers-left", px(f.Left))
	a.area.Call("setProperty", "--numbers-below", px(f.Bottom))
	// The stage has whole pixels, so it may be smaller than the available area.
	at := func(style js.Value, left, top, w, h int) {
		style.Set("left", px(left))
		style.Set("top", px(top))
		style.Set("width", px(w))
		style.Set("height", px(h))
	}
	size := func(l layer, top, w, h int) {
		style := l.el.Get("style")
		at(style, 0, top, w, h)
		show(l.el, f.HasGutter())
		l.resize(int(math.Round(float64(w)*scale)), int(math.Round(float64(h)*scale)))
	}
	at(a.place, f.Left, f.Top, w, h)
	size(a.left, f.Top, f.Left, h)
	size(a.below, f.Top+h, f.Left+w, f.Bottom)
}

func (a *Axes) reckon() {
	if !a.fresh {
		a.fresh = true
		a.under, a.over, a.around = picture.Axes(a.plane.view, a.frame, a.opt)
	}
}

// paint paints the numbers and titles beside the plane.
func (a *Axes) paint() {
	if !a.frame.HasGutter() {
		return
	}
	a.reckon()
	v := a.plane.view
	p := &picture.Picture{View: v, Frame: a.frame, Around: a.around}
	w, h := p.Size()
	for l, top := range map[*layer]int{&a.left: a.frame.Top, &a.below: a.frame.Top + v.H} {
		l.clear()
		c := canvas2d.New(l.ctx, a.plane.scale)
		c.Into(0, -float64(top), float64(w), float64(h))
		picture.PaintAround(c, p, a.plane.palette)
		c.Out()
	}
}
