package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// look is the state of a fit on the page: its step, and a hash of every pixel of the picture and of the panels.
type look struct {
	Step, Steps int
	Hash        string
	Blank       bool     // nothing is painted on the stage
	Parts       []string // for each canvas: its name, its size, and the hash up to it
}

// Look waits for the newest picture and returns its look.
func (p *Page) Look() look {
	p.t.Helper()
	p.WaitReady()
	return Eval[look](p, `(() => {
		let h = 0, blank = true;
		const parts = [];
		for (const c of document.querySelectorAll("#stage-live, #stage-picture, #stage-above, .panel-figure canvas")) {
			if (getComputedStyle(c).display === "none") continue;
			const copy = new OffscreenCanvas(Math.max(c.width, 1), Math.max(c.height, 1)), g = copy.getContext("2d", {willReadFrequently: true});
			if (c.width && c.height) g.drawImage(c, 0, 0);
			const stage = c.id === "stage-picture" || c.id === "stage-live";
			if (stage) {
				blank = new Uint32Array(g.getImageData(0, 0, copy.width, copy.height).data.buffer).every(v => v === 0);
				g.globalCompositeOperation = "destination-over"; // what is not painted is the stage's ground
				g.fillStyle = getComputedStyle(document.getElementById("stage")).backgroundColor;
				g.fillRect(0, 0, copy.width, copy.height);
			}
			const d = new Uint32Array(g.getImageData(0, 0, copy.width, copy.height).data.buffer);
			h = Math.imul(h ^ d.length, 0x01000193);
			for (let i = 0; i < d.length; i++) {
				h = Math.imul(h ^ d[i], 0x01000193);
			}
			parts.push(c.id.replace("live", "picture") + " " + c.width + "x" + c.height + " " + (h >>> 0).toString(16));
		}
		const steps = document.querySelector("#step-of");
		return {
			Step: steps ? +document.querySelector("#step-at").textContent : 0, Steps: steps ? +steps.textContent : 0,
			Hash: (h >>> 0).toString(16), Blank: blank, Parts: parts,
		};
	})()`)
}

// walk calls do, which must lead to the given step, and returns the look of that step.
func (p *Page) walk(what string, do func(), step int) look {
	p.t.Helper()
	p.Changed(do)
	// Delayed results of an earlier action may have changed the state, too.
	p.Wait(fmt.Sprintf(`+document.querySelector("#step-at").textContent === %d`, step))
	l := p.Look()
	if l.Step != step {
		p.t.Errorf("%s: step %d of %d, want %d", what, l.Step, l.Steps, step)
	}
	return l
}

// playTo plays until a step is reached or passed, and pauses.
func (p *Page) playTo(step int) {
	p.t.Helper()
	p.playUntil(fmt.Sprintf(`+document.querySelector("#step-at").textContent >= %d`, step))
}

// playUntil plays until a JavaScript expression is true, and pauses. It advances the time as long as that takes
// (Options.Clock).
func (p *Page) playUntil(expr string) {
	p.t.Helper()
	p.Do(`clock.slow(true)`)
	p.ClickOn("#play-toggle")
	p.Wait(`document.querySelector("#play-toggle").getAttribute("aria-label") === "Pause"`)
	p.PassUntil(expr, 20*time.Millisecond)
	p.pause()
	p.Do(`clock.slow(false)`)
	p.WaitReady()
}

func (p *Page) playing() bool {
	p.t.Helper()
	return Eval[bool](p, `document.querySelector("#play-toggle").getAttribute("aria-label") === "Pause"`)
}

// same fails the test if a step's picture differs from an earlier one.
func (p *Page) same(what string, got, want look) {
	p.t.Helper()
	if got.Hash != want.Hash {
		p.t.Errorf("%s: step %d is not the picture that it was\nwas: %v\nis:  %v\nand a moment later: %v", what, got.Step,
			want.Parts, got.Parts, p.Look().Parts)
		p.Screenshot("step-" + strconv.Itoa(got.Step))
	}
}

