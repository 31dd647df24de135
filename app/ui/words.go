package ui

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// What points, classes and places are called.

func (c *Core) namePoint(i int) string {
	pts := c.editor.Points()
	if i < 0 || i >= len(pts) {
		return "a point"
	}
	s := "point " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(pts))
	switch z := pts[i].Z; {
	case c.editor.Task() == method.Regress2D:
		s += ", " + measured(c.named().Value, figure(z))
	case c.editor.Task() == method.Regress:
	case z == doc.Unlabeled:
		s += ", without a class"
	case c.editor.Classes():
		s += ", " + c.className(int(z))
	}
	if c.grouped() {
		if group := c.found.Called(pts, i); group != "" {
			s += ", " + group
		}
	}
	if r := c.editor.Role(i); r != doc.Train {
		s += ", " + method.RoleName(r)
	}
	return s
}

// classLook is what follows the name of a class: the colour by which it is told.
func (c *Core) classLook(id int, before string) string {
	if c.grouped() {
		return "" // its points have others
	}
	return before + c.theme.Palette().Class[id].Name
}

// nameSpot says which point or handle has a number: see namePoint.
func (c *Core) nameSpot(i int) string {
	k, ok := method.GripOf(i)
	list := c.editor.Grips()
	if !ok || k >= len(list) {
		return c.namePoint(i)
	}
	g := list[k]
	return g.Name() + " of " + itoa(len(method.PlacesOf(c.editor.Param(g.Param))))
}

// countGrips says how many handles of each kind there are.
func (c *Core) countGrips() string {
	var list []string
	for _, p := range c.editor.Handles() {
		list = append(list, countPlaces(p, len(method.PlacesOf(c.editor.Param(p)))))
	}
	return strings.Join(list, ", ")
}

// countPlaces is so many places of a parameter.
func countPlaces(p *method.Param, n int) string {
	if n == 1 {
		return "1 " + p.Handle().Name
	}
	return itoa(n) + " " + p.Handle().Many
}

// planeName says what is on the plane.
func (c *Core) planeName() string {
	name := "Plane with " + words.Count(len(c.editor.Points()), "point")
	if grips := c.countGrips(); grips != "" {
		name += " and " + grips
	}
	return name
}

// turnText says how a space is turned.
func (c *Core) turnText() string {
	t := c.editor.Now().View.Turned()
	return "azimuth " + words.Minus(formatFixed(t[0], 0)) + "°, elevation " + words.Minus(formatFixed(t[1], 0)) + "°"
}

// placeText says where (x, y) is, and which point is there; see inspector.Needs.
func (c *Core) placeText(x, y float64, point int) string {
	v := c.editor.View()
	n := c.editor.Names()
	if c.editor.Near() != nil { // a place on the screen is a line in space
		if point < 0 || point >= len(c.editor.Points()) {
			return "Turned: " + c.turnText()
		}
		return c.namePoint(point) + "\n" + c.rowText(point)
	}
	text := measured(n.X, coordinate(x, (v.X1-v.X0)/float64(v.W))) + ", " + measured(n.Y, coordinate(y, (v.Y1-v.Y0)/float64(v.H)))
	if _, ok := c.editor.Spot(point); ok && point < -1 {
		text += " · " + c.nameSpot(point)
	}
	if n := len(c.editor.Points()); point >= 0 && point < n {
		if c.editor.Locked() {
			return text + " · " + c.namePoint(point) + "\n" + c.rowText(point)
		}
		text += " · " + strings.Replace(c.namePoint(point), " of "+itoa(n), "", 1)
		if point == c.editor.Selected() && c.gesture.Touch {
			text += ". Tap where it should go" // small screens have no room for it elsewhere
		}
	}
	return text
}

// coordinate formats x with as many digits as a pixel can tell apart.
func coordinate(x, perPixel float64) string {
	n := 2
	if perPixel > 0 {
		n = int(math.Ceil(-math.Log10(perPixel)))
	}
	if n < 0 || n > 9 {
		return figure(x)
	}
	return words.Minus(formatFixed(x, n))
}

// touched returns the text for fingers or the one for a mouse, after the last
// pointer that was used.
func (c *Core) touched(finger, mouse string) string {
	if c.gesture.Touch {
		return finger
	}
	return mouse
}

// sentences writes notes one after the other, each as a sentence.
func sentences(notes []string) string {
	list := make([]string, len(notes))
	for i, n := range notes {
		list[i] = strings.TrimSuffix(upperFirst(n), ".") + "."
	}
	return strings.Join(list, " ")
}

// hands puts a text that speaks of clicks in the words for the pointer in use.
func (c *Core) hands(text string) string {
	if !c.gesture.Touch {
		return text
	}
	return tapWords.Replace(text)
}

var tapWords = strings.NewReplacer("Click", "Tap", "click", "tap")
