package player

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// page is a document with steps, and an engine that paints when the test says so.
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

// around implements what the player depends on.
type around struct{ *page }

func (g around) Step() *int { return g.step }

func (g around) ShowStep(step *int) { g.step = step; g.state++ }

func (g around) Again()      {}
func (g around) Tell(string) {}

func (g around) State() int { return g.state }

func (g around) Painted() int { return g.painted }

func (g around) Source() string { return g.source }

func (g around) Render() { g.renders++ }

func (g around) Write() { g.wrote++ }

func (g around) Say(text string) { g.said = append(g.said, text) }

func (g around) Settled() { g.settled++ }

func (g around) Still() bool { return g.still }

func (g around) Dragging() bool { return false }

func (g around) needs() Needs {
	return Needs{
		Clock: g.clock, Step: g.Step, ShowStep: g.ShowStep, Again: g.Again, State: g.State, Painted: g.Painted,
		Source: g.Source, Render: g.Render, Write: g.Write, Tell: g.Tell, Say: g.Say, Settled: g.Settled,
		Still: g.Still, Dragging: g.Dragging,
	}
}

func newPage(t *testing.T, steps int) *page {
	t.Helper()
	g := &page{clock: clock.NewManual(), steps: steps, run: 1, source: "svm"}
	g.Player = &Player{Needs: around{g}.needs()}
	g.paint()
	return g
}

// fit makes the next picture that of another fit.
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
	if g.Go(7); *g.step != 7 || g.said[len(g.said)-1] != "iteration 7 of 40" {
		t.Errorf("gone to %d, said %q", *g.step, g.said)
	}
	if g.Go(99); g.Step() != 40 {
		t.Errorf("gone beyond the end, to %d", g.Step())
	}
	g.Go(0)
	g.Walk(12)
	// A fit with fewer steps shows its end, and the step is restored with one that has more.
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
	g.SetRate(1) // 4 per second
	g.Toggle()
	if !g.Playing() || g.Step() != 0 {
		t.Fatalf("from the end it plays from %d", g.Step())
	}
	g.clock.Pass(time.Second) // the engine is slow
	if g.Step() != 0 {
		t.Error("the next step was asked for before the first was painted")
	}
	g.paint()
	if k := g.Step(); k != 2 { // a quarter of a second is caught up
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
	// Dragging the slider, a step by the user and another method stop it, too.
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
	// While something else is dragged, the figures wait for the facts.
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
	// An answer in the air is of the run before.
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
	told := func() { g.TakeTests(&wire.Facts{Run: g.run, Tests: []wire.Series{*test}}) }
	told()
	if g.curves() != "objective 41;test error 1;" {
		t.Fatalf("curves %s", g.curves())
	}
	g.TakeTests(&wire.Facts{Run: -5, Tests: []wire.Series{*test}}) // of a run that was removed
	// The next fit has a place for this curve, which comes later.
	g.fit(40)
	if g.curves() != "objective 41;test error 0;" {
		t.Errorf("the next fit has the curves %s", g.curves())
	}
	told()
	if g.curves() != "objective 41;test error 1;" {
		t.Errorf("then it has %s", g.curves())
	}
	// Points drawn by hand have no known distribution to draw test points from.
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
		if n, late := clock.StepsDue(x.waited, x.speed); n != x.n || late > 1e-9 {
			t.Errorf("%v s late at %v a second: %d steps, then late by %v", x.waited, x.speed, n, late)
		}
	}
}

// drawn has the parts of the charts: lines by role, and numbers.
type drawn struct {
	lines   map[picture.Role][]*picture.Path
	numbers []*picture.Label
	dots    []*picture.Marks
}

func drawnOf(p *picture.Picture) drawn {
	d := drawn{lines: map[picture.Role][]*picture.Path{}}
	for _, l := range p.Layers {
		switch l := l.(type) {
		case *picture.Path:
			d.lines[l.Role] = append(d.lines[l.Role], l)
		case *picture.Label:
			d.numbers = append(d.numbers, l)
		case *picture.Marks:
			d.dots = append(d.dots, l)
		}
	}
	return d
}

