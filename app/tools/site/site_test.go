package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"pointscape/engine/course/scorm"
)

// programs replaces the real programs, which take long to compile and are tested in app/e2e.
var programs = Programs{
	App:    bytes.Repeat([]byte("\x00asm the page's program "), 500),
	Engine: bytes.Repeat([]byte("\x00asm the worker's program "), 900),
	Glue:   []byte("globalThis.Go = class {};\n"),
	Offer:  bytes.Repeat([]byte(`{"version":"1.2.3"} `), 100),
}

// newSite returns a site of the small programs. Tests that ask for the same options share it: a site does not change.
func newSite(t *testing.T, o Options) *Site {
	t.Helper()
	key := fmt.Sprintf("%+v", o)
	if s, ok := sites.Load(key); ok {
		return s.(*Site)
	}
	s := freshSite(t, o)
	sites.Store(key, s)
	return s
}

var sites sync.Map // of newSite

// freshSite returns a site that is made anew.
func freshSite(t *testing.T, o Options) *Site {
	t.Helper()
	if o.Web == "" {
		o.Web = filepath.Join("..", "..", "..", "web")
	}
	o.Exec = filepath.Join("..", "..", "..", "wasm_exec.js")
	if o.Quality == 0 {
		o.Quality = 1
	}
	s, err := New(programs, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get makes a request to the site's handler; header is a list of name, value pairs.
func get(s *Site, method, target string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost/", nil)
	path, query, _ := strings.Cut(target, "?")
	r.URL.Path, r.URL.RawQuery = path, query // set directly, since NewRequest would refuse some of them
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestContentTypes(t *testing.T) {
	s := newSite(t, Options{})
	for target, want := range map[string]string{
		"/":                         "text/html; charset=utf-8",
		"/index.html":               "text/html; charset=utf-8",
		"/pointscape.psm":           "application/octet-stream",
		"/engine.psm":               "application/octet-stream",
		"/offer.en.json":            "application/json",
		"/wasm_exec.js":             "text/javascript; charset=utf-8",
		"/sw.js":                    "text/javascript; charset=utf-8",
		"/web/icon.svg":             "image/svg+xml",
		"/web/icon-512.png":         "image/png",
		"/web/manifest.webmanifest": "application/manifest+json",
	} {
		r := get(s, "GET", target)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != want {
			t.Errorf("%s: %s, Content-Type %q, want %q", target, r.Status, r.Header.Get("Content-Type"), want)
		}
		if got := r.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options is %q", target, got)
		}
	}
}

func TestEncodings(t *testing.T) {
	s := newSite(t, Options{})
	program, _ := marked(programs.App)
	for _, c := range []struct{ accept, want string }{
		{"", ""},
		{"identity", ""},
		{"gzip", "gzip"},
		{"gzip, deflate, br, zstd", "br"},
		{"br;q=0, gzip", "gzip"},
		{"br;q=0.5, gzip;q=0.8", "gzip"},
		{"BR ; Q=1.0", "br"},
		{"*", "br"},
		{"*;q=0.1, br;q=0", "gzip"},
		{"br;q=nonsense", ""},
		{"deflate", ""},
	} {
		r := get(s, "GET", "/pointscape.psm", "Accept-Encoding", c.accept)
		if got := r.Header.Get("Content-Encoding"); got != c.want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", c.accept, got, c.want)
			continue
		}
		if !strings.Contains(r.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("Accept-Encoding %q: Vary is %q", c.accept, r.Header.Get("Vary"))
		}
		raw := body(t, r)
		if r.ContentLength != int64(len(raw)) {
			t.Errorf("Accept-Encoding %q: Content-Length %d for %d bytes", c.accept, r.ContentLength, len(raw))
		}
		var err error
		switch c.want {
		case "br":
			raw, err = io.ReadAll(brotli.NewReader(bytes.NewReader(raw)))
		case "gzip":
			var z *gzip.Reader
			if z, err = gzip.NewReader(bytes.NewReader(raw)); err == nil {
				raw, err = io.ReadAll(z)
			}
		}
		if err != nil || !bytes.Equal(raw, program) {
			t.Errorf("Accept-Encoding %q: not the program (%v)", c.accept, err)
		}
	}
}

func TestCaching(t *testing.T) {
	s := newSite(t, Options{})
	tags := map[string]bool{}
	for _, accept := range []string{"", "gzip", "br"} {
		tag := get(s, "GET", "/pointscape.psm", "Accept-Encoding", accept).Header.Get("ETag")
		if tags[tag] || tag == "" {
			t.Errorf("ETag %q of %q is not its own", tag, accept)
		}
		tags[tag] = true
		r := get(s, "GET", "/pointscape.psm", "Accept-Encoding", accept, "If-None-Match", tag)
		if r.StatusCode != http.StatusNotModified || len(body(t, r)) != 0 {
			t.Errorf("If-None-Match %s: %s", tag, r.Status)
		}
	}
	if r := get(s, "GET", "/pointscape.psm", "If-None-Match", `"another"`); r.StatusCode != 200 {
		t.Errorf("another ETag: %s", r.Status)
	}
	for query, want := range map[string]string{
		"?v=" + s.files["pointscape.psm"].version(): "public, max-age=31536000, immutable",
		"?v=000000000000": "no-cache",
		"":                "no-cache",
	} {
		if got := get(s, "GET", "/pointscape.psm"+query).Header.Get("Cache-Control"); got != want {
			t.Errorf("%q: Cache-Control %q, want %q", query, got, want)
		}
	}
}

func TestHeadAndRange(t *testing.T) {
	s := newSite(t, Options{})
	r := get(s, "HEAD", "/pointscape.psm")
	if r.StatusCode != 200 || r.Header.Get("Content-Length") == "" || len(body(t, r)) != 0 {
		t.Errorf("HEAD: %s, Content-Length %q", r.Status, r.Header.Get("Content-Length"))
	}
	r = get(s, "GET", "/pointscape.psm", "Range", "bytes=5-9", "Accept-Encoding", "br")
	if got := string(body(t, r)); r.StatusCode != http.StatusPartialContent || got != string(programs.App[5:10]) ||
		r.Header.Get("Content-Encoding") != "" {
		t.Errorf("Range: %s, %q", r.Status, got)
	}
	r = get(s, "GET", "/pointscape.psm", "Range", "bytes=99999999-")
	if r.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("Range beyond the end: %s", r.Status)
	}
	if r := get(s, "POST", "/"); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %s", r.Status)
	}
}

