package hittest

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// page logs the calls of its Index.
type page struct {
	Index
	log []string

	onTurn       func() [2]float64
	onValue      func(param string) (v float64, whole bool)
	onSlide      func(param string, v float64, held bool)
	onTurnNumber func(t wire.Knob, v float64, held bool)
	onField      func(t wire.Knob)
	onDab        func(param string, x, y float64, erase bool)
	onEndDab     func()
}

// around implements what the Index needs of the page.
type around struct{ *page }

func (g around) Title(plot string) string { return "plot " + plot }

func (g around) Ask(where string) { key, _ := g.Key(); g.note("ask %s in %s", key, where) }

func (g around) Leave() { g.note("leave") }

func (g around) Touch() bool { return false }

func (g around) Highlight() { g.note("lit") }

func (g around) KeysChanged() { g.note("had") }

func (g around) Name(plot, name string, at, of int) { g.note("%s is %d of %d", name, at, of) }

func (g around) Say(text string) { g.note("say %s", text) }

func (g around) Step(k int) { g.note("step %d", k) }

func (g around) Set(params map[string]any, what string) { g.note("%s: %v", what, params) }

func (g around) Pick(points []int) { g.note("pick %v", points) }

// Functions that only some tests need, which they set.
func (g around) Turn() (turn [2]float64) {
	if g.onTurn != nil {
		return g.onTurn()
	}
	return turn
}
func (g around) Value(param string) (float64, bool)            { return g.onValue(param) }
func (g around) Slide(param string, v float64, held bool)      { g.onSlide(param, v, held) }
func (g around) SetNumber(t wire.Knob, v float64, held bool)   { g.onTurnNumber(t, v, held) }
func (g around) EditNumber(t wire.Knob)                        { g.onField(t) }
func (g around) Stroke(param string, x, y float64, erase bool) { g.onDab(param, x, y, erase) }
func (g around) Orbit(params map[string]any, held bool)        { g.note("orbit %v", params) }
func (g around) EndStroke()                                    { g.onEndDab() }

func newPage() *page {
	g := &page{}
	g.Needs = Needs{Page: around{g}}
	return g
}

func (g *page) note(format string, args ...any) { g.log = append(g.log, fmt.Sprintf(format, args...)) }

// said returns the log since the last call.
func (g *page) said() string {
	s := strings.Join(g.log, "; ")
	g.log = nil
	return s
}

// view has one pixel per unit.
var view = picture.Viewport{X1: 100, Y1: 100, W: 100, H: 100, Scale: 1}

// rect returns a rectangle as an area.
func rect(key string, x0, y0, x1, y1 float64) picture.Spot {
	return picture.Spot{Key: key, Kind: picture.Area, XY: []float64{x0, y0, x1, y0, x1, y1, x0, y1}}
}

// tree shows a root that is split at x = 50, with a leaf on each side, and its diagram.
func (g *page) tree() *page {
	g.Take([]wire.Spots{
		{List: []picture.Spot{rect("n0", 0, 0, 100, 100), {Key: "n0", Kind: picture.Line, XY: []float64{50, 0, 50, 100}},
			rect("n1", 0, 0, 50, 100), rect("n2", 50, 0, 100, 100)}},
		{List: []picture.Spot{{Key: "n2", Kind: picture.Dot, XY: []float64{0.75, 0.8}},
			{Key: "n1", Kind: picture.Dot, XY: []float64{0.25, 0.8}}, rect("n0", 0.4, 0.1, 0.6, 0.2)}},
	}, []string{"diagram"})
	return g
}

