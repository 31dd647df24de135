package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/course/scorm"
)

// lms is the page of a learning platform. The parameters of its address change what it does: 2004 is the version of
// SCORM, else 1.2; at=opener, parent or none says where the API is, if not in this window; at=frame is like opener,
// with a frame in this window that has the API's name; closed makes Initialize fail; refuse=NAME refuses values of that
// name; throws makes SetValue throw an error; gives=JSON has values that GetValue returns. The values that it was
// given, and the calls of the last visit, are in localStorage.
const lms = `<!doctype html><html lang="en"><title>Platform</title><link rel="icon" href="data:,">
<script>
	const asks = new URLSearchParams(location.search), name = asks.has("2004") ? "API_1484_11" : "API";
	const before = asks.has("2004") ? "" : "LMS", gives = JSON.parse(asks.get("gives") ?? "{}");
	const values = JSON.parse(localStorage.getItem("values") ?? "{}"), calls = [];
	const noted = (call) => {
		calls.push(call);
		localStorage.setItem("values", JSON.stringify(values));
		localStorage.setItem("calls", JSON.stringify(calls));
		return "true";
	};
	const api = {
		[before + "Initialize"]: () => asks.has("closed") ? "false" : noted("begin"),
		[before + "GetValue"]: (name) => gives[name] ?? values[name] ?? "",
		[before + "SetValue"]: (name, value) => {
			if (asks.has("throws")) {
				throw new Error("the window is closed");
			}
			if (name === asks.get("refuse") || typeof value !== "string") {
				return "false";
			}
			values[name] = value;
			return noted("set " + name);
		},
		[before + "Commit"]: () => noted("commit"),
		[before ? "LMSFinish" : "Terminate"]: () => noted("end"),
	};
	switch (asks.get("at")) {
	case "none":
		break;
	case "opener":
		window.opener = { [name]: api };
		break;
	case "parent":
		window.opener = { parent: { [name]: api } };
		break;
	case "frame": // of that name is no API
		document.write('<iframe name="API" src="/blank.html"></iframe>');
		window.opener = { [name]: api };
		break;
	default:
		window[name] = api;
	}
</script>
<body style="margin: 0"><iframe id="sco" src="/package/index.html" style="width: 100vw; height: 100vh; border: 0"></iframe>`

// launched is a package in that platform. An empty page replaces the course's page; the test writes the progress.
type launched struct {
	*Page
	newer bool
}

const (
	scoWindow = `document.querySelector("#sco").contentWindow`
	sco       = scoWindow + `.document`
	playing   = sco + `.querySelector("#player").contentWindow`
)

