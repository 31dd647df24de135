package e2e

import (
	"math"
	"slices"
	"testing"
)

// A weight of the diagram is dragged, in one undo step: the document then contains all weights with which the network
// starts. Escape cancels a drag, and keys and typing change a weight, too. Though weights are kept through edits, the
// page shows what the document says, as after a reload.
func TestWeights(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, threeUnits)})
	p.WaitReady()
	p.fits("diagram")
	trained := p.Text("p.status")
	p.ClickOn("#keep-weights")
	given := func() []float64 { list, _ := p.Doc().Params["coefs"].([]float64); return list }
	step := func() int {
		if s := p.Doc().View.Step; s != nil {
			return *s
		}
		return 0
	}
	hold := func() (x, y float64) {
		x, y = p.inPlot(threeUnits, "diagram", "w2.1.0")
		p.Move(x, y)
		p.saysThere("Weight from unit 2")
		return x, y
	}
	x, y := hold()
	p.Press(x, y)
	for _, up := range []float64{20, 60, 120} {
		before := p.Look().Hash
		p.Changed(func() { p.DragTo(x, y-up) })
		if p.Look().Hash == before {
			t.Errorf("turned by %g pixels, the network is the one before", up)
		}
	}
	p.Lift()
	if n := len(given()); n != 13 || step() != 0 {
		t.Errorf("%d weights at step %d, want 13 at 0", n, step())
	}
	turned := given()[len(given())-4+1]
	p.Screenshot("turned")
	x, y = hold()
	p.Press(x, y)
	p.Changed(func() { p.DragTo(x, y+40) })
	p.Changed(func() { p.Key("Escape") })
	p.Lift()
	if got := given()[10]; got != turned {
		t.Errorf("given up, the weight is %g, want %g", got, turned)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if n := len(given()); n != 0 || step() != 150 {
		t.Errorf("undone: %d weights at step %d, want none at 150", n, step())
	}
	if p.WaitReady(); p.Text("p.status") != trained {
		t.Errorf("undone: %q, want %q", p.Text("p.status"), trained)
	}
	p.Do(`document.querySelector("#walk-diagram").focus()`)
	p.Key("End")
	p.Wait(`document.querySelector("#walk-at-diagram").textContent.startsWith("Bias of output")`)
	p.Changed(func() { p.Key("PageUp") })
	if n := len(given()); n != 13 {
		t.Errorf("by keyboard: %d weights, want 13", n)
	}
	// Enter shows a focused field for it: the typed number becomes the weight, in one undo step.
	was := given()
	p.Key("Enter")
	p.Wait(`document.activeElement?.id === "t-coefs"`)
	p.Do(`document.activeElement.select()`)
	p.Type("-2.25")
	p.Changed(func() { p.Key("Enter") })
	if now := given(); now[12] != -2.25 || !slices.Equal(now[:12], was[:12]) {
		t.Errorf("typed: %v, want −2.25 as the last of %v", now, was)
	}
	p.Changed(func() { p.Key("Tab"); p.ClickOn("#undo") })
	if !slices.Equal(given(), was) {
		t.Errorf("undone: %v, want %v", given(), was)
	}
	turnedBy := p.Text("p.status")
	p.Reload()
	if p.WaitReady(); p.Text("p.status") != turnedBy {
		t.Errorf("reloaded: %q, before that %q", p.Text("p.status"), turnedBy)
	}
}

// A finger first selects a weight by a tap; then it drags it like a mouse, and the page does not scroll.
func TestWeightByFinger(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Path: link(t, threeUnits)})
	p.WaitReady()
	p.TapOn("#tab-results")
	p.Do(`document.querySelector("#panel-diagram").scrollIntoView({block: "center"})`)
	p.fits("diagram")
	x, y := p.inPlot(threeUnits, "diagram", "w2.1.0")
	given := func() []float64 { list, _ := p.Doc().Params["coefs"].([]float64); return list }
	p.Swipe(x, y, x, y-30) // it has not been selected
	if given() != nil {
		t.Fatalf("a finger that passes by turns a weight: %v", given())
	}
	p.Do(`document.querySelector("#panel-diagram").scrollIntoView({block: "center"})`)
	x, y = p.inPlot(threeUnits, "diagram", "w2.1.0")
	p.Tap(x, y)
	p.saysThere("Weight from unit 2")
	at := p.Box("#panel-diagram").Y
	p.Changed(func() { p.Swipe(x, y, x, y-50) })
	if len(given()) != 13 {
		t.Fatalf("a finger gives %d weights, want 13", len(given()))
	}
	if now := p.Box("#panel-diagram").Y; math.Abs(now-at) > 2 {
		t.Errorf("the page has moved by %g meanwhile", now-at)
	}
	p.Screenshot("turned-by-finger")
}
