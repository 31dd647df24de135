// Package workers owns the engine's workers. A worker serves one lane; each lane
// keeps one draw request in flight and at most one waiting, and the newest
// replaces the one that waits. A worker that dies is replaced, and the last
// request is sent again, so nothing but time is lost.
//
// There are two engines: one with the first methods, which is the page's own program, and the whole one. Where the
// first lacks the method of a document, a worker of the whole program is started beside it
// (whole.go), which takes its place once it is there.
//
// A draw's head is made when it is sent, so that it tells of the newest state. Points are sent as one
// Float64Array, and only when their version is new to that worker. A worker that is asked for something is
// pinged, and counts as dead after 15 seconds of silence: it answers while it fits, because fits yield
// (engine/worker/yielder.go). After three deaths within ten seconds people are asked.
//
// Until the whole program says hello, the first one serves what it can: the last picture stays, other methods
// work. Then the whole one is asked all that is open, and the page never goes back. Only a document and what is
// to be opened wait for it; files and extents of such a document fail at once. Where it was given up, it is
// loaded once more when another method is chosen, or when people ask for it. A program of another build is not
// taken.
//
// The package knows of no browser: a Port is what a worker looks like from here.
// port_js.go makes Ports of Web Workers.
package workers

import (
	"pointscape/engine/json"
	"slices"
	"strconv"
	"time"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Reply is a message from a worker. Which fields are set depends on Type (see
// package wire).
type Reply struct {
	Type   string
	ID     int
	Head   []byte
	Bitmap Image
	Panels []Image
	Points []float64 // x, y, z triples
	// Numbers of a picture's curves and layers (wire.Picture.Take).
	Numbers []float64
	Bytes   []byte
	Trouble string // why a program that is on its way does not arrive, in a sentence
}

// Close frees the images of a reply that nobody looks at.
func (r Reply) Close() {
	r.Bitmap.Close()
	for _, im := range r.Panels {
		im.Close()
	}
}

// Request is a message to a worker.
type Request struct {
	Type string
	ID   int
	Head []byte
	// Points are x, y, z triples; nil when the worker has them already.
	Points []float64
	Text   Text   // of a wire.Load, beside its head
	Canvas Canvas // of the stage, which the worker owns from then on
}

// Port is a worker: it takes messages and can be put to an end.
type Port interface {
	Post(Request)
	Close()
}

// Dial starts a worker, of the whole program if whole says so; recv is called with all
// that it says, and with a fatal message when it dies.
type Dial func(whole bool, recv func(Reply)) (Port, error)

// Draw is what a draw request needs. It is asked for as late as possible, so
// that it tells of the newest state.
type Draw struct {
	Head          []byte // of a wire.Draw
	Need          wire.Need
	Tag           int // given back with the answers
	PointsVersion int
	Points        func() []float64 // called only when the worker lacks them
}

// Owner is who has a lane: it makes the requests and takes what comes. All is called on the
// caller's thread.
type Owner interface {
	Hello(*wire.Hello)
	Boot(done float64)        // share of the engine that is loaded
	Fetching()                // what Lane.Fetching tells has changed
	Further(*wire.Error) bool // whether another program may serve what this one refuses

	// Canvas is the stage's, once for each worker, before its first Draw.
	Canvas() Canvas
	// Draw makes the newest draw request.
	Draw() (d Draw, ok bool)
	// Picture answers the draw of a tag. Staged tells that the stage's canvas shows a picture of
	// this view, the newest one or one before.
	Picture(p *wire.Picture, r Reply, tag int)
	Staged(v picture.Viewport, newest bool)
	Facts(*wire.Facts)            // of the newest picture, some of which were late
	Failed(e wire.Error, tag int) // the newest draw could not be served
	Progress(done float64)        // of a long draw

	Notice(text string)    // one line for people
	Dead(reason string)    // given up; Retry starts again
	Mismatch(protocol int) // the engine is of another build

	After(time.Duration, func()) // a timer
	Now() time.Time              // a clock
}

// Undrawing is the part of an Owner that asks for no picture, and lets its lane do as it can: to
// be embedded.
type Undrawing struct{}

func (Undrawing) Hello(*wire.Hello)                 {}
func (Undrawing) Boot(float64)                      {}
func (Undrawing) Fetching()                         {}
func (Undrawing) Further(*wire.Error) bool          { return true }
func (Undrawing) Canvas() (none Canvas)             { return none }
func (Undrawing) Draw() (none Draw, ok bool)        { return none, false }
func (Undrawing) Picture(*wire.Picture, Reply, int) {}
func (Undrawing) Staged(picture.Viewport, bool)     {}
func (Undrawing) Facts(*wire.Facts)                 {}
func (Undrawing) Failed(wire.Error, int)            {}
func (Undrawing) Progress(float64)                  {}
func (Undrawing) Notice(string)                     {}
func (Undrawing) Mismatch(int)                      {}

const (
	// preemptAfter is how long a draw may be in flight before a newer one is
	// sent after it: the worker then decides whether to drop the older one.
	preemptAfter = 120 * time.Millisecond
	// Three crashes within crashesWithin, or three workers without a picture that
	// fell silent, and the lane gives up.
	maxCrashes    = 3
	crashesWithin = 10 * time.Second

	// While something is asked of a worker, it is pinged. It answers from the
	// middle of a fit, too, for fits yield every few milliseconds (package
	// worker); so one that is silent this long has ended without a word, or will
	// not end. It is longer than the longest stretch without a question, painting
	// 100,000 cells, on a slow phone.
	pingEvery  = 2 * time.Second
	maxSilence = 15 * time.Second
)

// lightenAfter is how long nothing is asked of a worker before it is started anew for
// its memory's sake.
const lightenAfter = 3 * time.Second

// Restarted is what people are told when a worker was replaced.
const Restarted = "The engine stopped and was restarted; the document is unchanged."

// Overtaken is what a call gets whose work the worker has dropped for a newer picture: it may be asked again.
var Overtaken = &wire.Error{Message: "The picture has changed meanwhile. Try again later."}

// Lane is one worker and what it is asked. It is not safe for concurrent use:
// the page has one thread.
type Lane struct {
	dial Dial
	on   Owner

	port    Port
	born    int // number of the worker, so that a dead one's late messages are told apart
	ready   bool
	crashes []time.Time
	dead    bool

	watching bool // a timer will look whether the workers still speak
	pulse    pulse
	mute     int // workers lost to silence, one after the other
	shown    int // id of the last draw whose picture came

	nextID  int
	flights []flight
	want    bool   // a draw waits
	drawn   bool   // a draw was sent once
	timer   bool   // a timer will look at want again
	sentPts int    // version of the points the worker holds
	staged  bool   // it was given the stage's canvas,
	canvas  Canvas // or will be with the next draw
	sentAt  time.Time

	calls map[int]call
	held  []held // calls made before hello

	has     wire.Hello // the newest, which tells what the worker's program has
	next    *successor
	lacking int       // tag of the draw that waits for the successor, -1 = none does
	need    wire.Need // of that draw
	beyond  []held    // calls that do
	forgone wire.Need // what no successor is started for; none = it may be
	why     string    // it is so
}

// pulse tells how long a worker has said nothing.
type pulse struct {
	looked time.Time // when a timer did last
	silent time.Duration
	pinged bool
}

// heard notes that the worker has spoken.
func (p *pulse) heard() { p.silent, p.pinged = 0, false }

// mute asks the worker for a word, and tells whether it has been silent for too long.
func (p *pulse) mute(port Port, now time.Time) bool {
	// A computer that has slept, or a page whose timers were held back, has not
	// heard silence all that time.
	p.silent += min(now.Sub(p.looked), 2*pingEvery)
	p.looked = now
	if p.silent >= maxSilence {
		return true
	}
	if !p.pinged {
		p.pinged = true
		port.Post(Request{Type: wire.TypePing})
	}
	return false
}

type flight struct {
	id     int
	tag    int
	sent   time.Time
	coarse bool // its first picture is there
}

type call struct {
	done func(Reply, *wire.Error)
	work *Work // nil = it tells nothing before it is done
	req  Request
	draw *Draw
}

type held struct {
	req  Request
	draw *Draw
	call call
}

// Work is a request that takes long: the worker tells how far it is, and can be told that
// nobody waits for it.
type Work struct {
	lane     *Lane
	id       int // 0 = not sent yet
	sent     time.Time
	off      bool
	progress func(p *wire.Progress)
}

// Sent is when a worker got it, zero while it waits for one: a program may take long to come.
func (w *Work) Sent() time.Time { return w.sent }

// Begin is Call of a request that takes long.
func (l *Lane) Begin(typ string, head []byte, draw *Draw, progress func(p *wire.Progress),
	done func(Reply, *wire.Error)) *Work {
	w := &Work{lane: l, progress: progress}
	l.ask(Request{Type: typ, Head: head}, draw, call{done: done, work: w})
	return w
}

// Cancel gives the work up: nothing more is heard of it.
func (w *Work) Cancel() {
	l := w.lane
	w.off = true
	if n := len(l.beyond); n > 0 {
		if l.beyond = slices.DeleteFunc(l.beyond, func(h held) bool { return h.call.work == w }); len(l.beyond) < n {
			l.on.Fetching()
		}
	}
	if _, ok := l.calls[w.id]; ok {
		delete(l.calls, w.id)
		l.port.Post(Request{Type: wire.TypeCancel, ID: w.id})
	}
}

// Yield asks the worker to leave the processors to a hand that moves, for a moment.
func (w *Work) Yield() {
	if _, ok := w.lane.calls[w.id]; ok {
		w.lane.port.Post(Request{Type: wire.TypeYield})
	}
}

// Close ends the worker; Start starts another.
func (l *Lane) Close() {
	l.drop()
	if l.next != nil {
		l.next.port.Close()
		l.next = nil
	}
}

// New makes a lane. Start starts its worker.
func New(dial Dial, on Owner) *Lane {
	return &Lane{dial: dial, on: on, calls: map[int]call{}, nextID: 1, lacking: -1}
}

// Start starts the worker.
func (l *Lane) Start() {
	l.born++
	gen := l.born
	l.ready, l.dead, l.sentPts, l.staged = false, false, 0, false
	l.pulse = pulse{looked: l.on.Now()}
	port, err := l.dial(l.has.Whole, func(r Reply) {
		if gen == l.born {
			l.receive(r)
		}
	})
	if err != nil {
		l.giveUp("The engine could not be started: " + err.Error())
		return
	}
	if gen == l.born && !l.dead {
		l.port = port
		l.watch()
		if l.ready {
			l.flush()
		}
	} else {
		port.Close()
	}
}

// Busy tells whether a draw is in flight or waits.
func (l *Lane) Busy() bool { return len(l.flights) > 0 || l.want }

// Idle tells that nothing at all is asked of the worker.
func (l *Lane) Idle() bool { return l.ready && !l.Busy() && len(l.calls) == 0 }

// Ready tells whether the worker has said hello.
func (l *Lane) Ready() bool { return l.ready }

// Since is how long the oldest draw in flight has been on its way.
func (l *Lane) Since() time.Duration {
	if len(l.flights) == 0 {
		return 0
	}
	return l.on.Now().Sub(l.flights[0].sent)
}

// Redraw asks for a picture of the newest state.
func (l *Lane) Redraw() {
	l.want = true
	l.pump()
}

// Call sends a request that is answered once; done gets the answer or the
// error. draw, when given, makes it a request with a wire.Draw's points.
func (l *Lane) Call(typ string, head []byte, draw *Draw, done func(Reply, *wire.Error)) {
	l.ask(Request{Type: typ, Head: head}, draw, call{done: done})
}

// Open is Call of a wire.Load with a text from outside beside it, which can be given up.
func (l *Lane) Open(head []byte, text Text, done func(Reply, *wire.Error)) *Work {
	w := &Work{lane: l, progress: func(*wire.Progress) {}}
	l.ask(Request{Type: wire.TypeLoad, Head: head, Text: text}, nil, call{done: done, work: w})
	return w
}

func (l *Lane) ask(req Request, draw *Draw, c call) {
	if l.dead {
		c.done(Reply{}, &wire.Error{Message: "The engine is not running."})
		return
	}
	if !l.ready || l.port == nil {
		l.held = append(l.held, held{req, draw, c})
		return
	}
	l.send(req, draw, c)
}

// Stop ends what the worker computes, by ending the worker; a new one waits for
// the next request.
func (l *Lane) Stop() {
	l.want, l.flights = false, nil
	l.replace("stopped")
}

// Retry starts again after the lane has given up.
func (l *Lane) Retry() {
	l.crashes, l.mute = nil, 0
	l.want = true
	l.Start()
}

func (l *Lane) send(req Request, draw *Draw, c call) {
	if draw != nil && c.done != nil && c.work == nil && !l.has.Has(draw.Need) {
		c.done(Reply{}, &wire.Error{Message: "The other methods are not loaded yet."})
		return
	}
	c.req, c.draw = req, draw
	req.ID = l.id()
	if draw != nil && draw.PointsVersion != l.sentPts {
		req.Points, l.sentPts = draw.Points(), draw.PointsVersion
	}
	if c.done != nil {
		l.calls[req.ID] = c
	}
	if c.work != nil {
		c.work.id, c.work.sent = req.ID, l.on.Now()
	}
	l.sentAt = l.on.Now()
	l.watch()
	l.port.Post(req)
}

// owes tells whether the worker should have something to say: it boots, or was
// asked something.
func (l *Lane) owes() bool {
	return l.port != nil && !l.dead && (!l.ready || len(l.flights) > 0 || len(l.calls) > 0)
}

// watch begins to look whether the worker still speaks.
func (l *Lane) watch() {
	if l.watching || !l.owes() && !l.expects() {
		return
	}
	l.pulse.silent, l.pulse.looked = 0, l.on.Now()
	l.watchOn()
}

func (l *Lane) watchOn() {
	l.watching = true
	l.on.After(pingEvery, l.look)
}

func (l *Lane) look() {
	l.watching = false
	now := l.on.Now()
	if l.expects() && l.next.pulse.mute(l.next.port, now) {
		l.fell(notLoaded + silence)
	}
	switch owes := l.owes(); {
	case owes && l.pulse.mute(l.port, now):
		l.mute++
		l.crash(silence)
	case owes || l.expects():
		if !owes {
			l.pulse = pulse{looked: now}
		}
		l.watchOn()
	}
}

var silence = "There was no response for " + strconv.Itoa(int(maxSilence/time.Second)) + " seconds."

func (l *Lane) id() int {
	l.nextID++
	return l.nextID
}

func (l *Lane) flush() {
	list := l.held
	l.held = nil
	for _, h := range list {
		if w := h.call.work; w == nil || !w.off {
			l.send(h.req, h.draw, h.call)
		}
	}
	l.pump()
}

// pump sends the waiting draw if the lane is free for it.
func (l *Lane) pump() {
	if !l.want || !l.ready || l.port == nil || l.dead {
		return
	}
	switch len(l.flights) {
	case 0:
	case 1:
		f := l.flights[0]
		if age := l.on.Now().Sub(f.sent); !f.coarse && age < preemptAfter {
			if !l.timer {
				l.timer = true
				l.on.After(preemptAfter-age, func() {
					l.timer = false
					l.pump()
				})
			}
			return
		}
	default:
		return
	}
	l.want = false
	if !l.staged {
		l.staged, l.canvas = true, l.on.Canvas()
	}
	d, ok := l.on.Draw()
	if !ok {
		return
	}
	if d.Need != l.forgone {
		l.forgone = wire.Need{} // once people have chosen another, it may be tried again
	}
	if !l.has.Has(d.Need) {
		if l.FetchCancelled() {
			l.on.Failed(wire.Error{Message: l.why}, d.Tag)
			return
		}
		l.want = true // of the successor
		l.need = d.Need
		l.waits(d.Tag)
		return
	}
	l.waits(-1)
	// On the list before it is sent, for an answer may come at once.
	l.flights = append(l.flights, flight{id: l.nextID + 1, tag: d.Tag, sent: l.on.Now()})
	l.drawn = true
	req := Request{Type: wire.TypeDraw, Head: d.Head, Canvas: l.canvas}
	l.canvas = Canvas{}
	l.send(req, &d, call{})
}

// tag is the state that request id was made of, -1 when it is not in flight.
func (l *Lane) tag(id int) int {
	for _, f := range l.flights {
		if f.id == id {
			return f.tag
		}
	}
	return -1
}

// land takes the flights up to id off the list: answers come in order, and a
// request that was overtaken may never be answered.
func (l *Lane) land(id int) (newest bool) {
	for len(l.flights) > 0 && l.flights[0].id <= id {
		l.flights = l.flights[1:]
	}
	return len(l.flights) == 0
}

func (l *Lane) receive(r Reply) {
	l.pulse.heard()
	switch r.Type {
	case wire.TypeHello:
		l.hello(r)
	case wire.TypeHelper: // of the same build, as it runs the module that was compiled
		l.ready = true
		if l.port != nil {
			l.flush()
		}
	case wire.TypeBoot, wire.TypeProgress:
		var p wire.Progress
		if json.Unmarshal(r.Head, &p) != nil {
			return
		}
		if r.Type == wire.TypeBoot {
			l.on.Boot(p.Done)
		} else if w := l.calls[r.ID].work; w != nil {
			w.progress(&p)
		} else if len(l.flights) > 0 {
			l.on.Progress(p.Done)
		}
	case wire.TypePicture:
		l.picture(r)
	case wire.TypeFacts:
		var f wire.Facts
		if r.ID == l.shown && json.Unmarshal(r.Head, &f) == nil && f.Take(r.Numbers) == nil {
			l.on.Facts(&f)
		}
	case wire.TypeStaged:
		var s wire.Staged
		if json.Unmarshal(r.Head, &s) == nil {
			l.on.Staged(s.View, r.ID == l.shown)
		}
	case wire.TypeSuperseded:
		if l.tag(r.ID) >= 0 {
			l.land(r.ID)
		}
		c, waited := l.calls[r.ID] // else it was given up
		delete(l.calls, r.ID)
		l.pump()
		if waited {
			c.done(Reply{}, Overtaken)
		}
	case wire.TypeBulky:
		l.lighten()
	case wire.TypeFatal:
		var e wire.Error
		_ = json.Unmarshal(r.Head, &e) // without a head there is no reason to tell
		l.crash(e.Message)
	case wire.TypeError:
		var e wire.Error
		if err := json.Unmarshal(r.Head, &e); err != nil {
			e.Message = "The engine answered with an error that can't be read."
		}
		if c, ok := l.calls[r.ID]; ok {
			delete(l.calls, r.ID)
			if e.Field == "method" && !l.has.Whole && (c.draw == nil || c.work != nil) && l.on.Further(&e) {
				l.goOn(c)
				return
			}
			c.done(r, &e)
			return
		}
		tag := l.tag(r.ID)
		if l.land(r.ID) {
			l.on.Failed(e, tag)
		}
		l.pump()
	default:
		if c, ok := l.calls[r.ID]; ok {
			delete(l.calls, r.ID)
			c.done(r, nil)
		}
	}
}

func (l *Lane) hello(r Reply) {
	h, ok := l.read(r)
	if !ok || l.ready { // known before; see Browser
		return
	}
	l.ready, l.has = true, h
	l.on.Hello(&h)
	if l.port != nil {
		l.flush()
	}
}

// read reads a hello; it is false, and told, where that comes from another build.
func (l *Lane) read(r Reply) (h wire.Hello, ok bool) {
	if json.Unmarshal(r.Head, &h) != nil {
		h.Protocol = 0 // from another build, too
	}
	if h.Protocol != wire.Protocol {
		l.on.Mismatch(h.Protocol)
		return h, false
	}
	return h, true
}

func (l *Lane) picture(r Reply) {
	tag := l.tag(r.ID)
	if tag < 0 { // of a request that was given up
		r.Close()
		return
	}
	var p wire.Picture
	err := json.Unmarshal(r.Head, &p)
	if err == nil {
		err = p.Take(r.Numbers)
	}
	if err != nil {
		r.Close()
		l.land(r.ID)
		l.on.Failed(wire.Error{Message: "The engine's picture can't be read: " + err.Error()}, tag)
		l.pump()
		return
	}
	l.mute, l.shown = 0, r.ID
	if p.Last {
		l.land(r.ID)
	} else {
		l.land(r.ID - 1)
		if len(l.flights) > 0 && l.flights[0].id == r.ID {
			l.flights[0].coarse = true
		}
	}
	// The next request leaves before this picture is painted: the worker need
	// not wait for the page.
	l.pump()
	l.on.Picture(&p, r, tag)
}

func (l *Lane) crash(reason string) {
	if l.dead {
		return
	}
	now := l.on.Now()
	recent := l.crashes[:0]
	for _, t := range l.crashes {
		if now.Sub(t) < crashesWithin {
			recent = append(recent, t)
		}
	}
	l.crashes = append(recent, now)
	l.want = l.want || l.drawn // the fresh worker needs the model that the picture shows
	l.flights = nil
	if len(l.crashes) >= maxCrashes || l.mute >= maxCrashes {
		l.drop()
		l.giveUp(reason)
		return
	}
	l.replace("stopped before it answered; try again")
	l.on.Notice(Restarted)
}

// lighten starts the worker anew when it has had nothing to do for a while: its memory
// has grown for something that is gone, and never shrinks.
func (l *Lane) lighten() {
	gen := l.born
	l.on.After(lightenAfter, func() {
		switch {
		case gen != l.born || l.dead:
		case !l.Idle() || l.on.Now().Sub(l.sentAt) < lightenAfter:
			l.lighten()
		default:
			l.want = l.drawn // the fresh worker needs the model that the picture shows
			l.replace("was restarted")
		}
	})
}

// replace ends the worker and starts another. Calls that were on their way are
// not sent again: one of them may be what the engine died of.
func (l *Lane) replace(why string) {
	l.drop()
	l.failCalls("The engine " + why + ".")
	l.Start()
}

func (l *Lane) drop() {
	l.born++
	if l.port != nil {
		l.port.Close()
		l.port = nil
	}
	l.ready = false
}

func (l *Lane) failCalls(why string) {
	calls := l.calls
	l.calls = map[int]call{}
	for _, c := range calls {
		c.done(Reply{}, &wire.Error{Message: why})
	}
}

func (l *Lane) giveUp(reason string) {
	l.dead = true
	list := l.held
	l.held = nil
	for _, h := range list {
		if w := h.call.work; w == nil || !w.off {
			h.call.done(Reply{}, &wire.Error{Message: "The engine is not running."})
		}
	}
	l.failCalls("The engine is not running.")
	l.on.Dead(reason)
}
