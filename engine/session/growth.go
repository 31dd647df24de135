package session

import (
	"errors"
	"slices"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// growth is a run of a Grower: the states that are kept, and the curves of its measures. Any other state is computed by
// training from the kept state before it; the result is the same, to the bit, whatever was requested before.
type growth struct {
	now   method.Grower // the state shown
	front method.Grower // the furthest state
	ended bool          // no step follows front
	end   int           // the last step, if the model has End; 0 = none
	shown int           // the furthest step shown

	// States at multiples of every, and the first one. Their total size in bytes stays within bound: if it does not,
	// every second one is dropped, several times if necessary.
	kept  []method.Grower
	every int
	bytes int
	bound int

	curves curves
	// more returns additional measures of a state; nil = none.
	more func(method.Grower) []wire.Series

	adopted bool // it began with weights from a run on other data
	lineage int  // Request.Keep of the requests that it may continue for
	run     int  // number of the present curves, see wire.Player.Run
	known   int  // the curves of that number reach up to this step

	clock func() time.Time
	chunk int // number of steps between two readings of the clock
	late  *assessment
	of    int           // step of late, which holds late results on that state
	here  []wire.Series // the measures at step at, see present; nil = not computed yet
	at    int
}

const (
	// growthBound is the memory for the states of the active run in bytes, otherBound that for each of the other cached
	// runs.
	growthBound = 16 << 20
	otherBound  = 1 << 20
	// A chunk of steps takes about chunkTime: training with a time limit reads the clock that often.
	chunkTime = time.Millisecond
	mostChunk = 1 << 12 // largest number of steps of a chunk
)

func newGrowth(first method.Grower, clock func() time.Time) *growth {
	return &growth{
		now: first, front: first, shown: first.Step(), end: first.Can().LastStep(),
		kept: []method.Grower{first}, every: 1, bytes: first.Bytes(), bound: growthBound,
		curves: curves{every: 1}, clock: clock, chunk: 1,
	}
}

// first returns the step where the run begins: 0, unless it continued from other weights.
func (g *growth) first() int { return g.kept[0].Step() }

// far returns the step up to which the curves are shown: the furthest step shown or, if there is an end, the furthest
// trained.
func (g *growth) far() int {
	if g.end > 0 {
		return g.front.Step()
	}
	return g.shown
}

// before returns the latest state that is not after step k, of the kept ones, the present one and the front; the first
// one if all are after k.
func (g *growth) before(k int) method.Grower {
	at, found := slices.BinarySearchFunc(g.kept, k, func(s method.Grower, k int) int { return s.Step() - k })
	if !found {
		at = max(at-1, 0)
	}
	best := g.kept[at]
	for _, s := range [...]method.Grower{g.now, g.front} {
		if s.Step() <= k && s.Step() >= best.Step() { // if steps are equal, front is better: it knows whether it is the end
			best = s
		}
	}
	return best
}

// seek makes step k the present one: or the first step if the run begins later, or the last if it ended before. enough,
// if given, is called between steps and within long ones, and stops the training when it returns true; so does the
// job's error. The work done until then is kept.
func (g *growth) seek(job method.Job, k int, enough func() bool) error {
	return g.walk(job, g.before(k), k, enough)
}

// runOn makes further steps until enough returns true, at least one, unless none follows or it takes longer, and goes
// to step last at most. It starts from the front if the present step is the furthest shown, else from the present step.
// If the front is further and there is no time for a step, it shows the front.
func (g *growth) runOn(job method.Job, last int, enough func() bool) error {
	from := g.now
	if from.Step() >= g.shown {
		from = g.front
	}
	if from.Step() > g.now.Step() && enough() {
		g.now = from
		return nil
	}
	return g.walk(job, from, last, enough)
}

// ahead trains the front to step last without changing the present step.
func (g *growth) ahead(job method.Job, last int) error {
	now := g.now
	err := g.walk(job, g.front, last, nil)
	g.now = now
	return err
}

// look records that the present state is shown.
func (g *growth) look() {
	g.shown = max(g.shown, g.now.Step())
	if k := g.now.Step(); g.late == nil || g.of != k {
		g.of, g.late = k, &assessment{}
	}
}

// walk trains from to step k, and makes the state reached the present one: it stops earlier if no step follows, enough
// returns true after a step or within one, or the job has an error, which it returns.
func (g *growth) walk(job method.Job, from method.Grower, k int, enough func() bool) error {
	g.record(g.kept[0])
	begun := g.clock()
	for made := 0; ; {
		g.now = from
		if s := from.Step(); s >= k || g.ended && s >= g.front.Step() || enough != nil && made > 0 && enough() {
			return nil
		}
		if err := job.Err(); err != nil {
			return err
		}
		n := g.slice(from.Step(), k)
		part := job
		if n == 1 && enough != nil {
			part = &cut{job, enough}
		}
		next, err := from.Grow(part, n)
		if err == errCut {
			return nil // the work on the step is kept and continued later
		}
		if err != nil {
			return err
		}
		g.pace(n, g.clock().Sub(begun))
		begun = g.clock()
		made += n
		if next.Step() > g.front.Step() {
			g.front = next
			g.keep(next)
			g.record(next)
		}
		if next.Step() < from.Step()+n { // diverged or converged
			g.front, g.ended, g.now = next, true, next
			return nil
		}
		from = next
		method.Progress(job, float64(from.Step())/float64(max(k, 1)))
	}
}

// cut is the job for a step that may take longer than there is time: it stops when enough returns true.
type cut struct {
	method.Job
	enough func() bool
}

var errCut = errors.New("session: the time limit was reached within a step")

func (c *cut) Err() error {
	err := c.Job.Err()
	if err == nil && c.enough() {
		err = errCut
	}
	return err
}

// slice returns how many steps to make from step s towards k: at most a chunk, and beyond the front no more than to the
// next step that is kept or recorded in the curves. These steps then do not depend on how the training is divided.
func (g *growth) slice(s, k int) int {
	n := min(g.chunk, k-s)
	if s+n > g.front.Step() {
		n = min(n, g.every-s%g.every, g.curves.every-s%g.curves.every)
	}
	return n
}

// pace adapts the chunk to the time that n steps took.
func (g *growth) pace(n int, took time.Duration) {
	switch {
	case took > 2*chunkTime:
		g.chunk = max(1, n/2)
	case took < chunkTime && n >= g.chunk:
		g.chunk = min(2*g.chunk, mostChunk)
	}
}

// keep keeps a state, which must be further than the kept ones, if its step is a multiple of every.
func (g *growth) keep(s method.Grower) {
	if !fastKept || s.Step()%g.every != 0 {
		return
	}
	g.kept = append(g.kept, s)
	g.bytes += s.Bytes()
	g.thin()
}

// thin drops every second state, but not the first, until the rest is within the bound.
func (g *growth) thin() {
	for g.bytes > g.bound && len(g.kept) > 1 {
		g.every *= 2
		first := g.first()
		g.kept = slices.DeleteFunc(g.kept, func(s method.Grower) bool { return s.Step() != first && s.Step()%g.every != 0 })
		g.bytes = 0
		for _, s := range g.kept {
			g.bytes += s.Bytes()
		}
	}
}

// rest releases most of the memory, because another run is active.
func (g *growth) rest() {
	g.bound = otherBound
	g.thin()
}

// goOn returns the run of another document that continues from the present weights of this one; fresh is the document's
// model at the start. It returns nil if they don't fit together, or the job is stopped.
func (g *growth) goOn(job method.Job, fresh method.Model) *growth {
	a := g.now.Can()
	if a.Adopt == nil {
		return nil
	}
	s, ok := a.Adopt(job, fresh)
	if !ok {
		return nil
	}
	n := newGrowth(s, g.clock)
	n.adopted, n.lineage, n.chunk = true, g.lineage, g.chunk
	n.curves = g.curves.until(s.Step() - 1)
	return n
}

// curves are the measures of a run at multiples of every, at its first step and, if it has one, at its end.
type curves struct {
	every int
	steps []int
	lists []wire.Series // one per measure, with a value for each of steps
}

// curveSteps is the largest number of steps of a curve: charts are a few hundred pixels wide.
const curveSteps = 400

// measures returns the measures of a state, each as a series of one value.
func (g *growth) measures(s method.Grower) []wire.Series {
	list := s.Measures()
	all := make([]wire.Series, 0, len(list))
	for _, m := range list {
		all = append(all, wire.Series{Name: m.Name, Log: m.Log, Same: m.Same, Values: []float64{m.Value}})
	}
	if g.more != nil {
		all = wire.WithTests(all, g.more(s))
	}
	return all
}

// record adds the measures of a state to the curves if its step belongs there and is new.
func (g *growth) record(s method.Grower) {
	c, k := &g.curves, s.Step()
	if k%c.every != 0 && k != g.first() && k != g.end || len(c.steps) > 0 && c.steps[len(c.steps)-1] >= k {
		return
	}
	all := g.measures(s)
	if len(c.lists) != len(all) { // the first state
		c.steps, c.lists = nil, slices.Clone(all)
		for i := range all {
			c.lists[i].Values = nil
		}
	}
	c.steps = append(c.steps, k)
	for i := range all {
		c.lists[i].Values = append(c.lists[i].Values, all[i].Values[0])
	}
	for len(c.steps) > curveSteps {
		c.every *= 2
		c.pick(func(k int) bool { return k%c.every == 0 || k == g.end })
	}
}

// pick keeps only the steps for which stays returns true.
func (c *curves) pick(stays func(k int) bool) {
	n := 0
	for j, k := range c.steps {
		if !stays(k) {
			continue
		}
		c.steps[n] = k
		for _, l := range c.lists {
			l.Values[n] = l.Values[j]
		}
		n++
	}
	c.steps = c.steps[:n]
	for i := range c.lists {
		c.lists[i].Values = c.lists[i].Values[:n]
	}
}

// until returns a copy of the curves up to step k.
func (c *curves) until(k int) curves {
	n := curves{every: c.every, steps: slices.Clone(c.steps), lists: slices.Clone(c.lists)}
	for i := range n.lists {
		n.lists[i].Values = slices.Clone(n.lists[i].Values)
	}
	n.pick(func(at int) bool { return at <= k })
	return n
}

// trace returns the curves for the page up to step far. If that is the present step, and not among those of the curves,
// its measures are added.
func (g *growth) trace() []wire.Series {
	far := g.far()
	out := make([]wire.Series, len(g.curves.lists))
	for i, l := range g.curves.lists {
		out[i] = wire.Series{Name: l.Name, Log: l.Log, Same: l.Same, Fresh: l.Fresh, Help: l.Help}
		for j, k := range g.curves.steps {
			if k <= far {
				out[i].Add(k, l.Values[j])
			}
		}
	}
	if k := g.now.Step(); k == far && !slices.Contains(g.curves.steps, k) {
		for i, m := range g.present() {
			if i < len(out) {
				out[i].Add(k, m.Values[0])
			}
		}
	}
	return out
}
