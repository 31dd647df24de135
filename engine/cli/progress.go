package cli

import (
	"fmt"
	"io"
	"time"
)

// patient is the job of a command: nothing stops it but the person, and it tells on
// w how far a fit is that takes longer than a second, each second.
type patient struct {
	w    io.Writer
	now  func() time.Time
	last time.Time // when it last told, or began
}

func newPatient(w io.Writer, now func() time.Time) *patient {
	return &patient{w: w, now: now, last: now()}
}

// Err implements method.Job.
func (*patient) Err() error { return nil }

// Progress implements method.Watched.
func (p *patient) Progress(done float64) {
	if t := p.now(); t.Sub(p.last) >= time.Second {
		p.last = t
		fmt.Fprintf(p.w, "fitting: %.0f %%\n", 100*min(max(done, 0), 1))
	}
}
