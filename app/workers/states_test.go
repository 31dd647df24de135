package workers

import (
	"testing"

	"pointscape/engine/wire"
)

// The transition table of an engine's life, state by event; an entry that the table lacks changes nothing.
func TestLives(t *testing.T) {
	for _, c := range []struct {
		from life
		by   event
		to   life
	}{
		{off, started, starting}, {off, greeted, off}, {off, died, off}, {off, failed, off}, {off, ended, off},
		{starting, started, starting}, {starting, greeted, ready}, {starting, died, crashed}, {starting, failed, givenUp},
		{starting, ended, off},
		{ready, started, starting}, {ready, greeted, ready}, {ready, died, crashed}, {ready, failed, ready},
		{ready, ended, off},
		{crashed, started, starting}, {crashed, greeted, crashed}, {crashed, died, crashed}, {crashed, failed, givenUp},
		{crashed, ended, crashed},
		{givenUp, started, starting}, {givenUp, greeted, givenUp}, {givenUp, died, givenUp}, {givenUp, failed, givenUp},
		{givenUp, ended, givenUp},
	} {
		l := &Lane{life: c.from}
		if changed := l.become(c.by); l.life != c.to || changed != (lives[c.by][c.from] != never) {
			t.Errorf("event %d makes %d of state %d, want %d", c.by, l.life, c.from, c.to)
		}
	}
}

// A lane's engine passes through the states of life's diagram as messages arrive and requests are made.
func TestLifeOfAnEngine(t *testing.T) {
	r := newRig(t)
	is := func(want life, when string) {
		t.Helper()
		if r.lane.life != want {
			t.Errorf("%s: state %d, want %d", when, r.lane.life, want)
		}
	}
	die := func() { r.say(wire.TypeFatal, 0, wire.Error{Message: "boom"}) }
	is(off, "new")
	r.lane.Start()
	is(starting, "started")
	r.hello()
	is(ready, "hello")
	die()
	is(starting, "replaced")
	die() // before its hello
	is(starting, "replaced once more")
	r.hello()
	die()
	is(givenUp, "the third death")
	r.lane.Stop()
	is(starting, "stopped")
	r.hello()
	r.lane.Close()
	is(off, "closed")
	r.lane.Start()
	r.hello()
	is(ready, "opened again")
}

// A lane's flights pass through the states of their diagram.
func TestFlights(t *testing.T) {
	r := newRig(t)
	f := &r.lane.flights
	var ids []int // sent and not answered, the oldest first
	is := func(want airState, when string) {
		t.Helper()
		if f.state() != want {
			t.Errorf("%s: state %d, want %d", when, f.state(), want)
		}
		ids = ids[:0]
		for _, x := range f.air {
			ids = append(ids, x.id)
		}
	}
	is(resting, "new")
	r.lane.Start()
	r.change()
	is(waiting, "asked before hello")
	r.hello()
	is(flying, "sent")
	r.change()
	is(queued, "asked again")
	r.picture(ids[0], false)
	is(overtaking, "the first picture has come")
	r.change()
	is(full, "asked once more")
	r.say(wire.TypeSuperseded, ids[0], nil)
	is(queued, "the older is superseded")
	r.now = r.now.Add(preemptAfter)
	r.lane.pump()
	is(overtaking, "120 ms later")
	r.picture(ids[0], true)
	is(flying, "the older has its last picture")
	r.picture(ids[0], true)
	is(resting, "and the newer")
	r.change()
	r.change()
	r.now = r.now.Add(preemptAfter)
	r.lane.pump()
	is(overtaking, "two are sent")
	r.picture(ids[1], true)
	is(resting, "the newer answers for both")
	r.change()
	r.say(wire.TypeError, r.last().ID, wire.Error{Message: "no"})
	is(resting, "an error is an answer")
	r.say(wire.TypeFatal, 0, wire.Error{})
	is(waiting, "the worker is lost")
	r.hello()
	is(flying, "sent to the next one")
	r.change()
	r.lane.Stop()
	is(resting, "stopped")
}

// A succession passes through the states of its diagram.
func TestSuccession(t *testing.T) {
	p := newPair(t)
	s := &p.lane.succession
	is := func(want heir, when string) {
		t.Helper()
		if s.state() != want {
			t.Errorf("%s: state %d, want %d", when, s.state(), want)
		}
	}
	newest := func() *fake { return p.workers[len(p.workers)-1] }
	is(alone, "new")
	p.choose("tree")
	is(fetching, "a draw needs more")
	newest().say(t, wire.TypeFatal, 0, wire.Error{})
	is(forgone, "it died")
	p.choose("svm")
	is(alone, "another method")
	p.choose("tree")
	p.workers[0].say(t, wire.TypePicture, p.workers[0].last().ID, wire.Picture{Last: true})
	p.lane.CancelFetch()
	is(forgone, "cancelled")
	p.lane.Fetch()
	is(fetching, "asked for once more")
	p.choose("svm")
	newest().say(t, wire.TypeFatal, 0, wire.Error{})
	is(alone, "it died when no draw waited")
	p.choose("tree")
	p.workers[0].say(t, wire.TypePicture, p.workers[0].last().ID, wire.Picture{Last: true})
	next := newest()
	next.hello(t)
	is(alone, "it took over")
	if p.lane.engine.port != Port(next) || p.lane.life != ready || !p.workers[0].closed {
		t.Errorf("the lane's engine is not the successor, state %d", p.lane.life)
	}
}
