// Package player steps and plays through the steps of an iterative fit, and has the curves over them.
//
// The step that is shown is part of the document (View.Step, nil = the end); like the visible part of the plane,
// changing it is not an edit. While it plays, the next step is asked for when the last one is painted: with a slow
// engine it skips steps and keeps the speed.
package player

import (
	"slices"
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Rates are the speeds to choose from, in steps per second; 0 = 60, or more if all steps would take longer than
// wholeWay. The first steps are slower (Player.speed).
var Rates = [...]float64{1, 4, 15, 60, 0}

const (
	wholeWay   = 5  // seconds
	firstSpeed = 10 // upper limit of the speed of the first steps, in steps per second
	runsKept   = 4  // answers in the air may be of earlier runs than the newest
)

// Needs has what a Player depends on.
type Needs struct {
	Clock clock.Clock
	// Step returns the step that the document asks for, nil for the end; ShowStep asks for another one. State returns
	// the page's newest state, Painted the newest state with a visible picture.
	Step           func() *int
	ShowStep       func(step *int)
	Again          func() // asks for another picture of the same step
	State, Painted func() int
	// Source identifies the method and the data that the fits are of.
	Source func() string

	// Render renders the bar, Write only updates its figures, curves and handle.
	Render, Write func()
	// Tell shows a message to the user. Say speaks the step to screen readers; Settled says that a sharp picture is
	// due.
	Tell, Say func(text string)
	Settled   func()
	// Still reports whether the user prefers reduced motion, Dragging whether something is being dragged.
	Still, Dragging func() bool
}

// Player steps through a fit: which run the newest picture shows with the curves over its steps, whether it plays, and
// how fast.
type Player struct {
	Needs

	now       *wire.Player // of the newest picture; nil if its method has no steps
	runs      []run        // newest first
	bar       Bar
	late      bool // the bar shows an earlier picture
	playing   bool
	scrubbing bool      // the slider is being dragged
	rate      int       // index into p.Rates() + 1, 0 = not chosen; see rateIndex
	due       time.Time // time of the next step while playing
	asked     int       // the state in which the last step was asked for
	most      int       // number of charts that fit; 0 = not known
	timer     clock.Timer
	endless
}

// run is what the page knows of a fit: the curves over its steps.
type run struct {
	id     int
	trace  []wire.Series
	charts []Chart // of trace
	of     string  // see Needs.Source
}

func newRun(id int, trace []wire.Series, of string) run { return run{id, trace, Charts(trace), of} }

// Bar is the part of the bar's state for which it is rendered; everything else in it is written directly.
type Bar struct {
	Shown, Playing, Start, End bool
	Rate                       int     // index into Rates
	Keys                       string  // names of the curves, as shown beside them
	Stretch                    float64 // of the charts; see Player.Stretch
	Endless, Kept, Keep        bool    // of a method without an end
	Busy, Ended                bool    // of a model that grows: pictures follow
}

// Bar returns the state of the bar.
func (p *Player) Bar() Bar { return p.bar }

// Now returns the step data of the newest picture, nil if its method has no steps.
func (p *Player) Now() *wire.Player { return p.now }

// Playing reports whether it plays, Scrubbing whether the slider is being dragged.
func (p *Player) Playing() bool   { return p.playing }
func (p *Player) Scrubbing() bool { return p.scrubbing }

// Moves reports whether pictures follow one another.
func (p *Player) Moves() bool { return p.playing || p.scrubbing || p.CatchesUp() }

// Known returns the run whose trace need not be sent again, 0 = none.
func (p *Player) Known() int {
	if p.now == nil || len(p.runs) == 0 {
		return 0
	}
	return p.runs[0].id
}

// Forget removes all runs, because a fresh worker numbers them anew. It returns a message about what was lost with the
// old worker, "" if nothing: weights that were kept through an edit are in no document.
func (p *Player) Forget() (lost string) {
	p.runs = nil
	if p.now != nil && p.now.Kept {
		unit := Unit(p.now)
		return words.Text("The engine was restarted. The weights kept through an edit are lost: the same number of %s "+
			"are trained from the start, and may give another result.", words.Plural(unit))
	}
	return ""
}

// Take handles the step data of the newest picture.
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
	// While something else is dragged, or a method without an end runs, the curve and its figures are updated with the
	// facts, ten times a second.
	if !p.scrubbing && (!p.playing || p.Endless()) && p.barNow() == p.bar {
		p.late = true
		return
	}
	p.Show()
}

