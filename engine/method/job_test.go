package method

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

type watched struct{ done []float64 }

func (w *watched) Err() error            { return nil }
func (w *watched) Progress(done float64) { w.done = append(w.done, done) }

func TestJob(t *testing.T) {
	w := &watched{}
	Progress(w, 0.5)
	Progress(Unstopped, 0.7) // does nothing
	if len(w.done) != 1 || w.done[0] != 0.5 {
		t.Errorf("told %v", w.done)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for err, want := range map[error]bool{
		ErrStopped:                            true,
		Job(ctx).Err():                        true,
		context.DeadlineExceeded:              true,
		fmt.Errorf("rows: %w", ErrStopped):    true,
		errors.New("something else happened"): false,
	} {
		if Stopped(err) != want {
			t.Errorf("Stopped(%v) is %v", err, !want)
		}
	}
	if Stopped(Unstopped.Err()) {
		t.Error("Unstopped is stopped")
	}
}