// An address that is not in the site is not found, however it is written.
func TestNotFound(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/"})
	for _, target := range []string{
		"/courses/ml/nothing", "/courses/ml/web", "/courses/ml/web/", "/courses/ml/web/index.html",
		"/courses/ml/../../go.mod", "/courses/ml/web/../../../go.mod", "/../go.mod", "/courses/ml//index.html",
		`/courses/ml/web\..\..\go.mod`, "/courses/ml/%2e%2e/go.mod", "/courses/ml/web/icon.svg\x00.html",
		"/courses/ml/.pointscape",
		"/pointscape.psm", "/courses/", "/etc/passwd", "", "courses/ml/", "/courses/ml/404.html/x",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			r := get(s, method, target)
			if r.StatusCode != 404 {
				t.Errorf("%s %q: %s", method, target, r.Status)
			}
			if b := body(t, r); (method == "HEAD") != (len(b) == 0) || method == "GET" &&
				!bytes.Contains(b, []byte(`href="/courses/ml/"`)) {
				t.Errorf("%s %q: not the page that leads back", method, target)
			}
		}
	}
	for _, target := range []string{"/", "/courses/ml"} {
		if r := get(s, "GET", target); r.Header.Get("Location") != "/courses/ml/" {
			t.Errorf("%s: %s to %q", target, r.Status, r.Header.Get("Location"))
		}
	}
}

func TestBase(t *testing.T) {
	for base, want := range map[string]string{
		"": "/", "/": "/", "ml": "/ml/", "/courses/ml": "/courses/ml/", "/a/./b/../c//": "/a/c/",
		"http://host/": "", "/a b/": "", `/"><script>`: "", "/a?b": "", "/a#b": "", "/ü/": "",
	} {
		got, err := CleanBase(base)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("CleanBase(%q) = %q, %v; want %q", base, got, err, want)
		}
	}
}

