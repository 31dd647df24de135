package sound

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/wire"
)

// page answers when the test says so, and records what is played.
type page struct {
	*Room
	clock  *clock.Manual
	kept   map[string]string
	view   View
	why    string
	mute   bool
	asked  []wire.Trace
	wait   []func(*wire.Traced, string)
	played []Score
	hushed int
	told   []string
	says   []string
}

func newPage() *page {
	p := &page{clock: clock.NewManual(), kept: map[string]string{},
		view: View{X0: -3, X1: 3, Y: 0.5, Plane: true, XName: "x₁", YName: "x₂", Method: "Nearest neighbours"}}
	p.Room = &Room{Needs: p.needs()}
	return p
}

func (p *page) Get(key string) string      { return p.kept[key] }
func (p *page) Set(key, value string) bool { p.kept[key] = value; return true }
func (p *page) Open() bool                 { return !p.mute }
func (p *page) View() (v View, why string) { return p.view, p.why }
func (p *page) Play(s Score)               { p.played = append(p.played, s) }
func (p *page) Hush()                      { p.hushed++ }
func (p *page) Tell(text string)           { p.told = append(p.told, text) }
func (p *page) Says(text string)           { p.says = append(p.says, text) }
func (p *page) Render()                    {}
func (p *page) newest() Score              { return p.played[len(p.played)-1] }
func (p *page) answer(t *wire.Traced)      { p.refuse(t, "") }
func (p *page) refuse(t *wire.Traced, w string) {
	f := p.wait[0]
	p.wait = p.wait[1:]
	f(t, w)
}

func (p *page) Ask(q wire.Trace, done func(*wire.Traced, string)) {
	p.asked, p.wait = append(p.asked, q), append(p.wait, done)
}

func (p *page) needs() Needs {
	return Needs{
		Clock: p.clock, Shelf: p, Open: p.Open, View: p.View, Ask: p.Ask, Play: p.Play, Hush: p.Hush,
		Tell: p.Tell, Says: p.Says, Render: p.Render,
	}
}

// curve returns a trace of a function along the line.
func curve(f func(x float64) float64) *wire.Traced {
	t := &wire.Traced{}
	for i := range places {
		t.Values = append(t.Values, f(-3+6*float64(i)/(places-1)))
	}
	return t
}

// classes returns the trace of a classifier.
func classes(f func(x float64) int, names ...string) *wire.Traced {
	t := curve(func(float64) float64 { return 0.5 })
	t.K, t.Names = len(names), names
	for k := range names {
		t.Numbers = append(t.Numbers, k)
	}
	for i := range places {
		t.Classes = append(t.Classes, f(-3+6*float64(i)/(places-1)))
	}
	return t
}

func step(x float64) int {
	if x > 0.42 {
		return 1
	}
	return 0
}

// The pitch rises with the curve, by two octaves over the height of the picture, from left to right.
func TestCurve(t *testing.T) {
	v := View{X0: -3, X1: 3, Lo: -1, Hi: 1, XName: "x", YName: "y"}
	s, why := sweep(curve(math.Sin), v)
	if why != "" || len(s.Points) != places || len(s.Ticks) > 0 || s.Seconds != seconds ||
		s.Pan != [2]float64{-aside, aside} {
		t.Fatalf("%q %+v", why, s)
	}
	for i := 1; i < places; i++ {
		x0, x1 := s.Points[i-1].At*2-3, s.Points[i].At*2-3
		if (math.Sin(x1) > math.Sin(x0)) != (s.Points[i].Hz > s.Points[i-1].Hz) || s.Points[i].Jump {
			t.Fatalf("at %v: %v Hz after %v", x1, s.Points[i].Hz, s.Points[i-1].Hz)
		}
	}
	line, _ := sweep(curve(func(x float64) float64 { return x / 3 }), v)
	if a, b, c := line.Points[0].Hz, line.Points[places/2].Hz, line.Points[places-1].Hz; math.Abs(a-220) > 1e-9 ||
		math.Abs(c-880) > 1e-9 || math.Abs(b-440) > 5 {
		t.Errorf("from the lower to the upper edge: %v, %v, %v Hz", a, b, c)
	}
	if want := "From x = −3 to 3: the lowest value is −0.9999, at −1.58, the highest 0.9999, at 1.58."; s.Says != want {
		t.Errorf("said %q, want %q", s.Says, want)
	}
	// Beyond the edges the pitch stays constant; where there is no value, it is silent.
	far, _ := sweep(curve(func(x float64) float64 {
		if x > 0 {
			return math.NaN()
		}
		return -5
	}), v)
	if far.Points[0].Hz != 220 || far.Points[places-1].Hz != 0 {
		t.Errorf("%v and %v Hz", far.Points[0].Hz, far.Points[places-1].Hz)
	}
	flat, _ := sweep(curve(func(float64) float64 { return 7 }), View{X0: -3, X1: 3})
	if flat.Points[9].Hz != 440 {
		t.Errorf("without a range: %v", flat.Points[9])
	}
	plane := curve(func(x float64) float64 { return x })
	plane.Lo, plane.Hi = -3, 3
	if s, _ := sweep(plane, View{X0: -3, X1: 3, Plane: true}); math.Abs(s.Points[places-1].Hz-880) > 1e-9 {
		t.Errorf("over the plane: %v", s.Points[places-1])
	}
}