func (p *Page) playerButton(name string) func() { return func() { p.ClickOn("#play-" + name) } }

func (p *Page) key(name string) func() { return func() { p.Key(name) } }

// stepAndBack goes from the end of a fit to its start, one step forward and back, and to the end again; first is the
// look of step 1. ok reports whether there are steps, and the last one was shown at the beginning.
func (p *Page) stepAndBack() (start, first, end look, ok bool) {
	p.t.Helper()
	end = p.Look()
	n := end.Steps
	if n < 1 || end.Step != n {
		p.t.Errorf("the player begins at step %d of %d", end.Step, n)
		return
	}
	start = p.walk("to the start", p.playerButton("start"), 0)
	if start.Blank {
		p.t.Error("nothing is drawn at the start")
	}
	if start.Hash == end.Hash {
		p.t.Error("the start looks like the end")
	}
	first = p.walk("a step", p.playerButton("step"), 1)
	p.same("back at the start", p.walk("a step back to the start", p.playerButton("back"), 0), start)
	p.same("the end", p.walk("to the end", p.playerButton("end"), n), end)
	return start, first, end, true
}

// stepThrough steps through a fit by every control of the player. The page shows the last step before and after.
func (p *Page) stepThrough() {
	p.t.Helper()
	start, first, end, ok := p.stepAndBack()
	if !ok {
		return
	}
	n, key := end.Steps, p.key
	p.same("the start again", p.walk("to the start again", p.playerButton("start"), 0), start)
	p.same("a step", p.walk("a step", p.playerButton("step"), 1), first)
	if n > 1 {
		p.walk("a second step", p.playerButton("step"), 2)
		p.same("a step back", p.walk("a step back", p.playerButton("back"), 1), first)
	}

	// The slider by the mouse, and then by keys.
	box := p.Box("#step")
	x0, y := box.At(0.98, 0.5)
	x1, _ := box.At(0.5, 0.5)
	p.Changed(func() { p.Drag(x0, y, x1, y) })
	middle := p.Look()
	if middle.Step < n/4 || middle.Step > n-n/4 {
		p.t.Errorf("scrubbed to the middle: step %d of %d", middle.Step, n)
	}
	if middle.Step > 0 {
		p.walk("the key ,", key(","), middle.Step-1)
		p.same("the key .", p.walk("the key .", key("."), middle.Step), middle)
	}
	p.same("Home", p.walk("Home", key("Home"), 0), start)
	p.same("End", p.walk("End", key("End"), n), end)

	if p.Has("#keep-weights") { // a method without a last step: TestGrowing plays it
		return
	}
	// Playing goes from the current step to the end, and stops there.
	from := max(n-3, 0)
	for k := n; k > from; k-- {
		p.walk("a step back", key(","), k-1)
	}
	p.Changed(func() { p.Key(" ") })
	p.Wait(`document.querySelector("#play-toggle").getAttribute("aria-label") === "Play" && document.querySelector("#step-at").textContent === "` + strconv.Itoa(n) + `"`)
	p.same("played to the end", p.Look(), end)
}

// longWay is gradient descent of 400 steps on few points: long enough to be paused in the middle.
const longWay = `{"version":1,"method":"logistic","params":{"solver":"gd","learning_rate":0.01,"max_iter":400,"tol":1e-12},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.2,0.2,0],[0.3,0.6,0],[0.6,0.5,0],[0.7,0.3,1],[0.8,0.7,1],[0.4,0.5,1]]}`

