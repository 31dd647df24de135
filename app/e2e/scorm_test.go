package e2e

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"pointscape/app/tools/site"
	"pointscape/engine/course"
	"pointscape/engine/course/scorm"
)

// scormCourse has a page with a question and a task, and a page without steps.
const scormCourse = `{"version": 1, "course": "short", "title": "A short course", "pages": [
	{"id": "one", "title": "One", "text": "A text.", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]},
		"controls": ["n_neighbors"], "steps": [
		{"kind": "choose", "text": "Which?", "choices": [{"text": "this", "right": true, "why": "Yes."}, {"text": "that", "why": "No."}]},
		{"kind": "task", "text": "Set n_neighbors to 2.", "check": "n_neighbors == 2", "solution": [{"params": {"n_neighbors": 2}}]}]},
	{"id": "two", "title": "Two", "text": "Another text.", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}}]}`

// platform is the page of a learning platform with the runtime scorm-again. It stores the runtime's data in
// localStorage and loads them when the package is opened again.
const platform = `<!doctype html><html lang="en"><title>Platform</title><link rel="icon" href="data:,">
<script src="/scorm-again.js"></script>
<script>
	const settings = {autocommit: false, logLevel: 5};
	const name = location.search === "?2004" ? "API_1484_11" : "API";
	const api = window[name] = name === "API" ? new Scorm12API(settings) : new Scorm2004API(settings);
	const kept = JSON.parse(localStorage.getItem("platform"));
	if (kept) {
		api.loadFromJSON(kept);
	}
	const calls = [];
	for (const call of ["LMSInitialize", "LMSCommit", "LMSFinish", "Initialize", "Commit", "Terminate"]) {
		api.on(call, () => {
			calls.push(call.replace("LMS", ""));
			localStorage.setItem("platform", JSON.stringify(api.renderCMIToJSONObject().cmi));
			localStorage.setItem("calls", calls.join(" "));
		});
	}
</script>
<body style="margin: 0"><iframe id="sco" src="/package/index.html" style="width: 100vw; height: 100vh; border: 0"></iframe>`

// unzipped returns the files of a package.
func unzipped(t testing.TB, packed []byte) fs.FS {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(dir)
}

func serveText(mux *http.ServeMux, path, kind, text string) {
	mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, text)
	})
}

// inPlatform serves the platform with a package in place of the page's site, and returns the platform's address.
func (p *Page) inPlatform(packed []byte, version string) string {
	p.t.Helper()
	runtime, err := fromNpm("scorm", "scorm-again/dist/scorm-again.min.js")
	if err != nil {
		p.t.Fatal(err)
	}
	mux := http.NewServeMux()
	serveText(mux, "/platform.html", "text/html; charset=utf-8", platform)
	serveText(mux, "/scorm-again.js", "text/javascript", runtime)
	mux.Handle("/package/", http.StripPrefix("/package", http.FileServerFS(unzipped(p.t, packed))))
	p.gate.next = mux
	at := strings.TrimSuffix(p.URL, "/") + "/platform.html"
	if version == scorm.V2004 {
		at += "?2004"
	}
	return at
}

// TestScorm opens a package in a SCORM runtime: the student answers a question, leaves in the middle, continues, and
// finishes. The platform must have the right status, score, page and suspend data.
func TestScorm(t *testing.T) {
	for _, version := range []string{scorm.V12, scorm.V2004} {
		t.Run(version, func(t *testing.T) {
			if version == scorm.V2004 {
				long(t) // TestExportScorm runs a package of this version
			}
			tryScorm(t, version)
		})
	}
}

