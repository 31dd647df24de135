package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// compiles counts, in the top window, how often a program is compiled by pages and, as they report it, by workers.
var compiles = `{
	for (const name of ["compile", "compileStreaming"]) {
		const real = WebAssembly[name];
		WebAssembly[name] = (...a) => { top.pages = (top.pages ?? 0) + 1; return real(...a); };
	}
}` + workerWith("", `this.addEventListener("message", (e) => { if (e.data.type === "compiled") top.engines = (top.engines ?? 0) + 1;
	});`)

// Frames shows n frames of the site, one below the other, in a page of the site's own origin, so that the test can
// access them.
func (p *Page) Frames(n, height int, path string) {
	p.t.Helper()
	p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		if r.URL.Path != "/course" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>course</title><link rel="icon" href="data:,"><body style="margin: 0">`)
		for range n {
			fmt.Fprintf(w, `<iframe src="/%s" style="border: 0; display: block; width: 100%%; height: %dpx"></iframe>`, path,
				height)
		}
		return true
	})
	p.OpenURL(p.URL + "course")
}

const frameReady = `(i => frames[i].document.querySelector("#standin")?.dataset.engine === "ready")`

// A frame out of sight loads no program; it starts when it is scrolled into view, and all frames run the module that
// one has compiled. None installs the service worker.
func TestUnseenFramesWait(t *testing.T) {
	p := Start(t, Options{StandIn: true, ServiceWorker: true, Closed: true})
	p.Inject(compiles)
	p.Frames(10, 780, "?embed=1")
	p.Wait(frameReady + `(0)`)
	p.Wait(`Array.from({length: 10}, (_, i) => frames[i]).every(f => f.pointscapeBoot)`) // all boot scripts run
	waiting := `(i => !frames[i].pointscapeBoot.worker && !frames[i].pointscapeBoot.modules && !frames[i].Go && /when it is seen/.test(frames[i].document.querySelector("#boot-loading").innerText))`
	for i := 3; i < 10; i++ {
		if !Eval[bool](p, fmt.Sprintf("%s(%d)", waiting, i)) {
			t.Errorf("frame %d, which nobody sees, has begun", i)
		}
	}
	// The last frame shows the still picture of the initial document all the same.
	p.Wait(`frames[9].document.querySelector("#boot-still.on") !== null`)
	p.Do(`scrollTo(0, 1e6)`)
	p.Wait(frameReady + `(9)`)
	if !Eval[bool](p, waiting+"(5)") {
		t.Error("frame 5, which nobody has seen, has begun")
	}
	p.Do(`frames[5].frameElement.scrollIntoView()`)
	p.Wait(frameReady + `(5)`)
	if n, m := Eval[int](p, `pages`), Eval[int](p, `window.engines ?? 0`); n != 1 || m != 0 {
		t.Errorf("the program was compiled %d times by pages and %d times by workers", n, m)
	}
	if Eval[bool](p, `navigator.serviceWorker.getRegistration().then(r => !!r)`) {
		t.Error("a frame has installed the service worker")
	}
}

// When the frame that fetches for others is removed, they fetch for themselves.
func TestLendingFrameGoes(t *testing.T) {
	long(t)
	sideBySide(t)
	for _, hold := range []string{appProgram, "offer.en.json"} {
		t.Run(hold, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Closed: true, Hold: hold})
			p.Inject(compiles)
			p.Frames(3, 200, "?embed=1")
			for i := range 3 {
				p.Wait(fmt.Sprintf(`frames[%d].pointscapeBoot?.modules`, i))
			}
			what := map[string]string{appProgram: "app", "offer.en.json": "offer"}[hold]
			p.Wait(`frames[1].pointscapeBoot.state.` + what + `.share > 0.1`) // it hears the other's progress
			p.Do(`document.querySelector("iframe").remove()`)
			p.Release()
			p.Wait(frameReady + `(0) && ` + frameReady + `(1)`)
		})
	}
}

// Frames in a page of another origin wait, too, and share the compiled program.
func TestFramesOfAnotherOrigin(t *testing.T) {
	long(t) // TestUnseenFramesWait has frames of the same origin
	p := Start(t, Options{Closed: true})
	p.Inject(tell)
	p.Inject(`if (window !== top) {
		for (const name of ["compile", "compileStreaming"]) {
			const real = WebAssembly[name];
			WebAssembly[name] = (...a) => { parent.postMessage("compiles", "*"); return real(...a); };
		}
	}` + workerWith("", `this.addEventListener("message", (e) => { if (e.data.type === "compiled") parent.postMessage("compiles", "*"); });`))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>course</title><link rel="icon" href="data:,"><body style="margin: 0">
			<script>compiled = 0; told = new Set(); onmessage = (e) => { if (e.data === "compiles") compiled++; else if (e.data.ready) told.add([...document.querySelectorAll("iframe")].findIndex(f => f.contentWindow === e.source)) }</script>`)
		for range 6 {
			fmt.Fprintf(w, `<iframe src="%s?embed=1%s" style="border: 0; display: block; width: 100%%; height: 700px"></iframe>`,
				p.URL, link(t, twoClasses))
		}
	}))
	t.Cleanup(host.Close)
	p.OpenURL(host.URL)
	p.Wait(`told.has(0)`)
	p.Do(`scrollTo(0, 1e6)`)
	p.Wait(`told.has(5)`)
	if Eval[bool](p, `told.has(3)`) {
		t.Error("a frame that nobody has seen runs")
	}
	if n := Eval[int](p, `compiled`); n != 1 {
		t.Errorf("the program was compiled %d times", n)
	}
	p.Screenshot("frames")
}

