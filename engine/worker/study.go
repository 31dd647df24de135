//go:build js && wasm

package worker

import (
	"slices"
	"syscall/js"
	"time"

	"pointscape/engine/wire"
)

// laneName is the name of the worker that the page starts for long work. It says no more
// than that it is there: the page knows the catalogue. It draws nothing; its hands help with studies.
const laneName = "lane"

// yieldFor is how long a study stands still when a hand moves: longer than the page waits
// before it says so again.
const yieldFor = 250 * time.Millisecond

// study does long work.
func (w *worker) study(m message) error {
	head, err := wire.Parse[wire.Study](m.head)
	req, job, err := w.begin(m, &head.Draw, err)
	if err != nil {
		return err
	}
	defer job.end()
	r, err := w.session.Study(job, req.Doc, head.Study)
	if err != nil {
		return err
	}
	post(wire.TypeStudied, m.id, r, nil)
	return nil
}

// cancel gives a study up, the next time that it is asked or before it has begun.
func (w *worker) cancel(id int) {
	if w.yielder.active && w.yielder.id == id {
		w.yielder.stop()
		return
	}
	n := len(w.queue)
	if w.queue = slices.DeleteFunc(w.queue, func(m message) bool { return m.id == id }); len(w.queue) < n {
		post(wire.TypeSuperseded, id, wire.Nothing{}, nil)
	}
}

// yield leaves the processors to a hand that moves, where page and engine need both of two, or two of three.
func (b *yielder) yield() {
	if cores() <= 3 {
		b.until = time.Now().Add(yieldFor)
	}
}

// cores is how many processors the browser tells of.
func cores() int {
	if n := js.Global().Get("navigator").Get("hardwareConcurrency"); n.Type() == js.TypeNumber {
		return n.Int()
	}
	return 1
}
