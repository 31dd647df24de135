package e2e

import (
	"testing"
)

// A weight of the diagram is dragged: what is under the hand is a step of undo, from all weights that the
// network had, at the start; Escape gives it up, and keys turn it, too. Though weights are kept through edits, what is shown
// is what the document says, as it is after a reload.
func TestWeights(t *testing.T) {
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
	turnedBy := p.Text("p.status")
	p.Reload()
	if p.WaitReady(); p.Text("p.status") != turnedBy {
		t.Errorf("reloaded: %q, before that %q", p.Text("p.status"), turnedBy)
	}
}
