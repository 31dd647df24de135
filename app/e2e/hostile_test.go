package e2e

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// pack returns a link, "#" with the packed text, for any text, which need not be a document.
func pack(t *testing.T, text string) string {
	t.Helper()
	var z bytes.Buffer
	w, err := flate.NewWriter(&z, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return "#" + base64.RawURLEncoding.EncodeToString(z.Bytes())
}

// TestHostileLinks: whatever the address contains, the page keeps its document and says in a short message what is
// wrong.
func TestHostileLinks(t *testing.T) {
	good := link(t, twoClasses)
	long := strings.Repeat("[0.1,0.2,0],", doc.MaxPoints) + "[0.1,0.2,0]"
	p := Start(t, Options{Path: good})
	p.WaitReady()
	before := Eval[string](p, `JSON.stringify(pointscape.get())`)
	for _, c := range []struct{ name, link, says string }{
		{"cut off", good[:len(good)/2], `incomplete`},
		{"a letter", "#x", `link must be`},
		{"percent signs", "#%%%E0%A4%A", `link must be`},
		{"not base64", "#" + strings.Repeat("*", 50) + "x", `wrong character`},
		{"punctuation", "#" + strings.Repeat("*", 50), `got nothing`},
		{"another page's fragment", "#section-2", `link must be`},
		{"noise", "#" + strings.Repeat("Zm9v", 400), `link must be`},
		{"a bomb", pack(t, strings.Repeat(" ", 200<<20)), `a document of at most 16 MB`},
		{"a bomb in a document", pack(t, `{"method":"svm","title":"`+strings.Repeat("x", doc.MaxBytes-100)+`"}`),
			`title must be at most`},
		{"nests", pack(t, `{"method":"svm","params":{"C":`+strings.Repeat("[", 1<<20)), `link must be`},
		{"too many points", pack(t, `{"method":"svm","points":[`+long+`]}`),
			`points must be at most 100000 rows; got 100001`},
		{"NaN", pack(t, `{"method":"svm","points":[[NaN,0,0]]}`), `points\[0\] must be finite numbers.*got NaN`},
		{"infinity", pack(t, `{"method":"svm","points":[[1e999,0,0],[0,0,1]]}`), `points\[0\] must be finite numbers`},
		{"unknown method", pack(t, `{"method":"quantum"}`), `method must be one of svm`},
		{"unknown parameter", pack(t, `{"method":"svm","params":{"gama":1}}`), `params\.gama must be a parameter of`},
		{"unknown data", pack(t, `{"method":"svm","dataset":{"name":"moon"}}`), `dataset\.name must be one of moons`},
		{"from a newer version", pack(t, `{"version":99,"method":"svm"}`), `newer Pointscape`},
		{"text that is code", pack(t, `{"method":"<img src=x onerror=alert(1)>"}`), `method must be one of`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			p.Dismiss()
			p.Do(`location.hash = ` + quote(c.link))
			p.Wait(`/The link could not be opened: .*` + c.says + `/.test(document.body.innerText)`)
			if after := Eval[string](p, `JSON.stringify(pointscape.get())`); after != before {
				t.Errorf("the page now holds %.200s", after)
			}
			if text := p.Notice("The link could not be opened").Text(); len(text) > 700 {
				t.Errorf("a message of %d characters: %.300s", len(text), text)
			}
		})
	}
	p.t = t
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.points(5)
}

