// Package sound makes a picture audible for users who cannot see it: a sweep from left to right, and a tone at the
// keyboard's cursor.
//
// sound.go plays and stops; score.go converts a model's predictions to tones and words. Nothing is played without the
// user's command.
package sound

import (
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/wire"
)

// Key is the storage key of whether the cursor has a tone.
const Key = "pointscape.sound"

// apart is the least time between two tones of the cursor.
const apart = 60 * time.Millisecond

// Needs has what a Room depends on.
type Needs struct {
	Clock clock.Clock
	Shelf interface {
		Get(key string) string
		Set(key, value string) bool
	}
	// Open has the browser enable sound, which it allows only after an action of the user; false = it cannot.
	Open func() bool
	// View returns what the picture shows, or why nothing may be played.
	View func() (v View, why string)
	// Ask asks the model of the newest picture; why says why there is no answer.
	Ask func(q wire.Trace, done func(t *wire.Traced, why string))
	// Play plays a score and stops the one before; Hush only stops.
	Play func(Score)
	Hush func()
	// Tell shows a message to the user; Says is read aloud.
	Tell, Says func(text string)
	Render     func()
}

// Room has the present sound, and whether the cursor has a tone.
type Room struct {
	Needs
	on, read bool
	asked    int  // number of the newest sweep: an answer for an earlier one is ignored
	busy     bool // a sweep is asked for or played
	end      clock.Timer

	asking  bool // a tone is asked for
	next    *place
	rest    clock.Timer // between two tones
	last    place       // position of the newest tone
	class   int         // its class
	sounded bool        // there was a tone
}

type place struct{ x, y float64 }

// On reports whether the cursor has a tone.
func (r *Room) On() bool {
	if !r.read {
		r.read, r.on = true, r.Shelf.Get(Key) == "true"
	}
	return r.on
}

// Busy reports whether a sweep is asked for or played.
func (r *Room) Busy() bool { return r.busy }

func (r *Room) setBusy(on bool) {
	if r.busy != on {
		r.busy = on
		r.Render()
	}
}

// Switch switches the cursor's tone on or off.
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

// Toggle plays a sweep of the picture, or stops it.
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

// Stop stops the sound: there is another document, or the page is hidden.
func (r *Room) Stop() {
	if r.busy || r.sounded {
		r.Hush()
	}
	r.asked++
	r.setBusy(false)
	r.sounded, r.next = false, nil
	r.end.Stop()
}

// At plays the tone of the cursor's position.
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
		if r.busy { // moving the cursor ends a sweep
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
