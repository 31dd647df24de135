package ui

import (
	"math"
	"strings"
	"time"

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

// readout is what the readout shows.
type readout struct {
	at, answer, lines line
	box               app.Value // its class list
	on, left          bool

	x, y            float64 // the place it is to tell
	point, selected int     // the point there, and the selected one
	told            time.Time
	timer           *time.Timer
}

// readoutAt tells where the pointer is: at once where it is at another point, else
// ten times a second while it moves.
func (c *Core) readoutAt(x, y float64, point int) {
	if c.view.W <= 0 {
		return
	}
	r := &c.readout
	other := point != r.point || c.selected != r.selected
	r.x, r.y, r.point, r.selected = x, y, point, c.selected
	c.showReadout(true)
	if other {
		c.tellPlace()
		return
	}
	if r.timer != nil {
		return // which tells the newest place
	}
	if wait := tellEvery - time.Since(r.told); wait > 0 {
		r.timer = time.AfterFunc(wait, func() {
			r.timer = nil
			c.tellPlace()
		})
		return
	}
	c.tellPlace()
}

func (c *Core) tellPlace() {
	r, v := &c.readout, c.view
	r.told = time.Now()
	text := coordinate(r.x, (v.X1-v.X0)/float64(v.W)) + ", " + coordinate(r.y, (v.Y1-v.Y0)/float64(v.H))
	if r.point >= 0 && r.point < len(c.doc.Points) {
		name := c.namePoint(r.point)
		text += " · " + strings.Replace(name, " of "+itoa(len(c.doc.Points)), "", 1)
		if r.point == c.selected && c.gesture.Touch {
			text += ". Tap where it should go" // small screens have no room for it elsewhere
		}
	}
	r.at.set("readout-at", text)
}

func (c *Core) showReadout(on bool) {
	if !app.IsClient {
		return
	}
	r := &c.readout
	if r.box == nil {
		el := byID("readout")
		if !el.Truthy() {
			return
		}
		r.box = el.Get("classList")
	}
	if on != r.on {
		r.on = on
		r.box.Call("toggle", "on", on)
	}
	if on && c.view.W > 0 {
		// It gets out of the pointer's way.
		away := c.hovX > float64(c.view.W)-280 && c.hovY < 190
		if away != r.left {
			r.left = away
			r.box.Call("toggle", "left", away)
		}
	}
}

func (c *Core) showExplained(ex *wire.Explanation) {
	c.readout.answer.set("readout-answer", ex.Answer)
	c.readout.lines.set("readout-lines", strings.Join(ex.Lines, "\n"))
	c.screen.SetExplained([]picture.Layer(ex.Layers))
}

func (c *Core) clearExplained() {
	c.screen.SetExplained(nil)
	if app.IsClient {
		c.readout.answer.set("readout-answer", "")
		c.readout.lines.set("readout-lines", "")
		c.showReadout(c.moving >= 0)
	}
}
