package notifications

import (
	"time"

	"pointscape/app/room/clock"
)

const (
	sayEvery  = 500 * time.Millisecond
	calmAfter = 900 * time.Millisecond
)

// Speaker owns what screen readers hear: what a hand has just done, and what came
// out of it.
type Speaker struct {
	Clock clock.Clock
	// Live and Result write the two texts that are read aloud.
	Live, Result func(text string)

	saying string
	said   clock.Timer
	result string // as it was told last
	calm   clock.Timer
}

// Say tells what was done: at once, then while keys are held no more than twice a
// second, the newest at last.
func (s *Speaker) Say(text string) {
	s.saying = text
	if s.said.Waits() {
		return
	}
	s.Live(text)
	s.said.Set(s.Clock, sayEvery, func() {
		if s.saying != text {
			s.Say(s.saying)
		}
	})
}

// Tell tells what came out, once things have calmed down, and not twice.
func (s *Speaker) Tell(text string) {
	s.calm.Set(s.Clock, calmAfter, func() {
		if s.result != text {
			s.result = text
			s.Result(text)
		}
	})
}
