package e2e

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/doc"
)

const notedDeck = `{"course":"mine","title":"Mine","pages":[
	{"id":"one","title":"The street","text":"As wide as it can be.","notes":"Ask first, then drag C.",
		"document":{"method":"svm","points":[[0.2,0.2,0],[0.8,0.8,1]]}},
	{"id":"two","title":"Neighbours","text":"? How many?\n- [ ] One\n- [x] Two","notes":"Mention slack.",
		"document":{"method":"knn","points":[[0.2,0.2,0],[0.8,0.8,1]]}}]}`

// catch records in window.copied the text that the page copies.
const catch = `window.copied = null; navigator.clipboard.writeText = async (t) => { window.copied = t }`

// taken returns the decoded content of a deck's link.
func taken(t *testing.T, to string) string {
	t.Helper()
	_, packed, _ := strings.Cut(to, "?deck=link")
	_, packed, ok := strings.Cut(packed, "#")
	if !ok {
		t.Fatalf("the link is %.80q", to)
	}
	text, err := course.Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestNotesStay shares a deck with notes in all ways: no link contains them unless the author agrees, nor does a link
// shared by someone who received the deck; a file says that it contains them.
func TestNotesStay(t *testing.T) {
	p := openDeck(t, notedDeck)
	p.Wait(`document.querySelector("#deck-notes")?.value === "Ask first, then drag C."`)
	p.Do(catch)
	copied := func(q *Page, button string) string {
		t.Helper()
		q.Do(`window.copied = null`)
		q.ClickOn(button)
		q.Wait(`window.copied !== null`)
		return Eval[string](q, `window.copied`)
	}
	saved := func() string { return p.saved(func() { p.ClickOn("#deck-save") }) }
	noted := func(what, text string, want bool) {
		t.Helper()
		if !strings.Contains(text, "As wide as it can be.") || !strings.Contains(text, "[x] Two") {
			t.Errorf("%s has lost its text: %s", what, text)
		}
		if got := strings.Contains(text, "Ask first") && strings.Contains(text, "Mention slack"); got != want ||
			!want && strings.Contains(text, "notes") {
			t.Errorf("%s holds the notes: %v, want %v: %s", what, got, want, text)
		}
	}
	share := func() {
		t.Helper()
		p.ClickOn("#menu-share")
		p.Wait(`document.querySelector("#link-notes") !== null`)
		p.Still()
	}
	share()
	for _, theme := range []string{"light", "dark"} {
		p.Dark(theme == "dark")
		p.Screenshot("share-" + theme)
	}
	p.Dark(false)
	p.Accessible("sharing a deck", ".pop.share")
	if Eval[bool](p, `document.querySelector("#link-notes").checked`) {
		t.Error("unasked, notes go into the link")
	}
	bare := copied(p, "#deck-link")
	noted("the link", taken(t, bare), false)
	p.ClickOn("#link-notes")
	full := copied(p, "#deck-link")
	noted("the link that was asked for", taken(t, full), true)
	if says := p.Text("#file-says"); !strings.Contains(says, "contains your notes") {
		t.Errorf("of the file it is said %q", says)
	}
	noted("the file", saved(), true)
	p.ClickOn("#file-notes")
	p.Wait(`document.querySelector("#file-says").textContent.includes("contains no notes")`)
	noted("the file without", saved(), false)
	// The choice must be made again each time.
	p.ClickOn("#menu-share")
	share()
	if Eval[bool](p, `document.querySelector("#link-notes").checked`) {
		t.Error("what was asked for once is asked for ever")
	}
	p.Resize(Phone)
	p.Screenshot("share-phone")
	// A recipient of the link with notes shares a page of the deck.
	_, query, _ := strings.Cut(full, "?")
	q := Start(t, Options{Path: "?" + query})
	q.WaitReady()
	q.Wait(`document.querySelector("#lesson-title")?.textContent === "The street"`)
	q.Do(catch)
	q.ClickOn("#menu-share")
	q.Wait(`document.querySelector("#link-notes") !== null`)
	q.Wait(`document.querySelector("#share-link").value.includes("#")`)
	noted("the link that is shared further", taken(t, copied(q, `[data-field=share-link]`)), false)
	q.ClickOn("#link-notes")
	noted("the one with notes", taken(t, copied(q, `[data-field=share-link]`)), true)
	// The deck of this browser is not shown in a frame.
	p.Open("?embed=1&deck=mine")
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson [role=alert]")?.textContent.includes("cannot open the deck")`)
	if text := Eval[string](p, `document.body.textContent`); strings.Contains(text, "The street") {
		t.Error("a frame shows the deck of this browser")
	}
}

// TestLinksAreLean shares a table: columns that the picture does not show, and a note, are in the link only if the user
// asks for them.
func TestLinksAreLean(t *testing.T) {
	const table = `{"method":"knn","note":"Marks of May.","table":{"plane":[0,2],
		"data":{"columns":["age","secret","height"],"class":[0,1,0,1],"rows":[[21,1,170],[23,2,182],[35,3,165],[31,4,190]]}}}`
	p := Start(t, Options{Path: link(t, table)})
	p.WaitReady()
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#link-all") !== null`)
	p.Still()
	p.Screenshot("share-table")
	shared := func(field string) doc.Document {
		t.Helper()
		text := Eval[string](p, `document.querySelector(`+quote("#"+field)+`).value`)
		_, packed, _ := strings.Cut(text, "#")
		packed, _, _ = strings.Cut(packed, `"`)
		d, err := doc.DecodeLink(packed)
		if err != nil {
			t.Fatal(field, err)
		}
		return d
	}
	for _, field := range []string{"share-link", "share-embed"} {
		d := shared(field)
		if got := fmt.Sprint(d.Table.Rows.Columns, d.Table.Plane, d.Note); got != "[age height] [0 1]" {
			t.Errorf("%s holds %s", field, got)
		}
	}
	if left := p.Text(".share-body .left"); left != "secret, the document's note" {
		t.Errorf("left out are %q", left)
	}
	p.ClickOn("#link-all")
	p.Wait(`document.querySelector("#link-left") === null`)
	p.Wait(`["share-link", "share-embed"].every((id) => (e => e.value === e.dataset.text)(document.getElementById(id)))`)
	for _, field := range []string{"share-link", "share-embed"} {
		d := shared(field)
		if got := fmt.Sprint(d.Table.Rows.Columns, d.Table.Plane, d.Note); got != "[age secret height] [0 2]Marks of May." {
			t.Errorf("asked for, %s holds %s", field, got)
		}
	}
	// A page that is collected in a deck leaves the column out, too.
	p.ClickOn("#menu-slides")
	p.Wait(`document.activeElement.id === "deck-collect"`)
	p.ClickOn("#deck-collect")
	p.Wait(`localStorage.getItem("pointscape.deck")?.includes("height")`)
	if kept := Eval[string](p, `localStorage.getItem("pointscape.deck")`); strings.Contains(kept, "secret") {
		t.Errorf("the deck holds %s", kept)
	}
}

// TestLinksWithMore opens links as changed by mail and chat programs and in hand-written pages.
func TestLinksWithMore(t *testing.T) {
	p := Start(t, Options{Closed: true})
	points := `pointscape.get().points.length === 4`
	for _, end := range some(2, []string{").", "&utm_source=x&utm_medium=mail", "%E2%80%9D", "_"}) {
		p.OpenURL("about:blank")
		p.Open(link(t, twoClasses) + end)
		p.WaitReady()
		p.Wait(points)
		if Eval[bool](p, `/could not|without what/.test(document.body.innerText)`) {
			t.Errorf("%q behind a link is complained of", end)
		}
	}
	p.OpenURL("about:blank")
	p.Open(link(t, twoClasses) + "&C=5")
	p.WaitReady()
	p.Wait(points)
	p.Wait(`document.body.innerText.includes("&C=5")`)
	p.OpenURL("about:blank")
	p.Open("?embed=1&amp;controls=C&amp;title=1" + link(t, twoClasses))
	p.WaitReady()
	p.Wait(points)
	p.Wait(`document.querySelector("#strip #s-C, #strip [data-row=C]") !== null`)
	for _, address := range some(1, []string{"?course=kernels/margin).", "?course=kernels/margin&utm_source=x",
		"?embed=1&amp;course=kernels/margin,"}) {
		p.OpenURL("about:blank")
		p.Open(address)
		p.WaitReady()
		p.Wait(`document.querySelector("#lesson-text p") !== null && !document.querySelector("#lesson [role=alert]")`)
		if at := Eval[string](p, `location.search`); !strings.Contains(at+"&", "course=kernels/margin&") {
			t.Errorf("%s became %s", address, at)
		}
	}
}

// TestKeysOfSlides clicks in a frame and continues with the keys of the slides around it.
func TestKeysOfSlides(t *testing.T) {
	p := Start(t, Options{Closed: true})
	p.Inject(`if (window !== top) setInterval(() => {
		const r = document.querySelector("#strip input[type=range]")?.getBoundingClientRect();
		if (r) parent.postMessage({ where: [r.x + r.width / 2, r.y + r.height / 2] }, "*");
	}, 100)`)
	p.Host("?embed=1&keys=1&controls=C" + link(t, twoClasses))
	p.Wait(`heard.some(m => m.type === "ready")`)
	keys := `heard.filter(m => m.type === "key").map(m => (m.shift ? "Shift+" : "") + m.key).join()`
	p.Click(320, 100)
	p.Wait(`heard.some(m => m.type === "changed" && m.points === 5)`)
	for _, key := range []string{"ArrowRight", "PageDown", "Shift+ArrowLeft"} {
		p.Key(key)
	}
	p.Wait(keys + ` === "ArrowRight,PageDown,Shift+ArrowLeft"`)
	// After a key for the plane, only keys that the plane does not use are told.
	p.Do(`heard = []`)
	p.Key("n") // from here on the plane handles keys
	p.Key("ArrowRight")
	p.Key("Enter")
	p.Key("PageDown") // which the plane does not use
	p.Wait(keys + ` === "PageDown"`)
	// A slider handles the arrow keys itself.
	p.Do(`heard = []`)
	p.Wait(`heard.some(m => m.where)`)
	at := Eval[[2]float64](p, `heard.find(m => m.where).where`)
	p.Click(at[0], at[1])
	p.Do(`heard = []`)
	p.Key("ArrowRight")
	p.Wait(`heard.some(m => m.type === "changed")`)
	if got := Eval[string](p, keys); got != "" {
		t.Errorf("a slider's key is told: %s", got)
	}
	// A page that has not asked gets no messages about keys.
	p.Host("?embed=1&controls=C" + link(t, twoClasses))
	p.Wait(`heard.some(m => m.type === "ready")`)
	p.Click(320, 100)
	p.Key("ArrowRight")
	p.Key("PageDown")
	p.Do(`ask({pointscape: 1, type: "get"}).then(() => 0)`)
	if got := Eval[string](p, keys); got != "" {
		t.Errorf("unasked, it tells %s", got)
	}
}

// TestRecipeForSlides checks that the script which web/embed.html gives for reveal.js turns slides.
func TestRecipeForSlides(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	b, err := os.ReadFile("../../web/embed.html")
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, _ := strings.Cut(string(b), `id="recipe">`)
	recipe, _, _ = strings.Cut(recipe, "</pre>")
	recipe = strings.ReplaceAll(html.UnescapeString(recipe), `https://{{Say "your.host"}}`, strings.TrimSuffix(p.URL, "/"))
	p.Around(`<body style="margin: 0"><script>
		ready = 0; turned = []; addEventListener("message", (e) => { if (e.data?.type === "ready") ready++ });
		Reveal = {};
		for (const name of ["left", "right", "up", "down", "prev", "next"]) { Reveal[name] = () => turned.push(name) }` +
		recipe + `</script>
		<iframe src="` + p.URL + `?embed=1&keys=1` + link(t, twoClasses) +
		`" style="border: 0; width: 640px; height: 480px"></iframe>`)
	p.Wait(`ready === 1`)
	p.Click(320, 100)
	for _, key := range []string{"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home"} {
		p.Key(key)
	}
	p.Key("PageDown")
	p.Wait(`turned.length === 7 && turned.join() === "left,right,up,down,prev,next,next"`)
	p.Do(`postMessage({ pointscape: 1, type: "key", key: "ArrowRight" }, "*")`)
	p.Do(`new Promise(done => setTimeout(done))`)
	if n := Eval[int](p, `turned.length`); n != 7 {
		t.Error("a message of another window turns a slide")
	}
}

// TestElementInSlides presses keys in an element: the page around it receives them as its own.
func TestElementInSlides(t *testing.T) {
	p := Start(t, Options{Closed: true})
	p.Around(`<body style="margin: 0; width: 640px">
		<script>ready = 0; pressed = []; told = 0; addEventListener("ready", () => ready++, true);
		addEventListener("key", (e) => { if (e.detail) told++ }, true);
		document.addEventListener("keydown",
			(e) => pressed.push([e.key, e.keyCode, e.shiftKey, e.target.localName].join(" ")))</script>
		<point-scape keys src="` + p.URL + `?embed=1&amp;amp;controls=C` + link(t, twoClasses) + `"></point-scape>` +
		p.script())
	p.Wait(`ready === 1`)
	p.Click(320, 100)
	p.Key("ArrowRight")
	p.Key("Shift+ArrowUp")
	p.Wait(`pressed.join() === "ArrowRight 39 false point-scape,ArrowUp 38 true point-scape" && told === 2`)
	p.Key("a")
	p.Key("PageDown")
	p.Wait(`pressed.length === 3`)
	if got := Eval[string](p, `pressed[2]`); got != "PageDown 34 false point-scape" {
		t.Errorf("it hears %s", got)
	}
}