// expectTests reserves places in a new fit's trace for the errors on test points, which are computed once the drag
// rests, if the fit before had some: the curves' keys do not move.
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

// TakeTests adds the errors on test points to the curves of their run.
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

// Trace returns the curves over the steps of the newest picture's fit.
func (p *Player) Trace() []wire.Series {
	if p.now == nil || len(p.runs) == 0 {
		return nil
	}
	return p.runs[0].trace
}

// Value returns the value of series i of Trace at the step of the newest picture: exactly, if the series or the picture
// has its value there, otherwise the last one before; ok is false if there is none.
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

// Step returns the step that is asked for.
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

// set asks for another step of the fit.
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

// Walk moves by d steps, at the user's command.
func (p *Player) Walk(d int) {
	p.Pause()
	p.set(p.Step() + d)
	p.say()
}

// Go moves to step k, at the user's command.
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

// Text describes step k in words.
func Text(p *wire.Player, k int) string {
	if p.Endless {
		return endlessText(p, k)
	}
	return words.Text("%s %s of %s", Unit(p), strconv.Itoa(k), strconv.Itoa(p.Steps))
}

// Unit returns the name of a step.
func Unit(p *wire.Player) string {
	if p.StepName == "" {
		return "step"
	}
	return p.StepName
}

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
		// With reduced motion, the other end is shown at once.
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

// Pause stops playing. A caller that acts for the user must ask for a sharp picture, too.
func (p *Player) Pause() {
	p.timer.Stop()
	p.landing = false
	if p.playing {
		p.playing, p.pace = false, pace{}
		p.Show()
	}
}

// Scrub moves to step k while the slider is dragged; LetGo ends that, and reports whether it was being dragged.
func (p *Player) Scrub(k int) {
	p.Pause()
	p.scrubbing = true
	p.set(k)
}

func (p *Player) LetGo() (held bool) {
	held, p.scrubbing = p.scrubbing, false
	return held
}

// SetRate sets the speed: i is an index into p.Rates().
func (p *Player) SetRate(i int) {
	p.rate = i + 1
	p.due = p.Clock.Now()
	p.Show()
}

// rateIndex returns the index of the speed: until the user chooses one, a speed at which all steps take not much longer
// than 20 seconds.
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

// speed returns the present speed in steps per second; 0 = as fast as possible. The first ten steps, in which most is
// learned, take about a second. After that the speed doubles every 0.7 seconds up to the chosen one: v = k at step k.
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

// Tick takes the next step if it is due and the last one is painted. It must be called whenever a picture has been
// painted.
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
		k = min(k, p.now.Step+n) // there may not have been time for the last step
	}
	if k >= p.now.Steps {
		p.playing = false // set before the picture is asked for, so that the last one is sharp
	}
	before := p.State()
	if p.set(k); p.State() == before && p.now.Step < k {
		p.Again() // the engine has not reached this step yet
	}
	p.asked = p.State()
	if !p.playing {
		p.Show()
		p.say()
	}
}

// Show shows the step. The bar is rendered only if its parts have changed.
func (p *Player) Show() {
	if now := p.barNow(); now != p.bar {
		p.bar = now
		p.Render() // Sync follows
		return
	}
	p.Sync()
}

// Sync writes the parts of the bar that are not rendered.
func (p *Player) Sync() {
	p.late = false
	p.Write()
}

// CatchUp writes what was delayed while something else was dragged.
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
			// While it runs, both ends can be moved to.
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
