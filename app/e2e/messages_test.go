package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// Host shows the site in a frame of a page of another origin, which records the messages that it receives. Beside it
// there is a frame of a stranger.
func (p *Page) Host(path string) {
	p.t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/stranger" {
			fmt.Fprint(w, `<!doctype html><title>stranger</title><script>onmessage = (e) => { parent.frames[0].postMessage(e.data, "*"); parent.passed = true }</script>`)
			return
		}
		fmt.Fprintf(w, `<!doctype html><title>host</title><link rel="icon" href="data:,"><body style="margin: 0">
			<script>
				heard = []; asked = 0;
				const frame = () => document.querySelector("iframe").contentWindow;
				onmessage = (e) => { if (e.source === frame()) heard.push(e.data) };
				say = (m) => frame().postMessage(m, "*");
				ask = (m) => new Promise((done) => {
					const id = ++asked;
					addEventListener("message", function hear(e) {
						if (e.source === frame() && e.data.id === id) { removeEventListener("message", hear); done(e.data) }
					});
					say({ pointscape: 1, id, ...m });
				});
			</script>
			<iframe src="%s" style="border: 0; display: block; width: 640px; height: 480px" allowfullscreen></iframe>
			<iframe src="/stranger" style="width: 50px; height: 20px"></iframe>`, p.URL+path)
	}))
	p.t.Cleanup(host.Close)
	p.OpenURL(host.URL)
}

func TestMessages(t *testing.T) {
	p := Start(t, Options{Closed: true})
	p.Host("?embed=1&controls=C" + link(t, twoClasses))
	p.Wait(`heard.some(m => m.type === "ready")`)
	if got := Eval[string](p,
		`(m => [m.pointscape, m.method, m.points, m.width, m.height, m.plane.width > 500 && m.plane.width <= 640, m.ideal > m.plane.height].join(" "))(heard.find(m => m.type === "ready"))`); got != "1 svm 4 640 480 true true" {
		t.Errorf("ready: %s", got)
	}
	p.Wait(`heard.some(m => m.status === "converged" || m.status === "exact")`)
	type answer struct {
		Type, To, Field, Message, Document, Status string
		Params                                     map[string]any
		Step, Steps, Points                        int
	}
	ask := func(m string) answer {
		t.Helper()
		return Eval[answer](p, `ask(`+m+`)`)
	}

	a := ask(`{type: "get"}`)
	if d, err := doc.Decode([]byte(a.Document)); err != nil || a.Type != "reply" || a.To != "get" || len(d.Points) != 4 {
		t.Errorf("get: %+v, %v", a, err)
	}

	// What is set is drawn, and reported.
	p.Do(`heard = []`)
	if a := ask(`{type: "set", params: {C: 30, kernel: "rbf", gamma: 2}}`); a.Type != "reply" || a.Params["C"] != 30.0 ||
		a.Params["gamma"] != 2.0 {
		t.Errorf("set: %+v", a)
	}
	p.Wait(`heard.some(m => m.type === "changed" && m.params.C === 30)`)
	if a := ask(`{type: "set", params: {C: 30}}`); a.Type != "reply" {
		t.Errorf("set to what it is: %+v", a)
	}
	if a := ask(`{type: "set", params: {C: -1}}`); a.Type != "error" || a.Field != "params.C" || a.Message == "" {
		t.Errorf("C = -1: %+v", a)
	}
	if a := ask(`{type: "set", document: '{"method":"nosuch"}'}`); a.Type != "error" || a.To != "set" || a.Message == "" {
		t.Errorf("a document that is none: %+v", a)
	}

	// A change by the user on the plane is reported, too.
	p.Do(`heard = []`)
	p.Click(320, 100)
	p.Wait(`heard.some(m => m.type === "changed" && m.points === 5)`)

	// Messages of other versions, oversized ones and those of strangers change nothing.
	before := ask(`{type: "get"}`).Document
	if a := Eval[answer](p, `ask({pointscape: 2, type: "set", params: {C: 5}})`); a.Type != "error" ||
		a.Field != "pointscape" {
		t.Errorf("another version: %+v", a)
	}
	p.Do(`heard = []; say({pointscape: 1, type: "set", params: (a => { for (let i = 0; i < 30; i++) a = [a, a, a, a, a, a, a, a, a, a]; return {C: a} })(1)})`)
	p.Wait(`heard.some(m => m.type === "error" && /2000 values/.test(m.message))`)
	// A message that is neither deep nor long, but has too many values.
	p.Do(`heard = []; say({pointscape: 1, type: "set", params: {C: [1, 2, 3].map(() => Array(1000).fill(1))}})`)
	p.Wait(`heard.some(m => m.type === "error")`)
	if got := Eval[string](p, `heard.find(m => m.type === "error").message`); !strings.Contains(got, "2000 values") {
		t.Errorf("3000 values: %s", got)
	}
	p.Do(`heard = []; say({pointscape: 1, type: "set", params: {C: 10n}}); say("pointscape"); say(null); say({type: "set", params: {C: 5}}); say({pointscape: 1, type: "set", document: new ArrayBuffer(8)})`)
	p.Wait(`heard.filter(m => m.type === "error").length === 2`)
	p.Do(`heard = []; frames[1].postMessage({pointscape: 1, type: "set", id: "stranger", params: {C: 5}}, "*")`)
	p.Wait(`window.passed`) // later messages are answered after it
	if after := ask(`{type: "get"}`).Document; after != before {
		t.Errorf("it has changed from %s to %s", before, after)
	}
	// Late messages about the user's own changes are not answers.
	if Eval[bool](p, `heard.some(m => m.id === "stranger" || m.type === "changed" && m.params.C === 5)`) {
		t.Error("a stranger was answered")
	}

	// Steps.
	if a := ask(`{type: "step", by: 1}`); a.Type != "error" {
		t.Errorf("a step of a method without: %+v", a)
	}
	a = ask(`{type: "set", document: JSON.stringify({version: 1, method: "perceptron", dataset: {name: "linear", n: 40, seed: 4}, view: {step: 0}})}`)
	if a.Type != "reply" || a.Step != 0 || a.Steps < 2 {
		t.Fatalf("a document with steps: %+v", a)
	}
	if a := ask(`{type: "step", by: 1}`); a.Type != "reply" || a.Step != 1 {
		t.Errorf("one step: %+v", a)
	}
	p.Wait(`heard.some(m => m.type === "changed" && m.step === 1)`)
	if a := ask(`{type: "step", to: "end"}`); a.Step != a.Steps {
		t.Errorf("to the end: %+v", a)
	}

	// Another size, and then the one that the frame requests: its plane is three quarters as high as wide.
	p.Do(`heard = []; document.querySelector("iframe").style.height = "400px"`)
	p.Wait(`heard.some(m => m.type === "resize" && m.height === 400 && m.plane.height < 400 && m.ideal > 400)`)
	p.Do(`const follow = (m) => document.querySelector("iframe").style.height = m.ideal + "px";
		follow(heard.findLast(m => m.type === "resize"));
		addEventListener("message", (e) => { if (e.data.type === "resize") follow(e.data) })`)
	p.Wait(`(m => m.height === m.ideal && Math.abs(m.plane.height - 0.75 * m.plane.width) <= 1)(heard.findLast(m => m.type === "resize"))`)
	p.Screenshot("host")
}

