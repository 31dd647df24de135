package workers

import (
	"maps"
	"slices"
	"time"

	"pointscape/engine/wire"
)

var (
	// Overtaken is the error of work that the worker has dropped for a newer picture. The request may be repeated.
	Overtaken = &wire.Error{Message: "The picture has changed meanwhile. Try again later."}

	notRunning = &wire.Error{Message: "The engine is not running."}
)

// Work is a request with a single answer. It can be cancelled.
type Work struct {
	lane     *Lane
	req      Request
	draw     *Draw // nil = it needs no points
	done     func(Reply, *wire.Error)
	progress func(*wire.Progress) // nil = it is short and reports no progress
	id       int                  // 0 = not sent yet
	sent     time.Time
	off      bool
}

// Call sends a request with a single answer; done gets the answer or the error. If draw is not nil, it supplies the
// points for the request's wire.Draw.
func (l *Lane) Call(typ string, head []byte, draw *Draw, done func(Reply, *wire.Error)) {
	l.ask(&Work{req: Request{Type: typ, Head: head}, draw: draw, done: done})
}

// Begin is Call for a request that takes long: the worker reports its progress, and if it lacks what is needed, the
// whole program's engine serves it.
func (l *Lane) Begin(typ string, head []byte, draw *Draw, progress func(*wire.Progress),
	done func(Reply, *wire.Error)) *Work {
	return l.ask(&Work{req: Request{Type: typ, Head: head}, draw: draw, progress: progress, done: done})
}

// Open is Begin for a wire.Load, with a text from outside.
func (l *Lane) Open(head []byte, text Text, done func(Reply, *wire.Error)) *Work {
	return l.ask(&Work{req: Request{Type: wire.TypeLoad, Head: head, Text: text}, progress: func(*wire.Progress) {},
		done: done})
}

// Sent returns when the request was sent to a worker, zero while it waits for one: loading a program may take long.
func (w *Work) Sent() time.Time { return w.sent }

// Cancel gives the work up: done is not called.
func (w *Work) Cancel() {
	l := w.lane
	w.off = true
	n := len(l.succession.work)
	l.succession.work = slices.DeleteFunc(l.succession.work, func(x *Work) bool { return x == w })
	if len(l.succession.work) < n {
		l.on.Fetching()
	}
	if l.answered(w.id) != nil {
		l.engine.port.Post(Request{Type: wire.TypeCancel, ID: w.id})
	}
}

// Yield asks the worker to leave the processors to a gesture for a moment.
func (w *Work) Yield() {
	if w.lane.work[w.id] != nil {
		w.lane.engine.port.Post(Request{Type: wire.TypeYield})
	}
}

// ask sends work, or keeps it until there is an engine.
func (l *Lane) ask(w *Work) *Work {
	w.lane = l
	switch {
	case l.life == givenUp:
		w.done(Reply{}, notRunning)
	case l.serves():
		l.send(w)
	default:
		l.held = append(l.held, w)
	}
	return w
}

func (l *Lane) send(w *Work) {
	if w.draw != nil && w.progress == nil && !l.engine.has.Has(w.draw.Need) {
		w.done(Reply{}, &wire.Error{Message: "The other methods are not loaded yet."})
		return
	}
	w.id, w.sent = l.lastID+1, l.clock.Now()
	l.work[w.id] = w
	l.post(w.req, w.draw)
}

// flush sends the work that was kept for an engine.
func (l *Lane) flush() {
	if !l.serves() {
		return
	}
	list := l.held
	l.held = nil
	for _, w := range list {
		if !w.off {
			l.send(w)
		}
	}
	l.pump()
}

// answered removes work from the open requests and returns it, or nil if there is none with this id.
func (l *Lane) answered(id int) *Work {
	w := l.work[id]
	delete(l.work, id)
	return w
}

// fail ends the work that was sent, oldest first. It is not sent again, because it may be the reason why the engine
// died.
func (l *Lane) fail(e *wire.Error) {
	work := l.work
	l.work = map[int]*Work{}
	for _, id := range slices.Sorted(maps.Keys(work)) {
		work[id].done(Reply{}, e)
	}
}
