package player

import (
	"strconv"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// A method without an end is trained as far as the player asks. The document always names a step. A picture may show an
// earlier step, for lack of time: then the next picture is asked for at once, until the step is reached. At the speed
// "as fast as possible" it is the reverse: the engine trains as far as it can, and the document follows what is
// painted.

// EndlessRates are the speeds of a method without an end, in steps per second; 0 = as fast as possible.
var EndlessRates = [...]float64{1, 10, 100, 1000, 0}

// usualRate is the speed until the user chooses one: an index into EndlessRates.
const usualRate = 2

// A method whose model grows to an end is like one with a fixed number of steps: the end is shown if the document names
// no step. But its pictures may show an earlier step, too, and others follow.

// patience is how long pictures of a model with an end may follow one another before the bar shows it: after most edits
// that is over sooner.
const patience = 400 * time.Millisecond

// calm is the time between pictures for users who prefer reduced motion.
const calm = time.Second

// handRests is how long the pointer must have been still during a drag before pictures follow one another again: a
// little longer than two frames.
const handRests = 40 * time.Millisecond

// endless is the part of a Player's state that concerns methods without an end.
type endless struct {
	keep    bool      // an edit continues from the present weights
	line    int       // identifies the runs that may continue from each other; one less than Lineage
	behind  bool      // the document's step is not reached yet
	since   time.Time // since when
	landing bool      // a picture beyond the document's step may come
	halted  bool      // the document's step will not be reached: the computation was stopped
	from    int       // the step at which behind began
	bound   int       // a document's step so far away that pictures no longer follow by themselves; 0 = none
	reached int       // the step at which they stopped
	led     int       // the state after which the player waited for the drag, or asked for a picture
	pace
}

// pace measures the speed.
type pace struct {
	at     time.Time // time at which step was reached, zero = it is not running
	step   int
	second float64 // steps per second; 0 = not known
}

// measured is the time over which a speed is averaged: nobody can read a number that changes more often.
const measured = 500 * time.Millisecond

// take notes that step was reached at time now, and whether the player is running.
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

// PaceText returns the present speed of training a method without an end; "" if it is not running.
func (p *Player) PaceText() string {
	if p.second <= 0 || p.now == nil {
		return ""
	}
	return words.Text("%s a second.", words.CountOf(int(words.Significant(max(p.second, 1), 2)), Unit(p.now),
		words.Plural(Unit(p.now))))
}

// handLeads reports whether the present state is a new one of a drag, which asks for a picture with each of its moves:
// the player then waits until the pointer rests. A picture that the player asks for could still be in the air at the
// next move, which would then wait one frame longer.
func (p *Player) handLeads() bool {
	if state := p.State(); p.Dragging() && state != p.led {
		p.led = state
		p.timer.Set(p.Clock, handRests, p.Tick)
		return true
	}
	return false
}

// haveAsked notes that the player itself has asked for the present state.
func (p *Player) haveAsked() {
	p.asked = p.State()
	p.led = p.asked
}

// Endless reports whether the newest picture's method has no end.
func (p *Player) Endless() bool { return p.now != nil && p.now.Endless }

// grows reports whether a picture's model is trained step by step, so that the picture may show an earlier step than
// was asked for.
func grows(now *wire.Player) bool { return now != nil && (now.Endless || now.Grows) }

// Rates returns the speeds to choose from, in steps per second.
func (p *Player) Rates() []float64 {
	if p.Endless() {
		return EndlessRates[:]
	}
	return Rates[:]
}

// RunsOn reports whether the engine must train as far as it can.
func (p *Player) RunsOn() bool { return p.playing && p.Endless() && p.speed() == 0 }

// Lineage identifies the runs that may continue from each other's weights by a number; 0 = each run starts from its
// initial weights.
func (p *Player) Lineage() int {
	if !p.keep {
		return 0
	}
	return p.line + 1
}

// Keep sets whether an edit continues from the present weights.
func (p *Player) Keep(on bool) {
	p.keep = on
	if !on && p.now != nil && p.now.Kept {
		p.Again() // the document's setting
	}
	p.Show()
}

// NewLineage makes sure that no run continues from an earlier one: another document is there.
func (p *Player) NewLineage() { p.line++ }

// Reset returns to the start, with initial weights drawn by the seed.
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

// CatchesUp reports whether a picture shows an earlier step than the document's, and others follow.
func (p *Player) CatchesUp() bool { return p.behind && p.Short() }

// lingers reports whether pictures have followed one another for so long that the bar shows it, with a button to stop.
func (p *Player) lingers() bool {
	return p.CatchesUp() && (p.Endless() || p.Clock.Now().Sub(p.since) >= patience)
}

// Halt stops the computation of the present state: no picture follows.
func (p *Player) Halt() {
	p.halted = true
	p.Pause()
	p.Show()
}

// Follows reports whether another picture of this state will come: the newest one shows an earlier step than the
// document's, or the one before did, and the state is still to be drawn in its final quality.
func (p *Player) Follows() bool { return p.Short() || p.behind && !p.halted && grows(p.now) }

// Short reports whether the newest picture shows an earlier step than the document's, and others follow.
func (p *Player) Short() bool {
	return grows(p.now) && !p.halted && !p.playing && !p.now.Ended && p.Step() > p.now.Step
}

// Ahead returns the last step to show: the furthest so far, or the one that is to be reached.
func (p *Player) Ahead() int {
	if p.CatchesUp() {
		return max(p.now.Steps, p.Step())
	}
	return p.now.Steps
}

// endlessStep returns the step that the document asks for, or an earlier one if the run has ended there or pictures no
// longer follow.
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

// far reports whether pictures have followed one another for so many steps that the user must decide whether to
// continue, and tells the user: a document may ask for a thousand million. The document does not change.
func (p *Player) far() bool {
	if k := p.Needs.Step(); p.now.Endless && k != nil && p.Short() && p.now.Step-p.from >= doc.SelfSteps {
		p.bound, p.reached = *k, p.now.Step
		unit := words.Plural(Unit(p.now))
		p.Tell(words.Sprintf("Trained for %d %s; this document asks for %d. Play continues training.", p.now.Step, unit,
			*k))
		return true
	}
	return false
}

// settle asks for the step of the newest picture or, if that is the one asked for already, for another picture of it.
func (p *Player) settle() {
	if p.Step() == p.now.Step {
		p.Again()
		return
	}
	p.set(p.now.Step)
}

// stand stops the run at the present step.
func (p *Player) stand() {
	if p.playing {
		landing := p.RunsOn() && p.Painted() < p.State()
		p.Pause()
		p.set(p.now.Step) // which may have come without being painted yet
		p.landing = landing
	}
}

// toggleEndless plays, pauses, or stops catching up.
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

// takeEndless moves to the step of a run's last picture, if that came after the run was stopped.
func (p *Player) takeEndless() {
	landing := p.landing
	if p.landing = false; landing && p.now.Step > p.endlessStep() {
		p.set(p.now.Step)
	}
}

// catchUp asks for the next picture if the last one shows an earlier step than the document's.
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

// tickEndless asks for the next picture once the last one is painted.
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

// endlessText describes step k in words.
func endlessText(p *wire.Player, k int) string {
	if k < p.Steps {
		return words.Text("%s %s of %s", Unit(p), strconv.Itoa(k), strconv.Itoa(p.Steps))
	}
	return words.Text("%s %s", Unit(p), strconv.Itoa(k))
}

// Last returns the last step that can be asked for.
func (p *Player) Last() int {
	if p.Endless() {
		return doc.MaxStep
	}
	return p.now.Steps
}
