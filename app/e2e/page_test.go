package e2e

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
)

// WaitReady waits until the engine has drawn the current document, and the page has the system's theme if it follows
// that.
func (p *Page) WaitReady() {
	p.t.Helper()
	p.Wait(`(d => window.pointscape && d.busy === "0" && d.pictureVersion > 0 &&
		(d.themeChoice !== "auto" || (d.theme === "dark") === matchMedia("(prefers-color-scheme: dark)").matches))(document.documentElement.dataset)`)
}

// State returns how often the page's state has changed.
func (p *Page) State() int {
	p.t.Helper()
	return Eval[int](p, `+document.documentElement.dataset.stateVersion`)
}

// Changed calls what, and waits until the page's state has changed and its picture is painted.
func (p *Page) Changed(what func()) {
	p.t.Helper()
	before := p.State()
	what()
	p.Wait(fmt.Sprintf(`+document.documentElement.dataset.stateVersion > %d`, before))
	p.WaitReady()
}

// At returns the position, in the window, of a point of the plane.
func (p *Page) At(x, y float64) (wx, wy float64) {
	p.t.Helper()
	at := Eval[[2]float64](p, fmt.Sprintf(`(() => {
		const r = document.querySelector("#stage").getBoundingClientRect(), v = pointscape.view();
		return [r.x + (%g - v.x[0]) / (v.x[1] - v.x[0]) * r.width, r.y + (v.y[1] - %g) / (v.y[1] - v.y[0]) * r.height];
	})()`, x, y))
	return at[0], at[1]
}

// Empty returns the position, in the window, that is farthest from all points, of a grid over the inner part of the
// stage.
func (p *Page) Empty() (wx, wy float64) {
	p.t.Helper()
	at := Eval[[2]float64](p, `(() => {
		const r = document.querySelector("#stage").getBoundingClientRect(), v = pointscape.view();
		const pts = pointscape.points().map(q => [r.x + (q[0] - v.x[0]) / (v.x[1] - v.x[0]) * r.width, r.y + (v.y[1] - q[1]) / (v.y[1] - v.y[0]) * r.height]);
		let best = [0, 0], far = -1;
		for (let i = 3; i < 18; i++) for (let j = 3; j < 18; j++) {
			const x = r.x + i / 20 * r.width, y = r.y + j / 20 * r.height;
			const d = Math.min(...pts.map(q => Math.hypot(q[0] - x, q[1] - y)));
			if (d > far) [far, best] = [d, [x, y]];
		}
		return best;
	})()`)
	return at[0], at[1]
}

// Doc returns the page's document, as scripts get it.
func (p *Page) Doc() doc.Document {
	p.t.Helper()
	d, err := doc.Decode([]byte(Eval[string](p, `JSON.stringify(pointscape.get())`)))
	if err != nil {
		p.t.Fatalf("pointscape.get() is no document: %v", err)
	}
	return d
}

// Set gives the page a document through pointscape.set, and waits until it is drawn.
func (p *Page) Set(text string) {
	p.t.Helper()
	p.Do(`pointscape.set(` + quote(text) + `)`)
	p.WaitReady()
}

func link(t *testing.T, text string) string {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := doc.EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	return "#" + s
}

const twoClasses = `{"version":1,"method":"svm","params":{"kernel":"linear","C":10},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.2,0.2,0],[0.3,0.6,0],[0.7,0.3,1],[0.8,0.7,1]]}`

// picturePixels returns the bytes of the picture on the stage over its background, from whichever canvas shows it.
const picturePixels = `(() => {
	const c = [...document.querySelectorAll("#stage-picture, #stage-live")].find(c => c.checkVisibility()), g = new OffscreenCanvas(c.width, c.height).getContext("2d", {willReadFrequently: true});
	g.fillStyle = getComputedStyle(document.getElementById("stage")).backgroundColor;
	g.fillRect(0, 0, c.width, c.height);
	g.drawImage(c, 0, 0);
	return g.getImageData(0, 0, c.width, c.height).data;
})()`

