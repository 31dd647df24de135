// Package present is the room of presenting: the stage alone and large, for people
// who sit far away.
package present

import (
	"math"
	"strconv"
)

// Key is where it is kept how large people want to have it.
const Key = "pointscape.present"

// LegendKey is where it is kept whether people want to have the legend on the stage.
const LegendKey = "pointscape.present.legend"

// A stage so wide has a legend, until people have chosen.
const legendWidth = 900

// At size 1 things are as large, in a window so high, as they are on the page. A
// projector shows 720 lines or more: letters then have a fortieth of the height.
const naturalHeight = 450

// The same with words beside the stage.
const deckHeight = 570

// A window that is higher than that for its width has its letters by its width.
const highest = 0.7

const (
	smallest, largest = 0.6, 2
	sizeStep          = 1.15
	maxZoom           = 4
)

// Needs are what a Present works with.
type Needs struct {
	// Shelf keeps the size, and whether there is a legend, for the next time.
	Shelf interface {
		Get(key string) string
		Set(key, value string) bool
	}
	// On tells whether the document is presented, Set has it so or not.
	On  func() bool
	Set func(on bool)
	// Window is the size of the window in CSS pixels.
	Window func() (w, h int)
	// Stage is the stage's width, in the same.
	Stage func() int
	// Fill asks the browser for the whole screen, which it grants only when a hand
	// has just done something; Leave gives it back.
	Fill, Leave func()
	// Changed tells that the page is to be shown anew, Redraw that a plot is asked
	// for that there is no picture of.
	Changed, Redraw func()
	Say             func(text string)
}

// Present owns how the stage is presented: how large, on the whole screen or in the
// window, which plot stands beside it, and whether the panel has been called. Whether
// it is, the document says (View.Present), so that a link can.
type Present struct {
	Needs
	full  bool
	panel bool
	plot  int
	deck  bool

	// What people have chosen, once it has been read.
	recalled bool
	size     float64
	legend   string // "on", "off", or nothing
}

// Deck tells that the stage is presented with the words of a deck's page beside it, or no more.
func (p *Present) Deck(on bool) {
	p.deck = on
	p.Changed()
}

// Zoom is how many CSS pixels one of the stage's is. Beside the words of a page it is less than alone, for the stage is
// smaller.
func (p *Present) Zoom() float64 {
	w, h := p.Window()
	switch {
	case p.deck:
		z := p.wanted() * min(float64(h), highest*float64(w)) / deckHeight
		return math.Round(20*min(max(z, 1), maxZoom)) / 20
	case !p.On():
		return 1
	}
	z := p.wanted() * min(float64(h), highest*float64(w)) / naturalHeight
	return math.Round(20*min(max(z, 1), maxZoom)) / 20
}

// recall reads what people have chosen, once: a moving hand asks for it each time.
func (p *Present) recall() {
	if p.recalled {
		return
	}
	p.recalled, p.size = true, 1
	if v, err := strconv.ParseFloat(p.Shelf.Get(Key), 64); err == nil && v >= smallest && v <= largest {
		p.size = v
	}
	p.legend = p.Shelf.Get(LegendKey)
}

// wanted is the size that people have chosen.
func (p *Present) wanted() float64 {
	p.recall()
	return p.size
}

// Resize makes things larger (+1) or smaller (-1), and keeps that.
func (p *Present) Resize(by int) {
	v := p.wanted() * math.Pow(sizeStep, float64(by))
	p.size = math.Round(1000*min(max(v, smallest), largest)) / 1000
	p.Shelf.Set(Key, strconv.FormatFloat(p.size, 'g', -1, 64))
	p.Changed()
}

// Legend tells whether the legend stands on the stage.
func (p *Present) Legend() bool {
	if !p.On() {
		return false
	}
	p.recall()
	switch p.legend {
	case "on":
		return true
	case "off":
		return false
	}
	return p.Stage() >= legendWidth
}

// SwitchLegend puts the legend on the stage, or takes it away, and keeps that.
func (p *Present) SwitchLegend() {
	was := p.Legend()
	p.legend = "on"
	if was {
		p.legend = "off"
	}
	p.Shelf.Set(LegendKey, p.legend)
	p.Changed()
}

// Full tells whether the whole screen is filled.
func (p *Present) Full() bool { return p.full }

// Toggle presents, or ends it: a hand has asked for it.
func (p *Present) Toggle() {
	if p.On() {
		p.End()
		return
	}
	p.panel = false
	p.Set(true)
	p.Changed()
	p.Fill()
	p.Say("Presenting. F or Escape leaves.")
}

// End shows the page around the stage again.
func (p *Present) End() {
	if !p.On() {
		return
	}
	p.panel = false
	p.Set(false)
	p.Changed()
	if p.full {
		p.Leave()
	}
	p.Say("The page is back.")
}

// Filled tells that the browser has given the whole screen, or taken it back: by
// Escape, which then ends the presentation too.
func (p *Present) Filled(on bool) {
	was := p.full
	p.full = on
	if was && !on {
		p.End()
	}
	p.Changed()
}

// Panel tells whether the panel has been called; Call calls it, or sends it away.
func (p *Present) Panel() bool { return p.panel }

func (p *Present) Call() {
	p.panel = !p.panel
	p.Changed()
}

// Escape sends the panel away, or ends the presentation; false when there is neither.
func (p *Present) Escape() bool {
	switch {
	case p.panel:
		p.Call()
	case p.On():
		p.End()
	default:
		return false
	}
	return true
}

// Plot chooses one of n plots to stand beside the stage: none after the last.
func (p *Present) Plot(n int) (which int, ok bool) {
	if n == 0 {
		return 0, false
	}
	which = p.plot % (n + 1)
	return which, which < n
}

// NextPlot shows the next plot, or none.
func (p *Present) NextPlot(n int) {
	p.plot = (p.plot%(n+1) + 1) % (n + 1)
	p.Changed()
	p.Redraw()
}
