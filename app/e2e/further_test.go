package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
)

const (
	appProgram  = "pointscape.psm" // the page and the first engine
	wholeEngine = "engine.psm"
)

// further returns the first classification method that the page's first engine lacks.
func further() *method.Method {
	list := catalog.All()[len(catalog.First()):]
	return &list[slices.IndexFunc(list, func(m method.Method) bool { return m.Task == method.Classify })]
}

// greeted records how many methods each engine reports. Timers in the workers fire only when the test advances the
// time, so that a retry happens on request.
var greeted = workersClock(
	`this.addEventListener("message", (e) => { if (e.data.type === "hello") (top.hellos ??= []).push(JSON.parse(e.data.head).methods.length); });`)

// TestFurtherMethods: a method that the first engine lacks loads the whole engine. While that is loading, or can't be
// loaded, the last picture stays, the page says so, and the other methods work; when the engine has arrived, the page
// continues with the chosen method.
func TestFurtherMethods(t *testing.T) {
	m := further()
	p := Start(t, Options{Closed: true, Expect: "request failed.*" + wholeEngine + "|404"})
	p.Inject(greeted)
	var mended atomic.Bool
	seen := p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if !strings.Contains(r.URL.Path, wholeEngine) || mended.Load() {
			return false
		}
		http.NotFound(w, r)
		return true
	})
	p.Open(link(t, twoClasses))
	p.WaitReady()
	p.Still() // what appears beside the plane makes it smaller
	begun, picture := p.Look(), p.hash()
	missing := `/engine\.psm.*404/.test(` + told("The other methods are not loaded yet") + `?.innerText)`
	p.Choose(m.ID)
	p.Wait(missing)
	p.Screenshot("further-trouble")
	if p.hash() != picture {
		t.Error("the picture before has not stayed")
	}
	if Eval[bool](p, `document.querySelector("#boot-loading").checkVisibility()`) {
		t.Error("the page's beginning is shown again")
	}
	// The other methods work, and the notice about the missing one disappears.
	p.Choose("knn")
	p.WaitReady()
	p.complaints("choosing a method that is there")
	if p.Doc().Method != "knn" || p.hash() == picture {
		t.Error("the first engine does not draw any more")
	}
	// A document set by a script waits for the engine that knows its method.
	p.Do(`void (window.set = pointscape.set(` + quote(m.Example) + `).then(() => "done"))`)
	p.Wait(missing)
	mended.Store(true)
	p.Notice("The other methods are not loaded yet").Click("Try now")
	if got := Eval[string](p, `window.set`); got != "done" {
		t.Errorf("set: %s", got)
	}
	p.WaitReady()
	p.complaints("loading the whole engine")
	if l := p.Look(); l.Blank || p.Doc().Method != m.ID {
		t.Error("nothing is drawn")
	}
	p.ClickOn(`button[aria-label="Undo"]`)
	p.Wait(`pointscape.get().method === "knn"`)
	p.WaitReady()
	p.ClickOn(`button[aria-label="Undo"]`)
	p.ClickOn(`button[aria-label="Undo"]`)
	p.Wait(`pointscape.get().method === "svm"`)
	p.WaitReady()
	p.Still()
	p.same("the beginning", p.Look(), begun)
	if got, want := Eval[[]int](p, `hellos`), []int{len(catalog.First()), len(catalog.All())}; !slices.Equal(got, want) {
		t.Errorf("engines of %v methods have begun, want %v", got, want)
	}
	if n := len(seen.of(appProgram)); n != 1 {
		t.Errorf("the page and the first engine were asked for %d times", n)
	}
}

// TestLinkToAFurtherMethod: a link to a method that the first engine lacks starts the whole engine at once, and never
// the first one; so does a saved document with such a method.
func TestLinkToAFurtherMethod(t *testing.T) {
	long(t)
	m := further()
	p := Start(t, Options{Closed: true})
	p.Inject(greeted)
	p.Open(link(t, m.Example))
	p.WaitReady()
	p.onlyWhole("by a link")
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.Wait(`JSON.parse(localStorage["pointscape.v1"] ?? "{}").method === ` + quote(m.ID))
	p.Open("?again")
	p.WaitReady()
	if l := p.Look(); l.Blank || p.Doc().Method != m.ID {
		t.Error("nothing is drawn")
	}
	p.Choose("svm")
	p.WaitReady()
	p.complaints("choosing a method of the first engine")
	p.onlyWhole("by what was saved")
}

