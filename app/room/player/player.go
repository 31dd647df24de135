// Package player is the room of steps: it walks and plays through a fit that was
// reached in steps, and keeps the curves over them.
//
// Which step is looked at stands in the document (View.Step, nil = the end) and is
// no edit, as the part of the plane is none. While it plays, the next step is asked
// for when the last one is painted: a slow engine skips steps and keeps the speed.
package player

import (
	"slices"
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Rates are the speeds to choose from, in steps a second; 0 = fast enough for the
// whole way in wholeWay.
var Rates = [...]float64{1, 4, 15, 60, 0}

const (
	wholeWay   = 5  // seconds
	firstSpeed = 10 // steps a second, of the first steps at most
	runsKept   = 4  // answers on their way may be of another run than the newest
)

// Needs are what a Player works with.
type Needs struct {
	Clock clock.Clock
	// Step is the step that the document asks for, nil for the end; ShowStep asks for
	// another. State is the newest state of the page, Painted the newest of which
	// there is a picture to be seen.
	Step           func() *int
	ShowStep       func(step *int)
	Again          func() // asks for another picture of the same
	State, Painted func() int
	// Source tells of which method and recipe the fits are.
	Source func() string

	// Render shows the bar anew, Write only its figures, curves and handle.
	Render, Write func()
	// Tell is for what everybody is to read. Say tells screen readers the step; Settled that a sharp picture is due.
	Tell, Say func(text string)
	Settled   func()
	// Still tells that people want no motion, Dragging that a hand holds something.
	Still, Dragging func() bool
}

// Player owns the way through the steps of a fit: which run the newest picture
// shows and the curves over its steps, whether it plays and how fast.
type Player struct {
	Needs

	now       *wire.Player // of the newest picture; nil when its method does not step
	runs      []run        // newest first
	bar       Bar
	late      bool // the bar shows an earlier picture
	playing   bool
	scrubbing bool      // the slider is held
	rate      int       // index into Rates + 1, 0 = by the number of steps
	due       time.Time // of the next step while playing
	asked     int       // the state in which the last step was asked for
	most      int       // charts that there is room for; 0 = not known
	timer     clock.Timer
	endless
}

// run is what the page knows of one fit: the curves over its steps.
type run struct {
	id     int
	trace  []wire.Series
	charts []Chart // of trace
	of     string  // see Needs.Source
}

func newRun(id int, trace []wire.Series, of string) run { return run{id, trace, Charts(trace), of} }

// Bar is what the player's bar is rendered for; everything else in it is written
// directly.
type Bar struct {
	Shown, Playing, Start, End bool
	Rate                       int     // index into Rates
	Keys                       string  // names of the curves, as their keys tell them
	Stretch                    float64 // of their charts
	Endless, Kept, Keep        bool    // of a method without an end
	Busy, Ended                bool    // of one that grows: pictures follow
}

// Bar is what the bar shows.
func (p *Player) Bar() Bar { return p.bar }

// Now is where the newest picture stands, nil when its method does not step.
func (p *Player) Now() *wire.Player { return p.now }

// Playing tells whether it plays, Scrubbing whether its slider is held.
func (p *Player) Playing() bool   { return p.playing }
func (p *Player) Scrubbing() bool { return p.scrubbing }

// Moves tells that one picture follows the other.
func (p *Player) Moves() bool { return p.playing || p.scrubbing || p.CatchesUp() }

// Known is the run whose trace need not be sent again.
func (p *Player) Known() int {
	if p.now == nil || len(p.runs) == 0 {
		return 0
	}
	return p.runs[0].id
}

// Forget forgets all runs: a fresh worker counts anew. It says what went with the old one,
// "" where nothing did: weights that were kept through an edit no document tells.
func (p *Player) Forget() (lost string) {
	p.runs = nil
	if p.now != nil && p.now.Kept {
		unit := Unit(p.now)
		return "The engine was restarted. The weights kept through an edit are lost: the same number " +
			"of " + words.Plural(unit) + " are trained from the start, and may give another result."
	}
	return ""
}

// Take takes what the newest picture tells of steps.
func (p *Player) Take(now *wire.Player) {
	p.halted = false
	if now != nil {
		i := slices.IndexFunc(p.runs, func(r run) bool { return r.id == now.Run })
		switch {
		case i > 0:
			r := p.runs[i]
			copy(p.runs[1:i+1], p.runs[:i])
			p.runs[0] = r
		case i < 0:
			trace := now.Trace
			if !grows(now) {
				trace = p.expectTests(trace)
			}
			p.runs = append([]run{newRun(now.Run, trace, p.Source())}, p.runs...)
			if len(p.runs) > runsKept {
				p.runs = p.runs[:runsKept]
			}
		}
	}
	p.now = now
	if now != nil {
		p.pace.take(p.playing && now.Endless && !now.Ended, p.Clock.Now(), now.Step)
	}
	switch {
	case now == nil:
		p.Pause()
	case now.Endless:
		p.takeEndless()
	}
	// While something else is dragged, or a method without an end goes on, the curve and its
	// figures follow with the facts, ten times a second.
	if !p.scrubbing && (!p.playing || p.Endless()) && p.barNow() == p.bar {
		p.late = true
		return
	}
	p.Show()
}

// expectTests keeps places in a new fit's trace for the errors on points that the fit has
// not seen, which are worked out when the hand rests, if the fit before had some: the
// keys stay where they are.
func (p *Player) expectTests(trace []wire.Series) []wire.Series {
	fresh := func(s wire.Series) bool { return s.Fresh }
	if len(p.runs) == 0 || p.runs[0].of != p.Source() || slices.ContainsFunc(trace, fresh) {
		return trace
	}
	var was []wire.Series
	for _, s := range p.runs[0].trace {
		if s.Fresh {
			was = append(was, wire.Series{Name: s.Name, Help: s.Help})
		}
	}
	if was == nil {
		return trace
	}
	return wire.WithTests(trace, was)
}

// TakeTests puts the errors on points that the fit has not seen among the curves of its
// run.
func (p *Player) TakeTests(f *wire.Facts) {
	i := slices.IndexFunc(p.runs, func(r run) bool { return r.id == f.Run })
	if len(f.Tests) == 0 || i < 0 {
		return
	}
	r := p.runs[i]
	p.runs[i] = newRun(r.id, wire.WithTests(r.trace, f.Tests), r.of)
	if p.now != nil && p.now.Run == f.Run && p.now.Step == f.Step {
		p.now.Here = append(p.now.Here, f.Here...)
	}
	p.Show()
}

// Trace is the curves over the steps of the newest picture's fit.
func (p *Player) Trace() []wire.Series {
	if p.now == nil || len(p.runs) == 0 {
		return nil
	}
	return p.runs[0].trace
}

// Value is what series i of Trace is at the step of the newest picture: to the bit where the
// series has a value there, else the last one before; not ok where there is none.
func (p *Player) Value(i int) (v float64, ok bool) {
	s, k := p.Trace()[i], p.now.Step
	j := Before(s.At, k)
	if j < 0 || s.At[j] != float64(k) {
		for _, r := range p.now.Here {
			if r.Name == s.Name {
				return r.Value, true
			}
		}
	}
	if j < 0 {
		return 0, false
	}
	return s.Values[j], true
}

// Step is the step that is asked for.
func (p *Player) Step() int {
	if p.now == nil {
		return 0
	}
	if p.now.Endless {
		return p.endlessStep()
	}
	if k := p.Needs.Step(); k != nil {
		return min(*k, p.now.Steps)
	}
	return p.now.Steps
}

// set looks at another step of the fit.
func (p *Player) set(k int) {
	if p.now == nil {
		return
	}
	p.landing = false
	k = min(max(k, p.now.First), p.Last())
	var to *int
	if k < p.now.Steps || p.now.Endless {
		to = &k
	}
	if now := p.Needs.Step(); now == nil && to == nil || now != nil && to != nil && *now == *to {
		return
	}
	p.ShowStep(to)
	if p.playing && p.Endless() {
		p.late = true // the picture is still the one before
		return
	}
	p.Show()
}

// Walk steps by hand.
func (p *Player) Walk(d int) {
	p.Pause()
	p.set(p.Step() + d)
	p.say()
}

// Go goes to a step by hand.
func (p *Player) Go(k int) {
	p.Pause()
	p.set(k)
	p.say()
}

func (p *Player) say() {
	if p.now != nil {
		p.Say(Text(p.now, p.Step()))
	}
}

// Text tells step k in words.
func Text(p *wire.Player, k int) string {
	if p.Endless {
		return endlessText(p, k)
	}
	return Unit(p) + " " + strconv.Itoa(k) + " of " + strconv.Itoa(p.Steps)
}

// Unit is what a step is called.
func Unit(p *wire.Player) string {
	if p.StepName == "" {
		return "step"
	}
	return p.StepName
}

// Toggle plays or pauses.
func (p *Player) Toggle() {
	switch {
	case p.Endless():
		p.toggleEndless()
		return
	case p.playing:
		p.Pause()
		p.Settled()
		p.say()
		return
	case p.lingers():
		p.settle()
		p.Settled()
		p.Show()
		p.say()
		return
	case p.now == nil || p.now.Steps == 0:
		return
	case p.Still():
		// People who want no motion get the other end at once.
		if p.Step() == p.now.Steps {
			p.set(0)
		} else {
			p.set(p.now.Steps)
		}
		p.say()
		return
	}
	p.playing, p.behind = true, false
	if p.Step() == p.now.Steps {
		p.set(0)
	}
	p.asked = p.State()
	p.due = p.Clock.Now().Add(time.Duration(float64(time.Second) / p.speed()))
	p.Show()
	p.Tick()
}

// Pause stops playing; who calls it for people's sake asks for a sharp picture, too.
func (p *Player) Pause() {
	p.timer.Stop()
	p.landing = false
	if p.playing {
		p.playing, p.pace = false, pace{}
		p.Show()
	}
}

// Scrub looks at step k, to which a hand has moved the slider; LetGo ends that, and
// tells whether it was held.
func (p *Player) Scrub(k int) {
	p.Pause()
	p.scrubbing = true
	p.set(k)
}

func (p *Player) LetGo() (held bool) {
	held, p.scrubbing = p.scrubbing, false
	return held
}

// SetRate chooses the speed: an index into Rates.
func (p *Player) SetRate(i int) {
	p.rate = i + 1
	p.due = p.Clock.Now()
	p.Show()
}

// rateIndex is the chosen speed: until somebody chooses, one that takes not much
// longer than 20 seconds for all.
func (p *Player) rateIndex() int {
	if p.rate > 0 || p.now == nil {
		return max(p.rate-1, 0)
	}
	if p.now.Endless {
		return usualRate
	}
	for i, r := range Rates[:4] {
		if i > 0 && float64(p.now.Steps) <= 20*r {
			return i
		}
	}
	return 4
}

// speed in steps a second now; 0 = as fast as it goes. The first steps, in which most is learned, take about a second
// for ten, and from there on it is twice as fast every 0.7 seconds, up to the speed that was chosen: v = k at step k.
func (p *Player) speed() float64 {
	r := p.Rates()[p.rateIndex()]
	switch {
	case r == 0 && p.now.Endless:
		return 0
	case r == 0:
		r = max(60, float64(p.now.Steps)/wholeWay)
	}
	return min(r, max(firstSpeed, float64(p.Step()-p.now.First)))
}

// Tick takes the next step when it is due and the last one is painted. It is called
// whenever a picture has been painted.
func (p *Player) Tick() {
	if p.Endless() {
		p.tickEndless()
		return
	}
	if !p.playing && grows(p.now) {
		p.catchUp()
		return
	}
	if !p.playing || p.now == nil || p.Painted() < p.asked {
		return
	}
	p.timer.Stop()
	now := p.Clock.Now()
	if wait := p.due.Sub(now); wait > 0 {
		p.timer.Set(p.Clock, wait, p.Tick)
		return
	}
	n, late := clock.StepsDue(now.Sub(p.due).Seconds(), p.speed())
	p.due = now.Add(-time.Duration(late * float64(time.Second)))
	k := p.Step() + n
	if p.now.Grows {
		k = min(k, p.now.Step+n) // there may not have been time for the last
	}
	if k >= p.now.Steps {
		p.playing = false // before the picture is asked for: the last one is sharp
	}
	before := p.State()
	if p.set(k); p.State() == before && p.now.Step < k {
		p.Again() // the engine has not been there yet
	}
	p.asked = p.State()
	if !p.playing {
		p.Show()
		p.say()
	}
}

// Show shows the step. The bar is rendered only when its parts change.
func (p *Player) Show() {
	if now := p.barNow(); now != p.bar {
		p.bar = now
		p.Render() // and Sync follows
		return
	}
	p.Sync()
}

// Sync writes what the bar was not rendered for.
func (p *Player) Sync() {
	p.late = false
	p.Write()
}

// CatchUp writes what was put off while something else was dragged.
func (p *Player) CatchUp() {
	if p.late {
		p.Sync()
	}
}

func (p *Player) barNow() Bar {
	b := Bar{Playing: p.playing, Rate: p.rateIndex()}
	if p.now != nil {
		b.Shown, b.Start, b.End = true, p.Step() == 0, p.Step() == p.now.Steps
		b.Stretch = p.Stretch()
		if p.now.Endless {
			b.Endless, b.Kept, b.Keep, b.Busy, b.Ended = true, p.now.Kept, p.keep, p.CatchesUp(), p.now.Ended
			// While it runs, both ends move.
			b.Start, b.End = !p.playing && p.Step() == 0, !p.playing && p.Step() >= p.now.Steps
		}
		if p.now.Grows {
			b.Busy = p.lingers()
		}
		trace := p.Trace()
		for _, c := range p.Charts() {
			for i := c.From; i < c.To; i++ {
				b.Keys += c.Key(trace, i) + "\n"
			}
			b.Keys += "\n"
		}
	}
	return b
}
