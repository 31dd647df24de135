package e2e

import "testing"

// boosting has so many points and rounds that they can't all be computed within a frame.
const boosting = `{"version":1,"method":"adaboost","params":{"n_estimators":400,"max_depth":3},
	"dataset":{"name":"moons","n":600,"noise":0.3,"seed":1},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`

// A method with a last step opens there, and the controls of methods without a last step don't appear. While a point is
// moved, pictures show as many rounds as there is time for; at rest all rounds are computed, the same as on a page that
// opens with them.
func TestRounds(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, boosting)})
	first := p.Look()
	if first.Step != 400 || first.Steps != 400 || p.playing() || first.Blank || p.Doc().View.Step != nil {
		t.Fatalf("it opens like this: %+v", first)
	}
	if p.Has("#keep-weights") || p.Has("#play-ten") {
		t.Error("it has the controls of methods without an end")
	}
	back := p.walk("to the start", func() { p.ClickOn("#play-start") }, 0)
	if back.Steps != 400 {
		t.Errorf("back at the start the end is %d", back.Steps)
	}
	p.walk("a round", func() { p.ClickOn("#play-step") }, 1)
	if again := p.walk("to the end", func() { p.ClickOn("#play-end") }, 400); again.Hash != first.Hash ||
		p.Doc().View.Step != nil {
		t.Errorf("the end is %+v, it was %+v", again, first)
	}
	// What the page shows in between, after an edit.
	p.Do(`window.seen = new Set();
		new MutationObserver(() => {
			const k = +document.querySelector("#step-at").textContent;
			if (k < 400) seen.add(k);
		}).observe(document.body, {subtree: true, childList: true, characterData: true})`)
	x, y := p.At(0.5, 0.95)
	p.Press(x, y)
	p.Lift()
	p.Press(x, y)
	p.DragTo(x+60, y+40)
	p.Lift()
	p.Still() // wait for the finest picture: between two pictures the page is briefly at rest
	moved := p.Look()
	if moved.Step != 400 || moved.Hash == first.Hash || p.playing() {
		t.Errorf("after an edit: %+v", moved)
	}
	if n := Eval[int](p, `seen.size`); n == 0 {
		t.Error("the page waited for all rounds")
	}
	p.Reload()
	p.Still()
	if again := p.Look(); again.Hash != moved.Hash || again.Step != 400 {
		t.Errorf("reopened: %+v, it was %+v", again, moved)
	}
}
