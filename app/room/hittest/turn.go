package hittest

import (
	"math"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// A key that can be turned (wire.Turn) is dragged up and down, from anywhere on its shape.

const (
	turnWay  = 100 // px of the hand's way that change a number by its scale
	turnMove = 3   // px: less is a click
)

// turning is a number while a hand holds it.
type turning struct {
	wire.Turn
	plot  string // "" = none is held
	moved bool
}

// Turns is the number that the key stands for which is pointed at; nil = it is none.
func (k *Index) Turns() *wire.Turn {
	if k.key == "" || k.told.Key != k.key {
		return nil
	}
	return k.told.Turn
}

// Hold holds the number of the key at a place of a plot, see Plot. A finger holds one that it has
// pointed at before. false = there is none.
func (k *Index) Hold(plot string, x, y, w, h float64, by By) bool {
	k.turning = turning{}
	was, there := k.key, k.plot
	if !k.Plot(plot, x, y, w, h, by) || was != k.key || there != plot {
		return false
	}
	t := k.Turns()
	if t == nil {
		return false
	}
	k.turning = turning{Turn: *t, plot: plot}
	return true
}

// TurnBy turns the number that is held to what it is where the hand has gone down by so many
// pixels since; false = none is held.
func (k *Index) TurnBy(plot string, down float64) bool {
	t := &k.turning
	if plot == "" || t.plot != plot {
		return false
	}
	if t.moved = t.moved || math.Abs(down) >= turnMove; t.moved {
		k.dragged = true
		k.turnTo(t.Turn, t.Value-t.Scale*down/turnWay, true)
	}
	return true
}

// Turned tells whether a hand holds a number and has turned it.
func (k *Index) Turned() bool { return k.turning.plot != "" && k.turning.moved }

// turnTo gives a number another value, as round as its scale is fine.
func (k *Index) turnTo(t wire.Turn, v float64, held bool) {
	unit := math.Pow(10, math.Floor(math.Log10(t.Scale/turnWay)))
	k.Page.TurnNumber(t, words.Significant(math.Round(v/unit)*unit, 12), held)
}

// pageTurn turns the number of the key that is walked at by one place; down = 1 is less.
func (k *Index) pageTurn(down float64, fine bool) bool {
	t := k.Turns()
	if t == nil || k.by != Keyboard {
		return false
	}
	by := t.Scale / 10
	if fine {
		by /= 10
	}
	was := *t
	t.Value -= by * down // until the engine says
	k.turnTo(was, t.Value, false)
	return true
}
