package player

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// garden is a document of a method without an end (or with one, see fence), with an engine that trains a limited number
// of steps per picture.
type garden struct {
	*Player
	clock          *clock.Manual
	step           *int
	state, painted int
	said, told     []string
	renders        int
	wrote          int
	settled        int
	still, held    bool

	grown, most, end, first int // of the engine; end 0 = none
	fenced                  int // the end that is known; 0 = none
	seen                    []int
	few                     bool // the curve has few points
}

// aroundGarden implements what the player depends on.
type aroundGarden struct{ *garden }

func (g aroundGarden) Step() *int { return g.step }

func (g aroundGarden) ShowStep(step *int) { g.step = step; g.state++ }

func (g aroundGarden) Again() { g.state++ }

func (g aroundGarden) State() int { return g.state }

func (g aroundGarden) Painted() int { return g.painted }

func (g aroundGarden) Source() string { return "net" }

func (g aroundGarden) Render() { g.renders++ }

func (g aroundGarden) Write() { g.wrote++ }

func (g aroundGarden) Tell(text string) { g.told = append(g.told, text) }

func (g aroundGarden) Say(text string) { g.said = append(g.said, text) }

func (g aroundGarden) Settled() { g.settled++ }

func (g aroundGarden) Still() bool { return g.still }

func (g aroundGarden) Dragging() bool { return g.held }

func (g aroundGarden) needs() Needs {
	return Needs{
		Clock: g.clock, Step: g.Step, ShowStep: g.ShowStep, Again: g.Again, State: g.State, Painted: g.Painted,
		Source: g.Source, Render: g.Render, Write: g.Write, Tell: g.Tell, Say: g.Say, Settled: g.Settled,
		Still: g.Still, Dragging: g.Dragging,
	}
}

func newGarden(t *testing.T, step int) *garden {
	t.Helper()
	g := &garden{clock: clock.NewManual(), most: 20, step: &step, state: 1}
	g.Player = &Player{Needs: aroundGarden{g}.needs(), rate: len(EndlessRates)} // as fast as possible
	return g
}

// come brings the picture of the newest state, paint shows it.
func (g *garden) come() *wire.Player {
	want := g.fenced
	if g.step != nil {
		want = *g.step
	}
	now := &wire.Player{StepName: "epoch", Endless: true, First: g.first, Kept: g.first > 0}
	if g.RunsOn() {
		want = max(g.grown, want) + g.most
	}
	if now.Step = want; want > g.grown {
		now.Step = min(want, g.grown+g.most)
	}
	if g.end > 0 && now.Step >= g.end {
		now.Step, now.Ended = g.end, true
	}
	now.Step = max(now.Step, g.first)
	g.grown = max(g.grown, now.Step)
	now.Steps, now.Run = g.grown, g.grown+1
	if g.fenced > 0 {
		now.Endless, now.Grows, now.Ended, now.Steps = false, true, now.Ended || now.Step == g.fenced, g.fenced
		if g.end > 0 && g.grown >= g.end {
			now.Steps = g.end
		}
	}
	s := wire.Series{Name: "loss"}
	for k := range g.grown + 1 {
		if g.few && k > 10 {
			break
		}
		s.Add(k, 1/float64(k+1))
	}
	now.Trace = []wire.Series{s}
	return now
}

func (g *garden) paint() {
	now := g.come()
	g.seen = append(g.seen, now.Step)
	g.Take(now)
	g.painted = g.state
	g.Tick()
}

// rest paints until nothing more is asked for.
func (g *garden) rest(t *testing.T) {
	t.Helper()
	for range 100 {
		if g.paint(); g.painted == g.state {
			return
		}
	}
	t.Fatalf("it never rests: %v", g.seen)
}