// hash returns a hash of the picture on the stage.
func (p *Page) hash() string {
	p.t.Helper()
	return Eval[string](p, `(() => {
		const d = `+picturePixels+`;
		let h = 0; for (let i = 0; i < d.length; i += 4) h = (h * 31 + d[i] + 7 * d[i+1] + 13 * d[i+2] + 17 * d[i+3]) | 0;
		return String(h);
	})()`)
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

func TestMouse(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	if n := len(p.Doc().Points); n != 4 {
		t.Fatalf("the permalink's %d points, want 4", n)
	}
	was := p.hash()
	x, y := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(x, y) })
	d := p.Doc()
	if len(d.Points) != 5 || !near(d.Points[4].X, 0.5, 0.01) || !near(d.Points[4].Y, 0.9, 0.01) || d.Points[4].Z != 0 {
		t.Fatalf("a click at (0.5, 0.9) gave %+v", d.Points)
	}
	// Drag it across the boundary: the picture follows, in one undo step.
	x1, y1 := p.At(0.6, 0.1)
	p.Changed(func() { p.Drag(x, y, x1, y1) })
	d = p.Doc()
	if len(d.Points) != 5 || !near(d.Points[4].X, 0.6, 0.01) || !near(d.Points[4].Y, 0.1, 0.01) {
		t.Fatalf("a drag to (0.6, 0.1) gave %+v", d.Points)
	}
	if p.hash() == was {
		t.Error("the picture did not change")
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if d = p.Doc(); len(d.Points) != 5 || !near(d.Points[4].X, 0.5, 0.01) {
		t.Errorf("after undoing the drag: %+v", d.Points)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if d = p.Doc(); len(d.Points) != 4 {
		t.Errorf("after undoing the click: %+v", d.Points)
	}
	p.Changed(func() { p.Key("Ctrl+Shift+z") })
	if d = p.Doc(); len(d.Points) != 5 {
		t.Errorf("after redoing: %+v", d.Points)
	}
	p.Changed(func() { p.RightClick(x, y) })
	if d = p.Doc(); len(d.Points) != 4 {
		t.Errorf("after a right click: %+v", d.Points)
	}
	// A drag that is cancelled leaves no trace.
	px, py := p.At(0.2, 0.2)
	p.Press(px, py)
	p.DragTo(px+60, py-40)
	p.Key("Escape")
	p.Lift()
	p.WaitReady()
	if d = p.Doc(); d.Points[0].X != 0.2 || d.Points[0].Y != 0.2 {
		t.Errorf("a cancelled drag moved the point to %+v", d.Points[0])
	}
	// Double-click resets the view and leaves no point behind.
	ex, ey := p.At(0.5, 0.5)
	p.Changed(func() { p.Wheel(ex, ey, -300) })
	p.Changed(func() { p.DoubleClick(ex, ey) })
	if d = p.Doc(); len(d.Points) != 4 {
		t.Errorf("a double click left %+v", d.Points)
	}
	// Click a point, then its new position: it moves without dragging.
	px, py = p.At(0.2, 0.2)
	qx, qy := p.At(0.1, 0.5)
	p.Click(px, py)
	p.Wait(`document.querySelector(".card")`)
	p.Changed(func() { p.Click(qx, qy) })
	if d = p.Doc(); len(d.Points) != 4 || !near(d.Points[0].X, 0.1, 0.01) || !near(d.Points[0].Y, 0.5, 0.01) {
		t.Errorf("tap and tap gave %+v", d.Points)
	}
}

func TestSprayAndClasses(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	x, y := p.At(0.4, 0.85)
	x1, y1 := p.At(0.6, 0.85)
	p.Changed(func() { p.Drag(x, y, x1, y1, Shift) })
	n := len(p.Doc().Points)
	if n < 8 {
		t.Errorf("spraying gave %d points in all", n)
	}
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("3")
	cx, cy := p.At(0.5, 0.1)
	p.Changed(func() { p.Click(cx, cy) })
	d := p.Doc()
	if len(d.Points) != n+1 || d.Points[n].Z != 2 {
		t.Errorf("key 3 and a click gave %+v", d.Points[n:])
	}
}

func TestKeyboardAlone(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	// Tab reaches the stage, and leaves it again.
	reached := false
	for range 40 {
		p.Key("Tab")
		if reached = Eval[bool](p, `document.activeElement?.id === "stage"`); reached {
			break
		}
	}
	if !reached {
		t.Fatal("Tab does not reach the stage")
	}
	p.Key("2")
	for range 6 {
		p.Key("ArrowUp")
	}
	p.Changed(func() { p.Key("Enter") })
	d := p.Doc()
	if len(d.Points) != 5 || d.Points[4].Z != 1 {
		t.Fatalf("Enter gave %+v", d.Points)
	}
	was := d.Points[4]
	p.Key("Enter") // grabs the point
	p.Key("ArrowRight")
	p.Key("ArrowRight")
	p.Changed(func() { p.Key("Enter") })
	if d = p.Doc(); d.Points[4].X <= was.X || d.Points[4].Y != was.Y {
		t.Errorf("grabbing and moving gave %+v from %+v", d.Points[4], was)
	}
	p.Changed(func() { p.Key("Delete") })
	if d = p.Doc(); len(d.Points) != 4 {
		t.Errorf("Delete left %+v", d.Points)
	}
	p.Key("n")
	p.Changed(func() { p.Key("Delete") })
	if d = p.Doc(); len(d.Points) != 3 {
		t.Errorf("walking to a point and Delete left %+v", d.Points)
	}
	p.Key("Tab")
	if Eval[bool](p, `document.activeElement?.id === "stage"`) {
		t.Error("Tab does not leave the stage")
	}
	if s := Eval[string](p,
		`[...document.querySelectorAll("[aria-live]")].map(e => e.textContent).join(" ")`); strings.TrimSpace(s) == "" {
		t.Error("nothing was announced")
	}
}

// TestSwitchMethods selects methods in the picker: every sixth, and those that take only pictures or words;
// TestEveryMethod opens all of them. The search text is inserted at once: other tests type it, and the tests of the
// search check what each letter finds.
func TestSwitchMethods(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	for i, m := range catalog.All() {
		if p.Doc().Method == m.ID || i%6 > 0 && !m.Pictures && !m.Objects {
			continue
		}
		p.Changed(func() { p.choose(m.ID, p.Insert) })
		if got := p.Doc().Method; got != m.ID {
			t.Errorf("chose %s, got %s", m.ID, got)
		}
	}
	p.Changed(func() { p.Choose("svm") })
	if d := p.Doc(); len(d.Points) != 4 || d.Params["kernel"] != "linear" {
		t.Errorf("back at the SVM: %+v", d)
	}
}

// Choose picks a method in the panel.
func (p *Page) Choose(id string) {
	p.t.Helper()
	p.choose(id, p.Type)
}

// choose picks a method, and writes its ID by the given function.
func (p *Page) choose(id string, write func(string)) {
	p.t.Helper()
	p.ClickOn("#menu-method")
	p.Wait(`document.activeElement?.id === "method-search"`)
	write(id)
	p.Wait(`document.querySelector("#m-` + id + `.active")`)
	p.Key("Enter")
}

// TestLateFacts waits for facts that arrive after the picture, and changes them.
func TestLateFacts(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, strings.Replace(twoClasses, `"svm","params":{"kernel":"linear","C":10}`,
		`"knn","params":{"n_neighbors":1}`, 1))})
	p.WaitReady()
	const says = `document.querySelector("[data-fact=leave_one_out_error] dd")?.textContent === `
	p.Wait(says + `"0\u00a0%"`)
	// Move a point of class 1 between those of class 0.
	p.Set(strings.NewReplacer(`"svm","params":{"kernel":"linear","C":10}`, `"knn","params":{"n_neighbors":1}`,
		"[0.7,0.3,1]", "[0.2,0.21,1]").Replace(twoClasses))
	p.Wait(says + `"100\u00a0%"`)
}

