package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

const twoWalls = `{"version":1,"method":"knn","params":{"n_neighbors":1},"dataset":{"name":"moons","n":100,"noise":0.25,"seed":3},"split":{"test":0.3},"view":{"x":[-0.1,1.1],"y":[0,1]},"wall":{"over":"n_neighbors","values":[1,15]}}`

// Pictures side by side show the same points, follow an edit made on any of them, state how good each fit is and what
// each predicts at the pointer, and a click opens one.
func TestWall(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Path: link(t, twoWalls), Clock: true})
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-two")
	d, err := session.New(catalog.All()).Resolve(method.Unstopped, p.Doc())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"training 0", "training 10"} {
		p.Wait(`document.querySelector("#wall-` + string(rune('0'+i)) + `-told").innerText.includes("` + want + `")`)
	}
	// The position under the pointer on one picture is marked on both.
	x0, y0 := p.At(0.5, 0.3)
	p.Move(x0, y0)
	p.Wait(`document.querySelector("#wall-1-here").innerText.includes("Class 2")`)
	cross := func(i string) Box { return p.Box("#wall-" + i + "-at") }
	own, other := p.Box("#stage"), p.Box("#wall-1-plane")
	a, b := cross("0"), cross("1")
	if dx, dy := (b.X-other.X)-(a.X-own.X), (b.Y-other.Y)-(a.Y-own.Y); dx*dx+dy*dy > 4 {
		t.Errorf("the marks lie %.1f, %.1f pixels apart", dx, dy)
	}
	p.Screenshot("wall-pointed")
	// Move a point on the other picture.
	at := func(q doc.Point) (x, y float64) {
		x, y = p.At(q.X, q.Y)
		return x + other.X - own.X, y + other.Y - own.Y
	}
	x, y := at(d.Points[0])
	before := p.shown("#wall-1-plane")
	p.Changed(func() { p.Drag(x, y, x+80, y-60) })
	p.wallDone()
	moved := p.Doc()
	if len(moved.Points) != len(d.Points) || moved.Points[0] == d.Points[0] || moved.Points[0].X < d.Points[0].X {
		t.Errorf("dragged on the second picture, point 0 went from %v to %v", d.Points[0], moved.Points[:1])
	}
	if p.shown("#wall-1-plane") == before {
		t.Error("the second picture shows what it showed before")
	}
	// A click adds a point, too, and undo reverts everything.
	x, y = at(doc.Point{X: 0.95, Y: 0.9})
	p.Changed(func() { p.Click(x, y) })
	if n := len(p.Doc().Points); n != len(d.Points)+1 {
		t.Errorf("%d points after a click on the second picture, %d before", n, len(d.Points))
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	p.Changed(func() { p.Key("Ctrl+z") })
	p.wallDone()
	if p.shown("#wall-1-plane") != before {
		t.Error("after undo the second picture is not what it was")
	}
	// The document's own picture follows its slider.
	p.Changed(func() { p.Fill("#p-n_neighbors", "3") })
	if got := p.Doc().Wall.Values; len(got) != 2 || got[0] != 3.0 || got[1] != 15.0 {
		t.Errorf("beside k = 3 stand %v", got)
	}
	p.Wait(`document.querySelector("#wall-0-open").innerText.includes("k = 3")`)
	p.Changed(func() { p.Fill("#beside-values", "1, 3, 15, 40") })
	p.wallDone()
	p.Wait(`document.querySelector("#wall-3-told").innerText.includes("training")`)
	// Exactly the typed values, in their order: the document takes the first one, in one undo step.
	p.Changed(func() { p.Fill("#beside-values", "40, 1, 15") })
	p.wallDone()
	p.Wait(`[...document.querySelectorAll(".wall-open")].map(e => e.innerText.match(/\d+/)[0]).join() === "40,1,15"`)
	if d := p.Doc(); d.Params["n_neighbors"] != 40.0 || !p.Has(".wall-cell:first-child.own") {
		t.Errorf("of values without its own the document has taken %v", d.Params)
	}
	if tops := Eval[int](p, `new Set([...document.querySelectorAll(".wall-cell")].map(e => e.getBoundingClientRect().y)).size`); tops != 1 {
		t.Errorf("three pictures stand in %d rows", tops)
	}
	if cut := Eval[string](p, `[...document.querySelectorAll(".wall-open, .wall-told")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText).join()`); cut != "" {
		t.Errorf("captions are cut: %s", cut)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if d := p.Doc(); d.Params["n_neighbors"] != 3.0 || len(d.Wall.Values) != 4 {
		t.Errorf("undo has left %v, %v", d.Params, d.Wall)
	}
	p.wallDone()
	p.Do(`(e => { e.value = "1, many"; e.dispatchEvent(new Event("change")); })(document.querySelector("#beside-values"))`)
	p.Wait(`document.querySelector("#beside-wrong")?.innerText.includes("numbers, separated by commas")`)
	if got := p.Doc().Wall.Values; len(got) != 4 {
		t.Errorf("a wrong text has changed the values to %v", got)
	}
	p.Changed(func() { p.ClickOn("#wall-3-off") })
	p.Changed(func() { p.ClickOn("#wall-2-open") })
	if now := p.Doc(); now.Wall != nil || now.Params["n_neighbors"] != 15.0 {
		t.Errorf("opened %v, wall %v", now.Params, now.Wall)
	}
	if p.Has(".wall-cell") {
		t.Error("an opened picture has others beside it")
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	p.wallDone()
	p.Changed(func() { p.ClickOn("#beside-on") })
	if p.Doc().Wall != nil || p.Has(".wall-cell") {
		t.Error("the pictures stay")
	}
	p.Changed(func() { p.ClickOn("#beside-on") })
	p.wallDone()
	if got := p.Doc().Wall; got == nil || got.Over != "n_neighbors" {
		t.Errorf("the button sets up %+v", got)
	}
	p.Do(`document.querySelector("#method-title").scrollIntoView()`)
	p.Accessible("side by side", ".wall-head")
}

// Nine pictures are drawn in the dark theme and on a phone, two in a presentation, where they can't be removed, and in
// an embedded frame.
func TestWallEverywhere(t *testing.T) {
	long(t)
	sideBySide(t)
	const nine = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":200,"noise":0.25,"seed":1},"wall":{"over":"gamma","values":[0.1,0.5,1,2,5,10,20,50,100]}}`
	p := Start(t, Options{Path: link(t, nine), Clock: true})
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-nine")
	p.Dark(true)
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-nine-dark")
	p.Become(Phone)
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-phone")
	p.Become(Desktop)
	p.Dark(false)
	p.Open(link(t, strings.Replace(twoWalls, `"y":[0,1]`, `"y":[0,1],"present":true`, 1)))
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-presented")
	if Eval[bool](p, `[...document.querySelectorAll(".wall-head .tool")].some(e => e.checkVisibility())`) {
		t.Error("pictures that are presented have buttons that take them away")
	}
	p.Open("?embed=1" + link(t, twoWalls))
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-embedded")
	// A picture whose rows have other positions has none of the stage's axes, and shows no position of the stage.
	p.Open(link(t, `{"version":1,"method":"isomap","table":{"name":"iris"},"wall":{"over":"methods","values":["isomap","pca"]}}`))
	p.WaitReady()
	p.wallDone()
	p.Move(p.At(0, 0))
	if shown := Eval[string](p, `["left", "below", "at", "plane"].filter(of =>
		getComputedStyle(document.querySelector("#wall-1-" + of)).display !== "none").join()`); shown != "plane" {
		t.Errorf("beside a map of its own stands %s", shown)
	}
	p.Screenshot("wall-maps")
}

func (p *Page) wallDone() {
	p.t.Helper()
	p.Wait(`document.documentElement.dataset.wall === "done"`)
}

// shown returns a canvas's content as a data URL.
func (p *Page) shown(selector string) string {
	p.t.Helper()
	return Eval[string](p, "document.querySelector("+quote(selector)+").toDataURL()")
}

// An incomplete last row is centred, and all pictures have the same size.
func TestWallInTheMiddle(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Path: link(t, strings.Replace(twoWalls, "[1,15]", "[1,3,5,7,15]", 1)), Clock: true})
	p.WaitReady()
	p.wallDone()
	if apart := Eval[float64](p, `(list => { const row = document.querySelector("#stage-row").getBoundingClientRect();
		const last = list.filter(b => b.top === list.at(-1).top);
		return last.length === list.length || new Set(list.map(b => Math.round(b.width))).size > 1 ? 1000 :
			Math.abs(last[0].left - row.left - (row.right - last.at(-1).right)); })
		([...document.querySelectorAll(".wall-cell")].map(e => e.getBoundingClientRect()))`); apart > 2 {
		t.Errorf("the last row is %.0f pixels from the middle", apart)
	}
}