func TestHit(t *testing.T) {
	same := func(x float64) float64 { return x }
	list := []picture.Spot{
		rect("small", 10, 10, 40, 40), rect("large", 0, 0, 100, 100),
		{Key: "line", Kind: picture.Line, XY: []float64{0, 60, 100, 60, 100, 160}},
		{Key: "dot", Kind: picture.Dot, XY: []float64{30, 30}}, {Key: "other", Kind: picture.Dot, XY: []float64{200, 30}},
		{Key: "over", Kind: picture.Dot, XY: []float64{70, 58}},
		{Key: "slant", Kind: picture.Area, XY: []float64{300, 0, 340, 40, 300, 40}},
	}
	for _, c := range []struct {
		x, y   float64
		finger bool
		key    string
		area   bool
	}{
		{12, 12, false, "small", true}, {60, 12, false, "large", true}, {26, 28, false, "dot", false},
		{20, 20, false, "small", true},
		// Just within the distances, and just beyond them.
		{38, 30, false, "dot", false}, {38.5, 30, false, "small", true}, {50, 55, false, "line", false},
		{200, 42, false, "other", false}, {200, 52, true, "other", false},
		{50, 57, false, "line", false}, {50, 54, false, "large", true}, {70, 60, false, "over", false},
		{103, 120, false, "line", false},
		{200, 41, false, "other", false}, {200, 43, false, "", false}, {200, 50, true, "other", false},
		{200, 60, true, "", false},
		{305, 20, false, "slant", true}, {330, 10, false, "", false}, {50, 200, false, "", false},
	} {
		if key, area := hit(list, c.x, c.y, same, same, c.finger); key != c.key || area != c.area {
			t.Errorf("at %g, %g: %q, %v; want %q", c.x, c.y, key, area, c.key)
		}
	}
}

// Pointing at a plot highlights the same key everywhere, and asks once for each key.
func TestPointingAtAPlot(t *testing.T) {
	g := newPage().tree()
	if got := g.said(); got != "had" {
		t.Error(got)
	}
	mouse := func(x, y float64) bool { return g.Plot("diagram", x, y, 300, 200, Mouse) }
	if !mouse(0.25, 0.78) || g.said() != "lit; ask n1 in plot diagram" {
		t.Error("the leaf does not answer")
	}
	if l := g.Highlighted(""); len(l) != 1 || l[0].Key != "n1" || l[0].Kind != picture.Area ||
		len(g.Highlighted("diagram")) != 1 {
		t.Errorf("lit %v", l)
	}
	if !mouse(0.26, 0.8) || g.said() != "" {
		t.Error("asked again of the same key")
	}
	mouse(0.5, 0.15)
	if got := g.said(); got != "lit; ask n0 in plot diagram" || len(g.Highlighted("")) != 2 {
		t.Errorf("%s, lit %v", got, g.Highlighted(""))
	}
	if mouse(0.5, 0.5) || g.said() != "lit; leave" || g.Highlighted("") != nil {
		t.Error("nothing is there")
	}
	mouse(0.25, 0.8)
	g.said()
	g.Left("candidates") // another plot
	if g.said() != "" {
		t.Error("another plot was left")
	}
	g.Left("diagram")
	if got := g.said(); got != "lit; leave" {
		t.Error(got)
	}
}

// On the plane, a pointer inside a key's shape gets the answer for its position; a pointer at a line gets the answer
// for the line.
func TestPointingAtThePlane(t *testing.T) {
	g := newPage()
	g.Over(view, 30, 50, true)
	if got := g.said(); got != "" {
		t.Error(got)
	}
	g.tree()
	g.said()
	for _, c := range []struct {
		px, py float64
		on     bool
		key    string
		alone  bool
		said   string
	}{{30, 50, true, "n1", false, "lit"}, {31, 50, true, "n1", false, ""}, {48, 50, true, "n0", true, "lit"},
		{70, 50, true, "n2", false, "lit"}, {0, 0, false, "", false, "lit"}, {0, 0, false, "", false, ""}} {
		g.Over(view, c.px, c.py, c.on)
		if key, alone := g.Key(); key != c.key || alone != c.alone {
			t.Errorf("at %g: %q, %v", c.px, key, alone)
		}
		if got := g.said(); got != c.said {
			t.Errorf("at %g: %s", c.px, got)
		}
	}
	// A mouse that leaves the plane does not end the pointing in a plot.
	g.Plot("diagram", 0.25, 0.8, 300, 200, Mouse)
	g.Over(view, 0, 0, false)
	if key, _ := g.Key(); key != "n1" {
		t.Errorf("points at %q", key)
	}
}

