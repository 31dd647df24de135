package ui

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the names of points, classes, handles and positions.

// names returns the names of points, handles, classes, axes and the document.
type names struct {
	*Core
}

func (w *names) point(i int) string {
	pts := w.editor.Now().Points
	if i < 0 || i >= len(pts) {
		return "a point"
	}
	return words.Text("point %s of %s", strconv.Itoa(i+1), strconv.Itoa(len(pts))) + w.about(i)
}

// about returns what is to be said about point i after its number: its value or class, its group and its role.
func (w *names) about(i int) (s string) {
	pts := w.editor.Now().Points
	switch z := pts[i].Z; {
	case w.editor.Task() == method.Regress2D:
		s += ", " + measured(w.all().Value, figure(z))
	case w.editor.Task() == method.Regress:
	case z == doc.Unlabeled:
		s += words.Say(", without a class")
	case w.editor.Points.Classes():
		s += ", " + w.class(int(z))
	}
	if w.painter.grouped() {
		if group := w.painter.found.Called(pts, i); group != "" {
			s += ", " + group
		}
	}
	if r := w.editor.Split.Role(i); r != doc.Train {
		s += ", " + words.Say(method.RoleName(r))
	}
	return s
}

// look returns the name of a class's colour after the text before; "" if the points' colours show their clusters
// instead.
func (w *names) look(id int, before string) string {
	if w.painter.grouped() {
		return "" // its points have other colours
	}
	return before + words.Say(w.theme.Palette().Class[id].Name)
}

// spot returns the name of the point or handle with a number (method.GripOf); see point.
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
	return words.Sprintf("%s of %d", g.Name(), len(method.PlacesOf(w.editor.Param(g.Param))))
}

// handles returns the number of handles of each kind, as text.
func (w *names) handles() string {
	var list []string
	for _, p := range w.editor.Places.Handles() {
		list = append(list, countPlaces(p, len(method.PlacesOf(w.editor.Param(p)))))
	}
	return strings.Join(list, ", ")
}

// countPlaces returns n places of a parameter as text, such as "2 starting centres"; of fixed places only their name.
func countPlaces(p *method.Param, n int) string {
	switch {
	case p.FixedPlaces():
		return p.Handle().Many
	case n == 1:
		return "1 " + p.Handle().Name
	}
	return itoa(n) + " " + p.Handle().Many
}

// plane returns a description of the plane: how many points and handles are on it.
func (w *names) plane() string {
	name := words.Text("Plane with %s", words.Count(len(w.editor.Now().Points), "point"))
	if grips := w.handles(); grips != "" {
		name += words.Text(" and %s", grips)
	}
	return name
}

// turn returns the rotation of the space as text.
func (w *names) turn() string {
	t := w.editor.Now().View.Turned()
	return words.Text("azimuth %s°, elevation %s°", words.Minus(formatFixed(t[0], 0)), words.Minus(formatFixed(t[1], 0)))
}

// place returns the text about position (x, y) and the point or handle there; see Text in inspector.Needs.
func (w *names) place(x, y float64, point int) string {
	v := w.editor.View.Now()
	n := w.editor.Names()
	if w.editor.View.Near() != nil { // a position on the screen is a line in space
		if point < 0 || point >= len(w.editor.Now().Points) {
			return words.Text("Turned: %s", w.turn())
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
		text += " · " + words.Text("point %s", itoa(point+1)) + w.about(point)
	}
	if point != -1 && point == w.editor.Selection.Now() && w.gesture.Touch {
		text += words.Say(". Tap the new position") // small screens have no room for it elsewhere
	}
	return text
}

// coordinate formats x with as many decimals as differ between pixels; perPixel is the width of a pixel.
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

// byPointer returns finger if the last pointer on the plane was a finger, else mouse.
func (w *names) byPointer(finger, mouse string) string {
	if w.gesture.Touch {
		return finger
	}
	return mouse
}

// sentences joins notes, each as a sentence.
func sentences(notes []string) string {
	list := make([]string, len(notes))
	for i, n := range notes {
		list[i] = strings.TrimSuffix(upperFirst(words.Say(n)), ".") + "."
	}
	return strings.Join(list, " ")
}

// forPointer translates a text, and replaces "click" by "tap" in it if the last pointer was a finger.
func (w *names) forPointer(text string) string {
	if !w.gesture.Touch {
		return text
	}
	return strings.NewReplacer(strings.Split(words.Say(tapWords), "/")...).Replace(words.Say(text))
}

// tapWords are the words of texts for the mouse, each followed by the one for a finger. A language has its own.
const tapWords = "Click/Tap/click/tap"

// class returns the name of the class with an id. Classes without a name are counted from 1, as the number keys and the
// tables do; documents and programs count from 0.
func (w *names) class(id int) string { return words.Say(w.editor.Names().Class(id)) }

// all returns the document's names, with the task's default names for axes and values that have none.
func (w *names) all() doc.Names { return w.editor.Task().Named(w.editor.Names()) }

// title returns the document's title. If the method is fitted to only a part of the table, the title says to which
// part.
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
		return words.Text("Pointscape: %s", w.editor.Info().Name)
	}
	return "Pointscape"
}
