package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// patient is the job of a command: only Ctrl-C stops it, and it prints the progress of a fit on w, after the first
// second, at most once a second.
type patient struct {
	w           io.Writer
	now         func() time.Time
	begun, last time.Time // start of the fit, and time of the last report
	done        float64   // progress at the last report

	stopped atomic.Bool // by Ctrl-C
	stands  atomic.Bool // training step by step: Ctrl-C ends it with the present state
}

func newPatient(w io.Writer, now func() time.Time) *patient {
	t := now()
	return &patient{w: w, now: now, begun: t, last: t}
}

// listen lets the first Ctrl-C stop the job, until the returned function is called. A second one ends the program as
// usual.
func (p *patient) listen() (done func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	end := make(chan struct{})
	go func() {
		defer signal.Stop(c)
		select {
		case <-c:
			p.stop()
		case <-end:
		}
	}()
	return func() { close(end) }
}

// stop handles Ctrl-C.
func (p *patient) stop() {
	p.stopped.Store(true)
	if p.stands.Load() {
		fmt.Fprintln(p.w, "stopping with the result so far; Ctrl-C again stops without a result")
	}
}

func (p *patient) Err() error {
	if p.stopped.Load() && !p.stands.Load() {
		return method.ErrStopped
	}
	return nil
}

// enough is called during training step by step, and reports whether to end it with the present state.
func (p *patient) enough() bool {
	p.stands.Store(true)
	return p.stopped.Load()
}

// short says how far a fit is short of its document's step, and how to continue; "" if it is there.
func (p *patient) short(f *session.Fit, d doc.Document) string {
	text := f.Short(d)
	if text != "" && !p.stopped.Load() {
		text += " A larger -max-steps continues training."
	}
	return text
}

// tell prints on w what short says of a document's fit. The fit should be in the session's cache.
func (p *patient) tell(s *session.Session, d doc.Document) error {
	f, err := s.Fit(p, d)
	if err == nil {
		if text := p.short(f, d); text != "" {
			fmt.Fprintln(p.w, text)
		}
	}
	return err
}

func (p *patient) Progress(done float64) {
	t := p.now()
	done = min(max(done, 0), 1)
	if done < p.done { // another fit of a course or a study
		p.begun = t
	}
	p.done = done
	if t.Sub(p.last) < time.Second {
		return
	}
	p.last = t
	text := fmt.Sprintf("fitting: %.0f %%", 100*done)
	if done < 0.01 {
		text = "fitting: " + words.Figure(words.Significant(100*done, 2)) + " %"
	}
	passed := t.Sub(p.begun)
	sure := done >= 0.01 || done > 0 && passed >= enoughToTell // the start of a fit may take longer than its steps
	if left := passed.Seconds() * (1 - done) / done; sure && left >= 10 {
		text += ", about " + lasting(left) + " left; Ctrl-C stops"
	}
	fmt.Fprintln(p.w, text)
}

// enoughToTell is the time after which an estimate is printed even if less than 1 % is done.
const enoughToTell = 10 * time.Second

// lasting formats a time in the largest unit of which it has at least 1.5, else in seconds.
func lasting(seconds float64) string {
	for _, u := range []struct {
		name string
		long float64
	}{{"year", 365 * 86400}, {"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}} {
		if n := seconds / u.long; n >= 1.5 || u.long == 1 {
			return words.Count(int(words.Significant(n, 2)+0.5), u.name)
		}
	}
	return ""
}
