package hittest

import (
	"math"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// A number with a wire.Knob is changed by dragging its shape up and down.

const (
	dragWay   = 100 // px of a drag that change a number by its scale
	dragLeast = 3   // px: a shorter drag is a click
)

// draggedNumber is the number that is being dragged.
type draggedNumber struct {
	wire.Knob
	plot  string // "" = none is held
	moved bool
}

// Number returns the number of the key that is pointed at; nil = it has none.
func (k *Index) Number() *wire.Knob {
	if k.key == "" || k.explained.Key != k.key {
		return nil
	}
	return k.explained.Knob
}

// GrabNumber begins to drag the number at a position in a plot, see Plot. It returns false if there is none, or if it
// was not pointed at before.
func (k *Index) GrabNumber(plot string, x, y, w, h float64, by By) bool {
	k.number = draggedNumber{}
	// A finger's first tap must not grab: it only points.
	if key := k.under(plot, x, y, w, h, by); key == "" || key != k.key || plot != k.plot {
		return false
	}
	t := k.Number()
	if t == nil {
		return false
	}
	k.number = draggedNumber{Knob: *t, plot: plot}
	return true
}

// DragNumber sets the dragged number from the distance that the pointer has moved down, in pixels. It returns false if
// none is being dragged.
func (k *Index) DragNumber(plot string, down float64) bool {
	t := &k.number
	if plot == "" || t.plot != plot {
		return false
	}
	if t.moved = t.moved || math.Abs(down) >= dragLeast; t.moved {
		k.dragged = true
		k.setNumber(t.Knob, t.Value-t.Scale*down/dragWay, true)
	}
	return true
}

// NumberDragged reports whether a number is being dragged and has changed.
func (k *Index) NumberDragged() bool { return k.number.plot != "" && k.number.moved }

// setNumber changes a number, rounded in proportion to its scale.
func (k *Index) setNumber(t wire.Knob, v float64, held bool) {
	unit := math.Pow(10, math.Floor(math.Log10(t.Scale/dragWay)))
	k.Page.SetNumber(t, words.Significant(math.Round(v/unit)*unit, 12), held)
}

// pageNumber changes the number at the keyboard's position by one step; down = 1 decreases it.
func (k *Index) pageNumber(down float64, fine bool) bool {
	t := k.Number()
	if t == nil || k.by != Keyboard {
		return false
	}
	by := t.Scale / 10
	if fine {
		by /= 10
	}
	was := *t
	t.Value -= by * down // until the engine answers
	k.setNumber(was, t.Value, false)
	return true
}
