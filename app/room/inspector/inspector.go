// Package inspector is the room of hovering and reading out: where the pointer or the
// keyboard's cursor is, what is there, and what the method says of it.
package inspector

import (
	"strings"
	"time"
	"unicode/utf8"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const (
	// tellEvery is how often the place is told while the pointer moves. Nobody reads
	// faster, and each change is laid out and painted.
	tellEvery = 100 * time.Millisecond
	// askEvery is how often the method is asked.
	askEvery = 40 * time.Millisecond
	// A finger does not leave the plane as a mouse does. What it has asked for is shown long enough to be read.
	lookTime  = 4 * time.Second
	perLetter = 60 * time.Millisecond
)

// Needs are what a Inspector works with.
type Needs struct {
	Clock clock.Clock

	Readout
	Points func() []doc.Point
	View   func() picture.Viewport
	Rows   func() bool // the points are rows of a table
	// Dragged is the point or the handle that a hand holds, Selected the one that is selected:
	// its number, -1 = none (method.GripNumber).
	Dragged, Selected func() int
	// Touch tells that the last pointer was a finger.
	Touch func() bool
	// Open tells that there is a model to be asked, Computing that another one is
	// being made. Ask asks it; done gets nil when it has no answer.
	Open, Computing func() bool
	Ask             func(q wire.Explain, done func(*wire.Explanation))

	// Hovered tells what carries keys where on the plane the pointer is, in pixels; Key is the
	// key that is pointed at, "" = none, and whether what it stands for is to be asked for
	// instead of the answer at the place.
	Hovered func(px, py float64, on bool)
	Key     func() (key string, alone bool)

	// OtherCorner tells that something else has the right corner: then the left one is the
	// readout's.
	OtherCorner func() bool
	// Text says in words where (x, y) is, and which point, -1 = none, is there.
	Text func(x, y float64, point int) string
	// Rings tells that another point is pointed at.
	Rings func()
}

// Readout shows what is told. It changes with every move, so it is written directly
// and not rendered.
type Readout interface {
	// ShowPlace shows the place, ShowAnswer what the method says of it, nil = nothing.
	ShowPlace(text string)
	ShowAnswer(*wire.Explanation)
	// ShowBox shows or hides both, in the left corner or in the right one, at the top or at the bottom.
	ShowBox(on, left, low bool)
	// Size is about how large the box is, in CSS pixels, with its distance from the edges.
	Size() (w, h float64)
}

// Inspector owns the place that is pointed at, the point there, and the question to
// the method about it: one at a time, and none while a picture is being made.
type Inspector struct {
	Needs

	px, py float64 // in CSS pixels
	inside bool
	where  string // the key that is pointed at is not on the plane but there; "" = it is
	over   int    // the point there + 1; 0 = none

	tell     clock.Pace
	x, y     float64 // the place to tell
	point    int     // the point there, -1 = none
	selected int     // and the selected one
	on, left bool
	low      bool

	fades  clock.Timer // a finger was there, and what it has asked for goes by itself
	unread bool        // its answer has not come

	data    int // which data are there
	asking  bool
	again   bool // ask once more
	askedAt time.Time
	later   clock.Timer
}

// Over is the point that is pointed at, -1 = none.
func (p *Inspector) Over() int { return p.over - 1 }

// SetOver tells which point is pointed at, since points have come or gone.
func (p *Inspector) SetOver(i int) { p.over = i + 1 }

// Reset tells that other data are there: what was told of a point or a place was of those
// before. The place is told anew, and an answer to an earlier question comes too late.
func (p *Inspector) Reset() {
	p.SetOver(-1)
	p.data++
	if p.tell.Show != nil {
		p.point = -1
		p.ShowAnswer(nil)
		p.replace()
	}
}

// replace tells anew the place that is at the pointer: the plane may be another one.
func (p *Inspector) replace() {
	if v := p.View(); p.inside && p.where == "" && p.Over() == -1 && p.Dragged() == -1 && v.W > 0 {
		p.x, p.y = v.DX(p.px), v.DY(p.py)
	}
	p.RefreshPlace()
}

// Hover tells what the pointer is over: a place in pixels and the point there, -1
// when there is none; inside is false when it has left.
func (p *Inspector) Hover(px, py float64, point int, inside bool) {
	if !inside {
		point = -1
	}
	if point != p.Over() {
		p.SetOver(point)
		p.Rings()
	}
	p.inside, p.px, p.py, p.where = inside, px, py, ""
	if p.fades.Stop(); inside && p.Touch() {
		p.unread = true
		p.fades.Set(p.Clock, lookTime, p.leave)
	}
	p.Hovered(px, py, inside && p.Dragged() == -1) // what a hand moves is looked at, not what it passes
	if !inside {
		p.Clear()
		return
	}
	v := p.View()
	p.At(v.DX(px), v.DY(py), point)
	p.ask()
}

func (p *Inspector) leave() { p.Hover(0, 0, -1, false) }

// Lifted takes away what a finger has asked for, where that is still shown: it was of another picture.
func (p *Inspector) Lifted() {
	if p.fades.Waits() {
		p.leave()
	}
}

// Cursor tells where the keyboard's cursor is, in data coordinates, and the point
// there, -1 = none.
func (p *Inspector) Cursor(x, y float64, point int, on bool) {
	v := p.View()
	p.Hover(v.PX(x), v.PY(y), point, on)
	p.fades.Stop()
}

// Elsewhere tells that a key is pointed at which is not under the pointer on the plane: in
// a plot, or by the keyboard. "" = no more.
func (p *Inspector) Elsewhere(where string) {
	if p.Over() >= 0 {
		p.SetOver(-1)
		p.Rings()
	}
	v := p.View()
	p.fades.Stop()
	p.where, p.inside = where, where != ""
	p.px, p.py = float64(v.W)/2, float64(v.H)
	if !p.inside {
		p.Clear()
		return
	}
	p.ShowPlace(where)
	p.showBox(true)
	p.ask()
}

// At tells a place: at once where it is at another point, else ten times a second
// while it moves.
func (p *Inspector) At(x, y float64, point int) {
	if p.View().W <= 0 {
		return
	}
	if p.tell.Show == nil {
		p.tell = clock.Pace{Clock: p.Clock, Every: tellEvery, Show: p.showPlace}
	}
	other := point != p.point || p.Selected() != p.selected
	p.x, p.y, p.point, p.selected = x, y, point, p.Selected()
	p.showBox(true)
	if other {
		p.tell.Now()
		return
	}
	p.tell.Soon()
}

// RefreshPlace tells the place anew: something else is known of what is there.
func (p *Inspector) RefreshPlace() {
	if p.on && p.tell.Show != nil {
		p.tell.Now()
	}
}

func (p *Inspector) showPlace() {
	if p.where == "" {
		p.ShowPlace(p.Text(p.x, p.y, p.point))
	}
}

func (p *Inspector) showBox(on bool) {
	left, low := p.left, p.low
	if view := p.View(); on && view.W > 0 {
		// It gets out of the pointer's way: into the other corner, or, where it is so wide that both are the pointer's, down.
		w, h := p.Size()
		inRight, inLeft := p.px > float64(view.W)-w && p.py < h, p.px < w && p.py < h
		left = inRight || p.OtherCorner() && !inLeft
		low = inRight && inLeft && p.py < float64(view.H)-h
	}
	if on != p.on || left != p.left || low != p.low {
		p.on, p.left, p.low = on, left, low
		p.ShowBox(on, left, low)
	}
}

// Clear takes away what the method has said; the place stays to be read while a
// hand holds a point.
func (p *Inspector) Clear() {
	p.ShowAnswer(nil)
	p.showBox(p.Dragged() != -1)
}

// ask asks what the method says where the pointer is.
func (p *Inspector) ask() {
	if !p.Open() || p.Dragged() != -1 {
		return
	}
	if p.asking || p.Computing() {
		p.again = true
		return
	}
	if wait := askEvery - p.Clock.Now().Sub(p.askedAt); wait > 0 {
		if !p.again {
			p.again = true
			p.later.Set(p.Clock, wait, p.Again)
		}
		return
	}
	p.again, p.asking = false, true
	p.askedAt = p.Clock.Now()
	v := p.View()
	q := wire.Explain{X: v.DX(p.px), Y: v.DY(p.py), View: v}
	// At a point, the question is about the point.
	if pts, i := p.Points(), p.Over(); i >= 0 && i < len(pts) {
		q.X, q.Y = pts[i].X, pts[i].Y
		if p.Rows() {
			q.Row = i + 1
		}
	}
	if key, alone := p.Key(); key != "" {
		q.Key, q.Place = key, p.where == "" && (!alone || p.Over() >= 0)
	}
	data := p.data
	p.Ask(q, func(x *wire.Explanation) {
		p.asking = false
		if x == nil || !p.inside || p.Dragged() != -1 {
			return
		}
		if data != p.data {
			p.Again()
			return
		}
		if key, _ := p.Key(); p.where == "" || x.Key == key { // else it was asked on the plane
			p.ShowAnswer(x)
			p.showBox(p.on) // it may be larger
		}
		if p.unread && p.fades.Waits() {
			p.unread = false
			letters := utf8.RuneCountInString(x.Answer + strings.Join(x.Lines, ""))
			p.fades.Set(p.Clock, lookTime+time.Duration(letters)*perLetter, p.leave)
		}
		if p.again {
			p.Again()
		}
	})
}

// Again asks once more, if something is pointed at: there is another model.
func (p *Inspector) Again() {
	p.again = false
	if p.inside && p.Dragged() == -1 {
		v := p.View()
		if p.fades.Waits() && p.Over() == -1 && (v.DX(p.px) != p.x || v.DY(p.py) != p.y) {
			p.leave() // the finger was at another place
			return
		}
		if p.where == "" && p.Over() == -1 && (v.DX(p.px) != p.x || v.DY(p.py) != p.y) {
			p.replace()
		}
		p.ask()
	}
}
