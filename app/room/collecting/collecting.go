// Package collecting collects answers to an assignment for a lecturer: texts in which the engine looks for answers, and
// its results. It has an engine of its own, so that pictures never wait for it. The engine ends when the dialog is
// closed or the work is cancelled.
package collecting

import (
	"strings"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// Needs has what a Room depends on.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial workers.Dial
	// Deck returns the assignment, a deck as JSON.
	Deck func() string
	// Changed is called when something else must be shown, Say with a result for screen readers.
	Changed func()
	Say     func(text string)
}

// Made has the results for all texts, as in assignment.Answers.
type Made struct{ HTML, CSV, JSON, Says string }

// Room has the collected answers.
type Room struct {
	Needs
	// Busy says that the engine works, and Done how far it is, from 0 to 1.
	Busy  bool
	Done  float64
	Made  Made
	Wrong string // why there are no results; "" = no error

	files  string // all files added so far, as one text
	engine workers.Helper
}

// Close ends the engine, and forgets files and results.
func (r *Room) Close() {
	r.Cancel()
	*r = Room{Needs: r.Needs}
}

// Cancel ends the work, together with the engine, which may be in the middle of a fit. Earlier results stay, but can no
// longer be sorted.
func (r *Room) Cancel() {
	r.Busy = false
	r.engine.Close()
	r.Changed()
}

// Most is the largest total size of the texts that are collected, in bytes; the engine accepts no more
// (assignment.MaxTexts).
const Most = 16 << 20

// Collect collects the answers in text, in the files that were added before, and in files: a text in which a name
// stands before the content of each file (assignment.Split). Files with which there would be more than Most bytes are
// refused, and not added.
func (r *Room) Collect(text, files string) {
	if len(text)+len(r.files)+len(files) > Most {
		r.Refuse("the answers have more than 16 MB in all")
		return
	}
	r.files += files
	r.ask("collect", r.Deck()+"\x00"+text+r.files)
}

// Sort asks for the same table in another order; see assignment for the names of orders. It does nothing while the
// engine works, or after it has ended.
func (r *Room) Sort(by string) {
	if r.engine.On() && !r.Busy {
		r.ask("collected", by)
	}
}

// Refuse reports why there are no results.
func (r *Room) Refuse(why string) {
	r.Wrong, r.Busy = why, false
	r.Changed()
}

func (r *Room) ask(kind, text string) {
	if r.Busy {
		r.Cancel()
	}
	r.engine.Clock, r.engine.Dial, r.engine.Died = r.Clock, r.Dial, r.Refuse
	r.Busy, r.Done, r.Wrong = true, 0, ""
	r.Changed()
	r.engine.Ask(kind, text, func(done float64) {
		r.Done = done
		r.Changed()
	}, workers.Made(func(text string, e *wire.Error) {
		if e != nil {
			r.Refuse(e.Message)
			return
		}
		m := &r.Made
		m.HTML, text, _ = strings.Cut(text, "\x00")
		m.CSV, text, _ = strings.Cut(text, "\x00")
		m.JSON, m.Says, _ = strings.Cut(text, "\x00")
		r.Busy = false
		r.Say(m.Says)
		r.Changed()
	}))
}