// A document opens at its step: pictures follow until it is reached, and that can be stopped.
func TestReopenAtAStep(t *testing.T) {
	g := newGarden(t, 90)
	g.rest(t)
	if len(g.seen) != 5 || g.seen[0] != 20 || g.seen[4] != 90 || *g.step != 90 || g.settled != 1 || g.Moves() {
		t.Errorf("on the way %v, at %d, settled %d times", g.seen, *g.step, g.settled)
	}
	g = newGarden(t, 1_000_000)
	g.paint()
	g.paint()
	if !g.Moves() || !g.Bar().Busy || g.Ahead() != 1_000_000 || *g.step != 1_000_000 {
		t.Fatalf("after two pictures: %+v, ahead %d, step %d", g.Bar(), g.Ahead(), *g.step)
	}
	g.Toggle() // it pauses
	g.rest(t)
	if *g.step != 40 || g.Moves() || g.Playing() || g.said[len(g.said)-1] != "epoch 40" {
		t.Errorf("stopped at %d, %q", *g.step, g.said)
	}
}

// During a drag each move asks for a picture and the player asks for none, whether it is catching up or running on.
// Once the pointer rests, pictures follow one another again.
func TestAHandLeads(t *testing.T) {
	for _, running := range []bool{false, true} {
		g := newGarden(t, 0)
		g.rest(t)
		g.held = true
		if running {
			g.Toggle()
		} else {
			g.step, g.grown = new(int), 0
			*g.step = 10_000
		}
		for range 5 {
			g.state++ // a move
			if g.paint(); g.painted != g.state {
				t.Fatalf("running %v: while the hand moves the player asks, too", running)
			}
			g.clock.Pass(17 * time.Millisecond)
		}
		g.clock.Pass(50 * time.Millisecond)
		for range 3 {
			if g.painted == g.state {
				t.Fatalf("running %v: nothing is asked for while the hand holds still", running)
			}
			g.paint()
		}
		g.state++
		g.held = false
		if g.paint(); g.painted == g.state {
			t.Errorf("running %v: nothing is asked for when the hand has let go", running)
		}
	}

	// At a chosen speed the player decides the step.
	g := newGarden(t, 0)
	g.rest(t)
	g.Toggle()
	g.SetRate(2)
	g.held = true
	g.paint()
	before := *g.step
	for range 30 {
		g.clock.Pass(17 * time.Millisecond)
		g.state++
		g.paint()
	}
	if *g.step < before+4 {
		t.Errorf("at the speed of the first steps, 10 a second, it went from %d to %d in half a second", before, *g.step)
	}
}

// While it runs on, the document follows what is painted, and stops at the last picture.
func TestRunOn(t *testing.T) {
	g := newGarden(t, 0)
	g.rest(t)
	if g.RunsOn() || g.Bar().Rate != 4 || g.Rates()[4] != 0 {
		t.Fatalf("at first: %+v", g.Bar())
	}
	g.Toggle()
	for range 5 {
		if g.painted == g.state || !g.RunsOn() {
			t.Fatalf("nothing is asked for at step %d", *g.step)
		}
		before := g.renders
		g.paint()
		if *g.step != g.grown || g.renders > before {
			t.Errorf("the document is at %d, painted is %d; rendered %d times", *g.step, g.grown, g.renders-before)
		}
	}
	// A picture in the air comes after the pause.
	late := g.come()
	g.Toggle()
	if g.Playing() || g.settled != 1 {
		t.Fatal("it does not pause")
	}
	g.Take(late)
	g.painted = g.state - 1
	g.Tick()
	if *g.step != 120 {
		t.Errorf("a picture of step 120 came, the document is at %d", *g.step)
	}
	g.rest(t)
	if *g.step != 120 || g.Bar().End != true {
		t.Errorf("at rest: %d, %+v", *g.step, g.Bar())
	}
	// If the user has moved the slider in the meantime, the step stays there.
	g.Toggle()
	g.paint()
	late = g.come()
	g.Toggle()
	g.Scrub(33)
	g.Take(late)
	g.LetGo()
	if g.rest(t); *g.step != 33 {
		t.Errorf("scrubbed to 33, it is at %d", *g.step)
	}
	if text := Text(g.Now(), 33); text != "epoch 33 of 160" {
		t.Errorf("%q", text)
	}
	g.Walk(10)
	if g.rest(t); *g.step != 43 {
		t.Errorf("ten steps on it is at %d", *g.step)
	}
	g.Walk(g.Now().Steps - g.Step())
	g.Walk(1)
	if g.rest(t); *g.step != 161 {
		t.Errorf("a step beyond the furthest is %d", *g.step)
	}
}

