package hittest

import (
	"fmt"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// padPage has a plot with a canvas in its upper left quarter; the right half of the plot is a unit.
func padPage() *page {
	g := newPage()
	g.onDab = func(param string, x, y float64, erase bool) {
		g.log = append(g.log, fmt.Sprintf("%s %.4g %.4g %v", param, x, y, erase))
	}
	g.onEndDab = func() { g.log = append(g.log, "end") }
	pad := rect("drawing", 0, 0, 0.5, 0.5)
	pad.Kind = picture.Pad
	g.Take([]wire.Spots{{}, {List: []picture.Spot{pad, rect("unit", 0.5, 0, 1, 1)}}}, []string{"through"})
	g.said()
	return g
}

// Dragging on the canvas draws, in fractions of its sides, and continues beyond its edges. A drag that begins outside
// of it draws nothing.
func TestAHandDraws(t *testing.T) {
	g := padPage()
	if g.Draw("through", 0.7, 0.2, false) || g.Draw("through", 0.2, 0.7, false) || g.Draw("other", 0.2, 0.2, false) ||
		g.DrawOn(0.2, 0.2) || g.Dragging() {
		t.Error("it draws beside the canvas, or before it is down")
	}
	if !g.Draw("through", 0.125, 0.125, false) || !g.Dragging() || !g.Drawing() {
		t.Error("it does not draw")
	}
	g.DrawOn(0.25, 0.375)
	g.DrawOn(0.6, 0.5)
	g.Release()
	if got := g.said(); got != "drawing 0.25 0.75 false; drawing 0.5 0.25 false; drawing 1.2 0 false; end" ||
		g.Dragging() {
		t.Error(got)
	}
	g.Draw("through", 0, 0, true)
	g.Release()
	if got := g.said(); got != "drawing 0 1 true; end" {
		t.Error(got)
	}
	if name, box := g.Shapes.Pad("through"); name != "drawing" || box != [4]float64{0, 0, 0.5, 0.5} ||
		!g.Shapes.Canvas("through", 0.5, 0.5) || g.Shapes.Canvas("through", 0.51, 0.1) {
		t.Errorf("the canvas of %q is %v", name, box)
	}
}

// Keys take the pen, move it, put it down and lift it; Delete erases, Escape puts it away.
func TestKeysDraw(t *testing.T) {
	g := padPage()
	g.Walk("through")
	g.said()
	for _, c := range []struct{ key, said string }{
		{"Enter", "say In the middle"}, {"ArrowUp", ""}, {"Enter", "drawing 0.5 0.5312 false"},
		{"ArrowLeft", "drawing 0.4688 0.5312 false"},
		{"Enter", "end"}, {"ArrowRight", ""}, {"Delete", "drawing 0.5 0.5312 true; end"},
		{"Enter", "drawing 0.5 0.5312 false"}, {"Escape", "end"},
	} {
		if !g.Press("through", c.key, false) {
			t.Errorf("%s is not ours", c.key)
		}
		var got []string
		for _, line := range g.log {
			if line != "lit" {
				got = append(got, line)
			}
		}
		g.said()
		text := ""
		for i, line := range got {
			if i > 0 {
				text += "; "
			}
			text += line
		}
		if len(c.said) > len(text) || text[:len(c.said)] != c.said || c.said == "" && text != "" {
			t.Errorf("%s: %q, want %q", c.key, text, c.said)
		}
		if spots := g.Highlighted("through"); (len(spots) == 1 && spots[0].Kind == picture.Dot) != (c.key != "Escape") {
			t.Errorf("%s: lit %v", c.key, spots)
		}
	}
	g.Press("through", "ArrowDown", false)
	if key, _ := g.Key(); key != "unit" {
		t.Errorf("the pen is away, and arrows walk to %q", key)
	}
}
