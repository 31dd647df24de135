// Package collecting is the room of a lecturer who collects answers to an assignment: texts in which they are looked
// for, and what the engine has found in them. It has an engine of its own, so that pictures never wait for it; that
// ends when the dialog is closed, or when the work is given up.
package collecting

import (
	"strings"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/json"
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

	files string
	lane  *workers.Lane
}

// Close forgets what was collected.
func (r *Room) Close() {
	r.Cancel()
	*r = Room{Needs: r.Needs}
}

// Cancel gives up what the engine does, and the engine, which may be in the midst of a fit. A table that was there
// stays, as it was sorted.
func (r *Room) Cancel() {
	lane := r.lane
	r.lane, r.Busy = nil, false
	if lane != nil {
		lane.Close()
	}
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
	if r.lane != nil && !r.Busy {
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
	if r.lane == nil {
		r.lane = workers.New(r.Dial, r.Clock, workers.Beside(r.died))
		r.lane.Start()
		if r.lane == nil { // the browser starts no engine, and that was told
			return
		}
	}
	lane := r.lane
	r.Busy, r.Done, r.Wrong = true, 0, ""
	r.Changed()
	workers.MakeText(kind, text, func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lane.Begin(wire.TypeText, head, nil, func(p *wire.Progress) {
			if lane == r.lane {
				r.Done = p.Done
				r.Changed()
			}
		}, answer)
	}, func(text string, e *wire.Error) {
		if lane != r.lane {
			return
		}
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
	})
}

// died is told that the engine is given up.
func (r *Room) died(why string) {
	r.lane = nil
	r.Refuse(why)
}
