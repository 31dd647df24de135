// Package present shows the stage alone and enlarged, for an audience at a distance.
package present

import (
	"math"
	"strconv"
)

// Key is the storage key of the enlargement that the user has chosen.
const Key = "pointscape.present"

// LegendKey is the storage key of whether the legend is shown on the stage.
const LegendKey = "pointscape.present.legend"

// Unless the user has chosen, a stage of at least this width, in CSS pixels, has a legend.
const legendWidth = 900

// At size 1, in a window of this height, things are as large as they are on the page. A projector shows 720 lines or
// more: letters are then a fortieth of the height.
const naturalHeight = 450

// The same with text beside the stage.
const deckHeight = 570

// If the ratio of height to width is greater than this, letters are sized by the width.
const highest = 0.7

const (
	smallest, largest = 0.6, 2
	sizeStep          = 1.15
	maxZoom           = 4
)

// Needs has what a Present depends on.
type Needs struct {
	// Shelf stores the size, and whether there is a legend, for the next time.
	Shelf interface {
		Get(key string) string
		Set(key, value string) bool
	}
	// On reports whether the document is presented, Set starts or ends that.
	On  func() bool
	Set func(on bool)
	// Window returns the size of the window in CSS pixels.
	Window func() (w, h int)
	// Stage returns the stage's width in CSS pixels.
	Stage func() int
	// Fill asks the browser for full screen, which it grants only after an action of the user; Leave ends it.
	Fill, Leave func()
	// Changed is called when the page must be shown anew, Redraw when a plot is needed that has no picture.
	Changed, Redraw func()
	Say             func(text string)
}

// Present is the state of a presentation: its size, whether it is on full screen or in the window, which plot is beside
// the stage, and whether the panel is shown. Whether the document is presented at all is part of the document
// (View.Present), so that a link can contain it.
type Present struct {
	Needs
	full  bool
	panel bool
	plot  int
	deck  bool

	// The user's choices, once they have been read.
	recalled bool
	size     float64
	legend   string // "on", "off", or ""
}

// Deck sets whether the stage is presented with the text of a deck's page beside it.
func (p *Present) Deck(on bool) {
	p.deck = on
	p.Changed()
}

// Zoom returns the number of CSS pixels per pixel of the stage. Beside the text of a page it is less than alone,
// because the stage is smaller.
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

// recall reads the user's choices, once: during a drag they are needed with each move.
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

// wanted returns the size that the user has chosen.
func (p *Present) wanted() float64 {
	p.recall()
	return p.size
}

// Resize makes things larger (+1) or smaller (-1), and stores that.
func (p *Present) Resize(by int) {
	v := p.wanted() * math.Pow(sizeStep, float64(by))
	p.size = math.Round(1000*min(max(v, smallest), largest)) / 1000
	p.Shelf.Set(Key, strconv.FormatFloat(p.size, 'g', -1, 64))
	p.Changed()
}

// Legend reports whether the legend is shown on the stage.
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

// SwitchLegend shows or hides the legend on the stage, and stores that.
func (p *Present) SwitchLegend() {
	was := p.Legend()
	p.legend = "on"
	if was {
		p.legend = "off"
	}
	p.Shelf.Set(LegendKey, p.legend)
	p.Changed()
}

// Full reports whether the stage is on full screen.
func (p *Present) Full() bool { return p.full }

// Toggle starts or ends the presentation, at the user's command.
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

// End returns to the page with the stage in it.
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

// Filled is called when the browser has started or ended full screen. If the user has ended it by Escape, the
// presentation ends, too.
func (p *Present) Filled(on bool) {
	was := p.full
	p.full = on
	if was && !on {
		p.End()
	}
	p.Changed()
}

// Panel reports whether the panel is shown; Call shows or hides it.
func (p *Present) Panel() bool { return p.panel }

func (p *Present) Call() {
	p.panel = !p.panel
	p.Changed()
}

// Escape hides the panel, or ends the presentation; it returns false if there is neither.
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

// Plot returns which of n plots is beside the stage; ok is false if none is.
func (p *Present) Plot(n int) (which int, ok bool) {
	if n == 0 {
		return 0, false
	}
	which = p.plot % (n + 1)
	return which, which < n
}

// NextPlot shows the next of n plots, and none after the last.
func (p *Present) NextPlot(n int) {
	p.plot = (p.plot%(n+1) + 1) % (n + 1)
	p.Changed()
	p.Redraw()
}
