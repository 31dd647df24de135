// Package collecting is the room of a lecturer who collects answers to an assignment: texts in which they are looked
// for, and what the engine has found in them. It has an engine of its own, so that pictures never wait for it; that
// ends when the dialog is closed, or when the work is given up.
package collecting

import (
	"strings"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// Needs are what a Room works with.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial workers.Dial
	// Deck is the assignment.
	Deck func() string
	// Changed is told that something else is to be shown, Say what screen readers say.
	Changed func()
	Say     func(text string)
}

// Made is what the engine has made of all texts, as of assignment.Answers.
type Made struct{ HTML, CSV, JSON, Says string }

// Room owns what is collected.
type Room struct {
	Needs
	// Busy tells whether the engine works, and Done how far it is, from 0 to 1.
	Busy  bool
	Done  float64
	Made  Made
	Wrong string // why there is no table

	files  string
	engine workers.Helper
}

// Close forgets what was collected.
func (r *Room) Close() {
	r.Cancel()
	*r = Room{Needs: r.Needs}
}

// Cancel gives up what the engine does, and the engine, which may be in the midst of a fit. A table that was there
// stays, as it was sorted.
func (r *Room) Cancel() {
	r.Busy = false
	r.engine.Close()
	r.Changed()
}

// Collect collects the answers in a text, in the files that were added before, and in others: a text in which the name
// of each stands before it (assignment.Name).
func (r *Room) Collect(text, files string) {
	r.files += files
	r.ask("collect", r.Deck()+"\x00"+text+r.files)
}

// Sort asks for the same table in another order.
func (r *Room) Sort(by string) {
	if r.engine.On() && !r.Busy {
		r.ask("collected", by)
	}
}

// Refuse says why there is no table.
func (r *Room) Refuse(why string) {
	r.Wrong, r.Busy = why, false
	r.Changed()
}

func (r *Room) ask(kind, text string) {
	if r.Busy {
		r.Cancel()
	}
	r.engine.Clock, r.engine.Dial, r.engine.Died = r.Clock, r.Dial, r.Refuse
	r.Busy, r.Done, r.Wrong = true, 0, ""
	r.Changed()
	r.engine.Ask(kind, text, func(done float64) {
		r.Done = done
		r.Changed()
	}, workers.Made(func(text string, e *wire.Error) {
		if e != nil {
			r.Refuse(e.Message)
			return
		}
		m := &r.Made
		m.HTML, text, _ = strings.Cut(text, "\x00")
		m.CSV, text, _ = strings.Cut(text, "\x00")
		m.JSON, m.Says, _ = strings.Cut(text, "\x00")
		r.Busy = false
		r.Say(m.Says)
		r.Changed()
	}))
}
