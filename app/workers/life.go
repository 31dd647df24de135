package workers

import (
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

const (
	// The lane gives up after three crashes within crashesWithin, or after three workers in a row that stopped
	// answering without having sent a picture.
	maxCrashes    = 3
	crashesWithin = 10 * time.Second

	// While a worker starts or has an open request, it is pinged. It answers even in the middle of a fit, because fits
	// yield every few milliseconds (engine/worker/yielder.go). A worker that is silent for maxSilence has therefore
	// died without a message, or hangs. maxSilence is longer than the longest computation without a yield: painting
	// 100,000 cells on a slow phone.
	pingEvery  = 2 * time.Second
	maxSilence = 15 * time.Second

	// lightenAfter is how long a worker must have had no request before it is replaced to free its memory.
	lightenAfter = 3 * time.Second
)

// Restarted is the notice shown to the user when a worker was replaced.
const Restarted = "The engine stopped and was restarted; the document is unchanged."

// life is the state of a lane's engine. For its replacement by the whole program's engine see whole.go.
//
//	        started           greeted
//	off ──────────────► starting ──────► ready
//	                     ▲     │ died      │ died
//	             started │     ▼           │
//	                     ├── crashed ◄─────┘
//	                     │     │ failed: for the third time, or it cannot be started
//	     started (Retry) │     ▼
//	                     └── givenUp
//
// An engine that is starting or ready is also replaced (started) when it is stopped, when its memory has grown, and
// when the whole engine takes over. Close leads to off (ended).
type life uint8

const (
	never    life = iota
	off           // there is no worker: not started, ended, or about to be replaced
	starting      // a worker loads its program and has not said hello
	ready         // it has said hello, and serves
	crashed       // it has died; another one is started, or the lane gives up
	givenUp       // it died too often, or could not be started
)

// event is an event in the life of an engine.
type event uint8

const (
	started event = iota
	greeted
	died
	failed
	ended
)

// lives is the transition table: the next state by event and state. A missing entry means that the event is ignored.
var lives = [...][givenUp + 1]life{
	started: {off: starting, starting: starting, ready: starting, crashed: starting, givenUp: starting},
	greeted: {starting: ready},
	died:    {starting: crashed, ready: crashed},
	failed:  {starting: givenUp, crashed: givenUp},
	ended:   {starting: off, ready: off},
}

// become applies an event to the engine's state. It reports whether the state allows the event.
func (l *Lane) become(e event) bool {
	to := lives[e][l.life]
	if to == never {
		return false
	}
	l.life = to
	return true
}

// engine is one worker with what the page knows of it.
type engine struct {
	port   Port       // nil = it is being started, or there is none
	has    wire.Hello // its program; before its hello, that of the engine before
	points int        // version of the points that it has
	staged bool       // it was given the stage's canvas
	canvas Canvas     // canvas to send with the next draw

	done    float64 // fraction of its program that has been loaded
	trouble string  // why loading makes no progress, as a sentence

	watching clock.Timer
	checked  time.Time
	silent   time.Duration // time without a message until checked
	pinged   bool          // pinged since its last message
}

// mute pings the worker, and reports whether it has been silent for too long.
func (e *engine) mute(now time.Time) bool {
	// If the computer slept or the page's timers were delayed, the time between two checks was not silence of the
	// worker.
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

func silence() string {
	return words.Sprintf("There was no response for %d seconds.", int(maxSilence/time.Second))
}

// deaths counts the deaths of a lane's engines.
type deaths struct {
	crashes []time.Time // times of the recent crashes
	silent  int         // number of engines in a row that fell silent without having sent a picture
}

// tooMany notes a death, and reports whether there were too many.
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

func (l *Lane) Start() {
	e := &engine{has: l.engine.has}
	l.engine = e
	l.become(started)
	if err := l.connect(e, e.has.Whole); err != nil {
		l.giveUp(words.Text("The engine could not be started: %s", err.Error()))
	} else if l.engine == e {
		l.watch(e)
		l.flush()
	}
}

// connect starts the worker of an engine. Its messages are handled while it is the lane's engine or the successor.
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
	default: // it died in the meantime
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

// Retry starts the engine again after the lane has given up.
func (l *Lane) Retry() {
	l.deaths = deaths{}
	l.flights.want = true
	l.Start()
}

func (l *Lane) hello(r Reply) {
	h, ok := l.read(r)
	if !ok || !l.become(greeted) { // or it was known in advance; see Browser
		return
	}
	l.engine.has = h
	l.on.Hello()
	l.flush()
}

// read parses a hello. If it comes from another build, read tells the owner and returns false.
func (l *Lane) read(r Reply) (h wire.Hello, ok bool) {
	if json.Unmarshal(r.Head, &h) != nil {
		h.Protocol = 0 // treated as another build
	}
	if h.Protocol != wire.Protocol {
		l.on.Mismatch()
		return h, false
	}
	return h, true
}

// fatal returns why a worker died.
func fatal(r Reply) string {
	var e wire.Error
	_ = json.Unmarshal(r.Head, &e) // without a head there is no reason to report
	return e.Message
}

// crash replaces an engine that has died, or gives up after too many deaths.
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
	l.replace("The engine stopped before it answered; try again.")
	l.on.Notice(Restarted)
}

// replace ends the worker, fails its open work, and starts another one, unless the lane was closed meanwhile.
func (l *Lane) replace(why string) {
	l.drop()
	none := l.engine
	l.fail(&wire.Error{Message: words.Say(why)})
	if l.engine == none {
		l.Start()
	}
}

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

// lighten replaces the worker once it has had nothing to do for a while: WebAssembly memory never shrinks, and this
// worker's has grown for data that are gone.
func (l *Lane) lighten() {
	e := l.engine
	l.clock.After(lightenAfter, func() {
		switch {
		case e != l.engine:
		case !l.Idle() || l.clock.Now().Sub(l.sentAt) < lightenAfter:
			l.lighten()
		default:
			l.flights.lost()
			l.replace("The engine was restarted.")
		}
	})
}

// owes reports whether a message from an engine is due: it starts, or it has an open request.
func (l *Lane) owes(e *engine) bool {
	return e == l.succession.next ||
		e == l.engine && (l.life == starting || len(l.flights.air) > 0 || len(l.work) > 0)
}

// watch begins to check that an engine still answers.
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
		l.crash(silence())
	default:
		l.fell(words.Text("%s%s", notLoaded, silence()))
	}
}
