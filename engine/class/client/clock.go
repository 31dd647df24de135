package client

import "time"

// Clock tells the time and calls back later, one at a time and never from within After.
type Clock interface {
	Now() time.Time
	After(d time.Duration, f func()) (stop func())
}

// alarm is set once at a time. The zero value is not set.
type alarm struct {
	stop func()
	set  int // how often: one that was stopped too late does nothing
}

// Set has f called once d has passed, and not what was set before.
func (a *alarm) Set(c Clock, d time.Duration, f func()) {
	a.Stop()
	a.set++
	me := a.set
	a.stop = c.After(d, func() {
		if a.set == me && a.stop != nil {
			a.stop = nil
			f()
		}
	})
}

// Stop takes the alarm back.
func (a *alarm) Stop() {
	if a.stop != nil {
		a.stop()
		a.stop = nil
	}
}

// Waits tells whether the alarm is set and has not gone off.
func (a *alarm) Waits() bool { return a.stop != nil }
