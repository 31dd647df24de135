package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"pointscape/app/tools/site"
)

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		stdout string // substring of the output; "" if nothing must be printed
		stderr string
	}{
		{"-h", exitDone, "go run . serve", ""},
		{"help", exitDone, "go run . build", ""},
		{"serve -h", exitDone, "-addr", ""},
		{"build -h", exitDone, "-out", ""},
		{"build -h", exitDone, "-plain", ""},
		{"paint", exitUsage, "", `there is no command "paint"`},
		{"serve -nonsense", exitUsage, "", "-nonsense"},
		{"-nonsense", exitUsage, "", "-nonsense"},
		{"serve -rooms x", exitUsage, "", "needs -class"},
		{"build -class https://example.org/class", exitUsage, "", "must be a path on the site's own host"},
		{"build -class //example.org/class", exitUsage, "", "must be a path on the site's own host"},
		{"build -class /class?x", exitUsage, "", "must be a path on the site's own host"},
		{"build -class class -single x.html", exitUsage, "", "leave out -class"},
		{"build -scorm x.zip", exitUsage, "", "-scorm needs -course"},
		{"build -scorm x.zip -course none", exitUsage, "", `there is no course "none"`},
		{"build -scorm x.zip -course none.json", exitUsage, "", "none.json"},
		{"build -scorm x.zip -course linear -scorm-version 1.3", exitUsage, "", `must be 1.2 or 2004, got "1.3"`},
		{"build -scorm x.zip -course linear -lang xx", exitUsage, "", `language of the site, got "xx"`},
		{"serve now", exitUsage, "", `unexpected argument "now"`},
		{"serve -base http://host/", exitUsage, "", "base"},
		{"build -base a?b", exitUsage, "", "base"},
		{"serve -addr nowhere", exitFailed, "", `-addr must be [host]:port, such as :8000; got "nowhere"`},
	} {
		var stdout, stderr bytes.Buffer
		status := run(strings.Fields(c.args), strings.NewReader(""), &stdout, &stderr)
		if status != c.status {
			t.Errorf("%q: status %d, want %d", c.args, status, c.status)
		}
		for _, o := range []struct{ name, got, want string }{{"stdout", stdout.String(), c.stdout},
			{"stderr", stderr.String(), c.stderr}} {
			if !strings.Contains(o.got, o.want) || o.want == "" && o.got != "" {
				t.Errorf("%q: %s is %q, want %q", c.args, o.name, o.got, o.want)
			}
		}
	}
}

// Users' scripts and makefiles rely on these options: options may be added, but never removed
// (engine/docs/what-stays.md).
func TestOptionsStay(t *testing.T) {
	for command, options := range map[string]string{
		"fit": "at bootstrap bounds columns csv curve cv draws leave-one-out max-steps runs seeds table take tries",
		"draw": "back background colors columns count dpi every fields format fps legend max-steps o palette panels " +
			"pause scale size steps sweep table titles type unit width",
		"code":   "columns lang max-steps table",
		"course": "at handout names page",
		"serve":  "addr base sw",
		"build":  "base course out plain single",
	} {
		var stdout, stderr bytes.Buffer
		if status := run([]string{command, "-h"}, nil, &stdout, &stderr); status != exitDone {
			t.Errorf("%s -h: status %d, %s", command, status, &stderr)
		}
		for _, name := range strings.Fields(options) {
			if !regexp.MustCompile(`(?m)^ +-` + name + `\b`).MatchString(stdout.String() + stderr.String()) {
				t.Errorf("%s has no option -%s any longer", command, name)
			}
		}
	}
}

// released lists the releases with the data that users may have kept from them: the number of lines of each corpus at
// that time, and the SHA-256 of these lines. A new release adds its line at the end.
var released = []struct {
	version string
	corpora map[string]corpus
}{
	// Its 144 links are interleaved with five later ones; there were no decks yet.
	{"0.2.0", map[string]corpus{"engine/catalog/testdata/permalinks.jsonl": {149,
		"a4debc3060c2e6bd06e614bd18801cb17d989051687d8d7246a67445f2286fd2"}}},
	{"1.0.0", map[string]corpus{
		"engine/catalog/testdata/permalinks.jsonl": {549,
			"6fd6c32d4131b173bb4af8f18e4dbf64713a71abe45614a9e5b85ba500c09b80"},
		"engine/course/testdata/kept.jsonl": {3,
			"d15fcfb7ea0822b3a3f98db1f42f3981f0dd227b1fdecee332f24f6a8e978bd0"},
		"app/courses/testdata/addresses.txt": {118,
			"e4add68cbfef05e23682a87ba3f1861e1fc554a828151e628267e30e86d86bdc"},
	}},
}

type corpus struct {
	lines int
	sum   string
}

