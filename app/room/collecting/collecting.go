// Package collecting is the room of a lecturer who collects answers to an assignment: texts in which they are looked
// for, and what the engine has found in them. It has an engine of its own, so that pictures never wait for it; that
// ends when the dialog is closed, or when the work is given up.
package collecting

import (
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

// Text is one in which answers are looked for, as of assignment.Text.
type Text struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Made is what the engine has made of all texts, as of assignment.Made.
type Made struct {
	HTML string `json:"html"`
	CSV  string `json:"csv"`
	JSON string `json:"json"`
	Says string `json:"says"`
}

// Room owns what is collected.
type Room struct {
	Needs
	// Open tells whether the dialog is open, Busy whether the engine works, and Done how far it is, from 0 to 1.
	Open, Busy bool
	Done       float64
	Made       Made
	Wrong      string // why there is no table

	files []Text
	lane  *workers.Lane
}

// Show opens the dialog, empty.
func (r *Room) Show() {
	r.Open = true
	r.Changed()
}

// Close closes it, and forgets what was collected.
func (r *Room) Close() {
	r.Cancel()
	*r = Room{Needs: r.Needs}
	r.Changed()
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

// Collect collects the answers in a text and in the files that were added.
func (r *Room) Collect(text string, files ...Text) {
	r.files = append(r.files, files...)
	b, err := json.Marshal(struct {
		Deck  string `json:"deck"`
		Texts []Text `json:"texts"`
	}{r.Deck(), append([]Text{{"", text}}, r.files...)})
	if err != nil {
		r.Refuse(err.Error())
		return
	}
	r.ask("collect", string(b))
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
		var made Made
		if e == nil && json.Unmarshal([]byte(text), &made) != nil {
			e = &wire.Error{Message: "the engine's response cannot be read"}
		}
		if e != nil {
			r.Refuse(e.Message)
			return
		}
		r.Made, r.Busy = made, false
		r.Say(made.Says)
		r.Changed()
	})
}

// died is told that the engine is given up.
func (r *Room) died(why string) {
	r.lane = nil
	r.Refuse(why)
}
