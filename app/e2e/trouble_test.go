package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/domsnapshot"
	"github.com/chromedp/chromedp"
)

// TestTroubles: whatever file does not arrive, the page says what has happened and what to do, and continues as soon as
// it can, by itself or at once on request.
func TestTroubles(t *testing.T) {
	sideBySide(t)
	html := func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>Wi-Fi</title><p>Sign in to go on.")
	}
	missing := func(w http.ResponseWriter, r *http.Request, _ http.Handler) { http.NotFound(w, r) }
	busy := func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
	silent := func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }
	stalled := func(w http.ResponseWriter, r *http.Request, host http.Handler) { stuck(w, r, host, true) }
	short := func(w http.ResponseWriter, r *http.Request, host http.Handler) {
		// The server sends the first half of the file as if it were the whole.
		r.Header.Set("Accept-Encoding", "identity")
		rec := httptest.NewRecorder()
		host.ServeHTTP(rec, r)
		half := rec.Body.Bytes()[:rec.Body.Len()/2]
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Encoding", "identity")
		w.Write(half)
	}
	damaged := func(w http.ResponseWriter, r *http.Request, host http.Handler) {
		r.Header.Set("Accept-Encoding", "identity")
		rec := httptest.NewRecorder()
		host.ServeHTTP(rec, r)
		b := rec.Body.Bytes()
		for i := 64; i < len(b); i++ {
			b[i] = 0xff
		}
		w.Header().Set("Content-Encoding", "identity")
		w.Write(b)
	}
	newer := func(w http.ResponseWriter, r *http.Request, host http.Handler) {
		r.Header.Set("Accept-Encoding", "identity")
		rec := httptest.NewRecorder()
		host.ServeHTTP(rec, r)
		w.Header().Set("Content-Encoding", "identity")
		w.Write(append(rec.Body.Bytes(), "\n\n"...))
	}
	// A few of them are tested even in short tests.
	atOnce := []string{"boot.js missing", "wasm_exec.js a page", "program silent", "program damaged", "offer missing",
		"engine missing"}
	for _, c := range []struct {
		name, file string // file may be a prefix of a name
		fault      func(w http.ResponseWriter, r *http.Request, host http.Handler)
		says       []string
		self       bool // it continues without a request by the user
	}{
		{"boot.js missing", "boot.js", missing, []string{"boot.js", "reload"}, true},
		{"boot.js silent", "boot.js", silent, []string{"boot.js", "Check the connection"}, true},
		{"boot.js a page", "boot.js", html, []string{"boot.js"}, true},
		{"wasm_exec.js missing", "wasm_exec.js", missing, []string{"wasm_exec.js"}, true},
		{"wasm_exec.js a page", "wasm_exec.js", html, []string{"wasm_exec.js", "sign in"}, false},
		{"style missing", "app.css", missing, []string{"app.css"}, true},
		{"style silent", "app.css", silent, []string{"app.css", "slow or interrupted"}, false},
		{"program missing", appProgram, missing, []string{appProgram, "404", "upload"}, true},
		{"program busy", appProgram, busy, []string{appProgram, "503"}, false},
		{"program silent", appProgram, silent, []string{appProgram, "slow or interrupted"}, false},
		{"program stalled", appProgram, stalled, []string{appProgram, "slow or interrupted"}, false},
		{"program short", appProgram, short, []string{appProgram, "too early", "upload"}, false},
		{"program a page", appProgram, html, []string{appProgram, "sign in"}, true},
		{"program damaged", appProgram, damaged, []string{appProgram, "damaged"}, false},
		{"offer missing", "offer.en.json", missing, []string{"offer.en.json", "404", "upload"}, true},
		{"offer silent", "offer.en.json", silent, []string{"offer.en.json", "slow or interrupted"}, false},
		{"offer stalled", "offer.en.json", stalled, []string{"offer.en.json", "slow or interrupted"}, false},
		{"offer short", "offer.en.json", short, []string{"offer.en.json", "too early", "upload"}, false},
		{"offer a page", "offer.en.json", html, []string{"offer.en.json", "sign in"}, true},
		{"offer damaged", "offer.en.json", damaged, []string{"offer.en.json", "damaged"}, false},
		{"offer of another build", "offer.en.json", newer, []string{"offer.en.json", "damaged", "upload"}, false},
		{"engine missing", wholeEngine, missing, []string{wholeEngine, "404"}, false},
		{"engine stalled", wholeEngine, stalled, []string{wholeEngine, "slow or interrupted"}, false},
		{"engine short", wholeEngine, short, []string{wholeEngine, "too early"}, true},
		{"engine a page", wholeEngine, html, []string{wholeEngine, "sign in"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !slices.Contains(atOnce, c.name) {
				long(t)
			}
			p := Start(t, Options{StandIn: true, Closed: true, Clock: true,
				Expect: "request failed|ERR_|404|503|MIME|SyntaxError|Failed to load"})
			p.Inject(workersClock(""))
			const again = `document.querySelector("#boot-again")`
			// until waits until expr is true, and meanwhile advances the time, except while pauses is true.
			until := func(expr, pauses string) {
				t.Helper()
				p.Wait(expr + ` || !(` + pauses + `) && (` + pass(time.Second) + `, await passInWorkers(1000), ` + twoFrames + `, ` +
					expr + `)`)
			}
			var mended atomic.Bool
			p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
				if !strings.HasPrefix(name, c.file) || mended.Load() {
					return false
				}
				c.fault(w, r, host)
				return true
			})
			// Not by Open, which would wait for a file that never arrives.
			p.OpenURL("about:blank")
			path := ""
			if c.file == wholeEngine { // it is fetched at once if the document needs it
				path = link(t, further().Example)
			}
			p.Do(`setTimeout(() => { location = ` + quote(p.URL+path) + ` })`)
			for _, want := range c.says {
				until(`[...document.querySelectorAll("[role=alert]")].filter(e => e.checkVisibility({visibilityProperty: true})).some(e => e.innerText.includes(`+quote(want)+`))`,
					again+`?.checkVisibility()`)
			}
			p.Screenshot(strings.ReplaceAll(c.name, " ", "-"))
			for _, never := range []string{"magic", "undefined", "[object"} {
				if text := Eval[string](p, "document.body.innerText"); strings.Contains(text, never) {
					t.Errorf("the page says %q: %s", never, text)
				}
			}
			if c.self {
				mended.Store(true)
				until(ready, "false")
			} else {
				until(again+`.checkVisibility()`, "false")
				mended.Store(true)
				p.ClickOn("#boot-again")
				p.Wait(ready)
			}
			p.Wait(`!document.querySelector("#boot-loading").checkVisibility()`)
		})
	}
}

