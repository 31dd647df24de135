package hittest

import (
	"math"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// A key that can be turned (wire.Knob) is dragged up and down, from anywhere on its shape.

const (
	dragWay   = 100 // px of the hand's way that change a number by its scale
	dragLeast = 3   // px: less is a click
)

// draggedNumber is a number while a hand holds it.
type draggedNumber struct {
	wire.Knob
	plot  string // "" = none is held
	moved bool
}

// Number is the number that the key stands for which is pointed at; nil = it is none.
func (k *Index) Number() *wire.Knob {
	if k.key == "" || k.explained.Key != k.key {
		return nil
	}
	return k.explained.Knob
}

// GrabNumber holds the number of the key at a place of a plot, see Plot. It must be pointed at
// already. false = there is none.
func (k *Index) GrabNumber(plot string, x, y, w, h float64, by By) bool {
	k.number = draggedNumber{}
	// What is pressed is not yet pointed at: a finger's click decides by that whether it is the first.
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

// DragNumber turns the number that is held to what it is where the hand has gone down by so many
// pixels since; false = none is held.
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

// NumberDragged tells whether a hand holds a number and has turned it.
func (k *Index) NumberDragged() bool { return k.number.plot != "" && k.number.moved }

// setNumber gives a number another value, as round as its scale is fine.
func (k *Index) setNumber(t wire.Knob, v float64, held bool) {
	unit := math.Pow(10, math.Floor(math.Log10(t.Scale/dragWay)))
	k.Page.SetNumber(t, words.Significant(math.Round(v/unit)*unit, 12), held)
}

// pageNumber turns the number of the key that is walked at by one place; down = 1 is less.
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
	t.Value -= by * down // until the engine says
	k.setNumber(was, t.Value, false)
	return true
}
