package client

import (
	"strings"

	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// draw makes the newest request for a picture.
func (t *Client) draw() (workers.Draw, bool) {
	fine := !t.Requests.Busy() || t.resting
	now := t.Clock.Now()
	d, ok := t.compose(fine, func(q *Request) {
		q.Stage = t.Stage.Where(q.View)
		q.Terse = !fine && t.pic != nil && q.Need == t.toldOf && now.Sub(t.toldAt) < wordsEvery
		if !q.Terse {
			t.toldAt, t.toldOf = now, q.Need
		}
	})
	if ok {
		t.fine = fine
		t.watchOn()
	}
	return d, ok
}

func (t *Client) hello() {
	t.dead = ""
	t.Effects.Hello()
}

func (t *Client) died(reason string) {
	t.dead = "The engine stopped three times in a row."
	if reason != "" {
		t.dead += " It said: " + strings.TrimRight(reason, ".") + "."
	}
	t.Effects.Condition()
	t.Effects.Versions()
}

func (t *Client) progressed(done float64) {
	t.slow, t.progress = true, done
	t.Effects.Condition()
}

// take takes a picture that has come.
func (t *Client) take(p *wire.Picture, r workers.Reply, tag int) {
	before, wrong := t.pic, t.fault != nil
	if p.Terse && before != nil {
		p.Alt, p.Facts, p.Status, p.Keys = before.Alt, before.Facts, before.Status, before.Keys
	}
	keepLate(p, before)
	t.pic, t.need, t.fault, t.slow, t.progress = p, "", nil, false, 0
	t.incoming = max(t.incoming, tag)
	t.unpainted = true
	t.Effects.Picture(Picture{Picture: p, Reply: r, Before: before, Fault: wrong, Newest: tag == t.state,
		Made: t.made(p.PointsVersion)})
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

// takeFacts takes the facts that were late.
func (t *Client) takeFacts(f *wire.Facts) {
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

// refused takes the error of a picture that can't be drawn.
func (t *Client) refused(e wire.Error, tag int) {
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
		t.answer(nil)
	} else {
		t.answer(&e)
	}
}

// mismatched is told that the engine is of another build.
func (t *Client) mismatched() {
	t.stale = true
	t.Effects.Condition()
}
