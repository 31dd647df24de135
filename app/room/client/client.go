// Package client is the room of the conversation with the engine.
//
// client.go counts states and decides when a picture is asked for and how sharp,
// answers.go takes what comes, export.go asks for files.
package client

import (
	"slices"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const (
	// restAfter is how long a hand holds still before it rests.
	restAfter = 160 * time.Millisecond
	// A draw that takes slowAfter can be stopped; it is looked at every watchEvery.
	slowAfter  = 1500 * time.Millisecond
	watchEvery = time.Second
	// wordsEvery is how often a picture is told in words while a hand moves.
	wordsEvery = 100 * time.Millisecond
)

// Request is what a picture is asked for with.
type Request struct {
	wire.Draw
	Need   wire.Need        // what the program must have for it
	Points func() []float64 // called only when the engine lacks them
}

// Needs are what a Client works with.
type Needs struct {
	Clock    clock.Clock
	Requests Requests
	Stage    Stage
	Effects  Effects
}

// Requests makes the requests.
type Requests interface {
	// Busy tells that a hand is changing something continuously: pictures are
	// coarse, and sharp when it rests.
	Busy() bool
	// Compose makes a request of the newest state; ok is false while there is
	// nothing to be asked for, err tells why the engine could not be asked.
	Compose(fine bool) (q Request, ok bool, err error)
}

// Stage has the canvas that the engine paints on.
type Stage interface {
	// Stage is that canvas (see workers.Owner), Where says where the pixels of a view go
	// (wire.Draw.Stage), and Staged that the canvas shows them, too.
	Stage() workers.Canvas
	Where(picture.Viewport) int
	Staged(v picture.Viewport, newest bool)
}

// Effects are what follows from what the engine says.
type Effects interface {
	Hello()
	// Picture takes a picture that has come, Painted says that the page shows it.
	Picture(Picture)
	Painted()
	// Facts takes those of the newest picture that were late; it has them already.
	Facts(*wire.Facts)
	// Refused tells why there is no picture; dealt says that another one is asked for.
	Refused(e wire.Error, newest bool) (dealt bool)
	// Further tells whether the engine of all methods may serve what another has refused.
	Further(*wire.Error) bool
	// Notice is for people to read.
	Notice(text string)
	// Condition tells that the engine's condition has changed, Versions that the versions have.
	Condition()
	Versions()
}

// Picture is a picture that has come.
type Picture struct {
	*wire.Picture
	Reply  workers.Reply // its pixels
	Before *wire.Picture // the one that it takes the place of, nil when there was none
	Fault  bool          // that one was told to be out of date
	Newest bool          // it shows the newest state
	Made   []float64     // x, y, z of the points that it was made from; nil when nobody knows
}

// Client owns the conversation with the engine: which state was asked for, which has
// come, which is painted, who waits for it, and what the engine has said last.
type Client struct {
	Needs
	lane *workers.Lane

	// Versions: of the whole state, of the newest picture that was handed to the
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

// list is a list of points, x, y, z of each, of a version.
type list struct {
	version int
	points  []float64
}

// lists is how many lists of points are kept: those of the pictures that may be on
// their way, and the newest picture's.
const lists = 4

// keep keeps points that go to the engine, which does not tell them again.
func (t *Client) keep(version int, points []float64) []float64 {
	t.sent = append(slices.DeleteFunc(t.sent, func(l list) bool { return l.version == version }), list{version, points})
	t.sent = slices.Delete(t.sent, 0, max(len(t.sent)-lists, 0))
	return points
}

// made are the points of a version; lists that are older are forgotten.
func (t *Client) made(version int) []float64 {
	at := slices.IndexFunc(t.sent, func(l list) bool { return l.version == version })
	if at < 0 {
		return nil
	}
	t.sent = slices.Delete(t.sent, 0, at)
	return t.sent[0].points
}

// Connect starts the engine.
func (t *Client) Connect(dial workers.Dial) {
	t.lane = workers.New(dial, t.Clock, workers.Owner{
		Hello: t.hello, Dead: t.died, Mismatch: t.mismatched, Notice: t.Effects.Notice, Fetching: t.Effects.Condition,
		Further: t.Effects.Further, Canvas: t.Stage.Stage, Draw: t.draw, Picture: t.take, Staged: t.Stage.Staged,
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
	t.resting = false
	t.restSoon()
	t.Redraw()
}

// Resized tells that the picture is out of date and no hand's doing.
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

// Settle asks for a sharp picture when the last one was not: a hand has let go.
func (t *Client) Settle() {
	if !t.fine {
		t.Redraw()
	}
}

// restSoon asks for a sharp picture when the hand holds still.
func (t *Client) restSoon() {
	t.movedAt = t.Clock.Now()
	if t.rest.Waits() || !t.Requests.Busy() {
		return // a timer for each move would be dearer than one that looks again
	}
	t.restIn(restAfter)
}

func (t *Client) restIn(d time.Duration) {
	t.rest.Set(t.Clock, d, func() {
		if !t.Requests.Busy() {
			return // what is asked for then is sharp anyway
		}
		if left := restAfter - t.Clock.Now().Sub(t.movedAt); left > 0 {
			t.restIn(left)
			return
		}
		if !t.fine {
			t.resting = true
			t.Redraw()
		}
	})
}

// compose makes a request of the newest state; change makes it another one.
func (t *Client) compose(fine bool, change func(*Request)) (workers.Draw, bool) {
	q, ok, err := t.Requests.Compose(fine)
	if err != nil {
		t.fault = importer.Refusal(err)
		t.Effects.Condition()
	}
	if !ok || err != nil {
		return workers.Draw{}, false
	}
	q.Fine = fine
	change(&q)
	head, err := json.Marshal(q.Draw)
	if err != nil {
		return workers.Draw{}, false
	}
	points := func() []float64 { return t.keep(q.PointsVersion, q.Points()) }
	return workers.Draw{Head: head, Need: q.Need, Tag: t.state, PointsVersion: q.PointsVersion, Points: points}, true
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

// Call asks the engine something that is no picture; it is answered once.
func (t *Client) Call(typ string, head []byte, draw *workers.Draw, done func(workers.Reply, *wire.Error)) {
	if t.lane == nil {
		done(workers.Reply{}, &wire.Error{Message: "The engine is not running."})
		return
	}
	t.lane.Call(typ, head, draw, done)
}

// Persist is Call of what takes longer than a moment. What a newer picture has overtaken is asked again once that
// is there, of the document as it is then, by what ask makes anew; when pictures never rest, done is told.
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

// askedAgain is how many times what was overtaken is asked again.
const askedAgain = 3

// Open has the engine read foreign input; see importer.Engine.
func (t *Client) Open(head []byte, text workers.Text, done func(workers.Reply, *wire.Error)) *workers.Work {
	if t.lane == nil {
		done(workers.Reply{}, &wire.Error{Message: "The engine is not running."})
		return nil
	}
	return t.lane.Open(head, text, done)
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
