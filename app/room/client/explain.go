package client

import (
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Explain asks the model of the newest picture what it says of a place; done gets
// nil when it has no answer.
func (t *Client) Explain(q wire.Explain, done func(*wire.Explanation)) {
	head, err := json.Marshal(q)
	if err != nil {
		done(nil)
		return
	}
	t.Call(wire.TypeExplain, head, nil, func(r workers.Reply, e *wire.Error) {
		var x wire.Explanation
		if e != nil || json.Unmarshal(r.Head, &x) != nil {
			done(nil)
			return
		}
		done(&x)
	})
}

// Trace asks the model of the newest picture, once that is there, what it says along a line.
func (t *Client) Trace(q wire.Trace, done func(*wire.Traced, *wire.Error)) {
	t.inquire(wire.TypeTrace, q, func(r workers.Reply, e *wire.Error) {
		x := wire.Traced{Values: r.Numbers}
		if e == nil && (json.Unmarshal(r.Head, &x) != nil || x.Classes != nil && len(x.Classes) != len(x.Values)) {
			e = unread
		}
		done(&x, e)
	})
}

// Answers asks it, as Trace does, what it says at points of the document.
func (t *Client) Answers(q wire.Answers, done func(*wire.Answered, *wire.Error)) {
	t.inquire(wire.TypeAnswers, q, func(r workers.Reply, e *wire.Error) {
		var x wire.Answered
		if e == nil && json.Unmarshal(r.Head, &x) != nil {
			e = unread
		}
		done(&x, e)
	})
}

// inquire asks the model of the newest picture, once that is there.
func (t *Client) inquire(typ string, q any, done func(workers.Reply, *wire.Error)) {
	head, _ := json.Marshal(q)
	ask := func(answer func(workers.Reply, *wire.Error)) { t.Call(typ, head, nil, answer) }
	t.Wait(func(e *wire.Error) {
		if e != nil {
			done(workers.Reply{}, e)
			return
		}
		t.Persist(ask, done)
	})
}
