// Package sound is the room of what is heard of a picture: a sweep from left to right, and a tone at the keyboard's
// cursor, for people who can't see it.
//
// sound.go plays and stops, score.go makes tones, and words, of what the model says. Nothing sounds unasked.
package sound

import (
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/wire"
)

// Key is where it is kept whether the cursor sounds.
const Key = "pointscape.sound"

// apart is how much time lies between two tones of the cursor at least.
const apart = 60 * time.Millisecond

// Needs are what a Room works with.
type Needs struct {
	Clock clock.Clock
	Shelf interface {
		Get(key string) string
		Set(key, value string) bool
	}
	// Open has the browser make sound, as it lets pages only when people do something; false = it can't.
	Open func() bool
	// View is what the picture shows; ok is false while none may be heard, and why says so.
	View func() (v View, why string)
	// Ask asks the model of the newest picture; why is why there is no answer.
	Ask func(q wire.Trace, done func(t *wire.Traced, why string))
	// Play plays something in the place of what was played, Hush ends that.
	Play func(Score)
	Hush func()
	// Tell tells people something; Says is read aloud.
	Tell, Says func(text string)
	Render     func()
}

// Room owns what is played, and whether the cursor sounds.
type Room struct {
	Needs
	on, read bool
	asked    int  // numbers questions of a sweep: an answer to an older one plays nothing
	busy     bool // a sweep is asked for or played
	end      clock.Timer

	asking  bool // a tone is asked for,
	next    *place
	rest    clock.Timer // between two tones
	last    place       // of the newest tone,
	class   int         // and its class
	sounded bool        // there was one
}

type place struct{ x, y float64 }

// On tells whether the cursor sounds.
func (r *Room) On() bool {
	if !r.read {
		r.read, r.on = true, r.Shelf.Get(Key) == "true"
	}
	return r.on
}

// Busy tells whether a sweep is played.
func (r *Room) Busy() bool { return r.busy }

func (r *Room) setBusy(on bool) {
	if r.busy != on {
		r.busy = on
		r.Render()
	}
}

// Switch has the cursor sound, or no longer.
func (r *Room) Switch() {
	r.on = !r.On()
	r.Shelf.Set(Key, strconv.FormatBool(r.on))
	r.Stop()
	if r.on && !r.Open() {
		r.Tell(mute)
	}
	r.Render()
}

const mute = "This browser cannot play sound."

// Toggle plays a sweep of the picture, or ends one.
func (r *Room) Toggle() {
	if r.busy {
		r.Stop()
		return
	}
	v, why := r.View()
	if why == "" && !r.Open() {
		why = mute
	}
	if why != "" {
		r.Tell(why)
		return
	}
	r.Stop()
	r.setBusy(true)
	n := r.asked
	r.Ask(wire.Trace{X0: v.X0, X1: v.X1, Y: v.Y, N: places}, func(t *wire.Traced, why string) {
		if n != r.asked {
			return
		}
		var s Score
		if why == "" {
			if s, why = sweep(t, v); why == "" {
				r.Play(s)
				r.end.Set(r.Clock, time.Duration(s.Seconds*float64(time.Second)), func() {
					r.setBusy(false)
					r.Says(s.Says)
				})
				return
			}
		}
		r.setBusy(false)
		r.Tell(why)
	})
}

// Stop ends what is played: there is another document, or nobody looks.
func (r *Room) Stop() {
	if r.busy || r.sounded {
		r.Hush()
	}
	r.asked++
	r.setBusy(false)
	r.sounded, r.next = false, nil
	r.end.Stop()
}

// At sounds where the cursor has come to.
func (r *Room) At(x, y float64) {
	p := place{x, y}
	if !r.On() || r.sounded && p == r.last {
		return
	}
	if r.asking || r.rest.Waits() {
		r.next = &p
		return
	}
	v, why := r.View()
	if why != "" || !r.Open() {
		return
	}
	r.asking = true
	n := r.asked
	r.Ask(wire.Trace{X0: x, X1: x, Y: y, N: 1}, func(t *wire.Traced, why string) {
		r.asking = false
		r.rest.Set(r.Clock, apart, func() {
			if q := r.next; q != nil {
				r.next = nil
				r.At(q.x, q.y)
			}
		})
		if n != r.asked || why != "" || len(t.Values) == 0 {
			return
		}
		if r.busy { // who walks hears no sweep
			r.Stop()
		}
		class := -1
		if len(t.Classes) > 0 {
			class = t.Classes[0]
		}
		r.Play(tone(t, v, x, r.sounded && class != r.class))
		r.last, r.class, r.sounded = p, class, true
	})
}
