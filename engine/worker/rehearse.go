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
	// rehearseAfter is the idle time before a warm-up.
	rehearseAfter = 200 * time.Millisecond
	// rehearseFor is the total time of warm-ups for a method and task.
	rehearseFor = 300 * time.Millisecond
)

// rehearsal is a warm-up of drags of what is on the stage (session.Rehearse), and the job of drawing it. It starts only
// after a frame has shown that picture: a page in the background, or an iframe that is scrolled out of view, shows no
// frames, and is not dragged either.
type rehearsal struct {
	fit   *session.Fit // nil = the last request is not drawn yet
	req   session.Request
	pal   *picture.Palette
	seen  bool                     // a frame has shown it
	spent map[string]time.Duration // by method and task

	last, end time.Duration
	over      bool
	asked     func() bool // reports whether a request waits
	let       func()      // lets messages be received
	now       func() time.Duration
	frame     js.Func // callback of requestAnimationFrame
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

// drawn records what is on the stage until the next request, which calls forget.
func (r *rehearsal) drawn(f *session.Fit, req session.Request, pal *picture.Palette) {
	r.fit, r.req, r.pal, r.seen = f, req, pal, false
	if soon := js.Global().Get("requestAnimationFrame"); soon.Truthy() {
		soon.Invoke(r.frame)
	}
}

// forget also releases the document, which may be large.
func (r *rehearsal) forget() { r.fit, r.req = nil, session.Request{} }

func (r *rehearsal) of() string { return r.fit.Method.ID + " " + string(r.fit.Task) }

// left returns the remaining time of warm-ups; 0 = there is nothing to do.
func (r *rehearsal) left() time.Duration {
	if r.fit == nil || !r.seen {
		return 0
	}
	return max(0, rehearseFor-r.spent[r.of()])
}

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

// spend calls draw, which must end with this job. If it was not interrupted, no further warm-up is needed.
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

// rehearse paints into memory of its own, which is released afterwards, and once on the stage's canvas, if nothing has
// been painted there: the first use takes tens of milliseconds. The page shows that canvas only after it is told what
// is there.
func (w *worker) rehearse() {
	// A program's memory never shrinks, so that invisible work must not determine its size.
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