func TestSlider(t *testing.T) {
	p := Start(t, Options{Path: link(t, strings.Replace(twoClasses, `"linear"`, `"rbf"`, 1))})
	p.WaitReady()
	was := p.hash()
	b := p.Box(`input[type=range][aria-label^="gamma"]`)
	x, y := b.At(0.5, 0.5)
	x1, _ := b.At(0.9, 0.5)
	p.Changed(func() { p.Drag(x, y, x1, y) })
	gamma, _ := p.Doc().Params["gamma"].(float64)
	if gamma <= 10 || p.hash() == was {
		t.Errorf("the slider gave gamma = %v", gamma)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if g, ok := p.Doc().Params["gamma"].(float64); ok && g != 10 {
		t.Errorf("after one undo gamma is %v", g)
	}
	// An arrow key changes the value by one step, even if several positions of the slider show the same value.
	p.Do(`document.querySelector("#s-gamma").focus()`)
	for _, key := range []struct {
		name string
		want float64
	}{{"ArrowRight", 11}, {"ArrowUp", 12}, {"ArrowLeft", 11}, {"ArrowDown", 10}, {"ArrowLeft", 9.8}} {
		p.Changed(func() { p.Key(key.name) })
		if g := p.Doc().Params["gamma"]; g != key.want {
			t.Errorf("after %s gamma is %v, want %v", key.name, g, key.want)
		}
	}
	// An invalid number is reported, and nothing changes.
	p.Fill(`input[aria-label="C"]:not([type=range])`, "-3")
	p.Key("Enter")
	p.Wait(`/C must be.*-3/.test(document.body.innerText)`)
	if c := p.Doc().Params["C"]; c != 10.0 {
		t.Errorf("C became %v", c)
	}
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("%d points are left", n)
	}
}

