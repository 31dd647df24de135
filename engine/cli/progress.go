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

// patient is the job of a command: nothing stops it but the person, and it tells on
// w how far a fit is that takes longer than a second, each second.
type patient struct {
	w           io.Writer
	now         func() time.Time
	begun, last time.Time // when the fit began, and when it last told
	done        float64   // how far it was

	stopped atomic.Bool // by Ctrl-C
	stands  atomic.Bool // what is grown step by step: it ends with what stands
}

func newPatient(w io.Writer, now func() time.Time) *patient {
	t := now()
	return &patient{w: w, now: now, begun: t, last: t}
}

// listen lets the first Ctrl-C stop the job, until the function that it returns is called. A
// second one ends the program, as ever.
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

// stop is Ctrl-C.
func (p *patient) stop() {
	p.stopped.Store(true)
	if p.stands.Load() {
		fmt.Fprintln(p.w, "stopping with the result so far; Ctrl-C again stops without a result")
	}
}

// Err implements method.Job.
func (p *patient) Err() error {
	if p.stopped.Load() && !p.stands.Load() {
		return method.ErrStopped
	}
	return nil
}

// enough is asked by what is grown step by step, and tells it to end where it is.
func (p *patient) enough() bool {
	p.stands.Store(true)
	return p.stopped.Load()
}

// short says where a fit stands that is not at its document's step, and what goes further; "" where it is.
func (p *patient) short(f *session.Fit, d doc.Document) string {
	text := f.Short(d)
	if text != "" && !p.stopped.Load() {
		text += " A larger -max-steps continues training."
	}
	return text
}

// tell is short on w, of a document whose fit its session has.
func (p *patient) tell(s *session.Session, d doc.Document) error {
	f, err := s.Fit(p, d)
	if err == nil {
		if text := p.short(f, d); text != "" {
			fmt.Fprintln(p.w, text)
		}
	}
	return err
}

// Progress implements method.Watched.
func (p *patient) Progress(done float64) {
	t := p.now()
	done = min(max(done, 0), 1)
	if done < p.done { // another fit: of a course, or of a study
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
	sure := done >= 0.01 || done > 0 && passed >= enoughToTell // what a fit begins with may take longer than its steps
	if left := passed.Seconds() * (1 - done) / done; sure && left >= 10 {
		text += ", about " + lasting(left) + " left; Ctrl-C stops"
	}
	fmt.Fprintln(p.w, text)
}

// enoughToTell is after what time it is told how long a fit will take of which less than 1 % is done.
const enoughToTell = 10 * time.Second

// lasting is a time in words, by its largest unit.
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
