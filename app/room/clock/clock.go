// Package clock is the time as the rooms of the page see it: a Clock that a test
// can turn by hand, and what is made of one: a Timer, a Pace for what changes
// more often than people read, and how many steps of what plays are due.
package clock

import "time"

// Clock tells the time and calls back later, on the page's one thread.
type Clock interface {
	Now() time.Time
	// After calls f once d has passed, unless stop is called before. d need not
	// be positive; f is never called from within After.
	After(d time.Duration, f func()) (stop func())
}

// System is the machine's clock.
type System struct{}

func (System) Now() time.Time { return time.Now() }

func (System) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

// Timer is one alarm. The zero value is not set.
type Timer struct {
	stop func()
	set  int // how often it was set: one that was stopped too late does nothing
}

// Set has f called once d has passed, and not what was set before.
func (t *Timer) Set(c Clock, d time.Duration, f func()) {
	t.Stop()
	t.set++
	me := t.set
	t.stop = c.After(d, func() {
		if t.set == me && t.stop != nil {
			t.stop = nil
			f()
		}
	})
}

// Stop takes the alarm back.
func (t *Timer) Stop() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// Waits tells whether the alarm is set and has not gone off.
func (t *Timer) Waits() bool { return t.stop != nil }

// Pace shows something at most once in every Every: what changes more often
// nobody reads, and the newest state always comes.
type Pace struct {
	Clock Clock
	Every time.Duration
	Show  func()

	at    time.Time // when it was shown last
	timer Timer
}

// Soon shows it: at once when nothing was shown for long enough, else as soon as
// that is so.
func (p *Pace) Soon() {
	if p.timer.Waits() {
		return // it shows the newest
	}
	if wait := p.Every - p.Clock.Now().Sub(p.at); wait > 0 {
		p.timer.Set(p.Clock, wait, p.Now)
		return
	}
	p.Now()
}

// Now shows it at once.
func (p *Pace) Now() {
	p.timer.Stop()
	p.at = p.Clock.Now()
	p.Show()
}

// StepsDue tells how many steps to take now that the next one has been due for
// so long, and for how long the one after them will have been (less than 0: not
// yet). No more than a quarter of a second is made up for: a page that was hidden goes on
// where it was.
func StepsDue(waited, speed float64) (n int, late float64) {
	waited = min(waited, 0.25)
	n = 1 + int(waited*speed)
	return n, waited - float64(n)/speed
}
