package player

import (
	"fmt"
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// A method without an end is trained as far as its player goes. The document always
// says a step. A picture that comes may be short of it, for lack of time: then the next
// one is asked for at once, until it is there. Running on as fast as it goes it is the
// other way round: the engine goes as far as it can, and the document follows what is
// painted.

// EndlessRates are the speeds of a method without an end, in steps a second; 0 = as fast
// as it goes.
var EndlessRates = [...]float64{1, 10, 100, 1000, 0}

// usualRate is the speed until people choose one: an index into EndlessRates.
const usualRate = 2

// One that grows to an end serves as one that was reached in steps, whose end is shown
// where the document says no step; but pictures may be short of it, too, and others follow.

// patience is how long pictures of a model with an end may follow one another before the
// bar shows that they do: after most edits it is over sooner.
const patience = 400 * time.Millisecond

// calm is how often pictures follow for people who want no motion.
const calm = time.Second

// handRests is how long a hand that holds something has moved nothing before pictures follow
// one another by themselves: a little longer than two frames.
const handRests = 40 * time.Millisecond

// endless is what a Player knows of a method without an end.
type endless struct {
	keep    bool      // an edit goes on from the present weights
	line    int       // of runs that may go on from each other, less 1
	behind  bool      // the document's step is not there yet
	since   time.Time // it has been so
	landing bool      // a picture further than the document's step may be on its way
	halted  bool      // and will not be: nothing more is computed of it
	from    int       // the step at which it began to be so
	bound   int       // the step of a document to which pictures no longer follow by themselves: it is so far; 0 = none
	reached int       // where they stopped
	led     int       // the state after which the hand was waited for, or a picture asked for
	pace
}

// pace is how fast it goes on.
type pace struct {
	at     time.Time // when it was at the step, zero = it does not run
	step   int
	second float64 // steps in a second; 0 = not known
}

// measured is how long a speed is measured: a figure that changes more often nobody reads.
const measured = 500 * time.Millisecond

// take takes that it was at a step at a time, and runs or does not.
func (p *pace) take(runs bool, now time.Time, step int) {
	switch d := now.Sub(p.at); {
	case !runs:
		*p = pace{}
	case p.at.IsZero() || step < p.step:
		*p = pace{at: now, step: step}
	case d >= measured:
		*p = pace{now, step, float64(step-p.step) / d.Seconds()}
	}
}

// PaceText says how fast a method without an end is trained now; "" where it is not.
func (p *Player) PaceText() string {
	if p.second <= 0 || p.now == nil {
		return ""
	}
	return words.CountOf(int(words.Significant(max(p.second, 1), 2)), Unit(p.now), words.Plural(Unit(p.now))) +
		" a second."
}

// handLeads tells that a hand moves something, which asks for a picture with each of its moves. Another
// one would be on its way when the next move comes, and cost that one a frame.
func (p *Player) handLeads() bool {
	if state := p.State(); p.Dragging() && state != p.led {
		p.led = state
		p.timer.Set(p.Clock, handRests, p.Tick)
		return true
	}
	return false
}

// haveAsked notes that the present state was asked for by the player itself.
func (p *Player) haveAsked() {
	p.asked = p.State()
	p.led = p.asked
}

// Endless tells whether the newest picture's method has no end.
func (p *Player) Endless() bool { return p.now != nil && p.now.Endless }

// grows tells that the model of a picture is grown step by step, so that it may be short of
// what was asked for.
func grows(now *wire.Player) bool { return now != nil && (now.Endless || now.Grows) }

// Rates are the speeds to choose from.
func (p *Player) Rates() []float64 {
	if p.Endless() {
		return EndlessRates[:]
	}
	return Rates[:]
}

// RunsOn tells that the engine is to go as far as it can.
func (p *Player) RunsOn() bool { return p.playing && p.Endless() && p.speed() == 0 }

// Lineage is the number of the runs that may go on from each other's weights; 0 = each
// begins at its start.
func (p *Player) Lineage() int {
	if !p.keep {
		return 0
	}
	return p.line + 1
}

// Keeps tells whether an edit goes on from the present weights, Keep decides it.
func (p *Player) Keeps() bool { return p.keep }

func (p *Player) Keep(on bool) {
	p.keep = on
	if !on && p.now != nil && p.now.Kept {
		p.Again() // as the document says
	}
	p.Show()
}

// NewLineage lets no run go on from one before: another document is there.
func (p *Player) NewLineage() { p.line++ }

// Reset goes back to the start, with the weights that the seed gives.
func (p *Player) Reset() {
	p.Pause()
	p.line++
	zero := 0
	if k := p.Needs.Step(); k != nil && *k == 0 || k == nil {
		p.Again()
	} else {
		p.ShowStep(&zero)
	}
	p.Show()
	p.say()
}

// CatchesUp tells that a picture was short of the document's step, and others follow.
func (p *Player) CatchesUp() bool { return p.behind && p.Short() }

// lingers tells that pictures follow one another for so long that the bar shows it, and its button
// ends it.
func (p *Player) lingers() bool {
	return p.CatchesUp() && (p.Endless() || p.Clock.Now().Sub(p.since) >= patience)
}

// Halt tells that nothing more is computed of the present state: no picture follows.
func (p *Player) Halt() {
	p.halted = true
	p.Pause()
	p.Show()
}

// Follows tells that the newest picture is not the last one of its state: it was short of the
// document's step, or the one before it was, and it is still to be drawn as one that stays.
func (p *Player) Follows() bool { return p.Short() || p.behind && !p.halted && grows(p.now) }

// Short tells that the newest picture is before the document's step, and others follow.
func (p *Player) Short() bool {
	return grows(p.now) && !p.halted && !p.playing && !p.now.Ended && p.Step() > p.now.Step
}

// Ahead is the furthest step to be shown: what has been, or where it is going.
func (p *Player) Ahead() int {
	if p.CatchesUp() {
		return max(p.now.Steps, p.Step())
	}
	return p.now.Steps
}

// endlessStep is the step that is asked for.
func (p *Player) endlessStep() int {
	k := 0
	if s := p.Needs.Step(); s != nil {
		k = *s
	}
	if p.now.Ended || p.bound > 0 && k == p.bound && p.now.Step >= p.reached {
		k = min(k, p.now.Step)
	}
	return max(k, p.now.First)
}

// far tells that pictures have followed one another for so many steps that people decide whether
// they go on: a document may ask for a thousand million. The document stays what it is.
func (p *Player) far() bool {
	if k := p.Needs.Step(); p.now.Endless && k != nil && p.Short() && p.now.Step-p.from >= doc.SelfSteps {
		p.bound, p.reached = *k, p.now.Step
		unit := words.Plural(Unit(p.now))
		p.Tell(fmt.Sprintf("Trained for %d %s; this document asks for %d. Play continues training.", p.now.Step, unit,
			*k))
		return true
	}
	return false
}

// settle lets the document's step be the one that is painted.
func (p *Player) settle() {
	if p.Step() == p.now.Step {
		p.Again()
		return
	}
	p.set(p.now.Step)
}

// stand ends the run where it is.
func (p *Player) stand() {
	if p.playing {
		landing := p.RunsOn() && p.Painted() < p.State()
		p.Pause()
		p.set(p.now.Step) // which may have come and not be painted yet
		p.landing = landing
	}
}

// toggleEndless plays, pauses, or stops on the way.
func (p *Player) toggleEndless() {
	switch {
	case p.playing:
		p.stand()
		p.Settled()
	case p.CatchesUp():
		p.settle()
		p.Settled()
	case p.now.Ended:
	default:
		p.playing, p.behind = true, false
		p.asked = p.Painted()
		p.due = p.Clock.Now()
		p.Show()
		p.Tick()
		return
	}
	p.Show()
	p.say()
}

// takeEndless goes where a run ended while its last picture was on its way.
func (p *Player) takeEndless() {
	landing := p.landing
	if p.landing = false; landing && p.now.Step > p.endlessStep() {
		p.set(p.now.Step)
	}
}

// catchUp asks for the next picture while the last one was short of the document's step.
func (p *Player) catchUp() {
	if p.Painted() < p.asked {
		return
	}
	behind := p.behind
	if !behind {
		p.from = p.now.Step
	}
	if p.behind = p.Short() && !p.far(); p.behind {
		if !p.handLeads() {
			p.Again()
			p.haveAsked()
		}
		if !behind {
			p.since = p.Clock.Now()
			p.Show()
		}
	} else if behind {
		p.Settled()
		p.Show()
		if p.Endless() || p.Clock.Now().Sub(p.since) >= patience {
			p.say()
		}
	}
}

// tickEndless asks for the next picture when the last one is painted.
func (p *Player) tickEndless() {
	if p.Painted() < p.asked {
		return
	}
	if !p.playing {
		p.catchUp()
		return
	}
	if p.now.Ended {
		p.playing = false
		p.settle()
		p.Show()
		p.say()
		return
	}
	now, speed := p.Clock.Now(), p.speed()
	if speed == 0 && p.handLeads() {
		return
	}
	p.timer.Stop()
	if wait := p.due.Sub(now); wait > 0 {
		p.timer.Set(p.Clock, wait, p.Tick)
		return
	}
	k := p.now.Step
	switch {
	case speed == 0:
		p.due = now
		if p.Still() {
			p.due = now.Add(calm)
		}
	case p.Still():
		k += max(int(speed*calm.Seconds()), 1)
		p.due = now.Add(calm)
	default:
		n, late := clock.StepsDue(now.Sub(p.due).Seconds(), speed)
		p.due = now.Add(-time.Duration(late * float64(time.Second)))
		k += n
	}
	before := p.State()
	if p.set(k); p.State() == before {
		p.Again()
	}
	p.haveAsked()
}

// endlessText tells step k in words.
func endlessText(p *wire.Player, k int) string {
	text := Unit(p) + " " + strconv.Itoa(k)
	if k < p.Steps {
		text += " of " + strconv.Itoa(p.Steps)
	}
	return text
}

// Last is the last step that can be asked for.
func (p *Player) Last() int {
	if p.Endless() {
		return doc.MaxStep
	}
	return p.now.Steps
}
