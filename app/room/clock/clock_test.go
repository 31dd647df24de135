package clock

import (
	"testing"
	"time"
)

const ms = time.Millisecond

func TestTimer(t *testing.T) {
	m, rang := NewManual(), ""
	var a Timer
	ring := func(s string) func() { return func() { rang += s } }
	a.Set(m, 50*ms, ring("a"))
	a.Set(m, 80*ms, ring("b"))
	if m.Waiting() != 1 {
		t.Error("what was set before still waits")
	}
	m.Pass(79 * ms)
	if rang != "" || !a.Waits() {
		t.Fatalf("rang %q too early", rang)
	}
	m.Pass(ms)
	if rang != "b" || a.Waits() {
		t.Errorf("rang %q, waits %v", rang, a.Waits())
	}
	a.Set(m, 10*ms, ring("c"))
	a.Stop()
	a.Set(m, 10*ms, func() { rang += "d"; a.Set(m, 10*ms, ring("e")) })
	m.Pass(time.Second)
	if rang != "bde" || m.Waiting() != 0 {
		t.Errorf("rang %q, %d wait", rang, m.Waiting())
	}
}

// late is a clock whose alarms can no longer be stopped: time.AfterFunc has started the function's goroutine, but the
// function has not begun.
type late struct{ *Manual }

func (l late) After(d time.Duration, f func()) func() { l.Manual.After(d, f); return func() {} }

func TestTimerThatWasStoppedTooLate(t *testing.T) {
	m, rang := late{NewManual()}, 0
	var a Timer
	a.Set(m, ms, func() { rang++ })
	a.Stop()
	m.Pass(ms)
	a.Set(m, ms, func() { rang++ })
	a.Set(m, 2*ms, func() { rang += 10 })
	m.Pass(ms)
	if rang != 0 {
		t.Errorf("what was taken back rang %d times", rang)
	}
	m.Pass(ms)
	if rang != 10 {
		t.Errorf("rang %d", rang)
	}
}

func TestPace(t *testing.T) {
	m := NewManual()
	state, shown := 0, []int{}
	p := Pace{Clock: m, Every: 100 * ms, Show: func() { shown = append(shown, state) }}
	for range 25 { // 250 ms, with a change every 10 ms
		state++
		p.Soon()
		m.Pass(10 * ms)
	}
	if len(shown) != 3 || shown[0] != 1 {
		t.Fatalf("shown %v", shown)
	}
	m.Pass(time.Second)
	if len(shown) != 4 || shown[3] != state {
		t.Errorf("the newest did not come: %v of %d", shown, state)
	}
	state++
	p.Soon()
	state++
	p.Soon()
	p.Now()
	m.Pass(time.Second)
	if len(shown) != 6 || shown[5] != state {
		t.Errorf("shown %v: at once, and not again later", shown)
	}
}
