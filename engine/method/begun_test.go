package method

import (
	"errors"
	"sync"
	"testing"
)

// An interrupted step is continued by the next request for it, once, and for no other state.
func TestBegun(t *testing.T) {
	stop := errors.New("nobody waits")
	type half struct{ of, parts int }
	var b Begun[*int, *half]
	begun := 0
	step := func(of *int, parts int) (int, error) { // makes parts of the four parts of a step
		h, err := b.Step(of, func() *half { begun++; return &half{of: *of} }, func(h *half) error {
			if h.of != *of {
				t.Errorf("the step after %d goes on with that after %d", *of, h.of)
			}
			for range parts {
				if h.parts == 4 {
					break
				}
				h.parts++
			}
			if h.parts < 4 {
				return stop
			}
			return nil
		})
		return h.parts, err
	}
	one, two := 1, 2
	for i, c := range []struct {
		of           *int
		parts        int
		want, begins int
	}{
		{&one, 1, 1, 1}, {&one, 1, 2, 1}, {&one, 2, 4, 1}, // in three pieces
		{&one, 1, 1, 2},                  // the step is complete: it is made anew
		{&two, 1, 1, 3}, {&one, 1, 1, 4}, // only the latest interrupted step is kept
		{&one, 9, 4, 4},
	} {
		parts, err := step(c.of, c.parts)
		if parts != c.want || begun != c.begins || (err == stop) != (c.want < 4) {
			t.Errorf("%d: %d parts, begun %d times, %v; want %d and %d", i, parts, begun, err, c.want, c.begins)
		}
	}
	if b.some || b.of != nil || b.done != nil {
		t.Error("a step that was made is held")
	}
	// Concurrent requests make the step separately.
	var wait sync.WaitGroup
	var all Begun[*int, *half]
	for range 8 {
		wait.Go(func() {
			for k := range 200 {
				h, err := all.Step(&one, func() *half { return &half{} }, func(h *half) error {
					h.parts++
					if h.parts == 1 && k%2 == 0 {
						return stop
					}
					return nil
				})
				if h.parts < 1 || h.parts > 200 || err == nil && h.parts == 0 {
					t.Errorf("%+v, %v", h, err)
				}
			}
		})
	}
	wait.Wait()
}