func tryScorm(t *testing.T, version string) {
	page := Start(t, Options{Closed: true})
	s, err := siteOf(Options{})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := s.Scorm([]byte(scormCourse), "en", version)
	if err != nil {
		t.Fatal(err)
	}
	at := page.inPlatform(packed, version)
	get, names := "LMSGetValue", map[string]string{"status": "cmi.core.lesson_status", "score": "cmi.core.score.raw",
		"where": "cmi.core.lesson_location"}
	if version == scorm.V2004 {
		get, names = "GetValue", map[string]string{"status": "cmi.completion_status", "score": "cmi.score.raw",
			"where": "cmi.location"}
	}
	value := func(name string) string {
		t.Helper()
		return Eval[string](page, `String(api.`+get+`("`+name+`"))`)
	}
	const app = playing + `.document`
	opened := func() {
		t.Helper()
		page.OpenURL(at)
		page.Wait(sco + `?.querySelector("#player")?.contentDocument?.documentElement.dataset.busy === "0"`)
		page.Wait(app + `.querySelector("#lesson-title") !== null`)
	}

	opened()
	if Eval[bool](page, `!`+sco+`.querySelector("#alone").hidden || !`+sco+`.querySelector("#lost").hidden`) {
		t.Error("the package says that it found no platform, or that nothing is kept")
	}
	page.Do(app + `.querySelector("[data-choice='1']").click()`)
	page.Do(app + `.querySelector("[data-choice='0']").click()`)
	page.Wait(app + `.querySelector(".choice[data-state=right]") !== null`)
	page.Wait(`String(api.` + get + `("` + names["score"] + `")) === "50"`)
	if got := value(names["status"]); got != "incomplete" {
		t.Errorf("half-way, the status is %q", got)
	}
	if got := value("cmi.suspend_data"); len(got) > 4096 || !strings.Contains(got, `",1,0,1,{"a":{"0":"0"}}]`) {
		t.Errorf("half-way, the platform keeps %q", got)
	}
	stored := func(when string) {
		t.Helper()
		t.Logf("%s, the platform has stored %s", when, Eval[string](page, `localStorage.getItem("platform")`))
	}
	page.Screenshot("half-way")

	// The student leaves; then another student uses the same browser.
	page.OpenURL(strings.TrimSuffix(page.URL, "/") + "/scorm-again.js")
	if calls := Eval[string](page, `localStorage.getItem("calls")`); !strings.HasSuffix(calls, "Finish") &&
		!strings.HasSuffix(calls, "Terminate") {
		t.Errorf("the package has called %q", calls)
	}
	stored("left in the middle")
	page.Do(`localStorage.setItem("pointscape.courses", JSON.stringify({short: {one: {step: 1, done: true}, two: {step: -1, done: true}}}))`)
	opened()
	if got := Eval[string](page, `[...`+app+`.querySelectorAll(".lesson-step")].map((e) => e.dataset.done).join()`); got != "true" {
		t.Errorf("gone on with, the steps are %q", got)
	}
	page.Do(app + `.querySelector("#lesson-continue").click()`)
	page.Wait(app + `.querySelectorAll(".lesson-step").length === 2`)
	page.Do(app + `.defaultView.pointscape.set({...` + app + `.defaultView.pointscape.get(), params: {n_neighbors: 2}})`)
	page.Wait(`String(api.` + get + `("` + names["score"] + `")) === "100"`)
	if got := value(names["status"]); got != "incomplete" {
		t.Errorf("with a page to read, the status is %q", got)
	}
	page.Do(app + `.querySelector("#lesson-next").click()`)
	page.Wait(`String(api.` + get + `("` + names["status"] + `")) === "completed"`)
	page.Wait(`String(api.` + get + `("` + names["where"] + `")) === "two"`)
	page.Screenshot("done")
	page.OpenURL(strings.TrimSuffix(page.URL, "/") + "/scorm-again.js")
	stored("done")
}

// upload makes the page send the files that it saves to the test.
const upload = `HTMLAnchorElement.prototype.click = function () {
	const name = this.download;
	fetch(this.href).then((r) => r.blob()).then((body) => fetch("/saved?" + name, { method: "POST", body }));
};`

// savedBy returns the file that the page saves when do is called, and its name.
func (p *Page) savedBy(do func()) (file []byte, name string) {
	p.t.Helper()
	type saved struct {
		file []byte
		name string
	}
	came := make(chan saved, 1)
	host := p.gate.next
	p.gate.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/saved" {
			host.ServeHTTP(w, r)
			return
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			p.t.Error(err)
		}
		came <- saved{b, r.URL.RawQuery}
	})
	defer func() { p.gate.next = host }()
	p.Do(upload)
	do()
	select {
	case s := <-came:
		return s.file, s.name
	case <-time.After(patience):
		p.t.Fatal("nothing is saved")
		return nil, ""
	}
}

// exportItem clicks an entry of the menu "Export".
func (p *Page) exportItem(kind string) {
	p.t.Helper()
	p.ClickOn("#menu-export")
	p.Wait(`document.querySelector(".pop.export")`)
	p.Screenshot("menu " + kind)
	p.ClickOn(`[data-kind="` + kind + `"]`)
}

