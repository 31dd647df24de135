package workers

import (
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Lane is one engine with its open requests. It is not safe for concurrent use: the page has one thread.
type Lane struct {
	dial  Dial
	clock clock.Clock
	on    Owner

	life       life
	engine     *engine // the one that serves; without a port while there is none
	deaths     deaths
	succession succession

	flights flights
	work    map[int]*Work // sent and not answered, by id
	held    []*Work       // to be sent after hello
	lastID  int
	sentAt  time.Time
}

// New returns a lane without a worker; Start starts one.
func New(dial Dial, c clock.Clock, on Owner) *Lane {
	return &Lane{dial: dial, clock: c, on: on, life: off, engine: &engine{}, work: map[int]*Work{}, lastID: 1,
		succession: succession{lacking: -1}}
}

// Busy reports whether a draw is in the air or waits.
func (l *Lane) Busy() bool { return l.flights.state() != resting }

// Idle reports whether the worker is ready and has no open request.
func (l *Lane) Idle() bool { return l.life == ready && !l.Busy() && len(l.work) == 0 }

// Ready reports whether the worker has said hello.
func (l *Lane) Ready() bool { return l.life == ready }

// Since returns the time since the oldest draw in the air was sent, 0 if there is none.
func (l *Lane) Since() time.Duration {
	if len(l.flights.air) == 0 {
		return 0
	}
	return l.clock.Now().Sub(l.flights.air[0].sent)
}

func (l *Lane) Redraw() {
	l.flights.want = true
	l.pump()
}

// Stop stops the running computation by ending the worker, and starts a new one.
func (l *Lane) Stop() {
	l.flights.stop()
	l.replace("The engine stopped.")
}

// serves reports whether requests can be sent now.
func (l *Lane) serves() bool { return l.life == ready && l.engine.port != nil }

// pump sends the waiting draw if the lane is free for it. The owner composes it at this moment.
func (l *Lane) pump() {
	if !l.serves() || !l.leaves() {
		return
	}
	l.flights.want = false
	e := l.engine
	if !e.staged {
		e.staged, e.canvas = true, l.on.Canvas()
	}
	d, ok := l.on.Draw()
	if !ok || !l.suffices(&d) {
		return
	}
	// Noted before it is sent, because an answer may come at once.
	l.flights.launch(l.lastID+1, d.Tag, l.clock.Now())
	req := Request{Type: wire.TypeDraw, Head: d.Head, Canvas: e.canvas}
	e.canvas = Canvas{}
	l.post(req, &d)
}

// leaves reports whether a draw waits and may be sent now. If it is too early, the lane is pumped again later.
func (l *Lane) leaves() bool {
	switch l.flights.state() {
	case waiting:
		return true
	case queued:
		if !fastOvertaking {
			return false
		}
		left := l.flights.early(l.clock.Now())
		if left > 0 && !l.flights.alarm.Waits() {
			l.flights.alarm.Set(l.clock, left, l.pump)
		}
		return left <= 0
	}
	return false
}

// post sends a request, with the points of its draw if the worker does not have them.
func (l *Lane) post(req Request, draw *Draw) {
	l.lastID++
	req.ID = l.lastID
	if draw != nil && draw.PointsVersion != l.engine.points {
		req.Points, l.engine.points = draw.Points(), draw.PointsVersion
	}
	l.sentAt = l.clock.Now()
	l.watch(l.engine)
	l.engine.port.Post(req)
}

// receive handles a message from the lane's worker.
func (l *Lane) receive(r Reply) {
	switch r.Type {
	case wire.TypeHello:
		l.hello(r)
	case wire.TypeHelper: // of the same build, since it runs the module that was compiled
		l.become(greeted)
		l.flush()
	case wire.TypeProgress:
		var p wire.Progress
		if json.Unmarshal(r.Head, &p) != nil {
			return
		}
		if w := l.work[r.ID]; w != nil && w.progress != nil {
			w.progress(&p)
		} else if len(l.flights.air) > 0 {
			l.on.Progress(p.Done)
		}
	case wire.TypePicture:
		l.picture(r)
	case wire.TypeFacts:
		var f wire.Facts
		if r.ID == l.flights.shown && json.Unmarshal(r.Head, &f) == nil && f.Take(r.Numbers) == nil {
			l.on.Facts(&f)
		}
	case wire.TypeStaged:
		var s wire.Staged
		if json.Unmarshal(r.Head, &s) == nil {
			l.on.Staged(s.View, r.ID == l.flights.shown)
		}
	case wire.TypeSuperseded:
		if l.flights.tag(r.ID) >= 0 {
			l.flights.land(r.ID)
		}
		w := l.answered(r.ID) // nil = it was cancelled
		l.pump()
		if w != nil {
			w.done(Reply{}, Overtaken)
		}
	case wire.TypeBulky:
		l.lighten()
	case wire.TypeFatal:
		l.crash(fatal(r))
	case wire.TypeError:
		l.refused(r)
	default:
		if w := l.answered(r.ID); w != nil {
			w.done(r, nil)
		}
	}
}

// picture handles a picture, unless its draw was given up.
func (l *Lane) picture(r Reply) {
	tag := l.flights.tag(r.ID)
	if tag < 0 {
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
		l.flights.land(r.ID)
		l.on.Failed(wire.Error{Message: words.Text("The engine's picture can't be read: %s", err.Error())}, tag)
		l.pump()
		return
	}
	l.deaths.silent = 0
	l.flights.came(r.ID, p.Last)
	// The next request is sent before this picture is painted, so that the worker need not wait for the page.
	l.pump()
	l.on.Picture(&p, r, tag)
}

// refused handles an error that answers work or a draw.
func (l *Lane) refused(r Reply) {
	var e wire.Error
	if err := json.Unmarshal(r.Head, &e); err != nil {
		e.Message = "The engine answered with an error that can't be read."
	}
	if w := l.answered(r.ID); w != nil {
		if e.Field == "method" && !l.engine.has.Whole && (w.draw == nil || w.progress != nil) && l.on.Further(&e) {
			l.goOn(w)
			return
		}
		w.done(r, &e)
		return
	}
	tag := l.flights.tag(r.ID)
	if tag < 0 && r.ID != l.flights.shown { // of work that was cancelled
		return
	}
	if l.flights.land(r.ID) {
		l.on.Failed(e, tag)
	}
	l.pump()
}
