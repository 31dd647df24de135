// Package printing makes printed handouts of a course, and its packages for learning platforms. Each is made by a
// separate engine, which ends with it, so that the document's pictures never wait for it.
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

// Needs has what a Room depends on.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine that draws figures.
	Dial workers.Dial
	// Put puts the sheets where they are printed, and removes what was there.
	Put func(html string)
	// Figure puts a page's figure, an SVG, in its place; shows is its alternative text. done gets whether the browser
	// can display it. Without puts the reason there why there is none.
	Figure  func(page int, svg, shows string, done func(ok bool))
	Without func(page int, why string)
	// Print prints the sheets, and removes them after that.
	Print func()
	// Away removes the sheets.
	Away    func()
	Changed func()           // the result of At has changed
	Fail    func(why string) // there is no handout
}

// Room is the state of a handout that is being made.
type Room struct {
	Needs
	lane   *workers.Lane
	work   *workers.Work
	course *course.Course // nil = nothing is printed
	at     int            // the page whose figure is asked for
	run    int            // number of the handout: answers for an earlier one are ignored
	told   time.Time      // when the engine was last told to yield
}

// yieldEvery is how often the engine is told to yield during a drag.
const yieldEvery = 100 * time.Millisecond

// At returns the index of the present page and the number of pages; on is false if nothing is printed.
func (r *Room) At() (page, of int, on bool) {
	if r.course == nil {
		return 0, 0, false
	}
	return r.at, len(r.course.Pages), true
}

// Start prints a course; before is the part of a page's address before its id, "" = it has none.
func (r *Room) Start(c *course.Course, before string) {
	if r.course != nil {
		return
	}
	r.course, r.at = c, 0
	r.run++
	r.lane = workers.New(r.Dial, r.Clock, workers.Beside(r.died))
	r.lane.Start()
	if r.course == nil { // the browser does not start an engine, and the user was told
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

// figure has the present page's figure drawn, and continues with the next page.
func (r *Room) figure() {
	run := r.run
	r.ask("figure", r.course.Pages[r.at].Document, func(text string, e *wire.Error) {
		if e != nil {
			r.Without(r.at, e.Message)
			// Not at once: the lane reports the end of its engine only after it has failed the open requests.
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

// ask asks the engine to convert a text.
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

// Moved is called during a drag: if there are only two processors, the page and the document's pictures need both.
func (r *Room) Moved() {
	if r.work == nil {
		return
	}
	if now := r.Clock.Now(); now.Sub(r.told) >= yieldEvery {
		r.told = now
		r.work.Yield()
	}
}

// died is called when the engine is given up.
func (r *Room) died(why string) {
	if r.course != nil {
		r.fail(why)
	}
}
