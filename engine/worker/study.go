//go:build js && wasm

package worker

import (
	"slices"
	"syscall/js"
	"time"

	"pointscape/engine/wire"
)

// laneName is the name of the worker that the page starts for long work. Its first message only says that it is ready:
// the page knows the catalogue. It draws nothing, and the engines that it starts help with studies.
const laneName = "lane"

// yieldFor is how long a study pauses during a drag: longer than the interval between the page's messages about it.
const yieldFor = 250 * time.Millisecond

// study carries out a study.
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

// cancel stops a study at its next Err call, or removes it before it has started.
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

// yield leaves the processors to a drag, if page and engine need both of two, or two of three.
func (b *yielder) yield() {
	if cores() <= 3 {
		b.until = time.Now().Add(yieldFor)
	}
}

// cores returns the number of processors that the browser reports, 1 if it reports none.
func cores() int {
	if n := js.Global().Get("navigator").Get("hardwareConcurrency"); n.Type() == js.TypeNumber {
		return n.Int()
	}
	return 1
}
