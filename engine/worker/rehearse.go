//go:build js && wasm

package worker

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/pixels"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

const (
	// rehearseAfter is how long nobody has asked for anything then.
	rehearseAfter = 200 * time.Millisecond
	// rehearseFor is how long a method is rehearsed in all, for each of its tasks.
	rehearseFor = 300 * time.Millisecond
)

// rehearsal is the drag that nobody has begun yet of what is on the stage (session.Rehearse),
// and the job of drawing it. There is none before a frame has shown that picture: a page that
// is hidden, or a frame far below, has none, and no hand either.
type rehearsal struct {
	fit   *session.Fit // nil = what was asked for last is not drawn yet
	req   session.Request
	pal   *picture.Palette
	seen  bool                     // a frame has shown it
	spent map[string]time.Duration // by method and task

	last, end time.Duration
	over      bool
	asked     func() bool // a request waits
	let       func()      // messages arrive
	now       func() time.Duration
	frame     js.Func // of the browser's
}

func (r *rehearsal) start(w *worker) {
	begun := time.Now()
	r.spent, r.let = map[string]time.Duration{}, w.yielder.let
	r.asked = func() bool { return len(w.queue) > 0 }
	r.now = func() time.Duration { return time.Since(begun) }
	r.frame = js.FuncOf(func(js.Value, []js.Value) any {
		r.seen = true
		w.rouse()
		return nil
	})
}

// drawn takes what stays on the stage until the next request, which forgets it.
func (r *rehearsal) drawn(f *session.Fit, req session.Request, pal *picture.Palette) {
	r.fit, r.req, r.pal, r.seen = f, req, pal, false
	if soon := js.Global().Get("requestAnimationFrame"); soon.Truthy() {
		soon.Invoke(r.frame)
	}
}

// forget lets go of the document, too, which may be large.
func (r *rehearsal) forget() { r.fit, r.req = nil, session.Request{} }

func (r *rehearsal) of() string { return r.fit.Method.ID + " " + string(r.fit.Task) }

// left is how long there is still something to be rehearsed; 0 = there is nothing.
func (r *rehearsal) left() time.Duration {
	if r.fit == nil || !r.seen {
		return 0
	}
	return max(0, rehearseFor-r.spent[r.of()])
}

// Err implements method.Job.
func (r *rehearsal) Err() error {
	if r.now()-r.last >= leisureEvery {
		r.let()
		r.last = r.now()
	}
	if r.over = r.over || r.asked() || r.last >= r.end; r.over {
		return method.ErrStopped
	}
	return nil
}

// spend calls draw, which is to end with this job. What was not interrupted needs no other one.
func (r *rehearsal) spend(draw func()) {
	start := r.now()
	r.last, r.end, r.over = start, start+r.left(), false
	draw()
	took := rehearseFor
	if r.asked() {
		took = r.now() - start
	}
	r.spent[r.of()] += took
}

// rehearse paints into memory of its own, which goes with it, and on the stage's canvas once, if nothing
// ever was: the first use takes tens of milliseconds. The page shows that canvas only when
// it is told what is there.
func (w *worker) rehearse() {
	// A program's memory never shrinks: what nobody sees may not take the most of it.
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	r := &w.rehearsal
	canvas := pixels.Canvas{Letters: w.letters}
	r.spend(func() {
		w.session.Rehearse(r, r.fit, r.req, func(p *session.Result) {
			if pixels.Can(p.Picture) {
				pix, width, height := canvas.Paint(p.Picture, r.pal)
				if s := &w.stage; !s.canvas.IsUndefined() && s.ctx.IsUndefined() {
					s.put(pix, width, height, 0, 0, width, height)
				}
			}
			wire.Append(nil, p.Info)
		})
	})
}
