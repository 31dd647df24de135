package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// countAsks counts the page's requests to the engine by type, in window.asks.
const countAsks = `(() => {
	window.asks = {};
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (m, ...rest) {
		if (m && m.type) window.asks[m.type] = (window.asks[m.type] || 0) + 1;
		return post.call(this, m, ...rest);
	};
})()`

// space returns a document's rows in space, relative to the middle of their bounding box.
func space(t *testing.T, text string) (at [][3]float64) {
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = session.New(catalog.All()).Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := d.Table.Rows.Places
	for k := range 3 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := k; i < len(p); i += 3 {
			lo, hi = min(lo, p[i]), max(hi, p[i])
		}
		for i := k; i < len(p); i += 3 {
			if k == 0 {
				at = append(at, [3]float64{})
			}
			at[i/3][k] = p[i] - (lo+hi)/2
		}
	}
	return at
}

// lone returns the rows without neighbours on the page when their space is rotated to an azimuth and an elevation: a
// map from row numbers to positions in the window.
func (p *Page) lone(rows [][3]float64, turn [2]float64) map[int][2]float64 {
	p.t.Helper()
	x0, y0 := p.At(0, 0)
	x1, y1 := p.At(1, 1)
	a, e := turn[0]*math.Pi/180, turn[1]*math.Pi/180
	all := make([][2]float64, len(rows))
	for i, q := range rows {
		across := q[0]*math.Cos(a) - q[2]*math.Sin(a)
		deep := q[0]*math.Sin(a) + q[2]*math.Cos(a)
		all[i] = [2]float64{x0 + (x1-x0)*across, y0 + (y1-y0)*(q[1]*math.Cos(e)-deep*math.Sin(e))}
	}
	list := map[int][2]float64{}
	for i, q := range all {
		alone := true
		for k, o := range all {
			alone = alone && (k == i || math.Hypot(o[0]-q[0], o[1]-q[1]) > 15)
		}
		if alone {
			list[i] = q
		}
	}
	return list
}

