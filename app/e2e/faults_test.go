package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// fragile lets a test end the page's workers as failures do: crash() makes the engine panic, and the message {end:
// "memory"} to a worker allocates all memory that a program can have, so that it ends when it needs more. A worker that
// receives a request containing window.deadly panics first. window.engines lists the workers.
var fragile = workerWith(`
	const real = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...a) => { const r = await real.apply(WebAssembly, a); self.memory = (r.instance ?? r).exports.mem; return r; };
	addEventListener('message', (e) => {
		if (e.data.end !== 'memory') return;
		e.stopImmediatePropagation();
		for (let pages = 32768; pages >= 1; ) try { self.memory.grow(pages); } catch { pages /= 2; }
	});`, `
	const post = this.postMessage.bind(this);
	(window.engines ??= []).push(this);
	this.postMessage = (m, ...rest) => {
		if (window.deadly && (m.head ?? "").includes(window.deadly)) {
			window.died = (window.died ?? 0) + 1;
			post({ type: "crash", id: 0, head: "{}" });
		}
		post(m, ...rest);
	};`) + `
	window.crash = () => pointscapeBoot.worker.postMessage({ type: "crash", id: 0, head: "{}" });`

// restarted is the notice after an engine has ended.
const restarted = "The engine stopped and was restarted; the document is unchanged"

// later advances the time so far that the next crash counts as unrelated, and closes the toasts.
func (p *Page) later() {
	p.t.Helper()
	p.Pass(11 * time.Second)
	p.Dismiss()
}

// TestEngineEndsAtAnyMoment ends the engine while a point is dragged, while a link is opened, for lack of memory,
// repeatedly by a method, and during long work. No point is lost, the page continues, and says what has happened and
// what the user can do.
func TestEngineEndsAtAnyMoment(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Alone: true, Clock: true,
		Expect: `crash|panic|goroutine|exit code|main\.|syscall/js|wasm|memory|runtime|fatal|\bpc=|^browser: *$`})
	p.Inject(fragile)
	p.Open(link(t, twoClasses))
	p.WaitReady()
	same := func(what string, n int, method string) {
		t.Helper()
		p.WaitReady()
		if d := p.Doc(); len(d.Points) != n || d.Method != method {
			t.Errorf("%s: %s of %d points", what, d.Method, len(d.Points))
		}
		p.later()
	}

	// During a drag.
	x, y := p.At(0.2, 0.2)
	x1, y1 := p.At(0.4, 0.4)
	p.Press(x, y)
	p.DragTo(x1, y1)
	p.Do(`crash()`)
	p.DragTo(x1+20, y1)
	p.Notice(restarted)
	p.Lift()
	same("in a drag", 4, "svm")
	if q := p.Doc().Points[0]; q.X < 0.35 || q.Y < 0.35 {
		t.Errorf("the point that was dragged is at %g, %g", q.X, q.Y)
	}
	p.Do(`document.querySelector("#undo").click()`)
	same("undone", 4, "svm")
	if q := p.Doc().Points[0]; q.X != 0.2 {
		t.Errorf("undo has moved it to %g", q.X)
	}

	// While a link is opened.
	five := strings.Replace(twoClasses, `"points":[`, `"points":[[0.5,0.9,1],`, 1)
	p.Do(`crash(); location.hash = ` + quote(link(t, five)))
	p.Wait(told(restarted) + ` || ` + told("The engine stopped before it answered")) // one notice at a time
	p.Wait(`pointscape.points().length === 5 || /The link could not be opened: .*try again/.test(document.body.innerText)`)
	if Eval[int](p, `pointscape.points().length`) == 4 {
		p.Do(`location.hash = ""; location.hash = ` + quote(link(t, five)))
		p.points(5)
	}
	same("with a link on its way", 5, "svm")

	// No memory is left, and a document needs more.
	p.Do(`pointscapeBoot.worker.postMessage({ end: "memory" })`)
	p.Do(`pointscape.set({ method: "knn", points: Array.from({ length: 60000 }, (_, i) => [i % 317, i / 317 | 0, i % 2]) }).catch(() => { })`)
	p.Notice(restarted)
	p.WaitReady()
	if n := len(p.Doc().Points); n != 60000 && n != 5 {
		t.Errorf("short of memory: %d points", n)
	}
	p.later()

	// A method panics at every request.
	p.Set(twoClasses)
	p.Do(`window.deadly = '"method":"knn"'`)
	p.Choose("knn")
	givenUp := p.Notice("Your points are safe")
	p.Screenshot("given-up")
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("of a method that panics there are %d points", n)
	}
	p.Do(`document.querySelector("#undo").click()`)
	givenUp.Click("Restart")
	givenUp.Gone()
	same("a method that panics is undone", 4, "svm")
	p.Do(`delete window.deadly`)

	// The engine for long work ends.
	p.Set(`{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":240,"noise":0.3,"seed":1}}`)
	p.Do(`window.engines.length = 0`)
	p.Wait(`document.querySelector("#start-leave_one_out")`)
	p.Do(`document.querySelector("#start-leave_one_out").click()`)
	p.Wait(`engines.length > 0 && document.querySelector("#cancel-leave_one_out")`)
	p.Do(`engines[0].postMessage({ type: "crash", id: 0, head: "{}" })`)
	p.Wait(`document.querySelector("#start-leave_one_out") && /engine stopped|engine was lost|stopped before/i.test(document.querySelector("#sheet").innerText + [...document.querySelectorAll(".toast")].map((e) => e.innerText))`)
	p.Screenshot("long-work-ended")
	p.Do(`document.querySelector("#start-leave_one_out").click()`)
	p.Wait(`document.querySelector("#show-leave_one_out")`)
	p.WaitReady()
}

