package session

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// A Grower's fit has a growth beside its model. fit.go makes and finds it, this file says
// which one serves a request, how far it is grown for it, and what the page hears.

// Patience is how far a session without a player grows the fits of documents.
type Patience struct {
	Most   int         // steps of a method without an end, at most; 0 = as many as the document says
	Enough func() bool // asked between steps: what stands then is the answer; nil = never
}

// SetPatience gives the session a patience; without it, it goes on until the document's step.
func (s *Session) SetPatience(p Patience) { s.patience = p }

// Short says in a sentence how far a fit came where that is short of the document's step, or of the
// end; "" where it is there, or nothing would follow.
func (f *Fit) Short(d doc.Document) string {
	if f.growth == nil || f.growth.over(f) {
		return ""
	}
	k := f.growth.goal(d.View.Step)
	if f.Step >= k {
		return ""
	}
	unit := cmp.Or(f.growth.now.StepName(), "step")
	return fmt.Sprintf("This is %s %d, before the requested %d.", unit, f.Step, k)
}

// errand is what may be grown before anybody asks for it.
type errand struct {
	g     *growth
	last  int
	first bool // the picture before it was the first one after an edit
}

// carrier is the run from whose present weights a document may go on; nil when it begins
// at its own start.
func (s *Session) carrier(req Request, id string, task method.Task) *growth {
	if req.Keep == 0 || len(s.cache) == 0 {
		return nil
	}
	c := s.cache[0]
	if c.growth == nil || c.growth.end > 0 || c.id != id || c.task != task || c.seed != req.Doc.Seed ||
		c.growth.lineage != req.Keep {
		return nil
	}
	return c.growth
}

// serves tells whether a run in the cache, of the same document, shows what is asked for:
// the carrier, when there is one, else one that began at its start.
func (g *growth) serves(carrier *growth) bool {
	return g == nil || g == carrier || carrier == nil && !g.adopted
}

// plant begins the run of a document, whose model at the start is known. The error is job's.
func (s *Session) plant(job method.Job, first method.Grower, req Request, carrier *growth) (g *growth, err error) {
	if carrier != nil {
		if g = carrier.goOn(job, first); g == nil {
			err = job.Err()
		}
	}
	if err != nil {
		return nil, err // the carrier stays
	}
	if g == nil {
		g = newGrowth(first, s.now)
	}
	// Nothing leads back to a run that began with the weights of another.
	s.cache = slices.DeleteFunc(s.cache, func(c fitted) bool { return c.growth != nil && c.growth.adopted })
	for _, c := range s.cache {
		if c.growth != nil {
			c.growth.rest()
		}
	}
	return g, nil
}

// grow brings a fit to the step that is asked for, or as near as there is time.
func (s *Session) grow(job method.Job, f *Fit, req Request) error {
	g, step := f.growth, req.Doc.View.Step
	g.bound = growthBound
	if req.Keep != 0 {
		g.lineage = req.Keep
	}
	k, on := g.goal(step), req.On && g.end == 0
	var enough func() bool
	if req.Within > 0 {
		begun, within := s.now(), req.Within
		if g.run == 0 { // the first picture after an edit: a hand may hold something
			within /= 4
		}
		enough = func() bool { return s.now().Sub(begun) >= within }
	} else {
		if enough = s.patience.Enough; enough != nil && enough() {
			k = min(k, max(g.now.Step(), g.first())) // all that is asked for is of what stands
		}
		if most := s.patience.Most; most > 0 && g.end == 0 {
			k = min(k, max(most, g.first()))
		}
	}
	first := g.run == 0
	var err error
	if on && req.Within > 0 {
		err = g.runOn(job, doc.MaxStep, enough)
	} else {
		err = g.seek(job, k, enough)
	}
	if err != nil {
		return err
	}
	g.look()
	if far := g.far(); g.run == 0 || g.known != far {
		s.runs++
		g.run, g.known = s.runs, far
	}
	var now method.Model = g.now
	if l, ok := now.(method.Looker); ok {
		now = l.Look(f.Values)
	}
	f.Model, f.Whole, f.Step, f.late, f.Run = now, now, g.now.Step(), g.late, g.run
	switch {
	case req.Within == 0 || f.Step < g.shown && on:
	case on:
		s.ahead = errand{g: g, last: doc.MaxStep}
	case g.end > 0: // whichever step is looked at, the others are there at once
		s.ahead = errand{g, g.end, first}
	case f.Step < k:
		s.ahead = errand{g, k, first}
	}
	return nil
}

// goal is the step that a document asks for: without one, the end, or the start.
func (g *growth) goal(step *int) int {
	k := g.end
	if step != nil {
		k = *step
		if g.end > 0 {
			k = min(k, g.end)
		}
	}
	return max(k, g.first())
}

// onTheWay tells that the next picture of a Grower is to follow at once.
func (f *Fit) onTheWay(req Request) bool {
	if f.growth == nil || req.Within == 0 || f.growth.over(f) {
		return false
	}
	return req.On && f.growth.end == 0 || f.Step < f.growth.goal(req.Doc.View.Step)
}

// over tells that no step follows on the one that is looked at.
func (g *growth) over(f *Fit) bool {
	if g.ended && f.Step == g.front.Step() || f.Step >= doc.MaxStep || f.Step == g.end && g.end > 0 {
		return true
	}
	st := f.Status().State
	return st == method.Diverged || st == method.Converged
}

// AheadAfter is how long after the last picture GrowAhead is to be called: at once, or, where that picture was the
// first one after an edit, when the next edit of a drag would have come. What is grown for a picture that is replaced
// at once makes the next one late. ok is false where nothing is to be grown.
func (s *Session) AheadAfter() (after time.Duration, ok bool) {
	if s.ahead.first {
		after = dragEvery
	}
	return after, s.ahead.g != nil
}

// dragEvery is within how long one edit of a drag follows another: a frame and a half.
const dragEvery = 25 * time.Millisecond

// GrowAhead grows on what the last picture has shown on its way, until that is done or
// the job says so: for the time in which nobody asks for anything. The error is job's.
func (s *Session) GrowAhead(job method.Job) error {
	e := s.ahead
	if e.g == nil {
		return nil
	}
	if err := e.g.ahead(job, e.last); err != nil {
		return err
	}
	s.ahead = errand{}
	return nil
}

// player is what the page hears of the run.
func (g *growth) player(f *Fit, req Request) *wire.Player {
	p := &wire.Player{Step: f.Step, Steps: g.shown, StepName: g.now.StepName(), Run: f.Run,
		Endless: g.end == 0, Grows: g.end > 0, First: g.first(), Kept: g.adopted, Ended: g.over(f),
		Here: g.readings()}
	switch {
	case g.end == 0:
	case g.ended:
		p.Steps = g.front.Step()
	default:
		p.Steps = g.end
	}
	if f.Run != req.Run {
		p.Trace = g.trace()
	}
	return p
}

// LiveGrowth is how long a Grower is grown for a picture that somebody waits for; for the
// first one after an edit a quarter of that, so that a drag keeps within the frame.
const LiveGrowth = 6 * time.Millisecond
