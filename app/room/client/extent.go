package client

import (
	"time"

	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// extentWithin is how long people wait for the engine to say what all is.
const extentWithin = 600 * time.Millisecond

// Extent asks which part of the plane shows all that is drawn of the newest state;
// done gets nil when the engine has no answer, or none in time.
func (t *Client) Extent(done func(*wire.Reach)) {
	var head []byte
	d, ok := t.compose(false, func(q *Request) {
		q.Panels = nil
		head, _ = json.Marshal(q.Draw) // as compose does, which tells if it fails
	})
	if !ok || t.lane == nil || head == nil {
		done(nil)
		return
	}
	answer := func(r *wire.Reach) {
		if done != nil {
			f := done
			done = nil
			f(r)
		}
	}
	late := t.Clock.After(extentWithin, func() { answer(nil) })
	t.Call(wire.TypeExtent, head, &d, func(r workers.Reply, e *wire.Error) {
		late()
		var x wire.Reach
		if e != nil || json.Unmarshal(r.Head, &x) != nil || !(x.X[0] < x.X[1] && x.Y[0] < x.Y[1]) {
			answer(nil)
			return
		}
		answer(&x)
	})
}

var unread = &wire.Error{Message: "The engine's response can't be read."}

// Judge asks how good a line is that was drawn over the points of the newest state.
func (t *Client) Judge(line [][2]float64, done func(*wire.Judged, *wire.Error)) {
	t.Persist(func(answer func(workers.Reply, *wire.Error)) {
		var head []byte
		d, ok := t.compose(false, func(q *Request) {
			q.Panels = nil
			head, _ = json.Marshal(wire.Judge{Draw: q.Draw, Line: line}) // as compose does, which tells if it fails
		})
		if !ok || t.lane == nil || head == nil {
			answer(workers.Reply{}, &wire.Error{Message: "The drawing can't be judged yet. Try again in a moment."})
			return
		}
		t.Call(wire.TypeJudge, head, &d, answer)
	}, func(r workers.Reply, e *wire.Error) {
		var x wire.Judged
		if e == nil && json.Unmarshal(r.Head, &x) != nil {
			e = unread
		}
		done(&x, e)
	})
}
