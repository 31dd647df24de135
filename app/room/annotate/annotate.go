// Package annotate is the tool with which the user draws annotations over the plane: arrows, labels, areas. It has the
// annotation that is being drawn or moved; finished annotations belong to the document.
package annotate

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Document has the annotations, by their indices in the document; see editor.Annotations.
type Document interface {
	Shown() []int
	At(i int) (a doc.Annotation, ok bool)
	Add(a doc.Annotation) (i int, ok bool)
	Set(i int, a doc.Annotation, what, key string) bool
	Remove(i int) bool
}

// Needs has what a Room depends on.
type Needs struct {
	Document
	View    func() picture.Viewport
	Round   func(x, y float64) (float64, float64) // rounds a position to a fraction of a pixel
	Touch   func() bool                           // reports whether the pointer is a finger
	Called  string                                // text of a new label
	Changed func()                                // the tool, the selection or the held annotation has changed
	Moved   func()                                // the held annotation has been dragged on
	Write   func()                                // lets the user type the text of the selected annotation
	Say     func(text string)
}

// Room is the tool.
type Room struct {
	Needs

	kind     string          // kind of the annotations that the tool draws; "" = the tool is put away
	selected int             // index of the selected annotation, -1 = none
	chosen   doc.Annotation  // the selected annotation
	count    int             // number of annotations shown when it was selected, or when the document changed last
	stroke   bool            // a stroke is going on: it draws, moves or erases
	held     *doc.Annotation // annotation that is being drawn or moved, as it is now; nil = none, or not moved yet
	number   int             // index of the annotation that is being moved, -1 = none, or held is new
	open     bool            // a click has set the first position of held; the next one sets the second
	from     [2]float64      // position at which the stroke began
	was      doc.Annotation  // the annotation when the stroke began
	part     part            // what of it moves
	moved    bool            // the stroke has left the slop: it is no click
	erase    int             // index of the annotation that the stroke erases, -1 = none
}

// part says which part of an annotation is moved: the indices in At of its x and y coordinates.
type part struct{ x, y int }

var whole = part{-1, -1} // the whole annotation

// Init sets what the room depends on, and its initial state.
func (r *Room) Init(n Needs) { *r = Room{Needs: n, selected: -1, number: -1, erase: -1} }

// Kind returns the kind of annotations that dragging draws; "" = the tool is put away.
func (r *Room) Kind() string { return r.kind }

// Selected returns the selected annotation, whose text can be edited, and its index; ok is false if there is none.
func (r *Room) Selected() (i int, a doc.Annotation, ok bool) {
	if r.selected < 0 {
		return -1, a, false
	}
	a, ok = r.At(r.selected)
	return r.selected, a, ok
}

// Take selects the tool for a kind of annotations; "" puts it away, and deselects.
func (r *Room) Take(kind string) {
	r.drop()
	if r.kind = kind; kind == "" {
		r.selected = -1
	}
	r.Changed()
}

// Select selects an annotation, -1 = none.
func (r *Room) Select(i int) {
	r.drop()
	r.choose(i)
	r.Changed()
}

// Renew is called when the document has changed, with each move of a drag, too. It returns false if there is nothing to
// paint anew, because annotations neither are shown nor were. The selection follows its annotation if others before it
// have been removed or have come back.
func (r *Room) Renew() bool {
	i, shown := r.selected, r.Shown()
	if len(shown) == 0 && r.count == 0 && r.held == nil {
		return false
	}
	if i >= 0 && len(shown) != r.count {
		i = -1
		for _, k := range shown {
			if a, _ := r.At(k); a == r.chosen {
				i = k
			}
		}
	}
	r.choose(i)
	if r.number >= 0 {
		r.drop()
	}
	return true
}

// choose selects an annotation if it is shown, else none.
func (r *Room) choose(i int) {
	a, ok := r.At(i)
	if !ok {
		i = -1
	}
	r.selected, r.chosen, r.count = i, a, len(r.Shown())
}

// Cancel gives up what is being drawn or moved, and reports whether there was anything.
func (r *Room) Cancel() bool {
	if r.held == nil && !r.stroke {
		return false
	}
	r.drop()
	r.Changed()
	return true
}

func (r *Room) drop() {
	r.held, r.number, r.open, r.stroke, r.erase = nil, -1, false, false, -1
}

