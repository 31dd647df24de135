// Package printing is the room of a handout that is printed: which page's figure is drawn, and by whom. It has an
// engine of its own, which ends with the last figure, so that pictures never wait for it.
package printing

import (
	"strings"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Needs are what a Room works with.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine that draws figures.
	Dial workers.Dial
	// Put puts sheets where they are printed, and nothing else with them.
	Put func(html string)
	// Figure puts a page's figure into its place, an SVG; shows says what it shows. done tells whether the browser can
	// show it. Without puts in that place why there is none.
	Figure  func(page int, svg, shows string, done func(ok bool))
	Without func(page int, why string)
	// Print prints what was put, and takes it away after that.
	Print func()
	// Away takes away what was put.
	Away    func()
	Changed func()           // what At gives has changed
	Fail    func(why string) // there is no handout
}

// Room owns what is printed.
type Room struct {
	Needs
	lane   *workers.Lane
	work   *workers.Work
	course *course.Course // nil = nothing is printed
	at     int            // page whose figure is asked for
	run    int            // counts handouts: what is answered to one that was given up is nobody's
	told   time.Time      // when the engine heard last that a hand moves
}

// yieldEvery is how often the engine hears that a hand moves.
const yieldEvery = 100 * time.Millisecond

// At is the page that is worked on, counted from 0, of how many; on is false when nothing is printed.
func (r *Room) At() (page, of int, on bool) {
	if r.course == nil {
		return 0, 0, false
	}
	return r.at, len(r.course.Pages), true
}

// Start prints a course; before is what stands before a page's id in its address, "" = it has none.
func (r *Room) Start(c *course.Course, before string) {
	if r.course != nil {
		return
	}
	r.course, r.at = c, 0
	r.run++
	r.lane = workers.New(r.Dial, r.Clock, workers.Beside(r.died))
	r.lane.Start()
	if r.course == nil { // the browser starts no engine, and that was told
		return
	}
	text, err := json.Marshal(struct {
		Course *course.Course `json:"course"`
		Before string         `json:"before,omitempty"`
	}{c, before})
	if err != nil {
		r.fail(err.Error())
		return
	}
	r.Changed()
	r.ask("sheets", string(text), func(html string, e *wire.Error) {
		if e != nil {
			r.fail(e.Message)
			return
		}
		r.Put(html)
		r.figure()
	})
}

// figure has the figure of the present page drawn, and goes on to the next page when it is in its place.
func (r *Room) figure() {
	run := r.run
	r.ask("figure", r.course.Pages[r.at].Document, func(text string, e *wire.Error) {
		if e != nil {
			r.Without(r.at, e.Message)
			// Not at once: that the engine is no more is told after what waits for it has failed.
			r.Clock.After(time.Millisecond, func() {
				if run == r.run {
					r.next()
				}
			})
			return
		}
		shows, svg, _ := strings.Cut(text, "\n")
		r.Figure(r.at, svg, shows, func(ok bool) {
			if run != r.run || r.course == nil {
				return
			}
			if !ok {
				r.Without(r.at, "the browser can't show it")
			}
			r.next()
		})
	})
}

func (r *Room) next() {
	if r.course == nil { // the engine was given up
		return
	}
	if r.at++; r.at < len(r.course.Pages) {
		r.Changed()
		r.figure()
		return
	}
	r.end()
	r.Print()
}

// ask asks the engine for something made of a text.
func (r *Room) ask(kind, text string, done func(string, *wire.Error)) {
	run := r.run
	workers.MakeText(kind, text, func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		r.work = r.lane.Begin(wire.TypeText, head, nil, func(*wire.Progress) {}, answer)
	}, func(text string, e *wire.Error) {
		if run == r.run && r.course != nil {
			done(text, e)
		}
	})
}

// end ends the engine.
func (r *Room) end() {
	lane := r.lane
	r.course, r.lane, r.work = nil, nil, nil
	lane.Close()
	r.Changed()
}

// Cancel gives the handout up.
func (r *Room) Cancel() {
	if r.course != nil {
		r.end()
		r.Away()
	}
}

func (r *Room) fail(why string) {
	r.Cancel()
	r.Fail(why)
}

// Moved is called while a hand moves something: where there are only two processors, page and pictures need both.
func (r *Room) Moved() {
	if r.work == nil {
		return
	}
	if now := r.Clock.Now(); now.Sub(r.told) >= yieldEvery {
		r.told = now
		r.work.Yield()
	}
}

// died is told that the engine is given up.
func (r *Room) died(why string) {
	if r.course != nil {
		r.fail(why)
	}
}
