// Package hittest finds the shapes with keys in the pictures, on the stage and in the plots: which key the pointer or
// the keyboard points at, and what a click on it does.
package hittest

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

type Needs struct {
	Page Page
}

// Page is what an Index needs of the page.
type Page interface {
	// Title returns the title of a plot; "" is the plane.
	Title(plot string) string
	// Ask asks what the key outside the plane that is pointed at stands for; where names its plot. Leave ends that.
	Ask(where string)
	Leave()
	// Touch reports whether the last pointer on the plane was a finger: then a tap adds points.
	Touch() bool
	// Turn returns the rotation of the space that the stage's shapes may be in.
	Turn() [2]float64
	// Highlight is called when other shapes must be highlighted, KeysChanged when other pictures have keys.
	Highlight()
	KeysChanged()
	// Name shows the name of a key to a user who moves through the keys of a picture by keyboard; the key is number at
	// of so many.
	Name(plot, name string, at, of int)
	Say(text string)

	// Effects of a click.
	Step(k int)
	Set(params map[string]any, what string)
	Pick(points []int)

	// Value returns a parameter's value, and whether it is an integer. Slide changes it, by dragging a line (held) or
	// by a key.
	Value(param string) (v float64, whole bool)
	Slide(param string, v float64, held bool)
	// Orbit changes parameters while a space is rotated by dragging (held), or by a key.
	Orbit(params map[string]any, held bool)
	// SetNumber changes a number of a parameter, by dragging (held) or by a key. EditNumber shows an input field for
	// it.
	SetNumber(t wire.Knob, v float64, held bool)
	EditNumber(t wire.Knob)

	// Stroke extends a stroke to a position on a canvas in a plot, or begins one there. x and y are fractions of the
	// canvas's sides from the lower left corner. EndStroke ends the stroke.
	Stroke(param string, x, y float64, erase bool)
	EndStroke()
}

// By is the kind of pointer.
type By uint8

// Kinds of pointers.
const (
	Mouse By = iota
	Finger
	Keyboard
)

// Index has the shapes of the newest pictures, and the one that is pointed at.
type Index struct {
	Needs

	Shapes Shapes

	key   string // the one pointed at, "" = none
	plot  string // the key's plot
	by    By
	alone bool // the question is about the key's object, not about the position

	explained wire.Explanation // answer for the key, if explained.Key equals it
	wanted    bool             // a click came before that answer
	said      string           // the last text spoken for the key at the keyboard's position

	pen     pen
	held    string // the plot whose line is being dragged, "" = none
	dragged bool   // the next click ends a drag and is ignored
	number  draggedNumber
	orbit   orbit
}

// Take sets the shapes of a picture that has drawn some plots; nil = the shapes are unchanged.
func (k *Index) Take(list []wire.Spots, drawn []string) {
	if list == nil {
		return
	}
	had := k.Shapes.Having()
	k.Shapes.take(list, drawn)
	k.explained = wire.Explanation{}
	if k.key != "" && !slices.ContainsFunc(k.Shapes.of[k.plot], func(s picture.Spot) bool { return has(&s, k.key) }) {
		k.drop()
	} else if k.key != "" {
		k.Page.Highlight()
	}
	if k.Shapes.Having() != had {
		k.Page.KeysChanged()
	}
}

// Clear removes all shapes: the method is another one, or there are no pictures.
func (k *Index) Clear() {
	had := k.Shapes.Having()
	k.Shapes = Shapes{}
	k.drop()
	if had != "" {
		k.Page.KeysChanged()
	}
}

// Key returns the key that is pointed at, on the plane or in a plot, "" = none; alone says that the question is about
// its object, and not about the position.
func (k *Index) Key() (key string, alone bool) { return k.key, k.alone }

// Highlighted returns the shapes of a picture that are highlighted.
func (k *Index) Highlighted(plot string) (list []picture.Spot) {
	if k.key == "" {
		return nil
	}
	for _, s := range k.Shapes.turned(plot, k.Page.Turn()) {
		if s.Kind == picture.Cells {
			for _, key := range strings.Split(k.key, picture.KeyAnd) {
				list = append(list, litCells(&s, key)...)
			}
			continue
		}
		if picture.SharesKey(s.Key, k.key) {
			switch s.Kind {
			case picture.Slide:
				if s.Z != nil {
					at := k.placeOf(&s)
					if at < 0 {
						continue
					}
					s.Kind, s.XY, s.Z = picture.Dot, s.XY[2*at:2*at+2], nil
					break
				}
				y := k.lineAt(&s)
				s.Kind, s.XY = picture.Line, []float64{0, y, 1, y}
			case picture.Orbit:
				continue
			case picture.Pad:
				if !k.pen.walks || k.by != Keyboard {
					continue // canvases are not highlighted
				}
				x0, y0, x1, y1 := edges(&s)
				s.Kind, s.XY = picture.Dot, []float64{x0 + k.pen.x*(x1-x0), y1 + k.pen.y*(y0-y1)}
			}
			list = append(list, s)
		}
	}
	return list
}