// At a chosen speed it makes so many steps per second, or as many as the engine can.
func TestRunAtASpeed(t *testing.T) {
	g := newGarden(t, 0)
	g.rest(t)
	g.SetRate(1) // 10 per second
	g.Toggle()
	for range 100 {
		if g.painted < g.state {
			g.paint()
		}
		g.clock.Pass(20 * time.Millisecond)
	}
	if *g.step < 19 || *g.step > 21 || g.RunsOn() {
		t.Errorf("after two seconds at 10 a second: %d", *g.step)
	}
	g.Go(1000)
	g.most = 2000
	g.rest(t)
	g.Toggle()
	g.SetRate(3) // 1000 per second; the engine makes at most 5 in 20 ms
	g.most = 5
	at := *g.step
	for range 50 {
		g.paint()
		g.clock.Pass(20 * time.Millisecond)
	}
	if g.grown < at+240 || g.grown > at+260 {
		t.Errorf("an engine that makes 250 steps got from %d to %d", at, g.grown)
	}
}

// Until the user chooses a speed, the first ten steps take a second, and the speed then rises to a hundred steps per
// second.
func TestTheFirstStepsAreSeen(t *testing.T) {
	g := newGarden(t, 0)
	g.rate = 0
	g.rest(t)
	g.Toggle()
	var at []int
	for range 5 {
		for range 50 {
			if g.painted < g.state {
				g.paint()
			}
			g.clock.Pass(20 * time.Millisecond)
		}
		at = append(at, *g.step)
	}
	if at[0] < 9 || at[0] > 12 || at[1] < 20 || at[1] > 40 || at[4]-at[3] < 95 || at[4]-at[3] > 105 {
		t.Errorf("after each of five seconds it is at %v", at)
	}
	// After a pause, the speed continues at its value for the step.
	g.Toggle()
	before := *g.step
	g.Toggle()
	for range 50 {
		if g.painted < g.state {
			g.paint()
		}
		g.clock.Pass(20 * time.Millisecond)
	}
	if d := *g.step - before; d < 95 || d > 105 {
		t.Errorf("in a second more it makes %d steps", d)
	}
}

// A model that has diverged stops the run at its step.
func TestEnds(t *testing.T) {
	g := newGarden(t, 0)
	g.end = 30
	g.rest(t)
	g.Toggle()
	for range 3 {
		g.paint()
	}
	if g.rest(t); g.Playing() || *g.step != 30 || !g.Bar().Ended {
		t.Errorf("it plays at %d: %+v", *g.step, g.Bar())
	}
	g.Toggle()
	if g.Playing() {
		t.Error("it plays on from the end")
	}
	g.Walk(-1)
	if g.rest(t); *g.step != 29 || g.Bar().Ended {
		t.Errorf("a step back: %d", *g.step)
	}
	// A document that asks for a later step opens at the end, and keeps the step that it asks for.
	g = newGarden(t, 500)
	g.end = 30
	if g.rest(t); g.Step() != 30 || *g.step != 500 || g.Moves() {
		t.Errorf("step %d of a document at %d", g.Step(), *g.step)
	}
}

