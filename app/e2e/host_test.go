package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// requests records the requests of a page, and lets a test answer some of them.
type requests struct {
	mu   sync.Mutex
	list []string // "engine.psm", "engine.psm.gz bytes=100-"
}

// Intercept puts a handler before the host's own; answer returns whether it has answered. It returns the record of
// requests.
func (p *Page) Intercept(answer func(w http.ResponseWriter, r *http.Request, host http.Handler) bool) *requests {
	host, seen := p.gate.next, &requests{}
	p.gate.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		seen.mu.Lock()
		seen.list = append(seen.list, strings.TrimSpace(name+" "+r.Header.Get("Range")))
		seen.mu.Unlock()
		if !answer(w, r, host) {
			host.ServeHTTP(w, r)
		}
	})
	return seen
}

func (r *requests) of(name string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, s := range r.list {
		if n, _, _ := strings.Cut(s, " "); n == name {
			out = append(out, s)
		}
	}
	return out
}

func isRaw(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, ".psm") }

// stuck answers with the first 16 KB of a file, uncompressed, with or without its whole length as a header, and never
// sends the rest: a page that needs it waits for ever.
func stuck(w http.ResponseWriter, r *http.Request, host http.Handler, shownLength bool) {
	half := &beginning{ResponseWriter: w, left: 16 << 10, hide: !shownLength}
	host.ServeHTTP(half, r)
	<-r.Context().Done()
}

// beginning passes on the first bytes, as many as left, and drops the others. hide removes the header Content-Length.
type beginning struct {
	http.ResponseWriter
	left int
	hide bool
}

func (w *beginning) WriteHeader(code int) {
	if w.hide {
		w.Header().Del("Content-Length")
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *beginning) Write(b []byte) (int, error) {
	if n := min(w.left, len(b)); n > 0 {
		w.left -= n
		if _, err := w.ResponseWriter.Write(b[:n]); err != nil {
			return 0, err
		}
		w.ResponseWriter.(http.Flusher).Flush()
	}
	return len(b), nil
}

// TestHosts: hosts that compress send compressed programs; from all others the page fetches the compressed file,
// whatever headers they send with it, and needs only the beginning of the uncompressed one. If a host has no compressed
// file, the page loads the uncompressed one.
func TestHosts(t *testing.T) {
	long(t)
	sideBySide(t)
	for _, c := range []struct {
		name   string
		dumb   bool
		answer func(w http.ResponseWriter, r *http.Request, host http.Handler) bool
		packed bool // the compressed file is fetched
	}{
		{name: "compresses", answer: func(http.ResponseWriter, *http.Request, http.Handler) bool { return false }},
		{name: "compresses without a length", answer: func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
			host.ServeHTTP(&beginning{ResponseWriter: w, left: 1 << 30, hide: true}, r)
			return true
		}},
		{name: "compresses nothing, and takes all for octet-stream", dumb: true, packed: true,
			answer: func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				if isRaw(r) {
					stuck(w, r, host, true)
				} else if strings.HasSuffix(r.URL.Path, ".gz") {
					w.Header().Set("Content-Type", "application/octet-stream")
					return false
				}
				return isRaw(r)
			}},
		{name: "compresses nothing, and tells no length", dumb: true, packed: true,
			answer: func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				if isRaw(r) {
					stuck(w, r, host, false)
				}
				return isRaw(r)
			}},
		{name: "takes .gz for an encoding", dumb: true, packed: true,
			answer: func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				switch {
				case isRaw(r):
					stuck(w, r, host, true)
					return true
				case strings.HasSuffix(r.URL.Path, ".gz"):
					w.Header().Set("Content-Encoding", "gzip")
					w.Header().Set("Content-Type", "application/octet-stream")
				}
				return false
			}},
		{name: "has no compressed files", dumb: true, packed: true,
			answer: func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				if strings.HasSuffix(r.URL.Path, ".gz") {
					http.NotFound(w, r)
					return true
				}
				return false
			}},
		{name: "answers with a page for what it does not have", dumb: true, packed: true,
			answer: func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				if strings.HasSuffix(r.URL.Path, ".gz") {
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, "<!doctype html><title>Home</title>")
					return true
				}
				return false
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Dumb: c.dumb, Closed: true,
				Expect: map[bool]string{true: "404"}[c.name == "has no compressed files"]})
			seen := p.Intercept(c.answer)
			p.Open("")
			p.Wait(ready)
			for _, name := range []string{"pointscape.psm.gz", "offer.en.json.gz"} {
				if got := len(seen.of(name)) > 0; got != c.packed {
					t.Errorf("%s was fetched: %v, want %v", name, got, c.packed)
				}
			}
			if p.Has("#boot-loading") {
				t.Errorf("the page still says %q", p.Text("#boot-loading"))
			}
		})
	}
}

