//go:build js && wasm

package worker

import (
	"syscall/js"

	"pointscape/engine/json"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// helper carries out studies together with other engines.
type helper interface {
	hire()                 // lets the session share its studies
	yield()                // tells the other engines that the user is dragging
	share(m message) error // makes a part of another engine's study
}

// helpers makes a worker's helper; nil = the program does not share studies. The first engine does not include it, to
// be smaller.
var helpers func(w *worker) helper

// ShareStudies lets engines carry out studies together; it must be called before Run.
func ShareStudies() { helpers = func(w *worker) helper { return &studyPool{w: w} } }

// studyPool is a session.StudyPool of Web Workers: engines that the worker for long work has started.
type studyPool struct {
	w       *worker
	started bool
	workers []*studyWorker // the ones that are ready
	asked   []*studyWorker // the ones that work on the present study
	id      int            // id of the last request
	found   []session.Tried
}

type studyWorker struct {
	port js.Value
	lost bool
}

// mostWorkers returns how many engines to start: it leaves a processor each to the page, the engine that draws and this
// one, if there are more than three.
func mostWorkers() int { return max(1, min(cores()-3, maxWorkers)) }

func (c *studyPool) hire() { c.w.session.SetStudyPool(c) }

func (c *studyPool) yield() { c.tell(wire.TypeYield) }

func (c *studyPool) Share(from int) int {
	if !c.started {
		c.started = true
		if cores() > 1 {
			for range mostWorkers() {
				c.start()
			}
		}
	}
	if len(c.workers) == 0 {
		return 1
	}
	c.id++
	c.found, c.asked = nil, append(c.asked[:0], c.workers...)
	for k, h := range c.asked {
		pts := pointsArray(c.w.points)
		m := js.Global().Get("Object").New()
		m.Set("type", wire.TypeShare)
		m.Set("id", c.id)
		m.Set("head", c.w.pool.head)
		m.Set("points", pts)
		m.Set("from", from)
		m.Set("part", k+1)
		m.Set("of", len(c.asked)+1)
		h.port.Call("postMessage", m, []any{pts.Get("buffer")})
	}
	return len(c.asked) + 1
}

// start starts an engine.
func (c *studyPool) start() {
	h := &studyWorker{port: js.Global().Call("pointscapeSubworker")}
	if !h.port.Truthy() {
		return // the browser does not support workers of workers: this one does everything
	}
	h.port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := args[0].Get("data")
		switch m.Get("type").String() {
		case wire.TypeHelper:
			c.workers = append(c.workers, h)
		case wire.TypeFatal:
			c.leave(h)
		case wire.TypeShared:
			var list []session.Tried
			if m.Get("id").Int() == c.id && json.Unmarshal([]byte(m.Get("head").String()), &list) == nil {
				c.found = append(c.found, list...)
			}
		}
		return nil
	}))
	h.port.Set("onerror", js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		c.leave(h)
		return nil
	}))
}

// leave ends an engine that is no longer useful. This one does its part.
func (c *studyPool) leave(h *studyWorker) {
	if h.lost {
		return
	}
	h.lost = true
	h.port.Call("terminate")
	for i, other := range c.workers {
		if other == h {
			c.workers = append(c.workers[:i:i], c.workers[i+1:]...)
		}
	}
}

func (c *studyPool) Found() []session.Tried {
	list := c.found
	c.found = nil
	return list
}

func (c *studyPool) End() { c.tell(wire.TypeCancel) }

// tell sends a message to the engines that work on the present study.
func (c *studyPool) tell(kind string) {
	for _, h := range c.asked {
		if !h.lost {
			h.port.Call("postMessage", map[string]any{"type": kind, "id": c.id, "head": ""})
		}
	}
}

// share makes a part of the fits of another engine's study.
func (c *studyPool) share(m message) error {
	w := c.w
	head, err := wire.Parse[wire.Study](m.head)
	req, job, err := w.begin(m, &head.Draw, err)
	if err != nil {
		return err
	}
	defer job.end()
	job.silent = true
	return w.session.Share(job, req.Doc, m.from, m.part, m.of, func(list []session.Tried) error {
		post(wire.TypeShared, m.id, list, nil)
		return job.Err()
	})
}