// A frame whose address names an origin exchanges messages with no other.
func TestMessagesOfOneOrigin(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Expect: "target origin"})
	p.Inject(tell)
	p.Host("?embed=1&origin=https://course.example" + link(t, twoClasses))
	p.Wait(`heard.some(m => m.ready)`) // reported by the test's injected script
	n := Eval[int](p, `heard.length`)
	p.Do(`say({pointscape: 1, type: "set", params: {C: 5}})`)
	p.Wait(fmt.Sprintf(`heard.length > %d`, n+2))
	if Eval[bool](p, `heard.some(m => m.pointscape)`) {
		t.Error("it talks with a page of another origin")
	}
}

// The site's page that demonstrates messages works, in a language other than English, too.
func TestExampleOfAFrame(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "web/embed.fr.html"})
	if found := english(t, "fr", Eval[[]string](p, read)); len(found) > 0 {
		t.Errorf("English are %q", found)
	}
	p.Do(`document.getElementById("talking").scrollIntoView()`) // a frame out of sight waits
	p.Wait(`/"type":"ready"/.test(document.getElementById("log").textContent)`)
	p.ClickOn("#moons")
	p.Wait(`/"to":"set".*Deux lunes|Deux lunes.*"to":"set"/.test(document.getElementById("log").textContent)`)
	p.ClickOn("#wrong")
	p.Wait(`/"message":"params.C doit [^"]*","to":"set","type":"error"/.test(document.getElementById("log").textContent)`)
	p.ClickOn("#descent")
	p.Wait(`/"step":0,"steps":.*"title":"Le perceptron apprend","to":"set"/.test(document.getElementById("log").textContent)`)
	p.ClickOn("#step")
	p.Wait(`/"step":1,/.test(document.getElementById("log").textContent)`)
	p.Wait(`/"sentence":"Avant la première de 27 fautes/.test(document.getElementById("log").textContent)`)
	p.Screenshot("example")
}