// The toolchain's part must be unchanged and come first: ours extends it.
func TestExecBeginsWithTheToolchains(t *testing.T) {
	glue, err := Glue(context.Background(), ".")
	if err != nil {
		t.Fatal(err)
	}
	p := programs
	p.Glue = glue
	s, err := New(p, Options{Web: "../../../web", Exec: "../../../wasm_exec.js", Quality: 1})
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile("../../../wasm_exec.js")
	if err != nil {
		t.Fatal(err)
	}
	got := body(t, get(s, "GET", "/wasm_exec.js"))
	if !bytes.HasPrefix(got, glue) {
		t.Error("wasm_exec.js does not begin with the toolchain's copy")
	}
	if !bytes.HasSuffix(got, ours) {
		t.Error("wasm_exec.js does not end with ours")
	}
}

var links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// Every address in the page refers to a file of the site by its version, and works under any base path.
func TestAddresses(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/"})
	for page, prefix := range map[string]string{"index.html": "", "404.html": "/courses/ml/"} {
		found, pages := 0, 0
		for _, m := range links.FindAllStringSubmatch(string(s.files[page].raw), -1) {
			found++
			name, ok := strings.CutPrefix(m[1], prefix)
			name, v, _ := strings.Cut(name, "?v=")
			name, _, _ = strings.Cut(name, "?lang=")
			if page == "404.html" && (name == "" || strings.HasSuffix(name, ".html")) {
				pages++ // links to other pages, checked by the test of languages
				continue
			}
			if f := s.files[name]; !ok || f == nil || f.version() != v {
				t.Errorf("%s: %q leads nowhere", page, m[1])
			}
		}
		if found < 3 || page == "404.html" && pages < 4 {
			t.Errorf("%s has %d addresses, of which %d lead to pages", page, found, pages)
		}
	}
}

func TestServiceWorkerKeepsEverything(t *testing.T) {
	on, off := newSite(t, Options{ServiceWorker: true}), newSite(t, Options{})
	sw := string(on.files["sw.js"].raw)
	for name := range on.files {
		if kept := strings.Contains(sw, `"`+name+`?v=`) || strings.Contains(sw, `"`+name+`"`); kept != !slices.Contains(shell,
			name) {
			if name != "index.html" && name != scorm.SiteFile { // kept as "./"; only needed to make packages
				t.Errorf("sw.js keeps %s: %v", name, kept)
			}
		}
	}
	if !strings.Contains(sw, `"./"`) || !strings.Contains(sw, on.Version) {
		t.Error("sw.js lacks the page or the version")
	}
	if sw := string(off.files["sw.js"].raw); !strings.Contains(sw, "unregister()") || strings.Contains(sw, `"fetch"`) {
		t.Error("without a service worker, sw.js must retire the old one and nothing else")
	}
}