// Without a connection the page says so, and continues when there is one.
func TestNoConnection(t *testing.T) {
	p := Start(t, Options{StandIn: true, Closed: true, Expect: "request failed|ERR_"})
	var down atomic.Bool
	down.Store(true)
	p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		if strings.HasSuffix(r.URL.Path, "/"+appProgram) && down.Load() {
			panic(http.ErrAbortHandler)
		}
		return false
	})
	p.Inject(`Object.defineProperty(navigator, "onLine", {get: () => false});`)
	p.Open("")
	p.Wait(`/There is no connection/.test(document.querySelector("#boot-trouble").innerText)`)
	down.Store(false)
	p.Do(`dispatchEvent(new Event("online"))`)
	p.Wait(ready)
}

// A sandboxed frame says what the page around it must allow.
func TestSandboxesThatAllowTooLittle(t *testing.T) {
	long(t)
	sideBySide(t)
	for _, c := range []struct{ name, sandbox, want string }{
		{"no scripts", "allow-same-origin", "allow-scripts"},
		{"no origin", "allow-scripts", "allow-same-origin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// A host without headers: it does not allow other origins to read its files.
			p := Start(t, Options{StandIn: true, Dumb: true, Closed: true, Expect: "CORS|ERR_FAILED|sandboxed|Blocked script"})
			p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				if strings.HasSuffix(r.URL.Path, "/boot.js") { // it reports its text to the page around it
					rec := httptest.NewRecorder()
					host.ServeHTTP(rec, r)
					w.Header().Set("Content-Type", "text/javascript")
					fmt.Fprint(w, rec.Body.String(), "\nsetInterval(() => parent.postMessage(document.body.innerText, '*'), 50)")
					return true
				}
				if r.URL.Path != "/course" {
					return false
				}
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprintf(w, `<!doctype html><title>course</title><link rel="icon" href="data:,"><script>told = ""; onmessage = (e) => { told = e.data }</script><iframe sandbox="%s" src="/" width="600" height="400"></iframe>`, c.sandbox)
				return true
			})
			p.OpenURL(p.URL + "course")
			if c.name == "no scripts" {
				p.inFrame(c.want)
			} else {
				p.Wait(`told.includes(` + quote(c.want) + `)`)
			}
			p.Screenshot(strings.ReplaceAll(c.name, " ", "-"))
		})
	}
}

// inFrame waits until the text of the page's only frame, which a script can't access, contains want.
func (p *Page) inFrame(want string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var text string
	for ctx.Err() == nil {
		snap, err := chromedp.Call(ctx, domsnapshot.CaptureSnapshot,
			domsnapshot.CaptureSnapshotParams{ComputedStyles: []string{}})
		if err != nil {
			break
		}
		text = ""
		for _, d := range snap.Documents {
			for _, i := range d.Layout.Text {
				if i >= 0 {
					text += snap.Strings[i] + " "
				}
			}
		}
		if strings.Contains(text, want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("the frame does not say %q: %s", want, text)
}