// onlyWhole checks that only one engine has started since the page was opened, with all methods.
func (p *Page) onlyWhole(when string) {
	p.t.Helper()
	if got := Eval[[]int](p, `hellos`); !slices.Equal(got, []int{len(catalog.All())}) {
		p.t.Errorf("%s, engines of %v methods have begun", when, got)
	}
}

// TestFetchedAhead: after the first picture, the whole engine is fetched, and is then available offline; but not if the
// browser asks to save data.
func TestFetchedAhead(t *testing.T) {
	sideBySide(t)
	m := further()
	// patient sets window.quiet when work that waits for an idle period has begun.
	const patient = `{ const real = requestIdleCallback; window.requestIdleCallback = (f) => real(() => { f(); setTimeout(() => { window.quiet = true; }, 100); }); }`
	all := func(http.ResponseWriter, *http.Request, http.Handler) bool { return false }
	t.Run("kept by the browser", func(t *testing.T) {
		p := Start(t, Options{Closed: true})
		p.Inject(patient + `window.fetched = () => performance.getEntriesByType("resource").some(e => e.name.includes("/engine.psm") && e.responseEnd > 0);`)
		seen := p.Intercept(all)
		p.Open(link(t, twoClasses))
		p.WaitReady()
		p.Wait(`fetched()`)
		p.Choose(m.ID)
		p.WaitReady()
		if n := len(seen.of(wholeEngine)); n != 1 {
			t.Errorf("the whole engine was asked for %d times", n)
		}
	})
	t.Run("saving data", func(t *testing.T) {
		p := Start(t, Options{Closed: true})
		p.Inject(patient + `Object.defineProperty(navigator, "connection", { value: { saveData: true } });`)
		seen := p.Intercept(all)
		p.Open(link(t, twoClasses))
		p.WaitReady()
		p.Wait(`window.quiet`)
		if n := len(seen.of(wholeEngine)); n != 0 {
			t.Errorf("the whole engine was asked for %d times", n)
		}
	})
	t.Run("kept by the service worker", func(t *testing.T) {
		p := Start(t, Options{ServiceWorker: true, Path: link(t, twoClasses)})
		p.WaitReady()
		p.Wait(installed)
		p.Disconnect()
		p.Open("?again")
		p.WaitReady()
		p.Choose(m.ID)
		p.WaitReady()
		p.complaints("choosing " + m.ID)
	})
}

// TestKeptByWhoSavedDataOnce: a service worker that was told to save data lacks the whole engine. A later visit without
// data saving fetches it, and the next version keeps it, even if data are to be saved again.
func TestKeptByWhoSavedDataOnce(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true, ServiceWorker: true, Closed: true})
	saving := func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		if !strings.HasSuffix(r.URL.Path, "/sw.js") {
			return false
		}
		r.Header.Del("Accept-Encoding")
		answer := httptest.NewRecorder()
		host.ServeHTTP(answer, r)
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, `Object.defineProperty(navigator, "connection", { value: { saveData: true } });%s`, answer.Body)
		return true
	}
	p.Intercept(saving)
	const kept = `(await Promise.all((await caches.keys()).slice(-1).map(async (k) => (await (await caches.open(k)).keys()).some((r) => r.url.includes("/engine.psm"))))).includes(true)`
	p.Open("")
	p.Wait(ready)
	p.Wait(installed)
	if Eval[bool](p, `(async () => `+kept+`)()`) {
		t.Fatal("the whole engine is fetched, though data are to be saved")
	}
	p.Open("?again")
	p.Wait(kept)
	next, err := standIn()
	if err != nil {
		t.Fatal(err)
	}
	next.App = append(slices.Clone(next.App), 0, 2, 1, 'a') // a custom section with the name "a"
	p.ServeInstead(makeSite(t, next, "", true))
	p.Intercept(saving)
	version := Eval[string](p, "pointscapeBoot.version")
	p.Reload()
	p.Wait(`(await caches.keys()).length === 2 && standin.dataset.update === "there"`)
	if !Eval[bool](p, `(async () => `+kept+`)()`) {
		t.Error("the next version has dropped the whole engine")
	}
	p.Reload()
	p.Wait(ready)
	if Eval[string](p, "pointscapeBoot.version") == version {
		t.Error("a reload did not bring the new version")
	}
}
