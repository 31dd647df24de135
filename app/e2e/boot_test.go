package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

const ready = `document.querySelector("#standin")?.dataset.engine === "ready"`

// Until the page's program has arrived, the page shows its skeleton and the progress of the download.
func TestSkeletonWithProgress(t *testing.T) {
	sideBySide(t)
	for _, w := range some(2, []struct {
		name string
		Window
		dark bool
	}{{"phone", Phone, false}, {"desktop-dark", Desktop, true}, {"desktop", Desktop, false}}) {
		t.Run(w.name, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Hold: appProgram, Window: w.Window, Dark: w.dark, Closed: true})
			p.Open("?lang=fr")
			p.Wait(`/^Chargement\u00a0: \d+\s%/.test(document.querySelector("#boot-loading")?.innerText)`)
			p.Open("?lang=en")
			p.Wait(`document.querySelector("#boot-progress").ariaValueNow > 0`)
			p.Wait(`document.querySelector("#boot-percent").innerText === document.querySelector("#boot-progress").ariaValueNow + " %"`)
			if says := p.Text("#boot-loading"); !regexp.MustCompile(`^Loading [0-9]+\s%`).MatchString(says) {
				t.Errorf("it says %q", says)
			}
			if percent := Eval[string](p, `document.querySelector("#boot-progress").ariaValueNow`); percent == "100" {
				t.Error("100 % of a file that has not come")
			}
			for _, s := range []string{"#boot header", "#boot .boot-stage", "#boot aside"} {
				if !p.Has(s) {
					t.Errorf("%s is not to be seen", s)
				}
			}
			if x := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); x > 0 {
				t.Errorf("the skeleton is %d pixels too wide", x)
			}
			if lang := Eval[string](p, "document.documentElement.lang"); lang != "en" {
				t.Errorf("lang is %q", lang)
			}
			if v := Eval[string](p, `document.querySelector("meta[name=viewport]").content`); strings.Contains(v, "scalable") ||
				strings.Contains(v, "maximum") {
				t.Errorf("the viewport forbids zooming: %s", v)
			}
			p.Screenshot("skeleton")
			p.accessible("loading", "#boot-loading", w.dark)
			p.Release()
			p.Wait(ready)
			if p.Has("#boot") {
				t.Error("the skeleton is still there")
			}
		})
	}
}

// The skeleton looks like the program: embedded, it has no header and no panel, and it has the theme that the address
// requests or that was chosen before.
func TestSkeletonAppearance(t *testing.T) {
	long(t)
	background := `getComputedStyle(document.querySelector("#boot")).backgroundColor`
	p := Start(t, Options{StandIn: true, Hold: appProgram, Closed: true})
	p.Open("?embed=1&theme=dark")
	p.Wait(`document.documentElement.dataset.theme === "dark"`)
	if p.Has("#boot header") || p.Has("#boot aside") || !p.Has("#boot-progress") {
		t.Error("an embedded stage begins with header or panel, or without progress")
	}
	dark := Eval[string](p, background)
	p.Open("")
	p.Wait(`window.pointscapeBoot`)
	if Eval[string](p, background) == dark {
		t.Error("the skeleton is dark in light")
	}
	p.Do(`localStorage.setItem("pointscape.theme", "dark")`)
	p.Reload()
	p.Wait(`window.pointscapeBoot`)
	if Eval[string](p, background) != dark {
		t.Error("the theme that was chosen is forgotten")
	}
}

// The page works on a plain static host, under a path, with any rest of the address.
func TestDumbHostUnderBase(t *testing.T) {
	sideBySide(t)
	for _, path := range some(2, []string{"", "index.html", "?hide=panel", "#abc"}) {
		t.Run(path, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Dumb: true, Base: "/courses/ml/", Path: path})
			p.Wait(ready)
			if got := Eval[string](p, "pointscapeBoot.base"); got != p.URL {
				t.Errorf("base is %s, want %s", got, p.URL)
			}
			if got := Eval[string](p, `goappGetenv("GOAPP_STATIC_RESOURCES_URL")`); got+"/" != p.URL {
				t.Errorf("static resources are at %s, want %s", got, p.URL)
			}
			// go-app's route is the rest of the path after the prefix.
			if got := Eval[string](p, `location.pathname.slice(goappGetenv("GOAPP_ROOT_PREFIX").length)`); got != "" &&
				got != "/" {
				t.Errorf("the route is %q", got)
			}
		})
	}
}

