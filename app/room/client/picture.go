package client

import (
	"slices"
	"strings"
	"time"

	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// wordsEvery is the least time between pictures that come with words (alternative text, facts, status) during a
// gesture.
const wordsEvery = 100 * time.Millisecond

// Picture is a picture that has come.
type Picture struct {
	*wire.Picture
	Reply  workers.Reply // the pixels
	Before *wire.Picture // the picture that it replaces, nil if there was none
	Fault  bool          // Before was shown as out of date, with a fault
	Newest bool          // it shows the newest state
	Made   []float64     // x, y, z of the points that it was made from; nil if they are not known
}

// draw composes the newest request for a picture.
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

// compose makes a request of the newest state and lets change modify it.
func (t *Client) compose(fine bool, change func(*Request)) (workers.Draw, bool) {
	q, ok, err := t.Requests.Compose(fine)
	if err != nil {
		t.fault = importer.Refusal(err)
		t.Effects.Condition()
	}
	if !ok || err != nil {
		return workers.Draw{}, false
	}
	q.Fine = fine
	change(&q)
	head, err := json.Marshal(q.Draw)
	if err != nil {
		return workers.Draw{}, false
	}
	points := func() []float64 { return t.keep(q.PointsVersion, q.Points()) }
	return workers.Draw{Head: head, Need: q.Need, Tag: t.state, PointsVersion: q.PointsVersion, Points: points}, true
}

// list is a version of the points, x, y, z of each.
type list struct {
	version int
	points  []float64
}

// lists is how many versions of the points are kept: those of the pictures that may be in the air, and that of the
// newest picture.
const lists = 4

// keep stores points that are sent to the engine, because its answers do not contain them.
func (t *Client) keep(version int, points []float64) []float64 {
	t.sent = append(slices.DeleteFunc(t.sent, func(l list) bool { return l.version == version }), list{version, points})
	t.sent = slices.Delete(t.sent, 0, max(len(t.sent)-lists, 0))
	return points
}

// made returns the points of a version and removes older versions; nil if it is not stored.
func (t *Client) made(version int) []float64 {
	at := slices.IndexFunc(t.sent, func(l list) bool { return l.version == version })
	if at < 0 {
		return nil
	}
	t.sent = slices.Delete(t.sent, 0, at)
	return t.sent[0].points
}

// take handles a picture of the state tag.
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

// keepLate shows the former values of facts that are still to come: they follow within a moment, and rows must not
// flicker during a drag.
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

// takeFacts handles facts that came late.
func (t *Client) takeFacts(f *wire.Facts) {
	if t.pic == nil {
		return
	}
	t.pic.Facts, t.pic.Alt = f.Facts, f.Alt
	t.Effects.Facts(f)
}

// Shown must be called in the frame that shows the newest picture.
func (t *Client) Shown() {
	t.painted, t.unpainted = max(t.painted, t.incoming), false
	t.Effects.Versions()
	t.answer(nil)
	t.Effects.Painted()
}

// refused handles the reason why the state tag could not be drawn.
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

func (t *Client) progressed(done float64) {
	t.slow, t.progress = true, done
	t.Effects.Condition()
}

func (t *Client) hello() {
	t.dead = ""
	t.Effects.Hello()
}

func (t *Client) died(reason string) {
	t.dead = words.Say("The engine stopped three times in a row.")
	if reason != "" {
		t.dead += words.Text(" It said: %s.", strings.TrimRight(reason, "."))
	}
	t.Effects.Condition()
	t.Effects.Versions()
}

// mismatched is called when the engine is of another build.
func (t *Client) mismatched() {
	t.stale = true
	t.Effects.Condition()
}
