package e2e

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"pointscape/engine/course"
)

// fourSlides is a deck of four pages: one with text, remarks and a control, and three without.
const fourSlides = `{"version": 1, "course": "my-deck", "title": "Lecture 4", "pages": [
	{"id": "page-a", "title": "Support vector machine, C = 10", "text": "The penalty.\n? First remark\n? Second remark",
	 "controls": ["C"], "notes": "Ask **first**.",
	 "document": {"method": "svm", "params": {"C": 10}, "dataset": {"name": "moons", "n": 60, "noise": 0.2, "seed": 2}}},
	{"id": "page-b", "title": "Of my own", "text": "", "document": {"method": "kmeans", "params": {"n_clusters": 3},
	 "points": [[0.1,0.2],[0.15,0.22],[0.8,0.9],[0.82,0.85],[0.5,0.1],[0.52,0.15]]}},
	{"id": "page-c", "title": "Gaussian process", "text": "", "document": {"method": "gp", "params": {"optimize": true},
	 "dataset": {"name": "sine", "n": 20, "seed": 2}}},
	{"id": "page-d", "title": "Two values", "text": "", "document": {"method": "knn", "params": {"n_neighbors": 5},
	 "dataset": {"name": "moons", "n": 60, "noise": 0.2, "seed": 2}, "wall": {"over": "n_neighbors", "values": [1, 15]}}}]}`

const filmTitles = `[...document.querySelectorAll(".film-title")].map((e) => e.textContent).join("; ")`

