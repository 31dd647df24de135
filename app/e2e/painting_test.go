package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// sites has forty sites after some steps; a density can be painted.
const sites = `{"version":1,"method":"cvt","params":{"n_sites":40},"points":[[0.2,0.3],[0.7,0.6]],"view":{"x":[0,1],"y":[0,1],"step":6},"seed":1}`

// painted returns the density painted in the document, "" for none.
func painted(p *Page) string { return Eval[string](p, `pointscape.get().params.painting || ""`) }

// In painting mode, pictures follow the brush, a stroke is one undo step, the link contains it, and the points do not
// change.
func TestPainting(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, sites)})
	p.WaitReady()
	p.Changed(func() {
		p.Do(`(() => { const s = document.getElementById("p-density"); s.value = "painted"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	p.Wait(`document.getElementById("add-painting")?.checked`)
	p.Move(1, 1)
	clean := p.Look()
	x0, y0 := p.At(0.2, 0.3) // a point is there
	x1, y1 := p.At(0.6, 0.7)
	p.Press(x0, y0)
	p.DragTo((x0+x1)/2, (y0+y1)/2)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	if held := p.Look(); held.Hash == clean.Hash {
		t.Error("the picture does not follow the brush")
	}
	p.DragTo(x1, y1)
	p.Lift()
	p.Move(1, 1)
	stroke := p.Look()
	first := painted(p)
	if first == "" || stroke.Hash == clean.Hash {
		t.Fatalf("painted %q; the picture is another one: %v", first, stroke.Hash != clean.Hash)
	}
	p.Screenshot("painted")
	if list := p.Doc().Points; len(list) != 2 || list[0].X != 0.2 {
		t.Errorf("the points are %v", list)
	}
	d, err := doc.DecodeLink(p.followed())
	if err != nil || d.Params["painting"] != first {
		t.Errorf("the address has %v, %v; want %q", d.Params["painting"], err, first)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if l := p.Look(); painted(p) != "" || l.Hash != clean.Hash {
		t.Errorf("undone: %q, and the picture is as before: %v", painted(p), l.Hash == clean.Hash)
	}
	p.Changed(func() { p.Key("Ctrl+Shift+z") })
	if l := p.Look(); painted(p) != first || l.Hash != stroke.Hash {
		t.Errorf("redone: %q, and the picture is as it was: %v", painted(p), l.Hash == stroke.Hash)
	}
	// By keys, with another level, and erased.
	p.Do(`(() => { const s = document.getElementById("brush-level"); s.value = 4; s.dispatchEvent(new Event("change", {bubbles: true})); document.getElementById("stage").focus(); })()`)
	p.Key("ArrowRight") // shows the cursor, in the middle
	p.Changed(func() { p.Key("Enter") })
	if now := painted(p); !strings.Contains(now, "4") {
		t.Errorf("Enter has painted nothing: %q", now)
	}
	p.Changed(func() { p.ClickOn(`[data-row="painting"] button[data-param]`) })
	if l := p.Look(); painted(p) != "" || l.Hash != clean.Hash {
		t.Errorf("wiped: %q", painted(p))
	}
	// Back to points: a click adds one.
	p.ClickOn(`label[for="add-"]`)
	p.Changed(func() { p.Click(p.At(0.9, 0.1)) })
	if n := len(p.Doc().Points); n != 3 {
		t.Errorf("%d points after a click", n)
	}
}

// Lloyd's algorithm is stepped forward and back on a phone, in the dark theme, and a finger paints.
func TestLloydSteps(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Dark: true,
		Path: link(t, `{"version":1,"method":"cvt","params":{"n_sites":150,"density":"painted","painting":"00000000000000000000000000000000000099990000000000000000000000000999999"},"view":{"x":[0,1],"y":[0,1],"step":6},"seed":1}`)})
	at := p.Look()
	next := p.walk("a step", func() { p.ClickOn("#play-step") }, 7)
	if next.Hash == at.Hash {
		t.Error("a step changes nothing")
	}
	back := func() {
		p.Do(`document.getElementById("step").focus()`)
		p.Key("ArrowLeft")
	}
	if again := p.walk("a step back", back, 6); again.Hash != at.Hash {
		t.Error("step 6 looks different when one comes back to it")
	}
	if again := p.walk("forward again", func() { p.ClickOn("#play-step") }, 7); again.Hash != next.Hash {
		t.Error("step 7 looks different when one comes back to it")
	}
	before := painted(p)
	p.Do(`document.getElementById("stage").focus()`)
	p.Key("h")
	p.Wait(`document.getElementById("add-painting").checked`)
	x0, y0 := p.At(0.3, 0.3)
	x1, y1 := p.At(0.7, 0.4)
	p.Changed(func() { p.Swipe(x0, y0, x1, y1) })
	p.WaitReady()
	if painted(p) == before {
		t.Error("a finger has painted nothing")
	}
	p.Screenshot("painted-phone")
}