// The page works in the sandboxed frames of learning platforms, which have no origin.
func TestSandboxedFrame(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true, Closed: true})
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>course</title><link rel="icon" href="data:,"><script>onmessage = (e) => { heard = e.data }</script>
			<iframe sandbox="allow-scripts" src="%s" width="600" height="400"></iframe>`, p.URL)
	}))
	defer host.Close()
	p.OpenURL(host.URL)
	p.Wait(`heard === "engine ready"`)
}

// Messages sent before the engine has started reach it, in order.
func TestMessagesWaitForTheEngine(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true, Hold: wholeEngine, Path: link(t, further().Example)})
	p.Wait(`document.querySelector("#standin")`)
	p.Do(`window.heard = []; pointscapeBoot.worker.addEventListener("message", (e) => { if (e.data.type === "echo") heard.push(e.data.id); if (e.data.type === "pong") alive = true })`)
	// Pings are answered while the engine is being loaded.
	p.Do(`window.alive = false; pointscapeBoot.worker.postMessage({type: "ping", id: 0})`)
	p.Wait(`alive`)
	p.Do(`for (let id = 1; id <= 50; id++) pointscapeBoot.worker.postMessage({type: "x", id})`)
	p.Release()
	p.Do(`for (let id = 51; id <= 99; id++) pointscapeBoot.worker.postMessage({type: "x", id})`)
	p.Wait(`heard.length === 99`)
	if !Eval[bool](p, `heard.every((id, i) => id === i + 1)`) {
		t.Errorf("out of order: %v", Eval[[]int](p, "heard"))
	}
}

// The engine reports its progress, says hello once, and reports once why it dies. Another one can be started.
func TestEngineDies(t *testing.T) {
	sideBySide(t)
	for kind, want := range map[string]string{
		"crash": "panic: the engine was asked to crash",
		"throw": "noSuchMethod",
	} {
		t.Run(kind, func(t *testing.T) {
			p := Start(t, Options{StandIn: true})
			p.Wait(ready)
			p.Do(`window.heard = []; window.worker = pointscapeBoot.spawn(); worker.onmessage = (e) => heard.push(e.data); worker.onerror = () => heard.push({type: "error"})`)
			p.Wait(`heard.some(m => m.type === "hello")`)
			if !Eval[bool](p, `heard.some(m => m.type === "boot" && JSON.parse(m.head).done === 1)`) {
				t.Error("no progress was reported")
			}
			p.Do(`worker.postMessage({type: ` + quote(kind) + `}); worker.postMessage({type: "x", id: 1})`)
			p.Wait(`heard.some(m => m.type === "fatal")`)
			p.Do(`worker.postMessage({type: "x", id: 2}); new Promise(r => setTimeout(r, 200))`)
			types := Eval[[]string](p, `heard.map(m => m.type).filter(t => t !== "boot" && t !== "echo")`)
			if strings.Join(types, " ") != "hello fatal" {
				t.Errorf("heard %v", types)
			}
			if got := Eval[string](p, `JSON.parse(heard.find(m => m.type === "fatal").head).message`); !strings.Contains(got,
				want) {
				t.Errorf("the engine's last words are %q, want %q", got, want)
			}
			p.Do(`worker.terminate(); heard = []; worker = pointscapeBoot.spawn(); worker.onmessage = (e) => heard.push(e.data)`)
			p.Wait(`heard.some(m => m.type === "hello")`)
		})
	}
}

// The program is compiled once: a worker receives the module that the page has compiled.
func TestProgramIsHandedOver(t *testing.T) {
	p := Start(t, Options{StandIn: true})
	p.Wait(ready)
	if got := Eval[string](p, `new Promise((done) => {
		const types = [], worker = pointscapeBoot.spawn();
		worker.addEventListener("message", ({ data }) => { types.push(data.type); if (data.type === "hello") done(types.join(" ")); });
	})`); got != "boot hello" {
		t.Errorf("a worker says %q", got)
	}
}

// If a browser can't pass a module to a worker, when it is sent or when it is read, the worker fetches the program, and
// the console says so.
func TestProgramIsNotHandedOver(t *testing.T) {
	long(t)
	sideBySide(t)
	for name, script := range map[string]string{
		"sent": `{ const real = Worker.prototype.postMessage;
			Worker.prototype.postMessage = function (m, ...r) { if (m.module) throw new DOMException("no modules", "DataCloneError"); real.call(this, m, ...r); }; }`,
		"read": workerWith(`addEventListener("message", (e) => { if (e.data.module) { e.stopImmediatePropagation(); dispatchEvent(new MessageEvent("messageerror")); } });`, ""),
	} {
		t.Run(name, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Closed: true, Expect: "no compiled program"})
			p.Inject(script + `{ const real = console.warn; console.warn = (...a) => { window.warned = a.join(" "); real(...a); }; }`)
			p.Open("")
			p.Wait(ready)
			if got := Eval[string](p, `window.warned ?? ""`); !strings.Contains(got, "fetched and compiled once more") {
				t.Errorf("the console says %q", got)
			}
			p.Wait(`!document.querySelector("#boot-loading").checkVisibility()`)
		})
	}
}

// When the page's program dies, the page says so, and offers to reload it.
func TestPageDies(t *testing.T) {
	p := Start(t, Options{StandIn: true})
	p.Wait(ready)
	p.Do("crashPage()")
	p.Wait(`document.querySelector("[role=alertdialog]")`)
	if got := p.Text("#boot-notice"); !strings.Contains(got, "saved") || !strings.Contains(got, "panic: the page was "+
		"asked to crash") {
		t.Errorf("the notice says %q", got)
	}
	if got := Eval[string](p, "document.activeElement.textContent"); got != "Reload" {
		t.Errorf("the focus is on %q", got)
	}
	p.Screenshot("notice")
	p.Key("Enter")
	p.Wait("!document.querySelector('[role=alertdialog]') && " + ready)
}
