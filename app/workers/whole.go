package workers

import (
	"maps"
	"slices"
	"time"

	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// successor is a worker of the whole program that is on its way. Until it says hello the
// lane's own worker goes on serving what it can.
type successor struct {
	port    Port
	born    int // its number, once it is the lane's worker; 0 before
	done    float64
	trouble string
	pulse   pulse
}

const notLoaded = "The other methods could not be loaded. "

// Fetching tells that somebody waits for the whole program: how much of it is there, and
// why no more comes, in a sentence, "" when it does.
func (l *Lane) Fetching() (done float64, trouble string, waiting bool) {
	if l.next == nil || l.lacking < 0 && len(l.beyond) == 0 {
		return 0, "", false
	}
	return l.next.done, l.next.trouble, true
}

// RetryFetch has the whole program be asked for at once, where a pause is made after trouble.
func (l *Lane) RetryFetch() {
	if l.next != nil {
		l.next.port.Post(Request{Type: wire.TypeAgain})
	}
}

// CancelFetch gives the whole program up. Who waits for it is told.
func (l *Lane) CancelFetch() {
	if l.next != nil {
		l.fell("Loading of the other methods was stopped.")
	}
}

// FetchCancelled tells that the whole program was given up, and the document waits for a method
// that only it has; Fetch starts it once more.
func (l *Lane) FetchCancelled() bool { return l.forgone != (wire.Need{}) && l.next == nil }

func (l *Lane) Fetch() {
	l.forgone = wire.Need{}
	l.Redraw()
}

// waits notes which draw waits for the whole program, -1 = none.
func (l *Lane) waits(tag int) {
	before := l.lacking
	l.lacking = tag
	if tag >= 0 {
		l.succeed()
	}
	if (before >= 0) != (l.lacking >= 0) {
		l.on.Fetching()
	}
}

// goOn has a call answered by the whole program.
func (l *Lane) goOn(c call) {
	if c.work != nil {
		c.work.sent = time.Time{}
	}
	l.beyond = append(l.beyond, held{c.req, c.draw, c})
	l.succeed()
	l.on.Fetching()
}

// succeed starts a worker of the whole program, unless one is on its way.
func (l *Lane) succeed() {
	if l.next != nil {
		return
	}
	s := &successor{pulse: pulse{looked: l.on.Now()}}
	l.next = s
	port, err := l.dial(true, func(r Reply) {
		switch {
		case l.next == s:
			l.arrive(s, r)
		case s.born != 0 && s.born == l.born:
			l.receive(r)
		}
	})
	if err != nil {
		l.fell(notLoaded + err.Error())
		return
	}
	s.port = port
	l.watch()
}

// expects tells whether a successor should have something to say.
func (l *Lane) expects() bool { return l.next != nil && l.next.port != nil }

// arrive takes what a successor says.
func (l *Lane) arrive(s *successor, r Reply) {
	s.pulse.heard()
	switch r.Type {
	case wire.TypeBoot:
		var p wire.Progress
		if json.Unmarshal(r.Head, &p) == nil {
			s.done, s.trouble = p.Done, r.Trouble
			l.on.Fetching()
		}
	case wire.TypeFatal:
		var e wire.Error
		_ = json.Unmarshal(r.Head, &e) // without a head there is no reason to tell
		l.fell(notLoaded + "The engine said: " + e.Message)
	case wire.TypeHello:
		if _, ok := l.read(r); !ok { // the first one still serves
			l.fell(notLoaded + "They are of another version of Pointscape: reload the page.")
			return
		}
		fallthrough
	case wire.TypeHelper:
		l.promote(s)
		l.receive(r)
	}
}

// promote makes the successor the lane's worker. What the other one was asked is asked again.
func (l *Lane) promote(s *successor) {
	for _, id := range slices.Sorted(maps.Keys(l.calls)) {
		c := l.calls[id]
		l.held = append(l.held, held{c.req, c.draw, c})
	}
	l.held = append(l.held, l.beyond...)
	clear(l.calls)
	l.want = l.want || l.drawn // the model that the picture shows is needed here, too
	l.flights, l.beyond, l.lacking, l.forgone = nil, nil, -1, wire.Need{}
	l.drop()
	s.born, l.ready = l.born, false
	l.port, l.next, l.has.Whole, l.dead = s.port, nil, true, false
	l.sentPts, l.staged, l.pulse = 0, false, pulse{looked: l.on.Now()}
	l.on.Fetching()
}

// fell gives the successor up, and tells who waits for it why.
func (l *Lane) fell(why string) {
	if l.next.port != nil {
		l.next.port.Close()
	}
	tag, list := l.lacking, l.beyond
	l.next, l.lacking, l.beyond = nil, -1, nil
	if tag >= 0 {
		l.forgone, l.why = l.need, why
	}
	l.on.Fetching()
	for _, h := range list {
		h.call.done(Reply{}, &wire.Error{Message: why})
	}
	if tag >= 0 {
		l.want = false
		l.on.Failed(wire.Error{Message: why}, tag)
	}
}
