package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// reader is a small convolutional network at step 8 of its training on the digits; nothing has been drawn yet.
const reader = `{"version":1,"method":"cnn","params":{"input":"drawing"},"table":{"name":"digits"},"split":{"test":0.25,"seed":1},"view":{"step":8},"seed":1}`

// drawnOn returns the document's drawing, "" for none.
func drawnOn(p *Page) string { return Eval[string](p, `pointscape.get().params.drawing || ""`) }

// A digit drawn with the mouse is classified while it is drawn, each stroke is one undo step, and the link contains it;
// a digit can be drawn by keys, too.
func TestDigitIsDrawn(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, reader)})
	p.WaitReady()
	p.Wait(`document.querySelector("#panel-through")?.width > 50`)
	p.Wait(`+document.querySelector("#step-at")?.textContent === 8 && document.documentElement.dataset.busy === "0"`)
	answers := func(digit string) {
		t.Helper()
		p.Wait(`document.querySelector("[data-fact=prediction]")?.innerText.includes("` + digit + `, ")`)
	}
	x, y := p.inPlot(reader, "through", "drawing")
	box := p.Box("#panel-through")
	side := 0.36 * box.H // at most the side of the canvas
	if s := 0.4 * box.W; s < side {
		side = s
	}
	before := p.plotPixels("through")
	// A one, from top to bottom.
	p.Press(x, y-0.35*side)
	p.DragTo(x, y)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	if p.plotPixels("through") == before {
		t.Error("the panel does not follow the hand")
	}
	p.DragTo(x, y+0.35*side)
	answers("digit 1") // before the pen is lifted
	p.Lift()
	first := drawnOn(p)
	if strings.Count(first, "1") < 40 {
		t.Fatalf("drawn is %q", first)
	}
	d, err := doc.DecodeLink(p.followed())
	if err != nil || d.Params["drawing"] != first {
		t.Errorf("the address has %v, %v", d.Params["drawing"], err)
	}
	if k := d.View.Step; k == nil || *k != 8 {
		t.Errorf("the network is at step %v after a stroke", k)
	}
	p.Screenshot("one")
	p.Changed(func() { p.Key("Ctrl+z") })
	if drawnOn(p) != "" {
		t.Error("a stroke is more than one step")
	}
	// By keys: a vertical line, from nine steps of the pen above the middle to nine below it.
	p.Do(`document.getElementById("walk-through").focus()`)
	p.Key("Home")
	p.Wait(`document.getElementById("walk-at-through").textContent === "Your drawing"`)
	p.Key("Enter")
	for range 9 {
		p.Key("ArrowUp")
	}
	p.Key("Enter")
	for range 18 {
		p.Key("ArrowDown")
	}
	p.Changed(func() { p.Key("Enter") })
	answers("digit 1")
	if n := strings.Count(drawnOn(p), "1"); n < 18*3 {
		t.Errorf("keys have drawn on %d squares", n)
	}
}

// On a phone, the drawing panel takes the place of the stage, at the top; the stage can be brought back.
func TestDigitIsDrawnOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Path: link(t, reader)})
	p.WaitReady()
	p.Wait(`document.querySelector("#large #panel-through")?.width > 50`)
	p.Wait(`+document.querySelector("#step-at")?.textContent === 8 && document.documentElement.dataset.busy === "0"`)
	x, y := p.inPlot(reader, "through", "drawing")
	box := p.Box("#panel-through")
	if y > float64(Phone.Height)/2 || box.Y < 0 {
		t.Errorf("one draws at %g of a page that is %d high", y, Phone.Height)
	}
	p.Changed(func() { p.Swipe(x, y-30, x, y+30) })
	if n := strings.Count(drawnOn(p), "1"); n < 40 {
		t.Errorf("a finger has drawn on %d squares", n)
	}
	if p.Box("#panel-through").Y != box.Y {
		t.Error("the page moves while a finger draws")
	}
	p.Screenshot("drawn-by-finger")
	p.TapOn("#swap-through")
	p.Wait(`!document.querySelector("#large")`)
	p.Screenshot("stage-again")
}
