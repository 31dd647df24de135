package e2e

import (
	"strings"
	"testing"
)

const twoFrames = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"

// A dragged point follows the pointer, on a separate canvas, and the fields beside it, which skip some moves, show its
// final position.
func TestHeldPoint(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	x, y := p.At(0.2, 0.2)
	p.Press(x, y)
	p.Do(`window.told = 0; window.begun = performance.now(); new MutationObserver(() => told++).observe(document.getElementById("readout-at"), {childList: true, characterData: true, subtree: true})`)
	x1, y1 := p.At(0.5, 0.6)
	for range 4 {
		p.DragTo(x, y)
		p.DragTo(x1, y1)
	}
	if often := Eval[float64](p, "told / (2 + (performance.now() - begun) / 100)"); often > 1 {
		t.Errorf("the figures changed %g times as often as ten times a second", often)
	}
	p.Wait(`document.getElementById("readout-at").textContent.startsWith("0.50") && document.getElementById("readout-at").textContent.includes("0.60")`)
	// The painted pixels of the small canvas, and their centre.
	type place struct {
		X, Y    float64
		Painted int
	}
	const held = `(() => {
		const c = document.getElementById("stage-held"), r = c.getBoundingClientRect();
		const d = c.width && c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
		let n = 0, x = 0, y = 0;
		for (let i = 0; i < d.length; i += 4) {
			if (d[i+3] > 127) { n++; x += i / 4 % c.width + .5; y += Math.floor(i / 4 / c.width) + .5; }
		}
		return {x: r.x + x / n * r.width / c.width, y: r.y + y / n * r.height / c.height, painted: r.width > 0 ? n : 0};
	})()`
	p.Wait(twoFrames)
	if at := Eval[place](p, held); at.Painted < 50 || !near(at.X, x1, 1.5) || !near(at.Y, y1, 1.5) {
		t.Errorf("the held point is painted at %.1f, %.1f (%d pixels), the hand is at %.1f, %.1f", at.X, at.Y, at.Painted, x1,
			y1)
	}
	p.Changed(func() { p.Lift() })
	p.Wait(twoFrames)
	if Eval[bool](p, `document.getElementById("stage-held").getBoundingClientRect().width > 0`) {
		t.Error("the point is let go and still held")
	}
	// The pointer is on the point: its ring is visible on the top canvas.
	if s := Eval[string](p, `getComputedStyle(document.getElementById("stage-over")).opacity`); s != "1" {
		t.Errorf("the ring round the point under the pointer has opacity %s", s)
	}
	p.Move(10, 10) // off the stage
	p.Wait(`getComputedStyle(document.getElementById("stage-over")).opacity === "0"`)
}

// The swatches of the legend and of the classes are shown and follow the theme.
func TestSwatches(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	const pictures = `[...document.querySelectorAll(".swatch")].map((e) => e.style.backgroundImage).join("\n")`
	p.Wait(`document.querySelectorAll(".chip .swatch").length > 2 && document.querySelectorAll(".meanings .swatch").length > 2`)
	p.Wait(`[...document.querySelectorAll(".swatch")].every((e) => e.style.backgroundImage.startsWith("url(\"data:image/png"))`)
	light := Eval[string](p, "window.light = "+pictures)
	p.Dark(true)
	p.Wait(pictures + " !== window.light")
	if dark := Eval[string](p, pictures); strings.Count(dark, "data:image/png") != strings.Count(light, "data:image/png") {
		t.Errorf("some samples are missing in the dark theme: %d of %d", strings.Count(dark, "data:image/png"),
			strings.Count(light, "data:image/png"))
	}
}
