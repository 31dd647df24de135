package e2e

import (
	"strings"
	"testing"
)

// Highlights on the plane are explained beside it: each has a text and a swatch, which is repainted in another theme.
// They disappear with the pointer.
func TestReadoutHasALegend(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	p.Set(`{"version":1,"method":"knn","params":{"n_neighbors":3},"points":[[0.1,0.2,0],[0.3,0.3,0],[0.4,0.8,1],[0.8,0.6,1],[0.9,0.3,0]],"view":{"x":[0,1],"y":[0,1]}}`)
	p.WaitReady()
	x, y := p.At(0.5, 0.45)
	p.Move(x, y)
	const swatches = `[...document.querySelectorAll("#readout-keys .swatch")].map(e => e.style.backgroundImage)`
	p.Wait(swatches + `.length > 0 && ` + swatches + `.every(s => s.startsWith("url("))`)
	if s := p.Text("#readout-keys"); !strings.Contains(s, "Nearest neighbours of this position") {
		t.Errorf("the legend says %q", s)
	}
	if box := p.Box("#readout-keys .swatch"); box.W < 20 || box.H < 12 {
		t.Errorf("a swatch is %+v", box)
	}
	p.Screenshot("readout")
	// While the same thing is highlighted, nothing is rewritten.
	p.Do(`window.written = 0; new MutationObserver(() => written++).observe(document.querySelector("#readout-keys"), {childList: true, subtree: true})`)
	lines := p.Text("#readout-lines")
	for i := range 10 {
		p.Move(x+float64(i), y)
	}
	x1, y1 := p.At(0.56, 0.45)
	p.Move(x1, y1)
	p.Wait(`document.querySelector("#readout-lines").textContent !== ` + quote(lines))
	if n := Eval[int](p, `written`); n > 0 {
		t.Errorf("the same legend was written %d times", n)
	}
	light := Eval[string](p, swatches+`.join()`)
	p.ClickOn("#menu-theme")
	p.ClickOn(`[data-theme="dark"]`)
	p.Move(x, y)
	p.Wait(swatches + `.length > 0 && ` + swatches + `.join() !== ` + quote(light))
	p.Move(x, 20)
	p.Wait(`!document.querySelector("#readout-keys *")`)
}

// If the emphasis of a highlight changes with the position, its swatch is repainted only when the difference is
// visible.
func TestReadoutsLegendStaysForAnotherEmphasis(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t,
		`{"version": 1, "method": "kernel_density", "params": {"bandwidth": 0.2}, "points": [[0.4,0.4,0],[0.6,0.6,0]], "view": {"x": [0, 1], "y": [0, 1]}}`)})
	p.WaitReady()
	x, y := p.At(0.4, 0.5)
	p.Move(x, y)
	p.Wait(`!!document.querySelector("#readout-keys .swatch")?.style.backgroundImage`)
	p.Do(`window.painted = 0; new MutationObserver(() => painted++).observe(document.querySelector("#readout-keys"), {childList: true, subtree: true, attributes: true})`)
	for i := range 10 {
		lines := p.Text("#readout-lines")
		p.Move(x+4*float64(i+1), y)
		p.Wait(`document.querySelector("#readout-lines").textContent !== ` + quote(lines))
	}
	if n := Eval[int](p, `painted`); n > 3 {
		t.Errorf("ten places, and the legend was painted %d times", n)
	}
}