// If several frames compute, none of them starts helper engines.
func TestFramesComputeAlone(t *testing.T) {
	long(t)
	hiring := workerWith(`Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
		{ const Real = Worker; self.Worker = class extends Real { constructor(url, o) { super(url, o); postMessage({ type: "hired" }); } } }`,
		`this.addEventListener("message", (e) => { if (e.data.type === "hired") top.hired = (top.hired ?? 0) + 1; });`)
	// draw makes a frame draw something that takes long, and returns how many helper engines have been started so far.
	draw := func(p *Page, frame, k int) (hired int) {
		t.Helper()
		p.Do(fmt.Sprintf(`frames[%d].pointscape.set({version: 1, method: "kernel_knn", params: {kernel: "rbf", gamma: 10, n_neighbors: %d},
			dataset: {name: "moons", n: 1000, noise: 0.3, seed: 1}})`, frame, k))
		p.Wait(fmt.Sprintf(`frames[%d].document.documentElement.dataset.busy === "0"`, frame))
		return Eval[int](p, `window.hired ?? 0`)
	}
	start := func(n int) *Page {
		p := Start(t, Options{Closed: true})
		p.Inject(hiring)
		p.Frames(n, 380, "?embed=1")
		for i := range n {
			p.Wait(fmt.Sprintf(`frames[%d].pointscape && +frames[%d].document.documentElement.dataset.pictureVersion > 0`, i, i))
		}
		return p
	}
	one := start(1)
	k := 1
	for ; draw(one, 0, k) == 0; k++ {
		if k == 40 {
			t.Fatal("a frame that is alone hires no engines")
		}
	}
	two := start(2)
	for i := range k + 3 {
		if n := max(draw(two, 0, i+1), draw(two, 1, i+1)); n > 0 {
			t.Fatalf("one of two frames has hired %d engines", n)
		}
	}
}

// Of two frames that need the whole engine, only one fetches it. The other shows its failure, too, and its "Try now"
// reaches the first.
func TestFramesFetchTheWholeEngineOnce(t *testing.T) {
	long(t)
	m := further()
	p := Start(t, Options{Closed: true, Expect: "request failed.*" + wholeEngine + "|404"})
	p.Inject(compiles)
	var mended atomic.Bool
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if !strings.Contains(r.URL.Path, wholeEngine) || mended.Load() {
			return false
		}
		http.NotFound(w, r)
		return true
	})
	p.Frames(2, 380, "?embed=1"+link(t, twoClasses))
	for i := range 2 {
		p.Wait(fmt.Sprintf(`frames[%d].pointscape && +frames[%d].document.documentElement.dataset.pictureVersion > 0`, i, i))
		p.Do(fmt.Sprintf(`void (window.set%d = frames[%d].pointscape.set(%s).then(() => "done"))`, i, i, quote(m.Example)))
	}
	for i := range 2 {
		p.Wait(fmt.Sprintf(`[...frames[%d].document.querySelectorAll(".notice[role=alert]")].some(e => /engine\.psm.*404/.test(e.innerText))`, i))
	}
	// Either frame may be the one that fetches. The test makes it wait for the other one, too: they must not ask each
	// other for ever.
	p.Wait(`(window.waits = [0, 1].find(i => frames[i].pointscapeBoot.lenders.engine)) !== undefined`)
	p.Do(`{ const other = frames[1 - waits].pointscapeBoot, again = other.again; other.again = (asked) => { top.agains = (top.agains ?? 0) + 1; again(asked); };
		other.lenders.anything = frames[waits].pointscapeBoot; 0 }`)
	p.Wait(`(b => b && (b.click(), true))([...frames[waits].document.querySelectorAll(".notice button")].find(b => b.textContent === "Try now" && b.checkVisibility()))`)
	p.Wait(`agains === 1`)
	mended.Store(true)
	for i := range 2 {
		if got := Eval[string](p, fmt.Sprintf(`set%d`, i)); got != "done" {
			t.Errorf("frame %d: %s", i, got)
		}
	}
	if n := Eval[int](p, `engines`); n != 1 {
		t.Errorf("the whole engine was compiled %d times", n)
	}
}
