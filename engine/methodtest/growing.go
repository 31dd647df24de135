package methodtest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// grownBy is the number of steps that a Grower without an end has made before the other checks look at it: at step 0
// nothing has been learnt yet, and most parameters have no effect.
const grownBy = 40

// atStart is a job for which Grown does not train Growers, for checks of their start.
type atStart struct{ method.Job }

// manyRows is the largest number of rows for which Growers are trained to their end; with more rows, as some lessons
// have, they are trained by grownBy steps.
const manyRows = 400

// Grown returns a method whose Fit trains a Grower to its end, or by grownBy steps if it has none or more than manyRows
// rows. Other models, and those of an atStart job, are unchanged.
func Grown(m method.Method) method.Method {
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, prev)
		if err != nil {
			return nil, err
		}
		if _, start := job.(atStart); start {
			return model, nil
		}
		if g := model.Can().Grower; g != nil && p.N > manyRows {
			return g.Grow(job, grownBy)
		}
		return method.Whole(job, model, grownBy)
	}
	return m
}

// growing checks a method whose models are Growers: the same steps give the same bits, however they are divided; a
// state does not change; training stops with its job; measures are finite; it comes to its end, or its weights can be
// adopted with other data.
func growing(t T, m method.Method) {
	variants := inTurn(&m, 1)
	for i, v := range variants {
		pts := Points(m.TaskOf(v.Params), 30, 21)
		model, p := fit(t, m, pts, v.Params, nil)
		if model == nil { // it needs other data
			continue
		}
		start := model.Can().Grower
		if start == nil {
			continue
		}
		if m.Divisible {
			t.Errorf("a method of models that grow is declared divisible")
		}
		if start.Step() != 0 || start.StepName() == "" {
			t.Errorf("%s: a fit is at step %d, and a step is called %q", v.Name, start.Step(), start.StepName())
		}
		if tk := start.Can(); tk.Take != nil {
			for _, q := range m.Params {
				all := method.Short(tk.Take(q.Name))
				if q.Taken() == "" || len(all) == 0 {
					continue
				}
				all[len(all)/2] += 0.25
				values, err := m.Validate(v.Params)
				if err != nil {
					continue
				}
				given, err := m.Fit(method.Unstopped, p, values.With(q.Name, all), nil)
				if err != nil {
					t.Errorf("%s: what %s takes over is refused: %v", v.Name, q.Name, err)
				} else if wrong := startsFrom(given, q.Name, all); wrong != "" {
					t.Errorf("%s: %s: %s", v.Name, q.Name, wrong)
				}
			}
		}
		state := func(g method.Grower) string {
			return fmt.Sprint(g.Step(), answers(t, g, p.D), g.Measures(), g.Facts(), g.Status())
		}
		first := state(start)
		most := grownBy
		adopts := start.Can().Adopt != nil
		if e := start.Can().LastStep(); e > 0 {
			most = min(most, e)
			comesToEnd(t, v.Name, start)
		} else if !adopts {
			t.Errorf("%s: it has no end, and its weights do not go on", v.Name)
		}
		whole := grow(t, start, most)
		end := state(whole)
		if whole.Step() != most && whole.Status().State == method.Running {
			t.Errorf("%s: after %d steps it is at step %d", v.Name, most, whole.Step())
		}
		if first == end {
			t.Errorf("%s: %d steps change nothing", v.Name, most)
		}
		if state(start) != first {
			t.Errorf("%s: to grow a state changes it", v.Name)
		}
		rng := rand.New(rand.NewPCG(5, 6))
		for round := range 3 {
			g := start
			for left := most; left > 0; {
				n := min(rng.IntN(9), left)
				if round == 0 {
					n = 1
				}
				g = grow(t, g, n)
				left -= n
			}
			if state(g) != end {
				t.Errorf("%s: the same %d steps in other slices end elsewhere", v.Name, most)
				break
			}
		}
		if warm, _ := fit(t, m, pts, v.Params, whole); state(warm.Can().Grower) != first {
			t.Errorf("%s: after another model a fit begins elsewhere", v.Name)
		}
		measures(t, v.Name, start)
		if adopts {
			adopting(t, m, v, start, whole)
		}
		if i == 0 {
			stopsGrowing(t, m)
		}
	}
}

func grow(t T, g method.Grower, n int) method.Grower {
	t.Helper()
	next, err := g.Grow(method.Unstopped, n)
	if err != nil || next == nil {
		t.Fatalf("grown by %d steps: %v, %v", n, next, err)
	}
	return next
}

