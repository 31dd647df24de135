package workers

import (
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

const (
	// Three crashes within crashesWithin, or three workers without a picture that
	// fell silent, and the lane gives up.
	maxCrashes    = 3
	crashesWithin = 10 * time.Second

	// While something is asked of a worker, it is pinged. It answers from the
	// middle of a fit, too, for fits yield every few milliseconds (engine/worker/yielder.go);
	// so one that is silent this long has ended without a word, or will
	// not end. It is longer than the longest stretch without a question, painting
	// 100,000 cells, on a slow phone.
	pingEvery  = 2 * time.Second
	maxSilence = 15 * time.Second

	// lightenAfter is how long nothing is asked of a worker before it is replaced for
	// its memory's sake.
	lightenAfter = 3 * time.Second
)

// Restarted is what people are told when a worker was replaced.
const Restarted = "The engine stopped and was restarted; the document is unchanged."

// life is the state of a lane's engine. whole.go has its succession.
//
//	        started           greeted
//	off ──────────────► starting ──────► ready
//	                     ▲     │ died      │ died
//	             started │     ▼           │
//	                     ├── crashed ◄─────┘
//	                     │     │ failed: for the third time, or it can't be started
//	     started (Retry) │     ▼
//	                     └── givenUp
//
// An engine that is starting or ready is also replaced (started) when it is stopped, when its memory has grown, and
// when the whole engine takes over. Close leads to off (ended).
type life uint8

const (
	never    life = iota
	off           // there is no worker: not started, ended, or about to be replaced
	starting      // a worker loads its program, and has not said hello
	ready         // it has said hello, and serves
	crashed       // it is dead; another one is started, or the engine is given up
	givenUp       // it was dead too often, or could not be started
)

// event is what happens to an engine.
type event uint8

const (
	started event = iota
	greeted
	died
	failed
	ended
)

// lives says what becomes of an engine; what is not there does not happen, and changes nothing.
var lives = [...][givenUp + 1]life{
	started: {off: starting, starting: starting, ready: starting, crashed: starting, givenUp: starting},
	greeted: {starting: ready},
	died:    {starting: crashed, ready: crashed},
	failed:  {starting: givenUp, crashed: givenUp},
	ended:   {starting: off, ready: off},
}

// become is what an event does to the engine; it is false when nothing.
func (l *Lane) become(e event) bool {
	to := lives[e][l.life]
	if to == never {
		return false
	}
	l.life = to
	return true
}

// engine is one worker, and what it has.
type engine struct {
	port   Port       // nil = it is being started, or there is none
	has    wire.Hello // its program; until it says so, that of the one before
	points int        // version of the points that it holds
	staged bool       // it was given the stage's canvas,
	canvas Canvas     // or will be with the next draw

	done    float64 // share of its program that is there,
	trouble string  // and why no more comes, in a sentence

	watching clock.Timer
	checked  time.Time
	silent   time.Duration // it has said nothing, until then
	pinged   bool          // since it spoke
}

// mute pings the worker, and tells whether it has been silent for too long.
func (e *engine) mute(now time.Time) bool {
	// A computer that has slept, or a page whose timers were held back, has not
	// heard silence all that time.
	e.silent += min(now.Sub(e.checked), 2*pingEvery)
	e.checked = now
	if e.silent >= maxSilence {
		return true
	}
	if !e.pinged {
		e.pinged = true
		e.port.Post(Request{Type: wire.TypePing})
	}
	return false
}

var silence = "There was no response for " + strconv.Itoa(int(maxSilence/time.Second)) + " seconds."

// deaths are those of a lane's engines.
type deaths struct {
	crashes []time.Time // the last ones
	silent  int         // how many fell silent one after the other, without a picture
}

// tooMany notes a death, and tells whether there were too many.
func (d *deaths) tooMany(now time.Time) bool {
	recent := d.crashes[:0]
	for _, t := range d.crashes {
		if now.Sub(t) < crashesWithin {
			recent = append(recent, t)
		}
	}
	d.crashes = append(recent, now)
	return len(d.crashes) >= maxCrashes || d.silent >= maxCrashes
}

// Start starts the worker.
func (l *Lane) Start() {
	e := &engine{has: l.engine.has}
	l.engine = e
	l.become(started)
	if err := l.connect(e, e.has.Whole); err != nil {
		l.giveUp("The engine could not be started: " + err.Error())
	} else if l.engine == e {
		l.watch(e)
		l.flush()
	}
}

// connect starts the worker of an engine. What it says is heard while it is the lane's engine, or will be.
func (l *Lane) connect(e *engine, whole bool) error {
	port, err := l.dial(whole, func(r Reply) {
		if e != l.engine && e != l.succession.next {
			return
		}
		e.silent, e.pinged = 0, false
		if e == l.engine {
			l.receive(r)
		} else {
			l.arrive(r)
		}
	})
	switch {
	case err != nil:
	case e == l.engine || e == l.succession.next:
		e.port = port
	default: // it died meanwhile
		port.Close()
	}
	return err
}

// Close ends the worker; Start starts another.
func (l *Lane) Close() {
	l.drop()
	if s := &l.succession; s.next != nil {
		s.next.port.Close()
		s.next = nil
	}
}

// Retry starts again after the lane has given up.
func (l *Lane) Retry() {
	l.deaths = deaths{}
	l.flights.want = true
	l.Start()
}

func (l *Lane) hello(r Reply) {
	h, ok := l.read(r)
	if !ok || !l.become(greeted) { // known before; see Browser
		return
	}
	l.engine.has = h
	l.on.Hello()
	l.flush()
}

// read reads a hello; it is false, and told, where that comes from another build.
func (l *Lane) read(r Reply) (h wire.Hello, ok bool) {
	if json.Unmarshal(r.Head, &h) != nil {
		h.Protocol = 0 // from another build, too
	}
	if h.Protocol != wire.Protocol {
		l.on.Mismatch()
		return h, false
	}
	return h, true
}

// fatal is why a worker died.
func fatal(r Reply) string {
	var e wire.Error
	_ = json.Unmarshal(r.Head, &e) // without a head there is no reason to tell
	return e.Message
}

// crash replaces an engine that has died, or gives up.
func (l *Lane) crash(reason string) {
	if !l.become(died) {
		return
	}
	l.flights.lost()
	if l.deaths.tooMany(l.clock.Now()) {
		l.drop()
		l.giveUp(reason)
		return
	}
	l.replace("stopped before it answered; try again")
	l.on.Notice(Restarted)
}

// replace ends the worker and starts another.
func (l *Lane) replace(why string) {
	l.drop()
	l.fail(&wire.Error{Message: "The engine " + why + "."})
	l.Start()
}

// drop ends the worker.
func (l *Lane) drop() {
	old := l.engine
	l.engine = &engine{has: old.has}
	if old.port != nil {
		old.port.Close()
	}
	l.become(ended)
}

func (l *Lane) giveUp(reason string) {
	l.become(failed)
	list := l.held
	l.held = nil
	for _, w := range list {
		if !w.off {
			w.done(Reply{}, notRunning)
		}
	}
	l.fail(notRunning)
	l.on.Dead(reason)
}

// lighten replaces the worker when it has had nothing to do for a while: its memory
// has grown for something that is gone, and never shrinks.
func (l *Lane) lighten() {
	e := l.engine
	l.clock.After(lightenAfter, func() {
		switch {
		case e != l.engine:
		case !l.Idle() || l.clock.Now().Sub(l.sentAt) < lightenAfter:
			l.lighten()
		default:
			l.flights.lost()
			l.replace("was restarted")
		}
	})
}

// owes tells whether an engine should have something to say: it starts, or was asked something.
func (l *Lane) owes(e *engine) bool {
	return e == l.succession.next ||
		e == l.engine && (l.life == starting || len(l.flights.air) > 0 || len(l.work) > 0)
}

// watch begins to check that an engine still speaks.
func (l *Lane) watch(e *engine) {
	if e.watching.Waits() || e.port == nil || !l.owes(e) {
		return
	}
	e.silent, e.checked = 0, l.clock.Now()
	e.watching.Set(l.clock, pingEvery, func() { l.check(e) })
}

func (l *Lane) check(e *engine) {
	switch {
	case !l.owes(e):
	case !e.mute(l.clock.Now()):
		e.watching.Set(l.clock, pingEvery, func() { l.check(e) })
	case e == l.engine:
		l.deaths.silent++
		l.crash(silence)
	default:
		l.fell(notLoaded + silence)
	}
}