// TestExportScorm makes packages on the page: of a deck in a link, of the user's own deck, and of a course in French.
// They are identical to those of the command, and the first one runs in the runtime. scorm.json is not fetched before
// the export; the export can be cancelled; a missing file is reported.
func TestExportScorm(t *testing.T) {
	p := Start(t, Options{Closed: true, Expect: `scorm\.json|ERR_ABORTED`})
	s, err := siteOf(Options{})
	if err != nil {
		t.Fatal(err)
	}
	link, err := course.Pack(scormCourse)
	if err != nil {
		t.Fatal(err)
	}
	host := p.gate.next

	// A host without scorm.json is reported. The export is cancelled while a file does not arrive.
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		missing := strings.HasSuffix(r.URL.Path, "scorm.json")
		if missing {
			http.NotFound(w, r)
		}
		return missing
	})
	p.Open("?deck=link#" + link)
	p.Wait(`document.documentElement.dataset.busy === "0" && document.querySelector("#lesson-title")`)
	p.exportItem("scorm1.2")
	p.Wait(`document.querySelector(".toast")?.innerText.includes("There is no package: the site does not serve scorm.json")`)
	p.gate.next = host
	p.Intercept(func(w http.ResponseWriter, r *http.Request, host http.Handler) bool {
		slow := strings.HasSuffix(r.URL.Path, "pointscape.psm.gz")
		if slow {
			time.Sleep(400 * time.Millisecond) // progress is only shown if the export takes some time
			stuck(w, r, host, true)
		}
		return slow
	})
	p.exportItem("scorm1.2")
	p.Wait(`/[1-9][0-9].%/.test(document.querySelector("#pack-at")?.innerText)`)
	p.Screenshot("under way")
	p.ClickOn("#pack-off")
	p.Wait(`!document.querySelector("#packing") && document.activeElement.id === "lesson-title"`)

	var deck []byte
	for _, c := range some(2, []struct{ path, name, kind, version, lang string }{
		{"?deck=link#" + link, "short", "scorm2004", scorm.V2004, "en"},
		{"?course=ten-minutes/points&lang=fr", "ten-minutes", "scorm1.2", scorm.V12, "fr"},
		{"?deck=mine", "my-deck", "scorm1.2", scorm.V12, "en"},
	}) {
		p.gate.next = host
		asked := p.Intercept(func(http.ResponseWriter, *http.Request, http.Handler) bool { return false })
		p.Open(c.path)
		p.Wait(`document.documentElement.dataset.busy === "0" && document.querySelector("#lesson-title")`)
		if n := len(asked.of("scorm.json")); n > 0 {
			t.Errorf("%s: it is asked for %d times before it is wanted", c.path, n)
		}
		source := []byte(scormCourse)
		switch c.name {
		case "my-deck":
			source = []byte(Eval[string](p, `localStorage.getItem("pointscape.deck")`))
		case "ten-minutes":
			if source, _, err = site.CourseSource(c.name, nil, c.lang); err != nil {
				t.Fatal(err)
			}
		}
		got, name := p.savedBy(func() { p.exportItem(c.kind) })
		want, err := s.Scorm(source, c.lang, c.version)
		if err != nil {
			t.Fatal(err)
		}
		if name != c.name+".zip" || !bytes.Equal(got, want) {
			t.Errorf("%s: %s has %d bytes, want %d", c.path, name, len(got), len(want))
		}
		p.Wait(`!document.querySelector("#packing")`)
		if c.name == "short" {
			deck = got
		}
		t.Logf("%s: %d bytes", name, len(got))
	}
	if t.Failed() {
		return
	}

	p.OpenURL(p.inPlatform(deck, scorm.V2004))
	p.Wait(playing + `?.document.documentElement.dataset.busy === "0"`)
	p.Wait(playing + `.document.querySelector("[data-choice='0']") !== null`)
	p.Do(playing + `.document.querySelector("[data-choice='0']").click()`)
	p.Wait(`String(api.GetValue("cmi.score.raw")) === "50"`)
}

// In a browser that refuses its storage the course still runs, and its progress is reported. A page without steps is
// done once it was opened.
func TestScormWithoutStorage(t *testing.T) {
	const source = `{"course": "read", "title": "Read", "pages": [{"id": "only", "title": "Only", "text": "A text.",
		"document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}}]}`
	p := Start(t, Options{Closed: true})
	s, err := siteOf(Options{})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := s.Scorm([]byte(source), "fr", scorm.V12)
	if err != nil {
		t.Fatal(err)
	}
	p.Inject(`if (location.pathname.startsWith("/package/")) {
		Object.defineProperty(window, "localStorage", { configurable: true, get() { throw new DOMException("refused", "SecurityError"); } });
	}`)
	p.OpenURL(p.inPlatform(packed, scorm.V12))
	p.Wait(`String(api.LMSGetValue("cmi.core.lesson_status")) === "completed"`)
	p.Wait(playing + `.document.querySelector("#lesson-title").innerText === "Only"`)
	if got := Eval[string](p, playing+`.document.querySelector("#present-deck").innerText`); got != "Présenter" {
		t.Errorf("the page says %q", got)
	}
	if Eval[bool](p, `!`+sco+`.querySelector("#lost").hidden`) {
		t.Error("it says that nothing is kept")
	}
}
