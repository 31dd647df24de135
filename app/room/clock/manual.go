package clock

import "time"

// Manual is a clock for tests: its time passes only by Pass.
type Manual struct {
	at     time.Time
	alarms []*alarm
}

type alarm struct {
	at time.Time
	f  func()
}

// NewManual returns a clock that starts at an arbitrary time.
func NewManual() *Manual { return &Manual{at: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)} }

func (m *Manual) Now() time.Time { return m.at }

func (m *Manual) After(d time.Duration, f func()) (stop func()) {
	a := &alarm{m.at.Add(max(d, 0)), f}
	m.alarms = append(m.alarms, a)
	return func() { a.f = nil }
}

// Pass advances the time by d. Alarms go off on the way, the earliest first, and those of the same time in the order in
// which they were set.
func (m *Manual) Pass(d time.Duration) {
	end := m.at.Add(d)
	for {
		next := -1
		for i, a := range m.alarms {
			if a.f != nil && !a.at.After(end) && (next < 0 || a.at.Before(m.alarms[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		a := m.alarms[next]
		m.alarms = append(m.alarms[:next:next], m.alarms[next+1:]...)
		m.at = a.at
		a.f()
	}
	m.at = end
}

// Waiting returns the number of alarms that have neither gone off nor been stopped.
func (m *Manual) Waiting() (n int) {
	for _, a := range m.alarms {
		if a.f != nil {
			n++
		}
	}
	return n
}
