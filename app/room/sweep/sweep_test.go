package sweep

import (
	"slices"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
)

// page is a document with a sweep, and an engine that paints when the test says so.
type page struct {
	*Room
	clock          *clock.Manual
	sweep          *doc.Sweep
	values         []float64
	value          float64
	state, painted int
	moves          []float64
	rests, renders int
	said           int
	still, stuck   bool
}

type around struct{ *page }

func (g around) Sweep() *doc.Sweep { return g.sweep }
func (g around) Values() []float64 { return g.values }
func (g around) Value() float64    { return g.value }
func (g around) State() int        { return g.state }
func (g around) Painted() int      { return g.painted }
func (g around) Still() bool       { return g.still }
func (g around) Rest()             { g.rests++ }
func (g around) Render()           { g.renders++ }
func (g around) Write()            {}
func (g around) Say()              { g.said++ }

func (g around) Move(v float64) {
	g.moves = append(g.moves, v)
	if v == g.value || g.stuck {
		return
	}
	g.value = v
	g.state++
	g.Edited() // effect of the document's change
}

func (g around) needs() Needs {
	return Needs{
		Clock: g.clock, Sweep: g.Sweep, Values: g.Values, Value: g.Value, Move: g.Move, Rest: g.Rest, State: g.State,
		Painted: g.Painted, Still: g.Still, Render: g.Render, Write: g.Write, Say: g.Say,
	}
}

// newPage has the values 0 to 10, one per second, and a parameter with the value 3.
func newPage() *page {
	g := &page{clock: clock.NewManual(), sweep: &doc.Sweep{Param: "C", To: 10, Seconds: 10}, value: 3}
	for i := range 11 {
		g.values = append(g.values, float64(i))
	}
	g.Room = &Room{Needs: around{g}.needs()}
	return g
}

// paint shows the picture of the newest state.
func (g *page) paint() {
	g.painted = g.state
	g.Tick()
}

// run lets time pass while pictures come at once.
func (g *page) run(d time.Duration) {
	for ; d > 0; d -= 50 * time.Millisecond {
		g.clock.Pass(50 * time.Millisecond)
		g.paint()
	}
}

// Played once, it moves from the first value to the last one, and stops there.
func TestPlaysOnce(t *testing.T) {
	g := newPage()
	g.Toggle()
	if !g.Playing() || !g.Moves() || g.value != 0 {
		t.Fatalf("it begins at %g, playing: %v", g.value, g.Playing())
	}
	g.paint()
	g.run(4500 * time.Millisecond)
	if g.value != 4 || g.rests != 0 {
		t.Errorf("after four and a half seconds it is at %g, and has rested %d times", g.value, g.rests)
	}
	g.run(time.Minute)
	if g.Playing() || g.value != 10 || g.rests != 1 || g.said != 1 {
		t.Errorf("in the end it is at %g, playing: %v, %d rests, said %d times", g.value, g.Playing(), g.rests, g.said)
	}
	if !slices.Equal(g.moves, g.values) {
		t.Errorf("it has gone through %v", g.moves)
	}
	// At its end it starts from the beginning.
	g.Toggle()
	if g.value != 0 {
		t.Errorf("the second time it begins at %g", g.value)
	}
}

// Played to and fro, it turns back at both ends and continues until it is stopped.
func TestPlaysToAndFro(t *testing.T) {
	g := newPage()
	g.sweep.Back = true
	g.Toggle()
	g.paint()
	g.run(45 * time.Second)
	if !g.Playing() || len(g.moves) < 44 {
		t.Fatalf("playing: %v, %d values", g.Playing(), len(g.moves))
	}
	for i := 1; i < 41; i++ {
		want := float64(i % 20)
		if i%20 > 10 {
			want = 20 - want
		}
		if g.moves[i] != want {
			t.Fatalf("value %d is %g: %v", i, g.moves[i], g.moves)
		}
	}
}

// The next value waits for the picture of the last one. If pictures are slow, values are skipped, and the speed stays.
func TestSlowPictures(t *testing.T) {
	g := newPage()
	g.sweep.Seconds = 1 // ten values a second
	g.Toggle()
	g.paint()
	g.clock.Pass(150 * time.Millisecond)
	if n := len(g.moves); n != 2 || g.value != 1 {
		t.Fatalf("%v", g.moves)
	}
	g.clock.Pass(200 * time.Millisecond)
	if len(g.moves) != 2 {
		t.Errorf("a value was made before the last one's picture: %v", g.moves)
	}
	g.paint() // 350 ms after the beginning
	if g.value != 3 {
		t.Errorf("after a late picture it is at %g, want 3", g.value)
	}
	// A page that was hidden continues about where it was.
	g.clock.Pass(time.Hour)
	if g.paint(); g.value > 6 || !g.Playing() {
		t.Errorf("after an hour it is at %g", g.value)
	}
}

