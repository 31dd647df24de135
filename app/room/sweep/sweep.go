// Package sweep animates a parameter: it steps and plays through the values of the document's sweep (doc.Sweep), as
// package player does through the steps of a fit.
//
// Each value is an edit like that of a drag of the parameter's slider. While it plays, the next edit is made when the
// picture of the last one is painted: with a slow engine it skips values and keeps the speed.
package sweep

import (
	"math"
	"sort"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
)

// Needs has what a Room depends on.
type Needs struct {
	Clock clock.Clock
	// Sweep returns the document's sweep, Values its values in order, nil if there is none. Value returns the
	// parameter's present value, or the nearest that its slider can have.
	Sweep  func() *doc.Sweep
	Values func() []float64
	Value  func() float64
	// Move changes the parameter like a drag of its slider; Rest ends the drag.
	Move func(v float64)
	Rest func()
	// State returns the page's newest state, Painted the newest state with a visible picture.
	State, Painted func() int
	// Still reports whether the user prefers reduced motion.
	Still func() bool

	// Render renders the bar, Write only updates its figures and its handle. Say speaks the value to screen readers.
	Render, Write, Say func()
}

// Room is the state of a sweep: whether it plays, in which direction, and when the next value is due.
type Room struct {
	Needs

	playing bool
	begun   bool // it has been played or stepped: it continues from the present value
	back    bool // on the way from the last value to the first
	held    bool // its slider is being dragged
	moving  bool // the present edit is the room's own
	due     time.Time
	asked   int // the state in which the last value was asked for
	timer   clock.Timer
}

// Playing reports whether it plays, Moves whether values follow one another: it plays, or its slider is being dragged.
func (r *Room) Playing() bool { return r.playing }
func (r *Room) Moves() bool   { return r.playing || r.held }

// Held reports whether its slider is being dragged.
func (r *Room) Held() bool { return r.held }

// Forget makes the next playing start at the first value.
func (r *Room) Forget() { r.begun, r.back = false, false }

// At returns the index of the parameter's value, or of the nearest one, and the last index.
func (r *Room) At() (at, last int) {
	list := r.Values()
	last = len(list) - 1
	if last < 0 {
		return 0, 0
	}
	return nearest(list, r.Value()), last
}

// nearest returns the index of the value of an ordered list that is nearest to v.
func nearest(list []float64, v float64) int {
	n := len(list)
	rises := list[0] < list[n-1]
	i := sort.Search(n, func(i int) bool { return rises && list[i] >= v || !rises && list[i] <= v })
	if i == n || i > 0 && math.Abs(v-list[i-1]) < math.Abs(list[i]-v) {
		i--
	}
	return i
}

// Toggle plays or pauses. With reduced motion it moves to the next value.
func (r *Room) Toggle() {
	switch {
	case r.playing:
		r.Stop()
		r.Say()
	case r.Still():
		r.Walk(1)
	default:
		r.play()
	}
}

// play starts at the first value, or continues from the present one.
func (r *Room) play() {
	list := r.Values()
	if len(list) < 2 {
		return
	}
	at, last := r.At()
	from := !r.begun || at == last && !r.Sweep().Back
	r.playing, r.begun, r.held = true, true, false
	r.due = r.Clock.Now()
	if from {
		r.back = false
		r.move(list[0])
		r.due = r.due.Add(r.each(last))
	}
	r.asked = r.State()
	r.Render()
	r.Tick()
}

// each returns how long a value stays.
func (r *Room) each(last int) time.Duration {
	return time.Duration(r.Sweep().Time() / float64(last) * float64(time.Second))
}

// Tick makes the next value if it is due and the picture of the last one is painted. It must be called whenever a
// picture has been painted.
func (r *Room) Tick() {
	if !r.playing || r.Painted() < r.asked {
		return
	}
	s, list := r.Sweep(), r.Values()
	if s == nil || len(list) < 2 {
		r.Stop()
		return
	}
	r.timer.Stop()
	now := r.Clock.Now()
	if wait := r.due.Sub(now); wait > 0 {
		r.timer.Set(r.Clock, wait, r.Tick)
		return
	}
	at, last := r.At()
	each := r.each(last)
	n, late := clock.StepsDue(now.Sub(r.due).Seconds(), 1/each.Seconds())
	r.due = now.Add(-time.Duration(late * float64(time.Second)))
	if s.Back {
		at, r.back = bounce(at, n, last, r.back)
	} else if at += n; at >= last {
		at = last
		r.move(list[at])
		r.Stop()
		r.Say()
		return
	}
	before := r.State()
	r.move(list[at])
	if r.asked = r.State(); r.asked == before { // no picture follows
		r.timer.Set(r.Clock, max(r.due.Sub(now), each), r.Tick)
	}
}

// bounce moves n values on from index at, turning back at the ends. It returns the new index and direction.
func bounce(at, n, last int, back bool) (int, bool) {
	way := at // position on the way there and back again
	if back {
		way = 2*last - at
	}
	if way = (way + n) % (2 * last); way > last {
		return 2*last - way, true
	}
	return way, false
}

// Stop stops the playing, or the drag, at the present value.
func (r *Room) Stop() {
	r.timer.Stop()
	if !r.Moves() {
		return
	}
	r.playing, r.held = false, false
	r.Rest()
	r.Render()
}

// Edited stops the playing if the document was changed by anything other than the room.
func (r *Room) Edited() {
	if !r.moving {
		r.Stop()
	}
}

// Walk moves by d values, Go to one of them, at the user's command. If the sweep has not begun, Walk forward goes to
// the first value.
func (r *Room) Walk(d int) {
	at, last := r.At()
	if !r.begun && d > 0 { // from any value of the parameter
		at = -1
		d = 1
	}
	r.Go(min(max(at+d, 0), last))
}

func (r *Room) Go(k int) {
	r.Stop()
	r.begun = true
	list := r.Values()
	if k < 0 || k >= len(list) {
		return
	}
	r.held = true
	r.move(list[k])
	r.Stop()
	r.Say()
}

// Scrub moves to value k while the sweep's slider is dragged; LetGo ends that.
func (r *Room) Scrub(k int) {
	list := r.Values()
	if k < 0 || k >= len(list) {
		return
	}
	if r.playing {
		r.Stop()
	}
	r.begun, r.held = true, true
	r.move(list[k])
}

func (r *Room) LetGo() {
	if r.held {
		r.Stop()
	}
}

func (r *Room) move(v float64) {
	r.moving = true
	r.Move(v)
	r.moving = false
	r.Write()
}
