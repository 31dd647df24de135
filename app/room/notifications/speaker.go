package notifications

import (
	"time"

	"pointscape/app/room/clock"
)

const (
	sayEvery  = 500 * time.Millisecond
	calmAfter = 900 * time.Millisecond
)

// Speaker has the texts for screen readers: what the user has just done, and the result.
type Speaker struct {
	Clock clock.Clock
	// Live and Result set the two texts that are read aloud.
	Live, Result func(text string)

	saying string
	said   clock.Timer
	result string // the result that was spoken last
	calm   clock.Timer
}

// Say speaks what was done: at once, then at most twice a second while keys are held, and the newest text in any case.
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

// Tell speaks a result once nothing changes any more, but not twice the same.
func (s *Speaker) Tell(text string) {
	s.calm.Set(s.Clock, calmAfter, func() {
		if s.result != text {
			s.result = text
			s.Result(text)
		}
	})
}
