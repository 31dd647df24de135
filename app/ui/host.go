package ui

import (
	"strconv"

	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// host is the Core as gestures on the plane see it.
type host Core

func (h *host) core() *Core { return (*Core)(h) }

func (c *Core) host() *host { return (*host)(c) }

func (h *host) Points() []doc.Point    { return h.editor.Points() }
func (h *host) Grips() []method.Grip   { return h.editor.Grips() }
func (h *host) View() picture.Viewport { return h.editor.View() }
func (h *host) ResetView()             { h.core().showAll() }
func (h *host) Near() []float64        { return h.editor.Near() }
func (h *host) OneScale() bool         { return h.editor.Plane() }

func (h *host) SetView(v picture.Viewport) {
	if v != h.editor.View() {
		h.hand.view = true
		h.editor.SetView(v)
	}
}

func (h *host) Turn(azimuth, elevation float64) {
	h.hand.view = true
	h.editor.Turn(azimuth, elevation)
}

// showAll looks at all that is drawn, of which the engine knows; without an answer in
// time, at all points.
func (c *Core) showAll() {
	c.editor.TurnBack()
	if c.turned { // told now: what is told later would look as if people had gone on
		c.turned = false
		c.client.Changed()
	}
	state := c.client.State()
	c.client.Extent(func(r *wire.Reach) {
		switch {
		case c.client.State() != state: // people have gone on
		case r != nil:
			c.editor.Show(r.X, r.Y)
		default:
			c.editor.ShowAll()
		}
		c.settled()
	})
}

func (h *host) Add(x, y float64) bool {
	if p := h.editor.Adding(); p != nil {
		i, ok := h.editor.AddPlace(p, x, y)
		if ok {
			h.over(i)
		}
		return ok
	}
	if !h.editor.Add(x, y) {
		return false
	}
	h.over(len(h.editor.Points()) - 1)
	return true
}

func (h *host) NextAdded() bool { return h.core().nextAdded() }

func (h *host) TakeBack() {
	h.inspector.SetOver(-1)
	h.editor.TakeBack()
}

func (h *host) Remove(i int) {
	h.inspector.SetOver(-1)
	h.editor.Remove(i)
}

func (h *host) Grab(i int) {
	h.editor.Grab(i)
	h.inspector.SetOver(-1)
	h.inspector.Clear()
	h.core().showPoints()
}

func (h *host) MoveTo(x, y float64) {
	if h.editor.MoveTo(x, y) {
		h.inspector.At(x, y, h.editor.Held())
	}
}

func (h *host) Release(keep bool)  { h.editor.Release(keep) }
func (h *host) Spray(x, y float64) { h.editor.Spray(x, y) }
func (h *host) EndSpray()          { h.editor.EndSpray() }
func (h *host) Select(i int)       { h.editor.Select(i) }
func (h *host) Selected() int      { return h.editor.Selected() }

func (h *host) Edit() bool {
	if i := h.editor.Selected(); i == -1 || i >= 0 && h.editor.Locked() {
		return false
	}
	h.core().shown(func() { focusText("card-x") })
	return true
}

func (h *host) Act() { h.hits.Act() }

func (h *host) RemovePicked() bool        { return h.core().removePicked() }
func (h *host) Ask(px, py float64) bool   { return h.hits.Rest(h.editor.View(), px, py) }
func (h *host) Again(px, py float64) bool { return h.hits.Again(h.editor.View(), px, py) }
func (h *host) Unask()                    { h.hits.Unask() }

// ChooseClass is a key: it is about points that are picked out, where some are.
func (h *host) ChooseClass(k int) {
	if c := h.core(); !c.classPicked(k) {
		c.chooseClass(k)
	}
}

func (h *host) Hover(px, py float64, point int, inside bool) {
	h.inspector.Hover(px, py, point, inside)
}

func (h *host) Hold(i int) { h.core().hold(i) }
func (h *host) EndHold()   { h.core().holding(false) }

// over draws a ring round a point that has come under the pointer.
func (h *host) over(i int) {
	h.inspector.SetOver(i)
	h.core().showRings()
}

func (h *host) Cursor(x, y float64, point int, on bool) {
	h.screen.SetCursor(x, y, on)
	h.inspector.Cursor(x, y, point, on)
}

func (h *host) Say(s stage.Saying) {
	c := h.core()
	place := figure(s.X) + ", " + figure(s.Y)
	text := ""
	if s.What == "point" && c.editor.Locked() {
		c.speaker.Say(c.namePoint(s.I) + ": " + c.rowText(s.I) + ". Press Enter to select it, Tab for the next.")
		return
	}
	switch s.What {
	case "cursor":
		text = place
		if s.I != -1 {
			text += ", on " + c.nameSpot(s.I)
		}
	case "point":
		hold := ""
		if s.I >= 0 {
			hold = "R to hold it out, "
		}
		text = c.nameSpot(s.I) + " at " + place + ". Press Enter to grab it, F2 for its numbers, " + hold + "Delete to remove it, Tab for the next."
	case "added":
		text = "Added " + c.nameSpot(c.inspector.Over()) + " at " + place
	case "grabbed":
		text = "Grabbed " + c.nameSpot(s.I) + ". Arrows move it, Enter lets go, Escape puts it back."
	case "turned":
		text = "Turned: " + c.turnText()
	case "released":
		text = "Let go at " + place
	case "removed":
		text = "Removed a point; " + words.Count(len(c.editor.Points()), "point") + " left"
		if s.I < -1 {
			text = "Removed; " + c.countGrips() + " left"
		}
	case "cancelled":
		text = "Cancelled"
	case "painted":
		p := c.editor.Painting()
		level, _ := p.Canvas().Level(c.editor.Param(p).(string), s.X, s.Y)
		text = "Level " + strconv.Itoa(level) + " at " + place
	case "empty":
		text = "There are no points. Press Enter to add one."
	}
	c.speaker.Say(text)
}

// chooseClass makes k the class of the next points, and of the selected one.
func (c *Core) chooseClass(k int) {
	if !c.editor.Classes() || c.editor.Locked() {
		return
	}
	c.editor.SetClass(k)
	name := c.className(k)
	if k >= 0 {
		name += c.classLook(k, ", ")
	}
	text := "New points: " + name
	if i := c.editor.Selected(); i >= 0 && i < len(c.editor.Points()) {
		is := " changed to "
		if c.editor.Points()[i].Z == float64(k) {
			is = " is of that class already: "
		}
		if c.editor.SetThird(i, float64(k)) {
			text = "Point " + strconv.Itoa(i+1) + is + name + ". So are new points."
		}
	}
	c.refresh(PartDock | PartCard)
	c.shown(func() {
		if el := byID("chip-" + strconv.Itoa(k)); el.Truthy() {
			reveal(el.Call("closest", ".chip"))
		}
	})
	c.speaker.Say(text)
}