// TestSlides writes slides: pictures are added by the bar, with distinct names; a page's picture is changed in place,
// and saved on request; pages are dragged; questions and controls need no syntax.
func TestSlides(t *testing.T) {
	p := Start(t, Options{Whole: true})
	p.WaitReady()
	for _, d := range []string{"", `{method: "knn", params: {n_neighbors: 15}, dataset: {name: "moons", n: 40, seed: 2},
		title: "Two moons"}`, `{method: "knn", dataset: {name: "moons", n: 40, seed: 2}, wall: {over: "n_neighbors",
		values: [1, 15]}}`, `{method: "kmeans", dataset: {name: "blobs", n: 40, seed: 2}, title: "Three groups"}`} {
		if d != "" {
			p.Do(`pointscape.set(` + d + `); 0`)
			p.WaitReady()
		}
		n := Eval[int](p, `JSON.parse(localStorage.getItem("pointscape.deck") ?? '{"pages": []}').pages.length`)
		p.ClickOn("#menu-slides")
		p.Wait(`document.activeElement.id === "deck-collect"`)
		p.ClickOn("#deck-collect")
		p.Wait(`document.querySelector("#menu-slides .count")?.textContent === ` + quote(strconv.Itoa(n+1)))
		p.Key("Escape")
	}
	p.Accessible("the bar with slides", ".bar")
	for _, w := range []Window{Phone, Small} {
		p.Resize(w)
		p.Wait(`document.scrollingElement.clientWidth === ` + strconv.Itoa(w.Width))
		wide := Eval[int](p, `Math.max(...[...document.querySelectorAll(".bar :is(a, button)")]
			.map((e) => Math.ceil(e.getBoundingClientRect().right)))`)
		if wide > w.Width {
			t.Errorf("the bar is %d pixels wide in a window of %d", wide, w.Width)
		}
		p.Screenshot("bar")
	}
	p.Resize(Desktop)
	p.Open("?deck=mine")
	p.WaitReady()
	const titles = "Support vector machine, C\u00a0=\u00a010; k nearest neighbours, k\u00a0=\u00a015; " +
		"k nearest neighbours, k\u00a0=\u00a01, 15; Three groups"
	p.Wait(`document.querySelectorAll(".film img").length === 4`)
	if got := Eval[string](p, filmTitles); got != titles {
		t.Errorf("the pages are called %q", got)
	}
	p.Wait(`[...document.querySelectorAll(".film img")].every((i) => i.complete && i.naturalWidth > 50)`)
	if one := Eval[int](p, `document.querySelectorAll("#present-deck, #deck-show").length +
		10 * [...document.querySelectorAll("button")].filter((b) => b.textContent.startsWith("Print")).length`); one != 11 {
		t.Errorf("Present and Print are there more than once: %d", one)
	}
	// The page is marked as changed only after a change; the change is saved to the page on request.
	changed := `document.querySelector(".film-mark")?.textContent === "changed" && !document.querySelector("#deck-picture").disabled`
	if Eval[bool](p, changed) {
		t.Error("a page that was only opened has changed")
	}
	was := Eval[string](p, `document.querySelector(".film img").src`)
	p.Fill("#p-C", "100")
	p.Wait(changed)
	p.Screenshot("changed")
	p.ClickOn("#deck-picture")
	p.Wait(`document.querySelector(".film-mark") === null && document.querySelector("#deck-picture").disabled`)
	p.Wait(`document.querySelector(".film-title").textContent === "Support vector machine, C\u00a0=\u00a0100"`)
	p.Wait(`(s => s && s !== ` + quote(was) + `)(document.querySelector(".film img")?.src)`)
	p.Reload()
	p.WaitReady()
	if c := p.Doc().Params["C"]; c != 100.0 {
		t.Errorf("the page has kept C = %v", c)
	}
	p.Wait(`document.querySelectorAll(".film img").length === 4`)
	if Eval[bool](p, changed) {
		t.Error("a page that was only loaded again has changed")
	}
	// The author's own title stays.
	p.ClickOn(`.film li:nth-child(4) a`)
	p.Wait(`pointscape.get().method === "kmeans"`)
	p.WaitReady()
	p.Fill("#p-n_clusters", "4")
	p.Wait(changed)
	p.ClickOn("#deck-picture")
	p.Wait(`document.querySelector("#deck-picture").disabled`)
	if got := Eval[string](p, filmTitles); !strings.HasSuffix(got, "; Three groups") {
		t.Errorf("the pages are called %q", got)
	}
	// The last page is dragged to the first position, and unsaved changes of it stay.
	p.Fill("#p-n_clusters", "5")
	p.Wait(changed)
	p.Do(`(() => {
		const [from, to] = [...document.querySelectorAll(".film li")].filter((_, i) => i === 3 || i === 0).reverse();
		const dataTransfer = new DataTransfer();
		for (const [on, type] of [[from, "dragstart"], [to, "dragover"], [to, "drop"], [from, "dragend"]]) {
			on.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
		}
	})()`)
	p.Wait(`document.querySelector(".film .count").textContent === "1 of 4"`)
	if got := Eval[string](p, filmTitles); !strings.HasPrefix(got, "Three groups; Support") {
		t.Errorf("dragged, the pages are %q", got)
	}
	if n := p.Doc().Params["n_clusters"]; n != 5.0 || !Eval[bool](p, changed) {
		t.Errorf("dragged, the page has lost its changes: %v", n)
	}
	p.ClickOn("#deck-down")
	p.Wait(filmTitles + `.startsWith("Support vector machine")`)
	// Controls are added by checkboxes, a question by a button.
	p.ClickOn("#deck-c-n_clusters")
	p.ClickOn("#deck-c-init")
	p.ClickOn(`[data-insert^="? Which"]`)
	p.Wait(`document.querySelectorAll("#lesson .choice").length === 2`)
	if got := Eval[string](p, `(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.activeElement)`); got != "Which one?" {
		t.Errorf("what is to be written is %q", got)
	}
	p.Type("Where?")
	scrolled := Eval[float64](p, `document.querySelector("#lesson").scrollTop`)
	p.ClickOn(`[data-insert^="? A remark"]`)
	p.Wait(`JSON.parse(localStorage.getItem("pointscape.deck")).pages[1].text.endsWith("key")`)
	p.Wait(`document.querySelectorAll("#lesson .choice").length === 2 && document.querySelector("#lesson-now") !== null`)
	p.Wait(twoFrames)
	if now := Eval[float64](p, `document.querySelector("#lesson").scrollTop`); now != scrolled {
		t.Errorf("what is written has scrolled from %g to %g", scrolled, now)
	}
	p.ClickOn("#deck-c-init")
	p.Wait(`JSON.parse(localStorage.getItem("pointscape.deck")).pages[1].controls?.join() === "n_clusters"`)
	if got := Eval[string](p, `JSON.parse(localStorage.getItem("pointscape.deck")).pages[1].text`); got !=
		"? Where?\n- [ ] Wrong answer\n- [x] Right answer\n\n? A remark, shown by the next key" {
		t.Errorf("the page says %q", got)
	}
	p.Accessible("the words of a page", ".deck")
	for _, w := range []Window{Phone, {Width: 1100, Height: 800}} {
		p.Resize(w)
		p.WaitReady()
		p.Screenshot("editor")
		if wide := Eval[int](p, `document.scrollingElement.scrollWidth`); wide > w.Width {
			t.Errorf("the editor is %d pixels wide in a window of %d", wide, w.Width)
		}
	}
	p.InBothThemes("the strip of pages", ".film")
}

