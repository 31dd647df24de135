package method

import (
	"context"
	"errors"
)

// Job says whether the result of a computation is still needed. It can only be asked, it does not notify: a fit has no
// thread of its own. Every context.Context is a Job.
type Job interface {
	// Err returns nil as long as the result is needed. Once it is not nil it stays so, and the computation returns this
	// error unchanged. A call may take milliseconds: in a browser's worker it also receives messages.
	Err() error
}

// Watched is a Job that receives the progress of the computation.
type Watched interface {
	Job
	Progress(done float64) // 0 to 1
}

// ErrStopped is the error of a job that was stopped, unless it is a context with its own error.
var ErrStopped = errors.New("stopped: the result is no longer needed")

// Stopped reports whether an error only means that the result is no longer needed.
func Stopped(err error) bool {
	return errors.Is(err, ErrStopped) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Unstopped is a job that nothing stops.
var Unstopped Job = context.Background()

// AskEvery returns job.Err() if i, the number of a loop's iteration, is a multiple of turns, else nil.
func AskEvery(job Job, i, turns int) error {
	if i%turns != 0 {
		return nil
	}
	return job.Err()
}

// Progress reports the progress of a computation (0 to 1) to a Watched job. It is cheap, but not free: call it a
// hundred times per fit, not a million times.
func Progress(job Job, done float64) {
	if w, ok := job.(Watched); ok {
		w.Progress(done)
	}
}

// Stretch returns a job whose progress from 0 to 1 is reported to the given job as progress from lo to hi (within 0 to
// 1).
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