// point points at a key, and reports whether it is another one than before.
func (k *Index) point(plot, key string, alone bool) bool {
	same := key == k.key && plot == k.plot
	if !same {
		k.lift()
	}
	lit := key != k.key
	k.key, k.plot, k.alone = key, plot, alone
	if key == "" {
		k.alone = false
	}
	if !same {
		k.wanted = false
	}
	if lit {
		k.explained = wire.Explanation{}
		k.Page.Highlight()
	}
	return !same
}

// Over sets the pointer's position on the plane, in CSS pixels of v; on is false when the pointer has left.
func (k *Index) Over(v picture.Viewport, px, py float64, on bool) {
	if !on && k.key != "" && k.Outside() {
		return // another pointer has pointed at a key
	}
	if !k.Shapes.Has("") && k.key == "" {
		return
	}
	key, area := "", false
	if on {
		key, area = hit(k.Shapes.turned("", k.Page.Turn()), px, py, v.PX, v.PY, false)
	}
	k.by = Mouse
	k.point("", key, !area)
}

// Plot sets the position of a mouse or a finger in a plot, as fractions of its width and height, which are w and h CSS
// pixels. It reports whether there is a key.
func (k *Index) Plot(plot string, x, y, w, h float64, by By) bool {
	key := k.under(plot, x, y, w, h, by)
	k.at(plot, key, by)
	return key != ""
}

// under returns the key at a position in a plot, see Plot; "" = none.
func (k *Index) under(plot string, x, y, w, h float64, by By) string {
	if k.OverLine(plot, x, y, w, h, by) {
		return k.Shapes.first(picture.Slide, plot).Key
	}
	key, _ := hit(k.Shapes.of[plot], x*w, y*h, func(x float64) float64 { return x * w },
		func(y float64) float64 { return y * h }, by == Finger)
	return key
}

// at points at a key in a plot or, by keyboard or finger, on the stage (""); key "" = at none.
func (k *Index) at(plot, key string, by By) {
	if key == "" {
		k.Left(plot)
		return
	}
	k.by = by
	if k.point(plot, key, true) {
		k.Page.Ask(k.Page.Title(plot))
	}
}

// Left says that nothing points at a plot any more, or that the keyboard has left the keys of the stage.
func (k *Index) Left(plot string) {
	if k.key != "" && k.plot == plot && k.Outside() {
		k.drop()
	}
}

// Outside reports whether something other than a mouse on the plane points at the key.
func (k *Index) Outside() bool { return k.plot != "" || k.by != Mouse }

// LongPress says that a finger rests on the plane, in CSS pixels of v. If there is a key, it is pointed at until the
// next tap, see NextTap; otherwise LongPress returns false.
func (k *Index) LongPress(v picture.Viewport, px, py float64) bool {
	key, _ := hit(k.Shapes.turned("", k.Page.Turn()), px, py, v.PX, v.PY, true)
	if key == "" {
		return false
	}
	k.key = "" // ask even if it is pointed at already
	k.at("", key, Finger)
	return true
}

// NextTap handles a tap on the plane after LongPress: on the same key it acts, and in any case it ends the long press,
// at the latest when the engine's answer for an action comes. It returns false if that has ended before.
func (k *Index) NextTap(v picture.Viewport, px, py float64) bool {
	if k.key == "" || k.plot != "" || k.by != Finger {
		return false
	}
	if key, _ := hit(k.Shapes.turned("", k.Page.Turn()), px, py, v.PX, v.PY, true); key == k.key {
		k.Act()
	}
	if !k.wanted {
		k.drop()
	}
	return true
}

// EndLongPress ends the effect of LongPress.
func (k *Index) EndLongPress() {
	if k.plot == "" && k.by == Finger {
		k.drop()
	}
}

// drop points at nothing.
func (k *Index) drop() {
	if k.key == "" {
		return
	}
	outside := k.Outside()
	k.by = Mouse
	k.point("", "", false)
	if outside {
		k.Page.Leave()
	}
}

// Click handles a click of a mouse or a finger at a position in a plot, see Plot. The first tap of a finger points, and
// a second one acts.
func (k *Index) Click(plot string, x, y, w, h float64, by By) {
	if k.dragged {
		k.dragged = false
		return
	}
	was, there := k.key, k.plot
	if !k.Plot(plot, x, y, w, h, by) || by == Finger && (was != k.key || there != plot) {
		return
	}
	k.Act()
}

