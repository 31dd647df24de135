package hittest

import (
	"math"
	"strings"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// orbit is the space that is being rotated by dragging, and its rotation at the start.
type orbit struct {
	spot *picture.Spot
	from [2]float64
	by   By
}

// perPixel is the rotation in degrees per CSS pixel of a drag, perKey that of a key.
const (
	perPixel = 0.5
	perKey   = 5
)

// GrabOrbit begins to rotate the space in a plot; it returns false if there is none. A finger has to move sideways
// first: up and down it scrolls the page.
func (k *Index) GrabOrbit(plot string, by By) bool {
	found := k.Shapes.first(picture.Orbit, plot)
	if found == nil {
		return false
	}
	s := *found // a copy: the next picture may have another one
	k.orbit.spot, k.orbit.by = &s, by
	for i, name := range strings.Split(s.Key, "/") {
		k.orbit.from[i&1], _ = k.Page.Value(name)
	}
	return true
}

// DragOrbit rotates the space by a drag of (dx, dy) CSS pixels. It returns false if none is being rotated.
func (k *Index) DragOrbit(dx, dy float64) bool {
	o := k.orbit
	if o.spot == nil {
		return false
	}
	if !k.dragged && (math.Hypot(dx, dy) < 3 || o.by == Finger && math.Abs(dx) <= math.Abs(dy)) {
		return true // it may become a click, or scroll the page
	}
	k.dragged = true
	k.turnTo(o.from[0]+perPixel*dx, o.from[1]+perPixel*dy, true)
	return true
}

// turnTo sets the rotation of the space, in degrees: turned wraps around, and raised is limited to ±90 (from above or
// below).
func (k *Index) turnTo(turned, raised float64, held bool) {
	across, up, _ := strings.Cut(k.orbit.spot.Key, "/")
	turned = math.Round(turned - 360*math.Floor((turned+180)/360))
	raised = math.Round(min(max(raised, -90), 90))
	k.Page.Orbit(map[string]any{across: turned, up: raised}, held)
	if !held {
		k.Page.Say(words.Text("Turned: azimuth %s°, elevation %s°", words.Number(turned), words.Number(raised)))
	}
}

// turnedBy rotates the space of a plot by Shift and an arrow key, in the same direction as a drag. It returns false if
// the key is another one or there is no space.
func (k *Index) turnedBy(plot, name string, shift bool) bool {
	right, down := arrow(name)
	if right == 0 && down == 0 || !shift || !k.GrabOrbit(plot, Keyboard) {
		return false
	}
	k.turnTo(k.orbit.from[0]+perKey*float64(right), k.orbit.from[1]+perKey*float64(down), false)
	k.orbit = orbit{}
	return true
}
