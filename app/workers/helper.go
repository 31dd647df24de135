package workers

import (
	"pointscape/app/room/clock"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Helper is an engine beside the page's own, for what takes long: pictures never wait for it. It starts when it is
// asked for something, and ends with Close.
type Helper struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial Dial
	// Died is told that the engine is given up.
	Died func(why string)

	lane *Lane
}

// On tells whether there is the engine.
func (a *Helper) On() bool { return a.lane != nil }

// Close ends the engine. What it was asked for is given up, and not answered.
func (a *Helper) Close() {
	if lane := a.lane; lane != nil {
		a.lane = nil
		lane.Close()
	}
}

// Ask asks for something made of a text (wire.TypeText). Where the browser starts no engine, Died is told, and there is
// no answer.
func (a *Helper) Ask(kind, text string, progress func(done float64), answer func(Reply, *wire.Error)) {
	if a.lane == nil {
		var lane *Lane
		lane = New(a.Dial, a.Clock, Beside(func(why string) {
			if lane == a.lane {
				a.Close()
				a.Died(why)
			}
		}))
		a.lane = lane
		lane.Start()
	}
	lane := a.lane
	if lane == nil {
		return
	}
	head, err := json.Marshal(wire.AskText{Kind: kind, Text: text})
	if err != nil {
		answer(Reply{}, &wire.Error{Message: err.Error()})
		return
	}
	lane.Begin(wire.TypeText, head, nil, func(p *wire.Progress) {
		if lane == a.lane {
			progress(p.Done)
		}
	}, func(r Reply, e *wire.Error) {
		if lane == a.lane {
			answer(r, e)
		}
	})
}

// Made takes what was made of a text.
func Made(done func(text string, e *wire.Error)) func(Reply, *wire.Error) {
	return func(r Reply, e *wire.Error) {
		var x wire.TextMade
		if e == nil && json.Unmarshal(r.Head, &x) != nil {
			e = &wire.Error{Message: "the engine's response cannot be read"}
		}
		done(x.Text, e)
	}
}
