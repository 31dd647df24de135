package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// Around shows a page of another origin with this body; a further call replaces it.
func (p *Page) Around(body string) {
	p.t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><meta charset="utf-8"><title>around</title><link rel="icon" href="data:,">`+body)
	}))
	p.t.Cleanup(host.Close)
	p.OpenURL(host.URL)
}

// script returns the script element that a page of another origin uses.
func (p *Page) script() string {
	return `<script src="` + p.URL + `web/point-scape.js" async></script>`
}

const moonsDocument = `{"version":1,"method":"svm","params":{"kernel":"rbf","C":1,"gamma":2},"dataset":{"name":"moons","n":40,"noise":0.2,"seed":1},"title":"Moons"}`

// The element is a frame that adjusts its height, and is controlled by properties, methods and events.
func TestElement(t *testing.T) {
	p := Start(t, Options{Closed: true})
	p.Around(`<body style="margin: 0; width: 640px">
		<script>heard = {}; for (const name of ["ready", "change", "error", "task"]) { heard[name] = []; addEventListener(name, (e) => { if (e.detail) heard[name].push(e.detail) }, true) }</script>
		<point-scape id="one" controls="C,gamma" lock="C" title="Two moons" document='` + moonsDocument + `'></point-scape>` +
		p.script())
	p.Wait(`heard.ready.length === 1`)
	if m := Eval[[2]any](p, `[heard.ready[0].method, heard.ready[0].title]`); m != [2]any{"svm", "Moons"} {
		t.Errorf("it begins with %v", m)
	}
	// The plane is three quarters as high as it is wide.
	p.Wait(`(f => f.clientWidth === 640 && f.clientHeight > 480 && f.clientHeight < 640)(one.shadowRoot.querySelector("iframe"))`)
	if got := Eval[string](p, `one.shadowRoot.querySelector("iframe").title`); got != "Two moons" {
		t.Errorf("the frame is called %q", got)
	}
	p.Screenshot("element")
	if got := Eval[string](p, `one.document.dataset.name`); got != "moons" {
		t.Errorf("the document is of %q", got)
	}
	if got := Eval[float64](p, `one.set({ params: { C: 30 } }).then(m => m.params.C)`); got != 30 {
		t.Errorf("C is %v", got)
	}
	p.Wait(`heard.change.some(m => m.params.C === 30)`)
	if got := Eval[float64](p, `one.get().then(d => d.params.C)`); got != 30 {
		t.Errorf("the document has C = %v", got)
	}
	if got := Eval[string](p, `one.available.map(c => c.name).join()`); !strings.HasPrefix(got, "kernel,") {
		t.Errorf("controls are %s", got)
	}
	if got := Eval[string](p,
		`one.set({ params: { C: -1 } }).catch(e => e.field + " " + (e instanceof Error))`); got != "params.C true" {
		t.Errorf("C = -1: %s", got)
	}
	p.Do(`one.document = { method: "nosuch" }`)
	p.Wait(`heard.error.some(m => m.message && m.to === "set")`)
	p.Do(`one.document = { version: 1, method: "perceptron", dataset: { name: "linear", n: 40, seed: 4 }, view: { step: 0 } }`)
	p.Wait(`heard.change.some(m => m.method === "perceptron" && m.steps)`)
	if got := Eval[int](p, `one.step({ by: 2 }).then(m => m.step)`); got != 2 {
		t.Errorf("step %d", got)
	}
	// Other options create a new frame, which opens the current document.
	p.Do(`heard.ready = []; one.setAttribute("lock", "steps"); one.removeAttribute("title"); one.setAttribute("height", "300")`)
	p.Wait(`heard.ready.length === 1 && heard.ready[0].method === "perceptron"`)
	p.Wait(`one.shadowRoot.querySelector("iframe").clientHeight === 300`)
	if got := Eval[string](p,
		`new URL(one.shadowRoot.querySelector("iframe").src).searchParams.get("lock")`); got != "steps" {
		t.Errorf("it locks %s", got)
	}
	// Its address opens the current document; it names no origin, since it is meant for other pages, too.
	address := Eval[string](p, `one.address()`)
	if strings.Contains(address, "origin=") || !strings.Contains(address, "lock=steps") {
		t.Errorf("its address is %s", address)
	}
	_, hash, _ := strings.Cut(address, "#")
	if d, err := doc.DecodeLink(hash); err != nil || d.Method != "perceptron" {
		t.Errorf("its address has %+v, %v", d, err)
	}
	// Another document in its address replaces the current one; a long document is sent when the frame is ready.
	p.Do(`heard.ready = []; one.setAttribute("src", ` + quote(p.URL+link(t, twoClasses)) +
		`); one.removeAttribute("document")`)
	p.Wait(`heard.ready.length === 1 && heard.ready[0].points === 4`)
	p.Do(`heard.ready = []; heard.change = []; two = document.createElement("point-scape"); two.setAttribute("src", ` +
		quote(p.URL) + `);
		two.setAttribute("document", JSON.stringify({ version: 1, method: "knn", points: Array.from({ length: 9000 }, () => [Math.random(), Math.random(), 1]) })); document.body.append(two)`)
	p.Wait(`heard.change.some(m => m.points === 9000)`)
	// When an element is removed, its pending calls are rejected.
	if got := Eval[string](p, `(p => { two.remove(); return p })(two.get().catch(e => e.message))`); !strings.Contains(got,
		"left") {
		t.Errorf("after it has left: %s", got)
	}
	// Messages of others are not taken for its frame's.
	p.Do(`heard.task = []; postMessage({ pointscape: 1, type: "task", solved: true }, "*")`)
	p.Do(`new Promise(done => setTimeout(done))`)
	if Eval[int](p, `heard.task.length`) > 0 {
		t.Error("it takes messages of the page for its frame's")
	}
}

// deck is a deck as reveal.js shows it: only the current slide and its neighbours are laid out; iframes have data-src,
// get src when their slide is shown, and lose it when it is left; they receive "slide:start" and "slide:stop".
const deck = `<body style="margin: 0"><style>section:not(.near) { display: none } section:not(.present) { visibility: hidden } section { position: absolute; inset: 0 }</style>
	<div class="slides"><section><h2>Title</h2></section>
	<section><h2>A frame</h2><iframe data-src="%[1]s?embed=1&controls=C%[2]s" style="border: 0; width: 640px; height: 440px"></iframe></section>
	<section><h2>An element</h2><point-scape src="%[1]s%[2]s" controls="C" style="width: 640px"></point-scape></section>
	<section><h2>Another</h2></section><section><h2>The end</h2></section></div>
	<script>
		readies = []; addEventListener("message", (e) => { if (e.data?.type === "ready") readies.push(e.source) });
		slides = [...document.querySelectorAll("section")]; at = -1;
		const say = (slide, what) => slide?.querySelectorAll("iframe").forEach((f) => { if (f.hasAttribute("src")) f.contentWindow.postMessage(what, "*") });
		go = (n) => {
			say(slides[at], "slide:stop");
			slides[at]?.querySelectorAll("iframe[data-src]").forEach((f) => f.removeAttribute("src"));
			slides.forEach((s, i) => { s.classList.toggle("present", i === n); s.classList.toggle("near", Math.abs(i - n) <= 1) });
			slides[n].querySelectorAll("iframe[data-src]").forEach((f) => { if (!f.hasAttribute("src")) f.src = f.dataset.src });
			at = n; say(slides[n], "slide:start");
		};
	</script>`

// A frame in a deck starts when its slide is shown, and ends when it is left. An element keeps the user's state when
// its slide is left.
func TestDeckOfSlides(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.Around(fmt.Sprintf(deck, p.URL, link(t, twoClasses)) + p.script() +
		`<script>addEventListener("load", () => go(0))</script>`)
	p.Wait(`at === 0`)
	p.Do(`go(1)`)
	p.Wait(`readies.includes(document.querySelector("iframe").contentWindow)`)
	p.Screenshot("deck")
	p.Do(`go(2)`)
	if Eval[bool](p, `document.querySelector("iframe").hasAttribute("src")`) {
		t.Error("the frame of the slide before goes on")
	}
	p.Wait(`(e => readies.includes(e.shadowRoot.querySelector("iframe").contentWindow))(document.querySelector("point-scape"))`)
	if got := Eval[float64](p,
		`document.querySelector("point-scape").set({ params: { C: 3 } }).then(m => m.params.C)`); got != 3 {
		t.Errorf("C is %v", got)
	}
	p.Screenshot("deck-element")
	// The element's own frame does not belong to the deck: it keeps the user's state.
	p.Do(`go(4)`)
	p.Do(`readies = []; go(1)`)
	p.Wait(`readies.includes(document.querySelector("iframe").contentWindow)`)
	p.Do(`go(2)`)
	if got := Eval[float64](p, `document.querySelector("point-scape").get().then(d => d.params.C)`); got != 3 {
		t.Errorf("coming back, C is %v", got)
	}
}

// Output of notebooks as Quarto and Jupyter Book write it into a page: HTML in a cell, a frame as written by
// IPython.display.IFrame, an element whose script is in another cell and repeated, and a widget in srcdoc.
func TestOutputOfNotebooks(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	src := p.URL + "?embed=1&controls=C" + link(t, twoClasses)
	element := p.script() + `<point-scape src="` + p.URL + link(t, twoClasses) +
		`" controls="C" lock="points" style="width: 500px"></point-scape>`
	escape := strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace
	p.Around(`<body class="quarto-light"><script>readies = []; addEventListener("message", (e) => { if (e.data?.type === "ready") readies.push(e.data) }); elements = 0; addEventListener("ready", () => elements++, true)</script>
		<main class="content"><div class="cell"><div class="cell-output cell-output-display">
			<iframe width="600" height="350" src="` + escape(src) + `" frameborder="0" allowfullscreen></iframe></div></div>
		<div class="cell_output docutils container"><div class="output text_html">` + element + `</div></div>
		<div class="cell_output docutils container"><div class="output text_html">` + element + `</div></div>
		<div class="output text_html"><iframe id="doc" srcdoc="` + escape("<body><script>addEventListener('ready', () => "+
		"parent.postMessage({ type: 'ready', of: 'srcdoc' }, '*'), true)</script>"+element) +
		`" style="width: 560px; height: 480px"></iframe></div></main>`)
	p.Wait(`readies.length >= 1 && readies[0].points === 4`)
	// Each starts when it becomes visible, and then gets its height, which moves those below it.
	for n := range 2 {
		p.Wait(fmt.Sprintf(`(document.querySelectorAll("point-scape")[%d].scrollIntoView(), elements > %d)`, n, n))
	}
	p.Wait(`(doc.scrollIntoView(), readies.some(m => m.of === "srcdoc"))`)
	p.Screenshot("notebook")
}

