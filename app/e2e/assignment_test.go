package e2e

import (
	"encoding/csv"
	"strings"
	"testing"
)

// homework is a deck of two pages, as a lecturer makes it.
const homework = `{"version": 1, "course": "my-deck", "title": "Homework", "pages": [
 {"id": "margins", "title": "Margins", "text": "Six points.", "controls": ["C"], "lock": ["points"], "notes": "For me alone.",
  "document": {"method": "svm", "params": {"kernel": "linear", "C": 100}, "points":
   [[0.2, 0.3, 0], [0.3, 0.5, 0], [0.2, 0.7, 0], [0.7, 0.3, 1], [0.8, 0.5, 1], [0.7, 0.8, 1]]},
  "steps": [
   {"kind": "choose", "text": "Which C is larger?", "choices": [{"text": "1"}, {"text": "100", "right": true}]},
   {"kind": "task", "text": "Make more points carry the margin.", "check": "n_support > start.n_support", "hints": ["Lower C."],
    "solution": [{"params": {"C": 0.1}}]}]},
 {"id": "moons", "title": "Moons", "text": "Draw.", "controls": [],
  "document": {"method": "knn", "params": {"n_neighbors": 1}, "dataset": {"name": "moons", "n": 40, "noise": 0.1, "seed": 5}, "view": {"show": []}},
  "steps": [{"kind": "draw", "text": "Part the moons.", "check": "mine.training_error < 0.2",
   "solution": [{"line": [[0, 0.2], [0.33, 0.62], [0.4, 0.62], [0.55, 0.38], [0.64, 0.38], [1, 0.8]]}]}]}]}`

// copiedBy clicks a button and returns the text that it copies; see catch.
func (p *Page) copiedBy(button string) string {
	p.t.Helper()
	p.Do(catch)
	p.Rests(button)
	p.ClickOn(button)
	p.Wait(`window.copied !== null`)
	return Eval[string](p, `window.copied`)
}

// collects opens the dialog that collects answers.
func (p *Page) collects() {
	p.t.Helper()
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#collect-open") !== null`)
	p.Still()
	p.ClickOn("#collect-open")
	p.Wait(`document.querySelector("#collect").open && document.activeElement.id === "collect-text"`)
}