// turned checks that the page shows its space rotated as its document says: there are painted pixels at nearly all
// isolated rows, and the pointer finds one of them there. It returns the rotation.
func (p *Page) turned(rows [][3]float64) [2]float64 {
	p.t.Helper()
	p.Do(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
	turn := p.Doc().View.Turned()
	list := p.lone(rows, turn)
	if len(list) < 12 {
		p.t.Fatalf("only %d rows are alone", len(list))
	}
	var places []string
	for _, q := range list {
		places = append(places, fmt.Sprintf("[%.2f,%.2f]", q[0], q[1]))
	}
	miss := Eval[int](p, `(() => {
		const c = document.getElementById("stage-points"), g = c.getContext("2d"), r = c.getBoundingClientRect();
		const ink = (x, y) => g.getImageData(Math.round((x - r.x) * c.width / r.width), Math.round((y - r.y) * c.height / r.height), 1, 1).data[3] > 200;
		return [`+strings.Join(places, ",")+`].filter(([x, y]) => !ink(x, y)).length;
	})()`)
	if miss > len(list)/20 { // the symbol of an hourglass is thin in its middle
		p.t.Errorf("turned to %v, %d of %d rows are not where they should be", turn, miss, len(list))
	}
	for i, q := range list {
		p.Move(q[0], q[1])
		p.Wait(fmt.Sprintf(`document.getElementById("readout-at").textContent.includes("oint %d of 1797")`, i+1))
		break
	}
	return turn
}

// Digits in the space of three components are rotated by dragging and by keys; the page alone draws each frame, and
// requests one picture from the engine when the button is released. Reloading keeps the rotation, and a key resets it.
func TestTurningDigits(t *testing.T) {
	long(t)
	const digits = `{"version":1,"method":"pca","params":{"n_components":3},"table":{"name":"digits","plane":"pca3"}}`
	rows := space(t, digits)
	p := Start(t, Options{Closed: true, Clock: true})
	p.Inject(countAsks)
	p.Open(link(t, digits))
	p.WaitReady()
	for _, w := range []Window{{Width: 1366, Height: 768}, Desktop} {
		p.Resize(w)
		if cut := Eval[string](p,
			`[...document.querySelectorAll(".dock-left .hint")].filter(h => h.scrollWidth > h.clientWidth || h.scrollHeight > h.closest(".dock").clientHeight).map(h => h.textContent).join()`); cut != "" || !p.Has(".dock-left .hint") {
			t.Errorf("%d wide, the hint is cut or not there: %q", w.Width, cut)
		}
	}
	if Eval[int](p, `window.asks.draw || 0`) == 0 {
		t.Fatal("what is asked of the engine is not counted")
	}
	if turn := p.turned(rows); turn != doc.DefaultTurn {
		t.Errorf("it begins turned to %v", turn)
	}
	p.Screenshot("turn-at-first")
	x, y := p.Box("#stage").At(0.5, 0.5)
	paint := func() string {
		return Eval[string](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
			const c = document.getElementById("stage-points"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
			let h = 0; for (let i = 0; i < d.length; i += 4) h = (h * 31 + d[i] + 7 * d[i+1] + 13 * d[i+2] + 17 * d[i+3]) | 0;
			done(String(h));
		})))`)
	}
	p.Move(x, y)
	p.Still() // what is under the pointer has been requested
	p.Press(x, y)
	p.Do(`clock.slow(true); window.asks = {}`)
	seen := map[string]bool{paint(): true}
	for k := 1; k <= 10; k++ {
		p.DragTo(x+float64(15*k), y-float64(4*k))
		seen[paint()] = true
	}
	if len(seen) != 11 {
		t.Errorf("ten moves of the hand have shown %d pictures", len(seen)-1)
	}
	if asks := Eval[string](p, `JSON.stringify(window.asks)`); asks != "{}" {
		t.Errorf("the engine was asked %s while the hand turned", asks)
	}
	p.Do(`clock.slow(false)`)
	p.Changed(func() { p.Lift() })
	if n := Eval[int](p, `window.asks.draw`); n != 1 {
		t.Errorf("%d pictures were asked for when the hand let go", n)
	}
	turn := p.turned(rows)
	if !(turn[0] < -35 && turn[1] < 18) {
		t.Errorf("dragged to the right and up, it is turned to %v", turn)
	}
	p.Screenshot("turn-dragged")
	p.Do(`document.getElementById("stage").focus()`)
	p.Changed(func() { p.Key("ArrowLeft"); p.Key("ArrowLeft"); p.Key("ArrowDown") })
	p.WaitReady()
	if now := p.turned(rows); !near(now[0], turn[0]+6, 0.01) || !near(now[1], turn[1]+3, 0.01) {
		t.Errorf("keys have turned it from %v to %v", turn, now)
	}
	turn = p.Doc().View.Turned()
	p.Wait(`document.getElementById("live").textContent.startsWith("Turned: azimuth")`)
	p.Reload()
	p.WaitReady()
	if now := p.turned(rows); now != turn {
		t.Errorf("reloaded, it is turned to %v, not %v", now, turn)
	}
	p.Do(`document.getElementById("stage").focus()`)
	p.Changed(func() { p.Key("Home") })
	if now := p.turned(rows); now != doc.DefaultTurn || p.Doc().View.Turn != nil {
		t.Errorf("by Home it is turned to %v", now)
	}
}

// The centres of clusters in space are highlighted together with their lines in the plot, at their rotated positions:
// by the page alone.
func TestCentresInSpace(t *testing.T) {
	long(t)
	const iris = `{"version":1,"method":"kmeans","table":{"name":"iris","plane":[0,1,2]},"seed":2,"view":{"turn":[30,20]}}`
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(iris))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	var center [3]float64 // the last cluster's, which is far from the others, relative to the middle
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: true}
	if err := s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error {
		for _, spot := range r.Info.Spots[0].List {
			if spot.Key == "k2" {
				center = [3]float64{spot.XY[0], spot.XY[1], spot.Z[0]}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Closed: true, Clock: true})
	p.Inject(countAsks)
	p.Open(link(t, iris))
	p.WaitReady()
	p.fits("centers")
	at := func() (x, y float64) {
		across, up, _ := picture.TurnOf(p.Doc().View.Turned()).Point(center[0], center[1], center[2])
		return p.At(across, up)
	}
	p.Move(1, 1)
	dark := p.plotPixels("centers")
	lit := func(on bool) {
		t.Helper()
		p.Wait(fmt.Sprintf(`((c) => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.reduce((s, v, i) => (s * 31 + v + i) %% 1000003, 7))(document.querySelector("#panel-centers")) === %.0f === %v`, dark, !on))
	}
	wasX, wasY := at()
	p.Move(wasX, wasY)
	lit(true)
	p.Screenshot("centre")
	p.Move(1, 1)
	lit(false)
	x, y := p.Box("#stage").At(0.5, 0.5)
	p.Press(x, y)
	p.Do(`clock.slow(true); window.asks = {}`)
	p.DragTo(x+120, y-20)
	if asks := Eval[string](p, `JSON.stringify(window.asks)`); asks != "{}" {
		t.Errorf("the engine was asked %s while the hand turned", asks)
	}
	p.Do(`clock.slow(false)`)
	p.Changed(func() { p.Lift() })
	p.WaitReady()
	nowX, nowY := at()
	if math.Hypot(nowX-wasX, nowY-wasY) < 30 {
		t.Fatalf("the centre was at %g, %g and is at %g, %g: too near to tell", wasX, wasY, nowX, nowY)
	}
	p.Move(nowX, nowY)
	lit(true)
	p.Screenshot("centre-turned")
	p.Move(wasX, wasY)
	lit(false)
}