// What a release has promised to open is unchanged in the corpora.
func TestReleasesStay(t *testing.T) {
	if last := released[len(released)-1].version; last != site.Version {
		t.Errorf("the last release listed here is %s, and site.Version is %s", last, site.Version)
	}
	for _, r := range released {
		for name, was := range r.corpora {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := slices.Collect(strings.Lines(string(b)))
			if len(lines) < was.lines {
				t.Errorf("%s has %d lines, and had %d in %s", name, len(lines), was.lines, r.version)
				continue
			}
			sum := sha256.Sum256([]byte(strings.Join(lines[:was.lines], "")))
			if got := hex.EncodeToString(sum[:]); got != was.sum {
				t.Errorf("the first %d lines of %s are no longer those of %s: %s", was.lines, name, r.version, got)
			}
		}
	}
}

func TestAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var stdout, stderr bytes.Buffer
	if status := run([]string{"serve", "-addr", l.Addr().String()}, nil, &stdout, &stderr); status != exitFailed {
		t.Errorf("status %d", status)
	}
	if strings.Contains(stderr.String(), "Compiling") {
		t.Error("it compiled before it found out")
	}
	if !strings.Contains(stderr.String(), "another program listens on "+l.Addr().String()) {
		t.Errorf("it said %q", stderr.String())
	}
}

func TestAddress(t *testing.T) {
	for ip, want := range map[string]string{
		"0.0.0.0": "http://localhost:8000/ml/", "::": "http://localhost:8000/ml/", "127.0.0.1": "http://localhost:8000/ml/",
		"::1": "http://localhost:8000/ml/", "127.0.0.2": "http://127.0.0.2:8000/ml/",
		"192.168.1.5": "http://192.168.1.5:8000/ml/", "fd00::5": "http://[fd00::5]:8000/ml/",
	} {
		if got := address(&net.TCPAddr{IP: net.ParseIP(ip), Port: 8000}, "/ml/"); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
	}
}

// Without -addr the server serves only this machine; if it serves others, it says so.
func TestWhoIsServed(t *testing.T) {
	var help bytes.Buffer
	run([]string{"serve", "-h"}, nil, &help, io.Discard)
	m := regexp.MustCompile(`on this address.*\(default "(.+):8000"\)`).FindStringSubmatch(help.String())
	if m == nil {
		t.Fatalf("the help names no default address:\n%s", help.String())
	}
	for host, others := range map[string]bool{m[1]: false, "127.0.0.1": false, "": true, "0.0.0.0": true} {
		l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		if alone := l.Addr().(*net.TCPAddr).IP.IsLoopback(); alone == others {
			t.Errorf("%q: listens on %s", host, l.Addr())
		}
		if told := strings.Contains(reach(l.Addr()), "other machines"); told != others {
			t.Errorf("%q: it says %q", host, reach(l.Addr()))
		}
	}
}

