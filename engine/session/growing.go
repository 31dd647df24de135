package session

import (
	"cmp"
	"slices"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// The fit of a Grower has a growth in addition to its model. fit.go creates and finds it; this file decides which
// growth serves a request, how far it is trained for it, and what the page receives.

// Patience limits the training of Growers in a session without a player.
type Patience struct {
	Most   int         // largest number of steps of a method without an end; 0 = the document's step
	Enough func() bool // called between steps: if true, the present state is the answer; nil = never
}

// SetPatience sets a patience; without one, training continues to the document's step.
func (s *Session) SetPatience(p Patience) { s.patience = p }

// Short says in a sentence how far a fit came if it is short of the document's step, or of the end; otherwise, or if no
// further step is possible, it returns "".
func (f *Fit) Short(d doc.Document) string {
	if f.growth == nil || f.growth.over(f) {
		return ""
	}
	k := f.growth.goal(d.View.Step)
	if f.Step >= k {
		return ""
	}
	unit := cmp.Or(f.growth.now.StepName(), "step")
	return words.Sprintf("This is %s %d, before the requested %d.", unit, f.Step, k)
}

// errand is training that may continue while there is no request: of g (nil = none), up to step last.
type errand struct {
	g     *growth
	last  int
	first bool // the picture was the first one after an edit
}

// carrier returns the run whose present weights a document may continue from: that of the newest fit, if it has no end,
// and was made for the same req.Keep, method, task and seed. nil = the document starts its own run.
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

// serves reports whether a cached run of the same document may answer a request: the carrier, if there is one, else a
// run with its own start. It is true for nil, which is that of methods without runs.
func (g *growth) serves(carrier *growth) bool {
	return g == nil || g == carrier || carrier == nil && !g.adopted
}

// plant starts the run of a document, given its model at the start and the run that it may continue from (nil = none).
// The error is job's.
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
	// A run that started with the weights of another one can't be reached again.
	s.cache = slices.DeleteFunc(s.cache, func(c fitted) bool { return c.growth != nil && c.growth.adopted })
	for _, c := range s.cache {
		if c.growth != nil {
			c.growth.rest()
		}
	}
	return g, nil
}

// grow trains a fit to the requested step, or as far as time permits, sets its model to the state reached, and records
// the training that may follow.
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
		if g.run == 0 { // the first picture after an edit: the user may be dragging
			within /= 4
		}
		enough = func() bool { return s.now().Sub(begun) >= within }
	} else {
		if enough = s.patience.Enough; enough != nil && enough() {
			k = min(k, max(g.now.Step(), g.first())) // only the present state is requested
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
	if l := now.Can(); l.Look != nil {
		now = l.Look(f.Values)
	}
	f.hold(now)
	f.Step, f.late, f.Run = g.now.Step(), g.late, g.run
	switch {
	case req.Within == 0 || f.Step < g.shown && on:
	case on:
		s.ahead = errand{g: g, last: doc.MaxStep}
	case g.end > 0: // all steps will be available whichever one is shown
		s.ahead = errand{g, g.end, first}
	case f.Step < k:
		s.ahead = errand{g, k, first}
	}
	return nil
}

// goal returns the step that a document asks for, within the run: without one, the end or, if the method has none, the
// start.
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

// onTheWay reports whether the next picture of a Grower follows at once, because training continues.
func (f *Fit) onTheWay(req Request) bool {
	if f.growth == nil || req.Within == 0 || f.growth.over(f) {
		return false
	}
	return req.On && f.growth.end == 0 || f.Step < f.growth.goal(req.Doc.View.Step)
}

// over reports whether no step follows f's, because it is the last one, or the fit has converged or diverged.
func (g *growth) over(f *Fit) bool {
	if g.ended && f.Step == g.front.Step() || f.Step >= doc.MaxStep || f.Step == g.end && g.end > 0 {
		return true
	}
	st := f.Status().State
	return st == method.Diverged || st == method.Converged
}

// AheadAfter returns how long after the last picture GrowAhead should be called: at once, or, after the first picture
// that follows an edit, when the next edit of a drag would have come. Training for a picture that is replaced at once
// would delay the next one. ok is false if there is nothing to train.
func (s *Session) AheadAfter() (after time.Duration, ok bool) {
	if s.ahead.first {
		after = dragEvery
	}
	return after, fastAhead && s.ahead.g != nil
}

// dragEvery is the longest time between two edits of a drag: a frame and a half.
const dragEvery = 25 * time.Millisecond

// GrowAhead continues the training towards the goal of the last picture, until it is reached or the job stops: it is
// for times without requests. The error is job's.
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

// player returns the state of the run for the page.
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

// LiveGrowth is the training time for a picture that the page waits for; for the first one after an edit it is a
// quarter of that, so that a drag stays within the frame.
const LiveGrowth = 6 * time.Millisecond
