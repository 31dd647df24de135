package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
)

// tell makes a page in a frame report its state to the page around it.
const tell = `if (window !== top) {
	setInterval(() => window.pointscape && parent.postMessage({
		ready: document.documentElement.dataset.busy === "0" && +document.documentElement.dataset.pictureVersion > 0,
		view: (v => JSON.stringify([v.x, v.y, v.width, v.height]))(pointscape.view()), points: pointscape.points(),
		left: document.querySelector("#stage").getBoundingClientRect().x, hint: document.querySelector("#stage-hint.on")?.textContent ?? "",
		text: document.body.innerText, active: document.querySelector("#stage.active") !== null,
	}, "*"), 50);
}`

// Course shows the site in a frame of a scrollable page of another origin, and waits for its picture.
func (p *Page) Course(path, attributes string) {
	p.t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><meta name="viewport" content="width=device-width"><title>course</title><link rel="icon" href="data:,">
			<body style="margin: 0; height: 4000px"><script>told = {}; count = 0; onmessage = (e) => { if ("active" in e.data) { told = e.data; count++ } }</script>
			<iframe %s src="%s" style="border: 0; display: block; width: 100%%; height: 500px"></iframe>`, attributes,
			p.URL+path)
	}))
	p.t.Cleanup(host.Close)
	p.OpenURL(host.URL)
	p.Wait(`told.ready`)
}

// told waits until the frame has reported its current state twice.
func (p *Page) told() {
	p.t.Helper()
	n := Eval[int](p, `count`)
	p.Wait(fmt.Sprintf(`count > %d && told.ready`, n+1))
}

func TestWheelOverAFrame(t *testing.T) {
	p := Start(t, Options{Closed: true, Clock: true}) // a hint stays until it has been checked
	p.Inject(tell)
	p.Course("?embed=1"+link(t, twoClasses), "")
	view := Eval[string](p, `told.view`)
	// The page scrolls, the plane does not zoom, and a hint says how to zoom.
	p.Wheel(300, 300, 100)
	p.Wait(`scrollY > 50`)
	p.Wait(`/Ctrl/.test(told.hint)`)
	p.Screenshot("hint")
	p.told()
	if got := Eval[string](p, `told.view`); got != view {
		t.Errorf("the wheel changed the view from %s to %s", view, got)
	}
	// With Ctrl the wheel zooms the plane.
	top := Eval[float64](p, `scrollY`)
	p.Wheel(300, 200, -100, chromedp.ModifierCtrl)
	p.Wait(`told.view !== ` + quote(view))
	p.told()
	// After a click the wheel zooms, too.
	view = Eval[string](p, `told.view`)
	p.Click(300, 200)
	p.Wait(`told.points.length === 5`)
	p.Wheel(300, 200, -100)
	p.Wait(`told.view !== ` + quote(view))
	p.told()
	if y := Eval[float64](p, `scrollY`); y != top {
		t.Errorf("zooming scrolled the page from %v to %v", top, y)
	}
	// After the mouse has left the frame, it must click again.
	view = Eval[string](p, `told.view`)
	p.Move(300, 700)
	p.Wheel(300, 200, 100)
	p.Wait(fmt.Sprintf(`scrollY > %v`, top+50))
	p.told()
	if got := Eval[string](p, `told.view`); got != view {
		t.Errorf("the wheel of a mouse that came back changed the view from %s to %s", view, got)
	}
}

func TestFingersOnAFrame(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Window: Phone, Clock: true})
	p.Inject(tell)
	p.Course("?embed=1"+link(t, twoClasses), "")
	view := Eval[string](p, `told.view`)
	at := func(x, y float64) (px, py float64) {
		t.Helper()
		xy := Eval[[2]float64](p, fmt.Sprintf(`(() => { const [x, y, w, h] = JSON.parse(told.view);
			return [told.left + (%g - x[0]) / (x[1] - x[0]) * w, (y[1] - %g) / (y[1] - y[0]) * h - scrollY] })()`, x, y))
		return xy[0], xy[1]
	}
	unmoved := func(what string) {
		t.Helper()
		p.told()
		if got := Eval[string](p, `told.view`); got != view {
			t.Errorf("%s changed the view from %s to %s", what, view, got)
			view = got
		}
		if n := Eval[int](p, `told.points.length`); n != 4 {
			t.Errorf("%s: %d points", what, n)
		}
	}
	// A scroll started by a finger continues for a while, and the next touch would only stop it. Some frames later the
	// browser knows the new positions of all elements.
	back := func() {
		t.Helper()
		p.rests(`return "at " + scrollY`)
		p.Do(`scrollTo(0, 0)`)
		p.rests(`return scrollY === 0 && "at the top"`)
	}
	// A finger scrolls the page, wherever the gesture begins.
	for _, q := range [][2]float64{{0.5, 0.5}, {0.2, 0.2}} {
		x, y := at(q[0], q[1])
		p.Swipe(x, y, x, y-120)
		p.Wait(`scrollY > 50`)
		unmoved("a finger at first")
		back()
	}
	if Eval[float64](p, `told.points[0][0]`) != 0.2 {
		t.Error("the finger moved a point")
	}
	// A tap activates the frame; then a finger on a point moves it, and elsewhere still scrolls the page.
	x, y := at(0.5, 0.5)
	p.Tap(x, y)
	p.Wait(`told.active`)
	unmoved("a tap")
	p.Swipe(x, y, x, y-120)
	p.Wait(`scrollY > 50`)
	p.Wait(`/two fingers/.test(told.hint)`)
	unmoved("a finger on nothing")
	back()
	x, y = at(0.2, 0.2)
	p.Swipe(x, y, x+60, y-120)
	p.Wait(`told.points[0][0] > 0.25`)
	unmoved("a finger on a point")
	if top := Eval[float64](p, `scrollY`); top != 0 {
		t.Errorf("moving a point scrolled the page by %v", top)
	}
	// Two fingers zoom.
	x, y = at(0.5, 0.45)
	p.Pinch(x, y, 60, 160)
	p.Wait(`told.view !== ` + quote(view))
}