// A click performs the answer's action, even if the answer comes later; a finger points first.
func TestClick(t *testing.T) {
	g := newPage().tree()
	step := 3
	leaf, root := &wire.Explanation{Key: "n1", Answer: "Leaf", Does: "pick", Act: &wire.Action{Points: []int{1, 2}}},
		&wire.Explanation{Key: "n0", Answer: "Split", Does: "go", Act: &wire.Action{Step: &step}}
	g.said()
	g.Click("diagram", 0.25, 0.8, 300, 200, Mouse)
	if got := g.said(); got != "lit; ask n1 in plot diagram" {
		t.Error(got)
	}
	g.Explained(&wire.Explanation{Key: "n0", Act: &wire.Action{Step: &step}}) // for the key that was pointed at before
	if got := g.said(); got != "" {
		t.Error(got)
	}
	g.Explained(leaf)
	if got := g.said(); got != "pick [1 2]" {
		t.Error(got)
	}
	g.Explained(leaf) // once only
	if got := g.said(); got != "" || g.Hint(leaf) != "Click: pick" || g.Hint(root) != "" {
		t.Error(got, g.Hint(leaf))
	}
	// A click has no effect if the pointer leaves before the answer.
	g.Click("diagram", 0.5, 0.15, 300, 200, Mouse)
	g.Plot("diagram", 0.25, 0.8, 300, 200, Mouse)
	g.said()
	g.Explained(leaf)
	if got := g.said(); got != "" {
		t.Errorf("a click on another key does: %s", got)
	}
	g.Plot("diagram", 0.5, 0.15, 300, 200, Mouse)
	g.said()
	g.Explained(root)
	if got := g.said(); got != "" {
		t.Error(got)
	}
	// Now with a finger.
	g.Left("diagram")
	g.said()
	tap := func(x, y float64) {
		if !g.GrabLine("diagram", x, y, 300, 200, Finger) && !g.GrabNumber("diagram", x, y, 300, 200, Finger) {
			g.GrabOrbit("diagram", Finger)
		}
		g.Release()
		g.Click("diagram", x, y, 300, 200, Finger)
	}
	tap(0.5, 0.15)
	g.Explained(root)
	if got := g.said(); got != "lit; ask n0 in plot diagram" || g.Hint(root) != "Tap again: go" {
		t.Error(got, g.Hint(root))
	}
	tap(0.5, 0.15)
	if got := g.said(); got != "step 3" {
		t.Error(got)
	}
	tap(0.5, 0.6) // outside all shapes
	if got := g.said(); got != "lit; leave" {
		t.Error(got)
	}
	// An action that sets a parameter, by a pointer on the plane.
	g.Over(view, 30, 50, true)
	g.Explained(&wire.Explanation{Key: "n1", Does: "set depth to 3",
		Act: &wire.Action{Set: map[string]any{"max_depth": 3.0}}})
	g.said()
	if !g.Act() || g.said() != "set depth to 3: map[max_depth:3]" ||
		g.Hint(&wire.Explanation{Key: "n1", Does: "x"}) != "Ctrl-click: x" {
		t.Error("a click on the plane does something else")
	}
	g.Over(view, 0, 0, false)
	if g.Act() {
		t.Error("a click on nothing does something")
	}
}

