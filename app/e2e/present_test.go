package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// presented is a document of two classes; presentLink returns a link that opens it as a presentation.
var presented = strings.Replace(twoClasses, `"method":"svm"`, `"method":"svm","title":"Where is the street widest?"`, 1)

var slides = Window{Width: 1280, Height: 720}

func presentLink(t *testing.T) string {
	t.Helper()
	d, err := doc.Decode([]byte(presented))
	if err != nil {
		t.Fatal(err)
	}
	d.View.Present = true
	s, err := doc.EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	return "#" + s
}

// zoom returns the number of CSS pixels per pixel of the stage.
const zoom = `(document.querySelector("#stage").clientWidth / pointscape.view().width)`

// A link opens as a presentation: only the stage, enlarged, in the whole window.
func TestPresentByALink(t *testing.T) {
	p := Start(t, Options{Path: presentLink(t), Window: slides})
	p.WaitReady()
	p.Wait(`document.querySelector(".app.presenting") && Math.abs(` + zoom + ` - 1.6) < 0.01`)
	p.WaitReady()
	if p.Has(".bar") || p.Text(".dock-title") != "Where is the street widest?" {
		t.Error("it has the header, or the panel, or not its title")
	}
	if b := p.Box(".stage-frame"); b.W < 1270 || b.H < 600 {
		t.Errorf("the stage is %+v", b)
	}
	// Only the classes of the points are named.
	if text := p.Text(".chips"); !strings.Contains(strings.ToLower(text), "class 1") ||
		!strings.Contains(strings.ToLower(text), "class 2") || strings.Contains(strings.ToLower(text), "class 3") {
		t.Errorf("the chips say %q", text)
	}
	// A canvas has the resolution at which it is shown: nothing is blurred.
	if !Eval[bool](p, `[...document.querySelectorAll("#stage-picture, #stage-live, #stage-points")].every(c => !c.checkVisibility() || Math.abs(c.width - c.getBoundingClientRect().width) < 1 && Math.abs(c.height - c.getBoundingClientRect().height) < 1)`) {
		t.Error("the canvases are stretched")
	}
	p.Screenshot("link")
	// Clicks still have the right position.
	x, y := p.At(0.5, 0.6)
	p.Changed(func() { p.Click(x, y) })
	d := p.Doc()
	if q := d.Points[len(d.Points)-1]; !near(q.X, 0.5, 0.01) || !near(q.Y, 0.6, 0.01) {
		t.Errorf("a click at (0.5, 0.6) made %+v", q)
	}
	x1, y1 := p.At(0.7, 0.3)
	p.Changed(func() { p.Drag(x, y, x1, y1) })
	if q := p.Doc().Points[len(d.Points)-1]; !near(q.X, 0.7, 0.02) || !near(q.Y, 0.3, 0.02) {
		t.Errorf("dragged to (0.7, 0.3), it is at %+v", q)
	}
	// Undo does not end the presentation.
	p.Changed(func() { p.Key("Ctrl+z") })
	if !p.Has(".app.presenting") {
		t.Error("undoing ended the presentation")
	}
	// The chosen size is restored.
	p.ClickOn("#present-larger")
	p.ClickOn("#present-larger")
	p.Wait(zoom + ` > 2`)
	p.WaitReady()
	p.Screenshot("larger")
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelector(".app.presenting") && ` + zoom + ` > 2`)
	// The panel appears on request, with the page's controls.
	p.Wait(`getComputedStyle(document.querySelector("#sheet")).visibility !== "visible"`) // it slides out
	p.ClickOn("#present-panel")
	p.Wait(`document.querySelector("#sheet").getBoundingClientRect().right <= innerWidth`)
	p.Changed(func() { p.Fill(`#sheet input[aria-label="C"]:not([type=range])`, "25") })
	p.Screenshot("panel")
	if c := p.Doc().Params["C"]; c != 25.0 {
		t.Errorf("C is %v", c)
	}
	p.ClickOn("#present-panel")
	p.Wait(`getComputedStyle(document.querySelector("#sheet")).visibility === "hidden"`)
	p.ClickOn("#present-panel")
	p.Wait(`document.querySelector(".app.panel-open")`)
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("Escape")
	p.Wait(`document.querySelector(".app.presenting:not(.panel-open)")`)
	p.Key("Escape")
	p.Wait(`!document.querySelector(".app.presenting") && Math.abs(` + zoom + ` - 1) < 0.01`)
	p.WaitReady()
	if !p.Has(".bar") || !p.Has(".panel") || p.Doc().View.Present {
		t.Error("Escape has not left the presentation")
	}
	p.Screenshot("left")
}