func TestCurves(t *testing.T) {
	trace := []wire.Series{
		{Name: "objective", Log: true, At: []float64{0, 10, 20, 40}, Values: []float64{100, 10, 1, 0}},
		{Name: "training error", At: []float64{0, 40}, Values: []float64{0.5, 0.1}},
		{Name: "test error", Same: true, At: []float64{0, 40}, Values: []float64{0.5, 0.3}},
		{Name: "blown up", At: []float64{0, 1, 2}, Values: []float64{1, 1e5, 1e200}},
	}
	if got, want := Charts(trace), []Chart{{0, 1, true, Gutter}, {1, 3, false, Gutter},
		{3, 4, true, Gutter}}; !slices.Equal(got, want) {
		t.Fatalf("charts %v, want %v", got, want)
	}
	const w, h = 600, 52
	charts := Charts(trace)
	p := Curves(trace, charts, 15, 40, w, h)
	d := drawnOf(p)
	for i := range 3 {
		x0, x1 := span(charts, i, w)
		if i > 0 {
			if _, end := span(charts, i-1, w); x0-end < Gutter {
				t.Errorf("chart %d begins at %v, the one before ends at %v", i, x0, end)
			}
		}
		// All of the chart is inside its span.
		for _, path := range d.lines[picture.RoleMean][2*i : 2*i+2] {
			for j := 0; j+1 < len(path.XY); j += 2 {
				if x, y := path.XY[j], path.XY[j+1]; x < x0-1e-9 || x > x1+1e-9 || y < 0 || y > h {
					t.Errorf("chart %d: a corner at %v, %v", i, x, y)
				}
			}
		}
		if guide := d.lines[picture.RoleGuide][i].XY; math.Abs(guide[0]-(x0+(x1-x0)*15/40)) > 1e-9 {
			t.Errorf("chart %d: step 15 of 40 stands at %v", i, guide[0])
		}
		if k := StepAt(charts, 40, x0+(x1-x0)*15/40, w); k != 15 {
			t.Errorf("chart %d: at step 15 stands %d", i, k)
		}
	}
	var texts []string
	for _, l := range d.numbers {
		texts = append(texts, l.Text)
	}
	if want := []string{"1", "10²", "0", "0.2", "0.4", "1", "10²⁰⁰"}; !slices.Equal(texts, want) {
		t.Errorf("the axes say %q, want %q", texts, want)
	}
	// A number is at the height of its value: 10² at the first value of the objective.
	objective := d.lines[picture.RoleMean][0]
	if math.Abs(d.numbers[1].Y-objective.XY[1]) > 1 {
		t.Errorf("100 is drawn at %v, its number stands at %v", objective.XY[1], d.numbers[1].Y)
	}
	// Up to step 15 the curve is full; the value 0 has no logarithm.
	if done := d.lines[picture.RoleMean][1]; len(objective.XY) != 6 || len(done.XY) != 4 ||
		done.XY[3] != d.dots[0].XY[1] || objective.Weight >= 0.5 {
		t.Errorf("up to step 15: %v of %v", done.XY, objective.XY)
	}
	// The value at the shown step belongs to the full part; an axis contains all of its curves.
	if at := drawnOf(Curves(trace[:1], Charts(trace[:1]), 10, 40, w, h)).lines[picture.RoleMean][1]; len(at.XY) != 4 {
		t.Errorf("up to step 10: %v", at.XY)
	}
	high := []wire.Series{{Name: "a", At: []float64{0, 40}, Values: []float64{0.5, 0.1}},
		{Name: "b", Same: true, At: []float64{0, 40}, Values: []float64{0.5, 0.9}}}
	if up := drawnOf(Curves(high, Charts(high), 15, 40, w, h)).lines[picture.RoleMargin][0].XY; up[3] > h ||
		up[3] <= up[1] {
		t.Errorf("the higher curve goes from %v to %v of %d", up[1], up[3], h)
	}
	// Curves on one axis are comparable, and have different roles.
	train, test := d.lines[picture.RoleMean][2].XY, d.lines[picture.RoleMargin][0].XY
	if train[1] != test[1] || train[3] >= test[3] {
		t.Errorf("0.5, 0.1 and 0.5, 0.3 on one axis are drawn at %v and %v", train, test)
	}
	if c := Charts(trace); c[0].Key(trace, 0) != "objective (log)" || c[1].Key(trace, 1) != "training error" {
		t.Errorf("keys %q, %q", c[0].Key(trace, 0), c[1].Key(trace, 1))
	}
	empty := wire.Series{}
	if !isLog(&trace[0]) || isLog(&trace[1]) || !isLog(&trace[3]) || isLog(&empty) {
		t.Error("logarithmic axes")
	}
	for k, want := range map[int]int{-1: -1, 0: 0, 9: 0, 10: 1, 39: 2, 99: 3} {
		if got := Before(trace[0].At, k); got != want {
			t.Errorf("before step %d: %d", k, got)
		}
	}
	Curves(nil, nil, 0, 0, 0, 0)
	Curves([]wire.Series{empty}, Charts([]wire.Series{empty}), 0, 0, 0, 0)
	if StepAt(nil, 40, 10, 100) != 0 || StepAt(charts, 40, -5, w) != 0 || StepAt(charts, 40, 9999, w) != 40 {
		t.Error("steps beside the charts")
	}
}