// The keyboard moves through the keys in the order of the stage, speaks each, and acts.
func TestWalk(t *testing.T) {
	g := newPage().tree()
	g.said()
	g.Walk("diagram")
	if got := g.said(); got != "lit; ask n0 in plot diagram" {
		t.Error(got)
	}
	answer := func(does string) {
		key, _ := g.Key()
		x := &wire.Explanation{Key: key, Answer: "Node " + key, Lines: []string{"A line"}, Does: does}
		if does != "" {
			x.Act = &wire.Action{Points: []int{7}}
		}
		g.Explained(x)
	}
	answer("")
	if got := g.said(); got != "Node n0 is 1 of 3; say 1 of 3. Node n0. A line." {
		t.Error(got)
	}
	for _, c := range []struct{ press, want string }{
		{"ArrowDown", "lit; ask n1 in plot diagram"}, {"End", "lit; ask n2 in plot diagram"}, {"ArrowRight", ""},
		{"ArrowUp", "lit; ask n1 in plot diagram"}, {"Home", "lit; ask n0 in plot diagram"}, {"ArrowLeft", ""},
	} {
		if !g.Press("diagram", c.press, false) {
			t.Errorf("%s is not ours", c.press)
		}
		if got := g.said(); got != c.want {
			t.Errorf("%s: %s", c.press, got)
		}
	}
	g.Press("diagram", "ArrowDown", false)
	answer("pick its point out")
	g.said()
	if !g.Press("diagram", "Enter", false) || g.said() != "pick [7]" {
		t.Error("Enter does not act")
	}
	if g.Press("diagram", "Tab", false) || g.Press("nowhere", "ArrowDown", false) {
		t.Error("takes what is not its own")
	}
	// A mouse that rests on the plane does not end the keyboard's walk; leaving the picture does.
	g.Over(view, 0, 0, false)
	if key, _ := g.Key(); key != "n1" {
		t.Errorf("at %q", key)
	}
	g.said()
	g.Left("diagram")
	if got := g.said(); got != "lit; leave" {
		t.Error(got)
	}
	g.Walk("") // the stage
	if got := g.said(); got != "lit; ask n0 in plot " {
		t.Error(got)
	}
	g.Left("")
	if key, _ := g.Key(); key != "" {
		t.Errorf("still at %q", key)
	}
}

// New pictures highlight the same key at its new position. A key that is gone is not pointed at any more, and a picture
// without new keys changes nothing.
func TestTake(t *testing.T) {
	g := newPage().tree()
	g.Plot("diagram", 0.25, 0.8, 300, 200, Mouse)
	g.Explained(&wire.Explanation{Key: "n1", Act: &wire.Action{Points: []int{1}}})
	g.said()
	g.Take(nil, nil)
	if got := g.said(); got != "" {
		t.Error(got)
	}
	g.tree()
	if got := g.said(); got != "lit" {
		t.Error(got)
	}
	g.Act() // the answer is for another picture
	if got := g.said(); got != "" {
		t.Error(got)
	}
	before := g.Shapes.Having()
	g.Take([]wire.Spots{{List: []picture.Spot{rect("n0", 0, 0, 1, 1)}}, {}}, []string{"diagram"})
	if got := g.said(); got != "lit; leave; had" || g.Shapes.Having() == before || g.Shapes.Has("diagram") ||
		!g.Shapes.Has("") {
		t.Error(got)
	}
	g.Clear()
	if got := g.said(); got != "had" || g.Shapes.Has("") {
		t.Error(got)
	}
	g.Clear()
	if got := g.said(); got != "" {
		t.Error(got)
	}
}

// A finger that rests on the plane points at the key there, area or not, until the next tap: on the same key it acts,
// even if the answer comes later; elsewhere it does nothing.
func TestAFingerRestsOnThePlane(t *testing.T) {
	g := newPage().tree()
	g.said()
	if g.LongPress(view, -50, 20) || g.said() != "" {
		t.Error("there is nothing")
	}
	if g.NextTap(view, 20, 20) {
		t.Error("nothing was asked for")
	}
	g.Over(view, 20, 20, true) // a tap has left the pointer there
	g.said()
	if !g.LongPress(view, 20, 20) || !g.Outside() {
		t.Error("it is not kept")
	}
	if got := g.said(); got != "lit; ask n1 in plot " {
		t.Error(got)
	}
	g.Over(view, 0, 0, false)
	told := &wire.Explanation{Key: "n1", Answer: "Leaf 1", Does: "select its 2 points",
		Act: &wire.Action{Points: []int{1, 2}}}
	g.Explained(told)
	if got := g.Hint(told); got != "Tap again: select its 2 points" || g.said() != "" {
		t.Error(got)
	}
	if !g.NextTap(view, 30, 80) || g.said() != "pick [1 2]; lit; leave" || g.Outside() {
		t.Error("the tap on it")
	}
	if g.NextTap(view, 30, 80) {
		t.Error("the tap after that is about it, too")
	}
	g.LongPress(view, 20, 20)
	g.said()
	if !g.NextTap(view, 90, 80) || g.said() != "lit; leave" {
		t.Error("a tap elsewhere")
	}
	g.LongPress(view, 20, 20)
	g.said()
	if g.NextTap(view, 20, 20); g.said() != "" {
		t.Error("acts before it knows what to do")
	}
	g.Explained(told)
	if got := g.said(); got != "pick [1 2]; lit; leave" {
		t.Error(got)
	}
	// A mouse takes over.
	g.LongPress(view, 20, 20)
	g.Over(view, 90, 80, true)
	if g.NextTap(view, 90, 80) || g.Outside() {
		t.Error("a mouse points")
	}
}

