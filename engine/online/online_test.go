package online

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// problem returns n points of two classes, which the line x = y separates.
func problem(t *testing.T, n int) *method.Problem {
	t.Helper()
	var list []doc.Point
	for i := range n {
		x, y := math.Mod(0.618*float64(i), 1), math.Mod(0.414*float64(i*i), 1)
		z := 0.0
		if x > y {
			z = 1
		}
		list = append(list, doc.Point{X: x, Y: y, Z: z})
	}
	p, _ := method.NewProblem(list, method.Classify, 3)
	if p.N != n || len(p.ClassIDs) != 2 {
		t.Fatalf("%d points of %d classes", p.N, len(p.ClassIDs))
	}
	return p
}

// watched is a job that counts how often it is asked, and is stopped after so many questions.
type watched struct {
	asked, until int
	done         []float64
}

func (w *watched) Err() error {
	if w.asked++; w.asked > w.until {
		return method.ErrStopped
	}
	return nil
}

func (w *watched) Progress(done float64) { w.done = append(w.done, done) }

// The rows are visited in passes: as they are, or each time in another order that depends only on the seed. Steps are
// the visits that are recorded, and the run ends after its last pass.
func TestRunVisitsInPasses(t *testing.T) {
	t.Parallel()
	p := problem(t, 7)
	seen := map[uint64][][]int{}
	for _, stream := range []uint64{0, 5, 5} {
		r := Run{P: p, Passes: 4, Most: 1000, Stream: stream}
		var passes [][]int
		for k := 0; r.Next(method.Unstopped); k++ {
			if k%p.N == 0 {
				passes = append(passes, nil)
			}
			passes[k/p.N] = append(passes[k/p.N], r.Row())
			if k%3 == 1 {
				r.Step(1, 1)
			}
		}
		for _, rows := range passes {
			if sorted := slices.Sorted(slices.Values(rows)); !slices.Equal(sorted, method.Indices(p.N)) {
				t.Fatalf("a pass visits %v", rows)
			}
		}
		if r.Err() != nil || len(passes) != 4 || r.Seen != 28 || !slices.Equal(r.Ends, []int{2, 5, 7, 9}) ||
			!slices.Equal(r.Visit, []int{2, 5, 8, 11, 14, 17, 20, 23, 26}) || r.Clean || r.Full {
			t.Fatalf("%d passes, %v", len(passes), r)
		}
		for k, i := range r.Rows {
			if v := r.Visit[k] - 1; int(i) != passes[v/p.N][v%p.N] {
				t.Fatalf("step %d is of row %d", k, i)
			}
		}
		for k, want := range []int{0, 2, 5, 8, 11, 14, 17, 20, 23, 28} {
			if r.Visited(k) != want || r.Begun(k) != (want+6)/7 || r.Cost(k).Passes != float64(want)/7 {
				t.Errorf("%d visits and %d passes at step %d, want %d visits", r.Visited(k), r.Begun(k), k, want)
			}
		}
		if old, ok := seen[stream]; ok && !slices.EqualFunc(old, passes, slices.Equal) {
			t.Errorf("the orders %v and %v have the same seed", old, passes)
		}
		seen[stream] = passes
	}
	if one := seen[5]; slices.Equal(one[0], one[1]) || slices.Equal(one[0], seen[0][0]) {
		t.Errorf("orders %v", one)
	}
	if !slices.Equal(seen[0][3], method.Indices(p.N)) {
		t.Errorf("order %v without a stream", seen[0][3])
	}
}

// A pass without a correction above the tolerance is the last, and so is the visit after which there are too many.
func TestRunEnds(t *testing.T) {
	t.Parallel()
	p := problem(t, 7)
	r := Run{P: p, Passes: 100, Most: 1000, Tol: 0.1}
	for size := 1.0; r.Next(method.Unstopped); size *= 0.9 {
		r.Step(size, 1)
	}
	// The first correction of the fifth pass is 0.9²⁸ = 0.052.
	if !r.Clean || r.Full || len(r.Ends) != 5 || r.Seen != 35 || !(math.Abs(r.Worst-math.Pow(0.9, 28)) < 1e-12) {
		t.Errorf("clean %v after %d visits, the largest correction %v", r.Clean, r.Seen, r.Worst)
	}
	r = Run{P: p, Passes: 100, Most: 20}
	for r.Next(method.Unstopped) {
		r.Step(1, 3)
	}
	if r.Clean || !r.Full || r.Seen != 7 || r.Steps() != 7 {
		t.Errorf("full %v after %d visits", r.Full, r.Seen)
	}
	if r = (Run{P: p, Passes: 100, Most: 20}); true {
		for r.Next(method.Unstopped) {
		}
	}
	if !r.Clean || r.Seen != 7 || r.Steps() != 0 {
		t.Errorf("clean %v after %d visits without a correction", r.Clean, r.Seen)
	}
}