// comesToEnd checks that a model with an end reaches it or stays before it, and is finished there.
func comesToEnd(t T, what string, start method.Grower) {
	t.Helper()
	last := start.Can().End()
	whole := grow(t, start, last)
	if whole.Can().LastStep() != last || grow(t, start, 1).Can().LastStep() != last {
		t.Errorf("%s: the end is step %d at the start, and %d there", what, last, whole.Can().LastStep())
	}
	if st := whole.Status().State; st == method.Running {
		t.Errorf("%s: at its end, step %d of %d, it is %s", what, whole.Step(), last, st)
	}
	if whole.Step() > 1 {
		if st := grow(t, start, 1).Status().State; st != method.Running {
			t.Errorf("%s: at step 1 of %d it is %s", what, whole.Step(), st)
		}
	}
}

// measures checks the quantities that are plotted over the steps.
func measures(t T, what string, g method.Grower) {
	t.Helper()
	first := g.Measures()
	if len(first) == 0 {
		t.Errorf("%s: nothing is measured", what)
	}
	moves, most := false, 12
	if e := g.Can().LastStep(); e > 0 {
		most = min(most, e+1)
	}
	for range most {
		now, lost := g.Measures(), g.Status().State == method.Diverged
		if len(now) != len(first) {
			t.Fatalf("%s: %d measures, and %d at step %d", what, len(first), len(now), g.Step())
		}
		for i, m := range now {
			if was := first[i]; m.Name == "" || m.Name != was.Name || m.Log != was.Log || m.Same != was.Same || i == 0 &&
				m.Same {
				t.Errorf("%s: at step %d a measure is %+v, first it was %+v", what, g.Step(), m, was)
			}
			if !lost && !method.Finite(m.Value) {
				t.Errorf("%s: at step %d, %s is %v and the state is %s", what, g.Step(), m.Name, m.Value, g.Status().State)
			}
			moves = moves || m.Value != first[i].Value
		}
		g = grow(t, g, 1)
	}
	if !moves {
		t.Errorf("%s: no measure moves in 12 steps", what)
	}
}

// adopting checks that weights are adopted: to the bit with the same data; at the same step with the same shapes after
// a point was moved; at the same step or not at all with another number of classes; and, with numbers given by a
// document (Numbers.Taken), only if the numbers are the same.
func adopting(t T, m method.Method, v Variant, start, whole method.Grower) {
	t.Helper()
	pts := Points(m.TaskOf(v.Params), 30, 21)
	_, p := fit(t, m, pts, v.Params, nil)
	before, fresh := answers(t, whole, p.D), answers(t, start, p.D)
	same, ok := whole.Can().Adopt(method.Unstopped, start)
	if !ok || same.Step() != whole.Step() {
		t.Fatalf("%s: its weights do not go on with its own data", v.Name)
	}
	if !slices.Equal(answers(t, grow(t, same, 5), p.D), answers(t, grow(t, whole, 5), p.D)) {
		t.Errorf("%s: taken over with the same data, it grows otherwise", v.Name)
	}
	moved := slices.Clone(pts)
	moved[3].X += 0.01
	other, _ := fit(t, m, moved, v.Params, nil)
	a, ok := whole.Can().Adopt(method.Unstopped, other)
	if !ok || a.Step() != whole.Step() {
		t.Fatalf("%s: its weights do not go on with a point moved: %v", v.Name, ok)
	}
	if got := answers(t, a, p.D); slices.Equal(before, fresh) || nearest(got, before, fresh) {
		t.Errorf("%s: with a point moved it answers as if it had not been trained", v.Name)
	}
	if !slices.Equal(answers(t, whole, p.D), before) || !slices.Equal(answers(t, start, p.D), fresh) {
		t.Errorf("%s: to take weights over changes what they are taken from", v.Name)
	}
	if p.Class != nil {
		classes := slices.Clone(moved)
		for i := range classes {
			if i%3 == 0 {
				classes[i].Z = 2
			}
		}
		if three, _ := fit(t, m, classes, v.Params, nil); three != nil {
			if g, ok := whole.Can().Adopt(method.Unstopped, three); ok && g.Step() != whole.Step() {
				t.Errorf("%s: weights of two classes go on with three, from step %d", v.Name, g.Step())
			} else if ok {
				answers(t, grow(t, g, 2), p.D) // must not panic
			}
		}
	}
	if _, ok := whole.Can().Adopt(method.Unstopped, nil); ok {
		t.Errorf("%s: its weights go on with nothing", v.Name)
	}
	taker := whole.Can()
	for i := range m.Params {
		q := &m.Params[i]
		if taker.Take == nil || q.Taken() == "" || len(taker.Take(q.Name)) == 0 {
			continue
		}
		from := func(pts []doc.Point, more float64) method.Grower {
			all := method.Short(taker.Take(q.Name))
			all[len(all)/2] += more
			params := maps.Clone(v.Params)
			if params == nil {
				params = map[string]any{}
			}
			params[q.Name] = all
			model, _ := fit(t, m, pts, params, nil)
			return model.Can().Grower
		}
		one, other := from(pts, 0), from(pts, 0.25)
		for _, c := range []struct {
			what       string
			kept, then method.Grower
		}{{"that are given now", whole, one}, {"other than those given before", one, other},
			{"that are given no more", one, start}} {
			if _, ok := c.kept.Can().Adopt(method.Unstopped, c.then); ok {
				t.Errorf("%s: kept weights overrule %s %s", v.Name, q.Name, c.what)
			}
		}
		on := grow(t, one, 3)
		if g, ok := on.Can().Adopt(method.Unstopped, from(moved, 0)); !ok || g.Step() != on.Step() {
			t.Errorf("%s: with the same %s given, its weights do not go on", v.Name, q.Name)
		}
	}
}

