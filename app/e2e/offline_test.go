package e2e

import (
	"slices"
	"testing"
)

const installed = `(await navigator.serviceWorker.getRegistration())?.active?.state === "activated"`

// pictured tells a page of stand-ins that the first picture is there, as the program does. The stand-ins paint none,
// and the service worker is installed after it, or after five seconds.
func (p *Page) pictured() {
	p.t.Helper()
	p.Do(`document.documentElement.dataset.pictureVersion = "1"`)
}

// After the first visit, the playground needs no network.
func TestOffline(t *testing.T) {
	p := Start(t, Options{StandIn: true, ServiceWorker: true, Base: "/courses/ml/"})
	p.Wait(ready)
	p.pictured()
	p.Wait(installed)
	p.Disconnect()
	for _, path := range []string{"", "?hide=panel#abc", "index.html"} {
		p.Open(path)
		p.Wait(ready)
	}
	// Files requested without a version are available as well.
	if got := Eval[int](p, `fetch("web/icon.svg").then(r => r.status)`); got != 200 {
		t.Errorf("web/icon.svg: %d", got)
	}
}

// The service worker stores programs as WebAssembly, and the page compiles its response directly: only for such
// responses does Chromium keep the compiled code. A page loaded from the host compiles what it has decoded.
func TestProgramsAreKeptAsWebAssembly(t *testing.T) {
	p := Start(t, Options{StandIn: true, ServiceWorker: true, Closed: true})
	p.Inject(`const compile = WebAssembly.compileStreaming;
		WebAssembly.compileStreaming = (response) => {
			window.compiled = new URL(response.url || "/none", location.href).pathname;
			return compile.call(WebAssembly, response);
		};`)
	p.Open("")
	p.Wait(ready)
	if got := Eval[string](p, `compiled`); got != "/none" {
		t.Errorf("from the host, %s is compiled", got)
	}
	p.pictured()
	p.Wait(installed)
	const kept = `(async () => {
		const list = [];
		for (const name of ["pointscape", "engine"]) {
			const response = await caches.match("/" + name + ".psm", { ignoreSearch: true });
			list.push(response.headers.get("content-type"), new TextDecoder().decode((await response.arrayBuffer()).slice(1, 4)));
		}
		return list.join(" ");
	})()`
	if got := Eval[string](p, kept); got != "application/wasm asm application/wasm asm" {
		t.Errorf("kept is %s", got)
	}
	p.Reload()
	p.Wait(ready)
	if got := Eval[string](p, `compiled`); got != "/pointscape.psm" {
		t.Errorf("from the service worker, %s is compiled", got)
	}
	// A later request for a program, as by a worker, gets it in that form, too.
	p.Do(`Go.load(JSON.parse(document.getElementById("boot-config").textContent).engine, { tries: 1 }).then(() => { })`)
}

// A new version is shown by the second visit after its release, the caches of all but the newest two versions are
// removed, and caches of others on the same host stay.
func TestUpdate(t *testing.T) {
	p := Start(t, Options{StandIn: true, ServiceWorker: true})
	p.Wait(ready)
	p.pictured()
	p.Wait(installed)
	p.Do(`Promise.all(["other-project", "pointscape-/elsewhere/@1"].map(n => caches.open(n)))`)
	programs, err := standIn()
	if err != nil {
		t.Fatal(err)
	}
	version := Eval[string](p, "pointscapeBoot.version")
	for _, mark := range some(2, []byte("abc")) {
		next := programs
		// A custom section changes the bytes, not the program.
		next.Engine = append(slices.Clone(programs.Engine), 0, 2, 1, mark)
		p.ServeInstead(makeSite(t, next, "", true))
		p.Reload() // from the cache, while the new version is being installed
		p.Wait(ready)
		if got := Eval[string](p, "pointscapeBoot.version"); got != version {
			t.Fatalf("the page did not come from the cache: %s, want %s", got, version)
		}
		p.pictured()
		p.Wait(`standin.dataset.update === "there"`)
		p.Reload()
		p.Wait(ready)
		now := Eval[string](p, "pointscapeBoot.version")
		if now == version {
			t.Fatal("a reload did not bring the new version")
		}
		version = now
	}
	names := Eval[[]string](p, "caches.keys()")
	own := slices.DeleteFunc(slices.Clone(names),
		func(n string) bool { return n == "other-project" || n == "pointscape-/elsewhere/@1" })
	if len(names)-len(own) != 2 || len(own) != 2 || !slices.Contains(own, "pointscape-/@"+version) {
		t.Errorf("caches are %v; want the newest two of ours, and those of others", names)
	}
}

// A build without a service worker unregisters that of an earlier build.
func TestRetire(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true, ServiceWorker: true})
	p.Wait(ready)
	p.pictured()
	p.Wait(installed)
	programs, err := standIn()
	if err != nil {
		t.Fatal(err)
	}
	p.ServeInstead(makeSite(t, programs, "", false))
	p.Reload()
	p.Do(`navigator.serviceWorker.getRegistration().then(r => r?.update())`)
	p.Wait(`(await caches.keys()).length === 0`)
	// The page came from the cache: it may register its service worker again. The next visit loads the new build, which
	// unregisters it.
	p.Reload()
	p.Wait(ready)
	p.Wait(`!(await navigator.serviceWorker.getRegistration()) && (await caches.keys()).length === 0`)
}
