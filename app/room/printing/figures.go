package printing

import (
	"slices"
	"strings"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Figures draws small figures of documents, one after the other, as thumbnails of pages. It has its own engine, which
// ends when no figure has been asked for in a while.
type Figures struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial workers.Dial
	// Drawn gets the figure of a document, an SVG, "" if there is none; shows is its alternative text.
	Drawn func(document, svg, shows string)

	lane    *workers.Lane
	busy    bool   // from a request to a moment after its answer
	drawing string // the document that is being drawn
	wanted  []string
	idle    clock.Timer
}

// idleAfter is how long the engine waits for another request.
const idleAfter = 20 * time.Second

// Want draws the figures of documents, in this order. Earlier requests are dropped, except the one that is being drawn.
func (f *Figures) Want(documents []string) {
	f.wanted = nil
	for _, d := range documents {
		if d != f.drawing && !slices.Contains(f.wanted, d) {
			f.wanted = append(f.wanted, d)
		}
	}
	if !f.busy {
		f.next()
	}
}

func (f *Figures) next() {
	f.busy = len(f.wanted) > 0
	if !f.busy {
		f.idle.Set(f.Clock, idleAfter, f.Close)
		return
	}
	f.idle.Stop()
	if f.lane == nil {
		f.lane = workers.New(f.Dial, f.Clock, workers.Beside(f.died))
		f.lane.Start()
		if f.lane == nil { // the browser does not start an engine
			return
		}
	}
	f.drawing, f.wanted = f.wanted[0], f.wanted[1:]
	lane := f.lane
	workers.MakeText("thumb", f.drawing, func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lane.Begin(wire.TypeText, head, nil, func(*wire.Progress) {}, answer)
	}, func(text string, _ *wire.Error) { // in case of an error, the text is empty
		if lane == f.lane {
			shows, svg, _ := strings.Cut(text, "\n")
			f.done(svg, shows)
		}
	})
}

// done handles the finished figure. The next one is asked for a moment later, because the lane reports the end of its
// engine only after it has failed the open requests.
func (f *Figures) done(svg, shows string) {
	document := f.drawing
	f.drawing = ""
	f.Drawn(document, svg, shows)
	lane := f.lane
	f.Clock.After(time.Millisecond, func() {
		if lane == f.lane {
			f.next()
		}
	})
}

// Close ends the engine and drops the requests.
func (f *Figures) Close() {
	f.idle.Stop()
	lane := f.lane
	f.lane, f.busy, f.drawing, f.wanted = nil, false, "", nil
	if lane != nil {
		lane.Close()
	}
}

// died returns "no figure" for all requests, so that they are not repeated.
func (f *Figures) died(string) {
	wanted := f.wanted
	if f.drawing != "" {
		wanted = append([]string{f.drawing}, wanted...)
	}
	f.Close()
	for _, document := range wanted {
		f.Drawn(document, "", "")
	}
}
