package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Part is a part of the page that can be asked to show itself anew.
type Part uint16

const (
	PartHeader Part = 1 << iota
	PartControls
	PartFacts
	PartData
	PartDock
	PartCard
	PartRoot
	PartPlayer
	PartPicker
	PartPlots
	PartColumns
	PartLarge
	PartExport
	PartMeanings
	partsAll = 0xffff
)

// rendered owns the components that are mounted, and what the page shows of them.
type rendered struct {
	ctx     app.Context // of the root; nil until it is mounted
	parts   map[Part]app.Composer
	unshown int // refreshes that the page does not show yet
	marks   rootData

	presented presented
}

// refresh asks parts to show themselves anew.
func (c *Core) refresh(parts Part) {
	if parts&PartControls != 0 {
		parts |= PartPicker | PartMeanings
	}
	if p, ok := c.page.parts[PartPlots].(*Plots); ok && parts&PartFacts != 0 && p.stale() {
		parts |= PartPlots | PartLarge | PartRoot
		if c.present.On() { // the stage has another width, and room for a legend or none
			parts |= PartControls | PartMeanings | PartDock
		}
	}
	asked := false
	for p, compo := range c.page.parts {
		if parts&p == 0 || !compo.Mounted() {
			continue
		}
		compo.(interface{ Update() }).Update()
		asked = true
	}
	if !asked || c.page.ctx == nil {
		return
	}
	// go-app renders in its own time. What is deferred now comes after that, and
	// what it defers then after the inputs have their values (see sync).
	c.page.unshown++
	c.page.ctx.Defer(func(ctx app.Context) {
		ctx.Defer(func(app.Context) {
			c.page.unshown--
			c.mark()
		})
	})
}

// soon does something once what is rendered now is on the page. There is no context
// until a component is mounted.
func soon(ctx app.Context, do func()) {
	if ctx != nil {
		ctx.Defer(func(app.Context) { do() })
	}
}

// shown does something once the page shows what it was asked to: the card of a point
// that has just been selected.
func (c *Core) shown(do func()) {
	if c.page.ctx == nil || c.page.unshown == 0 {
		do()
		return
	}
	c.page.ctx.Defer(func(ctx app.Context) { ctx.Defer(func(app.Context) { do() }) })
}

// mark writes the versions where tests and scripts can see them.
func (c *Core) mark() {
	busy := "1"
	if !c.client.Unfinished() && c.page.unshown == 0 {
		c.store.Shown()
		if !c.player.Follows() || c.client.Fault() != nil {
			busy = "0"
		}
	}
	m := &c.page.marks
	m.set("busy", busy)
	m.set("stateVersion", strconv.Itoa(c.client.State()))
	m.set("pictureVersion", strconv.Itoa(c.client.PaintedState()))
	m.set("pointsVersion", strconv.Itoa(c.editor.Version()))
}
