package e2e

import "testing"

// net is a network on few points, in the middle of its training.
const net = `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[4],"learning_rate_init":0.03},
	"dataset":{"name":"moons","n":80,"noise":0.2,"seed":1},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1],"step":60},"seed":2}`

// A method without a last step opens at its step, runs until it is paused, and is scrubbed back; a step looks the same
// however it was reached.
func TestGrowing(t *testing.T) {
	p := Start(t, Options{Path: link(t, net)})
	at := func() int { return Eval[int](p, `+document.querySelector("#step-at").textContent`) }
	asked := func() int { return *p.Doc().View.Step }
	first := p.Look()
	if first.Step != 60 || first.Steps != 60 || p.playing() || first.Blank {
		t.Fatalf("it opens like this: %+v", first)
	}
	p.ClickOn("#play-toggle")
	p.Wait(`+document.querySelector("#step-at").textContent > 200`)
	if !p.playing() {
		t.Error("it runs, and offers to play")
	}
	p.pause()
	far := p.Look()
	if p.playing() || far.Step < 200 || asked() != far.Step || far.Hash == first.Hash {
		t.Errorf("paused at %+v, the document is at %d", far, asked())
	}
	p.walk("ten steps", func() { p.ClickOn("#play-ten") }, far.Step+10)
	box := p.Box("#step")
	x0, y := box.At(0.98, 0.5)
	x1, _ := box.At(0.4, 0.5)
	p.Changed(func() { p.Drag(x0, y, x1, y) })
	back := p.Look()
	if back.Step < far.Step/5 || back.Step > far.Step*3/5 || asked() != back.Step {
		t.Errorf("scrubbed back to %+v, the document is at %d", back, asked())
	}
	p.walk("a step", func() { p.ClickOn("#play-step") }, back.Step+1)
	if again := p.walk("a step back", func() { p.ClickOn("#play-back") }, back.Step); again.Hash != back.Hash {
		t.Errorf("step %d looks different when one comes back to it", back.Step)
	}
	// A picture that was being computed at the pause may be some steps further.
	furthest := max(far.Step+10, far.Steps)
	if end := p.walk("to the furthest", func() { p.ClickOn("#play-end") }, furthest); end.Steps != furthest {
		t.Errorf("the furthest is %+v", end)
	}
	if again := p.walk("ten steps back", func() { p.Key("<") }, furthest-10); furthest > far.Step+10 {
		far = again
	} else if again.Hash != far.Hash {
		t.Errorf("step %d looks different after the way back", far.Step)
	}
	// A new page trains to the same state.
	p.Reload()
	if again := p.Look(); again.Step != far.Step || again.Hash != far.Hash {
		t.Errorf("reopened at %+v, it was %+v", again, far)
	}
	// A link to more steps than anybody would wait for: training can be stopped on the way.
	p.Open(link(t, `{"version":1,"method":"mlp","dataset":{"name":"moons","n":80,"seed":1},"view":{"step":1000000000}}`))
	p.Wait(`document.querySelector("#step-of").textContent === "1000000000" && +document.querySelector("#step-at").textContent > 0`)
	p.pause() // on the way
	if stopped := p.Look(); stopped.Step == 0 || stopped.Step == 1_000_000_000 || asked() != stopped.Step ||
		at() != stopped.Step {
		t.Errorf("stopped on the way at %+v, the document is at %d", stopped, asked())
	}
}

// pause stops playing. A picture that is being computed at the click still arrives.
func (p *Page) pause() {
	p.t.Helper()
	p.ClickOn("#play-toggle")
	p.Wait(`document.querySelector("#play-toggle").getAttribute("aria-label") !== "Pause"`)
	p.WaitReady()
}

// An edit restarts the training, or continues it from the current weights, also while it plays; then the page says that
// the network was partly trained before an edit.
func TestKeepWeights(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, net)})
	first := p.Look()
	x, y := p.At(0.5, 0.5)
	drag := func() { p.Drag(x, y, x+40, y) }
	p.Click(x, y)
	anew := p.Look()
	if anew.Step != 60 || anew.Hash == first.Hash || p.Text("#training-note") != "Editing restarts training." {
		t.Errorf("after an edit: %+v, %q", anew, p.Text("#training-note"))
	}
	p.ClickOn("#keep-weights")
	p.ClickOn("#play-toggle")
	p.Wait(`+document.querySelector("#step-at").textContent > 150`)
	drag()
	p.Wait(`document.querySelector("#training-note").textContent.startsWith("Partly trained before an edit")`)
	if k := Eval[int](p, `+document.querySelector("#step-at").textContent`); k < 150 || !p.playing() {
		t.Errorf("a point was moved, and it went to step %d, playing %v", k, p.playing())
	}
	p.pause()
	kept := p.Look()
	// Without kept weights, as in the link, the same steps are computed from the start.
	p.Changed(func() { p.ClickOn("#keep-weights") })
	if l := p.Look(); l.Step != kept.Step || l.Hash == kept.Hash ||
		p.Text("#training-note") != "Editing restarts training." {
		t.Errorf("trained anew: %+v, kept were %+v; %q", l, kept, p.Text("#training-note"))
	}
}
