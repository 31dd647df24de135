// Package sweep is the room of a parameter that is played: it walks and plays through the values of the document's
// sweep (doc.Sweep), as package player does through the steps of a fit.
//
// Each value is an edit, made as a hand makes it that drags the parameter's slider. While it plays, the next one is
// made when the picture of the last is painted: a slow engine skips values and keeps the speed.
package sweep

import (
	"math"
	"sort"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
)

// Needs are what a Room works with.
type Needs struct {
	Clock clock.Clock
	// Sweep is the document's sweep, Values all that it goes through, in their order; nil where there is none. Value is
	// the one that the parameter has now, or the nearest that its slider can have.
	Sweep  func() *doc.Sweep
	Values func() []float64
	Value  func() float64
	// Move gives the parameter another value, as a hand does that holds its slider; Rest says that the hand has let go.
	Move func(v float64)
	Rest func()
	// State is the newest state of the page, Painted the newest of which there is a picture to be seen.
	State, Painted func() int
	// Still tells that people want no motion.
	Still func() bool

	// Render shows the bar anew, Write only its figures and its handle. Say tells screen readers where it is.
	Render, Write, Say func()
}

// Room owns how a sweep is played: whether it is, which way, and when the next value is due.
type Room struct {
	Needs

	playing bool
	begun   bool // it has been played or stepped: it goes on from where it is
	back    bool // on the way from the last value to the first
	held    bool // its slider is
	moving  bool // an edit is the room's own
	due     time.Time
	asked   int // the state in which the last value was asked for
	timer   clock.Timer
}

// Playing tells whether it plays, Moves that one value follows the other: it plays, or its slider is held.
func (r *Room) Playing() bool { return r.playing }
func (r *Room) Moves() bool   { return r.playing || r.held }

// Held tells whether its slider is held.
func (r *Room) Held() bool { return r.held }

// Forget makes the next time that it is played the first.
func (r *Room) Forget() { r.begun, r.back = false, false }

// At is the index of the value that the parameter has, or of the nearest, and the last index.
func (r *Room) At() (at, last int) {
	list := r.Values()
	last = len(list) - 1
	if last < 0 {
		return 0, 0
	}
	return nearest(list, r.Value()), last
}

// nearest is the index of the value of an ordered list that lies nearest to v.
func nearest(list []float64, v float64) int {
	n := len(list)
	rises := list[0] < list[n-1]
	i := sort.Search(n, func(i int) bool { return rises && list[i] >= v || !rises && list[i] <= v })
	if i == n || i > 0 && math.Abs(v-list[i-1]) < math.Abs(list[i]-v) {
		i--
	}
	return i
}

// Toggle plays or pauses. Who wants no motion gets the next value.
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

// play begins at the first value, or goes on from the present.
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

// each is how long a value stays.
func (r *Room) each(last int) time.Duration {
	return time.Duration(r.Sweep().Time() / float64(last) * float64(time.Second))
}

// Tick makes the next value when it is due and the picture of the last one is painted. It is called whenever a
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

// bounce goes n values on from one, and back from the ends.
func bounce(at, n, last int, back bool) (int, bool) {
	way := at // along there and back again
	if back {
		way = 2*last - at
	}
	if way = (way + n) % (2 * last); way > last {
		return 2*last - way, true
	}
	return way, false
}

// Stop ends the playing where it is: the hand lets go.
func (r *Room) Stop() {
	r.timer.Stop()
	if !r.Moves() {
		return
	}
	r.playing, r.held = false, false
	r.Rest()
	r.Render()
}

// Edited ends the playing where the document was changed by somebody else than the room.
func (r *Room) Edited() {
	if !r.moving {
		r.Stop()
	}
}

// Walk goes so many values on by hand, Go to one of them.
func (r *Room) Walk(d int) {
	at, last := r.At()
	if !r.begun && d > 0 { // from wherever the parameter was
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

// Scrub goes to value k, to which a hand has moved the slider of the sweep; LetGo ends that.
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
