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

// Drawn is the page around Figures.
type Drawn interface {
	// Drawn takes the figure of a document, an SVG; "" when there is none. shows says what it shows.
	Drawn(document, svg, shows string)
}

// Figures draws small figures of documents, one after the other, as thumbnails of pages. It has an engine of its own,
// which ends when nobody has asked for a figure for some time.
type Figures struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial workers.Dial
	Page Drawn

	lane   *workers.Lane
	wanted []string // the first one is being drawn
	idle   clock.Timer
}

// idleAfter is how long the engine waits for another figure to be asked for.
const idleAfter = 20 * time.Second

// Want draws the figures of documents, in this order; of what was asked for before, only the one that is being drawn.
func (f *Figures) Want(documents []string) {
	begun := len(f.wanted)
	f.wanted = slices.Clone(f.wanted[:min(begun, 1)])
	for _, d := range documents {
		if !slices.Contains(f.wanted, d) {
			f.wanted = append(f.wanted, d)
		}
	}
	if begun == 0 {
		f.next()
	}
}

func (f *Figures) next() {
	if len(f.wanted) == 0 {
		f.idle.Set(f.Clock, idleAfter, f.Close)
		return
	}
	f.idle.Stop()
	if f.lane == nil {
		f.lane = workers.New(f.Dial, &painter{f: f})
		f.lane.Start()
		if f.lane == nil { // the browser starts no engine
			return
		}
	}
	lane, document := f.lane, f.wanted[0]
	head, err := json.Marshal(wire.AskText{Kind: "thumb", Text: document})
	if err != nil {
		f.done("", "")
		return
	}
	lane.Begin(wire.TypeText, head, nil, func(*wire.Progress) {}, func(a workers.Reply, e *wire.Error) {
		if lane != f.lane {
			return
		}
		var x wire.TextMade
		if e != nil || json.Unmarshal(a.Head, &x) != nil {
			f.done("", "")
			return
		}
		shows, svg, _ := strings.Cut(x.Text, "\n")
		f.done(svg, shows)
	})
}

// done takes the figure that was being drawn. The next one is asked for a moment later: that the engine is no more is
// told after what waits for it has failed.
func (f *Figures) done(svg, shows string) {
	document := f.wanted[0]
	f.wanted = f.wanted[1:]
	f.Page.Drawn(document, svg, shows)
	lane := f.lane
	f.Clock.After(time.Millisecond, func() {
		if lane == f.lane {
			f.next()
		}
	})
}

// Close ends the engine; what was asked for is not drawn.
func (f *Figures) Close() {
	f.idle.Stop()
	lane := f.lane
	f.lane, f.wanted = nil, nil
	if lane != nil {
		lane.Close()
	}
}

// painter is Figures as their lane knows them.
type painter struct {
	workers.Undrawing
	f *Figures
}

// Dead tells that there is no figure of what was asked for, so that nobody asks again and again.
func (p *painter) Dead(string) {
	wanted := p.f.wanted
	p.f.Close()
	for _, document := range wanted {
		p.f.Page.Drawn(document, "", "")
	}
}

func (p *painter) After(d time.Duration, f func()) { p.f.Clock.After(d, f) }
func (p *painter) Now() time.Time                  { return p.f.Clock.Now() }
