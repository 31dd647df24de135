package client

import (
	"strings"
	"time"

	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// answers is the Client as its lane knows it: it makes the requests and takes what comes.
type answers Client

func (t *answers) client() *Client { return (*Client)(t) }

// Draw makes the newest request; see workers.Owner.
func (t *answers) Draw() (workers.Draw, bool) {
	fine := !t.Requests.Busy() || t.resting
	now := t.Clock.Now()
	d, ok := t.client().compose(fine, func(q *Request) {
		q.Stage = t.Stage.Where(q.View)
		q.Terse = !fine && t.pic != nil && q.Need == t.toldOf && now.Sub(t.toldAt) < wordsEvery
		if !q.Terse {
			t.toldAt, t.toldOf = now, q.Need
		}
	})
	if ok {
		t.fine = fine
		t.client().watchOn()
	}
	return d, ok
}

func (t *answers) Hello(h *wire.Hello) {
	t.dead = ""
	t.Effects.Hello(h)
}

func (t *answers) Dead(reason string) {
	t.dead = "The engine stopped three times in a row."
	if reason != "" {
		t.dead += " It said: " + strings.TrimRight(reason, ".") + "."
	}
	t.Effects.Condition()
	t.Effects.Versions()
}

func (t *answers) Progress(done float64) {
	t.slow, t.progress = true, done
	t.Effects.Condition()
}

func (t *answers) Picture(p *wire.Picture, r workers.Reply, tag int) {
	before, wrong := t.pic, t.fault != nil
	if p.Terse && before != nil {
		p.Alt, p.Facts, p.Status, p.Keys = before.Alt, before.Facts, before.Status, before.Keys
	}
	keepLate(p, before)
	t.pic, t.need, t.fault, t.slow, t.progress = p, "", nil, false, 0
	t.incoming = max(t.incoming, tag)
	t.unpainted = true
	t.Effects.Picture(Picture{Picture: p, Reply: r, Before: before, Fault: wrong, Newest: tag == t.state,
		Made: t.client().made(p.PointsVersion)})
	t.Effects.Versions()
}

// keepLate lets facts that are still to come show what they were: they follow
// within a moment, and a hand that drags is not served by rows that flicker.
func keepLate(p, before *wire.Picture) {
	if before == nil {
		return
	}
	for i, x := range p.Facts {
		if !x.Late {
			continue
		}
		for _, y := range before.Facts {
			if y.Name == x.Name {
				p.Facts[i].Value = y.Value
			}
		}
	}
}

// Facts takes the facts that were late.
func (t *answers) Facts(f *wire.Facts) {
	if t.pic == nil {
		return
	}
	t.pic.Facts, t.pic.Alt = f.Facts, f.Alt
	t.Effects.Facts(f)
}

// Shown is called in the frame that shows the newest picture.
func (t *Client) Shown() {
	t.painted, t.unpainted = max(t.painted, t.incoming), false
	t.Effects.Versions()
	t.answer(nil)
	t.Effects.Painted()
}

// answer tells those who wait for what is painted now.
func (t *Client) answer(err *wire.Error) {
	keep := t.waiters[:0]
	var done []func(*wire.Error)
	for _, w := range t.waiters {
		if t.painted >= w.state {
			done = append(done, w.done)
		} else {
			keep = append(keep, w)
		}
	}
	t.waiters = keep
	for _, f := range done {
		f(err)
	}
}

func (t *answers) Failed(e wire.Error, tag int) {
	t.slow, t.progress = false, 0
	if e.Need {
		t.need, t.fault, t.pic = e.Message, nil, nil
	} else {
		t.fault = &e
	}
	t.painted, t.incoming = max(t.painted, tag), max(t.incoming, tag)
	if t.Effects.Refused(e, tag == t.state) {
		return
	}
	t.Effects.Versions()
	if e.Need {
		t.client().answer(nil)
	} else {
		t.client().answer(&e)
	}
}

func (t *answers) Boot(float64) {}
func (t *answers) Fetching()    { t.Effects.Condition() }

func (t *answers) Mismatch(int) {
	t.stale = true
	t.Effects.Condition()
}

func (t *answers) Further(e *wire.Error) bool             { return t.Effects.Further(e) }
func (t *answers) Notice(text string)                     { t.Effects.Notice(text) }
func (t *answers) Canvas() workers.Canvas                 { return t.Stage.Stage() }
func (t *answers) Staged(v picture.Viewport, newest bool) { t.Stage.Staged(v, newest) }
func (t *answers) After(d time.Duration, f func())        { t.Clock.After(d, f) }
func (t *answers) Now() time.Time                         { return t.Clock.Now() }
