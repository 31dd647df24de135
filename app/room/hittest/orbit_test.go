package hittest

import (
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Dragging rotates a space: it wraps around sideways, and stops at the views from above and below. The click at the end
// is ignored, and a drag that has hardly moved is a click.
func TestASpaceIsTurned(t *testing.T) {
	g := newPage()
	g.onValue = func(param string) (float64, bool) { return map[string]float64{"across": 170, "up": 80}[param], false }
	space := rect("across/up", 0, 0, 1, 1)
	space.Kind = picture.Orbit
	g.Take([]wire.Spots{{}, {List: []picture.Spot{space, rect("tile", 0, 0, 0.5, 0.5)}}}, []string{"space"})
	g.said()
	if g.Shapes.Turns("") || !g.Shapes.Turns("space") || g.GrabOrbit("other", Mouse) {
		t.Error("it is not known where a space is")
	}
	if g.Plot("space", 0.8, 0.8, 100, 100, Mouse) || !g.Plot("space", 0.2, 0.2, 100, 100, Mouse) {
		t.Error("the space itself is pointed at, or what is in it is not")
	}
	g.said()
	if g.GrabLine("space", 0.2, 0.2, 100, 100, Mouse) || !g.GrabOrbit("space", Mouse) || !g.Dragging() {
		t.Fatal("it is not held")
	}
	if !g.DragOrbit(1, 1) || g.said() != "" {
		t.Error("a hand that hardly moves turns it")
	}
	g.DragOrbit(40, 60)
	if got := g.said(); got != "orbit map[across:-170 up:90]" {
		t.Errorf("it is turned to %s", got)
	}
	g.DragOrbit(-40, -100)
	if got := g.said(); got != "orbit map[across:150 up:30]" {
		t.Errorf("then to %s", got)
	}
	g.Release()
	if g.Dragging() || g.DragOrbit(10, 10) {
		t.Error("it is held for ever")
	}
	g.Click("space", 0.2, 0.2, 100, 100, Mouse)
	if g.wanted {
		t.Error("the end of the drag is a click")
	}
}

// A finger rotates a space by moving sideways. Up and down it scrolls the page, and taps work as usual: the first one
// points, the second acts.
func TestAFingerTurnsSideways(t *testing.T) {
	g := newPage()
	g.onValue = func(param string) (float64, bool) { return 0, false }
	space := rect("across/up", 0, 0, 1, 1)
	space.Kind = picture.Orbit
	g.Take([]wire.Spots{{}, {List: []picture.Spot{space, rect("tile", 0, 0, 0.5, 0.5)}}}, []string{"space"})
	grab := func() {
		t.Helper()
		g.said()
		if g.GrabLine("space", 0.2, 0.2, 100, 100, Finger) || !g.GrabOrbit("space", Finger) || !g.Moves() {
			t.Fatal("it is not held, or the page is")
		}
	}
	grab()
	g.DragOrbit(3, 12)
	g.DragOrbit(4, 40)
	if got := g.said(); got != "" {
		t.Errorf("up and down it is turned: %s", got)
	}
	g.Release() // the page scrolls
	grab()
	g.DragOrbit(12, 3)
	g.DragOrbit(20, 40)
	if got := g.said(); !strings.HasSuffix(got, "orbit map[across:10 up:20]") {
		t.Errorf("sideways it is turned: %s", got)
	}
	g.Release()
	for tap := range 2 {
		grab()
		g.Release()
		g.Click("space", 0.2, 0.2, 100, 100, Finger)
		if g.wanted != (tap == 1) {
			t.Errorf("after tap %d its action is wanted: %t", tap+1, g.wanted)
		}
	}
}

// Shift and the arrow keys rotate a space in the same direction as a drag. Without Shift they move through its keys,
// and never to the space itself.
func TestKeysTurnASpace(t *testing.T) {
	g := newPage()
	g.onValue = func(param string) (float64, bool) { return map[string]float64{"across": 178, "up": 88}[param], false }
	space := rect("across/up", 0, 0, 1, 1)
	space.Kind = picture.Orbit
	g.Take([]wire.Spots{{}, {List: []picture.Spot{space, rect("tile", 0, 0, 0.5, 0.5)}}}, []string{"space"})
	g.Walk("space")
	g.said()
	if g.Press("space", "ArrowRight", false); strings.Contains(g.said(), "orbit") {
		t.Error("an arrow alone turns it")
	}
	if key, _ := g.Key(); key != "tile" {
		t.Errorf("one walks to %q", key)
	}
	g.Press("space", "Home", false)
	if key, _ := g.Key(); key != "tile" {
		t.Errorf("the first key is %q", key)
	}
	for name, want := range map[string]string{"ArrowRight": "across:-177 up:88", "ArrowLeft": "across:173 up:88",
		"ArrowUp": "across:178 up:83", "ArrowDown": "across:178 up:90"} {
		if got := ""; !g.Press("space", name, true) || g.Dragging() {
			t.Errorf("%s is not taken", name)
		} else if got = g.said(); !strings.Contains(got, "orbit map["+want+"]") ||
			!strings.Contains(got, "say Turned: azimuth ") {
			t.Errorf("by %s: %s", name, got)
		}
	}
	// A new picture's equal text for the same key is not spoken again: it would drown the announcement of the rotation.
	tile := wire.Explanation{Key: "tile", Answer: "a tile"}
	g.Explained(&tile)
	if got := g.said(); !strings.Contains(got, "a tile") {
		t.Errorf("of the tile is said: %s", got)
	}
	g.Press("space", "ArrowRight", true)
	g.said()
	if g.Explained(&tile); strings.Contains(g.said(), "say ") {
		t.Error("the tile is told of again")
	}
	tile.Lines = []string{"f = 2"}
	if g.Explained(&tile); !strings.Contains(g.said(), "say ") {
		t.Error("what has changed of the tile is not told")
	}
	if g.Press("other", "ArrowRight", true) {
		t.Error("what is no space is turned")
	}
}