// TestKeptIsBroken opens the page with various garbage in the browser's storage, and once with data of a newer version:
// it opens, says what it can't read, works, and keeps the data of the newer version.
func TestKeptIsBroken(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses), Expect: `robots\.txt`})
	p.WaitReady()
	const keys = `["pointscape.v1", "pointscape.v1.opening", "pointscape.v1.kept", "pointscape.courses", "pointscape.deck", "pointscape.runs", "pointscape.figure", "pointscape.present", "pointscape.present.legend", "pointscape.explain", "pointscape.theme", "pointscape.lang"]`
	paths := []string{"", "?course=foundations", "?deck=mine"}
	for i, rubbish := range []string{"null", "{", `[null,{"run":null},7]`, `"\u0000"`, strings.Repeat("[", 1e5),
		`{"version":99,"method":"svm","points":[[1,2,0]],"course":"c","pages":[{"id":"a","title":"A"}]}`} {
		p.OpenURL(p.URL + "robots.txt")
		p.Do(`for (const key of ` + keys + `) localStorage.setItem(key, ` + quote(rubbish) +
			`); sessionStorage.setItem("pointscape.v1.tab", ` + quote(rubbish) + `)`)
		for _, path := range []string{paths[0], paths[1+i%2]} {
			p.Open(path)
			p.WaitReady()
			if path == "" {
				p.Wait(told("Your last picture here can't be opened") + ` || ` + told("could not open your earlier picture"))
			} else {
				p.Wait(`document.querySelector("#lesson-title")?.textContent`)
				continue
			}
			n := Eval[int](p, `+document.documentElement.dataset.stateVersion`)
			x, y := p.Empty()
			p.Click(x, y)
			p.Wait(fmt.Sprintf(`+document.documentElement.dataset.stateVersion > %d`, n))
		}
	}
	// The newer version's documents are all still stored.
	p.Wait(`[..."-23"].map((n) => localStorage["pointscape.v1.kept" + n.replace("-", "")] ?? "").some((s) => s.includes('"version":99')) && localStorage["pointscape.deck.kept"]?.includes('"version":99')`)
}

// another opens a second tab of the same browser, with the same storage.
func (p *Page) another() *Page {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(func() { cancel() })
	q := &Page{t: p.t, URL: p.URL, log: p.log, process: p.process, ctx: ctx, server: p.server, dir: p.dir}
	q.drive()
	q.Resize(Desktop)
	return q
}