func TestReloadFindsAllBack(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	x, y := p.At(0.5, 0.5)
	p.Changed(func() { p.Click(x, y) })
	p.Changed(func() { p.Choose("knn") })
	before := Eval[string](p, `JSON.stringify(pointscape.get())`)
	p.followed() // the address follows after a moment
	p.Reload()
	p.WaitReady()
	if after := Eval[string](p, `JSON.stringify(pointscape.get())`); after != before {
		t.Errorf("after a reload:\n%.300s\nbefore:\n%.300s", after, before)
	}
	// Without the fragment, the page opens the autosaved document.
	p.Open("")
	p.WaitReady()
	if after := Eval[string](p, `JSON.stringify(pointscape.get())`); after != before {
		t.Errorf("from the autosave:\n%.300s\nbefore:\n%.300s", after, before)
	}
}

func TestBrokenLinkKeepsThePage(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	bad := link(t, strings.Replace(twoClasses, `"C":10`, `"C":-7`, 1))
	p.Do(`location.hash = ` + quote(bad))
	p.Wait(`/C must be.*-7/.test(document.body.innerText)`)
	if d := p.Doc(); len(d.Points) != 4 || d.Params["C"] != 10.0 {
		t.Errorf("the page now holds %+v", d)
	}
	if got := Eval[string](p,
		`pointscape.set('{"version":1,"method":"nonsense"}').then(() => "done", e => e.field + ": " + e.message)`); !strings.HasPrefix(got, "method: ") {
		t.Errorf("set of an unknown method: %s", got)
	}
}

func TestBrokenCSV(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.ClickOn("#menu-data")
	p.Fill("#table", "0.1,0.2,0\n0.3,oops,1\n")
	p.ClickOn(`button.use-csv`)
	p.Wait(`/line 2.*oops/s.test(document.body.innerText)`)
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("%d points are left", n)
	}
	p.Fill("#table", "0.1,0.2,0\n0.3,0.4,1\n")
	p.Changed(func() { p.ClickOn(`button.use-csv`) })
	if d := p.Doc(); len(d.Points) != 2 || d.Points[1].Z != 1 {
		t.Errorf("the mended text gave %+v", d.Points)
	}
}

func TestEngineCrash(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Clock: true, Expect: `crash|panic|goroutine|exit code|main\.|syscall/js|wasm`})
	p.WaitReady()
	p.Do(`pointscapeBoot.worker.postMessage({type: "crash", id: 0, head: "{}"})`)
	p.Notice(restarted)
	p.WaitReady()
	x, y := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(x, y) })
	if n := len(p.Doc().Points); n != 5 {
		t.Errorf("%d points after the crash and a click", n)
	}
}