func TestPlayAndPause(t *testing.T) {
	p := Start(t, Options{Path: link(t, longWay), Clock: true})
	end := p.Look()
	if end.Steps != 400 {
		t.Fatalf("%d steps", end.Steps)
	}
	p.Do(`document.querySelector("#speed").focus()`)
	p.Key("Home") // one step a second
	// At the end, playing starts again at step 0.
	p.Do(`clock.slow(true)`)
	p.Changed(func() { p.ClickOn("#play-toggle") })
	p.Wait(`document.querySelector("#play-toggle").getAttribute("aria-label") === "Pause" && +document.querySelector("#step-at").textContent === 0`)
	p.PassUntil(`+document.querySelector("#step-at").textContent === 2`, 500*time.Millisecond)
	p.Do(`document.querySelector("#speed").focus()`)
	p.Key("End") // at maximum speed
	p.PassUntil(`+document.querySelector("#step-at").textContent > 100`, 250*time.Millisecond)
	p.ClickOn("#play-toggle")
	p.Wait(`document.querySelector("#play-toggle").getAttribute("aria-label") === "Play"`)
	p.Do(`clock.slow(false)`)
	paused := p.Look()
	if paused.Step <= 100 || paused.Step >= 400 {
		t.Fatalf("paused at step %d of %d", paused.Step, paused.Steps)
	}
	state := p.State()
	// The picture at rest is sharp, and the same as after a step back and forward.
	p.walk("the button back", func() { p.ClickOn("#play-back") }, paused.Step-1)
	if again := p.walk("the button on", func() { p.ClickOn("#play-step") }, paused.Step); again.Hash != paused.Hash {
		t.Error("the picture on which it was paused is another than that of the same step")
	}
	if p.State() != state+2 {
		t.Errorf("the state changed %d times in two steps: it went on playing", p.State()-state)
	}
	// The step is in the document.
	if d := p.Doc(); d.View.Step == nil || *d.View.Step != paused.Step {
		t.Errorf("the document's step is %v, want %d", d.View.Step, paused.Step)
	}
	// After an edit, playing continues from the current step.
	p.Do(`clock.slow(true)`)
	p.ClickOn("#play-toggle")
	p.PassUntil(fmt.Sprintf(`+document.querySelector("#step-at").textContent > %d`, paused.Step), 20*time.Millisecond)
	x, y := p.At(0.1, 0.9)
	p.Changed(func() { p.Click(x, y) })
	if !p.playing() {
		t.Error("an edit ends the playing")
	}
	p.PassUntil(`(document.querySelector("#play-toggle").getAttribute("aria-label") === "Play" &&
		document.querySelector("#step-at").textContent === "400")`, 500*time.Millisecond)
	p.Do(`clock.slow(false)`)
	if n := len(p.Doc().Points); n != 7 {
		t.Errorf("%d points after an edit while it plays", n)
	}
	// Another method's curves have their own names.
	p.Changed(func() { p.Choose("svm_primal") })
	p.Wait(`document.querySelector(".curve-keys")?.textContent.includes("Dual objective")`)
	// A method without steps has no player.
	p.Changed(func() { p.Choose("lda") })
	if p.Has("#player") {
		t.Error("a player for a method without steps")
	}
}

func TestPlayWithReducedMotion(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.media("prefers-reduced-motion", "reduce")
	p.Open(link(t, longWay))
	end := p.Look()
	start := p.walk("space at the end", func() { p.Do(`document.querySelector("#step").focus()`); p.Key(" ") }, 0)
	if p.playing() {
		t.Error("it plays although no motion is wanted")
	}
	state := p.State()
	if again := p.walk("space at the start", func() { p.Key(" ") }, end.Steps); again.Hash != end.Hash ||
		start.Hash == end.Hash {
		t.Error("to play does not lead to the end's picture")
	}
	if p.State() != state+1 {
		t.Errorf("the end was reached in %d changes, want one", p.State()-state)
	}
}

