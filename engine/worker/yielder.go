//go:build js && wasm

package worker

import (
	"syscall/js"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// yielder is the method.Job of all requests. Go in WebAssembly has one thread, and messages from the page only arrive
// while it sleeps; so every few milliseconds Err sleeps until the browser has delivered waiting messages, and then
// returns an error if the computation was stopped, or if a request for a newer picture waits and this one was shown or
// takes too long.
type yielder struct {
	w       *worker
	id      int
	active  bool
	begun   time.Time
	last    time.Time
	seen    bool // a picture of this request was shown
	stopped bool
	silent  bool      // progress is not reported
	whole   bool      // nothing stops it: its result must not depend on when other messages come
	told    time.Time // time of the last progress report
	found   time.Time // time of the last intermediate result
	until   time.Time // a study pauses until then, see yield
	channel js.Value
	wake    chan struct{}
	roused  chan struct{}                        // has an element if a paused computation was stopped
	after   func(time.Duration) <-chan time.Time // time.After
}

const (
	yieldEvery = 5 * time.Millisecond
	// patience is how long a fit whose picture was not shown yet may continue although a newer request waits: an
	// animation of slightly old pictures is better than none, but not if each takes this long.
	patience = 400 * time.Millisecond
	// progressAfter prevents a progress bar from flashing for short jobs.
	progressAfter = 250 * time.Millisecond
	// foundEvery is the interval between intermediate results of a study: the page draws the chart for each.
	foundEvery = 500 * time.Millisecond
)

func newYielder(w *worker) *yielder {
	b := &yielder{w: w, wake: make(chan struct{}, 1), roused: make(chan struct{}, 1), after: time.After}
	b.channel = js.Global().Get("MessageChannel").New()
	b.channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		b.wake <- struct{}{}
		return nil
	}))
	return b
}

func (b *yielder) begin(id int) *yielder {
	now := time.Now()
	b.id, b.active, b.begun, b.last, b.seen, b.stopped, b.told = id, true, now, now, false, false, now
	b.silent, b.whole = false, false
	b.found = now.Add(progressAfter - foundEvery)
	return b
}

func (b *yielder) end() { b.active = false }

// shown records that the first picture of the request was shown.
func (b *yielder) shown() { b.seen = true }

// stop stops the present computation.
func (b *yielder) stop() {
	b.stopped = b.active && !b.whole
	select {
	case b.roused <- struct{}{}:
	default:
	}
}

// newer is called when a newer draw request arrives.
func (b *yielder) newer() {
	if b.active && (b.seen || time.Since(b.begun) > patience) {
		b.stop()
	}
}

// Err sleeps if it is time to, and returns an error if the computation should stop.
func (b *yielder) Err() error {
	if b.stopped {
		return method.ErrStopped
	}
	if time.Since(b.last) < yieldEvery { // one call of JavaScript; time.Now takes two
		return nil
	}
	b.let()
	b.stand()
	b.last = time.Now()
	if !b.whole && b.waiting() && (b.seen || b.last.Sub(b.begun) > patience) {
		b.stopped = true
	}
	if b.stopped {
		return method.ErrStopped
	}
	return nil
}

// stand pauses during a drag; stopping the computation ends the pause. Messages arrive meanwhile, and one of them may
// prolong the pause.
func (b *yielder) stand() {
	for !b.stopped {
		left := time.Until(b.until)
		if left <= 0 {
			return
		}
		select {
		case <-b.roused: // or it is a leftover signal for an earlier computation
		case <-b.after(left):
		}
	}
}

// let sleeps until the browser has delivered waiting messages.
func (b *yielder) let() {
	b.channel.Get("port2").Call("postMessage", 0)
	<-b.wake
}

func (b *yielder) waiting() bool {
	for _, m := range b.w.queue {
		if m.kind == wire.TypeDraw {
			return true
		}
	}
	return false
}

// Progress reports the progress of a long computation to the page.
func (b *yielder) Progress(done float64) {
	now := time.Now()
	if b.silent || now.Sub(b.begun) < progressAfter || now.Sub(b.told) < 100*time.Millisecond {
		return
	}
	b.told = now
	post(wire.TypeProgress, b.id, wire.Progress{Done: done}, nil)
}

// SoFar sends the intermediate result of a study to the page: see session.Listener.
func (b *yielder) SoFar(done float64, found func() (*wire.Studied, error)) {
	now := time.Now()
	if now.Sub(b.found) < foundEvery {
		return
	}
	b.found = now
	if r, err := found(); err == nil {
		post(wire.TypeProgress, b.id, wire.Progress{Done: done, SoFar: r}, nil)
	}
}

// leisure is the job of training while there is no request: it ends with the next request, or when nothing has been
// shown for so long that the page may be hidden.
type leisure struct {
	w    *worker
	last time.Time
}

const (
	leisureEvery = 2 * time.Millisecond
	leisureLasts = 1200 * time.Millisecond
)

// ahead reports whether the training shown in the last picture can continue, and how long to wait before that.
func (w *worker) ahead() (wait time.Duration, ok bool) {
	after, ok := w.session.AheadAfter()
	if !ok {
		return 0, false
	}
	since := time.Since(w.drawn)
	return after - since, since <= leisureLasts
}

// leisure continues the training shown in the last picture. It reports whether a request has come.
func (w *worker) leisure() (asked bool) {
	return w.session.GrowAhead(&leisure{w, time.Now()}) != nil && len(w.queue) > 0
}

func (l *leisure) Err() error {
	if time.Since(l.last) >= leisureEvery {
		if time.Since(l.w.drawn) > leisureLasts {
			return method.ErrStopped
		}
		l.w.yielder.let()
		l.last = time.Now()
	}
	if len(l.w.queue) > 0 {
		return method.ErrStopped
	}
	return nil
}
