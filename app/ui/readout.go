package ui

import (
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// The readout says where the pointer is and what the method says there. It
// changes with every move, so it is written directly and not rendered.

// coordinate formats x with as many digits as a pixel can tell apart.
func coordinate(x, perPixel float64) string {
	n := 2
	if perPixel > 0 {
		n = int(math.Ceil(-math.Log10(perPixel)))
	}
	if n < 0 || n > 9 {
		return figure(x)
	}
	s := formatFixed(x, n)
	return minus(s)
}

func (c *Core) readoutAt(x, y float64, point int) {
	v := c.view
	if v.W <= 0 {
		return
	}
	text := coordinate(x, (v.X1-v.X0)/float64(v.W)) + ", " + coordinate(y, (v.Y1-v.Y0)/float64(v.H))
	if point >= 0 && point < len(c.doc.Points) {
		name := c.namePoint(point)
		text += " · " + strings.Replace(name, " of "+itoa(len(c.doc.Points)), "", 1)
		if point == c.selected && c.gesture.Touch {
			text += ". Tap where it should go" // small screens have no room for it elsewhere
		}
	}
	setText("readout-at", text)
	c.showReadout(true)
}

func (c *Core) showReadout(on bool) {
	el := byID("readout")
	if el == nil || !el.Truthy() {
		return
	}
	list := el.Get("classList")
	list.Call("toggle", "on", on)
	if on && c.view.W > 0 {
		// It gets out of the pointer's way.
		away := c.hovX > float64(c.view.W)-280 && c.hovY < 190
		list.Call("toggle", "left", away)
	}
}

func (c *Core) showExplained(ex *wire.Explanation) {
	setRich("readout-answer", ex.Answer)
	setRich("readout-lines", strings.Join(ex.Lines, "\n"))
	c.screen.SetExplained([]picture.Layer(ex.Layers))
}

func (c *Core) clearExplained() {
	c.screen.SetExplained(nil)
	if app.IsClient {
		setText("readout-answer", "")
		setText("readout-lines", "")
		c.showReadout(c.moving >= 0)
	}
}
