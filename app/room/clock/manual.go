package clock

import "time"

// Manual is a clock for tests: its time passes when it is told to.
type Manual struct {
	at     time.Time
	alarms []*alarm
}

type alarm struct {
	at time.Time
	f  func()
}

// NewManual starts a clock at some time or other.
func NewManual() *Manual { return &Manual{at: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)} }

func (m *Manual) Now() time.Time { return m.at }

func (m *Manual) After(d time.Duration, f func()) (stop func()) {
	a := &alarm{m.at.Add(max(d, 0)), f}
	m.alarms = append(m.alarms, a)
	return func() { a.f = nil }
}

// Pass lets time go by; alarms go off on their way, the earliest first and those
// of one moment in the order in which they were set.
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

// Waiting is how many alarms have still to go off.
func (m *Manual) Waiting() (n int) {
	for _, a := range m.alarms {
		if a.f != nil {
			n++
		}
	}
	return n
}