// openDeck opens a deck as the one stored in the browser. It stores it from a page that runs no program.
func openDeck(t *testing.T, text string) *Page {
	t.Helper()
	p := Start(t, Options{Path: "404.html", Whole: true})
	p.keepDeck(text)
	p.Open("?deck=mine")
	p.WaitReady()
	return p
}

// openFourSlides opens fourSlides as the deck stored in the browser.
func openFourSlides(t *testing.T) *Page {
	t.Helper()
	return openDeck(t, fourSlides)
}

// TestTypedForItsPage types in the fields of a page and goes back before any event reports it: the text is saved to the
// page for which it was typed, and the other page's fields show their own content.
func TestTypedForItsPage(t *testing.T) {
	p := openFourSlides(t)
	turned := func(n string) {
		t.Helper()
		p.Wait(deckAt + ` === "` + n + ` of 4"`)
		p.WaitReady()
		p.Wait(twoFrames)
	}
	kept := func(page int, what string) string {
		return Eval[string](p, fmt.Sprintf(`JSON.parse(localStorage.getItem("pointscape.deck")).pages[%d].%s ?? ""`, page, what))
	}
	for _, c := range some(1, []struct{ what, first, last string }{
		{"notes", "Ask **first**.", ""}, {"text", "The penalty.\n? First remark\n? Second remark", ""},
		{"title", "Support vector machine, C = 10", "Two values"},
	}) {
		p.ClickOn(`.film li:nth-child(4) a`)
		turned("4")
		p.ClickOn(`.film li:nth-child(1) a`)
		turned("1")
		field := `document.querySelector("#deck-` + c.what + `")`
		end := `(e => { e.focus(); e.setSelectionRange(e.value.length, e.value.length) })(` + field + `)`
		p.Wait(field + `.value === ` + quote(c.first))
		p.Do(end)
		p.Type(" One.")
		p.Do(`history.back()`)
		turned("4")
		if got := Eval[string](p, field+`.value`); got != c.last {
			t.Errorf("%s: the field of page 4 holds %q", c.what, got)
		}
		if got := kept(0, c.what); got != c.first+" One." {
			t.Errorf("%s: page 1 has kept %q", c.what, got)
		}
		p.Do(end)
		p.Type(" Four.")
		p.Do(`document.activeElement.blur()`)
		p.Wait(twoFrames)
		if got := kept(3, c.what); strings.TrimSpace(got) != strings.TrimSpace(c.last+" Four.") {
			t.Errorf("%s: page 4 has kept %q", c.what, got)
		}
		if got := kept(0, c.what); got != c.first+" One." {
			t.Errorf("%s: page 1 has kept %q after page 4 was written", c.what, got)
		}
	}
}

