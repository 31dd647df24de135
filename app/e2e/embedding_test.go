package e2e

import "testing"

// An embedding of 1,797 rows grows while it plays, is paused, and goes a step back and forth.
func TestEmbeddingGrows(t *testing.T) {
	const digits = `{"version":1,"method":"tsne","table":{"name":"digits"},"params":{"perplexity":10},"view":{"step":0}}`
	p := Start(t, Options{Path: link(t, digits)})
	p.Wait(`document.querySelector("#step-at") && document.querySelector("#step-of").textContent === "1000"`)
	p.ClickOn("#play-toggle")
	p.Wait(`+document.querySelector("#step-at").textContent >= 60`)
	p.ClickOn("#play-toggle")
	at := Eval[int](p, `+document.querySelector("#step-at").textContent`)
	if at < 60 {
		t.Errorf("it is at step %d", at)
	}
	far := p.Look()
	p.walk("a step back", func() { p.ClickOn("#play-back") }, far.Step-1)
	if again := p.walk("a step", func() { p.ClickOn("#play-step") }, far.Step); again.Hash != far.Hash {
		t.Errorf("step %d looks different when one comes back to it", far.Step)
	}
	p.Screenshot("tsne")
	p.Dark(true)
	p.Screenshot("tsne-dark")
}
