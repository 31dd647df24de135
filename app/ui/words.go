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

// names says what points, handles, classes, axes and the document are called.
type names struct {
	*Core
}

func (w *names) point(i int) string {
	pts := w.editor.Now().Points
	if i < 0 || i >= len(pts) {
		return "a point"
	}
	s := "point " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(pts))
	switch z := pts[i].Z; {
	case w.editor.Task() == method.Regress2D:
		s += ", " + measured(w.all().Value, figure(z))
	case w.editor.Task() == method.Regress:
	case z == doc.Unlabeled:
		s += ", without a class"
	case w.editor.Points.Classes():
		s += ", " + w.class(int(z))
	}
	if w.painter.grouped() {
		if group := w.painter.found.Called(pts, i); group != "" {
			s += ", " + group
		}
	}
	if r := w.editor.Split.Role(i); r != doc.Train {
		s += ", " + method.RoleName(r)
	}
	return s
}

// look is what follows the name of a class: the colour by which it is told.
func (w *names) look(id int, before string) string {
	if w.painter.grouped() {
		return "" // its points have others
	}
	return before + w.theme.Palette().Class[id].Name
}

// spot says which point or handle has a number: see point.
func (w *names) spot(i int) string {
	k, ok := method.GripOf(i)
	list := w.editor.Places.Grips()
	if !ok || k >= len(list) {
		return w.point(i)
	}
	g := list[k]
	if g.Param.FixedPlaces() {
		return g.Name()
	}
	return g.Name() + " of " + itoa(len(method.PlacesOf(w.editor.Param(g.Param))))
}

// handles says how many handles of each kind there are.
func (w *names) handles() string {
	var list []string
	for _, p := range w.editor.Places.Handles() {
		list = append(list, countPlaces(p, len(method.PlacesOf(w.editor.Param(p)))))
	}
	return strings.Join(list, ", ")
}

// countPlaces is so many places of a parameter.
func countPlaces(p *method.Param, n int) string {
	switch {
	case p.FixedPlaces():
		return p.Handle().Many
	case n == 1:
		return "1 " + p.Handle().Name
	}
	return itoa(n) + " " + p.Handle().Many
}

// plane says what is on the plane.
func (w *names) plane() string {
	name := "Plane with " + words.Count(len(w.editor.Now().Points), "point")
	if grips := w.handles(); grips != "" {
		name += " and " + grips
	}
	return name
}

// turn says how a space is turned.
func (w *names) turn() string {
	t := w.editor.Now().View.Turned()
	return "azimuth " + words.Minus(formatFixed(t[0], 0)) + "°, elevation " + words.Minus(formatFixed(t[1], 0)) + "°"
}

// place says where (x, y) is, and which point is there; see inspector.Needs.
func (w *names) place(x, y float64, point int) string {
	v := w.editor.View.Now()
	n := w.editor.Names()
	if w.editor.View.Near() != nil { // a place on the screen is a line in space
		if point < 0 || point >= len(w.editor.Now().Points) {
			return "Turned: " + w.turn()
		}
		return w.point(point) + "\n" + w.rows.text(point)
	}
	text := measured(n.X, coordinate(x, (v.X1-v.X0)/float64(v.W))) + ", " +
		measured(n.Y, coordinate(y, (v.Y1-v.Y0)/float64(v.H)))
	if _, ok := w.editor.Points.Spot(point); ok && point < -1 {
		text += " · " + w.spot(point)
	}
	if n := len(w.editor.Now().Points); point >= 0 && point < n {
		if w.editor.Points.Rows() {
			return text + " · " + w.point(point) + "\n" + w.rows.text(point)
		}
		text += " · " + strings.Replace(w.point(point), " of "+itoa(n), "", 1)
	}
	if point != -1 && point == w.editor.Selection.Now() && w.gesture.Touch {
		text += ". Tap the new position" // small screens have no room for it elsewhere
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

// byPointer returns the text for fingers or the one for a mouse, after the last
// pointer that was used.
func (w *names) byPointer(finger, mouse string) string {
	if w.gesture.Touch {
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

// forPointer puts a text that speaks of clicks in the words for the pointer in use.
func (w *names) forPointer(text string) string {
	if !w.gesture.Touch {
		return text
	}
	return tapWords.Replace(text)
}

var tapWords = strings.NewReplacer("Click", "Tap", "click", "tap")

// class is what people call the class with an id. Without a name they count from
// 1, as the keys and tables do; documents and programs count from 0.
func (w *names) class(id int) string { return w.editor.Names().Class(id) }

// all are the names with those of the axes and of the third column that have none.
func (w *names) all() doc.Names { return w.editor.Task().Named(w.editor.Names()) }

// title is the document's, with what its method is fitted on where that is less than its table has.
func (w *names) title() string {
	now := w.editor.Now()
	if in := w.editor.Info(); in != nil {
		return in.Title(&now)
	}
	return now.Title
}

func (w *names) document() string {
	if title := w.title(); title != "" {
		return title
	}
	if w.editor.Info() != nil {
		return "Pointscape: " + w.editor.Info().Name
	}
	return "Pointscape"
}