// The button and the key start a presentation, in full screen if the browser allows it.
func TestPresentByHand(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, presented), Window: slides})
	p.WaitReady()
	// Full screen is simulated, since the test's browser has no screen.
	p.Do(`asked = []; filled = null;
		Object.defineProperty(document, "fullscreenEnabled", { get: () => true });
		Object.defineProperty(document, "fullscreenElement", { get: () => filled });
		fill = (el) => { filled = el; document.dispatchEvent(new Event("fullscreenchange")) };
		Element.prototype.requestFullscreen = function () { asked.push("fill"); return navigator.userActivation.isActive ? (fill(this), Promise.resolve()) : Promise.reject(new Error("no gesture")) };
		document.exitFullscreen = () => { asked.push("leave"); fill(null); return Promise.resolve() };`)
	p.ClickOn("#present")
	p.Wait(`document.querySelector(".app.presenting") && asked.join() === "fill" && filled`)
	p.WaitReady()
	if p.Has("#present-full") {
		t.Error("a button for the full screen that is there")
	}
	p.ClickOn("#present-end")
	p.Wait(`!document.querySelector(".app.presenting") && asked.join() === "fill,leave"`)
	// By the key; the browser's own Escape ends it, too.
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("f")
	p.Wait(`document.querySelector(".app.presenting") && filled`)
	p.Do(`fill(null)`)
	p.Wait(`!document.querySelector(".app.presenting")`)
	if p.Doc().View.Present {
		t.Error("the document is still presented")
	}
	// If full screen is refused, the presentation fills the window.
	p.Do(`Element.prototype.requestFullscreen = () => Promise.reject(new Error("refused")); document.querySelector("#stage").focus()`)
	p.Key("f")
	p.Wait(`document.querySelector(".app.presenting")`)
	p.Wait(`document.querySelector("#present-full").checkVisibility()`)
	p.Key("Escape")
	p.Wait(`!document.querySelector(".app.presenting")`)
	// The share dialog makes a link that opens as a presentation.
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#share-link")?.value`)
	plain := Eval[string](p, `document.querySelector("#share-link").value`)
	p.ClickOn("#link-presents")
	p.Wait(`document.querySelector("#link-presents").checked && document.querySelector("#share-link").value !== ` +
		quote(plain))
	address := Eval[string](p, `document.querySelector("#share-link").value`)
	p.OpenURL("about:blank")
	p.OpenURL(address)
	p.WaitReady()
	p.Wait(`document.querySelector(".app.presenting")`)
}