func TestVersionFollowsContent(t *testing.T) {
	a, b := newSite(t, Options{}), freshSite(t, Options{})
	if a.Version != b.Version {
		t.Error("same content, other version")
	}
	p := programs
	p.Engine = append(slices.Clone(p.Engine), 'x')
	c, err := New(p, Options{Web: "../../../web", Exec: "../../../wasm_exec.js", Quality: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a.Version == c.Version {
		t.Error("another engine, same version")
	}
}

// tree returns the content of a directory's files by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var b []byte
			b, err = os.ReadFile(filepath.Join(dir, p))
			out[p] = string(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWriteTo(t *testing.T) {
	s := newSite(t, Options{ServiceWorker: true, Plain: true, Cache: t.TempDir()})
	dir, again := filepath.Join(t.TempDir(), "dist"), t.TempDir()
	for _, d := range []string{dir, again} {
		if err := freshSite(t, Options{ServiceWorker: true, Plain: true}).WriteTo(d); err != nil {
			t.Fatal(err)
		}
	}
	got := tree(t, dir)
	for name, data := range tree(t, again) {
		if got[name] != data {
			t.Errorf("%s differs from one build to the next", name)
		}
	}
	for _, name := range []string{"index.html", "404.html", "sw.js", "wasm_exec.js", "pointscape.psm", "engine.psm",
		"web/icon.svg", "web/boot.js"} {
		for _, suffix := range []string{"", ".br", ".gz"} {
			if _, ok := got[name+suffix]; !ok {
				t.Errorf("%s is not there", name+suffix)
			}
		}
	}
	if _, ok := got["web/icon-512.png.br"]; ok {
		t.Error("a PNG was compressed again")
	}

	// A build into the same directory removes files of the previous build, and no others.
	for name, data := range map[string]string{"CNAME": "example.org", "web/mine.css": "", "web/old.css": "",
		"web/old.css.br": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list := got[listing] + "web/old.css\nweb/old.css.br\nweb/gone.css\n"
	if err := os.WriteFile(filepath.Join(dir, listing), []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteTo(dir); err != nil {
		t.Fatal(err)
	}
	after := tree(t, dir)
	if _, ok := after["web/old.css"]; ok {
		t.Error("the last build's file is still there")
	}
	for _, name := range []string{"CNAME", "web/mine.css", "index.html"} {
		if _, ok := after[name]; !ok {
			t.Errorf("%s was removed", name)
		}
	}

	if err := os.WriteFile(filepath.Join(dir, listing), []byte("../victim\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(dir, "..", "victim")
	if err := os.WriteFile(victim, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteTo(dir); err == nil {
		t.Error("a listing that leads outside was accepted")
	}
	if _, err := os.Stat(victim); err != nil {
		t.Error("a file outside was removed")
	}
}

// New refuses files that can't be served correctly.
func TestNewRefuses(t *testing.T) {
	web := t.TempDir()
	if err := os.CopyFS(web, os.DirFS("../../../web")); err != nil {
		t.Fatal(err)
	}
	o := Options{Web: web, Exec: "../../../wasm_exec.js", Quality: 1}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	refused := func(why, want string) {
		t.Helper()
		if _, err := New(programs, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", why, err)
		}
	}
	must(os.WriteFile(filepath.Join(web, "strange.xyz"), nil, 0o666))
	refused("a file of unknown kind", "strange.xyz")
	must(os.Remove(filepath.Join(web, "strange.xyz")))

	must(os.Symlink("/etc/passwd", filepath.Join(web, "link.txt")))
	refused("a symbolic link", "link.txt")
	must(os.Remove(filepath.Join(web, "link.txt")))

	must(os.Remove(filepath.Join(web, "boot.js")))
	refused("a missing file that the page names", "web/boot.js")
}

func TestCompressedFilesAreRememberedAndForgotten(t *testing.T) {
	c := compressor{dir: t.TempDir(), quality: 1}
	data := bytes.Repeat([]byte("a large file, "), 10_000)
	first, err := c.brotli("sum", data)
	if err != nil {
		t.Fatal(err)
	}
	// The cache is by name: a cached file is returned whatever it contains.
	path := filepath.Join(c.dir, "sum.q1.br")
	if err := os.WriteFile(path, []byte("found"), 0o666); err != nil {
		t.Fatal(err)
	}
	if again, err := c.brotli("sum", data); err != nil || string(again) != "found" || len(first) >= len(data) {
		t.Errorf("got %d bytes, then %q, %v", len(first), again, err)
	}
	// A small file is cached in the process, by quality.
	smallForms.Store("sum.q1.br", []byte("found"))
	little := data[:1000]
	if again, err := c.brotli("sum", little); err != nil || string(again) != "found" {
		t.Errorf("got %q, %v", again, err)
	}
	c.quality = 2
	if again, err := c.brotli("sum", little); err != nil || string(again) == "found" {
		t.Errorf("of another quality: got %q, %v", again, err)
	}
	for i := range remembered + 5 {
		name := filepath.Join(c.dir, fmt.Sprintf("%03d.gz", i))
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(i+1) * time.Second)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.forget(); err != nil {
		t.Fatal(err)
	}
	left := tree(t, c.dir)
	if _, ok := left["004.gz"]; ok || len(left) != remembered {
		t.Errorf("%d files are left", len(left))
	}
	if _, ok := left["005.gz"]; !ok {
		t.Error("a newer one is gone")
	}
}
