package e2e

import (
	"testing"

	"pointscape/engine/catalog"
)

// moving records in each frame what moves by itself: animations and transitions longer than a fifth of a second, and
// four or more changes of the player's step within a second.
const moving = `{
	window.moved = [];
	let step = "", times = [];
	const look = (now) => {
		for (const a of document.getAnimations()) {
			const t = a.effect.getComputedTiming();
			if (a.playState === "running" && t.endTime > 200 && t.delay < 200) moved.push((a.animationName ?? a.transitionProperty) + " of " + (a.effect.target?.id || a.effect.target?.className));
		}
		const at = document.querySelector("#step-at")?.textContent ?? "";
		if (at !== step) {
			times.push(now);
			if (times.length > 3 && now - times.at(-4) < 1000) moved.push("step " + step + " to " + at + ", the third in " + Math.round(now - times.at(-4)) + " ms");
			step = at;
		}
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}`

// With reduced motion, nothing moves unless the user starts it: loading, growing and stepping runs, menus, cards and
// notices.
func TestNothingMovesByItself(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Closed: true})
	p.media("prefers-reduced-motion", "reduce")
	p.Inject(moving)
	still := func(what string) {
		t.Helper()
		p.Wait(`await (async () => { for (let k = 0; k < 40; k++) await new Promise(requestAnimationFrame); return true })()`)
		if list := Eval[[]string](p, `[...new Set(moved)]`); len(list) > 0 {
			t.Errorf("%s: %q move", what, list)
			p.Do(`moved.length = 0`)
		}
	}
	p.Open("")
	p.WaitReady()
	still("the playground")
	for _, menu := range []string{"method", "examples", "share", "export", "theme", "help", "data"} {
		p.ClickOn("#menu-" + menu)
		p.Wait(twoFrames)
		p.Key("Escape")
	}
	p.ClickOn(".explain")
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("n")
	p.Wait(`document.querySelector(".card")`)
	p.Key("Escape")
	p.Do(`location.hash = "#nonsense"`)
	p.Notice("The link could not be opened")
	p.Key("f")
	p.Wait(`document.querySelector(".app.presenting")`)
	still("menus, a card, a notice and presenting")
	for _, m := range catalog.All() {
		switch m.ID {
		case "mlp", "forest", "gradient_boosting", "perceptron", "kmeans", "neuron", "tsne":
			p.Open("?" + m.ID + link(t, m.Example))
			p.WaitReady()
			still(m.Name)
			if p.Has("#play-toggle") && p.playing() {
				t.Errorf("%s plays by itself", m.Name)
			}
		}
	}
}
