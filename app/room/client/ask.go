package client

import (
	"time"

	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const (
	// askedAgain is how often an overtaken request is repeated at most.
	askedAgain = 3
	// extentWithin is how long the page waits for the answer to Extent.
	extentWithin = 600 * time.Millisecond
)

var (
	notRunning = &wire.Error{Message: "The engine is not running."}
	unread     = &wire.Error{Message: "The engine's response can't be read."}
)

// Call sends the engine a request other than a draw; it has a single answer.
func (t *Client) Call(typ string, head []byte, draw *workers.Draw, done func(workers.Reply, *wire.Error)) {
	if t.lane == nil {
		done(workers.Reply{}, notRunning)
		return
	}
	t.lane.Call(typ, head, draw, done)
}

// Open has the engine read input from outside; see importer.Engine.
func (t *Client) Open(head []byte, text workers.Text, done func(workers.Reply, *wire.Error)) *workers.Work {
	if t.lane == nil {
		done(workers.Reply{}, notRunning)
		return nil
	}
	return t.lane.Open(head, text, done)
}

// Persist is Call for a request that takes long. If a newer picture overtakes it, it is repeated once that picture is
// there: ask composes it anew of the document at that time. If pictures keep overtaking it, done gets the error.
func (t *Client) Persist(ask func(answer func(workers.Reply, *wire.Error)), done func(workers.Reply, *wire.Error)) {
	left := askedAgain
	var answer func(workers.Reply, *wire.Error)
	answer = func(r workers.Reply, e *wire.Error) {
		if e == workers.Overtaken && left > 0 {
			left--
			t.Wait(func(*wire.Error) { ask(answer) })
			return
		}
		done(r, e)
	}
	ask(answer)
}

// inquire asks the model of the newest picture, once that picture is there.
func (t *Client) inquire(typ string, q any, done func(workers.Reply, *wire.Error)) {
	head, _ := json.Marshal(q)
	t.Wait(func(e *wire.Error) {
		if e != nil {
			done(workers.Reply{}, e)
			return
		}
		t.Persist(func(answer func(workers.Reply, *wire.Error)) { t.Call(typ, head, nil, answer) }, done)
	})
}

// read parses a reply's head into x.
func read(r workers.Reply, e *wire.Error, x any) *wire.Error {
	if e == nil && json.Unmarshal(r.Head, x) != nil {
		return unread
	}
	return e
}

// Explain asks the model of the newest picture about a position; done gets nil if there is no answer.
func (t *Client) Explain(q wire.Explain, done func(*wire.Explanation)) {
	head, err := json.Marshal(q)
	if err != nil {
		done(nil)
		return
	}
	t.Call(wire.TypeExplain, head, nil, func(r workers.Reply, e *wire.Error) {
		x := new(wire.Explanation)
		if read(r, e, x) != nil {
			x = nil
		}
		done(x)
	})
}

// Trace asks the model of the newest picture, once that is there, for its values along a line.
func (t *Client) Trace(q wire.Trace, done func(*wire.Traced, *wire.Error)) {
	t.inquire(wire.TypeTrace, q, func(r workers.Reply, e *wire.Error) {
		x := wire.Traced{Values: r.Numbers}
		if e = read(r, e, &x); e == nil && x.Classes != nil && len(x.Classes) != len(x.Values) {
			e = unread
		}
		done(&x, e)
	})
}

// Predict asks the model of the newest picture, once that is there, for its predictions at points of the document.
func (t *Client) Predict(q wire.Predict, done func(*wire.Predicted, *wire.Error)) {
	t.inquire(wire.TypePredict, q, func(r workers.Reply, e *wire.Error) {
		var x wire.Predicted
		done(&x, read(r, e, &x))
	})
}

// about makes a request about the newest state: head makes the request's head of a wire.Draw without panels. ok is
// false if there is nothing to ask for.
func (t *Client) about(fine bool, head func(wire.Draw) any) (d workers.Draw, ok bool, err error) {
	var own []byte
	d, ok = t.compose(fine, func(q *Request) {
		q.Panels = nil
		own, err = json.Marshal(head(q.Draw))
	})
	d.Head = own
	return d, ok, err
}

// Extent asks which part of the plane contains everything that is drawn of the newest state. done gets nil if the
// engine has no answer, or none in time.
func (t *Client) Extent(done func(*wire.Reach)) {
	d, ok, err := t.about(false, func(q wire.Draw) any { return q })
	if !ok || err != nil || t.lane == nil {
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
	t.Call(wire.TypeExtent, d.Head, &d, func(r workers.Reply, e *wire.Error) {
		late()
		x := new(wire.Reach)
		if read(r, e, x) != nil || !(x.X[0] < x.X[1] && x.Y[0] < x.Y[1]) {
			x = nil
		}
		answer(x)
	})
}

// Judge asks how well a line fits that the user has drawn over the points of the newest state.
func (t *Client) Judge(line [][2]float64, done func(*wire.Judged, *wire.Error)) {
	t.Persist(func(answer func(workers.Reply, *wire.Error)) {
		d, ok, err := t.about(false, func(q wire.Draw) any { return wire.Judge{Draw: q, Line: line} })
		if !ok || err != nil || t.lane == nil {
			answer(workers.Reply{}, &wire.Error{Message: "The drawing can't be judged yet. Try again in a moment."})
			return
		}
		t.Call(wire.TypeJudge, d.Head, &d, answer)
	}, func(r workers.Reply, e *wire.Error) {
		var x wire.Judged
		done(&x, read(r, e, &x))
	})
}

// Export has the engine make a file of the newest state, a figure by the options o; done gets its name and its bytes.
// If there is nothing to draw, done gets an error, or is not called until there is a picture. cancel gives the file up.
func (t *Client) Export(kind string, o picture.ExportOptions, progress func(done float64),
	done func(f wire.Exported, b []byte, e *wire.Error)) (cancel func()) {
	cancelled, now := false, func() {}
	t.Persist(func(answer func(workers.Reply, *wire.Error)) {
		if cancelled {
			return
		}
		d, ok, err := t.about(true, func(q wire.Draw) any { return wire.Export{Draw: q, Kind: kind, Options: o} })
		switch {
		case !ok:
			answer(workers.Reply{}, workers.Overtaken)
		case err != nil:
			answer(workers.Reply{}, importer.Refusal(err))
		case t.lane == nil:
			answer(workers.Reply{}, notRunning)
		default: // as long work, which the engine of the whole program takes over if this one cannot make such a file
			now = t.lane.Begin(wire.TypeExport, d.Head, &d, func(p *wire.Progress) { progress(p.Done) }, answer).Cancel
		}
	}, func(r workers.Reply, e *wire.Error) {
		var f wire.Exported
		switch {
		case e != nil:
			done(f, nil, e)
		case json.Unmarshal(r.Head, &f) != nil:
			done(f, nil, &wire.Error{Message: "The engine's file can't be read."})
		default:
			done(f, r.Bytes, nil)
		}
	})
	return func() {
		cancelled = true
		now()
	}
}