// A run asks its job often enough, by what visits and steps take, and stops when the job does.
func TestRunAsks(t *testing.T) {
	t.Parallel()
	p := problem(t, 50)
	for _, c := range []struct{ look, change int }{{1, 0}, {300, 0}, {1, 7000}, {20_000, 0}} {
		job := &watched{until: 1 << 30}
		r := Run{P: p, Passes: 1000, Most: 1 << 30, VisitCost: c.look, StepCost: c.change}
		asked, taken := 0, 0
		for r.Next(job) {
			if job.asked > asked {
				asked, taken = job.asked, 0
			}
			if taken += c.look + c.change; taken > asking+2*(c.look+c.change) {
				t.Fatalf("%v: %d numbers without a question", c, taken)
			}
			r.Step(1, 1)
		}
		if all := 50_000 * (c.look + c.change); job.asked > all/asking+1 {
			t.Errorf("%v: %d questions for %d numbers", c, job.asked, all)
		}
		if !slices.IsSorted(job.done) || job.done[len(job.done)-1] > 1 {
			t.Errorf("%v: progress %v", c, job.done)
		}
		job = &watched{until: 2}
		r = Run{P: p, Passes: 100_000, Most: 1 << 30, VisitCost: c.look, StepCost: c.change}
		for r.Next(job) {
			r.Step(1, 1)
		}
		if !errors.Is(r.Err(), method.ErrStopped) || job.asked != 3 {
			t.Errorf("%v: %v after %d questions", c, r.Err(), job.asked)
		}
	}
}

// A picture shows the row of a step and the line before it, but neither at the start nor at the end of a run.
func TestRunShows(t *testing.T) {
	t.Parallel()
	p := problem(t, 7)
	r := Run{P: p, Passes: 1, Most: 1000}
	for r.Next(method.Unstopped) {
		r.Step(1, 1)
	}
	v := picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, true, 300, 300, 1)
	weights := func(k int) []float64 { return []float64{1, 0, -float64(k) / 10} } // x = k/10
	for k := range r.Steps() + 1 {
		under, over := r.Shown(k, v, weights)
		st, going := r.Going(k, "7 steps", "step %d of %d: point %d")
		if k == 0 || k == 7 {
			if len(under)+len(over) > 0 || going != (k == 0) {
				t.Errorf("at step %d there are %d layers, and it goes on: %v", k, len(under)+len(over), going)
			}
			continue
		}
		line, ring := under[0].(*picture.Path), over[0].(*picture.Marks)
		if x := float64(k-1) / 10; math.Abs(line.XY[0]-x) > 1e-9 || math.Abs(line.XY[2]-x) > 1e-9 {
			t.Errorf("the line before step %d is %v", k, line.XY)
		}
		if x := p.At(k - 1); ring.XY[0] != x[0] || ring.XY[1] != x[1] || ring.Ordinal[0] != p.Ordinal(k-1) ||
			ring.Class[0] != p.ClassIDs[p.Class[k-1]] {
			t.Errorf("the ring of step %d is %v", k, ring)
		}
		if !going || st.State != method.Running {
			t.Errorf("the status of step %d is %v", k, st)
		}
		if under, over := r.Shown(k, v, nil); len(under) > 0 || len(over) != 1 {
			t.Errorf("without weights, step %d has %d and %d layers", k, len(under), len(over))
		}
	}
}

// mean is the rule of a running mean that forgets: each row pulls w towards itself.
func mean(p *method.Problem, rate float64) *Trainer {
	return &Trainer{Rows: p.N, Seed: p.Seed, Learn: func(w []float64, i int) bool {
		for j, x := range p.At(i) {
			w[j] += rate * (x - w[j])
		}
		return rate != 0
	}}
}

