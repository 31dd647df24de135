// Package clock supplies the page with time: a Clock, which tests can advance by hand, a Timer, a Pace that limits how
// often something is shown, and the number of playback steps that are due.
package clock

import "time"

// Clock tells the time and calls functions later, on the page's single thread.
type Clock interface {
	Now() time.Time
	// After calls f once d has passed, unless stop is called before. d need not be positive; f is never called from
	// within After.
	After(d time.Duration, f func()) (stop func())
}

// System is the machine's clock.
type System struct{}

func (System) Now() time.Time { return time.Now() }

func (System) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

// Timer is a single alarm. The zero value is not set.
type Timer struct {
	stop func()
	set  int // number of times it was set: an alarm that was stopped too late does nothing
}

// Set calls f once d has passed. It replaces an alarm that was set before.
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

// Stop cancels the alarm.
func (t *Timer) Stop() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// Waits reports whether the alarm is set and has not gone off.
func (t *Timer) Waits() bool { return t.stop != nil }

// Pace calls Show at most once in Every, for changes that come faster than they can be read. The newest state is always
// shown in the end.
type Pace struct {
	Clock Clock
	Every time.Duration
	Show  func()

	at    time.Time // time of the last Show
	timer Timer
}

// Soon calls Show: at once if the last call is at least Every ago, otherwise when that time has passed.
func (p *Pace) Soon() {
	if p.timer.Waits() {
		return // the call to come shows the newest state
	}
	if wait := p.Every - p.Clock.Now().Sub(p.at); wait > 0 {
		p.timer.Set(p.Clock, wait, p.Now)
		return
	}
	p.Now()
}

// Now calls Show at once.
func (p *Pace) Now() {
	p.timer.Stop()
	p.at = p.Clock.Now()
	p.Show()
}

// StepsDue returns the number n of playback steps to take now, if the next one has been due for waited seconds at a
// speed of so many steps per second. −late is the time, in seconds, until the step after them is due. At most a quarter
// of a second is caught up, so that a page that was hidden continues where it was.
func StepsDue(waited, speed float64) (n int, late float64) {
	waited = min(waited, 0.25)
	n = 1 + int(waited*speed)
	return n, waited - float64(n)/speed
}