// A browser that can't decompress uses uncompressed programs; a browser that supports brotli uses that.
func TestInflating(t *testing.T) {
	long(t)
	sideBySide(t)
	t.Run("none", func(t *testing.T) {
		p := Start(t, Options{StandIn: true, Dumb: true, Closed: true})
		p.Inject(workerWith(`delete self.DecompressionStream;`, "") + `delete window.DecompressionStream`)
		seen := p.Intercept(func(http.ResponseWriter, *http.Request, http.Handler) bool { return false })
		p.Open("")
		p.Wait(ready)
		if got := seen.of("pointscape.psm.gz"); got != nil {
			t.Errorf("asked for %v", got)
		}
	})
	t.Run("brotli", func(t *testing.T) {
		// A substitute for the browser's decompressor: it counts the bytes that it reads, and returns the file whose .br
		// file has that length.
		brotli := `{
			const Real = DecompressionStream;
			self.DecompressionStream = class {
				constructor(format) {
					if (format !== "brotli") return new Real(format);
					let n = 0;
					const t = new TransformStream({
						transform(chunk) { n += chunk.length },
						async flush(c) {
							const at = location.origin === "null" ? "" : location.origin;
							for (const name of ["pointscape.psm", "offer.en.json"]) {
								const br = await (await fetch(at + "/" + name + ".br")).arrayBuffer();
								if (br.byteLength === n) c.enqueue(new Uint8Array(await (await fetch(at + "/" + name)).arrayBuffer()));
							}
						},
					});
					return t;
				}
			};
		}`
		p := Start(t, Options{StandIn: true, Dumb: true, Closed: true})
		p.Inject(workerWith(brotli, "") + brotli)
		seen := p.Intercept(func(http.ResponseWriter, *http.Request, http.Handler) bool { return false })
		p.Open("")
		p.Wait(ready)
		if got := seen.of("pointscape.psm.gz"); got != nil {
			t.Errorf("asked for %v", got)
		}
	})
}

// A page that works offline has fetched compressed files, too.
func TestOfflineFromADumbHost(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true, ServiceWorker: true, Dumb: true, Closed: true})
	seen := p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		if isRaw(r) {
			stuck(w, r, host, true)
		}
		return isRaw(r)
	})
	p.Open("")
	p.Wait(ready)
	p.Wait(installed)
	p.Disconnect()
	n := len(seen.of("pointscape.psm.gz"))
	p.Open("")
	p.Wait(ready)
	if again := len(seen.of("pointscape.psm.gz")); again != n {
		t.Errorf("fetched %d times more", again-n)
	}
}

// An interrupted download of a file that the host does not compress resumes if the host supports that, and restarts
// otherwise. A file that the host compresses is loaded anew.
func TestBrokenDownloadsGoOn(t *testing.T) {
	long(t)
	sideBySide(t)
	for _, c := range []struct {
		name         string
		dumb, ranges bool
		file         string
	}{
		{"compressed by the host", false, true, "pointscape.psm"},
		{"compressed file", true, true, "pointscape.psm.gz"},
		{"compressed file, of a host without parts", true, false, "pointscape.psm.gz"},
		{"whole engine", true, true, "engine.psm.gz"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Dumb: c.dumb, Closed: true, Expect: "request failed|ERR_"})
			var mu sync.Mutex
			tries := 0
			taken := make(chan struct{})
			seen := p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
				if !c.ranges {
					r.Header.Del("Range")
				}
				if !strings.HasSuffix(r.URL.Path, "/"+c.file) {
					return false
				}
				mu.Lock()
				tries++
				first := tries == 1
				mu.Unlock()
				if !first {
					return false
				}
				size := 0
				host.ServeHTTP(&cut{ResponseWriter: w, size: &size}, r)
				select {
				case <-taken:
				case <-r.Context().Done():
				}
				panic(http.ErrAbortHandler) // the connection ends
			})
			path, program := "", "app"
			if strings.HasPrefix(c.file, wholeEngine) {
				path, program = link(t, further().Example), "engine"
			}
			p.Open(path)
			p.Wait(`pointscapeBoot.state.` + program + `.share > 0.1`)
			close(taken)
			p.Wait(ready)
			got := seen.of(c.file)
			resumed := slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "bytes=") })
			if len(got) < 2 || resumed != c.dumb {
				t.Errorf("asked for %q", got)
			}
		})
	}
}

// cut passes on only the first half of the data.
type cut struct {
	http.ResponseWriter
	size *int
}

func (w *cut) Write(b []byte) (int, error) {
	length, _ := strconv.Atoi(w.Header().Get("Content-Length"))
	n := min(len(b), length/2-*w.size)
	if n > 0 {
		*w.size += n
		w.ResponseWriter.Write(b[:n])
		w.ResponseWriter.(http.Flusher).Flush()
	}
	return len(b), nil
}
