package player

import (
	"strconv"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// page is a document that is looked at in steps, and an engine that paints it when
// it is told to.
type page struct {
	*Player
	clock          *clock.Manual
	step           *int
	state, painted int
	source         string
	said           []string
	renders, wrote int
	settled        int
	still          bool

	steps, run int // of the fit
}

func newPage(t *testing.T, steps int) *page {
	t.Helper()
	g := &page{clock: clock.NewManual(), steps: steps, run: 1, source: "svm"}
	g.Player = &Player{Needs: Needs{
		Clock: g.clock,
		Step:  func() *int { return g.step },
		Look:  func(step *int) { g.step = step; g.state++ },
		State: func() int { return g.state }, Painted: func() int { return g.painted },
		Source: func() string { return g.source },
		Render: func() { g.renders++ }, Write: func() { g.wrote++ },
		Say:     func(text string) { g.said = append(g.said, text) },
		Settled: func() { g.settled++ },
		Still:   func() bool { return g.still },
	}}
	g.paint()
	return g
}

// fit makes the next picture one of another fit.
func (g *page) fit(steps int) {
	g.run++
	g.steps = steps
	g.state++
	g.paint()
}

// paint brings and shows the picture of the newest state.
func (g *page) paint() {
	now := &wire.Player{Step: g.steps, Steps: g.steps, StepName: "iteration", Run: g.run}
	if g.step != nil {
		now.Step = min(*g.step, g.steps)
	}
	if g.Known() != g.run {
		s := wire.Series{Name: "objective", Log: true}
		for k := range g.steps + 1 {
			s.Add(k, 1/float64(k+1))
		}
		now.Trace = []wire.Series{s}
	}
	g.Take(now)
	g.painted = g.state
	g.Tick()
}

func (g *page) curves() (s string) {
	for _, x := range g.Trace() {
		s += x.Name + " " + strconv.Itoa(x.N) + ";"
	}
	return s
}

func TestWalk(t *testing.T) {
	g := newPage(t, 40)
	if g.Step() != 40 || g.step != nil {
		t.Fatalf("it begins at %d", g.Step())
	}
	g.Walk(-1)
	g.Walk(-1)
	if *g.step != 38 || g.said[1] != "iteration 38 of 40" {
		t.Errorf("two steps back is %d, said %q", *g.step, g.said)
	}
	g.Walk(-99)
	if g.Step() != 0 || !g.Bar().Start {
		t.Errorf("far back is %d", g.Step())
	}
	asked := g.state
	g.Walk(-1)
	if g.state != asked {
		t.Error("a step that is looked at already is asked for again")
	}
	g.Walk(12)
	// A shorter way shows its end, and the step comes back with a longer one.
	g.fit(10)
	if g.Step() != 10 || *g.step != 12 {
		t.Errorf("of 10 steps %d is shown", g.Step())
	}
	g.fit(40)
	if g.Step() != 12 {
		t.Errorf("of 40 steps again %d is shown", g.Step())
	}
	// At the end it stays at the end.
	g.Walk(99)
	g.fit(50)
	if g.Step() != 50 || g.step != nil || !g.Bar().End {
		t.Errorf("at the end of another fit it is at %d", g.Step())
	}
	g.Take(nil)
	if g.Walk(1); g.Step() != 0 || g.Bar().Shown || g.Trace() != nil {
		t.Error("a method without steps has a player")
	}
}

func TestPlayWaitsForThePaint(t *testing.T) {
	g := newPage(t, 40)
	g.SetRate(1) // 4 a second
	g.Toggle()
	if !g.Playing() || g.Step() != 0 {
		t.Fatalf("from the end it plays from %d", g.Step())
	}
	g.clock.Pass(time.Second) // the engine is slow
	if g.Step() != 0 {
		t.Error("the next step was asked for before the first was painted")
	}
	g.paint()
	if k := g.Step(); k != 2 { // a quarter of a second is made up for
		t.Errorf("then it went on to step %d", k)
	}
	for range 8 {
		g.paint()
		g.clock.Pass(250 * time.Millisecond)
	}
	if k := g.Step(); k != 10 {
		t.Errorf("2 seconds later it is at %d", k)
	}
	for range 40 {
		g.paint()
		g.clock.Pass(250 * time.Millisecond)
	}
	if g.Playing() || g.step != nil || g.said[len(g.said)-1] != "iteration 40 of 40" || g.clock.Waiting() != 0 {
		t.Errorf("at the end: playing %v, step %v, said %q", g.Playing(), g.step, g.said)
	}
}

func TestPause(t *testing.T) {
	g := newPage(t, 40)
	g.Toggle()
	g.paint()
	g.Toggle()
	at := g.Step()
	if g.settled != 1 {
		t.Error("nobody asks for a sharp picture of where it was paused")
	}
	g.clock.Pass(time.Minute)
	g.paint()
	if g.Playing() || g.Step() != at || g.Bar().Playing {
		t.Error("a pause goes on")
	}
	// A hand on the slider, a step by hand and another method end it, too.
	for name, end := range map[string]func(){
		"scrub": func() { g.Scrub(7); g.LetGo() }, "walk": func() { g.Walk(1) }, "method": func() { g.Take(nil) },
	} {
		g.paint()
		if g.Toggle(); !g.Playing() {
			t.Fatal("it does not play")
		}
		end()
		if g.Playing() || g.clock.Waiting() != 0 {
			t.Errorf("%s: it plays on", name)
		}
	}
}

func TestScrub(t *testing.T) {
	g := newPage(t, 40)
	if g.LetGo() {
		t.Error("a slider that nobody held was let go")
	}
	g.Scrub(7)
	if *g.step != 7 || !g.Scrubbing() || !g.LetGo() || g.Scrubbing() {
		t.Errorf("step %v, held %v", g.step, g.Scrubbing())
	}
}

func TestStillPeopleGetTheOtherEnd(t *testing.T) {
	g := newPage(t, 40)
	g.still = true
	for _, want := range []int{0, 40, 0} {
		g.Toggle()
		g.paint()
		if g.Playing() || g.Step() != want {
			t.Errorf("playing %v, step %d, want %d", g.Playing(), g.Step(), want)
		}
	}
}

func TestBarIsRenderedOnlyWhenItsPartsChange(t *testing.T) {
	g := newPage(t, 40)
	g.Walk(-1)
	g.paint()
	n := g.renders
	g.Walk(-1)
	if g.renders != n {
		t.Error("a step in the middle renders the bar")
	}
	// While something else is dragged, its figures wait for the facts.
	wrote := g.wrote
	g.paint()
	if g.wrote != wrote {
		t.Error("each picture of a drag is written at once")
	}
	g.CatchUp()
	g.CatchUp()
	if g.wrote != wrote+1 {
		t.Errorf("written %d times", g.wrote-wrote)
	}
	g.Toggle()
	if g.renders == n {
		t.Error("what plays looks as if it didn't")
	}
}

func TestTracesAreKept(t *testing.T) {
	g := newPage(t, 40)
	g.Walk(-1)
	g.paint()
	if g.curves() != "objective 41;" {
		t.Errorf("the trace went with a picture that did not bring it again: %s", g.curves())
	}
	for range 10 {
		g.fit(20)
	}
	if len(g.runs) > runsKept || g.curves() != "objective 21;" {
		t.Errorf("%d runs are kept, curves %s", len(g.runs), g.curves())
	}
	// An answer that was on its way is of the run before.
	old := g.run - 1
	g.Take(&wire.Player{Steps: 20, Run: old})
	if g.Known() != old || g.curves() != "objective 21;" {
		t.Errorf("known %d, curves %s", g.Known(), g.curves())
	}
	g.Forget()
	if g.Known() != 0 {
		t.Error("a fresh worker is told that its trace is known")
	}
}

func TestCurveOfFreshPointsKeepsItsPlace(t *testing.T) {
	g := newPage(t, 40)
	test := &wire.Series{Name: "test error"}
	test.Add(0, 0.5)
	told := func() { g.TakeTest(&wire.Facts{Run: g.run, Test: test}) }
	told()
	if g.curves() != "objective 41;test error 1;" {
		t.Fatalf("curves %s", g.curves())
	}
	g.TakeTest(&wire.Facts{Run: -5, Test: test}) // of a run that nobody remembers
	// The next fit's is still to come, and comes.
	g.fit(40)
	if g.curves() != "objective 41;test error 0;" {
		t.Errorf("the next fit has the curves %s", g.curves())
	}
	told()
	if g.curves() != "objective 41;test error 1;" {
		t.Errorf("then it has %s", g.curves())
	}
	// Points by hand are drawn from nothing known.
	g.source = "svm by hand"
	g.fit(40)
	if g.curves() != "objective 41;" {
		t.Errorf("of points by hand there are %s", g.curves())
	}
}

func TestRateSuitsTheWay(t *testing.T) {
	for steps, want := range map[int]int{1: 1, 80: 1, 81: 2, 300: 2, 1200: 3, 1201: 4} {
		if g := newPage(t, steps); g.Bar().Rate != want {
			t.Errorf("%d steps are played at %v a second", steps, Rates[g.Bar().Rate])
		}
	}
	g := newPage(t, 40)
	g.SetRate(0)
	g.fit(5000)
	if g.Bar().Rate != 0 {
		t.Error("what people have chosen is chosen anew")
	}
	g.SetRate(4)
	if v := g.speed(); v != 1000 {
		t.Errorf("5000 steps in 5 seconds are %v a second", v)
	}
}

func TestStepsDue(t *testing.T) {
	for _, x := range []struct {
		waited, speed float64
		n             int
	}{{0, 4, 1}, {0.01, 60, 1}, {0.02, 60, 2}, {0.1, 60, 7}, {9, 60, 16}, {9, 1, 1}, {0.001, 2000, 3}} {
		if n, late := stepsDue(x.waited, x.speed); n != x.n || late > 1e-9 {
			t.Errorf("%v s late at %v a second: %d steps, then late by %v", x.waited, x.speed, n, late)
		}
	}
}

func TestCurves(t *testing.T) {
	trace := []wire.Series{
		{Name: "objective", Log: true, At: []float64{0, 10, 20, 40}, Values: []float64{100, 10, 1, 0}},
		{Name: "training error", At: []float64{0, 40}, Values: []float64{0.5, 0.5}},
		{Name: "blown up", At: []float64{0, 1, 2}, Values: []float64{1, 1e5, 1e200}},
		{Name: "empty"},
	}
	p := Curves(trace, 15, 40, 300, 42)
	for _, l := range p.Layers {
		if path, ok := l.(*picture.Path); ok {
			for i := 0; i+1 < len(path.XY); i += 2 {
				if x, y := p.View.PX(path.XY[i]), p.View.PY(path.XY[i+1]); !(x >= Thumb-1e-9 && x <= 300-Thumb+1e-9 && y >= 0 && y <= 42) {
					t.Errorf("%s: a corner at %v, %v", path.Role, x, y)
				}
			}
		}
	}
	// Series that share a scale can be compared.
	pair := []wire.Series{{Name: "training error", At: []float64{0, 1}, Values: []float64{0.4, 0.2}}, {Name: "test error", Same: true, At: []float64{0, 1}, Values: []float64{0.4, 0.3}}}
	shared := Curves(pair, 1, 1, 300, 42)
	if a, b := shared.Layers[1].(*picture.Path).XY, shared.Layers[4].(*picture.Path).XY; a[1] != b[1] || a[3] >= b[3] {
		t.Errorf("0.4, 0.2 and 0.4, 0.3 on one scale are drawn at %v and %v", a, b)
	}
	done := p.Layers[2].(*picture.Path)
	if len(done.XY) != 4 || done.XY[2] != 10 {
		t.Errorf("up to step 15: %v", done.XY)
	}
	if !isLog(&trace[0]) || isLog(&trace[1]) || !isLog(&trace[2]) || isLog(&trace[3]) {
		t.Error("logarithmic axes")
	}
	for k, want := range map[int]int{-1: -1, 0: 0, 9: 0, 10: 1, 39: 2, 99: 3} {
		if got := Before(trace[0].At, k); got != want {
			t.Errorf("before step %d: %d", k, got)
		}
	}
	Curves(nil, 0, 0, 0, 0)
}