func launch(t *testing.T, source, version string) *launched {
	t.Helper()
	o := Options{StandIn: true, Closed: true}
	p := Start(t, o)
	s, err := siteOf(o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Scorm([]byte(source), "en", version)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	serveText(mux, "/lms.html", "text/html; charset=utf-8", lms)
	serveText(mux, "/blank.html", "text/html", `<!doctype html><title>Nothing</title>`)
	serveText(mux, "/package/app/index.html", "text/html", `<!doctype html><title>Course</title>`)
	mux.Handle("/package/", http.StripPrefix("/package", http.FileServerFS(unzipped(t, b))))
	p.gate.next = mux
	return &launched{p, version == scorm.V2004}
}

// begin opens the package in the platform; asks are parameters of the platform, see lms.
func (l *launched) begin(asks string) {
	l.t.Helper()
	if l.newer {
		asks += "&2004"
	}
	l.Open("lms.html?" + asks)
	l.Wait(playing + `.document.title === "Course"`)
}

// leave leaves the platform, and returns the calls of its API during the last visit.
func (l *launched) leave() []string {
	l.t.Helper()
	l.Open("blank.html")
	return Eval[[]string](l.Page, `JSON.parse(localStorage.getItem("calls") ?? "[]")`)
}

// does acts as the page of the course: the student is at this page, with this progress (JavaScript).
func (l *launched) does(page, progress string) {
	l.t.Helper()
	l.Do(`{
		const w = ` + playing + `, key = "pointscape.courses", all = JSON.parse(w.localStorage.getItem(key));
		w.history.replaceState(null, "", "?course=` + "abc/" + page + `");
		all.abc["` + page + `"] = ` + progress + `;
		w.localStorage.setItem(key, JSON.stringify(all));
	}`)
}

// waits waits until the platform has a value: status, score or where.
func (l *launched) waits(name, want string) {
	l.t.Helper()
	if l.newer {
		name = map[string]string{"status": "cmi.completion_status", "score": "cmi.score.raw", "where": "cmi.location"}[name]
	} else {
		name = map[string]string{"status": "cmi.core.lesson_status", "score": "cmi.core.score.raw",
			"where": "cmi.core.lesson_location"}[name]
	}
	l.Wait(fmt.Sprintf(`values[%q] === %q`, name, want))
}

func (l *launched) value(name string) string {
	l.t.Helper()
	return Eval[string](l.Page, `values[`+quote(name)+`] ?? ""`)
}

func (l *launched) shows(id string) bool {
	l.t.Helper()
	return Eval[bool](l.Page, `!`+sco+`.querySelector("#`+id+`").hidden`)
}

// abc has three pages: one with a question and a task, one with a note, and one without steps.
const abc = `{"course": "abc", "title": "ABC", "pages": [
	{"id": "a", "title": "A", "text": "", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}, "steps": [
		{"kind": "choose", "text": "?", "choices": [{"text": "yes", "right": true}, {"text": "no"}]},
		{"kind": "task", "text": "!", "check": "n_neighbors == 2"}]},
	{"id": "b", "title": "B", "text": "", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}, "steps": [
		{"kind": "note", "text": "."}]},
	{"id": "c", "title": "C", "text": "", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}}]}`

// TestLaunch tests the page of a package (launch.js) with a simulated platform and student, in both versions.
func TestLaunch(t *testing.T) {
	sideBySide(t)
	for _, version := range []string{scorm.V12, scorm.V2004} {
		t.Run(version, func(t *testing.T) {
			l := launch(t, abc, version)
			status, core := "cmi.core.lesson_status", "cmi.core."
			if l.newer {
				status, core = "cmi.completion_status", "cmi."
			}
			l.begin("")
			l.waits("status", "incomplete") // nothing is done yet
			if l.value("cmi.suspend_data") == "" || l.value(core+"exit") != "suspend" || l.shows("alone") || l.shows("lost") {
				t.Errorf("begun, the platform has %s", Eval[string](l.Page, `JSON.stringify(values)`))
			}
			l.does("a", `{step: 1, done: false, answers: {0: "0"}, start: {cost: 7}}`)
			l.waits("score", "50")
			l.waits("where", "a")
			if l.newer {
				v := l.value("cmi.score.scaled") + " " + l.value("cmi.progress_measure") + " " + l.value("cmi.success_status")
				if v != "0.5 0.25 " {
					t.Errorf("half-way, score, progress and success are %q", v)
				}
			}
			calls := l.leave()
			if n := len(calls); n < 2 || calls[n-1] != "end" || calls[n-2] != "commit" || slices.Index(calls, "end") < n-1 {
				t.Errorf("left, it has called %q", calls)
			}

			// Continued in another browser, which has another student's progress: the first student's is restored, with
			// the page's start.
			l.Do(`localStorage.setItem("pointscape.courses", '{"abc": {"b": {"step": 0, "done": true}, "z": {"step": 3}}, "x": {"y": {"step": 1}}}');
				sessionStorage.setItem("pointscape.v1.tab", "of another")`)
			l.begin("")
			if got := Eval[string](l.Page, playing+`.localStorage.getItem("pointscape.courses")`); got !=
				`{"abc":{"z":{"step":3},"a":{"step":1,"done":false,"answers":{"0":"0"},"start":{"cost":7}}},"x":{"y":{"step":1}}}` {
				t.Errorf("gone on with, the course begins with %s", got)
			}
			if got := Eval[string](l.Page, playing+`.location.search + sessionStorage.getItem("pointscape.v1.tab")`); got !=
				"?course=abc/a&lang=ennull" {
				t.Errorf("gone on with, it opens %q", got)
			}
			l.does("a", `{step: 1, done: true, answers: {0: "0"}}`)
			l.waits("score", "100")
			l.does("a", `{step: 0, done: false}`) // the student starts the page again
			l.leave()
			l.begin("")
			l.does("b", `{step: 0, done: true}`)
			l.does("c", `{step: -1, done: true}`)
			l.waits("status", "completed")
			if l.newer && l.value("cmi.success_status") != "passed" {
				t.Errorf("done, it is %q", l.value("cmi.success_status"))
			}

			// Starting a page again lowers neither status nor score, even if the platform has lost the suspend data.
			l.leave()
			l.Do(`{ const v = JSON.parse(localStorage.getItem("values")); v["cmi.suspend_data"] = ""; localStorage.setItem("values", JSON.stringify(v)); }`)
			l.begin("")
			l.does("b", `{step: 0, done: false}`)
			l.waits("where", "b")
			if got := l.value(status) + " " + l.value(core+"score.raw"); got != "completed 100" {
				t.Errorf("begun again, it is %q", got)
			}
			l.leave()

			// In review mode nothing is reported.
			mode := map[bool]string{true: "cmi.mode", false: "cmi.core.lesson_mode"}[l.newer]
			l.begin(`gives={"` + mode + `":"review"}`)
			l.does("c", `{step: -1, done: true}`)
			if calls := strings.Join(l.leave(), " "); calls != "begin end" {
				t.Errorf("looked at, it has called %q", calls)
			}
		})
	}
}

// The API is found wherever platforms put it; if there is none, the page says so. The page also says if the platform
// fails or refuses a value, unless the value is optional.
func TestLaunchFindsThePlatform(t *testing.T) {
	for _, version := range []string{scorm.V12, scorm.V2004} {
		l := launch(t, abc, version)
		core := map[bool]string{true: "cmi.", false: "cmi.core."}[l.newer]
		for _, c := range []struct {
			asks        string
			alone, lost bool
		}{
			{"at=opener", false, false}, {"at=parent", false, false}, {"at=frame", false, false}, {"at=none", true, false},
			{"closed=1", false, true}, {"throws=1", false, true}, {"refuse=cmi.suspend_data", false, true},
			{"refuse=" + core + "score.min", false, false}, {"refuse=" + core + "score.raw", false, true},
		} {
			l.begin(c.asks)
			if alone, lost := l.shows("alone"), l.shows("lost"); alone != c.alone || lost != c.lost {
				t.Errorf("%s, %s: alone %v, lost %v", version, c.asks, alone, lost)
			}
			if got := Eval[string](l.Page, playing+`.location.search`); got != "?course=abc/a&lang=en" {
				t.Errorf("%s, %s: it opens %q", version, c.asks, got)
			}
		}
		// A package for the other version of SCORM still finds the platform.
		l.newer = !l.newer
		l.begin("")
		l.waits("status", "incomplete")
	}
}

// If the platform has a passing score, it decides whether the status is passed.
func TestLaunchPasses(t *testing.T) {
	all := []string{"a", `{step: 1, done: true}`, "b", `{step: 0, done: true}`, "c", `{step: -1, done: true}`}
	l := launch(t, abc, scorm.V12)
	l.begin(`gives={"cmi.student_data.mastery_score":"80"}`)
	for i := 0; i < len(all); i += 2 {
		l.waits("status", "incomplete")
		l.does(all[i], all[i+1])
	}
	l.waits("status", "passed")
	l.leave()
	l.begin("") // the status stays passed
	l.does("c", `{step: -1, done: true, answers: {}}`)
	l.waits("where", "c")
	l.waits("status", "passed")

	l = launch(t, abc, scorm.V2004)
	l.begin(`gives={"cmi.scaled_passing_score":"0.5"}`)
	l.does("a", `{step: 0, done: true}`)
	l.Wait(`values["cmi.success_status"] === "passed" && values["cmi.completion_status"] === "incomplete"`)
}

// The suspend data fit into the 4,096 characters of SCORM 1.2 for a course of 100 pages with long answers: they contain
// all steps, and as many of the last answers as have room. A new edition of the course continues with the pages whose
// steps are unchanged.
func TestLaunchHasRoom(t *testing.T) {
	page := func(id string) string {
		return fmt.Sprintf(`{"id": %q, "title": "P", "text": "", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]},
			"steps": [{"kind": "number", "text": "?", "answer": "n_neighbors"}, {"kind": "task", "text": "!", "check": "n_neighbors > start.n_neighbors"}]}`, id)
	}
	var pages []string
	for i := range 100 {
		pages = append(pages, page(fmt.Sprintf("a-page-with-a-name-of-forty-characters%02d", i)))
	}
	text := func() string {
		return `{"course": "abc", "title": "ABC", "pages": [` + strings.Join(pages, ",") + `]}`
	}
	l := launch(t, text(), scorm.V12)
	l.begin("")
	l.Do(`{
		const w = ` + playing + `, all = {abc: {}};
		for (let i = 0; i < 100; i++) {
			all.abc["a-page-with-a-name-of-forty-characters" + String(i).padStart(2, "0")] = {step: 1, done: i < 98,
				answers: {0: "3." + "1".repeat(20 + i)}, start: i < 98 ? {} : {n_neighbors: 5}};
		}
		w.localStorage.setItem("pointscape.courses", JSON.stringify(all));
	}`)
	l.waits("score", "99")
	kept := l.value("cmi.suspend_data")
	if len(kept) > 4096 || len(kept) < 3900 {
		t.Errorf("%d characters are kept: %.300s", len(kept), kept)
	}
	t.Logf("%d characters of 4,096", len(kept))
	l.leave()

	pages[0], pages[1] = pages[1], page("new")
	l = launch(t, text(), scorm.V12)
	l.begin("gives=" + `{"cmi.suspend_data":` + quote(kept) + `}`)
	got := Eval[string](l.Page, playing+`.localStorage.getItem("pointscape.courses")`)
	var all map[string]map[string]struct {
		Step    int
		Done    bool
		Answers map[string]string
		Start   map[string]int
	}
	if err := json.Unmarshal([]byte(got), &all); err != nil {
		t.Fatal(err)
	}
	at := func(i int) string { return fmt.Sprintf("a-page-with-a-name-of-forty-characters%02d", i) }
	if len(all["abc"]) != 99 || !all["abc"][at(1)].Done || all["abc"][at(1)].Step != 1 || all["abc"][at(99)].Done ||
		all["abc"][at(99)].Start["n_neighbors"] != 5 || len(all["abc"][at(99)].Answers["0"]) < 100 {
		t.Errorf("gone on with, the course begins with %.2000s", got)
	}
}

// If the browser refuses its storage, the page of the package provides one for the course.
func TestLaunchWithoutStorage(t *testing.T) {
	l := launch(t, abc, scorm.V12)
	l.Inject(`if (location.pathname.startsWith("/package/")) {
		Object.defineProperty(window, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
	}`)
	l.begin("")
	l.Do(scoWindow + `.pointscapeItems.set("pointscape.courses", '{"abc": {"a": {"step": 0, "done": true}}}')`)
	l.waits("score", "50")
	if l.shows("lost") {
		t.Error("it says that nothing is kept")
	}
}
