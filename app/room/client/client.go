// Package client exchanges requests and answers with the engine.
//
// client.go counts states and decides when to ask for a picture and how sharp it must be; picture.go composes that
// request and handles the answer; ask.go has all other requests.
package client

import (
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const (
	// restAfter is how long the pointer must not move before a sharp picture is drawn.
	restAfter = 160 * time.Millisecond
	// A draw that takes slowAfter can be stopped; this is checked every watchEvery.
	slowAfter  = 1500 * time.Millisecond
	watchEvery = time.Second
)

// Needs has what a Client depends on: the clock, and functions that ui.Core supplies.
type Needs struct {
	Clock    clock.Clock
	Requests Requests
	Stage    Stage
	Effects  Effects
}

// Requests has the functions that compose requests.
type Requests struct {
	// Busy reports whether a gesture, a slider or the player is changing something continuously. Pictures are coarse
	// meanwhile, and sharp once it rests.
	Busy func() bool
	// Compose makes a request of the newest state. ok is false if there is nothing to ask for; err says why a request
	// is impossible.
	Compose func(fine bool) (q Request, ok bool, err error)
}

// Request is the content of a request for a picture.
type Request struct {
	wire.Draw
	Need   wire.Need        // what the program must have to serve it
	Points func() []float64 // x, y, z triples; called only if the engine lacks them
}

// Stage has the functions of the canvas that the engine paints on.
type Stage struct {
	Canvas func() workers.Canvas        // transfers it to an engine
	Where  func(v picture.Viewport) int // returns where the pixels of a view go (wire.Draw.Stage)
	Staged func(picture.Viewport, bool) // the canvas shows a view, of the newest picture or of an earlier one
}

// Effects has the functions that handle the engine's messages.
type Effects struct {
	Hello func()
	// Picture handles a picture that has come; Painted is called once the page shows it.
	Picture func(Picture)
	Painted func()
	// Facts handles late facts of the newest picture, which has them already.
	Facts func(*wire.Facts)
	// Refused handles the reason why there is no picture; newest says that the newest state was refused, and dealt that
	// another picture has been asked for.
	Refused func(e wire.Error, newest bool) (dealt bool)
	// Further reports whether the whole program's engine may serve what another has refused.
	Further   func(*wire.Error) bool
	Notice    func(text string) // for the user
	Condition func()            // the engine's condition has changed
	Versions  func()            // State, PaintedState or Unfinished has changed
}

// Client has the connection to the engine: which state was asked for, which has come, which is painted, what waits for
// it, and the engine's last messages.
type Client struct {
	Needs
	lane *workers.Lane

	// Versions of the whole state, of the newest picture that was sent to the screen, and of the picture that is
	// painted.
	state, incoming, painted int
	unpainted                bool // the newest picture is not painted yet
	waiters                  []waiter

	resting bool
	rest    clock.Timer
	movedAt time.Time // when the newest change was made
	fine    bool      // the newest request was for a sharp picture
	toldAt  time.Time // when the last request for a picture with words was made
	toldOf  wire.Need // what that one needed
	watch   clock.Timer

	sent []list // of points that the engine was sent, the newest last

	pic      *wire.Picture
	need     string
	fault    *wire.Error
	progress float64
	slow     bool
	dead     string
	stale    bool
}

type waiter struct {
	state int
	done  func(*wire.Error)
}

// Connect starts the engine.
func (t *Client) Connect(dial workers.Dial) {
	t.lane = workers.New(dial, t.Clock, workers.Owner{
		Hello: t.hello, Dead: t.died, Mismatch: t.mismatched, Notice: t.Effects.Notice, Fetching: t.Effects.Condition,
		Further: t.Effects.Further, Canvas: t.Stage.Canvas, Draw: t.draw, Picture: t.take, Staged: t.Stage.Staged,
		Facts: t.takeFacts, Failed: t.refused, Progress: t.progressed,
	})
	t.lane.Start()
}

// State returns the newest state's version, PaintedState that of the newest one that was painted, refused or stopped.
func (t *Client) State() int        { return t.state }
func (t *Client) PaintedState() int { return t.painted }

// Picture returns the newest picture's data, nil if none is visible.
func (t *Client) Picture() *wire.Picture { return t.pic }

// Fault returns why the newest state could not be drawn, nil if it was.
func (t *Client) Fault() *wire.Error { return t.fault }

// Need returns what the data lack for a picture, "" if nothing.
func (t *Client) Need() string { return t.need }

// Slow reports whether a draw takes long. progress is its finished fraction, 0 if that is not known.
func (t *Client) Slow() (progress float64, slow bool) { return t.progress, t.slow }

// Dead returns why the engine was given up, "" if it was not; Retry starts it again.
func (t *Client) Dead() string { return t.dead }

// Stale reports whether page and engine are of different builds.
func (t *Client) Stale() bool { return t.stale }

// Fetching reports whether something waits for the whole program's engine; see workers.Lane.
func (t *Client) Fetching() (done float64, trouble string, waiting bool) {
	if t.lane == nil {
		return 0, "", false
	}
	return t.lane.Fetching()
}

// RetryFetch and CancelFetch are the user's commands for that; see workers.Lane.
func (t *Client) RetryFetch()  { t.lane.RetryFetch() }
func (t *Client) CancelFetch() { t.lane.CancelFetch() }

// FetchCancelled reports whether loading the whole program was given up and the document needs it; Fetch loads it
// again.
func (t *Client) FetchCancelled() bool { return t.lane != nil && t.lane.FetchCancelled() }
func (t *Client) Fetch() {
	t.fault = nil
	t.lane.Fetch()
}

// Computing reports whether a picture has been asked for and has not come.
func (t *Client) Computing() bool { return t.lane != nil && t.lane.Busy() }

// Unfinished reports whether the newest state is not painted yet, or another picture is asked for and has not been
// painted.
func (t *Client) Unfinished() bool {
	return t.painted < t.state || t.unpainted || t.lane == nil || t.lane.Busy()
}

// Changed says that the picture is out of date.
func (t *Client) Changed() {
	t.state++
	t.resting, t.fine = false, false
	t.restSoon()
	t.Redraw()
}

// Resized says that the picture is out of date, but not by a gesture.
func (t *Client) Resized() {
	t.state++
	t.Redraw()
}

// Redraw asks for another picture of the newest state.
func (t *Client) Redraw() {
	if t.lane != nil {
		t.lane.Redraw()
	}
	t.Effects.Versions()
}

// Settle asks for a sharp picture if the last one was not: a gesture has ended.
func (t *Client) Settle() {
	if !t.fine {
		t.Redraw()
	}
}

// restSoon asks for a sharp picture once the pointer does not move.
func (t *Client) restSoon() {
	t.movedAt = t.Clock.Now()
	if !t.rest.Waits() && t.Requests.Busy() { // one timer that checks again costs less than a timer for each move
		t.rest.Set(t.Clock, restAfter, t.rested)
	}
}

func (t *Client) rested() {
	if !t.Requests.Busy() {
		return // what is asked for then is sharp anyway
	}
	if left := restAfter - t.Clock.Now().Sub(t.movedAt); left > 0 {
		t.rest.Set(t.Clock, left, t.rested)
	} else if !t.fine {
		t.resting = true
		t.Redraw()
	}
}

// watchOn offers to stop a draw that takes long, even one that reports no progress.
func (t *Client) watchOn() {
	if t.watch.Waits() {
		return
	}
	t.watch.Set(t.Clock, watchEvery, func() {
		switch since := t.lane.Since(); {
		case since > slowAfter && !t.slow:
			t.slow = true
			t.Effects.Condition()
		case since > 0:
			t.watchOn()
		}
	})
}

// Wait calls done once the present state is painted, at once if it is already; the argument is the reason if it could
// not be drawn.
func (t *Client) Wait(done func(*wire.Error)) {
	if t.painted >= t.state {
		done(t.fault)
		return
	}
	t.WaitFor(t.state, done)
}

// WaitFor waits for a state or any later one. State 1 is the first.
func (t *Client) WaitFor(state int, done func(*wire.Error)) {
	t.waiters = append(t.waiters, waiter{state, done})
}

// answer calls the waiters whose state is painted.
func (t *Client) answer(err *wire.Error) {
	keep := t.waiters[:0]
	var done []func(*wire.Error)
	for _, w := range t.waiters {
		if t.painted >= w.state {
			done = append(done, w.done)
		} else {
			keep = append(keep, w)
		}
	}
	t.waiters = keep
	for _, f := range done {
		f(err)
	}
}

// ClearFault removes the reason why the newest state could not be drawn: another state is there.
func (t *Client) ClearFault() { t.fault = nil }

// Reset removes the fault and the need: a different document is there.
func (t *Client) Reset() { t.fault, t.need = nil, "" }

// Stop ends the engine's computation. The present state then counts as painted, since no picture of it will come.
func (t *Client) Stop() {
	t.slow = false
	t.lane.Stop()
	t.painted = t.state
	t.Effects.Versions()
	t.answer(&wire.Error{Message: "Stopped."})
}

// Retry starts an engine again after it was given up.
func (t *Client) Retry() {
	t.dead = ""
	t.lane.Retry()
	t.Effects.Versions()
}