// With reduced motion, there is one picture per second.
func TestCalm(t *testing.T) {
	g := newGarden(t, 0)
	g.still = true
	g.rest(t)
	g.Toggle()
	g.paint()
	pictures := 0
	for range 50 {
		if g.painted < g.state {
			g.paint()
			pictures++
		}
		g.clock.Pass(100 * time.Millisecond)
	}
	if pictures < 4 || pictures > 6 {
		t.Errorf("%d pictures in five seconds", pictures)
	}
}

// Runs continue from each other while the switch is on, until another document is there or the user resets the run.
func TestLineage(t *testing.T) {
	g := newGarden(t, 20)
	g.rest(t)
	if g.Lineage() != 0 {
		t.Error("it keeps weights unasked")
	}
	g.Keep(true)
	one := g.Lineage()
	if one == 0 || !g.Bar().Keep || g.painted != g.state {
		t.Errorf("the switch: lineage %d, %+v", one, g.Bar())
	}
	if g.NewLineage(); g.Lineage() == one || g.Lineage() == 0 {
		t.Errorf("for another document: %d", g.Lineage())
	}
	// After an edit the run begins where the one before was.
	g.first = 20
	g.state++
	g.rest(t)
	if g.Walk(-5); *g.step != 20 || !g.Bar().Kept {
		t.Errorf("before its beginning: %d, %+v", *g.step, g.Bar())
	}
	// Another worker does not have these weights: the user is told.
	if lost := g.Forget(); !strings.Contains(lost, "weights kept through an edit are lost: the same number of epochs") {
		t.Errorf("with the worker goes %q", lost)
	}
	two := g.Lineage()
	g.Reset()
	if g.Lineage() == two || *g.step != 0 || g.state == g.painted {
		t.Errorf("reset: %d, step %d", g.Lineage(), *g.step)
	}
	g.first = 0
	g.rest(t)
	if lost := g.Forget(); lost != "" {
		t.Errorf("from its own start it is had again, and said is %q", lost)
	}
	g.first = 20
	g.state++
	g.rest(t)
	state := g.state
	if g.Keep(false); g.state == state {
		t.Error("to let the weights go asks for no picture of the document")
	}
}

// While it runs, the curve and its figures wait for the facts, because drawing them with every picture would block the
// page's thread during a drag. With the last picture they come at once.
func TestFiguresWaitWhileItGrows(t *testing.T) {
	g := newGarden(t, 0)
	g.paint()
	g.Toggle()
	wrote := g.wrote
	for range 5 {
		g.paint()
		g.clock.Pass(16 * time.Millisecond)
	}
	if g.wrote != wrote || !g.Playing() || g.Now().Step < 80 {
		t.Errorf("written %d times in 5 pictures, up to epoch %d", g.wrote-wrote, g.Now().Step)
	}
	g.CatchUp()
	g.CatchUp()
	if g.wrote != wrote+1 {
		t.Errorf("written %d times with the facts", g.wrote-wrote)
	}
	wrote, renders := g.wrote, g.renders
	g.Toggle()
	if g.wrote+g.renders == wrote+renders {
		t.Error("what has stopped shows the figures of an earlier picture")
	}
}

// fence makes the garden's method one with an end: pictures of documents that name no step come nearer to it.
func (g *garden) fence(end int) { g.fenced = end }

