//go:build js && wasm

package worker

import (
	"syscall/js"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// yielder is the method.Job that everything is computed for. Go in WebAssembly has
// one thread, and messages from the page only arrive while it sleeps; so every
// few milliseconds Err goes to sleep until the browser has delivered what
// waits, and then says whether a newer request has come.
type yielder struct {
	w       *worker
	id      int
	active  bool
	begun   time.Time
	last    time.Time
	seen    bool // a picture of this request was shown
	stopped bool
	silent  bool      // nobody hears how far it is
	told    time.Time // when progress was last told
	found   time.Time // when last was told what a study has found so far
	until   time.Time // before then a study stands still, see yield
	channel js.Value
	wake    chan struct{}
	roused  chan struct{}                        // has an element when what stands still was stopped
	after   func(time.Duration) <-chan time.Time // time.After
}

const (
	yieldEvery = 5 * time.Millisecond
	// patience is how long a fit whose picture has not been seen yet may go on
	// although a newer request waits: an animation of slightly old pictures
	// is worth more than none, but not when each takes this long.
	patience = 400 * time.Millisecond
	// progressAfter keeps short jobs from flashing a progress bar.
	progressAfter = 250 * time.Millisecond
	// foundEvery is how often the page hears what a study has found so far: each time it draws the chart anew.
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
	b.silent = false
	b.found = now.Add(progressAfter - foundEvery)
	return b
}

func (b *yielder) end() { b.active = false }

// shown notes that the request has had its first picture.
func (b *yielder) shown() { b.seen = true }

// stop gives up what is being computed.
func (b *yielder) stop() {
	b.stopped = b.active
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

// Err yields when it is time, and says whether to stop.
func (b *yielder) Err() error {
	if b.stopped {
		return method.ErrStopped
	}
	if time.Since(b.last) < yieldEvery { // one call of JavaScript, where time.Now takes two
		return nil
	}
	b.let()
	b.stand()
	b.last = time.Now()
	if !b.stopped && b.waiting() && (b.seen || b.last.Sub(b.begun) > patience) {
		b.stopped = true
	}
	if b.stopped {
		return method.ErrStopped
	}
	return nil
}

// stand stands still while a hand moves; who gives the work up ends it at once. Messages
// arrive meanwhile, and one of them may say that the hand still moves.
func (b *yielder) stand() {
	for !b.stopped {
		left := time.Until(b.until)
		if left <= 0 {
			return
		}
		select {
		case <-b.roused: // or it is a word to what was there before
		case <-b.after(left):
		}
	}
}

// let sleeps until the browser has delivered what waits.
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

// Progress tells the page how far a long computation is.
func (b *yielder) Progress(done float64) {
	now := time.Now()
	if b.silent || now.Sub(b.begun) < progressAfter || now.Sub(b.told) < 100*time.Millisecond {
		return
	}
	b.told = now
	post(wire.TypeProgress, b.id, wire.Progress{Done: done}, nil)
}

// SoFar tells the page what a study has found so far: see session.Listener.
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

// leisure is the job of what is grown while nobody asks for anything: until somebody
// does, or nobody has looked for so long that the page may be hidden.
type leisure struct {
	w    *worker
	last time.Time
}

const (
	leisureEvery = 2 * time.Millisecond
	leisureLasts = 1200 * time.Millisecond
)

// ahead tells whether the last picture showed something on its way that is still to be grown, and how long that waits.
func (w *worker) ahead() (wait time.Duration, ok bool) {
	after, ok := w.session.AheadAfter()
	if !ok {
		return 0, false
	}
	since := time.Since(w.drawn)
	return after - since, since <= leisureLasts
}

// leisure grows what the last picture showed on its way. It tells whether a request
// has come.
func (w *worker) leisure() (asked bool) {
	return w.session.GrowAhead(&leisure{w, time.Now()}) != nil && len(w.queue) > 0
}

// Err implements method.Job.
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