func TestEmbed(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?embed=1" + link(t, twoClasses), Window: Window{Width: 420, Height: 320, Scale: 2}})
	p.WaitReady()
	// The stage takes the whole frame except for the line below it, and the plane takes the stage except for the axes'
	// numbers.
	if b := p.Box("#stage-frame"); b.W < 418 || b.H < 280 {
		t.Errorf("the embedded stage is %v by %v of 420 by 320", b.W, b.H)
	}
	if b := p.Box("#stage"); b.W < 380 || b.H < 260 {
		t.Errorf("the embedded plane is %v by %v of 420 by 320", b.W, b.H)
	}
	if !p.Has(`a[href*="#"]`) {
		t.Error("no link to the full page")
	}
	if p.Has(`input[type=range]`) {
		t.Error("controls beside the embedded stage")
	}
	p.Screenshot("embed")
}

func TestPhone(t *testing.T) {
	long(t)
	w := Phone
	if !artifacts() {
		w.Scale = 1 // nine device pixels per CSS pixel take longer, and are not needed here
	}
	p := Start(t, Options{Path: link(t, twoClasses), Window: w})
	p.WaitReady()
	for i, m := range catalog.All() {
		t.Run(m.ID, func(t *testing.T) {
			all := p.t
			defer func() { p.t = all }()
			p.t = t
			p.Changed(func() { p.Do(`location.hash = ` + quote(link(t, m.Example))) })
			if got := p.Doc().Method; got != m.ID {
				t.Fatalf("the link of %s opens %s", m.ID, got)
			}
			if w := Eval[int](p, `document.documentElement.scrollWidth`); w > 390 {
				t.Errorf("the page is %d px wide on a phone of 390", w)
			}
			p.Screenshot("phone-" + m.ID)
			if i == 0 { // a tap works the same for all
				p.Still()
				x, y := p.Empty()
				p.Changed(func() { p.Tap(x, y) })
			}
		})
	}
}

// TestLongDrag drags a point of 200 in circles until ten pictures have followed, and counts how many nodes of the page
// a move changes. ("make latency" measures the time per move: a test would measure the machine.)
func TestLongDrag(t *testing.T) {
	d := doc.Document{Method: "svm", Params: map[string]any{"kernel": "rbf"},
		Dataset: &doc.Dataset{Name: "moons", N: 200, Noise: 0.2, Seed: 3}}
	s, err := doc.EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Path: "#" + s, Clock: true})
	p.WaitReady()
	all := Eval[[][]float64](p, `pointscape.points()`)
	x, y := p.At(all[7][0], all[7][1])
	p.Press(x, y)
	// The numbers beside the plane are updated ten times a second, by a clock that is slow here: inserting or removing
	// nodes with each move and picture would make the page compute its layout.
	p.Do(`clock.slow(true); window.seen = new Set(); window.nodes = 0; window.moves = 0;
		new MutationObserver(() => seen.add(document.documentElement.dataset.pictureVersion)).observe(document.documentElement, {attributes: true});
		new MutationObserver((l) => { for (const r of l) for (const n of [...r.addedNodes, ...r.removedNodes]) if (n.nodeType === 1) nodes++ }).observe(document.body, {childList: true, subtree: true});
		addEventListener("pointermove", () => moves++, true)`)
	for end := time.Now().Add(patience); Eval[int](p, `seen.size`) < 10; {
		if time.Now().After(end) {
			t.Fatalf("%d pictures in a drag of %d moves", Eval[int](p, `seen.size`), Eval[int](p, `moves`))
		}
		for i := range 20 {
			a := float64(i) / 20 * 2 * math.Pi
			p.Move(x+80*math.Sin(a), y+50*(1-math.Cos(a)))
		}
	}
	moves, nodes := Eval[int](p, `moves`), Eval[int](p, `nodes`)
	if moves < 10 || nodes > moves/2 {
		t.Errorf("%d elements came or went in a drag of %d moves", nodes, moves)
	}
	p.Do(`clock.slow(false)`)
	p.Lift()
	p.WaitReady()
	if q := p.Doc(); q.Dataset != nil || len(pointsMoved(all, Eval[[][]float64](p, `pointscape.points()`))) != 1 {
		t.Error("a drag moves one point, and only that")
	}
}

// pointsMoved returns the indices of the points that have moved.
func pointsMoved(before, after [][]float64) []int {
	var moved []int
	for i := range before {
		if !slices.Equal(before[i], after[i]) {
			moved = append(moved, i)
		}
	}
	return moved
}
