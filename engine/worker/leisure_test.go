//go:build js && wasm

package worker

import (
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/forest"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// After the first picture of an edit the worker delays further training for the time in which the next edit of a drag
// may come, and it does not train long after the last picture.
func TestLeisureWaitsForADrag(t *testing.T) {
	w := &worker{session: session.New([]method.Method{forest.RandomForest()}), drawn: time.Now()}
	if wait, ok := w.ahead(); ok {
		t.Errorf("nothing is drawn, and it grows after %v", wait)
	}
	d := doc.Document{Method: "forest", Points: []doc.Point{{X: 0, Y: 0, Z: 0}, {X: 1, Y: 1, Z: 1}, {X: 1, Y: 0, Z: 0}}}
	req := session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 10, H: 10, Scale: 1}, Within: 1,
		Late: func(wire.Facts) error { return nil }}
	draw := func() {
		if err := w.session.Draw(method.Unstopped, req, func(*session.Result) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	for _, c := range []struct {
		since time.Duration
		least time.Duration
		most  time.Duration
		ok    bool
	}{
		{-time.Hour, 59 * time.Minute, 2 * time.Hour, true},
		{time.Second, -time.Second, 0, true},
		{2 * leisureLasts, -time.Hour, 0, false},
	} {
		w.drawn = time.Now().Add(-c.since)
		if wait, ok := w.ahead(); ok != c.ok || wait < c.least || wait > c.most {
			t.Errorf("%v after the picture it waits for %v, %v", c.since, wait, ok)
		}
	}
	w.drawn = time.Now()
	draw()
	if wait, ok := w.ahead(); !ok || wait > 0 {
		t.Errorf("after the second picture it waits for %v, %v", wait, ok)
	}
}