// In a sandbox that allows scripts, frame and element work, even without an origin of their own, if the host allows any
// origin to read its files.
func TestWidgetsInASandbox(t *testing.T) {
	long(t)
	sideBySide(t)
	for _, sandbox := range []string{"allow-scripts allow-same-origin", "allow-scripts"} {
		t.Run(sandbox, func(t *testing.T) {
			p := Start(t, Options{Closed: true})
			inner := `<body style="margin: 0"><script>addEventListener("ready", (e) => parent.postMessage({ element: e.detail.points }, "*"), true);
				addEventListener("message", (e) => { if (e.data === "set") document.querySelector("point-scape").set({ params: { C: 4 } }).then((m) => parent.postMessage({ set: m.params.C }, "*")) })</script>
				<point-scape src="` + p.URL + link(t, twoClasses) + `" controls="C"></point-scape>` + p.script()
			p.Around(`<body style="margin: 0"><script>heard = []; onmessage = (e) => heard.push(e.data)</script>
				<iframe sandbox="` + sandbox + `" src="` + p.URL + `?embed=1&controls=C` + link(t, twoClasses) +
				`" style="width: 600px; height: 350px; border: 0"></iframe>
				<iframe sandbox="` + sandbox + `" id="in" srcdoc="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(
				inner) + `" style="width: 600px; height: 430px; border: 0"></iframe>`)
			p.Wait(`heard.some(m => m.type === "ready" && m.points === 4)`)
			p.Wait(`heard.some(m => m.element === 4)`)
			p.Do(`document.getElementById("in").contentWindow.postMessage("set", "*")`)
			p.Wait(`heard.some(m => m.set === 4)`)
			p.Screenshot("sandbox")
		})
	}
}

// The builder previews the chosen settings, and gives the code for exactly these. In French it keeps the picture: its
// preview is in French, and the code leaves the language to readers until one is chosen.
func TestBuilder(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "web/builder.html" + link(t, moonsDocument)})
	p.Wait(`document.querySelector('[name=controls][value=C]') && location.search === ""`)
	p.Screenshot("builder-english")
	p.ClickOn(`a[hreflang=fr]`)
	p.Wait(`location.pathname.endsWith("builder.fr.html") && document.querySelector('[name=lock][value=gamma]')`)
	if got := Eval[string](p, `document.querySelector('[name=lock][value=gamma]').ariaLabel`); !strings.HasPrefix(got,
		"Verrouillé\u00a0: ") {
		t.Errorf("a control is called %q", got)
	}
	if found := english(t, "fr", Eval[[]string](p, read)); len(found) > 0 {
		t.Errorf("English are %q", found)
	}
	// A locked control is shown, and a hidden one is not locked.
	ticked := `["gamma", "C"].map(v => ["controls", "lock"].map(n => +document.querySelector("[name=" + n + "][value=" + v + "]").checked).join("")).join(" ")`
	for _, x := range [][2]string{{`[name=lock][value=gamma]`, "11 00"}, {`[name=lock][value=gamma]`, "10 00"},
		{`[name=lock][value=C]`, "10 11"}, {`[name=controls][value=C]`, "10 00"}, {`[name=controls][value=gamma]`, "00 00"},
		{`[name=lock][value=C]`, "00 11"}} {
		p.ClickOn(x[0])
		if got := Eval[string](p, ticked); got != x[1] {
			t.Errorf("a click on %s ticks %s, not %s", x[0], got, x[1])
		}
	}
	p.ClickOn(`[name=lock][value=points]`)
	p.ClickOn(`[name=part][value=open]`)
	p.ClickOn(`[name=title]`)
	p.Wait(`["controls=C", "lock=C%2Cpoints", "hide=open", "title=1", "#"].every(s => document.getElementById("iframe").textContent.includes(s))`)
	p.Wait(`/<point-scape controls="C" lock="C,points" hide="open" title="1"\s+src="[^"]*#/.test(document.getElementById("element").textContent)`)
	p.Wait(`!/lang=/.test(document.getElementById("iframe").textContent)`)
	preview := `document.getElementById("preview").shadowRoot.querySelector("iframe").contentDocument`
	p.Wait(preview + `.querySelector(".strip fieldset[disabled] [aria-label=C]") && ` + preview +
		`.querySelector("#frame-title").innerText === "Moons" && ` + preview + `.documentElement.lang === "fr"`)
	p.Do(`document.querySelector("[name=theme]").value = "dark"; document.querySelector("[name=lang]").value = "fr"; document.querySelector("[name=width]").value = 500; document.querySelector("[name=width]").dispatchEvent(new Event("change", { bubbles: true }))`)
	p.Wait(preview + `.documentElement.dataset.theme === "dark" && document.getElementById("preview").clientWidth === 500`)
	p.Wait(`/theme=dark&lang=fr/.test(document.getElementById("iframe").textContent.replaceAll("&amp;", "&")) && / lang="fr" style="width: 500px"/.test(document.getElementById("element").textContent)`)
	p.Wait(`(e => e.pointscape && e.document.documentElement.dataset.busy === "0" && +e.document.documentElement.dataset.pictureVersion > 0)(document.getElementById("preview").shadowRoot.querySelector("iframe").contentWindow)`)
	// The iframe is as high as the preview, whose plane is three quarters as high as wide; with a script it grows with
	// its content.
	p.Wait(`(h => h > 350 && h !== 440 && document.getElementById("iframe").textContent.includes('height="' + h + '"'))(document.getElementById("preview").clientHeight)`)
	p.ClickOn(`.kinds label:has([value=iframe])`)
	p.Wait(`!document.getElementById("iframe").hidden && document.getElementById("element").hidden`)
	p.ClickOn(`#grows`)
	p.Wait(`/<\/iframe>\n<script>[^]*data.ideal[^]*<\/script>$/.test(document.getElementById("iframe").textContent)`)
	code := Eval[string](p, `document.getElementById("iframe").textContent`)
	p.Screenshot("builder")
	frame := Eval[string](p, `document.getElementById("iframe").textContent`)
	p.Resize(Phone)
	p.Wait(`innerWidth === 390`)
	p.Screenshot("builder-phone")
	address := frameAddress(t, frame)
	p.Resize(Window{Width: 500, Height: 440})
	p.OpenURL(address)
	p.WaitReady()
	if d := p.Doc(); d.Title != "Moons" || d.Params["gamma"] != 2.0 {
		t.Errorf("the frame begins with %+v", d)
	}
	if !p.Has(`.strip fieldset:disabled [aria-label=C]`) || p.Has("#open-link") {
		t.Error("the frame is not as was chosen")
	}
	if tag := Eval[string](p, `document.documentElement.lang`); tag != "fr" {
		t.Errorf("the frame speaks %s", tag)
	}
	low := regexp.MustCompile(`height="\d+"`).ReplaceAllString(code, `height="200"`)
	p.Resize(Desktop)
	p.Around(`<body>` + low)
	p.Wait(`document.querySelector("iframe").clientHeight > 400`)
}