// For a method that grows to an end, a document without a step is at the end: pictures follow until it is reached.
// Endless methods' texts are not used.
func TestGrowsToItsEnd(t *testing.T) {
	g := newGarden(t, 0)
	g.fence(70)
	g.step = nil
	g.paint()
	if g.Endless() || g.RunsOn() || g.Lineage() != 0 || g.Bar().Endless || g.Bar().Busy || !g.Moves() ||
		g.Now().Step != 20 || g.Ahead() != 70 {
		t.Fatalf("on its way: %+v at %+v", g.Bar(), g.Now())
	}
	renders := g.renders
	// The last picture is drawn once more in its final quality.
	g.paint()
	g.paint()
	g.Take(g.come())
	if g.Now().Step != 70 || g.Short() || !g.Follows() || g.settled > 0 {
		t.Errorf("there at last, not painted: at %d, follows %v", g.Now().Step, g.Follows())
	}
	g.rest(t)
	if g.Follows() {
		t.Error("at rest something follows")
	}
	if !slices.Equal(g.seen, []int{20, 40, 60, 70}) || g.step != nil || g.settled != 1 || g.Moves() || len(g.said) > 0 {
		t.Errorf("pictures of %v, the document at %v, settled %d times, said %q", g.seen, g.step, g.settled, g.said)
	}
	if g.renders > renders {
		t.Error("what is over soon renders the bar")
	}
	if text := Text(g.Now(), 70); text != "epoch 70 of 70" || g.Step() != 70 || g.Rates()[1] != Rates[1] {
		t.Errorf("%q, rates %v", text, g.Rates())
	}
	// Back at once, and forward.
	g.Scrub(7)
	g.LetGo()
	if g.rest(t); *g.step != 7 || g.Now().Step != 7 || g.Ahead() != 70 {
		t.Errorf("scrubbed to %d, shown %d", *g.step, g.Now().Step)
	}
	if g.Walk(999); g.step != nil || g.Step() != 70 {
		t.Errorf("past the end: %v", g.step)
	}
	g.rest(t)
	// After an edit it grows anew, and the bar shows that if it takes long; it can be stopped.
	g.grown, g.most = 0, 1
	g.state++
	for range 10 {
		g.paint()
		g.clock.Pass(50 * time.Millisecond)
	}
	if !g.Bar().Busy || !g.Bar().End || g.Now().Step != 10 {
		t.Errorf("half a second after an edit: %+v at %d", g.Bar(), g.Now().Step)
	}
	g.Toggle()
	if g.rest(t); *g.step != 10 || g.Playing() || g.Bar().Busy || g.said[len(g.said)-1] != "epoch 10 of 70" {
		t.Errorf("stopped at %d: %+v, %q", *g.step, g.Bar(), g.said)
	}
	// It plays like the steps of a fit, even if the engine is slower than that.
	g.Walk(60)
	g.Walk(-60)
	g.rest(t)
	g.SetRate(3)
	g.Toggle()
	for range 200 {
		if g.painted < g.state {
			g.paint()
		}
		g.clock.Pass(50 * time.Millisecond)
	}
	if g.Playing() || g.step != nil || g.Now().Step != 70 {
		t.Errorf("played to %v, shown %d, playing %v", g.step, g.Now().Step, g.Playing())
	}
	// If the model stops before the known end, that is the end.
	g.fence(70)
	g.end, g.grown = 30, 0
	g.state++
	if g.rest(t); g.Step() != 30 || g.Moves() || g.step != nil || !g.Bar().End {
		t.Errorf("ended early: step %d, %+v", g.Step(), g.Bar())
	}
}

// The speed is measured over half a second, and shown while it runs.
func TestPace(t *testing.T) {
	g := newGarden(t, 0)
	g.rest(t)
	if text := g.PaceText(); text != "" {
		t.Errorf("at rest it says %q", text)
	}
	g.Toggle() // 20 epochs in 40 ms
	for range 30 {
		g.clock.Pass(40 * time.Millisecond)
		g.paint()
	}
	if text := g.PaceText(); text != "500 epochs a second." {
		t.Errorf("500 epochs a second are %q", text)
	}
	g.most = 1
	for range 40 {
		g.clock.Pass(650 * time.Millisecond)
		g.paint()
	}
	if text := g.PaceText(); text != "1 epoch a second." && text != "2 epochs a second." {
		t.Errorf("an epoch in 0.65 seconds: %q", text)
	}
	g.Toggle()
	if text := g.PaceText(); text != "" {
		t.Errorf("paused it says %q", text)
	}
}

