package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
)

// stage returns a screenshot of the plane, with the pointer elsewhere.
func (p *Page) stage() image.Image {
	p.t.Helper()
	p.Move(1, 1)
	p.WaitReady()
	p.Wait(`document.getAnimations().every(a => a.playState !== "running")`) // the readout fades
	p.Wait(twoFrames)
	b := p.Box("#stage")
	raw, err := p.tab.Capture()
	p.must(err)
	whole, err := png.Decode(bytes.NewReader(raw))
	p.must(err)
	return whole.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(image.Rect(int(b.X), int(b.Y), int(b.X+b.W), int(b.Y+b.H)))
}

// differ returns the number of pixels that differ, -1 if the sizes differ.
func differ(a, b image.Image) (n int) {
	if a.Bounds() != b.Bounds() {
		return -1
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

const (
	liveShown = `document.getElementById("stage-live")?.checkVisibility() && !document.getElementById("stage-picture").checkVisibility()`
	liveNot   = `!document.getElementById("stage-live")?.checkVisibility() && document.getElementById("stage-picture").checkVisibility()`
)

// TestEnginesCanvas: what the engine itself paints on the stage is identical, to the pixel, to the page in a browser
// without OffscreenCanvas transfer: after a drag, in another part of the plane, in another window, in the other
// palette, and from another engine.
func TestEnginesCanvas(t *testing.T) {
	long(t)
	steps := []struct {
		name  string
		live  string // condition after the step, if the engine has a canvas
		after func(p *Page)
	}{
		{"dragged", liveShown, func(p *Page) {
			x, y := p.At(0.2, 0.4)
			x1, y1 := p.At(0.5, 0.6)
			p.Press(x, y)
			for range 3 {
				p.DragTo(x1, y1)
				p.DragTo(x, y)
			}
			p.DragTo(x1, y1)
			p.Changed(func() { p.Lift() })
		}},
		{"zoomed", liveNot, func(p *Page) {
			p.Changed(func() { p.ClickOn(`.zoom [data-key="+"]`) })
		}},
		{"dragged again", liveShown, func(p *Page) {
			x, y := p.At(0.5, 0.6)
			x1, y1 := p.At(0.4, 0.45)
			p.Press(x, y)
			p.DragTo(x1, y1)
			p.WaitReady() // sharp, during the drag
			p.DragTo(x, y)
			p.DragTo(x1, y1)
			p.WaitReady()
			p.DragTo(x, y)
			p.Changed(func() { p.Lift() })
		}},
		{"another method", liveShown, func(p *Page) {
			x, y := p.At(0.2, 0.4)
			x1, y1 := p.At(0.35, 0.6)
			p.Press(x, y)
			p.DragTo(x1, y1)
			p.DragTo(x, y)
			p.Changed(func() { p.Lift() })
		}},
		{"in a smaller window", liveNot, func(p *Page) {
			p.Changed(func() { p.Resize(Window{Width: 1000, Height: 700}) })
		}},
		{"dark", `true`, func(p *Page) { p.Dark(true); p.WaitReady() }},
		{"by an engine after the one that died", `true`, func(p *Page) {
			p.Do(`window.died = pointscapeBoot.worker; pointscapeBoot.worker.postMessage({type: "crash", id: 0, head: "{}"})`)
			p.Wait(`window.died !== pointscapeBoot.worker`)
			p.Notice("The engine stopped and was restarted").Click("Dismiss")
			x, y := p.At(0.2, 0.4)
			x1, y1 := p.At(0.3, 0.45)
			p.Changed(func() { p.Drag(x, y, x1, y1) })
			p.Changed(func() { p.Drag(x1, y1, x, y) })
		}},
	}
	var shows [2][]image.Image
	keep := func(p *Page, name string, img image.Image) {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		p.save(name, b.Bytes())
	}
	for k, script := range []string{"", `delete HTMLCanvasElement.prototype.transferControlToOffscreen`} {
		p := Start(t, Options{Closed: true, Clock: true, Expect: "asked to crash"})
		p.Inject(script)
		for i, s := range steps {
			// These methods have no iterative solver, whose result would depend on its start; and a drag changes only a part
			// of their pictures.
			if i == 0 {
				p.Open(link(t, strings.Replace(means, "lda", "voronoi", 1)))
				p.WaitReady()
			} else if i == 3 {
				p.Set(means)
				p.WaitReady()
			}
			s.after(p)
			if k == 0 {
				p.Wait(s.live)
			} else if p.Has("#stage-live") {
				t.Fatal("a browser without such canvases has one")
			}
			shows[k] = append(shows[k], p.stage())
			keep(p, fmt.Sprintf("%d %s", k, s.name), shows[k][len(shows[k])-1])
		}
	}
	for i, s := range steps {
		if n := differ(shows[0][i], shows[1][i]); n != 0 {
			t.Errorf("%s: %d pixels are not as in a page that paints by itself", s.name, n)
		}
	}
}

// When the view changes and its picture has not arrived, the engine's canvas is moved to the position of what it shows.
func TestEnginesCanvasIsMoved(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.Inject(workerWith(`addEventListener("message", (e) => { if (e.data.deaf || self.deaf && e.data.type === "draw") { self.deaf = true; e.stopImmediatePropagation(); } });`, ""))
	p.Open(link(t, twoClasses))
	p.WaitReady()
	x, y := p.At(0.2, 0.2)
	p.Press(x, y)
	p.DragTo(p.At(0.3, 0.4))
	p.WaitReady()
	p.DragTo(p.At(0.3, 0.3))
	p.Changed(func() { p.Lift() })
	p.Wait(liveShown)
	before := p.Box("#stage-live")
	x0, y0 := p.At(0, 0)
	x1, y1 := p.At(1, 1)
	p.Do(`pointscapeBoot.worker.postMessage({deaf: true})`)
	p.ClickOn(`.zoom [data-key="+"]`)
	p.Wait(twoFrames)
	if !Eval[bool](p, liveShown) {
		t.Fatal("the engine's canvas is not shown any more: ",
			Eval[string](p, `document.getElementById("stage-live")?.style.cssText + " state " + JSON.stringify(document.documentElement.dataset)`))
	}
	after := p.Box("#stage-live")
	u0, v0 := p.At(0, 0)
	u1, v1 := p.At(1, 1)
	across, down := (u1-u0)/(x1-x0), (v1-v0)/(y1-y0)
	if across < 1.05 {
		t.Fatalf("zooming in makes the plane %.3f times as wide", across)
	}
	want := Box{u0 + (before.X-x0)*across, v0 + (before.Y-y0)*down, before.W * across, before.H * down}
	for _, q := range [][2]float64{{after.X, want.X}, {after.Y, want.Y}, {after.W, want.W}, {after.H, want.H}} {
		if !near(q[0], q[1], 0.5) {
			t.Fatalf("the canvas is at %+v, and what it shows belongs to %+v", after, want)
		}
	}
}