// An element with a page of a course shows that page, and reports its task as the frame does.
func TestElementOfACourse(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true, Closed: true})
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.URL.Path != "/course" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>frame</title><link rel="icon" href="data:,"><script>
			parent.postMessage({ pointscape: 1, type: "task", course: new URLSearchParams(location.search).get("course"), page: "margins", task: "three", solved: true }, "*");
			parent.postMessage({ pointscape: 2, type: "task" }, "*");
			parent.postMessage({ pointscape: 1, type: "ready" }, "*")</script>`)
		return true
	})
	p.Around(`<body><script>heard = []; for (const name of ["ready", "task"]) addEventListener(name, (e) => heard.push(e.detail), true)</script>
		<point-scape src="` + p.URL + `course" course="svm" page="margins"></point-scape>` + p.script())
	p.Wait(`heard.some(m => m.type === "ready")`)
	if got := Eval[string](p, `heard.map(m => [m.type, m.course, m.task, m.solved].join(" ")).join(", ")`); got !=
		"task svm/margins three true, ready   " {
		t.Errorf("heard %q", got)
	}
	// So does an element with a page of a deck.
	p.Do(`(e => { heard = []; e.removeAttribute("course"); e.setAttribute("deck", "my.json"); e.setAttribute("page", "3") })(
		document.querySelector("point-scape"))`)
	p.Wait(`heard.some(m => m.type === "ready")`)
	if got := Eval[string](p, `new URL(document.querySelector("point-scape").shadowRoot.querySelector("iframe").src)
		.search`); !strings.Contains(got, "deck=my.json&page=3") || strings.Contains(got, "course") {
		t.Errorf("the deck's page is asked for by %s", got)
	}
}