// TestTwoTabsAndTheClock uses two tabs with one autosave: after a reload, each shows its own document again, even the
// one whose document was changed in the background, where it does not paint. Editing, undo and saving work when the
// clock is changed in both directions.
func TestTwoTabsAndTheClock(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Alone: true})
	p.Inject(`{
		const Real = Date;
		let off = 0;
		window.Date = class extends Real {
			constructor(...a) { if (a.length > 0) super(...a); else super(Real.now() + off); }
			static now() { return Real.now() + off; }
		};
		window.setClock = (days) => { off = days * 864e5 };
	}`)
	p.Open(link(t, twoClasses))
	p.WaitReady()
	q := p.another()
	q.Open(link(t, twoClasses))
	q.WaitReady()
	p.Do(`pointscape.set({method: "voronoi", points: [[1, 1], [2, 2], [3, 1]]}); 0`) // in the background
	p.points(3)
	x, y := q.Empty()
	q.Changed(func() { q.Click(x, y) })
	q.points(5)
	q.Wait(`JSON.parse(localStorage["pointscape.v1"]).points.length === 5`)
	q.Reload()
	q.WaitReady()
	q.points(5)
	p.Front()
	p.WaitReady()
	p.points(3)
	p.Reload()
	p.WaitReady()
	p.points(3)

	for _, days := range []int{-400, 30, 0} {
		p.Do(fmt.Sprintf(`setClock(%d)`, days))
		n := len(p.Doc().Points)
		x, y := p.Empty()
		p.Changed(func() { p.Click(x, y) })
		p.points(n + 1)
		p.Changed(func() { p.Key("Ctrl+z") })
		p.points(n)
		p.Changed(func() { p.Key("Ctrl+Shift+z") })
		p.Wait(fmt.Sprintf(`JSON.parse(localStorage["pointscape.v1"]).points.length === %d`, n+1))
	}
	p.Reload()
	p.WaitReady()
	p.points(6)
	if Eval[bool](p, `!!document.querySelector(".offer")`) {
		t.Error("the page believes that one before it has died")
	}
}

// TestFilesThatAreCut interrupts the network in the middle of files that are loaded later: a course, a table, and the
// texts of the gallery. The page says what has not arrived and what to do, keeps working with what it has, and
// continues when the network is back.
func TestFilesThatAreCut(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Expect: `request failed|ERR_|404`})
	var broken atomic.Value
	broken.Store("")
	p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		if cut := broken.Load().(string); cut == "" || !strings.HasSuffix(r.URL.Path, cut) {
			return false
		}
		r.Header.Set("Accept-Encoding", "identity")
		rec := httptest.NewRecorder()
		host.ServeHTTP(rec, r)
		w.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		w.Header().Set("Content-Length", fmt.Sprint(rec.Body.Len()))
		w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	says := func(re string) {
		t.Helper()
		p.Wait(`/` + re + `/.test(document.body.innerText)`)
	}

	broken.Store("/foundations.json")
	p.Open("?course=foundations")
	says("The course could not be loaded: .*Reload the page to try again")
	p.WaitReady()
	p.Screenshot("no-course")
	broken.Store("")
	p.Reload()
	p.Wait(`document.querySelector("#lesson-title")?.textContent`)

	p.Open("?deck=gone/deck.json")
	says("The deck could not be loaded: there is no file gone.deck.json, or no connection. Reload the page to try again")
	p.WaitReady()

	broken.Store("")
	p.Open(link(t, twoClasses))
	p.WaitReady()
	wine := quote(link(t, `{"version":1,"method":"tree","params":{"inputs":"all"},"table":{"name":"wine"}}`))
	broken.Store("/wine.csv")
	p.Do(`location.hash = ` + wine)
	refused := p.Notice("The link could not be opened: the table can't be fetched: try again when there is a connection")
	p.WaitReady()
	p.points(4)
	broken.Store("")
	refused.Click("Try again")
	p.points(178)

	broken.Store("/gallery.json")
	p.Open("gallery.html")
	p.Do(`{ const e = document.querySelector("input[type=search]"); e.value = "margin"; e.dispatchEvent(new Event("input", { bubbles: true })) }`)
	says("The texts could not be loaded: only titles are searched")
	broken.Store("")
	p.ClickOn("#again")
	p.Wait(`!/could not be loaded/.test(document.body.innerText) && document.querySelector("#again").hidden`)
}