// Each class has its pitch, which rises slightly with the probability. Each boundary ticks once, and is described.
func TestClasses(t *testing.T) {
	v := newPage().view
	s, _ := sweep(classes(step, "left", "right"), v)
	at := slices.IndexFunc(s.Points, func(p Point) bool { return p.Jump })
	if len(s.Ticks) != 1 || s.Ticks[0] != s.Points[at].At || math.Abs(s.Ticks[0]*2-3-0.42) > 0.04 ||
		s.Points[at].Hz < 1.5*s.Points[at-1].Hz {
		t.Errorf("%+v at %d", s.Ticks, at)
	}
	if want := "From x₁ = −3 to 3 at x₂ = 0.5: left. From x₁ = 0.42 on, right."; s.Says != want {
		t.Errorf("said %q, want %q", s.Says, want)
	}
	// The highest pitch of a class is below that of the next one, however many there are.
	for _, k := range []int{2, 3, 10, 12, 40} {
		sure := &wire.Traced{K: k, Values: []float64{1, 0}, Classes: []int{0, 1}}
		if hz := pitches(sure, v); !(hz[0] < hz[1]) || hz[0] <= base {
			t.Errorf("of %d: %v", k, hz)
		}
		top := &wire.Traced{K: k, Values: []float64{1}, Classes: []int{k - 1}}
		if hz := pitches(top, v)[0]; hz > 1500 {
			t.Errorf("of %d the last sounds at %v Hz", k, hz)
		}
	}
	// With many changes, the ticks and the words are limited.
	stripes := classes(func(x float64) int { return int(math.Abs(math.Floor(x*30))) % 2 }, "a", "b")
	s, _ = sweep(stripes, v)
	for i := 1; i < len(s.Ticks); i++ {
		if s.Ticks[i]-s.Ticks[i-1] < spaced {
			t.Fatalf("ticks at %v", s.Ticks[i-1:i+1])
		}
	}
	if n := strings.Count(s.Says, " on, "); n != mostTold || !strings.HasSuffix(s.Says, " More changes follow.") {
		t.Errorf("said %d: %q", n, s.Says)
	}
	// It is silent where there is no class, and the edge of that is a boundary.
	some := classes(func(x float64) int { return step(x) - 1 }, "cluster 1")
	for i, c := range some.Classes {
		if c < 0 {
			some.Values[i] = math.NaN()
		}
	}
	if s, _ = sweep(some, v); s.Points[0].Hz != 0 || s.Points[places-1].Hz == 0 || len(s.Ticks) != 1 ||
		s.Says != "From x₁ = −3 to 3 at x₂ = 0.5: no prediction. From x₁ = 0.42 on, cluster 1." {
		t.Errorf("said %q, ticks %v", s.Says, s.Ticks)
	}
}

// A sweep is asked for, played and described; a second press or another document stops it.
func TestSweep(t *testing.T) {
	p := newPage()
	p.Toggle()
	if want := (wire.Trace{X0: -3, X1: 3, Y: 0.5, N: places}); len(p.asked) != 1 || p.asked[0] != want || !p.Busy() {
		t.Fatalf("asked %+v", p.asked)
	}
	p.answer(classes(step, "a", "b"))
	if len(p.played) != 1 || len(p.says) != 0 {
		t.Fatalf("played %d", len(p.played))
	}
	p.clock.Pass(3 * time.Second)
	if p.Busy() || len(p.says) != 1 || p.hushed != 0 {
		t.Errorf("told %q, ended %d", p.says, p.hushed)
	}
	for name, end := range map[string]func(){"a press": p.Toggle, "a change": p.Stop} {
		p.hushed, p.says = 0, nil
		p.Toggle()
		p.answer(classes(step, "a", "b"))
		end()
		p.clock.Pass(time.Minute)
		if p.hushed != 1 || p.Busy() || len(p.says) != 0 {
			t.Errorf("%s: ended %d, told %q", name, p.hushed, p.says)
		}
		// A late answer is not played.
		n := len(p.played)
		p.Toggle()
		end()
		p.answer(classes(step, "a", "b"))
		if len(p.played) != n || p.Busy() {
			t.Errorf("%s: played all the same", name)
		}
	}
	if n := p.clock.Waiting(); n != 0 {
		t.Errorf("%d timers wait", n)
	}
}

