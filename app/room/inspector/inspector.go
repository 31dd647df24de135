// Package inspector reads out the position under the pointer or the keyboard's cursor: its coordinates, the point
// there, and the method's answer about it.
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
	// tellEvery is the time between updates of the position while the pointer moves. Nobody reads faster, and each
	// update costs layout and paint.
	tellEvery = 100 * time.Millisecond
	// askEvery is the time between questions to the method.
	askEvery = 40 * time.Millisecond
	// A finger does not leave the plane as a mouse does, so its readout is hidden after lookTime, plus perLetter for
	// each character of the answer.
	lookTime  = 4 * time.Second
	perLetter = 60 * time.Millisecond
)

// Needs has what an Inspector depends on.
type Needs struct {
	Clock clock.Clock

	Readout
	Points func() []doc.Point
	View   func() picture.Viewport
	Rows   func() bool // the points are rows of a table
	// Dragged returns the index of the point or handle that is being dragged, Selected that of the selected one; -1 =
	// none (method.GripNumber).
	Dragged, Selected func() int
	// Touch reports whether the last pointer was a finger.
	Touch func() bool
	// Open reports whether there is a model to ask, Computing whether another one is being computed. Ask asks it; done
	// gets nil if it has no answer.
	Open, Computing func() bool
	Ask             func(q wire.Explain, done func(*wire.Explanation))

	// Hovered passes the pointer's position on the plane, in pixels, to the shapes with keys. Key returns the key that
	// is pointed at, "" = none, and whether the question is about the key alone instead of the position.
	Hovered func(px, py float64, on bool)
	Key     func() (key string, alone bool)

	// OtherCorner reports whether the right corner is in use: then the readout goes to the left one.
	OtherCorner func() bool
	// Text describes the position (x, y) and the point there, -1 = none, in words.
	Text func(x, y float64, point int) string
	// Rings is called when another point is pointed at.
	Rings func()
}

// Readout displays the texts. It changes with every move, so it is written directly and not rendered.
type Readout interface {
	// ShowPlace shows the position, ShowAnswer the method's answer about it, nil = none.
	ShowPlace(text string)
	ShowAnswer(*wire.Explanation)
	// ShowBox shows or hides both, in the left or the right corner, at the bottom or the top.
	ShowBox(on, left, low bool)
	// Size returns the box's approximate size in CSS pixels, including its distance from the edges.
	Size() (w, h float64)
}

// Inspector has the position that is pointed at, the point there, and the question to the method about it: one at a
// time, and none while a picture is being computed.
type Inspector struct {
	Needs

	px, py float64 // in CSS pixels
	inside bool
	where  string // place of the key that is pointed at, if that is not on the plane; "" = it is on the plane
	over   int    // index of the point there + 1; 0 = none

	tell     clock.Pace
	x, y     float64 // the position to read out
	point    int     // index of the point there, -1 = none
	selected int     // index of the selected point
	on, left bool
	low      bool

	fades  clock.Timer // hides the readout that a finger has asked for
	unread bool        // its answer has not come

	data    int // version of the data
	asking  bool
	again   bool // ask again
	askedAt time.Time
	later   clock.Timer
}

// Over returns the index of the point that is pointed at, -1 = none.
func (p *Inspector) Over() int { return p.over - 1 }

// SetOver sets the index of the point that is pointed at, after points were added or removed.
func (p *Inspector) SetOver(i int) { p.over = i + 1 }

// Reset says that the data have changed: the readout of a point or position belonged to the old data. The position is
// read out anew, and an answer to an earlier question is ignored.
func (p *Inspector) Reset() {
	p.SetOver(-1)
	p.data++
	if p.tell.Show != nil {
		p.point = -1
		p.ShowAnswer(nil)
		p.replace()
	}
}

// replace reads out the position under the pointer anew, because the plane may have changed.
func (p *Inspector) replace() {
	if v := p.View(); p.inside && p.where == "" && p.Over() == -1 && p.Dragged() == -1 && v.W > 0 {
		p.x, p.y = v.DX(p.px), v.DY(p.py)
	}
	p.RefreshPlace()
}

// Hover sets the pointer's position in pixels and the index of the point there, -1 if there is none; inside is false
// when the pointer has left.
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
	p.Hovered(px, py, inside && p.Dragged() == -1) // shapes that a drag passes over are not pointed at
	if !inside {
		p.Clear()
		return
	}
	v := p.View()
	p.At(v.DX(px), v.DY(py), point)
	p.ask()
}

func (p *Inspector) leave() { p.Hover(0, 0, -1, false) }

// Lifted hides the readout that a finger has asked for, if it is still shown: it belonged to another picture.
func (p *Inspector) Lifted() {
	if p.fades.Waits() {
		p.leave()
	}
}

// Cursor sets the position of the keyboard's cursor, in data coordinates, and the index of the point there, -1 = none.
func (p *Inspector) Cursor(x, y float64, point int, on bool) {
	v := p.View()
	p.Hover(v.PX(x), v.PY(y), point, on)
	p.fades.Stop()
}

// Elsewhere says that the key that is pointed at is not under the pointer on the plane: it is in a plot, or the
// keyboard's. "" = no longer.
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

// At reads out a position: at once if there is another point, otherwise at most ten times a second while the pointer
// moves.
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

// RefreshPlace reads the position out anew, because something else is known about it.
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
		// The box avoids the pointer: it moves into the other corner, or down if it is so wide that the pointer is
		// under both.
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

// Clear removes the method's answer; the position stays visible during a drag.
func (p *Inspector) Clear() {
	p.ShowAnswer(nil)
	p.showBox(p.Dragged() != -1)
}

// ask asks the method about the pointer's position.
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
	// If there is a point, the question is about the point.
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
		if key, _ := p.Key(); p.where == "" || x.Key == key { // otherwise the question was asked on the plane
			p.ShowAnswer(x)
			p.showBox(p.on) // its size may have changed
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
			p.leave() // the finger was at another position
			return
		}
		if p.where == "" && p.Over() == -1 && (v.DX(p.px) != p.x || v.DY(p.py) != p.y) {
			p.replace()
		}
		p.ask()
	}
}
