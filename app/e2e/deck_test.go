package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// seeNotes checks a copy of the notes' window with axe-core, in a tab: drivers can't control a window that the page has
// opened.
func seeNotes(t *testing.T, html string) {
	t.Helper()
	p := Start(t, Options{Closed: true})
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.URL.Path != "/notes" {
			return false
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, html)
		return true
	})
	p.OpenURL(p.URL + "notes")
	p.Screenshot("notes")
	p.InBothThemes("a speaker's notes", "#notes")
}

// TestDeck makes a deck of two pictures on the page, writes its text, presents it by keys, shows its QR code, and opens
// it from its link.
func TestDeck(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Whole: true})
	p.WaitReady()
	collect := func() {
		p.ClickOn("#menu-slides")
		p.Wait(`document.activeElement.id === "deck-collect"`) // the menu is open and no longer moves
		p.ClickOn("#deck-collect")
		p.Wait(`document.body.textContent.includes("Added to your slides")`)
	}
	collect()
	p.Do(`pointscape.set({method: "knn", params: {n_neighbors: 3}, dataset: {name: "moons", n: 40, seed: 2}}); 0`)
	p.WaitReady()
	p.Key("Escape")
	collect()
	p.Screenshot("slides")
	p.Open("?deck=mine")
	p.WaitReady()
	p.Wait(`document.querySelector("#deck-title")?.value !== ""`)
	if n := Eval[string](p, `document.querySelector(".film .count").textContent`); n != "1 of 2" {
		t.Fatalf("the deck is at %q", n)
	}
	write := func(what, text string) {
		p.Do(`(e => { e.value = ` + quote(text) +
			`; e.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("#deck-` + what + `"))`)
	}
	write("title", "The street")
	p.Wait(`document.querySelector("#lesson-title").textContent === "The street"`)
	write("text", "Let $\\|w\\|$ be <b>small</b>.")
	p.Wait(`document.querySelector("#lesson-text math") !== null`)
	if p.Has("#lesson-text b") {
		t.Error("a text has become a tag")
	}
	write("text", "Let $\\|w be small.")
	p.Wait(`document.querySelector(".deck .lesson-wrong")?.textContent.includes("$ without an end")`)
	write("text", "Let $\\|w\\|$ be small.")
	p.Wait(`document.querySelector(".deck .lesson-wrong") === null`)
	p.ClickOn("#deck-c-C")
	p.Wait(`JSON.parse(localStorage.getItem("pointscape.deck")).pages[0].controls?.join() === "C"`)
	p.Screenshot("made")
	for _, w := range []Window{{}, Phone} { // the button that presents the deck stays visible
		if w != (Window{}) {
			p.Resize(w)
		}
		p.Do(`document.querySelector("#deck-notes").scrollIntoView({block: "end"})`)
		hidden := Eval[string](p, `[document.querySelector("#present-deck")].filter((b) => {
			const r = b.getBoundingClientRect();
			return !b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
		}).map((b) => b.textContent).join(", ")`)
		if hidden != "" {
			t.Errorf("%v: out of sight are %s", w, hidden)
		}
		p.Screenshot("head")
	}
	p.Resize(Desktop)
	p.Do(`document.querySelector("#lesson").scrollTop = 0`)
	p.Accessible("a deck that is made", ".deck")
	p.Accessible("the strip of its pages", ".film")
	p.ClickOn("#deck-down")
	p.Wait(`document.querySelector(".film .count").textContent === "2 of 2"`)
	// Present it by keys.
	p.ClickOn("#present-deck")
	p.Wait(`document.querySelector(".app.showing") !== null`)
	p.Wait(`document.querySelector("#strip #s-C, #strip [data-row=C]") !== null`)
	p.Do(`document.activeElement.blur()`)
	p.Key("PageUp")
	p.Wait(`pointscape.get().method === "knn"`)
	p.WaitReady()
	p.Key("ArrowRight")
	p.Wait(`document.querySelector("#lesson-title").textContent === "The street"`)
	p.WaitReady()
	p.Screenshot("presented")
	const full = `document.fullscreenElement !== null`
	p.Key("q")
	p.Wait(`document.querySelector("#deck-code svg path") !== null`)
	p.Screenshot("code")
	p.InBothThemes("a code to scan", "#deck-code")
	p.Key("Escape")
	p.Wait(`document.querySelector("#deck-code") === null`)
	if !Eval[bool](p, full) { // the browser has used Escape to leave full screen
		if p.Has(".app.showing") {
			p.Key("Escape")
			p.Wait(`document.querySelector(".app.showing") === null`)
		}
		p.Key("f")
		p.Wait(`document.querySelector(".app.showing") !== null`)
		p.Wait(full)
	}
	// Firefox leaves full screen by itself when it opens the window of notes: that does not end the presentation, and a
	// key fills the screen again. The test opens the window once per page, since that brings it to the front, too.
	const window = `(window.theNotes ??= open("",
		"pointscape.showing" + sessionStorage.getItem("pointscape.showing").split(" ")[1]))`
	notes := func(what string) string {
		return Eval[string](p, window+`.document.querySelector(`+quote(what)+`).textContent`)
	}
	p.Key("n")
	if h := notes("#at") + ": " + notes("h1"); h != "2 / 2: The street" {
		t.Errorf("the notes are of %q", h)
	}
	if got := Eval[string](p, window+`.document.documentElement.lang + " " + `+
		window+`.document.querySelector("main > #notes")?.id`); got != "en notes" {
		t.Errorf("the notes' window has no language, or no main part: %q", got)
	}
	speakers := Eval[string](p, `((d) => "<!doctype html><html lang=" + d.documentElement.lang + "><title>" + d.title +
		"</title><style>" + [...d.adoptedStyleSheets].flatMap((s) => [...s.cssRules]).map((r) => r.cssText).join("\n") +
		"</style>" + d.body.outerHTML.replace(/<img[^>]*>/g, ""))(`+window+`.document)`) // valid in this page only
	p.Do(`document.fullscreenElement && document.exitFullscreen()`)
	p.Wait(`document.fullscreenElement === null`)
	// A window behind another one receives the event late.
	p.Wait(`document.body.textContent.includes("for full screen again") || !document.querySelector(".app.showing")`)
	if !p.Has(".app.showing") {
		t.Fatal("the window with the notes ends the presentation")
	}
	p.Front()
	p.Wait(`document.hasFocus()`)
	p.Key("End")
	p.Wait(full)
	// A reload during the presentation continues it, with the notes in their window, and fills the screen again at the
	// next key.
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelector(".app.showing #lesson-title")?.textContent === "The street"`)
	if clock := notes("#clock"); !strings.Contains(clock, "·") {
		t.Errorf("the notes' clock says %q", clock)
	}
	// First return from the notes' window: Firefox gives full screen to no other window.
	p.Front()
	p.Wait(`document.hasFocus()`)
	p.Key("PageUp")
	p.Wait(full)
	if h := notes("#at"); h != "1 / 2" {
		t.Errorf("after a reload the notes are of %q", h)
	}
	p.Do(window + `.close()`)
	p.Key("PageDown")
	p.Wait(`document.querySelector(".app.showing #lesson-title")?.textContent === "The street"`)
	p.WaitReady()
	p.Key("Escape")
	if p.Has(".app.showing") { // the browser has used Escape to leave full screen
		p.Key("Escape")
	}
	p.Wait(`document.querySelector(".app.showing") === null`)
	// A reload after the end shows the page again, and no presentation.
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-title")?.textContent === "The street"`)
	if p.Has(".app.showing") {
		t.Error("a presentation that has ended goes on after a reload")
	}
	// Another user opens the link.
	p.Do(`window.copied = null; navigator.clipboard.writeText = async (t) => { window.copied = t }`)
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#deck-link") !== null`)
	p.Still()
	p.ClickOn("#deck-link")
	p.Wait(`window.copied !== null`)
	to := Eval[string](p, `window.copied`)
	_, query, _ := strings.Cut(to, "?")
	if !strings.HasPrefix(query, "deck=link#") {
		t.Fatalf("the link is %q", to)
	}
	q := Start(t, Options{Path: "?" + query})
	q.WaitReady()
	q.Wait(`document.querySelector(".lesson-nav .count")?.textContent === "1 of 2"`)
	if d := q.Doc(); d.Method != "knn" || d.Dataset == nil || d.Dataset.N != 40 {
		t.Errorf("the link opens %s of %+v", d.Method, d.Dataset)
	}
	// The page reports that it is at rest when its document is shown, not already with its title.
	q.Do(`window.early = false; new MutationObserver(() => {
		early ||= document.querySelector("#lesson-title").textContent === "The street" &&
			document.documentElement.dataset.busy === "0" && pointscape.get().method !== "svm"
	}).observe(document, {subtree: true, childList: true, characterData: true, attributes: true})`)
	q.ClickOn("#lesson-next")
	q.Wait(`document.querySelector("#lesson-title").textContent === "The street"`)
	q.WaitReady()
	if Eval[bool](q, `window.early`) {
		t.Error("the page is at rest before its document is there")
	}
	if d := q.Doc(); d.Method != "svm" {
		t.Errorf("the second page is of %s", d.Method)
	}
	if at := Eval[string](q, `location.href`); !strings.Contains(at, "#"+strings.SplitN(query, "#", 2)[1]) {
		t.Errorf("the address has lost the deck: %.100s", at)
	}
	// The file of a deck replaces an empty deck.
	q.Open("?deck=mine")
	q.WaitReady()
	q.Wait(`document.querySelector("#deck-title")?.value === "First page"`)
	q.Do(`(async () => { const files = new DataTransfer(), field = document.querySelector("#deck-file");
		files.items.add(new File([` + quote(`{"course": "a", "title": "Given", "pages": [{"id": "x", "title": "Of a file",
			"text": "t", "document": {"method": "knn"}, "steps": [{"kind": "note", "text": "n"}]}]}`) + `], "deck.json"));
		field.files = files.files; field.dispatchEvent(new Event("change", {bubbles: true})) })()`)
	q.Wait(`document.querySelector("#deck-title")?.value === "Of a file"`)
	q.Wait(`document.querySelector(".film .count").textContent === "1 of 1"`)
	q.Wait(`pointscape.get().method === "knn"`)
	if !q.Has(".lesson-step") {
		t.Error("the file's page has come without its step")
	}
	// A page of a course in another language is added completely. Once removed, it can be restored.
	p.Open("?course=recognition/margin&lang=fr")
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-text p") !== null`)
	said := p.Text("#lesson-title")
	p.ClickOn("#menu-slides")
	p.ClickOn("#deck-collect")
	p.Wait(`document.querySelector("#deck-open")?.textContent.includes("3")`)
	p.Screenshot("course-share")
	p.Open("?deck=mine&page=3")
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-title")?.textContent === ` + quote(said))
	if n := Eval[int](p, `document.querySelectorAll(".lesson-step").length`); n == 0 {
		t.Errorf("the page has come with %d steps", n)
	}
	p.ClickOn("#deck-remove")
	p.Wait(`document.querySelector(".film .count").textContent.includes("2 ")`)
	p.ClickOn("#deck-restore")
	p.Wait(`document.querySelector("#lesson-title").textContent === ` + quote(said))
	p.Screenshot("course-page")
	// On phones, the link to the playground has a label if there is room, and nothing extends beyond the window.
	for _, w := range []Window{Phone, Small} {
		if !p.CanBe(w) {
			continue
		}
		p.Resize(w)
		if word := Eval[bool](p, `document.querySelector("#open-link span").checkVisibility()`); word != (w == Phone) {
			t.Errorf("%d pixels wide: the playground has its word: %v", w.Width, word)
		}
		wide := Eval[int](p, `Math.max(document.scrollingElement.scrollWidth, ...[...document.querySelectorAll(
			".bar :is(a, button)")].map((e) => Math.ceil(e.getBoundingClientRect().right)))`)
		if wide > w.Width {
			t.Errorf("the bar is %d pixels wide in a window of %d", wide, w.Width)
		}
		p.Screenshot("bar")
	}
	if p.ctx != nil {
		seeNotes(t, speakers)
	}
}