// The whole command: it compiles, prints its address, serves, and stops on a signal.
func TestServe(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	stdout, out := io.Pipe()
	var stderr bytes.Buffer
	rooms := filepath.Join(t.TempDir(), "rooms.json")
	ended := make(chan int, 1)
	go func() {
		ended <- serve(ctx, []string{"-addr", "127.0.0.1:0", "-base", "/ml/", "-class", "-rooms", rooms}, out, &stderr)
		out.Close()
	}()
	line := make([]byte, 200)
	n, err := stdout.Read(line)
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(string(line[:n])), "Pointscape is at ")
	if !ok || !strings.HasSuffix(url, "/ml/") {
		t.Fatalf("it said %q", line[:n])
	}
	for _, name := range []string{"", "pointscape.psm", "engine.psm", "class.psm", "wasm_exec.js"} {
		r, err := http.Get(url + name)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != 200 {
			t.Errorf("%s: %s", url+name, r.Status)
		}
	}

	// A lecturer opens a room.
	ws, _, err := websocket.Dial(t.Context(), url+"class", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {strings.TrimSuffix(url, "/ml/")}}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	if err := ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"open","title":"Trees"}`)); err != nil {
		t.Fatal(err)
	}
	if _, text, err := ws.Read(t.Context()); err != nil || !strings.Contains(string(text), `"title":"Trees"`) {
		t.Errorf("the server of classes says %s, %v", text, err)
	}

	stop()
	if status := <-ended; status != exitDone { // without a timeout of its own: "go test" has one
		t.Errorf("status %d: %s", status, stderr.String())
	}
	if text, err := os.ReadFile(rooms); err != nil || !strings.Contains(string(text), `"Trees"`) {
		t.Errorf("the file of rooms is %s, %v", text, err)
	}
}

// A site with a server of classes has the program of classes, and the page's configuration both addresses; another site
// has no trace of them.
func TestClassIsTold(t *testing.T) {
	for _, class := range []string{"", classPath} {
		s, err := makeSite(t.Context(), site.Options{Class: class, Quality: site.Fast}, site.Compiled, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		page := w.Body.String()
		if told := strings.Contains(page, `"classes":"class"`) && strings.Contains(page, "class.psm"); told != (class != "") ||
			class == "" && strings.Contains(page, `"class":`) {
			t.Errorf("class %q: told %t", class, told)
		}
		has := false
		for _, f := range s.Sizes() {
			has = has || f.Path == "class.psm"
		}
		if has != (class != "") {
			t.Errorf("class %q: the site has class.psm: %t", class, has)
		}
	}
}

// TestNoTestDependsOnTheMachine: tests read no clock and wait for no time to pass, since their results would depend on
// the load of the machine. Exceptions are listed here with the reason. (Tests in a browser wait for conditions, with a
// generous timeout.)
func TestNoTestDependsOnTheMachine(t *testing.T) {
	allowed := map[string]string{
		"app/tools/site/server_test.go":     "sleeps in a bubble, whose clock passes when all wait",
		"app/tools/site/site_test.go":       "gives files their times",
		"engine/session/draw_bench_test.go": "is a benchmark",
		"engine/methodtest/nasty.go":        "ends what never asks, after minutes",
		"engine/worker/leisure_test.go":     "tells a second from an hour",
		"engine/worker/yielder_test.go":     "tells hours apart, and ends what would never end",
		"server_test.go":                    "does so here",
		"app/tools/classroom/serve_test.go": "measures a class over the network",
		"app/tools/classroom/load_test.go":  "measures a large one",
	}
	clocks := []string{"time.Now(", "time.Since(", "time.Until(", "time.Sleep(", "time.After(", "time.AfterFunc(",
		"time.NewTimer(", "time.Tick(", "time.NewTicker(", "context.WithTimeout(", "context.WithDeadline("}
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(path)
		if d.IsDir() {
			if name == "app/e2e" || name == "app/tools/bench" || name != "." && strings.HasPrefix(d.Name(), ".") ||
				d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, "_test.go") && !(strings.HasSuffix(name, ".go") &&
			strings.Contains(name, "/methodtest/")) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, c := range clocks {
			if strings.Contains(string(text), c) {
				if found[name] = true; allowed[name] == "" {
					t.Errorf("%s has %s: give it a clock that the test moves", name, c)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, why := range allowed {
		if !found[name] {
			t.Errorf("%s is allowed to (%s), and reads no clock", name, why)
		}
	}
}

// A handout in another language is completely in that language: the course's texts, those around it, and those of its
// figures.
func TestHandoutInFrench(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"a.json": `{"course": "a", "title": "A", "pages": [{"id": "one", "title": "One", "text": "Look.",
			"document": {"method": "svm", "points": [[0,0,0],[0,1,0],[1,0,1],[1,1,1]]},
			"steps": [{"kind": "note", "text": "n", "then": "So."}]}]}`,
		"fr.json": `{"course": "a", "lang": "fr", "title": "A", "pages": [{"id": "one", "title": "Une", "text": "Voyez.",
			"steps": [{"text": "n", "then": "Voilà."}]}]}`,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	handout := func(files ...string) string {
		into := filepath.Join(dir, "out.html")
		args := []string{"course", "-handout", into}
		for _, f := range files {
			args = append(args, filepath.Join(dir, f))
		}
		var stdout, stderr bytes.Buffer
		status := run(args, strings.NewReader(""), &stdout, &stderr)
		told := slices.DeleteFunc(slices.Collect(strings.Lines(stderr.String())), func(line string) bool {
			return strings.HasPrefix(line, "fitting: ") // appears on a slow machine
		})
		if status != exitDone || len(told) > 0 {
			t.Fatalf("status %d, %s", status, told)
		}
		b, err := os.ReadFile(into)
		if err != nil {
			t.Fatal(err)
		}
		// Return the page without its first figure, followed by that figure's SVG.
		html, code, _ := strings.Cut(string(b), `src="data:image/svg+xml;base64,`)
		code, rest, _ := strings.Cut(code, `"`)
		svg, err := base64.StdEncoding.DecodeString(code)
		if err != nil {
			t.Fatal(err)
		}
		return html + rest + string(svg)
	}
	french, english := handout("fr.json", "a.json"), handout("a.json")
	for in, list := range map[string][]string{
		french: {`<html lang="fr">`, "Voyez.", `<h2 lang="fr">Réponses</h2>`, ">Classe 1<",
			"<title>Machine à vecteurs de support"},
		english: {`<html lang="en">`, "Look.", `<h2 lang="en">Answers</h2>`, ">Class 1<", "<title>Support vector machine"},
	} {
		for _, want := range list {
			if !strings.Contains(in, want) {
				t.Errorf("%s is not in %.2000s", want, in)
			}
		}
	}
}
