package hittest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// cutPage has a plot with the line of an integer parameter: 1 at 0.1 of the height, 2 at 0.3, 3 at 0.7, 4 at 0.7, 5 at
// 0.9.
func cutPage(value *float64, whole bool) *page {
	g := newPage()
	g.onValue = func(string) (float64, bool) { return *value, whole }
	g.onSlide = func(param string, v float64, held bool) {
		*value = v
		g.log = append(g.log, fmt.Sprintf("%s %.4g %v", param, v, held))
	}
	g.Take([]wire.Spots{{}, {List: []picture.Spot{
		rect("m1", 0, 0.2, 1, 1),
		{Key: "k", Kind: picture.Slide, XY: []float64{1, 0.1, 2, 0.3, 3, 0.7, 4, 0.7, 5, 0.9}},
	}}}, []string{"tree"})
	g.said()
	return g
}

// A dragged line snaps to the nearest of its positions and sets its parameter while it moves. The click at the end is
// ignored.
func TestALineIsDragged(t *testing.T) {
	at := 2.0
	g := cutPage(&at, true)
	if g.Dragging() || !g.OverLine("tree", 0.5, 0.32, 100, 100, Mouse) ||
		g.OverLine("tree", 0.5, 0.37, 100, 100, Mouse) ||
		!g.OverLine("tree", 0.5, 0.37, 100, 100, Finger) {
		t.Error("where the line is held")
	}
	if g.Drag("tree", 0.5, 0.5) || g.said() != "" {
		t.Error("it moves before it is held")
	}
	if g.GrabLine("tree", 0.5, 0.6, 100, 100, Mouse) || !g.GrabLine("tree", 0.5, 0.31, 100, 100, Mouse) {
		t.Error("it is held beside the line, or not on it")
	}
	if got := g.said(); got != "lit; ask k in plot tree" || !g.Dragging() {
		t.Error(got)
	}
	for _, c := range []struct{ y, v, line float64 }{{0.45, 2, 0.3}, {0.55, 3, 0.7}, {-3, 1, 0.1}, {7, 5, 0.9}} {
		if g.Drag("tree", 0.5, c.y); at != c.v || g.said() != fmt.Sprintf("k %g true; lit", c.v) {
			t.Errorf("at %g: %g", c.y, at)
		}
		if l := g.Highlighted("tree"); len(l) != 1 || l[0].Kind != picture.Line ||
			fmt.Sprint(l[0].XY) != fmt.Sprint([]float64{0, c.line, 1, c.line}) {
			t.Errorf("at %g: lit %v", c.y, l)
		}
	}
	g.Release()
	if g.Dragging() || g.Drag("tree", 0.5, 0.1) || at != 5 {
		t.Error("it moves when it is let go")
	}
	g.Click("tree", 0.5, 0.5, 100, 100, Mouse)
	if got := g.said(); got != "" {
		t.Error("the end of the drag is a click:", got)
	}
	g.Click("tree", 0.5, 0.5, 100, 100, Mouse)
	if got := g.said(); !strings.Contains(got, "ask m1") {
		t.Error("the next click is none:", got)
	}
}

// A real parameter is interpolated linearly between the positions, and not beyond them.
func TestALineOfANumber(t *testing.T) {
	at := 2.5
	g := cutPage(&at, false)
	if !g.GrabLine("tree", 0.5, 0.5, 100, 100, Mouse) {
		t.Fatal("the line is elsewhere")
	}
	for _, c := range []struct{ y, v float64 }{{0.2, 1.5}, {0.4, 2.25}, {0.05, 1}, {2, 5}} {
		if g.Drag("tree", 0.5, c.y); at < c.v-1e-12 || at > c.v+1e-12 {
			t.Errorf("at %g: %g", c.y, at)
		}
	}
}

// Page Up and Page Down move the line by one position, and skip those of equal height.
func TestKeysMoveALine(t *testing.T) {
	at := 2.0
	g := cutPage(&at, true)
	for _, c := range []struct {
		key string
		v   float64
	}{{"PageDown", 3}, {"PageDown", 5}, {"PageDown", 5}, {"PageUp", 3}, {"PageUp", 2}, {"PageUp", 1}, {"PageUp", 1}} {
		if !g.Press("tree", c.key, false) || at != c.v {
			t.Errorf("%s: %g, want %g", c.key, at, c.v)
		}
	}
	if key, _ := g.Key(); key != "k" {
		t.Error("the line is not pointed at")
	}
	if newPage().tree().Press("diagram", "PageUp", false) {
		t.Error("there is no line")
	}
}

// A point on a curve jumps to the pointer, follows it to the nearest position on the curve, and keys move it by one
// position.
func TestAPlaceAlongACurve(t *testing.T) {
	at := math.NaN()
	g := newPage()
	g.onValue = func(string) (float64, bool) { return at, false }
	g.onSlide = func(key string, v float64, held bool) {
		at = v
		g.log = append(g.log, fmt.Sprintf("%s %g %v", key, v, held))
	}
	g.Take([]wire.Spots{{}, {List: []picture.Spot{{Key: picture.ThresholdKey, Kind: picture.Slide,
		XY: []float64{0, 1, 0, 0.5, 0.5, 0.5, 0.5, 0, 1, 0}, Z: []float64{0.9, 0.7, 0.5, 0.3, 0}}}}}, []string{"roc"})
	g.said()
	if l := g.Highlighted("roc"); len(l) != 0 || g.GrabLine("roc", 0.3, 0.3, 100, 100, Mouse) || !g.Shapes.OnCurve("roc") {
		t.Error("it is somewhere before it has a value, or held beside the curve")
	}
	if !g.GrabLine("roc", 0.02, 0.6, 100, 100, Mouse) || at != 0.7 {
		t.Errorf("at %g where the hand came down", at)
	}
	for _, c := range []struct{ x, y, v float64 }{{0.4, 0.45, 0.5}, {0.6, 0.1, 0.3}, {3, 0, 0}, {-1, 2, 0.9}} {
		if g.Drag("roc", c.x, c.y); at != c.v {
			t.Errorf("at %g, %g: %g", c.x, c.y, at)
		}
	}
	if l := g.Highlighted("roc"); len(l) != 1 || l[0].Kind != picture.Dot || l[0].XY[0] != 0 || l[0].XY[1] != 1 {
		t.Errorf("lit is %v", l)
	}
	g.Release()
	g.said()
	for _, c := range []struct {
		key string
		v   float64
	}{{"PageUp", 0.9}, {"PageDown", 0.7}, {"PageDown", 0.5}} {
		if !g.Press("roc", c.key, false) || at != c.v || !strings.Contains(g.said(), "false") {
			t.Errorf("%s: %g, want %g", c.key, at, c.v)
		}
	}
	at = math.NaN()
	if g.Press("roc", "PageDown", false); at != 0.5 {
		t.Errorf("without a value a key goes to %g", at)
	}
}