// TestSlidesPresented presents slides: a title over the picture if there is no text, remarks one by one, the number of
// the page, and nothing meant only for the author; and a window with the current and the next picture, which handles
// keys.
func TestSlidesPresented(t *testing.T) {
	p := openFourSlides(t)
	p.Wait(`document.querySelectorAll(".film img").length === 4`)
	for _, n := range some(2, []int{4, 1, 3, 2}) { // opening a page does not mark it as changed
		p.ClickOn(`.film li:nth-child(` + strconv.Itoa(n) + `) a`)
		p.Wait(`document.querySelector(".film .count").textContent === "` + strconv.Itoa(n) + ` of 4"`)
		p.WaitReady()
		p.Reload()
		p.WaitReady()
		p.Wait(`document.querySelectorAll(".film img").length === 4`)
		if p.Has(".film-mark") {
			t.Errorf("page %d has changed when it is opened", n)
		}
	}
	p.ClickOn(`.film li:nth-child(1) a`)
	p.Wait(`document.querySelector(".film .count").textContent === "1 of 4"`)
	p.WaitReady()
	p.ClickOn("#present-deck")
	p.Wait(`document.querySelector(".app.showing") !== null`)
	at := func(want string) {
		t.Helper()
		p.Wait(`document.querySelector(".deck-at")?.textContent === ` + quote(want))
		p.WaitReady()
	}
	steps := func(n int) {
		t.Helper()
		p.Wait(`document.querySelectorAll("#lesson .lesson-step").length === ` + strconv.Itoa(n))
	}
	at("1 / 4")
	steps(1)
	p.Screenshot("words")
	if wide := Eval[float64](p, `document.querySelector("#strip .slider").getBoundingClientRect().width`); wide < 150 {
		t.Errorf("the slider below the picture is %.0f pixels wide", wide)
	}
	p.Key("PageDown")
	steps(2)
	at("1 / 4")
	p.Key(" ")
	at("2 / 4")
	p.Screenshot("bare")
	// The picture has the full width, below the title.
	if got := Eval[string](p, `(() => {
		const stage = document.querySelector(".stage-area").getBoundingClientRect();
		const title = document.querySelector("#lesson-title").getBoundingClientRect();
		return [stage.left < 1, stage.right > innerWidth - 1, title.bottom <= stage.top, title.height > 20].join();
	})()`); got != "true,true,true,true" {
		t.Errorf("the stage is as wide as the page, and below its title: %s", got)
	}
	p.Key("PageDown")
	at("3 / 4")
	p.Screenshot("panel")
	seen := Eval[string](p, `[...document.querySelectorAll(".plots figcaption, .plots .swap, .dock .zoom, .wall-head .tool, .lesson-facts .status")]
		.filter((e) => e.checkVisibility()).map((e) => e.className || e.textContent).join("; ")`)
	if seen != "" {
		t.Errorf("the audience sees %s", seen)
	}
	// The text of legends is larger, too.
	if got := Eval[float64](p, `parseFloat(getComputedStyle(document.querySelector(".plot-keys")).fontSize)`); got < 13 {
		t.Errorf("legends of plots have type of %g pixels", got)
	}
	p.Key("PageDown")
	at("4 / 4")
	p.Wait(`document.querySelectorAll(".wall-plane").length === 2`)
	p.Screenshot("wall")
	if Eval[bool](p, `[...document.querySelectorAll(".wall-head .tool")].some((e) => e.checkVisibility())`) {
		t.Error("the audience sees how pictures are taken away")
	}
	p.Key("Home")
	at("1 / 4")
	// The presenter's window.
	p.Key("n")
	const window = `(window.theNotes ??= open("",
		"pointscape.showing" + sessionStorage.getItem("pointscape.showing").split(" ")[1]))`
	notes := func(what string) string {
		return Eval[string](p, window+`.document.querySelector(`+quote(what)+`).textContent`)
	}
	p.Wait(window + `.document.querySelectorAll("img").length === 2`)
	pictures := func() []string {
		return Eval[[]string](p, `[...`+window+`.document.querySelectorAll("img")].map((i) => i.src)`)
	}
	first := pictures()
	if got := []string{notes("#at"), notes("h1"), notes("h2"), notes("#notes strong")}; !slices.Equal(got,
		[]string{"1 / 4", "Support vector machine, C = 10", "Next: Of my own", "first"}) {
		t.Errorf("the notes say %q", got)
	}
	press := func(key string) {
		p.Do(`(w => w.dispatchEvent(new w.KeyboardEvent("keydown", {key: ` + quote(key) + `, cancelable: true})))(` + window + `)`)
	}
	press("End")
	at("4 / 4")
	p.Wait(window + `.document.querySelectorAll("img").length === 1`)
	press("Home")
	at("1 / 4")
	for range 2 { // its two remarks are shown already
		press("ArrowRight")
	}
	p.Wait(`!document.querySelector(".deck-at").textContent.startsWith("1 ")`)
	p.WaitReady()
	press("Home")
	p.Do(window + `.document.querySelector("#ArrowRight").click()`)
	at("2 / 4")
	second := pictures()
	if len(first) != 2 || len(second) != 2 || first[1] != second[0] || second[0] == second[1] {
		t.Errorf("this and the next picture are %q, then %q", first, second)
	}
	p.Do(window + `.document.querySelector("#ArrowLeft").click()`)
	at("1 / 4")
	// The clock in the presenter's window can be reset, also for a reload.
	begun := func() string {
		return Eval[string](p, `sessionStorage.getItem("pointscape.showing").split(" ")[0]`)
	}
	before := begun()
	// Read in the same task: on a slow machine, a second could pass.
	clock := Eval[string](p, `(d => (d.querySelector("#reset").click(), d.querySelector("#clock").textContent))(`+
		window+`.document)`)
	if begun() <= before || !strings.HasSuffix(clock, " 00:00") {
		t.Errorf("reset, the clock says %q, and began at %s, not %s", clock, begun(), before)
	}
	p.Do(window + `.close()`)
	// In a new presentation the remarks are hidden again.
	p.Front()
	p.Do(`document.querySelector("#deck-end").click()`)
	p.Wait(`document.querySelector(".app.making") !== null`)
	p.WaitReady()
	p.ClickOn("#present-deck")
	at("1 / 4")
	steps(1)
	// The user draws over the picture: a line, an arrow and a region, which stay with the page if they are kept.
	p.Key("d")
	p.Wait(`document.querySelector(".ink-bar") !== null`)
	p.draw([][2]float64{{0.2, 0.2}, {0.3, 0.4}, {0.4, 0.2}})
	p.ClickOn("#deck-ink-arrow")
	p.Wait(`document.querySelector("#deck-ink-arrow").ariaPressed === "true"`)
	p.draw([][2]float64{{0.2, 0.8}, {0.35, 0.65}})
	p.ClickOn("#deck-ink-region")
	p.Wait(`document.querySelector("#deck-ink-region").ariaPressed === "true"`)
	p.draw([][2]float64{{0.6, 0.3}, {0.8, 0.3}, {0.8, 0.5}, {0.6, 0.5}})
	p.draw([][2]float64{{0.1, 0.1}, {0.2, 0.1}, {0.2, 0.2}})
	if n := len(p.Doc().Points); n != 0 {
		t.Errorf("drawing has added %d points", n)
	}
	p.ClickOn("#deck-ink-undo")
	p.Screenshot("ink")
	p.InBothThemes("the tools to draw", ".ink-bar")
	p.ClickOn("#deck-ink-keep")
	ink := `JSON.parse(localStorage.getItem("pointscape.deck")).pages[0].ink`
	p.Wait(ink + `?.map((s) => s.kind + s.at.length).slice(1).join() === "arrow2,region" + ` + ink + `[2].at.length`)
	p.Key("d")
	p.Wait(`document.querySelector(".ink-bar") === null`)
	lit := func() bool {
		return Eval[bool](p, `(() => { const c = document.querySelector("#stage-over");
			return c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((v) => v > 0) })()`)
	}
	p.Wait(twoFrames)
	if !lit() {
		t.Error("what was drawn is not seen")
	}
	p.Key("End")
	at("4 / 4")
	p.Wait(twoFrames)
	if lit() {
		t.Error("another page has the drawing")
	}
	p.Key("Home")
	at("1 / 4")
	p.Wait(twoFrames)
	if !lit() {
		t.Error("the page has lost its drawing")
	}
	// The QR code contains a link to the picture.
	p.Key("PageDown")
	p.Key("PageDown")
	at("2 / 4")
	p.Key("q")
	p.Wait(`document.querySelector("#deck-code svg path") !== null`)
	p.Wait(twoFrames)
	p.Screenshot("code")
	if says := p.Text("#deck-code"); !strings.Contains(says, "Scan to open this picture on your phone.") ||
		!strings.Contains(says, " modules a side.") {
		t.Errorf("of the code it is said %q", says)
	}
	code, err := p.tab.Capture()
	p.must(err)
	to := scanned(t, code)
	if !strings.Contains(to, "#.") {
		t.Fatalf("the code tells %q", to)
	}
	q := Start(t, Options{Window: Phone, Path: to[strings.Index(to, "#"):]})
	q.WaitReady()
	if d := q.Doc(); d.Method != "kmeans" || len(d.Points) != 6 || d.Points[2].X != 0.8 {
		t.Errorf("the phone opens %s of %v", d.Method, d.Points)
	}
}

