package client

import "time"

// Clock returns the time and calls functions later: one at a time, and never from within After. stop cancels a call.
type Clock interface {
	Now() time.Time
	After(d time.Duration, f func()) (stop func())
}

// alarm is a timer that can be set again. The zero value is not set.
type alarm struct {
	stop func() // cancels the call; nil = not set
	set  int    // number of calls of Set: a call that could not be cancelled any more does nothing
}

// Set has f called after d, instead of the function that was set before.
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

// Stop cancels the alarm.
func (a *alarm) Stop() {
	if a.stop != nil {
		a.stop()
		a.stop = nil
	}
}

// Waits reports whether the alarm is set and has not gone off.
func (a *alarm) Waits() bool { return a.stop != nil }