// TestHostileScripts: set refuses anything that is not a valid document, and says why.
func TestHostileScripts(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	before := Eval[string](p, `JSON.stringify(pointscape.get())`)
	for _, c := range []struct{ js, says string }{
		{``, `the { of a document`},
		{`undefined`, `the { of a document`},
		{`null`, `the { of a document`},
		{`7`, `the { of a document`},
		{`NaN`, `the { of a document`},
		{`""`, `the { of a document`},
		{`"nonsense"`, `the { of a document`},
		{`[]`, `the { of a document`},
		{`{}`, `method: method must be`},
		{`() => 1`, `the { of a document`},
		{`Symbol()`, `the { of a document`},
		{`10n`, `document: document must be an object that can be written as JSON`},
		{`(() => { const a = {method: "svm"}; a.a = a; return a })()`,
			`document: document must be an object that can be written as JSON`},
		{`{toJSON() { throw new Error("no") }}`, `document: document must be an object that can be written as JSON`},
		{`{get points() { throw new Error("no") }}`, `document: document must be an object that can be written as JSON`},
		{`{method: "svm", points: new Proxy([], {get(list, name) { throw new Error("no") }})}`,
			`document: document must be an object that can be written as JSON`},
		{`(() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return {method: "svm", points: proxy} })()`,
			`document: document must be an object that can be written as JSON`},
		{`new Proxy({}, {get() { throw new Error("no") }})`, `document: document must be an object that can be written as JSON`},
		{`{method: 3}`, `method: method must be`},
		{`{method: "svm", points: "many"}`, `points: points must be a list of rows`},
		{`{method: "svm", points: [[NaN, 0, 0]]}`, `points[0]: points[0] must be a row of 2 or 3 numbers; got [null,0,0]`},
		{`{method: "svm", points: Array.from({length: 1e6}, () => [0, 0, 0])}`,
			`points: points must be at most 100000 rows; got 1000000`},
		{`{method: "svm", points: Array.from({length: 1e6}, () => [Math.random(), Math.random(), 1])}`,
			`points: points must be at most 100000 rows; got 1000000`},
		{`{method: "svm", points: [[0, 0, 0.5]]}`, fmt.Sprintf(
			`points[0]: points[0] must be a class from 0 to %d, or -1 for none; got 0.5`, doc.MaxClass)},
		{`{method: "svm", params: {C: -1}}`, `params.C: params.C must be a number greater than 0`},
		{`{method: "svm", params: {kernel: "rbf("}}`, `params.kernel: params.kernel must be a kernel expression`},
		{`{method: "svm", view: {x: [1, 0], y: [0, 1]}}`, `view.x: view.x must be`},
	} {
		got := Eval[string](p, `(async () => { try { await pointscape.set(`+c.js+
			`); return "it was taken" } catch (e) { return (e.field ?? "") + ": " + e.message } })()`)
		if !strings.Contains(got, c.says) {
			t.Errorf("set(%.80s): %s; want %s", c.js, got, c.says)
		}
	}
	if after := Eval[string](p, `JSON.stringify(pointscape.get())`); after != before {
		t.Errorf("the page now holds %.200s", after)
	}
	// The maximum number of points is accepted.
	p.Do(fmt.Sprintf(`pointscape.set({method: "voronoi", points: Array.from({length: %d}, (_, i) => [i %% 317, i / 317 | 0])})`, doc.MaxPoints))
	p.WaitReady()
	p.points(doc.MaxPoints)
}

// A panic in an event listener ends only that call: the console names the event, and the page goes on.
func TestPanicEndsOneCall(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Expect: "pointermove could not be handled"})
	p.WaitReady()
	p.Do(`document.getElementById("stage-over").dispatchEvent(new Event("pointermove"))`) // without a pointer's fields
	if log := p.Console(); !strings.Contains(strings.Join(log, "\n"), "pointscape: pointermove could not be handled: ") {
		t.Errorf("the console says %q", log)
	}
	x, y := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(x, y) })
	p.points(5)
}

// Events dispatched by browsers and extensions (when a form is filled in, for instance) have no key, modifiers or
// pointer; they must cause no error.
func TestEventsOfOthers(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.Do(`for (const name of ["keydown", "keyup", "input", "change", "paste", "wheel"]) {
		for (const e of [document.body, document.getElementById("stage"), document.querySelector("input")]) {
			e.dispatchEvent(new Event(name, {bubbles: true, cancelable: true}));
		}
	}`)
	p.Wait(twoFrames)
	p.points(4)
}
