package hittest

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// turnPage has a plot with two numbers, the first of which is explained.
func turnPage() *page {
	g := newPage()
	g.onTurnNumber = func(t wire.Knob, v float64, held bool) {
		g.log = append(g.log, fmt.Sprintf("%s %d = %.6g of %v, %v", t.Param, t.Index, v, t.Value, held))
	}
	g.onField = func(t wire.Knob) { g.log = append(g.log, fmt.Sprintf("field of %d", t.Index)) }
	g.Take([]wire.Spots{{}, {List: []picture.Spot{rect("w0", 0, 0, 1, 0.4), rect("w1", 0, 0.6, 1, 1)}}}, []string{"net"})
	g.said()
	return g
}

func (g *page) tells(key string, index int, v float64) {
	g.Explained(&wire.Explanation{Key: key, Answer: "Weight " + key,
		Knob: &wire.Knob{Param: "coefs", Index: index, Value: v, Scale: 2, All: []float64{v, v}}})
}

// Dragging up increases a number. The click at the end of a drag is ignored, and a click without a movement shows an
// input field.
func TestANumberIsTurned(t *testing.T) {
	g := turnPage()
	g.Plot("net", 0.5, 0.2, 100, 100, Mouse)
	if g.GrabNumber("net", 0.5, 0.2, 100, 100, Mouse) {
		t.Error("a number is held that nobody knows")
	}
	g.tells("w0", 0, 0.537)
	g.said()
	if g.GrabNumber("net", 0.5, 0.8, 100, 100, Mouse) {
		t.Error("another number is held than is pointed at")
	}
	g.Plot("net", 0.5, 0.2, 100, 100, Mouse)
	g.tells("w0", 0, 0.537)
	g.said()
	if !g.GrabNumber("net", 0.5, 0.2, 100, 100, Mouse) || g.NumberDragged() || !g.Dragging() {
		t.Fatal("it is not held, or turned already")
	}
	if !g.DragNumber("net", 2) || g.said() != "" || g.NumberDragged() {
		t.Error("it turns under a hand that rests")
	}
	// a picture that comes during the drag
	g.Take([]wire.Spots{{}, {List: []picture.Spot{rect("w0", 0, 0.1, 1, 0.3), rect("w1", 0, 0.6, 1, 1)}}}, []string{"net"})
	g.said()
	for _, c := range []struct{ down, v float64 }{{-50, 1.54}, {50, -0.46}, {0, 0.54}} {
		if g.DragNumber("net", c.down); g.said() != fmt.Sprintf("coefs 0 = %g of 0.537, true", c.v) {
			t.Errorf("%g px down, want %g", c.down, c.v)
		}
	}
	if g.Release(); g.Dragging() || g.DragNumber("net", 10) {
		t.Error("it turns when it is let go")
	}
	if g.Click("net", 0.5, 0.2, 100, 100, Mouse); g.said() != "" {
		t.Error("the end of the drag is a click")
	}
	g.tells("w0", 0, 0.54)
	if g.Click("net", 0.5, 0.2, 100, 100, Mouse); g.said() != "field of 0" {
		t.Error("a click shows no field")
	}
}

// A finger's first tap only points at a number.
func TestAFingerTurns(t *testing.T) {
	g := turnPage()
	if g.GrabNumber("net", 0.5, 0.2, 100, 100, Finger) {
		t.Error("the first touch holds it")
	}
	g.Click("net", 0.5, 0.2, 100, 100, Finger)
	g.tells("w0", 0, 1)
	if !g.GrabNumber("net", 0.5, 0.2, 100, 100, Finger) {
		t.Error("the second one does not")
	}
}

func TestANumberIsTurnedByKeys(t *testing.T) {
	g := turnPage()
	g.Walk("net")
	g.tells("w0", 0, 0.5)
	if got := g.said(); !strings.Contains(got, "Page Up and Page Down change it") {
		t.Error(got)
	}
	for _, c := range []struct {
		key  string
		fine bool
		want string
	}{{"PageUp", false, "0.7 of 0.5"}, {"PageUp", true, "0.72 of 0.7"}, {"PageDown", false, "0.52 of 0.72"}} {
		if !g.Press("net", c.key, c.fine) {
			t.Errorf("%s is not ours", c.key)
		}
		if got := g.said(); got != "coefs 0 = "+c.want+", false" {
			t.Errorf("%s: %s, want %s", c.key, got, c.want)
		}
	}
	if g.Press("net", "Enter", false); g.said() != "field of 0" {
		t.Error("Enter shows no field")
	}
}