// TestFilesThatNeverCome uses a host that begins to send files that are loaded later (a course, a table, a language,
// the texts of the gallery), but never goes on: the page says so, and offers to try again; a course has a link to leave
// it.
func TestFilesThatNeverCome(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Clock: true, Expect: `request failed|ERR_`})
	var silent atomic.Value
	silent.Store("")
	asked := make(chan string, 100)
	p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		name := silent.Load().(string)
		if name == "" || !strings.HasSuffix(r.URL.Path, name) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "1000000")
		w.Write([]byte("{"))
		w.(http.Flusher).Flush()
		asked <- name
		select {
		case <-r.Context().Done():
		case <-t.Context().Done():
		}
		return true
	})
	says := func(re string) {
		t.Helper()
		p.Wait(`/` + re + `/.test(document.body.innerText)`)
	}
	p.Inject(workersClock(""))
	come := func(name string) {
		t.Helper()
		select {
		case got := <-asked:
			if got != name {
				t.Fatalf("%s was asked for", got)
			}
		case <-time.After(patience):
			t.Fatalf("%s is not asked for", name)
		}
		p.Wait(twoFrames) // the response has been read
	}

	silent.Store("/foundations.json")
	p.Open("?course=foundations")
	come("/foundations.json")
	p.Wait(`document.querySelector("#lesson .skeleton")`)
	p.PassUntil(`document.querySelector("#lesson [role=status]")`, time.Second)
	says("Nothing has arrived for some seconds")
	if !p.Has(`#lesson a[href="` + p.URL + `"]`) {
		t.Error("no way out of a course that does not come")
	}
	p.Screenshot("slow-course")
	p.PassUntil(`document.querySelector("#lesson [role=alert]")`, time.Second)
	says("The course could not be loaded: it does not exist")
	p.WaitReady() // the playground has its picture
	silent.Store("")
	p.ClickNamed("#lesson button", "Try again")
	p.Wait(`document.querySelector("#lesson-title")?.textContent`)
	p.WaitReady()

	p.Open("?x" + link(t, twoClasses))
	p.WaitReady()
	silent.Store("/wine.csv")
	p.Do(`location.hash = ` + quote(link(t, `{"version":1,"method":"tree","params":{"inputs":"all"},"table":{"name":"wine"}}`)))
	come("/wine.csv")
	p.PassUntil(told("The document is still loading"), time.Second)
	p.Screenshot("slow-table")
	p.Do(`passInWorkers(12000)`)
	refused := p.Notice("The link could not be opened: the table can't be fetched")
	p.points(4)
	p.WaitReady()
	silent.Store("")
	refused.Click("Try again")
	p.points(178)
	p.WaitReady()

	p.Open("?y" + link(t, twoClasses))
	p.WaitReady()
	// The notice about the earlier document appears when the engine that knows its method has arrived: it moves later
	// notices.
	p.Notice("Undo brings back the points that you had here before.").Click("Dismiss")
	french := Eval[string](p, `JSON.parse(document.getElementById("boot-config").textContent).languages.fr.words.url`)
	french = french[:strings.IndexByte(french+"?", '?')]
	silent.Store("/" + french)
	p.ClickOn("#menu-theme")
	p.ClickOn("[data-lang=fr]")
	come("/" + french)
	p.Notice("The other language is loading")
	p.PassUntil(told("The other language could not be loaded"), time.Second)
	refused = p.Notice("The other language could not be loaded")
	silent.Store("")
	refused.Click("Try again")
	p.Wait(`document.documentElement.lang === "fr" && window.pointscape`)
	p.WaitReady()

	silent.Store("/gallery.json")
	p.Open("gallery.html")
	p.Fill("#search", "margin")
	come("/gallery.json")
	p.PassUntil(`!document.querySelector("#again").hidden`, time.Second)
	says("The texts could not be loaded: only titles are searched")
	silent.Store("")
	p.ClickOn("#again")
	p.Wait(`!/could not be loaded/.test(document.body.innerText)`)
}