// slop returns how far, in pixels, the pointer may move in a click.
func (r *Room) slop() float64 {
	if r.Touch() {
		return 8
	}
	return 4
}

// apart returns the distance of two positions in pixels.
func (r *Room) apart(x0, y0, x1, y1 float64) float64 {
	x0, y0 = r.px(x0, y0)
	x1, y1 = r.px(x1, y1)
	return math.Hypot(x1-x0, y1-y0)
}

// px returns a position in pixels.
func (r *Room) px(x, y float64) (float64, float64) {
	v := r.View()
	return v.PX(x), v.PY(y)
}

// Stroke continues the stroke to a position, or begins one there. A stroke that begins at an annotation moves it, or
// erases it if erase is true; elsewhere it draws a new one.
func (r *Room) Stroke(x, y float64, erase bool) {
	if r.stroke {
		r.follow(x, y)
		return
	}
	r.stroke, r.moved, r.from = true, false, [2]float64{x, y}
	if r.open {
		r.follow(x, y)
		return
	}
	i, part := r.hit(x, y)
	switch {
	case erase:
		r.erase = i
	case i >= 0:
		r.was, _ = r.At(i)
		r.number, r.part = i, part
	default:
		x, y = r.Round(x, y)
		r.selected = -1
		r.number, r.part = -1, part2
		r.held = &doc.Annotation{Kind: r.kind, At: [4]float64{x, y, x, y}}
		if r.kind == doc.NoteLabel {
			r.part = whole
			r.held.At[2], r.held.At[3] = 0, 0
			r.held.Text = r.Called
		}
		r.was = *r.held
	}
	r.Changed()
}

// part2 is the second position of an annotation.
var part2 = part{2, 3}

// follow moves the annotation, or its part, by as much as the pointer has moved; the second position of a new one is
// the pointer's.
func (r *Room) follow(x, y float64) {
	if r.erase >= 0 || r.held == nil && r.number < 0 {
		return
	}
	if r.apart(r.from[0], r.from[1], x, y) > r.slop() {
		r.moved = true
	}
	if !r.moved && !r.open {
		return
	}
	a, p, dx, dy := r.was, r.part, x-r.from[0], y-r.from[1]
	switch {
	case p == whole:
		for k := range a.Places() {
			a.At[2*k] += dx
			a.At[2*k+1] += dy
		}
	case r.number < 0:
		a.At[p.x], a.At[p.y] = x, y
	default:
		a.At[p.x] += dx
		a.At[p.y] += dy
	}
	for k := range a.Places() {
		a.At[2*k], a.At[2*k+1] = r.Round(a.At[2*k], a.At[2*k+1])
	}
	r.held = &a
	r.Moved()
}

// End ends the stroke: it commits the edit. A click selects an annotation; a click on the selected one lets the user
// edit its text. On an empty position, it sets a label, or an end of a new annotation. Without keep the stroke is
// undone.
func (r *Room) End(keep bool) {
	if !r.stroke {
		return
	}
	held, number, erase, moved := r.held, r.number, r.erase, r.moved
	if !keep {
		r.Cancel()
		return
	}
	r.stroke = false
	switch {
	case erase >= 0 || held == nil && number < 0:
		r.drop()
		r.Remove(erase)
	case number >= 0:
		r.drop()
		again := r.selected == number && !moved
		r.choose(number)
		if moved && held != nil && r.Set(number, *held, "move an annotation", "") {
			r.Say(words.Text("Moved. %s", method.AnnotationSaid(held)))
		} else if r.said(number); again {
			r.Write()
		}
	case held.Places() == 2 && r.apart(held.At[0], held.At[1], held.At[2], held.At[3]) <= r.slop():
		if !r.open { // a click: it sets the first position
			r.was.At[2], r.was.At[3] = r.was.At[0], r.was.At[1]
			r.open = true
			r.Say("The first position is set. Escape takes it back.")
		}
	default:
		r.drop()
		if i, ok := r.Add(*held); ok {
			r.choose(i)
			r.Say(words.Text("Added. %s", method.AnnotationSaid(held)))
			if held.Kind == doc.NoteLabel {
				r.Write()
			}
		}
	}
	r.Changed()
}

func (r *Room) said(i int) {
	if a, ok := r.At(i); ok {
		r.Say(method.AnnotationSaid(&a))
	}
}

// Remove removes annotation i; it does nothing if i is -1.
func (r *Room) Remove(i int) {
	if i < 0 {
		return
	}
	if r.Document.Remove(i) {
		r.Renew()
		r.Say("Annotation removed.")
	}
}