// A finger that moves after a long press ends it without effect.
func TestAFingerThatMovesAfterAll(t *testing.T) {
	g := newPage().tree()
	g.EndLongPress() // without a long press
	g.LongPress(view, 20, 20)
	g.EndLongPress()
	if key, _ := g.Key(); key != "" || g.Outside() || g.NextTap(view, 20, 20) {
		t.Errorf("%q is still pointed at", key)
	}
}

// A point with the keys of two bars is highlighted with each of them, and highlights both.
func TestAPointAndItsBars(t *testing.T) {
	g := newPage()
	g.Take([]wire.Spots{
		{List: []picture.Spot{{Key: "x.1+y.1", Kind: picture.Dot, XY: []float64{20, 20}},
			{Key: "x.1+y.10", Kind: picture.Dot, XY: []float64{80, 20}}}},
		{List: []picture.Spot{rect("x.1", 0, 0, 0.5, 1), rect("x.10", 0.5, 0, 1, 1)}},
		{List: []picture.Spot{rect("y.1", 0, 0, 0.5, 1), rect("y.10", 0.5, 0, 1, 1)}},
	}, []string{"across", "up"})
	lights := func() string {
		return fmt.Sprint(len(g.Highlighted("")), len(g.Highlighted("across")), len(g.Highlighted("up")))
	}
	g.Over(view, 20, 80, true)
	if got := lights(); got != "2 1 1" { // the other point is in the same horizontal bar
		t.Error("at a point", got)
	}
	g.Plot("up", 0.75, 0.5, 100, 100, Mouse)
	if got := lights(); got != "1 0 1" {
		t.Error("at a bar up", got)
	}
	g.Plot("across", 0.25, 0.5, 100, 100, Mouse)
	if got := lights(); got != "2 1 0" {
		t.Error("at a bar across", got)
	}
}

// A shape in space is hit and highlighted at its position in the present rotation.
func TestKeysInSpace(t *testing.T) {
	g := newPage()
	turn := [2]float64{}
	g.onTurn = func() [2]float64 { return turn }
	g.Take([]wire.Spots{{List: []picture.Spot{{Key: "k0", Kind: picture.Dot, XY: []float64{70, 50}, Z: []float64{20}},
		{Key: "flat", Kind: picture.Dot, XY: []float64{5, 5}}}}}, nil)
	at := func(x, y float64) string {
		g.Over(view, x, 100-y, true)
		key, _ := g.Key()
		return key
	}
	if got := at(70, 50) + at(5, 5); got != "k0flat" {
		t.Error(got)
	}
	turn = [2]float64{-90, 0}
	if got := at(70, 50) + "," + at(20, 50); got != ",k0" {
		t.Error("turned:", got)
	}
	if lit := g.Highlighted(""); len(lit) != 1 || lit[0].XY[0] > 20.001 || lit[0].XY[0] < 19.999 {
		t.Error("lit:", lit)
	}
	g.Take([]wire.Spots{{List: []picture.Spot{{Key: "k0", Kind: picture.Dot, XY: []float64{70, 50}, Z: []float64{40}}}}},
		nil)
	if got := at(20, 50) + "," + at(40, 50); got != ",k0" {
		t.Error("in the next picture:", got)
	}
}
