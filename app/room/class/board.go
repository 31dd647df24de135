package class

import (
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	msg "pointscape/engine/class"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Board is what a lecturer sees of the answers: HTML that an engine of its own makes, so that the picture does not wait
// for it, at most every 250 ms.
type Board struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial workers.Dial
	// Panel is what is to be shown now; all, to be saved.
	Panel func(all bool) *msg.Panel
	// Shown takes the HTML, or why there is none.
	Shown func(html, why string)

	lane *workers.Lane
	busy bool // from a question to its answer
	due  bool // something has changed since it was asked
	next clock.Timer
}

// boardEvery is the time between two questions at least, and afterDeath that after an engine has crashed three times.
const (
	boardEvery = 250 * time.Millisecond
	afterDeath = 10 * time.Second
)

// Refresh shows what has changed, soon.
func (b *Board) Refresh() {
	b.due = true
	if !b.busy && !b.next.Waits() {
		b.ask()
	}
}

func (b *Board) ask() {
	b.due, b.busy = false, true
	b.next.Set(b.Clock, boardEvery, b.again)
	b.Make("class", func(html string, e *wire.Error) {
		b.busy = false
		if e != nil {
			b.Shown("", e.Message)
		} else {
			b.Shown(html, "")
		}
		b.again()
	})
}

// again asks for what has changed meanwhile, when it is time and the last answer has come.
func (b *Board) again() {
	if b.due && !b.busy && !b.next.Waits() {
		b.ask()
	}
}

// Make has the engine make a text of a kind that Panel says.
func (b *Board) Make(kind string, done func(text string, e *wire.Error)) {
	text, err := json.Marshal(b.Panel(kind != "class"))
	if err != nil {
		done("", &wire.Error{Message: err.Error()})
		return
	}
	b.Ask(kind, string(text), done)
}

// Ask has the engine make something of any text.
func (b *Board) Ask(kind, text string, done func(text string, e *wire.Error)) {
	if b.lane == nil {
		b.lane = workers.New(b.Dial, b.Clock, workers.Beside(b.died))
		b.lane.Start()
	}
	if b.lane == nil { // the browser starts no engine, which died has told
		return
	}
	lane := b.lane
	workers.MakeText(kind, text, func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lane.Begin(wire.TypeText, head, nil, func(*wire.Progress) {}, answer)
	}, func(text string, e *wire.Error) {
		if lane == b.lane {
			done(text, e)
		}
	})
}

// Close ends the engine.
func (b *Board) Close() {
	b.next.Stop()
	lane := b.lane
	b.lane, b.busy, b.due = nil, false, false
	if lane != nil {
		lane.Close()
	}
}

// died is told that the engine is given up.
func (b *Board) died(why string) {
	b.Close()
	b.Shown("", why)
	b.next.Set(b.Clock, afterDeath, b.again)
}
