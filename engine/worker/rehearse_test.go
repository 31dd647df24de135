//go:build js && wasm

package worker

import (
	"testing"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/session"
)

// rehearsed returns a rehearsal with its own clock: each call of Err takes a millisecond.
func rehearsed() (r *rehearsal, now *time.Duration, queue *int, let *int) {
	now, queue, let = new(time.Duration), new(int), new(int)
	return &rehearsal{
		spent: map[string]time.Duration{},
		asked: func() bool { return *queue > 0 },
		let:   func() { *let++ },
		now:   func() time.Duration { *now += time.Millisecond; return *now },
	}, now, queue, let
}

func fitOf(id string, task method.Task) *session.Fit {
	return &session.Fit{Method: &method.Method{Info: method.Info{ID: id}}, Task: task}
}

// A warm-up ends at the next Err call after a request has come, and continues when the worker is idle, up to a total
// time; then there are no further ones for that method and task.
func TestRehearsal(t *testing.T) {
	r, now, queue, let := rehearsed()
	if r.left() > 0 {
		t.Error("nothing is drawn, and is rehearsed")
	}
	r.drawn(fitOf("gp", "line"), session.Request{}, nil)
	if r.left() > 0 {
		t.Error("rehearsed before it is seen")
	}
	r.seen = true
	if r.left() != rehearseFor {
		t.Errorf("to be rehearsed for %v", r.left())
	}
	// until draws until the job ends, and returns how long that took.
	until := func(each func(took time.Duration)) (took time.Duration) {
		r.spend(func() {
			start := *now
			for range 100_000 {
				err := r.Err()
				took = *now - start
				if err != nil {
					if err != method.ErrStopped {
						t.Errorf("ended by %v", err)
					}
					return
				}
				each(took)
			}
			t.Error("it does not end")
		})
		return took
	}
	took := until(func(took time.Duration) {
		if took > 100*time.Millisecond {
			*queue = 1
		}
	})
	if took > 110*time.Millisecond || *let < 100/2/3 {
		t.Errorf("asked for something after 100 ms, it ended after %v; messages could arrive %d times", took, *let)
	}
	if left := r.left(); left < rehearseFor-115*time.Millisecond || left > rehearseFor-100*time.Millisecond {
		t.Errorf("%v are left", left)
	}
	// An ended job stays so, even if no request waits any more.
	*queue = 1
	r.spend(func() {
		if r.Err() == nil {
			t.Error("goes on although somebody asks")
		}
		*queue = 0
		if r.Err() == nil {
			t.Error("goes on after it has ended")
		}
		*queue = 1
	})
	*queue = 0
	left := r.left()
	if took := until(func(time.Duration) {}); took < left-5*time.Millisecond || took > left+5*time.Millisecond {
		t.Errorf("with %v left it took %v", left, took)
	}
	if r.left() > 0 {
		t.Errorf("%v are left in the end", r.left())
	}

	// Another picture of the method, and one of another task. Drawing that ends by itself needs no further warm-up.
	r.drawn(fitOf("gp", "line"), session.Request{}, nil)
	r.seen = true
	if r.left() > 0 {
		t.Error("rehearsed once more")
	}
	r.drawn(fitOf("gp", "plane"), session.Request{}, nil)
	r.seen = true
	if r.left() != rehearseFor {
		t.Error("another task is not rehearsed")
	}
	r.spend(func() {})
	if r.left() > 0 {
		t.Error("what has ended by itself is rehearsed once more")
	}
	r.drawn(fitOf("svm", ""), session.Request{}, nil)
	r.seen = true
	r.forget()
	if r.left() > 0 {
		t.Error("what something newer is asked for after is rehearsed")
	}
}
