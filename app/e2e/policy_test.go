package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// spied serves a site whose wasm_exec.js ends with a spy: in a worker, it fetches the addresses that it receives, and
// reports whether there was an answer.
func spied(next http.Handler) http.Handler {
	const spy = `
if (typeof DedicatedWorkerGlobalScope !== "undefined" && self instanceof DedicatedWorkerGlobalScope) {
	const channel = new BroadcastChannel("spy");
	channel.onmessage = async (e) => {
		if (e.data.fetch) {
			let came = "answered";
			try { await fetch(e.data.fetch, { mode: "no-cors" }) } catch (err) { came = "refused" }
			channel.postMessage({ came });
		}
	};
}
`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/wasm_exec.js") {
			next.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		for name, values := range rec.Header() {
			if name != "Content-Length" {
				w.Header()[name] = values
			}
		}
		w.WriteHeader(rec.Code)
		w.Write(append(rec.Body.Bytes(), spy...))
	})
}

// The policy binds the engine, too: data that the user enters can't be sent away by its worker.
func TestEngineAsksNoOtherHost(t *testing.T) {
	long(t)
	sideBySide(t)
	var asked atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}))
	defer other.Close()
	for _, host := range []struct {
		name  string
		dumb  bool
		path  string
		other string // result of a request to another host
	}{
		{"serve", false, "", "refused"},
		{"serve, the whole engine", false, link(t, further().Example), "refused"},
		// The worker of a first visit has the page's policy, any other that of its own address.
		{"a host without our headers, a first visit", true, "", "refused"},
		{"a host without our headers", true, link(t, further().Example), "answered"}, // to check that the spy works
	} {
		t.Run(host.name, func(t *testing.T) {
			asked.Store(0)
			p := Start(t, Options{Dumb: host.dumb, Closed: true, Expect: "Content Security Policy"})
			p.gate.next = spied(p.gate.next)
			p.Open(host.path)
			p.Wait(`document.documentElement.dataset.busy === "0"`)
			p.Do(`window.spy = new BroadcastChannel("spy");
				window.spyAsks = (url) => new Promise((resolve) => { spy.onmessage = (e) => resolve(e.data.came); spy.postMessage({ fetch: url }) })`)
			if got := Eval[string](p, "spyAsks(location.href)"); got != "answered" {
				t.Errorf("its own host: %s", got)
			}
			if got := Eval[string](p, "spyAsks("+quote(other.URL)+")"); got != host.other {
				t.Errorf("another host: %s, want %s", got, host.other)
			}
			if n := asked.Load(); (n > 0) != (host.other == "answered") {
				t.Errorf("the other host was asked %d times", n)
			}
		})
	}
}
