package e2e

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// dying makes a page with "stall" in its storage hang: its engine never gets a request to load a document. When the
// page is left, it gets no event, like a page that the browser has ended.
var dying = workerWith("", `
			const post = this.postMessage.bind(this);
			this.postMessage = (m, ...rest) => { if (m.type !== "load" || !localStorage.stall) post(m, ...rest); };`) + `
	for (const name of ["pagehide", "visibilitychange"]) {
		addEventListener(name, (e) => { if (localStorage.stall) e.stopImmediatePropagation(); }, true);
	}`

// TestDied: a page that died while opening a document does not reopen it by itself, reports that, and offers it;
// everything else works. If it was the document of the last visit, it is not lost: it is offered and can be saved as a
// file.
func TestDied(t *testing.T) {
	long(t)
	sideBySide(t)
	d, err := doc.Decode([]byte(`{"method":"voronoi","points":[[0.1,0.2],[0.8,0.3],[0.5,0.9],[0.4,0.4]]}`))
	if err != nil {
		t.Fatal(err)
	}
	deadly, err := doc.EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	const thisLink = "The page stopped when it opened this link."
	const noted = `(localStorage["pointscape.v1.opening"] ?? "") !== ""`
	die := func(p *Page, path string) {
		t.Helper()
		p.Do(`localStorage.stall = 1`)
		p.Open("?die" + path)
		p.Wait(noted)
		// Another page of the site replaces it before it gets any event.
		p.Open("robots.txt")
		p.Do(`localStorage.removeItem("stall")`)
		if !Eval[bool](p, noted) {
			t.Fatal("the note is gone")
		}
	}
	for _, frame := range []string{"", "&embed=1"} {
		t.Run("a link"+frame, func(t *testing.T) {
			p := Start(t, Options{Path: "?a" + frame, Expect: `robots\.txt`})
			p.Inject(dying)
			p.WaitReady()
			die(p, frame+"#"+deadly)
			for range 2 {
				p.Open("?b" + frame + "#" + deadly)
				p.WaitReady()
				p.Notice(thisLink)
				if m := Eval[string](p, `pointscape.get().method`); m == "voronoi" {
					t.Fatal("it was opened again")
				}
				p.Open("robots.txt")
			}
			// Everything else works.
			p.Open("?b" + frame + "#" + deadly)
			p.WaitReady()
			n := Eval[int](p, `pointscape.points().length`)
			x, y := p.Empty()
			p.Changed(func() { p.Click(x, y) })
			p.points(n + 1)
			p.Notice(thisLink).Click("Open")
			p.Wait(`pointscape.get().method === "voronoi" && !document.querySelector(".offer")`)
			p.WaitReady()
			p.points(4)
			p.Wait(`!(` + noted + `)`)
			// The document has been shown now, and opens as usual.
			p.Open("?c" + frame + "#" + deadly)
			p.WaitReady()
			p.points(4)
			if Eval[bool](p, `!!document.querySelector(".offer")`) {
				t.Error("it is still offered")
			}
		})
	}
	t.Run("the last visit's", func(t *testing.T) {
		p := Start(t, Options{Path: "#" + deadly, Expect: `robots\.txt`})
		p.Inject(dying)
		p.WaitReady()
		x, y := p.Empty()
		p.Changed(func() { p.Click(x, y) })
		p.Wait(`JSON.parse(localStorage["pointscape.v1"] ?? "{}").points?.length === 5`)
		die(p, "")
		p.Open("")
		p.WaitReady()
		p.Notice("The page stopped while opening your last document.")
		x, y = p.Empty()
		p.Changed(func() { p.Click(x, y) })
		p.Wait(`JSON.parse(localStorage["pointscape.v1"]).points.length !== 5`)
		p.Open("?d")
		p.WaitReady()
		offer := p.Notice("The page could not open your earlier picture.")
		file := Eval[string](p, `(async () => {
			const make = URL.createObjectURL;
			let got;
			URL.createObjectURL = (b) => { got = b; return make(b); };
			[...`+offer.js+`.querySelectorAll("button")].find(b => b.textContent === "Save as a file").click();
			for (let i = 0; !got && i < 100; i++) await new Promise(requestAnimationFrame);
			return got.text();
		})()`)
		if d, err := doc.Decode([]byte(file)); err != nil || len(d.Points) != 5 {
			t.Errorf("the file holds %v, %v", d, err)
		}
		offer.Click("Open")
		p.Wait(`pointscape.points().length === 5`)
		p.WaitReady()
		p.Wait(`!localStorage["pointscape.v1.kept"]`)
	})
}

// TestLinksThatKilled: links that once led to an endless computation of axes open without their view, and the page says
// so.
func TestLinksThatKilled(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses), Clock: true})
	p.WaitReady()
	for n, view := range []string{`{"x":[0.5,0.5000000000000001],"y":[0,1]}`,
		`{"x":[1000000000000,1000000000000.001],"y":[0,1]}`, `{"x":[0,1],"y":[0,5e-324]}`} {
		points := strings.Repeat(",[0.3,0.4,1]", n+1)
		p.Do(`location.hash = ` + quote(pack(t, fmt.Sprintf(`{"method":"svm","points":[[0.1,0.2,0]%s],"view":%s}`, points,
			view))))
		p.Wait(`/A part of the view was left out: view\.[xy] must be wide enough to be resolved/.test(document.body.innerText)`)
		p.points(n + 2)
		p.Dismiss()
	}
	p.points(4)
	// Zooming in repeatedly ends at a view that can be saved.
	x, y := p.Empty()
	for range 40 {
		p.Do(fmt.Sprintf(`for (let i = 0; i < 10; i++) document.getElementById("stage-over").dispatchEvent(new WheelEvent("wheel", {deltaY: -400, clientX: %g, clientY: %g, bubbles: true, cancelable: true}))`, x, y))
	}
	p.WaitReady()
	text := Eval[string](p, `JSON.stringify(pointscape.get())`)
	d, err := doc.Decode([]byte(text))
	if err != nil || !d.View.HasRange() || d.View.X[1]-d.View.X[0] > 1e-6 {
		t.Errorf("%v: %s", err, strings.TrimSpace(text))
	}
}