// After a pause it continues from there, wherever the value is by then.
func TestPauses(t *testing.T) {
	g := newPage()
	g.Toggle()
	g.paint()
	g.run(3500 * time.Millisecond)
	g.Toggle()
	at := g.value
	g.run(10 * time.Second)
	if g.Playing() || g.value != at || at != 3 || g.rests != 1 {
		t.Fatalf("paused at %g, it is at %g, rested %d times", at, g.value, g.rests)
	}
	g.Toggle()
	g.run(1500 * time.Millisecond)
	if g.value != 5 && g.value != 4 || g.moves[len(g.moves)-1] == 0 {
		t.Errorf("it goes on at %g: %v", g.value, g.moves)
	}
	// With another document it starts from the beginning.
	g.Stop()
	g.Forget()
	g.Toggle()
	if g.value != 0 {
		t.Errorf("a document's first time begins at %g", g.value)
	}
}

// Any other edit stops it; its own edits do not.
func TestEndsByAnotherEdit(t *testing.T) {
	g := newPage()
	g.Toggle()
	g.paint()
	g.run(2 * time.Second)
	g.Edited()
	n := len(g.moves)
	if g.run(10 * time.Second); g.Playing() || g.rests != 1 || len(g.moves) != n {
		t.Errorf("playing: %v, rested %d times, %d values after it", g.Playing(), g.rests, len(g.moves)-n)
	}
	g.Edited()
	if g.rests != 1 {
		t.Error("it rests although it did not move")
	}
	// So does a document without a sweep.
	g.Toggle()
	g.paint()
	g.sweep, g.values = nil, nil
	if g.run(2 * time.Second); g.Playing() {
		t.Error("it plays although there is nothing to play")
	}
}

// The user steps through the values; each step is final at once.
func TestWalks(t *testing.T) {
	g := newPage()
	g.Walk(1)
	if g.value != 0 {
		t.Errorf("the first step leads to %g, want the first value", g.value)
	}
	g.Walk(1)
	g.Walk(10)
	if g.value != 10 || g.rests != 3 || g.said != 3 || g.Moves() {
		t.Errorf("at %g, %d rests, said %d times", g.value, g.rests, g.said)
	}
	g.Walk(-1)
	g.Walk(-99)
	g.Go(7)
	g.Go(77)
	if want := []float64{0, 1, 10, 9, 0, 7}; !slices.Equal(g.moves, want) {
		t.Errorf("it has gone through %v", g.moves)
	}
	g = newPage()
	if g.Walk(-1); g.value != 2 {
		t.Errorf("a step back from 3 leads to %g", g.value)
	}
	g = newPage()
	g.Toggle()
	g.paint()
	if g.Walk(1); g.Playing() || g.value != 1 {
		t.Errorf("a step while it plays leads to %g, playing: %v", g.value, g.Playing())
	}
}

// While the slider is dragged, it does not play.
func TestScrubs(t *testing.T) {
	g := newPage()
	g.Toggle()
	g.paint()
	g.Scrub(6)
	g.Scrub(8)
	if g.Playing() || !g.Held() || !g.Moves() || g.value != 8 {
		t.Errorf("playing: %v, held: %v, at %g", g.Playing(), g.Held(), g.value)
	}
	n := g.rests
	if g.LetGo(); g.Moves() || g.rests != n+1 {
		t.Errorf("let go, it moves: %v; rested %d times", g.Moves(), g.rests-n)
	}
	if g.LetGo(); g.rests != n+1 {
		t.Error("it is let go twice")
	}
}

// With reduced motion the values are shown one by one.
func TestNoMotion(t *testing.T) {
	g := newPage()
	g.still = true
	for range 3 {
		g.Toggle()
		g.run(5 * time.Second)
	}
	if g.Playing() || !slices.Equal(g.moves, []float64{0, 1, 2}) {
		t.Errorf("playing: %v, values %v", g.Playing(), g.moves)
	}
}

// If a value leads to no picture, the next one still comes.
func TestNoPicture(t *testing.T) {
	g := newPage()
	g.value, g.stuck = 0, true
	g.Toggle()
	g.clock.Pass(3500 * time.Millisecond)
	if len(g.moves) < 3 {
		t.Errorf("it stands still after %v", g.moves)
	}
}

// Values may descend, and the parameter may lie anywhere.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		list []float64
		v    float64
		want int
	}{
		{[]float64{0, 1, 2}, 1, 1}, {[]float64{0, 1, 2}, 1.4, 1}, {[]float64{0, 1, 2}, 1.6, 2}, {[]float64{0, 1, 2}, -5, 0},
		{[]float64{0, 1, 2}, 5, 2}, {[]float64{4, 2, 1}, 5, 0}, {[]float64{4, 2, 1}, 2, 1}, {[]float64{4, 2, 1}, 1.4, 2},
		{[]float64{4, 2, 1}, 0, 2},
	} {
		if got := nearest(c.list, c.v); got != c.want {
			t.Errorf("of %v the nearest to %g is number %d", c.list, c.v, got)
		}
	}
}