// If a step takes as long as several pictures, playing waits for it and continues.
func TestPlaysWithASlowEngine(t *testing.T) {
	g := newGarden(t, 0)
	g.fence(12)
	g.rest(t)
	g.SetRate(2)
	g.Toggle()
	for i := range 200 {
		g.most = 0
		if i%3 == 2 {
			g.most = 1
		}
		if g.painted < g.state {
			g.paint()
		}
		g.clock.Pass(80 * time.Millisecond)
	}
	if g.Playing() || g.step != nil || g.Now().Step != 12 {
		t.Errorf("played to %v, shown %d, playing %v: %v", g.step, g.Now().Step, g.Playing(), g.seen)
	}
	for i, k := range g.seen[1:] {
		if k > g.seen[i]+1 {
			t.Errorf("a step was left out: %v", g.seen)
			break
		}
	}
}

// After the engine was stopped no picture follows until something else is asked for.
func TestHalt(t *testing.T) {
	g := newGarden(t, 0)
	g.fence(70)
	g.step = nil
	g.paint()
	if !g.Short() || !g.Moves() {
		t.Fatalf("on its way: %+v", g.Now())
	}
	g.Halt()
	g.painted = g.state
	state := g.state
	g.Tick()
	g.clock.Pass(time.Second)
	if g.Short() || g.Moves() || g.Bar().Busy || g.state != state {
		t.Errorf("after a stop: short %v, moves %v, asked %d times", g.Short(), g.Moves(), g.state-state)
	}
	g.Walk(-10)
	if g.rest(t); g.Now().Step != 60 || g.Short() {
		t.Errorf("after that, a step back leads to %d", g.Now().Step)
	}
}

// The button does what it shows: while pictures have followed only for a moment, it plays.
func TestPlayWhileItGrows(t *testing.T) {
	g := newGarden(t, 0)
	g.fence(70)
	g.step = nil
	g.paint()
	if !g.CatchesUp() || g.Bar().Busy {
		t.Fatalf("on its way: %+v", g.Bar())
	}
	if g.Toggle(); !g.Playing() || g.step == nil || *g.step != 0 {
		t.Errorf("Play at once after an edit: playing %v, at %v", g.Playing(), g.step)
	}
}

// A document that asks for a thousand million steps is trained up to a bound, which the user is told. The document does
// not change, an edit trains as far again, and Play continues from there.
func TestFarStepsHaveABound(t *testing.T) {
	g := newGarden(t, doc.MaxStep)
	g.most, g.few = 90_000, true
	g.rest(t)
	if g.grown < doc.SelfSteps || g.grown > doc.SelfSteps+2*g.most || len(g.told) != 1 ||
		!strings.Contains(g.told[0], "asks for 1000000000") || *g.step != doc.MaxStep || g.Moves() {
		t.Fatalf("at %d, told %q, the document asks for %d", g.grown, g.told, *g.step)
	}
	if k := g.Step(); k != g.grown {
		t.Errorf("the bar is at %d, and the run at %d", k, g.grown)
	}
	// Another picture of the same state, for instance for another window size.
	g.state++
	g.paint()
	if g.paint(); g.painted != g.state || len(g.told) != 1 {
		t.Errorf("pictures follow again; told %q", g.told)
	}
	g.state, g.grown = g.state+1, 0
	g.rest(t)
	if g.grown < doc.SelfSteps || *g.step != doc.MaxStep {
		t.Errorf("after an edit at %d", g.grown)
	}
	before := g.grown
	g.Toggle()
	g.paint()
	g.clock.Pass(time.Second)
	g.paint()
	if g.grown <= before || *g.step >= doc.MaxStep {
		t.Errorf("Play goes from %d to %d; the document asks for %d", before, g.grown, *g.step)
	}
	// Up to doc.SelfSteps steps are trained without asking.
	g = newGarden(t, doc.SelfSteps)
	g.most, g.few = 90_000, true
	if g.rest(t); g.grown != doc.SelfSteps || g.told != nil {
		t.Errorf("at %d, told %q", g.grown, g.told)
	}
}