// TestPlayerAlone checks the player of an embedded stage.
func TestPlayerAlone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?embed=1" + link(t, longWay), Window: Window{Width: 480, Height: 400, Scale: 1}})
	steps := p.Look().Steps
	start := p.walk("to the start", func() { p.ClickOn("#play-start") }, 0)
	end := p.walk("to the end", func() { p.ClickOn("#play-end") }, steps)
	if start.Hash == end.Hash {
		t.Error("the start looks like the end")
	}
	p.same("to the start again", p.walk("to the start", func() { p.ClickOn("#play-start") }, 0), start)
	p.same("to the end again", p.walk("to the end", func() { p.ClickOn("#play-end") }, steps), end)
}

// TestStepsAreThereWithThePicture: when a page reports that it is done, the player of that picture is shown, too.
func TestStepsAreThereWithThePicture(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	missing := Eval[[]string](p, fmt.Sprintf(`(async () => {
		const idle = () => new Promise(done => {
			// Before the state is another one the page may say so of the last one, while it fetches the other methods.
			const root = document.documentElement, last = root.dataset.stateVersion;
			const watch = new MutationObserver(() => {
				if (root.dataset.busy === "0" && root.dataset.stateVersion !== last) { watch.disconnect(); done(); }
			});
			watch.observe(root, {attributes: true});
		});
		const missing = [];
		for (let i = 0; i < 10; i++) {
			for (const [text, there] of [[%s, true], [%s, false]]) {
				const calm = idle();
				await pointscape.set(text);
				await calm;
				if (!!document.querySelector("#step") !== there) missing.push([i, there, JSON.stringify(document.documentElement.dataset)].join(" "));
			}
		}
		return missing;
	})()`, quote(longWay), quote(twoClasses)))
	if len(missing) > 0 {
		t.Errorf("the player was not as the picture (round, whether it should be there, the page's marks):\n%s",
			strings.Join(missing, "\n"))
	}
}

// TestLectureFromTheMenu opens the lecture's example from the menu: the complete objective in the parameter plane, with
// the paths of all solvers.
func TestLectureFromTheMenu(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.ClickOn("#menu-examples")
	p.Wait(`document.querySelector("#pop-examples")`)
	id := Eval[string](p, `(() => {
		const x = [...document.querySelectorAll("#pop-examples .example")].find(e => e.innerText.includes("Newton's method"));
		x.scrollIntoView();
		return x.id;
	})()`)
	p.Changed(func() { p.ClickOn("#" + id) })
	if d := p.Doc(); d.Method != "logistic" || len(d.Points) != 4 || d.Params["features"] != "x1" {
		t.Fatalf("the example is %+v", d)
	}
	if !p.Has("#panel-solvers") {
		t.Error("no parameter plane with all solvers")
	}
	// One step from (1, -0.5) against the gradient that the lecture gives.
	p.walk("to the start", func() { p.ClickOn("#play-start") }, 0)
	p.walk("a step", func() { p.ClickOn("#play-step") }, 1)
	if text := p.Text(".results"); !strings.Contains(text, "0.7087") || !strings.Contains(text, "0.6335") {
		t.Errorf("after a step the results are\n%s", text)
	}
	p.Screenshot("lecture")
}

// TestSliderBackWhereItWas: a slider that is released at its original value counts as released, whether or not the
// browser sends a change event.
func TestSliderBackWhereItWas(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, longWay)})
	p.WaitReady()
	back := func(selector string, at float64) {
		t.Helper()
		b := p.Box(selector)
		x, y := b.At(at, 0.5)
		p.Press(x, y)
		p.Changed(func() { p.DragTo(x-80, y) })
		p.Changed(func() { p.DragTo(x, y) })
		p.Lift()
		p.WaitReady()
	}
	p.walk("to the start", func() { p.ClickOn("#play-start") }, 0)
	p.walk("to the end", func() { p.ClickOn("#play-end") }, 400)
	back("#step", 0.98)
	p.walk("to the start again", func() { p.ClickOn("#play-start") }, 0)
	if v := Eval[string](p, `document.querySelector("#step").value`); v != "0" {
		t.Errorf("the slider stays at %s", v)
	}
	p.walk("to the end", func() { p.ClickOn("#play-end") }, 400)
	back("#s-alpha", Eval[float64](p,
		`(e => 0.02 + 0.96 * (e.value - e.min) / (e.max - e.min))(document.querySelector("#s-alpha"))`))
	// The panel is rendered again: a parameter that no longer applies is gone.
	p.Changed(func() { p.ClickOn(`[data-row="penalty"] label[for="p-penalty-2"]`) })
	if p.Has("#s-alpha") {
		t.Error("the panel shows a parameter that does not count")
	}
}