// TestAssignment is an assignment from start to end: a lecturer makes it, two students answer it, one of them on a
// phone, and the lecturer collects their answers, one pasted and one from a file.
func TestAssignment(t *testing.T) {
	p := openDeck(t, homework)
	p.Wait(`document.querySelector("#deck-c-points")?.checked === true`)
	if p.Has("#hand") {
		t.Error("who makes an assignment is asked to hand it in")
	}
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#deck-assign") !== null`)
	p.Still()
	p.Screenshot("share")
	p.InBothThemes("sharing an assignment", ".pop.share")
	_, query, _ := strings.Cut(p.copiedBy("#deck-assign"), "?")
	text := taken(t, "?"+query)
	if !strings.Contains(text, `"assignment":true`) || strings.Contains(text, "For me alone") {
		t.Errorf("the assignment is %s", text)
	}
	p.Key("Escape")

	// Ada answers everything; she needs two tries for the choice.
	q := Start(t, Options{Path: "?" + query, Whole: true})
	q.WaitReady()
	q.Wait(`document.querySelector("#hand") !== null`)
	q.ClickOn(`#lesson-now [data-choice="0"]`)
	q.ClickOn(`#lesson-now [data-choice="1"]`)
	q.Wait(`document.querySelector("#lesson-continue") !== null`)
	q.ClickOn("#lesson-continue")
	q.Wait(`document.querySelector("#lesson-hint") !== null`)
	before := q.Doc()
	q.Drag(mustAt(q, 0.2, 0.3, 0.5, 0.9)) // the points are locked
	q.WaitReady()
	if now := q.Doc(); len(now.Points) != len(before.Points) || now.Points[0] != before.Points[0] {
		t.Error("a locked point was moved")
	}
	q.Fill(`#strip input.num[aria-label="C"]`, "0.1")
	q.Wait(`document.querySelectorAll(".lesson-step")[1].dataset.done === "true"`)
	q.ClickOn("#lesson-next")
	q.Wait(`document.querySelector("#lesson-title").textContent === "Moons"`)
	q.WaitReady()
	q.draw([][2]float64{{0, 0.2}, {0.33, 0.62}, {0.4, 0.62}, {0.55, 0.38}, {0.64, 0.38}, {1, 0.8}})
	q.Wait(`document.querySelectorAll(".lesson-step")[0].dataset.done === "true"`)
	q.Fill("#hand-name", "=Ada <b>")
	q.Do(`document.querySelector("[data-do=hand]").click()`)
	q.Wait(`document.querySelector("#hand-link") !== null && document.activeElement.id === "hand-made"`)
	q.Screenshot("hand")
	q.InBothThemes("what is handed in", ".lesson-hand")
	ada := q.copiedBy("[data-do=copy]")
	if !strings.Contains(ada, "?deck=answer#") || len(ada) > 2500 {
		t.Errorf("a link of %d characters: %.200s", len(ada), ada)
	}
	// The link of an answer, if it is opened as a page, says what it is for.
	_, answer, _ := strings.Cut(ada, "?")
	q.Open("?" + answer)
	q.Wait(`document.querySelector("#lesson [role=alert]")?.textContent.includes("Collect answers")`)

	// Bo, on a phone, hands in a wrong choice.
	b := Start(t, Options{Path: "?" + query, Whole: true, Window: Phone})
	b.WaitReady()
	b.Wait(`document.querySelector("#hand") !== null`)
	b.Do(`document.querySelector("#lesson-now [data-choice='0']").click()`)
	b.Wait(`document.querySelector(".choice[data-state=wrong]") !== null`)
	b.Fill("#hand-name", "Bo")
	b.Do(`document.querySelector("[data-do=hand]").click()`)
	b.Wait(`document.querySelector("[data-do=save]") !== null`)
	b.Do(`document.querySelector(".lesson-hand").scrollIntoView({block: "end"})`)
	b.Screenshot("hand-phone")
	b.Do(`document.querySelector("#lesson-title").scrollIntoView({block: "center"})`)
	b.Still()
	b.Accessible("handing in on a phone", ".lesson-hand")
	if Eval[bool](b, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the page is wider than the phone")
	}
	bo := b.saved(func() { b.Do(`document.querySelector("[data-do=save]").click()`) })

	// The lecturer.
	p.collects()
	p.Screenshot("empty")
	p.Do(`document.querySelector("#collect-text").value = ` + quote("Dear all,\nhere is mine: "+ada+"\nBye\n"+ada+
		"\n"+ada[:len(ada)-7]+"\n") + `; document.querySelector("[data-do=check]").click()`)
	p.Wait(`document.querySelectorAll(".answers tbody tr").length === 1`)
	problems := Eval[string](p,
		`[...document.querySelectorAll(".answers-problems li")].map((e) => e.textContent).join("; ")`)
	if !strings.Contains(problems, "Line 4: The same answer as in line 2") ||
		!strings.Contains(problems, "Line 5: The link is damaged") {
		t.Errorf("problems: %s", problems)
	}
	p.Do(`(() => { const files = new DataTransfer(), field = document.querySelector("#collect-file");
		document.querySelector("#collect-text").value = ` + quote(ada) + `;
		files.items.add(new File([` + quote(bo) + `], "bo.json"));
		field.files = files.files; field.dispatchEvent(new Event("change", {bubbles: true})) })()`)
	p.Wait(`document.querySelectorAll(".answers tbody tr").length === 2 &&
		document.querySelector(".answers-problems") === null`)
	rows := Eval[string](p, `[...document.querySelectorAll(".answers tbody tr")].map((r) => r.querySelector("th").textContent + " " +
		[...r.querySelectorAll("[data-state]")].map((c) => c.dataset.state).join(" ")).join("; ")`)
	if rows != "=Ada <b> right right right; Bo wrong open open" {
		t.Errorf("the table has %s", rows)
	}
	p.Still()
	p.Screenshot("table")
	p.InBothThemes("a table of answers", "#collect")
	p.ClickOn(`.answers [data-do="score"]`)
	p.Wait(`document.querySelector(".answers [aria-sort=descending]") !== null`)
	p.ClickOn(`.answers [data-do="time"]`)
	p.Wait(`document.querySelector(".answers th:nth-child(2)[aria-sort]") !== null`)
	file := p.saved(func() { p.ClickOn(`#collect [data-do="csv"]`) })
	table, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	if err != nil || len(table) != 3 || table[1][0] != "'=Ada <b>" || table[1][2] != "3" || table[1][4] != "2" {
		t.Errorf("%v: %q", err, table)
	}
	// Links in the table open the student's work.
	hrefs := Eval[[]string](p, `[...document.querySelectorAll(".answers tbody a")].map((a) => a.getAttribute("href"))`)
	if len(hrefs) != 2 {
		t.Fatalf("the table leads to %q", hrefs)
	}
	p.Resize(Phone)
	p.Screenshot("table-phone")
	p.Resize(Desktop)
	p.Key("Escape")
	p.Wait(`!document.querySelector("#collect").open`)
	p.collects()
	if p.Has(".answers") {
		t.Error("what was collected is kept")
	}
	p.Key("Escape")
	q.Open(hrefs[0])
	q.WaitReady()
	if d := q.Doc(); d.Params["C"] != 0.1 {
		t.Errorf("the task opens with C = %v", d.Params["C"])
	}
	q.Open(hrefs[1])
	q.WaitReady()
	q.Wait(`document.querySelector("#lesson-title")?.textContent === "Homework"`)
	q.Screenshot("drawing")
}

func mustAt(p *Page, x0, y0, x1, y1 float64) (a, b, c, d float64) {
	a, b = p.At(x0, y0)
	c, d = p.At(x1, y1)
	return a, b, c, d
}

// The dialog and the problems that it finds are in the language of the page.
func TestCollectInFrench(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?lang=fr", Whole: true})
	p.WaitReady()
	p.keepDeck(homework)
	p.Open("?lang=fr&deck=mine")
	p.WaitReady()
	p.Wait(`document.querySelector("#deck-c-points")?.checked === true`)
	p.collects()
	p.Do(`document.querySelector("#collect-text").value = "https://example.org/#` + strings.Repeat("a", 40) +
		`\ndeck=answer#AAAA"; document.querySelector("[data-do=check]").click()`)
	p.Wait(`document.querySelectorAll(".answers-problems li").length === 2`)
	if says := p.Text("#collect"); !strings.Contains(says, "Ligne 2") || strings.Contains(says, "link") {
		t.Errorf("in French: %s", says)
	}
	p.Screenshot("french")
}