// Act performs the click on the key that is pointed at. It returns false if there is none.
func (k *Index) Act() bool {
	switch {
	case k.key == "":
		return false
	case k.explained.Key != k.key:
		k.wanted = true
	case k.explained.Act != nil:
		k.do(k.explained.Act)
	case k.explained.Knob != nil:
		k.Page.EditNumber(*k.explained.Knob)
	}
	return true
}

// Explained handles the engine's answer; nil = none.
func (k *Index) Explained(x *wire.Explanation) {
	if x == nil || x.Key == "" || x.Key != k.key {
		return
	}
	k.explained = *x
	if k.by == Keyboard {
		order := k.Shapes.order(k.plot)
		at, of := slices.Index(order, k.key)+1, len(order)
		if s := k.Shapes.first(picture.Cells, k.plot); s != nil {
			if row, column, ok := picture.CellOf(s.Key, k.key); ok {
				at, of = row*int(s.Z[0])+column+1, int(s.Z[0]*s.Z[1])
			}
		}
		k.Page.Name(k.plot, x.Answer, at, of)
		text := words.Text("%s of %s. %s.", strconv.Itoa(at), strconv.Itoa(of), strings.Join(append([]string{x.Answer},
			x.Lines...), ". "))
		switch {
		case x.Does != "":
			text += words.Text(" Press Enter to %s.", x.Does)
		case x.Knob != nil:
			text += words.Say(" Page Up and Page Down change it, Enter types it.")
		}
		if k.said != text { // a picture that does not change the text must not drown other announcements
			k.said = text
			k.Page.Say(text)
		}
	}
	if k.wanted {
		k.wanted = false
		k.Act()
		if k.plot == "" && k.by == Finger {
			k.drop()
		}
	}
}

// Hint returns how to perform the action of an answer's key, "" if it has none.
func (k *Index) Hint(x *wire.Explanation) string {
	if x.Knob != nil && x.Does == "" && x.Key == k.key && k.plot != "" {
		if k.by == Keyboard {
			return "Page Up, Page Down: change it. Enter: type it"
		}
		if k.by == Finger {
			return "Drag up or down: change it. Tap: type it"
		}
		return "Drag up or down: change it. Click: type it"
	}
	if x.Does == "" || x.Key != k.key {
		return ""
	}
	how := "Click"
	switch {
	case k.by == Keyboard:
		how = "Enter"
	case k.by == Finger:
		how = "Tap again"
	case k.plot == "" && k.Page.Touch():
		return ""
	case k.plot == "":
		how = "Ctrl-click"
	}
	return words.Text("%s: %s", how, x.Does)
}

// do performs an action.
func (k *Index) do(a *wire.Action) {
	switch {
	case a.Step != nil:
		k.Page.Step(*a.Step)
	case len(a.Points) > 0:
		k.Page.Pick(a.Points)
	case len(a.Set) > 0:
		k.Page.Set(a.Set, k.explained.Does)
	}
}

// Walk begins to move through the keys of a picture by keyboard.
func (k *Index) Walk(plot string) {
	order := k.Shapes.order(plot)
	if len(order) == 0 {
		return
	}
	first := order[max(slices.Index(order, k.key), 0)]
	if s := k.Shapes.first(picture.Cells, plot); s != nil && first == s.Key {
		if first = picture.CellKey(s.Key, 0, 0); has(s, k.key) {
			first = k.key
		}
	}
	k.key, k.plot, k.said = "", plot, "" // even if a mouse points at it: its name must be spoken
	k.at(plot, first, Keyboard)
}

// Press handles a key of the keyboard while the user moves through the keys of a picture; fine = with Shift (then
// arrows rotate a space). It returns false if the key has another use.
func (k *Index) Press(plot, name string, fine bool) bool {
	if k.turnedBy(plot, name, fine) {
		return true
	}
	order := k.Shapes.order(plot)
	if len(order) == 0 {
		return false
	}
	at := slices.Index(order, k.key)
	if k.penned(plot, name) || k.moveCell(plot, name) {
		return true
	}
	switch name {
	case "ArrowDown", "ArrowRight":
		at = min(at+1, len(order)-1)
	case "ArrowUp", "ArrowLeft":
		at = max(at-1, 0)
	case "Home":
		at = 0
	case "End":
		at = len(order) - 1
	case "PageUp":
		return k.pageNumber(-1, fine) || k.page(plot, -1)
	case "PageDown":
		return k.pageNumber(1, fine) || k.page(plot, 1)
	case "Enter", " ":
		return k.Act()
	default:
		return false
	}
	k.at(plot, order[at], Keyboard)
	return true
}

// arrow returns the direction of an arrow key, to the right and down; both are 0 for other keys.
func arrow(name string) (right, down int) {
	switch name {
	case "ArrowLeft":
		right = -1
	case "ArrowRight":
		right = 1
	case "ArrowUp":
		down = -1
	case "ArrowDown":
		down = 1
	}
	return right, down
}
