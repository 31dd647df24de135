package workers

import (
	"pointscape/app/room/clock"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Helper is an engine for long work beside the page's own, so that pictures never wait for it. It starts with the first
// request, and ends with Close.
type Helper struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial Dial
	// Died is called when the engine has died and is given up.
	Died func(why string)

	lane *Lane // nil = the engine is not running
}

// On reports whether the engine is running.
func (a *Helper) On() bool { return a.lane != nil }

// Close ends the engine. Open requests are given up, and not answered.
func (a *Helper) Close() {
	if lane := a.lane; lane != nil {
		a.lane = nil
		lane.Close()
	}
}

// Ask requests a conversion of a text (wire.TypeText), and starts the engine if it is not running. progress gets the
// finished fraction, answer the reply or an error. If the browser cannot start an engine, Died is called, and answer is
// not.
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

// Made returns a handler of replies to wire.TypeText, which passes the converted text, or an error, to done.
func Made(done func(text string, e *wire.Error)) func(Reply, *wire.Error) {
	return func(r Reply, e *wire.Error) {
		var x wire.TextMade
		if e == nil && json.Unmarshal(r.Head, &x) != nil {
			e = &wire.Error{Message: "the engine's response cannot be read"}
		}
		done(x.Text, e)
	}
}
