package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"

	"pointscape/app/tools/browser"
	"pointscape/engine/course"
)

// prints makes the page count its requests to print, instead of opening the browser's dialog, which would wait for the
// user.
const prints = `window.printed = 0; window.print = () => { window.printed++ }`

// paper returns what would be printed: the text shown for print media, and the number of pages of a PDF.
func (p *Page) paper(name string) (text string, pages int) {
	p.t.Helper()
	_, err := browser.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.must(err)
	text = Eval[string](p, `document.body.innerText`)
	if Eval[bool](p, `document.querySelector("#handout")?.checkVisibility() ?? false`) {
		p.accessible(name+", on paper", "#handout", true) // screen readers read the page, not the paper
	}
	p.Screenshot(name)
	_, err = browser.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	p.must(err)
	if p.Has("#handout") {
		p.t.Error("the handout is seen on the screen")
	}
	r, err := browser.Call(p.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{})
	p.must(err)
	if artifacts() {
		if err := os.WriteFile(filepath.Join(p.dir, name+".pdf"), r.Data, 0o666); err != nil {
			p.t.Error(err)
		}
	}
	p.Wait(`document.querySelector("#handout") === null`) // the browser has reported that printing has ended
	return text, len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(r.Data, -1))
}

// onPaperAlone checks that the browser's own print command prints only one line.
func (p *Page) onPaperAlone(line string) {
	p.t.Helper()
	if text, pages := p.paper("by-browser"); strings.TrimSpace(text) != line || pages != 1 {
		p.t.Errorf("printed by the browser, the page where slides are made is %d pages:\n%s", pages, text)
	}
}

// The browser's own command does not print the editor of slides, but a line that names the button; in the dark theme,
// too.
func TestPrintDeckByBrowser(t *testing.T) {
	p := Start(t, Options{Path: "?deck=mine", Whole: true, Dark: true})
	p.WaitReady()
	p.Wait(`document.querySelector("#deck-print") !== null`)
	p.onPaperAlone("To print your slides, use “Print…” on this page.")
	if Eval[bool](p, `document.querySelector(".on-paper").checkVisibility()`) {
		t.Error("what is for paper is seen on the screen")
	}
	if !Eval[bool](p, `document.querySelector("#deck-notes").checkVisibility()`) {
		t.Error("the editor has gone from the screen")
	}
}

// A course is printed from its page: each of its pages begins on a new sheet, with its figure, the answers are on the
// last sheet, and nothing else of the window is printed. Also in the dark theme. Printing can be cancelled.
func TestPrintCourse(t *testing.T) {
	p := Start(t, Options{Path: lesson(t, "by-hand"), Dark: true})
	p.WaitReady()
	p.Do(prints)
	p.ClickOn("[aria-controls=lesson-contents]")
	p.Wait(`document.querySelector("#lesson-print") !== null`)
	p.Screenshot("contents")
	p.Accessible("the contents of a course", ".lesson-nav")
	// Cancelled at once.
	p.Do(`new MutationObserver((_, o) => { const b = document.querySelector("#print-off"); if (b) { o.disconnect();
		window.progress = document.querySelector("#print-at").textContent; b.click() } })
		.observe(document.body, { childList: true, subtree: true })`)
	p.ClickOn("#lesson-print")
	p.Wait(`window.progress === "Printing: page 1 of 2" && document.querySelector("#printing") === null`)
	p.Wait(`document.querySelector("#lesson-print:not(:disabled)") !== null`)
	if p.Has("#handout") || Eval[int](p, `printed`) != 0 {
		t.Error("a handout that was given up is there")
	}
	// Now to the end, while the user goes on drawing.
	p.ClickOn("#lesson-print")
	p.draw([][2]float64{{0.5, 0.05}, {0.5, 0.95}})
	p.Wait(`document.querySelectorAll(".lesson-verdict td").length > 0`)
	p.Wait(`printed === 1`)
	p.Wait(`document.querySelector("#printing") === null`) // the page shows it a moment later
	figures := Eval[[]string](p, `[...document.querySelectorAll("#handout img")].map((i) => i.src.split(":")[0] + " " + (i.complete && i.naturalWidth > 100) + " " + (i.alt.length > 20))`)
	if len(figures) != 2 || figures[0] != "blob true true" || figures[1] != "blob true true" {
		t.Errorf("the figures are %q", figures)
	}
	if at := Eval[string](p, `document.title`); at != "Networks" {
		t.Errorf("a file of it would be called %q", at)
	}
	text, pages := p.paper("printed")
	for _, want := range []string{"Networks", "1. One neuron draws one line", "One hidden neuron", "☐", "A closed curve",
		"Prerequisites", "Weight of input", "Rosenblatt", "What to notice", "In short", "several lines into one boundary",
		"2. Draw the boundary by hand", "Answers", "All that the last neuron knows"} {
		if !strings.Contains(text, want) && want != "☐" { // which is the marker of a list
			t.Errorf("%q is not on paper:\n%s", want, text)
		}
	}
	for _, page := range []string{"Next page", "Print…", "Pointscape", "Playground"} {
		if strings.Contains(text, page) {
			t.Errorf("%q of the page is on paper", page)
		}
	}
	if pages != 4 { // the first sheet begins with the introduction; the figure of its page has a sheet of its own
		t.Errorf("two sheets and the answers are %d pages", pages)
	}
	if at := Eval[string](p, `document.title`); at != "Pointscape" {
		t.Errorf("after that the window is called %q", at)
	}
	// The browser's print command prints the page as usual.
	if text, _ := p.paper("own"); !strings.Contains(text, "Pointscape") {
		t.Error("the page can't be printed by hand")
	}
}

// A deck is printed from its page, in the page's language; a figure that can't be drawn is replaced by a note.
func TestPrintDeck(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?lang=fr&deck=mine"})
	p.Do(prints)
	p.WaitReady()
	p.Wait(`document.querySelector("#deck-print") !== null`)
	p.Screenshot("deck")
	p.onPaperAlone("Pour imprimer vos diapos, utilisez «\u00a0Imprimer…\u00a0» sur cette page.")
	p.ClickOn("#deck-print")
	p.Wait(`printed === 1`)
	if text, pages := p.paper("made"); pages != 1 || !strings.Contains(text, "1. Première page") ||
		strings.Contains(text, "Réponses") {
		t.Errorf("%d pages of a deck of one:\n%s", pages, text)
	}
	packed, err := course.Pack(`{"course": "deux", "title": "Deux", "lang": "fr", "pages": [
		{"id": "one", "title": "Une", "text": "Voyez.", "document": {"method": "svm", "points": [[0,0,0]]}},
		{"id": "two", "title": "Deux", "text": "Voyez.", "document": {"method": "svm", "points": [[0,0,0],[1,1,1]]},
		 "steps": [{"kind": "note", "text": "Ah.", "then": "Oh."}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	q := Start(t, Options{Path: "?lang=fr&deck=link&page=two#" + packed})
	q.Do(prints)
	q.WaitReady()
	q.ClickOn("[aria-controls=lesson-contents]")
	q.ClickOn("#lesson-print")
	q.Wait(`printed === 1`)
	if alt := Eval[string](q, `document.querySelector("#handout img").alt`); !strings.Contains(alt, "vecteurs de support") {
		t.Errorf("the figure shows %q", alt)
	}
	text, pages := q.paper("french")
	if pages != 2 || !strings.Contains(text, "Il n’y a pas de figure") || !strings.Contains(text, "Réponses") ||
		!strings.Contains(text, "Oh.") {
		t.Errorf("%d pages:\n%s", pages, text)
	}
}