// If not all charts fit, their row is wider than the available width, so that a part of the next one is visible; the
// bar is rendered anew when that changes.
func TestChartsInTheirRoom(t *testing.T) {
	g := newPage(t, 40)
	g.runs[0] = newRun(1, []wire.Series{{Name: "a"}, {Name: "b"}, {Name: "c", Same: true}, {Name: "d"}}, "")
	g.Show()
	for _, x := range []struct {
		w     int
		sight float64 // number of visible charts
	}{{630, 3}, {450, 3}, {374, 2.2}, {300, 2.2}, {299, 1.2}, {-10, 1.2}, {2000, 3}} {
		n, was := g.renders, g.Stretch()
		g.Fit(x.w)
		if got := g.Stretch(); len(g.Charts()) != 3 || math.Abs(3/got-x.sight) > 1e-9 || (g.renders > n) != (was != got) ||
			g.Bar().Stretch != got {
			t.Errorf("%d pixels: %v as wide as its place, rendered %d times", x.w, got, g.renders-n)
		}
	}
	g.runs[0] = newRun(1, []wire.Series{{Name: "a"}}, "")
	if g.Fit(100); g.Stretch() != 1 {
		t.Errorf("one chart is %v times as wide as its place", g.Stretch())
	}
}

// The numbers of an axis fit into its gutter, and a curve that hardly changes stays inside its chart.
func TestNumbersFit(t *testing.T) {
	const w, h = 480, 52
	for _, ends := range [][2]float64{{0.69312, 0.69318}, {1. / 3, 1./3 + 1e-15}, {0.25, 0.25 + 1e-9}, {-1234.5, -1230.25},
		{-12345.4, -12345.1},
		{-987654, -987601}, {123456.5, 123456.75}, {-1e-9, 1e-9}, {1e20, 1.0001e20}, {0.1, 0.9}} {
		trace := []wire.Series{{At: []float64{0, 20, 40}, Values: []float64{ends[0], ends[1], ends[0]}},
			{At: []float64{0, 40}, Values: []float64{0, 1}}}
		charts := Charts(trace)
		d := drawnOf(Curves(trace, charts, 40, 40, w, h))
		said := map[string]bool{}
		for _, l := range d.numbers {
			if l.X > w/2 {
				break // of the second chart
			}
			if box := l.Box(l.X, l.Y, picture.LabelSize); box.X0 < 0 {
				t.Errorf("%v: %q begins at %.1f", ends, l.Text, box.X0)
			}
			if said[l.Text] || l.Y < 0 || l.Y > h {
				t.Errorf("%v: %q twice, or at %v", ends, l.Text, l.Y)
			}
			said[l.Text] = true
		}
		if len(said) == 0 {
			t.Errorf("%v: no number", ends)
		}
		for i := 1; i < len(d.lines[picture.RoleMean][0].XY); i += 2 {
			if y := d.lines[picture.RoleMean][0].XY[i]; !(y >= 0 && y <= h) {
				t.Errorf("%v: drawn at %v", ends, y)
			}
		}
		if x0, x1 := span(charts, 0, w); StepAt(charts, 40, (x0+x1)/2, w) != 20 {
			t.Errorf("%v: the middle of the chart is step %d of 40", ends, StepAt(charts, 40, (x0+x1)/2, w))
		}
	}
}