// nearest reports whether a is closer to c than to b.
func nearest(a, b, c []float64) bool {
	near := func(o []float64) (d float64) {
		for i := range a {
			d += math.Abs(a[i] - o[i])
		}
		return d
	}
	return near(c) < near(b)
}

// stopsGrowing checks that training calls job.Err and stops on an error, and that a step on many points completes even
// if it is interrupted again and again.
func stopsGrowing(t T, m method.Method) {
	t.Helper()
	start := func(n int) method.Grower {
		model, _ := fit(t, m, Points(m.TaskOf(nil), min(n, m.Limit()), 14), nil, nil)
		return model.Can().Grower
	}
	asked := func(g method.Grower, steps, left int) (int, method.Grower, error) {
		job := &stopping{left: left}
		next, err := g.Grow(job, steps)
		return left - job.left, next, err
	}
	steps := cmp.Or(min(30, start(400).Can().LastStep()), 30)
	all, _, err := asked(start(400), steps, math.MaxInt)
	if err != nil || all == 0 {
		t.Fatalf("%d steps on 400 points ask %d times whether to go on: %v", steps, all, err)
	}
	for _, k := range []int{0, all / 2, all - 1} {
		if n, next, err := asked(start(400), steps, k); err != method.ErrStopped || next != nil || n > k+2 {
			t.Errorf("given up at question %d of %d, it asked %d times and returned %v, %v", k, all, n, next, err)
		}
	}
	most := min(2500, m.Limit())
	all, whole, _ := asked(start(most), 1, math.MaxInt)
	if all < 4 { // too few calls to interrupt a step
		most = min(10_000, m.Limit())
		all, whole, _ = asked(start(most), 1, math.MaxInt)
	}
	g := start(most)
	for tries := 0; tries <= 2*all+2; tries++ {
		if _, next, err := asked(g, 1, 1); err == nil {
			if got, want := fmt.Sprint(next.Measures(), next.Facts()),
				fmt.Sprint(whole.Measures(), whole.Facts()); next.Step() != 1 || got != want {
				t.Errorf("given up %d times within a step, it ends elsewhere", tries)
			}
			return
		}
	}
	t.Errorf("given up at every second question, it never makes a step of %d points", most)
}

// weighs compares the memory of states with what Bytes returns. It measures the heap: no other test may run at the same
// time.
func weighs(t T, m method.Method) {
	variants, _ := Variants(&m)
	model, _ := fit(t, m, Points(m.TaskOf(variants[0].Params), 30, 21), variants[0].Params, nil)
	if model == nil {
		return
	}
	g := model.Can().Grower
	if g == nil {
		return
	}
	n, slack := 300, 64.0*300
	if e := g.Can().LastStep(); e > 0 {
		if n = min(n, e-1); n == 0 {
			return
		}
		slack += 16 << 10 // few states: other allocations matter
	}
	states := make([]method.Grower, n)
	grow(t, g, n) // allocates what all states share
	g = grow(t, g, 1)
	said := 0
	used := func() int {
		runtime.GC()
		runtime.GC() // pools release memory at the second collection
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := used()
	for i := range states {
		next := grow(t, g, 1)
		if next.Step() == g.Step() {
			break // it is at its end
		}
		g = next
		states[i] = g
		said += g.Bytes()
	}
	took := used() - before
	runtime.KeepAlive(states)
	if said <= 0 || float64(took) > 2*float64(said)+4*slack || float64(took) < float64(said)/4-slack {
		t.Errorf("%d states say that they take %d bytes, and take %d", n, said, took)
	}
}