// A presented stage that is wide shows the legend, which is then not in the panel, too; whether it is shown is kept for
// a reload.
func TestPresentWithTheLegend(t *testing.T) {
	long(t)
	const there = `(e => e && e.getBoundingClientRect().width > 100 && /margin/i.test(e.innerText) && [...e.querySelectorAll(".swatch")].every(s => s.style.backgroundImage.startsWith("url(")))(document.querySelector(".stage-legend"))`
	const inPanel = `document.querySelector("#sheet .meanings")`
	p := Start(t, Options{Path: presentLink(t), Window: slides})
	p.WaitReady()
	p.Wait(there + ` && !` + inPanel)
	if b, s := p.Box(".stage-legend"), p.Box(".stage-frame"); b.X+b.W > s.X+s.W || b.X < s.X+s.W/2 || b.Y < s.Y {
		t.Errorf("the legend is at %+v of the stage at %+v", b, s)
	}
	// It does not react to clicks: they go to the plane below.
	b := p.Box(".stage-legend")
	n := len(p.Doc().Points)
	p.Changed(func() { p.Click(b.X+b.W/2, b.Y+b.H/2) })
	if got := len(p.Doc().Points); got != n+1 {
		t.Errorf("a click on the legend made %d points of %d", got, n)
	}
	p.ClickOn("#present-legend")
	p.Wait(`!(` + there + `) && ` + inPanel)
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelector(".app.presenting") && ` + inPanel)
	p.ClickOn("#present-legend")
	p.Wait(there + ` && !` + inPanel)
	p.Key("Escape")
	p.Wait(`!document.querySelector(".app.presenting") && !(` + there + `) && ` + inPanel)
}

// One of several plots is beside the stage, and a button shows the next.
func TestPresentWithAPlot(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: slides, Closed: true})
	p.Open("")
	p.WaitReady()
	p.Set(`{"version":1,"method":"perceptron","dataset":{"name":"linear","n":40,"seed":4},"view":{"present":true}}`)
	p.Wait(`document.querySelector(".app.presenting .player")`)
	p.WaitReady()
	// The charts over the steps are enlarged, too, at full resolution, and a press has the right position.
	if soft := Eval[float64](p,
		`(e => Math.abs(e.width - e.getBoundingClientRect().width * devicePixelRatio))(document.querySelector("#curve"))`); soft > 2 {
		t.Errorf("the charts are %.0f pixels wider or narrower than painted", soft)
	}
	type place struct{ X, Y float64 }
	at := Eval[place](p, `(e => { const r = e.getBoundingClientRect(), w = e.clientWidth; return { X: r.left + r.width * (40 + (w - 40) / 2) / w, Y: r.top + r.height / 2 } })(document.querySelector("#curve"))`)
	p.Click(at.X, at.Y)
	p.Wait(`(s => Math.abs(s.value - s.max / 2) <= 1)(document.querySelector(".player input[type=range]"))`)
	p.Set(`{"version":1,"method":"linear","dataset":{"name":"linear","n":40,"seed":4},"view":{"present":true}}`)
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".plots .panel-figure").length === 1`)
	p.Screenshot("plot")
	if p.Has(".stage-legend:not([hidden])") {
		t.Error("the legend lies on a stage that has little room")
	}
	title := p.Text(".plots .panel-figure strong")
	p.ClickOn("#present-plot")
	p.Wait(`(document.querySelector(".plots .panel-figure strong")?.innerText ?? "") !== ` + quote(title))
	for range 6 { // through all plots to none
		if !p.Has(".plots .panel-figure") {
			return
		}
		p.ClickOn("#present-plot")
		p.WaitReady()
	}
	t.Error("the plots do not go away")
}

// Presentation on a phone: the plane takes all but one bar.
func TestPresentOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: presentLink(t), Window: Phone})
	p.WaitReady()
	p.Wait(`document.querySelector(".app.presenting")`)
	if b := p.Box(".stage-frame"); b.W < 389 || b.H < 700 {
		t.Errorf("the stage is %+v", b)
	}
	p.Screenshot("phone")
	p.TapOn("#present-end")
	p.Wait(`!document.querySelector(".app.presenting")`)
	p.TapOn("#present")
	p.Wait(`document.querySelector(".app.presenting")`)
}

// On a phone in landscape, only the plane is shown; the panel appears on request.
func TestPhoneOnItsSide(t *testing.T) {
	long(t)
	for _, w := range []Window{{Width: 844, Height: 390, Scale: 2, Touch: true},
		{Width: 667, Height: 375, Scale: 2, Touch: true}} {
		p := Start(t, Options{Path: link(t, twoClasses), Window: w})
		p.WaitReady()
		if b := p.Box(".stage-frame"); b.W < float64(w.Width)-1 || b.H < float64(w.Height)-100 {
			t.Errorf("%+v: the stage is %+v", w, b)
		}
		if Eval[bool](p, `getComputedStyle(document.querySelector("#sheet")).visibility === "visible"`) {
			t.Errorf("%+v: the panel is there uncalled", w)
		}
		p.Screenshot("side")
		p.TapOn("#call-panel")
		p.Wait(`document.querySelector("#sheet").getBoundingClientRect().right <= innerWidth + 1`)
		p.Changed(func() { p.Fill(`#sheet input[aria-label="C"]:not([type=range])`, "25") })
		p.Screenshot("side-panel")
		p.TapOn("#call-panel")
		p.Wait(`getComputedStyle(document.querySelector("#sheet")).visibility === "hidden"`)
	}
}
