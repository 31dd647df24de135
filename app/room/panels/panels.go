// Package panels is the room of the plots beside the stage: the parameter plane,
// the losses, a path.
package panels

import (
	"slices"
	"time"

	"pointscape/app/pool"
	"pointscape/app/room/clock"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

const (
	// roomyFrom is the width of the window, in CSS pixels, from which the panels
	// have a column of their own.
	roomyFrom = 1200
	// firstWidth is asked for until the page knows the place that it has.
	firstWidth = 288
	// stepEvery is how often panels follow while steps go by.
	stepEvery = 100 * time.Millisecond
)

// Needs are what Panels work with.
type Needs struct {
	Clock    clock.Clock
	Embedded bool // in somebody's frame there is no place for them

	Offered func() []method.PanelInfo      // by the newest picture
	Paint   func(id string, im pool.Image) // shows one
	Width   func(id string) int            // of its place, in CSS pixels; 0 when it is not shown
	Moved   func()                         // they stand elsewhere now
	Redraw  func()                         // asks for a picture with panels of another size
}

// Panels owns the plots' bitmaps, where they stand and how large they are.
type Panels struct {
	Needs

	images []pool.Image
	ids    []string // of images
	width  int      // CSS pixels, 0 = firstWidth
	roomy  bool
	// unmeasured: width is not known to be what the page has for them.
	unmeasured bool
	asked      time.Time
}

// Arrange chooses where panels stand in a window so wide.
func (p *Panels) Arrange(window int) {
	was := p.roomy
	p.roomy = window >= roomyFrom && !p.Embedded
	p.unmeasured = true
	if p.roomy != was {
		p.Moved()
	}
}

// Roomy tells whether they have a column of their own, beside the stage.
func (p *Panels) Roomy() bool { return p.roomy }

// Size is that of a panel in CSS pixels: in a column of its own it may be taller.
func (p *Panels) Size() (w, h int) {
	w = p.width
	if w == 0 {
		w = firstWidth
	}
	if p.roomy {
		return w, w * 3 / 4
	}
	return w, w * 5 / 8
}

// Asks are the panels to ask for with a picture: all with a sharp one, none with a
// coarse one; while steps go by they follow as the figures do.
func (p *Panels) Asks(fine, stepping bool) (list []wire.PanelAsk) {
	if p.Embedded || !fine && !(stepping && p.Clock.Now().Sub(p.asked) >= stepEvery) {
		return nil
	}
	p.asked = p.Clock.Now()
	w, h := p.Size()
	for _, x := range p.Offered() {
		list = append(list, wire.PanelAsk{ID: x.ID, W: w, H: h})
	}
	return list
}

// Take takes the bitmaps of a picture's panels, if it has any.
func (p *Panels) Take(images []pool.Image, ids []string) {
	if len(images) == 0 {
		return
	}
	p.Clear()
	p.images, p.ids = images, ids
	p.Show()
}

// Clear frees the bitmaps: they are of another method.
func (p *Panels) Clear() {
	for _, im := range p.images {
		im.Close()
	}
	p.images, p.ids = nil, nil
}

// Show paints the newest bitmaps, and asks for others when they are not as wide as
// the place that the page has for them.
func (p *Panels) Show() {
	for i, id := range p.ids {
		if i < len(p.images) {
			p.Paint(id, p.images[i])
		}
	}
	list := p.Offered()
	if !p.unmeasured || len(list) == 0 {
		return
	}
	w := p.Width(list[0].ID)
	if w == 0 {
		return
	}
	p.unmeasured = false
	if was, _ := p.Size(); w != was {
		p.width = w
		p.Redraw()
	}
}

// Lacks tells that a picture offers other panels than the one before it, and has
// drawn none: it is not known before the first picture which there are.
func Lacks(p, before *wire.Picture) bool {
	if len(p.Panels) == 0 || len(p.PanelsDrawn) > 0 {
		return false
	}
	var was []method.PanelInfo
	if before != nil {
		was = before.Panels
	}
	return !slices.EqualFunc(p.Panels, was, func(a, b method.PanelInfo) bool { return a.ID == b.ID })
}