// TestBlankScreen makes the screen black and white by the keys of presenters' remote controls, wherever the focus is:
// these keys never step through a fit. Any other key, and a click, only show the page again.
func TestBlankScreen(t *testing.T) {
	p := openDeck(t, strings.NewReplacer(`"page-a"`, `"page-b"`, `"page-b"`, `"page-a"`).Replace(fourSlides))
	p.ClickOn(`.film li:nth-child(2) a`)
	p.Wait(`document.querySelector(".film .count").textContent === "2 of 4"`)
	p.WaitReady()
	p.ClickOn("#present-deck")
	p.Wait(`document.querySelector(".app.showing") !== null`)
	p.Key("Home")
	p.Key("PageDown")
	p.Key("PageDown")
	p.Wait(`document.querySelector(".deck-at")?.textContent === "2 / 4"`)
	p.WaitReady()
	step := func() int { return Eval[int](p, `+document.querySelector("#step-at").textContent`) }
	begun := step()
	// is checks that the window is completely black or white, or neither if blank is "". What has been seen once follows
	// from the page's classes.
	seen := map[string]bool{}
	is := func(blank string) {
		t.Helper()
		classes := map[string]string{"black": "covered", "white": "covered-white"}[blank]
		p.Wait(`[...document.querySelector(".app").classList].filter((c) => c.startsWith("covered")).join() === ` +
			quote(classes))
		p.Wait(twoFrames)
		p.WaitReady()
		if got, page := step(), p.Text(".deck-at"); got != begun || page != "2 / 4" {
			t.Errorf("a blank screen has gone from step %d to %d, to page %s", begun, got, page)
		}
		if seen[blank] && testing.Short() {
			return
		}
		seen[blank] = true
		b, err := p.tab.Capture()
		p.must(err)
		im, err := png.Decode(bytes.NewReader(b))
		p.must(err)
		colors := map[color.RGBA]bool{}
		for y := im.Bounds().Min.Y; y < im.Bounds().Max.Y; y += 3 {
			for x := im.Bounds().Min.X; x < im.Bounds().Max.X; x += 3 {
				colors[color.RGBAModel.Convert(im.At(x, y)).(color.RGBA)] = true
			}
		}
		all := map[string]color.RGBA{"black": {A: 255}, "white": {R: 255, G: 255, B: 255, A: 255}}[blank]
		if one := len(colors) == 1 && colors[all]; one != (blank != "") {
			t.Errorf("the window should be %q, and has %d colours", blank, len(colors))
		}
	}
	for _, focus := range []string{`document.querySelector("#stage").focus()`, `document.activeElement.blur()`} {
		p.Do(focus)
		for _, k := range [][2]string{{"b", "black"}, {".", "black"}, {"Shift+>", "black"}, {"w", "white"}, {",", "white"},
			{"Shift+<", "white"}} {
			p.Key(k[0])
			is(k[1])
			p.Key(k[0]) // the same key shows the page again
			is("")
		}
		for _, key := range []string{"PageDown", " ", "ArrowRight", "Escape", "1"} {
			p.Key(".")
			is("black")
			p.Key(key)
			is("")
		}
	}
	p.Key("b")
	p.Key("w")
	is("white")
	p.Click(640, 400)
	is("")
	if d := p.Doc(); len(d.Points) != 6 {
		t.Errorf("the click that ended a blank screen has left %d points", len(d.Points))
	}
	// From the presenter's window, which a blank screen does not close.
	p.Key(".")
	p.Key("n")
	is("black")
	const window = `(window.theNotes ??= open("",
		"pointscape.showing" + sessionStorage.getItem("pointscape.showing").split(" ")[1]))`
	press := func(key string) {
		p.Do(`(w => w.dispatchEvent(new w.KeyboardEvent("keydown", {key: ` + quote(key) + `, cancelable: true})))(` + window + `)`)
	}
	press("ArrowRight")
	is("")
	press(",")
	is("white")
	p.Do(window + `.close()`)
	p.Front()
	// The end of a presentation ends its blank screen.
	p.Key("b")
	p.Do(`document.querySelector("#deck-end").click()`)
	p.Wait(`document.querySelector(".app.making") !== null`)
	if p.Has(".app:is(.covered, .covered-white)") {
		t.Error("the presentation has ended, and its blank screen has not")
	}
}

