package e2e

import (
	"math"
	"testing"
)

// spread is the range of the rows' x coordinates (Far), the width of the visible part of the plane (View), and the
// position of the first row (First).
type spread struct {
	Far, View float64
	First     [2]float64
}

func (p *Page) spread() spread {
	p.t.Helper()
	return Eval[spread](p, `(() => {
		const q = pointscape.points(), v = pointscape.view(), x = q.map(([x]) => x);
		return {Far: Math.max(...x) - Math.min(...x), View: v.x[1] - v.x[0], First: q[0].slice(0, 2)};
	})()`)
}

// An embedding grows on the stage while it plays, the view follows, and it can be paused and stepped forward and back.
func TestEmbeddingGrows(t *testing.T) {
	long(t)
	const iris = `{"version":1,"method":"tsne","table":{"name":"iris"},"params":{"perplexity":10},"view":{"step":0}}`
	p := Start(t, Options{Clock: true, Path: link(t, iris)})
	p.Wait(`document.querySelector("#step-at") && document.querySelector("#step-of").textContent === "1000"`)
	p.WaitReady()
	start := p.spread()
	if !(start.Far < 1e-2 && start.View < 3*start.Far) {
		t.Errorf("at the start the rows are %g wide in a view of %g", start.Far, start.View)
	}
	p.playTo(15)
	at := Eval[int](p, `+document.querySelector("#step-at").textContent`)
	if at < 15 {
		t.Errorf("it is at step %d", at)
	}
	far := p.Look()
	grown := p.spread()
	if !(grown.Far > 10*start.Far && grown.View > 0.9*grown.Far && grown.View < 3*grown.Far) {
		t.Errorf("after %d steps the rows are %g wide in a view of %g; at the start %g", far.Step, grown.Far, grown.View,
			start.Far)
	}
	p.walk("a step back", func() { p.ClickOn("#play-back") }, far.Step-1)
	back := p.spread()
	if back.First == grown.First {
		t.Error("a step back moves no row")
	}
	if again := p.walk("a step", func() { p.ClickOn("#play-step") }, far.Step); again.Hash != far.Hash {
		t.Errorf("step %d looks different when one comes back to it", far.Step)
	}
	if again := p.spread(); again.First != grown.First {
		t.Errorf("the first row is at %v, and at %v when one comes back to its step", grown.First, again.First)
	}
	p.Screenshot("tsne")
	p.Dark(true)
	p.Screenshot("tsne-dark")
	p.Dark(false)

	// A view chosen by the user stays if it does not contain all rows. (A view that does follows them.)
	x, y := p.At(0, 0)
	for range 3 {
		p.Changed(func() { p.Wheel(x, y, -1000) })
	}
	near := p.spread()
	if near.View > near.Far/2 {
		t.Fatalf("rows that are %g wide are in a view of %g", near.Far, near.View)
	}
	p.walk("a step back", func() { p.ClickOn("#play-back") }, far.Step-1)
	if again := p.spread(); math.Abs(again.View-near.View) > 1e-9 {
		t.Errorf("a view of %g that was chosen became one of %g", near.View, again.View)
	}
}

// Multidimensional scaling moves the rows from a random start until the species are separated, on the stage, forward
// and back; the view follows.
func TestScalingSteps(t *testing.T) {
	long(t)
	const iris = `{"version":1,"method":"mds","params":{"max_iter":60},"table":{"name":"iris"},"view":{"step":0}}`
	p := Start(t, Options{Clock: true, Path: link(t, iris)})
	p.Wait(`document.querySelector("#step-of")?.textContent === "60"`)
	p.WaitReady()
	// The distance between the means of the first and the last species, relative to the spread of the first.
	parted := func() float64 {
		return Eval[float64](p, `(() => {
			const q = pointscape.points(), mean = (z) => {
				const own = q.filter((r) => r[2] === z), m = [0, 1].map((k) => own.reduce((s, r) => s + r[k], 0) / own.length);
				return {m, off: Math.sqrt(own.reduce((s, r) => s + (r[0] - m[0]) ** 2 + (r[1] - m[1]) ** 2, 0) / own.length)};
			};
			const a = mean(0), b = mean(2);
			return Math.hypot(a.m[0] - b.m[0], a.m[1] - b.m[1]) / a.off;
		})()`)
	}
	if far := parted(); far > 1 {
		t.Errorf("at a random start the species are %g apart", far)
	}
	start := p.spread()
	one := p.walk("a step", func() { p.ClickOn("#play-step") }, 1)
	first := p.spread()
	if first.First == start.First {
		t.Error("a step moves no row")
	}
	p.walk("a step back", func() { p.ClickOn("#play-back") }, 0)
	if again := p.spread(); again.First != start.First {
		t.Errorf("row 0 began at %v, and is at %v when one comes back", start.First, again.First)
	}
	if again := p.walk("a step", func() { p.ClickOn("#play-step") }, 1); again.Hash != one.Hash {
		t.Error("step 1 looks different when one comes back to it")
	}
	p.playTo(30)
	p.WaitReady()
	if far := parted(); far < 3 {
		t.Errorf("after 30 steps the species are %g apart", far)
	}
	if s := p.spread(); !(s.View > 0.9*s.Far && s.View < 4*s.Far) {
		t.Errorf("the rows are %g wide in a view of %g", s.Far, s.View)
	}
	p.Screenshot("mds")
	// An edit restarts it, and undo returns to the same positions.
	there := p.spread()
	p.Changed(func() { p.ClickOn(`input[data-param="metric"]`) })
	if other := p.spread(); other.First == there.First {
		t.Error("without the distances themselves the rows stay where they are")
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if back := p.spread(); back.First != there.First {
		t.Errorf("row 0 was at %v, and is at %v when the edit is undone", there.First, back.First)
	}
	// The link contains the step and the view.
	p.Reload()
	p.Wait(`document.querySelector("#step-of")?.textContent === "60"`)
	p.WaitReady()
	if again := p.spread(); again.First != there.First || math.Abs(again.View-there.View) > 1e-6*there.View {
		t.Errorf("opened again, %v became %v", there, again)
	}
}
