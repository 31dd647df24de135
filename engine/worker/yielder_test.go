//go:build js && wasm

package worker

import (
	"testing"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// A paused computation sleeps for the requested time, in one sleep for each request, and at most until it is stopped.
func TestStandingStill(t *testing.T) {
	b := newYielder(&worker{})
	b.stop() // a signal for nothing: it wakes the next computation, and does not end it
	b.begin(1)
	var slept []time.Duration
	b.after = func(d time.Duration) <-chan time.Time {
		slept = append(slept, d)
		switch len(slept) {
		case 2:
			over := make(chan time.Time, 1)
			over <- time.Now()
			b.until = time.Now().Add(2 * time.Hour) // the drag continued meanwhile
			return over
		case 3:
			go b.stop()
			return time.After(20 * time.Second) // a bug must not block the test
		case 4:
			b.stopped = true
			over := make(chan time.Time)
			close(over)
			return over
		}
		return nil
	}
	b.until = time.Now().Add(time.Hour)
	b.last = time.Time{}
	if err := b.Err(); err != method.ErrStopped {
		t.Errorf("given up, and told %v", err)
	}
	if len(slept) != 3 || slept[1] < 50*time.Minute || slept[2] < 110*time.Minute {
		t.Errorf("slept for %v", slept)
	}
	b.end()

	b.after, b.until, b.last = nil, time.Time{}, time.Time{}
	if err := b.begin(2).Err(); err != nil {
		t.Errorf("without a hand: %v", err)
	}
	b.stop()
	if err := b.Err(); err != method.ErrStopped {
		t.Errorf("stopped, and told %v", err)
	}
	b.end()

	b.begin(3).whole = true
	b.begun, b.last = time.Time{}, time.Time{}
	b.w.queue = []message{{kind: wire.TypeDraw}}
	b.stop()
	if err := b.Err(); err != nil || time.Since(b.last) > time.Hour {
		t.Errorf("what must not stop: %v, and it has slept: %v", err, b.last)
	}
	b.end()
}