// Panels are beside the stage if there is room, at the screen's resolution, and follow the steps while these are
// played; otherwise they are among the results.
func TestPlotsBesideTheStage(t *testing.T) {
	long(t)
	p := Start(t, Options{Clock: true,
		Path: link(t, strings.Replace(longWay, `"view":{`, `"view":{"show":["regions","plane","curve"],`, 1))})
	p.WaitReady()
	const sharp = `(c => c && c.clientWidth > 100 && Math.abs(c.width - c.clientWidth * devicePixelRatio) <= 1)`
	p.Wait(sharp + `(document.querySelector("#plots #panel-plane"))`)
	if box, stage := p.Box("#plots"), p.Box("#stage"); box.X < stage.X+stage.W-1 || box.W < 200 {
		t.Errorf("the plots at %+v lie over the stage at %+v", box, stage)
	}
	p.walk("to the start", func() { p.ClickOn("#play-start") }, 0)
	p.Do(`window.panelSum = () => {
		const c = document.querySelector("#panel-plane"), d = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer);
		return d.reduce((h, v) => Math.imul(h ^ v, 0x01000193), 0);
	}, window.panelWas = panelSum()`)
	p.playUntil(`panelSum() !== panelWas`)
	p.WaitReady()

	p.Resize(Tablet)
	p.Wait(`document.querySelector(".results #panel-plane") && document.querySelector("#plots").hidden`)
	p.Resize(Desktop)
	p.Wait(sharp + `(document.querySelector("#plots #panel-plane"))`)
	// The panel of a layer disappears with the layer.
	p.Do(`[...document.querySelectorAll(".show label, .show")].find(e => e.textContent.includes("Parameter plane")).click()`)
	p.Wait(`!document.querySelector("#panel-plane") && document.querySelector("#plots #panel-curve")`)
}

// The error on fresh points of the recipe is computed when the pointer rests; its legend entry stays while a slider
// moves, and the stage keeps its size.
func TestErrorOnFreshPoints(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t,
		`{"version":1,"method":"logistic","params":{"solver":"gd","max_iter":120},"dataset":{"name":"moons","n":80,"noise":0.25,"seed":4}}`)})
	p.WaitReady()
	const told = `/Fresh error [0-9.]+\s%/.test(document.querySelector(".curve-keys").textContent)`
	p.Wait(told)
	stage := p.Box("#stage")
	x, y := p.Box("#s-alpha").At(Eval[float64](p,
		`(e => 0.02 + 0.96 * (e.value - e.min) / (e.max - e.min))(document.querySelector("#s-alpha"))`), 0.5)
	p.Press(x, y)
	p.Changed(func() { p.DragTo(x-60, y) })
	if keys := p.Text(".curve-keys"); !strings.Contains(keys, "Fresh error") {
		t.Errorf("while the slider moves the keys are\n%s", keys)
	}
	if box := p.Box("#stage"); box != stage {
		t.Errorf("the stage is %+v, and was %+v", box, stage)
	}
	p.Lift()
	p.Wait(told)
	// The distribution of points that the user has set is unknown.
	p.Changed(func() { p.ClickOn("#stage") })
	p.WaitReady()
	if keys := p.Text(".curve-keys"); strings.Contains(keys, "Fresh error") {
		t.Errorf("of points by hand the keys are\n%s", keys)
	}
}

const curvePainted = `(c => c.width > 100 && new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer).some(v => v !== 0))(document.querySelector("#curve"))`

