//go:build js && wasm

package worker

import (
	"errors"
	"syscall/js"
	"time"
	"unsafe"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// rowPool is a session.RowPool of Web Workers: engines that this one has started, which run the same program and
// receive messages only from it. They are started when a raster is first worth sharing.
type rowPool struct {
	w       *worker
	started bool
	cores   int
	workers []*rowWorker // the ones that are ready
	asked   []*rowWorker // the ones that work on the present picture
	head    string       // head of the present request
}

type rowWorker struct {
	pool    *rowPool
	port    js.Value
	id      int // id of the last request
	version int // version of the points it has; 0 = none
	replied chan js.Value
	lost    bool
}

const (
	// maxWorkers is small because each has a program and its memory, some ten megabytes, and what is not divided
	// (contours, painting) does not become faster.
	maxWorkers = 3
	// workerPatience is how much longer than this engine's own part an answer may take.
	workerPatience = 2 * time.Second
)

func (c *rowPool) Ready(moving bool) int {
	if !c.started {
		c.started = true
		c.cores = cores()
		for range min(c.cores-1, maxWorkers) {
			c.hire()
		}
	}
	if moving {
		return min(len(c.workers), c.cores-2)
	}
	return len(c.workers)
}

// hire starts an engine.
func (c *rowPool) hire() {
	h := &rowWorker{pool: c, port: js.Global().Call("pointscapeSubworker"), replied: make(chan js.Value, 1)}
	if !h.port.Truthy() {
		return // the browser does not support workers of workers: this one does everything
	}
	h.port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := args[0].Get("data")
		switch m.Get("type").String() {
		case wire.TypeHelper:
			c.workers = append(c.workers, h)
		case wire.TypeFatal:
			h.leave()
		case wire.TypeRows, wire.TypeError:
			if m.Get("id").Int() == h.id {
				h.replied <- m
			}
		}
		return nil
	}))
	h.port.Set("onerror", js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		h.leave()
		return nil
	}))
}

// leave ends an engine that is no longer useful.
func (h *rowWorker) leave() {
	if h.lost {
		return
	}
	h.lost = true
	h.port.Call("terminate")
	for i, other := range h.pool.workers {
		if other == h {
			h.pool.workers = append(h.pool.workers[:i:i], h.pool.workers[i+1:]...)
		}
	}
	select {
	case h.replied <- js.Null():
	default:
	}
}

func (c *rowPool) Ask(k int, g picture.Grid) {
	h := c.workers[k]
	c.asked = append(c.asked[:k], h)
	select {
	case <-h.replied: // an answer that came too late
	default:
	}
	h.id++
	m := js.Global().Get("Object").New()
	transfer := js.Global().Get("Array").New()
	m.Set("type", wire.TypeRows)
	m.Set("id", h.id)
	m.Set("head", c.head)
	m.Set("grid", gridArray(g))
	if h.version != c.w.version {
		h.version = c.w.version
		pts := pointsArray(c.w.points)
		m.Set("points", pts)
		transfer.Call("push", pts.Get("buffer"))
	}
	h.port.Call("postMessage", m, transfer)
}

func (c *rowPool) Answer(job method.Job, k int, r *picture.Raster, from int) (float64, error) {
	h := c.asked[k]
	for start := time.Now(); ; {
		select {
		case m := <-h.replied:
			if !m.Truthy() || m.Get("type").String() != wire.TypeRows {
				return 0, errHand
			}
			return readRows(m, r, from)
		case <-time.After(yieldEvery):
		}
		if err := job.Err(); err != nil {
			return 0, err
		}
		if time.Since(start) > workerPatience {
			h.leave()
			return 0, errHand
		}
	}
}

var errHand = errors.New("a helping engine did not respond")

// rows answers a request of the engine that this one helps.
func (w *worker) rows(m message) error {
	head, err := wire.Parse[wire.Draw](m.head)
	req, job, err := w.begin(m, &head, err)
	if err != nil {
		return err
	}
	defer job.end()
	start := time.Now()
	r, err := w.session.Rows(job, req, m.grid)
	if err != nil || r == nil {
		return errors.Join(errHand, err)
	}
	n := m.grid.W * m.grid.H
	planes := r.Arrays()
	buffer := js.Global().Get("ArrayBuffer").New(4 * n * len(planes))
	for i, p := range planes {
		js.CopyBytesToJS(js.Global().Get("Uint8Array").New(buffer, 4*n*i, 4*n), floatBytes(p[:n]))
	}
	post(wire.TypeRows, m.id, wire.Nothing{}, []any{buffer}, "values", buffer, "nodes", n,
		"lo", r.Lo, "hi", r.Hi, "seconds", time.Since(start).Seconds())
	return nil
}

// readRows copies the answer of rows to r, from row from on. It returns the seconds that computing them took.
func readRows(m js.Value, r *picture.Raster, from int) (took float64, err error) {
	n, at := m.Get("nodes").Int(), from*r.Grid.W
	planes := r.Arrays()
	buffer := m.Get("values")
	if buffer.Get("byteLength").Int() != 4*n*len(planes) {
		return 0, errHand
	}
	for i, p := range planes {
		js.CopyBytesToGo(floatBytes(p[at:at+n]), js.Global().Get("Uint8Array").New(buffer, 4*n*i, 4*n))
	}
	r.Lo, r.Hi = min(r.Lo, m.Get("lo").Float()), max(r.Hi, m.Get("hi").Float())
	return m.Get("seconds").Float(), nil
}

func gridArray(g picture.Grid) js.Value {
	a := js.Global().Get("Array").New()
	for _, v := range []float64{g.X0, g.Y0, g.DX, g.DY, float64(g.W), float64(g.H), float64(g.From)} {
		a.Call("push", v)
	}
	return a
}

func readGrid(a js.Value) picture.Grid {
	at := func(i int) float64 { return a.Index(i).Float() }
	return picture.Grid{X0: at(0), Y0: at(1), DX: at(2), DY: at(3), W: int(at(4)), H: int(at(5)), From: int(at(6))}
}

// floatBytes views numbers as bytes; WebAssembly and typed arrays are both little-endian.
func floatBytes(f []float32) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&f[0])), 4*len(f)) }