// If nothing can be played, the user is told why.
func TestNothing(t *testing.T) {
	p := newPage()
	hears := func(want string) {
		t.Helper()
		if len(p.told) != 1 || p.told[0] != want || len(p.played) > 0 || p.Busy() {
			t.Errorf("told %q, want %q", p.told, want)
		}
		p.told = nil
	}
	p.Toggle()
	p.answer(&wire.Traced{})
	hears("There is nothing to play: Nearest neighbours has no values at positions here.")
	p.Toggle()
	p.answer(curve(func(float64) float64 { return math.NaN() }))
	hears("There is nothing to play on this line.")
	p.Toggle()
	p.refuse(nil, "The engine is not running.")
	hears("The engine is not running.")
	p.why = "There is no picture."
	p.Toggle()
	hears("There is no picture.")
	p.why, p.mute = "", true
	p.Toggle()
	hears(mute)
	p.Switch()
	hears(mute)
}

// With the switch on, the cursor has a tone for each step, with a tick if it has crossed a boundary.
func TestCursor(t *testing.T) {
	p := newPage()
	p.At(0, 0)
	if len(p.asked) > 0 {
		t.Fatal("it sounds unasked")
	}
	p.Switch()
	if p.kept[Key] != "true" || !p.On() {
		t.Fatalf("kept %v", p.kept)
	}
	walk := func(x float64, class int) {
		t.Helper()
		n := len(p.played)
		p.At(x, 0.25)
		p.answer(&wire.Traced{K: 2, Values: []float64{0.5}, Classes: []int{class}})
		p.clock.Pass(apart)
		if len(p.played) != n+1 {
			t.Fatalf("at %v: %d tones", x, len(p.played)-n)
		}
	}
	walk(-3, 0)
	if q := p.asked[0]; q != (wire.Trace{X0: -3, X1: -3, Y: 0.25, N: 1}) {
		t.Errorf("asked %+v", q)
	}
	left := p.newest()
	walk(3, 0)
	right := p.newest()
	if left.Pan != [2]float64{-aside, -aside} || right.Pan != [2]float64{aside, aside} || left.Points[0].Hz !=
		right.Points[0].Hz || len(left.Ticks)+len(right.Ticks) != 0 || left.Seconds != short {
		t.Errorf("%+v, then %+v", left, right)
	}
	if walk(1, 1); len(p.newest().Ticks) != 1 || p.newest().Points[0].Hz <= right.Points[0].Hz {
		t.Errorf("crossed: %+v", p.newest())
	}
	// The same position again is not a step. While a key is held, the newest position is played next.
	n := len(p.asked)
	p.At(1, 0.25)
	p.At(1.1, 0.25)
	p.At(1.2, 0.25)
	p.At(1.3, 0.25)
	if len(p.asked) != n+1 {
		t.Fatalf("asked %d", len(p.asked)-n)
	}
	p.answer(&wire.Traced{K: 2, Values: []float64{0.5}, Classes: []int{1}})
	p.clock.Pass(apart)
	if len(p.asked) != n+2 || p.asked[n+1].X0 != 1.3 {
		t.Errorf("asked %+v", p.asked[n:])
	}
	p.answer(&wire.Traced{}) // no value there
	p.clock.Pass(apart)
	// Another document's boundary was not crossed.
	p.Stop()
	if walk(0, 0); len(p.newest().Ticks) != 0 {
		t.Error("a tick for another document")
	}
	// A curve's tones have no ticks.
	p.view.Plane, p.view.Lo, p.view.Hi = false, 0, 1
	p.At(2, 0)
	p.answer(&wire.Traced{Values: []float64{1}})
	p.clock.Pass(apart)
	p.At(2.1, 0)
	p.answer(&wire.Traced{Values: []float64{0}})
	if s := p.newest(); s.Points[0].Hz != 220 || len(s.Ticks) > 0 {
		t.Errorf("%+v", s)
	}
	p.Switch()
	n = len(p.asked)
	p.clock.Pass(apart)
	if p.At(0.5, 0); len(p.asked) != n || p.kept[Key] != "false" {
		t.Errorf("switched off: asked %d, kept %v", len(p.asked)-n, p.kept)
	}
	// The switch is stored.
	other := newPage()
	other.kept[Key] = "true"
	if other.At(0, 0); !other.On() || len(other.asked) != 1 {
		t.Error("it was forgotten")
	}
}