// On a phone the plane takes the room until the charts are opened. Then a finger scrolls them into view, and a tap
// shows a step. The step is shown with its unit and the last step, also after a method without a last step.
func TestChartsUnderAFinger(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t,
		`{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[2]},"dataset":{"name":"xor","n":40,"noise":0.1,"seed":3},"view":{"step":20}}`), Window: Phone})
	p.WaitReady()
	told := `[...document.querySelectorAll(".step-text span, .step-text b")].filter(e => e.checkVisibility()).map(e => e.textContent).join("|")`
	if got := Eval[string](p, told); got != "Epoch|20" {
		t.Errorf("the step of a network is told as %q", got)
	}
	if share := p.Box(".stage-frame").H / p.Box(".stage-area").H; share < 0.64 ||
		Eval[bool](p, `document.querySelector("#curve").checkVisibility()`) {
		t.Errorf("the plane has %.2f of the height", share)
	}
	p.Set(longWay)
	p.WaitReady()
	if got := Eval[string](p, told); got != "Iteration|400| / 400|400" {
		t.Errorf("the step is told as %q", got)
	}
	p.TapOn("#play-curves")
	p.WaitReady()
	p.Wait(curvePainted)
	step := `+document.querySelector("#step-at").textContent`
	inSight := `[...document.querySelectorAll(".chart-keys")].map(e => e.getBoundingClientRect()).map(r => Math.max(0, Math.min(r.right, innerWidth) - Math.max(r.left, 0)) / r.width)`
	if got := Eval[[]float64](p, inSight); len(got) != 3 || got[0] < 0.99 || got[1] < 0.9 || got[2] <= 0.02 ||
		got[2] > 0.5 {
		t.Errorf("at first the charts are in sight by %v", got)
	}
	box := p.Box("#charts")
	x0, y := box.At(0.9, 0.7)
	x1, _ := box.At(0.1, 0.7)
	p.Swipe(x0, y, x1, y)
	p.Wait(inSight + `[2] > 0.95`)
	p.Screenshot("charts")
	if k := Eval[int](p, step); k != 400 {
		t.Errorf("moving the charts looks at step %d", k)
	}
	x, _ := box.At(0.75, 0.5) // in the last chart
	p.Changed(func() { p.Tap(x, y) })
	p.WaitReady()
	if k := Eval[int](p, step); k < 20 || k > 380 {
		t.Errorf("a tap on the last chart looks at step %d", k)
	}
	if w := Eval[int](p, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page is %d px wide", w)
	}
}

// A phone in landscape, and a low frame, show the curves on request.
func TestChartsInALowWindow(t *testing.T) {
	long(t)
	for path, w := range map[string]Window{"": {Width: 844, Height: 390, Scale: 2, Touch: true},
		"?embed=1": {Width: 600, Height: 300}} {
		p := Start(t, Options{Path: path + link(t, longWay), Window: w})
		p.WaitReady()
		stage := p.Box(".stage-frame") // including the axes' numbers
		if Eval[bool](p, `document.querySelector("#curve").checkVisibility()`) {
			t.Errorf("%+v: the curves are there uncalled", w)
		}
		p.ClickOn("#play-curves")
		p.Wait(curvePainted)
		p.Wait(`[...document.querySelectorAll(".curve-key b")].every(e => e.checkVisibility() && e.textContent !== "")`)
		p.WaitReady()
		if b := p.Box(".stage-frame"); b.H < 0.35*stage.H || b.H > stage.H-30 {
			t.Errorf("%+v: the stage is %+v, before it %+v", w, b, stage)
		}
		p.Screenshot("low")
		p.ClickOn("#play-curves")
		p.Wait(`!document.querySelector("#curve").checkVisibility()`)
		p.Wait(`document.querySelector(".stage-frame").getBoundingClientRect().height === ` + fmt.Sprint(stage.H))
	}
}
