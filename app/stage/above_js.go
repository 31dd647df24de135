//go:build js && wasm

package stage

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Above is the canvas of what the model draws over the points, of the annotations and of the handles. While it is empty
// it takes no memory, and the browser does not composite it.
type Above struct {
	plane *plane
	layer
	points *Points

	layers []picture.Layer
	grips  []method.Grip
	notes  []doc.Annotation
	held   int // number of the handle that is being dragged; -1 = none
	shown  bool
	fits   bool // it has the stage's size
}

// SetGrips sets the handles, and the number of the one that is being dragged, whose position Held.Set sets after that.
func (a *Above) SetGrips(list []method.Grip, held int) {
	if held == a.held && slices.Equal(list, a.grips) {
		return
	}
	if held != a.held {
		a.plane.invalidate(paintHeld) // the dragged handle looks different
	}
	a.grips, a.held = list, held
	a.plane.invalidate(paintAbove)
}

// SetAnnotations sets the annotations.
func (a *Above) SetAnnotations(list []doc.Annotation) {
	if !slices.Equal(list, a.notes) {
		a.notes = list
		a.plane.invalidate(paintAbove)
	}
}

// heldGrip returns the handle that is being dragged.
func (a *Above) heldGrip() (g method.Grip, ok bool) {
	if k, grip := method.GripOf(a.held); grip && k < len(a.grips) {
		return a.grips[k], true
	}
	return g, false
}

func (a *Above) set(layers []picture.Layer) {
	a.layers = layers
	a.plane.invalidate(paintAbove)
}

func (a *Above) paint() {
	if shown := len(a.layers)+len(a.grips)+len(a.notes) > 0; shown != a.shown {
		a.shown = shown
		show(a.el, shown)
	}
	if !a.shown {
		return
	}
	if !a.fits {
		a.fits = true
		// The size of the points' canvas, whatever the resolution of pictures.
		a.resize(a.points.el.Get("width"), a.points.el.Get("height"))
		a.ctx = a.el.Call("getContext", "2d")
	} else {
		a.clear()
	}
	p := &picture.Picture{View: a.plane.view}
	p.Add(method.GripLayers(a.grips, a.held)...)
	p.Add(a.layers...)
	p.Add(method.AnnotationLayers(a.notes, p.View)...)
	picture.Paint(canvas2d.New(a.ctx, a.plane.scale), p, a.plane.palette)
}
