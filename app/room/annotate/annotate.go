// Package annotate is the room of the tool with which people draw annotations over the plane: arrows, texts, areas. It
// owns what a hand is about to draw or move; annotations themselves are the document's.
package annotate

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Document has the annotations, by their numbers; see editor.Annotations.
type Document interface {
	Shown() []int
	At(i int) (a doc.Annotation, ok bool)
	Add(a doc.Annotation) (i int, ok bool)
	Set(i int, a doc.Annotation, what, key string) bool
	Remove(i int) bool
}

// Needs are what a Room works with.
type Needs struct {
	Document
	View    func() picture.Viewport
	Round   func(x, y float64) (float64, float64) // a place, as short as a pixel can tell it apart
	Touch   func() bool                           // a finger draws
	Called  string                                // the text of a new label
	Changed func()                                // the tool, what is selected or what is held
	Write   func()                                // the text of the selected one is to be written
	Say     func(text string)
}

// Room is the tool.
type Room struct {
	Needs

	kind     string // that a hand draws; "" = the tool is put down
	selected int    // a number, -1 = none is
	stroke   bool   // a hand draws, moves or erases
	held     *doc.Annotation
	number   int        // of what is held, -1 = it is new
	open     bool       // a click has set the first place of what is held, the next sets the second
	from     [2]float64 // where the stroke began
	was      doc.Annotation
	part     part
	moved    bool
	erase    int // what a stroke erases, -1 = it does not
}

// part is what of an annotation a hand holds: the coordinates of At that follow it.
type part struct{ x, y int }

var whole = part{-1, -1}

// Init makes a room.
func (r *Room) Init(n Needs) { *r = Room{Needs: n, selected: -1, number: -1, erase: -1} }

// Kind is that of what a hand draws; "" = it does not.
func (r *Room) Kind() string { return r.kind }

// Selected is the annotation whose text can be changed.
func (r *Room) Selected() (i int, a doc.Annotation, ok bool) {
	if r.selected < 0 {
		return -1, a, false
	}
	a, ok = r.At(r.selected)
	return r.selected, a, ok
}

// Take takes the tool, for a kind of annotations, or puts it down: "".
func (r *Room) Take(kind string) {
	r.drop()
	if r.kind = kind; kind == "" {
		r.selected = -1
	}
	r.Changed()
}

// Select selects one, -1 = none.
func (r *Room) Select(i int) {
	r.drop()
	r.selected = i
	r.Changed()
}

// Renew is called when the document has changed.
func (r *Room) Renew() {
	if _, ok := r.At(r.selected); !ok {
		r.selected = -1
	}
	if r.number >= 0 {
		r.drop()
	}
}

// Cancel ends what a hand has begun; false = nothing.
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

// slop is how far, in pixels, a hand moves in a click.
func (r *Room) slop() float64 {
	if r.Touch() {
		return 8
	}
	return 4
}

// apart is how far two places are apart in pixels.
func (r *Room) apart(x0, y0, x1, y1 float64) float64 {
	x0, y0 = r.px(x0, y0)
	x1, y1 = r.px(x1, y1)
	return math.Hypot(x1-x0, y1-y0)
}

// px is a place in pixels.
func (r *Room) px(x, y float64) (float64, float64) {
	v := r.View()
	return v.PX(x), v.PY(y)
}

// Stroke draws on to a place, or begins there: at an annotation, which is moved or erased, or a new one.
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

// part2 is the second place.
var part2 = part{2, 3}

// follow moves what is held to where the hand is.
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
	r.Changed()
}

// End ends the stroke; without keep it is as if it had not been.
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
		r.selected = number
		if moved && held != nil && r.Set(number, *held, "move an annotation", "") {
			r.Say("Moved. " + method.AnnotationSaid(held))
		} else if r.said(number); again {
			r.Write()
		}
	case held.Places() == 2 && r.apart(held.At[0], held.At[1], held.At[2], held.At[3]) <= r.slop():
		if !r.open { // a click
			r.was.At[2], r.was.At[3] = r.was.At[0], r.was.At[1]
			r.open = true
			r.Say("The first position is set. Escape takes it back.")
		}
	default:
		r.drop()
		if i, ok := r.Add(*held); ok {
			r.selected = i
			r.Say("Added. " + method.AnnotationSaid(held))
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

// Remove removes one, if it is there.
func (r *Room) Remove(i int) {
	if i < 0 {
		return
	}
	if r.selected == i {
		r.selected = -1
	}
	if r.Document.Remove(i) {
		r.Say("Annotation removed.")
	}
}

// Move moves one by so many pixels, in one step with the moves before it.
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

// Painted are the annotations as they are painted: with what a hand holds.
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

// Spots are what is lit: what is selected, or the first place of what is begun.
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

// box is where the text of one stands, in pixels.
func (r *Room) box(a *doc.Annotation) picture.Box {
	l := method.AnnotationText(a, r.View())
	if l == nil {
		return picture.Box{X0: math.Inf(1)}
	}
	px, py := r.px(l.X, l.Y)
	return l.Box(px, py, picture.NoteSize).Grown(4, 2)
}

// hit is the annotation at a place, and what of it: an end, a corner, or all; -1 = none. Those above come first.
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