// A training gives the same bits however its rows are divided into calls, passes over all rows in another order each
// time, and keeps the weights before the last row.
func TestTrainerGrows(t *testing.T) {
	t.Parallel()
	p := problem(t, 7)
	rule := mean(p, 0.1)
	grow := func(s State, n int) State {
		t.Helper()
		s, err := rule.Grow(method.Unstopped, s, n)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	start := State{W: make([]float64, 2)}
	whole, parts := grow(start, 30), start
	for _, n := range []int{0, 1, 6, 7, 2, 14} {
		parts = grow(parts, n)
	}
	if whole.Step() != 30 || whole.Moved != 30 || parts.Seen != 30 || !slices.Equal(whole.W, parts.W) ||
		!slices.Equal(whole.Was, parts.Was) || !slices.Equal(start.W, make([]float64, 2)) {
		t.Errorf("at once %v, in parts %v", whole, parts)
	}
	if was := grow(start, 29); !slices.Equal(was.W, whole.Was) {
		t.Errorf("before the last row %v, kept %v", was.W, whole.Was)
	}
	var rows []int
	for k := range 14 {
		rows = append(rows, rule.Row(k))
		if rule.Last(k+1) != rows[k] {
			t.Errorf("row %d of step %d, then row %d", rows[k], k, rule.Last(k+1))
		}
	}
	var learned []int
	told := &Trainer{Rows: p.N, Seed: p.Seed, Learn: func(_ []float64, i int) bool {
		learned = append(learned, i)
		return false
	}}
	if s, _ := told.Grow(method.Unstopped, start, 14); !slices.Equal(learned, rows) || s.Moved != 0 {
		t.Errorf("learned from the rows %v, which are %v", learned, rows)
	}
	for _, pass := range [][]int{rows[:7], rows[7:]} {
		if !slices.Equal(slices.Sorted(slices.Values(pass)), method.Indices(7)) {
			t.Errorf("a pass over the rows %v", pass)
		}
	}
	if slices.Equal(rows[:7], rows[7:]) || rule.Last(0) != -1 {
		t.Errorf("rows %v, before the first %d", rows, rule.Last(0))
	}
}

// A training may grow while its states are drawn, which ask for rows of other passes.
func TestTrainerGrowsWhileItIsAsked(t *testing.T) {
	t.Parallel()
	p := problem(t, 7)
	alone, _ := mean(p, 0.1).Grow(method.Unstopped, State{W: make([]float64, 2)}, 2000)
	rule, want := mean(p, 0.1), make([]int, 700)
	for step := range want {
		want[step] = rule.Row(step)
	}
	grown := make(chan State)
	go func() {
		s, _ := rule.Grow(method.Unstopped, State{W: make([]float64, 2)}, 2000)
		grown <- s
	}()
	for seen := len(want); seen > 0; seen-- {
		if i := rule.Last(seen); i != want[seen-1] {
			t.Errorf("after %d rows the last is %d, want %d", seen, i, want[seen-1])
			break
		}
	}
	if s := <-grown; !slices.Equal(s.W, alone.W) {
		t.Errorf("the weights are %v, without questions %v", s.W, alone.W)
	}
}

// A training stops where its weights diverge, where no row changes them, and with its job.
func TestTrainerStops(t *testing.T) {
	t.Parallel()
	p := problem(t, 7)
	wild, err := mean(p, -9).Grow(method.Unstopped, State{W: []float64{1, 1}}, 1000)
	if err != nil || !wild.Lost || wild.Seen == 1000 || !slices.Equal(wild.W, wild.Was) || !(math.Abs(wild.W[0]) <= 1e12) {
		t.Errorf("%v: %v", err, wild)
	}
	if more, _ := mean(p, -9).Grow(method.Unstopped, wild, 5); more.Seen != wild.Seen {
		t.Errorf("it goes on to row %d", more.Seen)
	}
	asked := 0
	rule := mean(p, 0)
	rule.Done = func([]float64) bool { asked++; return false }
	if s, _ := rule.Grow(method.Unstopped, State{W: []float64{1, 1}}, 9); s.Seen != 9 || s.Moved != 0 || asked != 1 {
		t.Errorf("%d rows, %d moved, asked %d times", s.Seen, s.Moved, asked)
	}
	rule.Done = func([]float64) bool { return true }
	if s, _ := rule.Grow(method.Unstopped, State{W: []float64{1, 1}}, 9); s.Seen != 0 {
		t.Errorf("%d rows", s.Seen)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := mean(p, 0.1).Grow(stopped, State{W: []float64{1, 1}}, 9); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