// Move moves annotation i by pixels. Successive moves are merged into one step of the history.
func (r *Room) Move(i int, dx, dy float64) {
	a, ok := r.At(i)
	if !ok {
		return
	}
	v := r.View()
	for k := range a.Places() {
		a.At[2*k], a.At[2*k+1] = r.Round(v.DX(v.PX(a.At[2*k])+dx), v.DY(v.PY(a.At[2*k+1])+dy))
	}
	if r.Set(i, a, "move an annotation", "annotation-moved") {
		r.said(i)
	}
}

// Painted returns the annotations as they are painted, including the one that is being drawn or moved.
func (r *Room) Painted() (list []doc.Annotation) {
	for _, i := range r.Shown() {
		a, _ := r.At(i)
		if i == r.number && r.held != nil {
			a = *r.held
		}
		list = append(list, a)
	}
	if r.number < 0 && r.held != nil && (r.held.Kind == doc.NoteLabel || r.held.At[0] != r.held.At[2] ||
		r.held.At[1] != r.held.At[3]) {
		list = append(list, *r.held)
	}
	return list
}

// Spots returns what is highlighted: the outline of the selected annotation, or the first position of one that is drawn
// by clicks.
func (r *Room) Spots() []picture.Spot {
	if r.open {
		return []picture.Spot{{Kind: picture.Dot, XY: []float64{r.was.At[0], r.was.At[1]}}}
	}
	_, a, ok := r.Selected()
	if !ok || r.held != nil {
		return nil
	}
	x0, y0, x1, y1 := a.At[0], a.At[1], a.At[2], a.At[3]
	switch a.Kind {
	case doc.NoteArrow:
		return []picture.Spot{{Kind: picture.Line, XY: []float64{x0, y0, x1, y1}}}
	case doc.NoteLabel:
		b, v := r.box(&a), r.View()
		b = b.Grown(4, 4)
		x0, x1, y0, y1 = v.DX(b.X0), v.DX(b.X1), v.DY(b.Y0), v.DY(b.Y1)
	}
	return []picture.Spot{{Kind: picture.Area, XY: []float64{x0, y0, x1, y0, x1, y1, x0, y1}}}
}

// box returns the box of an annotation's text in pixels, with a margin; without a text it is a box that nothing meets.
func (r *Room) box(a *doc.Annotation) picture.Box {
	l := method.AnnotationText(a, r.View())
	if l == nil {
		return picture.Box{X0: math.Inf(1)}
	}
	px, py := r.px(l.X, l.Y)
	return l.Box(px, py, picture.NoteSize).Grown(4, 2)
}

// hit returns the annotation at a position, and the part of it there: an end, a corner, or the whole; -1 = none. Ends
// and corners come before the rest, and annotations that are painted later before earlier ones.
func (r *Room) hit(x, y float64) (i int, p part) {
	near := 9.0
	if r.Touch() {
		near = 18
	}
	x, y = r.px(x, y)
	shown := r.Shown()
	slices.Reverse(shown)
	for _, i := range shown {
		a, _ := r.At(i)
		if a.Kind == doc.NoteLabel {
			continue
		}
		for _, p := range []part{{0, 1}, {2, 3}, {0, 3}, {2, 1}} {
			if a.Kind == doc.NoteArrow && p.y != p.x+1 {
				continue
			}
			if px, py := r.px(a.At[p.x], a.At[p.y]); math.Hypot(px-x, py-y) <= near {
				return i, p
			}
		}
	}
	at := picture.Box{X0: x, Y0: y, X1: x, Y1: y}.Grown(near/2, near/2)
	for _, i := range shown {
		a, _ := r.At(i)
		x0, y0 := r.px(a.At[0], a.At[1])
		x1, y1 := r.px(a.At[2], a.At[3])
		on := r.box(&a).Meets(at)
		switch a.Kind {
		case doc.NoteArrow:
			on = on || at.MeetsLine(x0, y0, x1, y1)
		case doc.NoteArea:
			on = on || at.MeetsLine(x0, y0, x1, y0) || at.MeetsLine(x1, y0, x1, y1) || at.MeetsLine(x1, y1, x0, y1) ||
				at.MeetsLine(x0, y1, x0, y0)
		}
		if on {
			return i, whole
		}
	}
	return -1, whole
}
