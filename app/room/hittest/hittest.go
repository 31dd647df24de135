// Package hittest is the room of what in the pictures carries a key, on the stage and in
// the plots: which shapes there are, which key is pointed at, by a pointer or by the
// keyboard, and what a click on it does.
package hittest

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Needs are what Index work with.
type Needs struct {
	Page Page
}

// Page is the page around the room.
type Page interface {
	// Title is what a plot is called; of the plane, that of "".
	Title(plot string) string
	// Ask has it asked what the key says that is pointed at outside the plane, and where
	// that is; Leave ends it.
	Ask(where string)
	Leave()
	// Touch tells that the last pointer on the plane was a finger: there a tap adds points.
	Touch() bool
	// Turn is how the space is turned in which shapes of the stage may be.
	Turn() [2]float64
	// Highlight tells that other shapes are to be lit, KeysChanged that other pictures have keys.
	Highlight()
	KeysChanged()
	// Name shows, for the one who walks through the keys of a picture, what the key at a
	// place of so many is called.
	Name(plot, name string, at, of int)
	Say(text string)

	// What a click does.
	Step(k int)
	Set(params map[string]any, what string)
	Pick(points []int)

	// Value is a parameter's, and whether it is a whole number; Slide gives it another one, by a
	// line that is held or by a key.
	Value(param string) (v float64, whole bool)
	Slide(param string, v float64, held bool)
	// Orbit gives parameters other values: while a hand turns a space, or by a key.
	Orbit(params map[string]any, held bool)
	// SetNumber gives a number of a parameter another value, likewise. EditNumber shows a field for it.
	SetNumber(t wire.Knob, v float64, held bool)
	EditNumber(t wire.Knob)

	// Stroke draws on to a place of a canvas in a plot, in shares of its sides from the lower left corner, or begins
	// there; EndStroke ends the stroke.
	Stroke(param string, x, y float64, erase bool)
	EndStroke()
}

// By is what points.
type By uint8

// What may point.
const (
	Mouse By = iota
	Finger
	Keyboard
)

// Index owns the shapes of the newest pictures and what of them is pointed at.
type Index struct {
	Needs

	Shapes Shapes

	key   string // that is pointed at, "" = none
	plot  string // where
	by    By
	alone bool // what it stands for is asked for, not the answer at the place

	explained wire.Explanation // of the key, when explained.Key is the same
	wanted    bool             // the click was before that
	said      string           // of the key that is walked at

	pen     pen
	held    string // the plot whose line is held, "" = none
	dragged bool   // the next click ends a drag
	number  draggedNumber
	orbit   orbit
}

// Take takes the shapes of a picture, which has drawn some plots; nil = nothing is new.
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

// Clear forgets all: the pictures are of another method, or there are none.
func (k *Index) Clear() {
	had := k.Shapes.Having()
	k.Shapes = Shapes{}
	k.drop()
	if had != "" {
		k.Page.KeysChanged()
	}
}

// Key is the one that is pointed at on the plane; alone tells that what it stands for is
// wanted, and not the answer at the place.
func (k *Index) Key() (key string, alone bool) { return k.key, k.alone }

// Highlighted are the shapes of a picture that are lit.
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
					continue // what is drawn is not lit
				}
				x0, y0, x1, y1 := edges(&s)
				s.Kind, s.XY = picture.Dot, []float64{x0 + k.pen.x*(x1-x0), y1 + k.pen.y*(y0-y1)}
			}
			list = append(list, s)
		}
	}
	return list
}

// point points at a key; it tells whether it is another one.
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

// Over tells where on the plane a pointer is, in CSS pixels of v; on is false when it has
// left.
func (k *Index) Over(v picture.Viewport, px, py float64, on bool) {
	if !on && k.key != "" && k.Outside() {
		return // something else points
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

// Plot tells that a mouse or a finger points at a place of a plot, in shares of its
// width and height, which are so many CSS pixels. It tells whether a key is there.
func (k *Index) Plot(plot string, x, y, w, h float64, by By) bool {
	key := k.under(plot, x, y, w, h, by)
	k.at(plot, key, by)
	return key != ""
}

// under is the key at a place of a plot, see Plot; "" = none.
func (k *Index) under(plot string, x, y, w, h float64, by By) string {
	if k.OverLine(plot, x, y, w, h, by) {
		return k.Shapes.first(picture.Slide, plot).Key
	}
	key, _ := hit(k.Shapes.of[plot], x*w, y*h, func(x float64) float64 { return x * w },
		func(y float64) float64 { return y * h }, by == Finger)
	return key
}

// at points at a key outside the plane.
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

// Left tells that nothing points at a plot any more, or nobody walks through the keys of
// the stage.
func (k *Index) Left(plot string) {
	if k.key != "" && k.plot == plot && k.Outside() {
		k.drop()
	}
}

// Outside tells that it is not the pointer on the plane that points.
func (k *Index) Outside() bool { return k.plot != "" || k.by != Mouse }

// LongPress tells that a finger rests at a place of the plane, in CSS pixels of v: what carries a
// key there is pointed at until the next tap, see NextTap. false = nothing does.
func (k *Index) LongPress(v picture.Viewport, px, py float64) bool {
	key, _ := hit(k.Shapes.turned("", k.Page.Turn()), px, py, v.PX, v.PY, true)
	if key == "" {
		return false
	}
	k.key = "" // also what is pointed at already is asked for
	k.at("", key, Finger)
	return true
}

// NextTap tells of a tap on the plane after LongPress: on the same key it acts; it ends what that
// began in any case. false = that has ended before.
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

// EndLongPress ends what LongPress began.
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

// Click tells that a mouse or a finger has clicked at a place of a plot, see Plot. A
// finger points first, and acts when it comes again.
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

// Act does what a click on the key does that is pointed at; false when none is.
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

// Explained takes what the engine says; nil = nothing.
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
		text := strconv.Itoa(at) + " of " + strconv.Itoa(of) + ". " +
			strings.Join(append([]string{x.Answer}, x.Lines...), ". ") + "."
		switch {
		case x.Does != "":
			text += " Press Enter to " + x.Does + "."
		case x.Knob != nil:
			text += " Page Up and Page Down change it, Enter types it."
		}
		if k.said != text { // a picture that changes nothing of it does not drown what else is said
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

// Hint says how to do what a click on the key of an answer does, "" when it does
// nothing.
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
	return how + ": " + x.Does
}

// do does what a click does.
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

// Walk begins to walk through the keys of a picture with the keyboard.
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
	k.key, k.plot, k.said = "", plot, "" // also where a mouse points at it: it is to be said
	k.at(plot, first, Keyboard)
}

// Press takes a key of the keyboard while somebody walks through the keys of a picture, with Shift
// if fine (with it arrows turn a space); false = not ours.
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

// arrow returns by how much an arrow key goes right and down; both are 0 for other keys.
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
