package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pointscape/app/tools/site"
)

// restyled returns the site with a different style sheet, and otherwise the same.
func restyled(t *testing.T) *site.Site {
	t.Helper()
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	web := filepath.Join(t.TempDir(), "web")
	if err := os.CopyFS(web, os.DirFS(filepath.Join(root, "web"))); err != nil {
		t.Fatal(err)
	}
	css := filepath.Join(web, "app.css")
	b, err := os.ReadFile(css)
	if err == nil {
		err = os.WriteFile(css, append(b, "\n/* newer */\n"...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s, err := site.New(p, site.Options{Web: web, Exec: filepath.Join(root, "wasm_exec.js"), ServiceWorker: true,
		Quality: site.Least, Cache: filepath.Join(root, ".build")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An open page announces a new version, continues with its own, and keeps the user's work when it is reloaded.
func TestNewVersionAnnouncesItself(t *testing.T) {
	p := Start(t, Options{ServiceWorker: true})
	p.WaitReady()
	p.Wait(installed)
	p.Reload() // from here on the service worker answers
	p.WaitReady()
	version := Eval[string](p, `pointscapeBoot.version`)
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	points := p.Doc().Points

	p.ServeInstead(restyled(t))
	p.Do(`document.dispatchEvent(new Event("visibilitychange"))`) // as when the user returns to the page
	news := p.Notice("A new version of Pointscape is available")
	p.Screenshot("new-version")
	if got := Eval[string](p, `pointscapeBoot.version`); got != version {
		t.Fatalf("the page is of version %s, was %s", got, version)
	}
	// What it requests now is of its own version, whatever the host has: the whole engine, and another worker.
	p.Choose("tree")
	p.WaitReady()
	if p.Has(".notice[role=alert]") || !p.Has(".notice[role=status]") {
		t.Error("a method of the whole engine does not come")
	}
	if got := p.Doc().Points; !slices.Equal(got, points) {
		t.Errorf("%d points, were %d", len(got), len(points))
	}
	news.Click("Reload")
	p.Wait(`window.pointscapeBoot && pointscapeBoot.version !== ` + quote(version))
	p.WaitReady()
	if d := p.Doc(); d.Method != "tree" || !slices.Equal(d.Points, points) {
		t.Errorf("after the reload: %s, %d points of %d", d.Method, len(d.Points), len(points))
	}
	if p.Has(".notice") {
		t.Error("the new version says that there is a new version")
	}
}

// If no service worker stores a version, a host returns files of the new version for the old one's addresses. A page
// runs none of them, and says why, both when it starts and later.
func TestVersionsAreNotMixed(t *testing.T) {
	long(t)
	programs, err := standIn()
	if err != nil {
		t.Fatal(err)
	}
	version := func(mark byte) *site.Site {
		p := programs
		section := []byte{0, 2, 1, mark} // a program of the same size, but different
		p.App, p.Engine = append(slices.Clone(p.App), section...), append(slices.Clone(p.Engine), section...)
		p.Glue = append(slices.Clone(p.Glue), "\n// "+string(rune(mark))+"\n"...) // a different wasm_exec.js
		return makeSite(t, p, "", false)
	}
	one, other := version('a'), version('b')
	const says = "The site has a new version, with another %s. Reload the page to continue; your work is kept."
	p := Start(t, Options{StandIn: true, Closed: true})
	var renewed atomic.Value // the files that are already of the new version
	renewed.Store("nothing")
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		r.URL.RawQuery = "" // most hosts ignore the version in ?v=
		w.Header().Set("Cache-Control", "no-store")
		host := one
		if what := renewed.Load().(string); what == "all" || strings.Contains(r.URL.Path, what) {
			host = other
		}
		host.Handler().ServeHTTP(w, r)
		return true
	})
	// Detected when the page starts: the host has just been updated.
	for _, name := range []string{appProgram, "wasm_exec.js"} {
		renewed.Store(name)
		p.Open("")
		switch name {
		case appProgram:
			p.Wait(`document.getElementById("boot-trouble").textContent === ` + quote(fmt.Sprintf(says, name)))
			p.Screenshot("not-mixed")
		default: // its worker reports it first
			p.Wait(`/new version/.test(document.body.innerText)`)
		}
		if p.Has("#standin") {
			t.Errorf("it runs with %s of another version", name)
		}
	}
	renewed.Store("nothing")
	p.Open("")
	p.Wait(ready)
	// Or later: the whole engine, another worker.
	renewed.Store("all")
	said := Eval[string](p, `new Promise((done) => {
		const worker = pointscapeBoot.spawn("engine", true);
		worker.onmessage = ({ data }) => { if (data.type === "fatal") done(JSON.parse(data.head).message) };
	})`)
	if said != "The site has a new version. Reload the page to continue." {
		t.Errorf("a new worker says %q", said)
	}
	renewed.Store(wholeEngine)
	said = Eval[string](p, `new Promise((done) => {
		const worker = pointscapeBoot.spawn("engine", true);
		worker.onmessage = ({ data }) => { if (data.type === "boot" && JSON.parse(data.head).trouble) done(pointscapeBoot.said(data)); if (data.type === "compiled") done("it runs") };
	})`)
	if said != fmt.Sprintf(says, wholeEngine) {
		t.Errorf("of the whole engine it says %q", said)
	}
	// With the new version's page, everything works.
	renewed.Store("all")
	p.Open("")
	p.Wait(ready)
}

// A service worker never stores a mixture of versions, even while a host is being updated.
func TestKeepsNoVersionInPart(t *testing.T) {
	long(t)
	programs, err := standIn()
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{StandIn: true, ServiceWorker: true})
	p.Wait(ready)
	p.Wait(installed)
	old := Eval[[]string](p, `caches.keys()`)
	next := programs
	next.Engine = append(slices.Clone(programs.Engine), 0, 2, 1, 'a')
	half := makeSite(t, next, "", true)
	var whole atomic.Bool
	first, err := siteOf(Options{StandIn: true, ServiceWorker: true})
	if err != nil {
		t.Fatal(err)
	}
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		host := half
		if !whole.Load() && !strings.HasSuffix(r.URL.Path, "/sw.js") { // the only file of the new version
			host = first
		}
		r.URL.RawQuery = ""
		host.Handler().ServeHTTP(w, r)
		return true
	})
	const update = `navigator.serviceWorker.getRegistration().then((r) => new Promise((done) => {
		r.onupdatefound = () => { const worker = r.installing; worker.onstatechange = () => { if (["redundant", "activated"].includes(worker.state)) done(worker.state) } };
		r.update().catch(() => { });
	}))`
	if got := Eval[string](p, update); got != "redundant" {
		t.Errorf("a version in part was %s", got)
	}
	if got := Eval[[]string](p, `caches.keys()`); !slices.Equal(got, old) {
		t.Errorf("kept are %v, were %v", got, old)
	}
	whole.Store(true)
	if got := Eval[string](p, update); got != "activated" {
		t.Errorf("the whole of it was %s", got)
	}
	for _, name := range []string{appProgram, wholeEngine, "wasm_exec.js"} {
		if !Eval[bool](p, `caches.open("pointscape-/@`+half.Version+
			`").then((c) => c.keys()).then((all) => all.some((r) => r.url.includes("/`+name+`?v=")))`) {
			t.Errorf("%s is not kept", name)
		}
	}
}
