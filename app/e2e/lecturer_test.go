package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// beside opens another tab of the same profile, like a link with target=_blank. The page's own tab is then in the
// background.
func (p *Page) beside(path string) *Page {
	p.t.Helper()
	q := &Page{t: p.t, URL: p.URL, log: p.log, process: p.process, server: p.server, dir: p.dir}
	tab, err := chromedp.CallBrowser(p.ctx, target.CreateTarget, target.CreateTargetParams{
		URL: p.URL + path, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID})
	p.must(err)
	ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(tab.TargetID))
	q.ctx = ctx
	p.t.Cleanup(cancel)
	q.drive()
	q.Resize(Desktop)
	return q
}

// keepDeck stores a deck in the browser, as if it had been made earlier.
func (p *Page) keepDeck(text string) {
	p.t.Helper()
	p.Do(`localStorage.setItem("pointscape.deck", ` + quote(text) + `)`)
}

const deckAt = `document.querySelector(".film .count").textContent`

// TestDeckInTwoTabs makes a deck in one tab and collects pictures in another: each tab shows the changes of the other,
// no page is lost, and no text that is being typed during a reload.
func TestDeckInTwoTabs(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?deck=mine", Alone: true})
	p.WaitReady()
	p.ClickOn("#deck-text")
	p.Type("Typed, and not left.")
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelector("#deck-text")?.value === "Typed, and not left."`)
	q := p.beside("")
	q.WaitReady()
	q.ClickOn("#menu-slides")
	q.ClickOn("#deck-collect")
	p.Wait(deckAt + ` === "1 of 2"`)
	q.Open("?deck=mine&page=2")
	q.WaitReady()
	q.Wait(deckAt + ` === "2 of 2"`)
	p.Front()
	p.Fill("#deck-title", "Of the first tab")
	q.Front()
	q.Fill("#deck-title", "Of the second tab")
	q.ClickOn("#deck-up")
	q.Wait(deckAt + ` === "1 of 2"`)
	p.Wait(deckAt + ` === "2 of 2" && document.querySelector("#lesson-title").textContent === "Of the first tab"`)
	// Pages of a file are appended to the deck, and the first of them is shown.
	p.Do(giveDeck(`{"course": "a", "title": "Given", "pages": [{"id": "x", "title": "Of a file", "text": "t",
		"document": {"method": "knn"}}]}`))
	p.Wait(deckAt + ` === "3 of 3" && document.querySelector("#lesson-title").textContent === "Of a file"`)
	q.Wait(deckAt + ` === "1 of 3"`)
	q.ClickOn("#deck-remove")
	q.Wait(deckAt + ` === "1 of 2"`)
	p.Wait(deckAt + ` === "2 of 2"`)
	q.ClickOn("#deck-restore")
	p.Wait(deckAt + ` === "3 of 3" && document.querySelector("#lesson-title").textContent === "Of a file"`)
}

// giveDeck returns a script that chooses a file with pages for the deck.
func giveDeck(text string) string {
	return `(() => { const files = new DataTransfer(), field = document.querySelector("#deck-file");
		files.items.add(new File([` + quote(text) + `], "deck.json"));
		field.files = files.files; field.dispatchEvent(new Event("change", {bubbles: true})) })()`
}

// besideDeck returns a deck of one page with two pictures and the author's questions.
func besideDeck(steps string) string {
	return `{"version": 1, "course": "my-deck", "title": "My deck", "pages": [{"id": "page-1", "title": "Two machines",
		"text": "Look.", "facts": ["training_error"], "controls": ["C"], "document": {"method": "svm", "params":
		{"kernel": "linear"}, "dataset": {"name": "moons", "n": 40, "seed": 2}, "wall": {"over": "methods",
		"values": ["svm", "logistic"]}}, "steps": [` + steps + `]}]}`
}

// TestOwnQuestions uses questions in an author's deck: all pictures of their page are hidden until they are answered; a
// condition with a wrong name is reported; a page can be started again; the bar of a presentation covers no button.
func TestOwnQuestions(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?deck=mine", Alone: true, Clock: true})
	p.WaitReady()
	p.keepDeck(besideDeck(`{"kind": "choose", "text": "Which is better?", "veil": true, "choices":
		[{"text": "The left one"}, {"text": "Neither", "right": true, "why": "Both are lines."}]},
		{"kind": "task", "text": "Make it right.", "check": "trainin_error == 0", "hints": ["One.", "Two.", "Three."],
		"solution": [{"params": {"kernel": "rbf"}}]}`))
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelector(".wall-plane") !== null`)
	// One row of buttons of equal size.
	if rows := Eval[int](p, `new Set([...document.querySelectorAll(".film-tools button")]
		.map((b) => b.getBoundingClientRect().top)).size`); rows != 1 {
		t.Errorf("the buttons of the deck stand in %d rows", rows)
	}
	seen := func() bool {
		return Eval[bool](p, `[...document.querySelectorAll(".wall-plane, .wall-told, #stage-picture")]
			.some((e) => e.textContent !== " " && getComputedStyle(e).visibility === "visible")`)
	}
	if seen() {
		t.Error("a picture beside the stage is seen before the question is answered")
	}
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.Wait(`document.querySelector("#lesson-continue") !== null`)
	p.WaitReady()
	if !seen() {
		t.Error("the pictures are still hidden")
	}
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelector("#lesson-now .lesson-wrong")?.textContent.includes('"trainin_error"')`)
	p.Screenshot("wrong")
	p.ClickOn("#present-deck")
	p.Wait(`document.querySelector(".app.showing") !== null`)
	p.Resize(Window{Width: 1920, Height: 1080})
	p.Wait(`innerWidth === 1920`)
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".lesson-step").length === 1`) // the presentation has started again
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.ClickOn("#lesson-continue")
	p.WaitReady()
	p.Screenshot("presented")
	if size := Eval[float64](p, `parseFloat(getComputedStyle(document.querySelector("#wall-1-name")).fontSize)`); size < 17 {
		t.Errorf("the headings of the pictures are %g pixels high on a screen of 1920", size)
	}
	p.Do(`document.querySelector("#lesson").scrollTop = 1e6`)
	if covered := Eval[string](p, `[...document.querySelectorAll("#lesson-now .button")].filter((b) => {
		const r = b.getBoundingClientRect();
		return r.bottom > document.querySelector(".deck-bar").getBoundingClientRect().top;
	}).map((b) => b.textContent).join()`); covered != "" {
		t.Errorf("the bar of the presentation lies on %s", covered)
	}
	p.Key("Escape")
	if p.Has(".app.showing") {
		p.Key("Escape")
	}
	p.Wait(`document.querySelector(".app.showing") === null`)
	p.Resize(Desktop)
	p.WaitReady()
	p.ClickOn("#lesson-again")
	p.Wait(`document.querySelectorAll(".lesson-step").length === 1 && document.querySelector("#lesson-again") === null`)
	p.WaitReady()
	if seen() {
		t.Error("a page that begins again shows its picture")
	}
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".lesson-step").length === 1`)
	// A page without questions gets one, which is not answered yet.
	p.keepDeck(strings.Replace(besideDeck(""), "page-1", "page-2", 1))
	p.Reload()
	p.WaitReady()
	write := func(text string) {
		p.Do(`((e, text) => { e.value = text; e.dispatchEvent(new Event("change", {bubbles: true})) })(
			document.querySelector("#deck-text"), ` + quote(text) + `)`)
	}
	write("Look.\n\n? How many?\nnumber: n_points ± few")
	p.Wait(`document.querySelector(".deck .lesson-wrong")?.textContent.includes('line 4: "few" is no number')`)
	write("Look.\n\n?? Which *one*?\n- [ ] The left one\n- [x] Neither\n  Both are lines.")
	p.Wait(`document.querySelector(".deck .lesson-wrong") === null && document.querySelector("[data-choice='1']")`)
	if seen() {
		t.Error("the picture of a question that was written is seen")
	}
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.Wait(`document.querySelector(".why")?.textContent === "Both are lines."`)
	p.ClickOn("#lesson-again")
	q := p.beside("404.html")
	q.keepDeck(strings.Replace(besideDeck(fmt.Sprintf(`{"kind": "number", "text": "How many?", "answer": "%d"}`, 3)),
		"page-1", "page-2", 1))
	p.Wait(`document.querySelector("#lesson-number") !== null`)
}
