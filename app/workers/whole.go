package workers

import (
	"maps"
	"slices"
	"time"

	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// succession is the replacement of the first engine, which has some methods, by the engine of the whole program.
//
//	        a draw, or work, needs what the first engine lacks              it says hello
//	alone ─────────────────────────────────────────────────────► fetching ───────────────► it is the lane's engine
//	 ▲                                                              │
//	 │ another method is chosen, or Fetch                           │ it dies, is silent, of another build, or cancelled
//	 └──────────────────────────── forgone ◄────────────────────────┤ a draw waits
//	 ▲                                                              │ only work waits, or nothing any more
//	 └──────────────────────────────────────────────────────────────┘
//
// While the whole program is fetched, the first engine serves what it can: the last picture stays, its methods work.
// Then all open requests go to the whole program's engine, which stays. Only a draw of the document and long work wait
// for it; other requests about such a document fail at once.
type succession struct {
	next    *engine   // the successor, while it loads
	work    []*Work   // work that waits for it
	lacking int       // tag of the draw that waits for it, -1 = none
	need    wire.Need // what that draw needs
	forgone wire.Need // need of the draw for which it was given up; zero = it may be started
	why     string    // why it was given up, as a sentence
}

type heir uint8

const (
	alone    heir = iota // no other engine is needed
	fetching             // the whole program's engine is loading
	forgone              // it was given up, and the document needs it
)

func (s *succession) state() heir {
	switch {
	case s.next != nil:
		return fetching
	case s.forgone != wire.Need{}:
		return forgone
	}
	return alone
}

const notLoaded = "The other methods could not be loaded. "

// Fetching reports whether a request waits for the whole program. done is the fraction of it that has been loaded, and
// trouble says in a sentence why loading makes no progress, "" if it does.
func (l *Lane) Fetching() (done float64, trouble string, waiting bool) {
	s := &l.succession
	if s.state() != fetching || s.lacking < 0 && len(s.work) == 0 {
		return 0, "", false
	}
	return s.next.done, s.next.trouble, true
}

// RetryFetch continues loading the whole program at once, without the pause that follows a failure.
func (l *Lane) RetryFetch() {
	if l.succession.state() == fetching {
		l.succession.next.port.Post(Request{Type: wire.TypeAgain})
	}
}

// CancelFetch gives up loading the whole program.
func (l *Lane) CancelFetch() {
	if l.succession.state() == fetching {
		l.fell("Loading of the other methods was stopped.")
	}
}

// FetchCancelled reports whether loading the whole program was given up while the document needs it; Fetch starts it
// again.
func (l *Lane) FetchCancelled() bool { return l.succession.state() == forgone }

func (l *Lane) Fetch() {
	l.succession.forgone = wire.Need{}
	l.Redraw()
}

// suffices reports whether the engine has what a draw needs. If not, the draw waits for the whole program, or is
// refused if that was given up for the same need.
func (l *Lane) suffices(d *Draw) bool {
	s := &l.succession
	if d.Need != s.forgone {
		s.forgone = wire.Need{} // it may be started again
	}
	switch {
	case l.engine.has.Has(d.Need):
		l.waits(-1)
		return true
	case s.state() == forgone:
		l.on.Failed(wire.Error{Message: s.why}, d.Tag)
	default:
		l.flights.want, s.need = true, d.Need
		l.waits(d.Tag)
	}
	return false
}

// waits notes the tag of the draw that waits for the whole program, -1 = none.
func (l *Lane) waits(tag int) {
	before := l.succession.lacking
	l.succession.lacking = tag
	if tag >= 0 {
		l.succeed()
	}
	if (before >= 0) != (l.succession.lacking >= 0) {
		l.on.Fetching()
	}
}

// goOn hands work over to the whole program's engine.
func (l *Lane) goOn(w *Work) {
	w.sent = time.Time{}
	l.succession.work = append(l.succession.work, w)
	l.succeed()
	l.on.Fetching()
}

// succeed starts a worker of the whole program, unless one is loading already.
func (l *Lane) succeed() {
	if l.succession.state() == fetching {
		return
	}
	next := &engine{}
	l.succession.next = next
	if err := l.connect(next, true); err != nil {
		l.fell(words.Text("%s%s", notLoaded, err.Error()))
		return
	}
	l.watch(next)
}

// arrive handles a message from the successor.
func (l *Lane) arrive(r Reply) {
	next := l.succession.next
	switch r.Type {
	case wire.TypeBoot:
		var p wire.Progress
		if json.Unmarshal(r.Head, &p) == nil {
			next.done, next.trouble = p.Done, r.Trouble
			l.on.Fetching()
		}
	case wire.TypeFatal:
		l.fell(words.Text("%sThe engine said: %s", notLoaded, fatal(r)))
	case wire.TypeHello:
		if _, ok := l.read(r); !ok { // the first engine continues to serve
			l.fell(words.Text("%sThey are of another version of Pointscape: reload the page.", notLoaded))
			return
		}
		fallthrough
	case wire.TypeHelper:
		l.takeOver(next)
		l.receive(r)
	}
}

// takeOver makes the successor the lane's engine and sends it the open requests of the old one.
func (l *Lane) takeOver(next *engine) {
	for _, id := range slices.Sorted(maps.Keys(l.work)) {
		l.held = append(l.held, l.work[id])
	}
	l.held = append(l.held, l.succession.work...)
	clear(l.work)
	l.flights.lost()
	l.succession = succession{lacking: -1}
	l.drop()
	l.become(started)
	next.has.Whole = true
	l.engine = next
	l.on.Fetching()
}

// fell gives the successor up, and fails what waits for it with the reason why.
func (l *Lane) fell(why string) {
	s := &l.succession
	if s.next.port != nil {
		s.next.port.Close()
	}
	tag, list := s.lacking, s.work
	s.next, s.lacking, s.work = nil, -1, nil
	if tag >= 0 {
		s.forgone, s.why = s.need, why
	}
	l.on.Fetching()
	for _, w := range list {
		w.done(Reply{}, &wire.Error{Message: why})
	}
	if tag >= 0 {
		l.flights.want = false
		l.on.Failed(wire.Error{Message: why}, tag)
	}
}
