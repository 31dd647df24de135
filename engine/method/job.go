package method

import (
	"context"
	"errors"
)

// Job is what a computation is done for: somebody who waits for its result, or
// no longer does. It is asked, and it can do nothing else: a fit has no thread
// of its own to be woken on. Every context.Context is a Job.
type Job interface {
	// Err is nil while the result is waited for. Once it is not, it stays so, and
	// the computation returns this error as it is. To ask may take milliseconds:
	// in a browser's worker, messages arrive meanwhile.
	Err() error
}

// Watched is a Job that is told how far the computation is.
type Watched interface {
	Job
	Progress(done float64) // 0 to 1
}

// ErrStopped is what Err says of a job that was given up, where no context's
// error says it.
var ErrStopped = errors.New("stopped: the result is no longer needed")

// Stopped tells whether an error only says that nobody waits any more.
func Stopped(err error) bool {
	return errors.Is(err, ErrStopped) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Unstopped is the job of a computation that nothing stops.
var Unstopped Job = context.Background()

// AskEvery asks a job in the turns of a loop, numbered i, that are multiples of a number.
func AskEvery(job Job, i, turns int) error {
	if i%turns != 0 {
		return nil
	}
	return job.Err()
}

// Progress reports how far a computation is (0 to 1), if anyone watches. Cheap,
// but not free: call it a hundred times a fit, not a million.
func Progress(job Job, done float64) {
	if w, ok := job.(Watched); ok {
		w.Progress(done)
	}
}

// Stretch is a job's stretch from lo to hi (0 to 1): what is reported to it as progress
// from 0 to 1 is reported to the job as that.
func Stretch(job Job, lo, hi float64) Job {
	if w, ok := job.(Watched); ok {
		return stretch{w, lo, hi}
	}
	return job
}

type stretch struct {
	Watched
	lo, hi float64
}

func (p stretch) Progress(done float64) { p.Watched.Progress(p.lo + (p.hi-p.lo)*done) }