// The numbers of an axis distinguish its values, are few, and lie on it.
func TestTicks(t *testing.T) {
	for _, x := range []struct {
		lo, hi float64
		log    bool
		want   string
	}{
		{0, 120, false, "0 50 100"}, {31.8, 33.8, false, "32 33"}, {0.05, 0.525, false, "0.1 0.5"},
		{0, 1, false, "0 0.5 1.0"}, {-3, 8, false, "0 5"},
		{0.0012, 0.0019, false, "0.0012 0.0018"}, {5, 5, false, "5.0"}, {0, 0, false, "0"},
		{-970000, -970000, false, "−10⁶"}, {-0.0003, -0.0003, false, "−3×10⁻⁴"},
		{-4, 2, true, "10⁻⁴ 10²"}, {-4.5, 2.5, true, "10⁻⁴ 10²"}, {0.1, 0.6, true, "1.3 4.0"}, {-1.2, 0.3, true, "10⁻¹ 1"},
		{2, 2, true, "100"},
	} {
		var texts []string
		last := math.Inf(-1)
		c := Chart{Log: x.log}
		for _, tick := range c.ticks(x.lo, x.hi) {
			texts = append(texts, tick.text)
			if v := c.scale(tick.value); v < x.lo-1e-9 || v > x.hi+1e-9 || v <= last {
				t.Errorf("%v..%v: a number at %v", x.lo, x.hi, v)
			} else {
				last = v
			}
		}
		if got := strings.Join(texts, " "); got != x.want {
			t.Errorf("%v..%v, log %v: %q, want %q", x.lo, x.hi, x.log, got, x.want)
		}
	}
}

// The curves are thinned out, but the numbers beside them are the values of the step that is shown.
func TestValueIsThatOfTheStep(t *testing.T) {
	g := newPage(t, 40)
	curve, none := wire.Series{Name: "training error", At: []float64{0, 8, 16}, Values: []float64{0.5, 0.25, 0.125}},
		wire.Series{Name: "objective"}
	g.runs[0] = newRun(1, []wire.Series{curve, none}, "")
	at := func(step int, here ...wire.Reading) string {
		g.Take(&wire.Player{Step: step, Steps: 16, Run: 1, Here: here})
		v, ok := g.Value(0)
		_, other := g.Value(1)
		return fmt.Sprint(v, ok, other)
	}
	for want, got := range map[string]string{
		"0.25 true false":  at(8),
		"0.175 true false": at(10, wire.Reading{Name: "training error", Value: 0.175}),
		"0.25 true true":   at(11, wire.Reading{Name: "objective", Value: 3}), // no value: the last one before
		"0.125 true false": at(16),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	// Errors on test points come later, with their step: that of the visible picture, or another one.
	test := wire.Series{Name: "fresh error", At: []float64{0, 16}, Values: []float64{0.5, 0.125}}
	at(10, wire.Reading{Name: "training error", Value: 0.175})
	for _, x := range []struct {
		step int
		want float64
	}{{9, 0.5}, {10, 0.375}} {
		g.TakeTests(&wire.Facts{Run: 1, Step: x.step, Tests: []wire.Series{test},
			Here: []wire.Reading{{Name: "fresh error", Value: 0.375}}})
		if v, ok := g.Value(1); g.Trace()[1].Name != "fresh error" || v != x.want || !ok {
			t.Errorf("told of step %d: %s is %v", x.step, g.Trace()[1].Name, v)
		}
		if v, _ := g.Value(0); v != 0.175 {
			t.Errorf("then the training error is %v", v)
		}
	}
}
