package e2e

import (
	"archive/zip"
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pointscape/app/tools/site"
)

// scormCourse has a question, a task and a page that asks nothing.
const scormCourse = `{"version": 1, "course": "short", "title": "A short course", "pages": [
	{"id": "one", "title": "One", "text": "A text.", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]},
		"controls": ["n_neighbors"], "steps": [
		{"kind": "choose", "text": "Which?", "choices": [{"text": "this", "right": true, "why": "Yes."}, {"text": "that", "why": "No."}]},
		{"kind": "task", "text": "Set n_neighbors to 2.", "check": "n_neighbors == 2", "solution": [{"params": {"n_neighbors": 2}}]}]},
	{"id": "two", "title": "Two", "text": "Another text.", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}}]}`

// platform is the page of a learning platform: it keeps what the runtime of scorm-again has committed, and gives it to
// the package when that is opened again.
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

// TestScorm opens a package in a runtime of SCORM, as Moodle and others do: a question is answered, the page is left in
// the middle, gone on with, and done; the platform has the status, the score and the time.
func TestScorm(t *testing.T) {
	for _, version := range []string{site.Scorm12, site.Scorm2004} {
		t.Run(version, func(t *testing.T) { tryScorm(t, version) })
	}
}

func tryScorm(t *testing.T, version string) {
	runtime, err := fromNpm("scorm", "scorm-again/dist/scorm-again.min.js")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "short.json")
	if err := os.WriteFile(file, []byte(scormCourse), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := compile(site.Pointscape)
	if err != nil {
		t.Fatal(err)
	}
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	s, err := site.New(p, site.Options{Web: filepath.Join(root, "web"), Exec: filepath.Join(root, "wasm_exec.js"),
		Cache: filepath.Join(root, ".build"), Quality: site.Fast, Plain: true, Courses: []string{file}})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := s.Scorm("short", "en", version)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	page := Start(t, Options{Closed: true})
	mux := http.NewServeMux()
	serve := func(path, kind, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write([]byte(text))
		})
	}
	serve("/platform.html", "text/html; charset=utf-8", platform)
	serve("/scorm-again.js", "text/javascript", runtime)
	dir := t.TempDir()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	mux.Handle("/package/", http.StripPrefix("/package", http.FileServer(http.Dir(dir))))
	page.gate.next = mux
	at := strings.TrimSuffix(page.URL, "/") + "/platform.html"
	if version == site.Scorm2004 {
		at += "?2004"
	}
	get, names := "LMSGetValue", map[string]string{"status": "cmi.core.lesson_status", "score": "cmi.core.score.raw",
		"where": "cmi.core.lesson_location"}
	if version == site.Scorm2004 {
		get, names = "GetValue", map[string]string{"status": "cmi.completion_status", "score": "cmi.score.raw", "where": "cmi.location"}
	}
	value := func(name string) string {
		t.Helper()
		return Eval[string](page, `String(api.`+get+`("`+name+`"))`)
	}
	const sco, app = `document.querySelector("#sco").contentDocument`, `document.querySelector("#sco").contentDocument
		.querySelector("#player").contentDocument`
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
	if got := value("cmi.suspend_data"); len(got) > 4096 || !strings.Contains(got, `[0,0,1,{"0":"0"}]`) {
		t.Errorf("half-way, the platform keeps %q", got)
	}
	page.Screenshot("half-way")

	// The student leaves, and another one has used the browser since.
	page.OpenURL(strings.TrimSuffix(page.URL, "/") + "/scorm-again.js")
	if calls := Eval[string](page, `localStorage.getItem("calls")`); !strings.HasSuffix(calls, "Finish") &&
		!strings.HasSuffix(calls, "Terminate") {
		t.Errorf("the package has called %q", calls)
	}
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
}
