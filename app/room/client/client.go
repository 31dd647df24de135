// Package client is the room of the conversation with the engine.
//
// client.go counts states and decides when a picture is asked for and how sharp, picture.go makes the request for it
// and takes the answer, ask.go asks for all else.
package client

import (
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const (
	// restAfter is how long a pointer holds still before it rests.
	restAfter = 160 * time.Millisecond
	// A draw that takes slowAfter can be stopped; it is checked every watchEvery.
	slowAfter  = 1500 * time.Millisecond
	watchEvery = time.Second
)

// Needs are what a Client works with: the clock, and functions that ui.Core gives by name.
type Needs struct {
	Clock    clock.Clock
	Requests Requests
	Stage    Stage
	Effects  Effects
}

// Requests make the requests.
type Requests struct {
	// Busy tells that a gesture, a slider or the player is changing something continuously: pictures are
	// coarse, and sharp when it rests.
	Busy func() bool
	// Compose makes a request of the newest state; ok is false while there is
	// nothing to be asked for, err tells why the engine could not be asked.
	Compose func(fine bool) (q Request, ok bool, err error)
}

// Request is what a picture is asked for with.
type Request struct {
	wire.Draw
	Need   wire.Need        // what the program must have for it
	Points func() []float64 // called only when the engine lacks them
}

// Stage has the canvas that the engine paints on.
type Stage struct {
	Canvas func() workers.Canvas        // gives it to an engine
	Where  func(v picture.Viewport) int // says where the pixels of a view go (wire.Draw.Stage)
	Staged func(picture.Viewport, bool) // tells that it shows a view, of the newest picture or of one before
}

// Effects are what follows from what the engine says.
type Effects struct {
	Hello func()
	// Picture takes a picture that has come, Painted says that the page shows it.
	Picture func(Picture)
	Painted func()
	// Facts takes those of the newest picture that were late; it has them already.
	Facts func(*wire.Facts)
	// Refused tells why there is no picture; dealt says that another one is asked for.
	Refused func(e wire.Error, newest bool) (dealt bool)
	// Further tells whether the engine of all methods may serve what another has refused.
	Further   func(*wire.Error) bool
	Notice    func(text string) // for people to read
	Condition func()            // the engine's condition has changed
	Versions  func()            // State, PaintedState or Unfinished has changed
}

// Client owns the conversation with the engine: which state was asked for, which has
// come, which is painted, what waits for it, and what the engine has said last.
type Client struct {
	Needs
	lane *workers.Lane

	// Versions: of the whole state, of the newest picture that was given to the
	// screen, of the one that is painted.
	state, incoming, painted int
	unpainted                bool // the newest picture is not painted yet
	waiters                  []waiter

	resting bool
	rest    clock.Timer
	movedAt time.Time // the newest change
	fine    bool      // the newest request was for a sharp picture
	toldAt  time.Time // when one was made whose answer is told in words,
	toldOf  wire.Need // and of what
	watch   clock.Timer

	sent []list // of points that the engine was given, the newest last

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

// State is the newest state's version, PaintedState that of the picture that is to
// be seen.
func (t *Client) State() int        { return t.state }
func (t *Client) PaintedState() int { return t.painted }

// Picture is what the newest picture tells, nil when none is to be seen.
func (t *Client) Picture() *wire.Picture { return t.pic }

// Fault is why the newest state could not be drawn, nil when it was.
func (t *Client) Fault() *wire.Error { return t.fault }

// Need is what the data lack for a picture, "" when nothing.
func (t *Client) Need() string { return t.need }

// Slow tells that a draw takes long, and how much of it is done, 0 when that is not
// known.
func (t *Client) Slow() (progress float64, slow bool) { return t.progress, t.slow }

// Dead says why the engine was given up, "" when it was not; Retry starts it again.
func (t *Client) Dead() string { return t.dead }

// Stale tells that page and engine are of different builds.
func (t *Client) Stale() bool { return t.stale }

// Fetching tells that something waits for the engine of all methods; see workers.Lane.
func (t *Client) Fetching() (done float64, trouble string, waiting bool) {
	if t.lane == nil {
		return 0, "", false
	}
	return t.lane.Fetching()
}

// RetryFetch and CancelFetch are what people can do about it.
func (t *Client) RetryFetch()  { t.lane.RetryFetch() }
func (t *Client) CancelFetch() { t.lane.CancelFetch() }

// FetchCancelled tells that it was given up and the document lacks it; Fetch loads it once more.
func (t *Client) FetchCancelled() bool { return t.lane != nil && t.lane.FetchCancelled() }
func (t *Client) Fetch() {
	t.fault = nil
	t.lane.Fetch()
}

// Computing tells that a picture is asked for and has not come.
func (t *Client) Computing() bool { return t.lane != nil && t.lane.Busy() }

// Unfinished tells that the newest state is not painted yet, or not as well as it
// will be.
func (t *Client) Unfinished() bool {
	return t.painted < t.state || t.unpainted || t.lane == nil || t.lane.Busy()
}

// Changed tells that the picture is out of date.
func (t *Client) Changed() {
	t.state++
	t.resting, t.fine = false, false
	t.restSoon()
	t.Redraw()
}

// Resized tells that the picture is out of date, and not by a gesture.
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

// Settle asks for a sharp picture when the last one was not: a gesture has ended.
func (t *Client) Settle() {
	if !t.fine {
		t.Redraw()
	}
}

// restSoon asks for a sharp picture when the pointer holds still.
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

// watchOn offers to stop a draw that takes long, also one that tells nothing of its
// progress.
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

// Wait calls done when the present state is painted, with what was wrong if it
// could not be drawn: at once when it is.
func (t *Client) Wait(done func(*wire.Error)) {
	if t.painted >= t.state {
		done(t.fault)
		return
	}
	t.WaitFor(t.state, done)
}

// WaitFor waits for a state or any after it. State 1 is the first that there is.
func (t *Client) WaitFor(state int, done func(*wire.Error)) {
	t.waiters = append(t.waiters, waiter{state, done})
}

// answer calls the waiters for what is painted now.
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

// ClearFault forgets why the newest state could not be drawn: another one is there.
func (t *Client) ClearFault() { t.fault = nil }

// Reset forgets that, and what the data lacked: a whole other document is there.
func (t *Client) Reset() { t.fault, t.need = nil, "" }

// Stop ends what the engine computes. Nothing more comes of this state.
func (t *Client) Stop() {
	t.slow = false
	t.lane.Stop()
	t.painted = t.state
	t.Effects.Versions()
	t.answer(&wire.Error{Message: "Stopped."})
}

// Retry starts an engine again that was given up.
func (t *Client) Retry() {
	t.dead = ""
	t.lane.Retry()
	t.Effects.Versions()
}