// scanned decodes the QR code in a picture.
func scanned(t *testing.T, picture []byte) string {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	bits, err := gozxing.NewBinaryBitmapFromImage(im)
	if err != nil {
		t.Fatal(err)
	}
	r, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.GetText()
}

// On a slide the player has large letters, and the keys of classes and the note on training are hidden.
func TestPlayerOnASlide(t *testing.T) {
	long(t) // TestSlidesPresented looks at the size of type on slides
	packed, err := course.Pack(`{"course": "net", "title": "Net", "pages": [{"id": "one", "title": "A network", "text": "",
		"document": {"method": "mlp", "dataset": {"name": "circles", "n": 60, "seed": 3}, "view": {"step": 20}}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Window: Window{Width: 1920, Height: 1080}, Path: "?deck=link&page=one#" + packed})
	p.WaitReady()
	p.Do(`document.querySelector("#present-deck").click()`)
	p.Wait(`document.querySelector(".app.showing #play-toggle.train") !== null`)
	p.WaitReady()
	if size := Eval[float64](p, `parseFloat(getComputedStyle(document.querySelector("#play-toggle")).fontSize)`); size < 18 {
		t.Errorf("the letters of Train are %v px high", size)
	}
	if Eval[bool](p, `[...document.querySelectorAll(".chip .kbd, .training")].some(e => e.checkVisibility())`) {
		t.Error("keys of classes, or what becomes of weights after an edit, are shown")
	}
	if Eval[bool](p, `(e => e.scrollWidth > e.clientWidth)(document.querySelector("#speed"))`) {
		t.Error("the speed is cut")
	}
}
