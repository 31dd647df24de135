package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pointscape/app/courses"
	"pointscape/engine/catalog"
)

// shelves is what the gallery shows at the moment.
type shelves struct {
	Cards  int      // visible cards
	Titles []string // titles of the visible cards
	Heads  []string // headings of the visible sections
	Count  string
	Focus  string // title of the focused card
}

func (p *Page) shelves() shelves {
	p.t.Helper()
	return Eval[shelves](p, `(() => {
		const cards = [...document.querySelectorAll(".card")].filter((e) => e.checkVisibility());
		return {
			Cards: cards.length,
			Titles: cards.map((e) => e.querySelector("a").textContent),
			Heads: [...document.querySelectorAll("#shelves h2")].filter((e) => e.checkVisibility()).map((e) => e.textContent),
			Count: document.querySelector("#count").textContent,
			Focus: document.activeElement.closest(".card")?.querySelector("a").textContent ?? "",
		};
	})()`)
}

// find replaces the text of the gallery's search field, and waits until the number of results matches the regular
// expression says.
func (p *Page) find(text, says string) shelves {
	p.t.Helper()
	p.Do(`document.querySelector("#search").focus(); document.querySelector("#search").select()`)
	p.Type(text)
	p.Wait(`document.querySelector("#count").textContent.match(` + quote(says) + `)`)
	return p.shelves()
}

// The gallery shows all examples and pages, in three orders; it can be searched by words on the cards, names of methods
// and texts of pages; keys lead from the search to a card, and the address reflects the search.
func TestGallery(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "gallery.html", StandIn: true, Pictures: true})
	all, families := 0, map[string]bool{}
	for _, m := range catalog.All() {
		all += 1 + len(m.Lessons)
		families[m.Family] = true
	}
	list, err := courses.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		all += len(c.Pages)
	}
	p.Wait(`document.querySelector("#count").textContent !== ""`)
	now := p.shelves()
	if now.Cards != all || len(now.Heads) != len(list)+len(families) || now.Heads[0] != "Course: "+list[0].Title {
		t.Errorf("%d of %d cards below %q", now.Cards, all, now.Heads)
	}
	// Pictures out of sight are not loaded.
	p.Wait(`document.querySelector(".card img").complete`)
	loaded := Eval[int](p, `[...document.querySelectorAll(".card img")].filter((e) => e.naturalWidth > 0).length`)
	if loaded == 0 || loaded > all/2 {
		t.Errorf("%d of %d pictures have been fetched", loaded, all)
	}
	p.Screenshot("gallery")

	// A word that occurs nowhere, and one that is on no card and in the text of one page.
	if now = p.find("zzz-nothing", "^None"); now.Cards != 0 {
		t.Errorf("%d cards have no such word", now.Cards)
	}
	word, page := onlyInText(t)
	now = p.find(word, "^1 of ")
	if now.Cards != 1 || now.Titles[0] != page {
		t.Errorf("%q is found in %q, not in %q", word, now.Titles, page)
	}
	if got := Eval[string](p, `document.querySelector(".card:not([hidden]) mark").textContent`); !strings.Contains(
		strings.ToLower(got), word) {
		t.Errorf("of %q the card shows %q", word, got)
	}
	p.Screenshot("found-in-a-text")
	p.Accessible("a word in a text", ".card mark")
	// An alias of a method, without accents and hyphens.
	now = p.find("fenetres de parzen", "^[0-9]+ of ")
	if now.Cards == 0 || now.Cards > 20 {
		t.Errorf("%d cards are of Parzen windows", now.Cards)
	}
	p.Key("ArrowDown")
	if now = p.shelves(); now.Focus != now.Titles[0] {
		t.Errorf("the arrow leads to %q", now.Focus)
	}
	// Two letters occur in many words, but EM is a name.
	p.Key("/")
	p.find("zzz-nothing", "^None")
	now = p.find("EM", "^[0-9]+ of ")
	if others := Eval[int](p, `document.querySelectorAll(".card:not([hidden]):not([data-method=gmm])").length`); now.
		Cards == 0 || now.Cards > 20 || others > now.Cards/2 {
		t.Errorf("of the %d cards of EM %d are of something else", now.Cards, others)
	}
	p.Key("/")
	now = p.find("spirals", "^[0-9]+ of ")
	if now.Cards == 0 || now.Cards > 60 || !strings.Contains(Eval[string](p, `location.search`), "q=spirals") {
		t.Errorf("%d cards of spirals, at %s", now.Cards, Eval[string](p, `location.search`))
	}

	p.Accessible("cards that were found", ".card img") // axe-core would take a minute for all cards

	// The same cards in another order.
	for _, order := range []string{"method", "question"} {
		p.Do(`document.querySelector("input[value=` + order + `]").click()`)
		other := p.shelves()
		if other.Cards != now.Cards || strings.Join(other.Heads, "") == strings.Join(now.Heads, "") {
			t.Errorf("by %s: %d cards of %d, below %q", order, other.Cards, now.Cards, other.Heads)
		}
	}
	p.Reload()
	p.Wait(`document.querySelector("#count").textContent.match("^[0-9]+ of ")`)
	if again := p.shelves(); again.Cards != now.Cards || !strings.HasSuffix(again.Heads[0], "…?") {
		t.Errorf("a reload shows %d cards of %d below %q", again.Cards, now.Cards, again.Heads)
	}
	p.find(" ", "^[0-9]+ pictures")
	p.Screenshot("questions")
	if now = p.shelves(); now.Cards != all {
		t.Errorf("by question there are %d cards of %d", now.Cards, all)
	}
	// Each card is below the kind of its question.
	wrong := Eval[[]string](p, `[...document.querySelectorAll("#question-what .card, #question-how .card")].filter((e) =>
		!new RegExp(e.closest("section").dataset.asks, "i").test(e.textContent)).map((e) => e.textContent)`)
	if len(wrong) > 0 {
		t.Errorf("in the wrong place: %q", wrong)
	}
	p.Do(`document.querySelector("input[value=method]").click()`)
	wrong = Eval[[]string](p, `[...document.querySelectorAll(".card")].filter((e) => e.closest("section") !==
		document.querySelector("[id^=example-" + e.dataset.method + "-]").closest("section")).map((e) => e.id)`)
	if len(wrong) > 0 {
		t.Errorf("not by their method: %q", wrong)
	}
}

// onlyInText returns a word that occurs in the text of one course page and on no card, and the page's title.
func onlyInText(t *testing.T) (word, title string) {
	t.Helper()
	list, err := courses.All()
	if err != nil {
		t.Fatal(err)
	}
	counts, where, cards := map[string]int{}, map[string]string{}, ""
	for _, m := range catalog.All() {
		cards += strings.ToLower(strings.Join(append([]string{m.Name, m.ID, m.Family, m.Summary, m.Example},
			slices.Concat(m.Aliases, m.Lessons)...), " "))
	}
	for _, c := range list {
		for i := range c.Pages {
			pg := &c.Pages[i]
			cards += strings.ToLower(pg.Title + " " + pg.Line)
			texts := pg.Text
			for _, s := range pg.Steps {
				cards += strings.ToLower(s.Text)
				texts += " " + s.Text + " " + s.Then
				for _, choice := range s.Choices {
					texts += " " + choice.Text
				}
			}
			seen := map[string]bool{}
			for _, w := range strings.FieldsFunc(strings.ToLower(texts), func(r rune) bool { return !unicode.IsLetter(r) }) {
				if len(w) > 8 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !seen[w] {
					seen[w] = true
					counts[w]++
					where[w] = pg.Title
				}
			}
		}
	}
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		begins := 0 // words are matched by prefix
		for v, n := range counts {
			if strings.HasPrefix(v, w) {
				begins += n
			}
		}
		if begins == 1 && !strings.Contains(cards, w) {
			return w, where[w]
		}
	}
	t.Fatal("every word stands on a card")
	return "", ""
}

// On a phone in the dark theme, nothing is wider than the window, and the pictures are dark; a card opens its document,
// whose list of examples leads to the gallery and to the courses.
func TestGalleryOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "gallery.html", Window: Phone, Dark: true, Pictures: true})
	p.Wait(`document.querySelector(".card img")?.naturalWidth > 0`)
	p.Screenshot("gallery-phone")
	if wide := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels wider than a phone", wide)
	}
	if !strings.HasSuffix(Eval[string](p, `document.querySelector(".card img").currentSrc`), ".dark.png") {
		t.Error("the pictures are light")
	}
	p.Do(`document.querySelector("#example-kmeans-1").scrollIntoView()`)
	p.Wait(`document.querySelector("#example-kmeans-1 img").naturalWidth > 0`)
	p.Screenshot("gallery-phone-examples")
	title := Eval[string](p, `document.querySelector("#example-kmeans-1 a").textContent`)
	p.TapOn("#example-kmeans-1 a")
	p.Wait(`document.documentElement.dataset.busy === "0"`)
	if d := p.Doc(); d.Method != "kmeans" || d.Title != title {
		t.Errorf("the card of %q opens %q, %s", title, d.Title, d.Method)
	}
	p.TapOn("#menu-examples")
	p.Wait(`document.querySelector('#pop-examples .about.first a[href$="gallery.html"]')`)
	if !p.Has(`#pop-examples .about.first a[href$="courses.html"]`) {
		t.Error("a phone has no way to the courses")
	}
	p.Screenshot("examples-phone")
	p.Accessible("the way to the gallery", "#pop-examples .first a")
}

// The list of courses has their pages as cards, one of which is opened.
func TestCoursesHaveCards(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "courses.html", Pictures: true})
	p.Wait(`document.querySelector(".card img")?.naturalWidth > 0`)
	p.Screenshot("courses")
	p.Accessible("the courses", ".card img")
	p.Do(`document.querySelector("#page-ten-minutes-memory a").click()`)
	p.WaitReady()
	if at := Eval[string](p, `location.search`); at != "?course=ten-minutes/memory" {
		t.Errorf("its card opens %s", at)
	}
	p.Wait(`document.querySelector("#lesson-title")?.textContent`)
}

// The list of courses marks completed pages, and links to the page where the reader stopped, also when the reader
// returns to the list.
func TestCoursesShowProgress(t *testing.T) {
	p := Start(t, Options{Path: "courses.html"})
	const begin = `document.querySelector('section[aria-labelledby="ten-minutes"] .begin')`
	const marks = `[...document.querySelectorAll(".card .done")].map((e) => e.closest(".card").id).join(" ")`
	if s := Eval[string](p, begin+`.textContent`); s != "Begin" {
		t.Errorf("who comes first is told %q", s)
	}
	p.Do(begin + `.click()`)
	p.WaitReady()
	p.Click(p.At(0.5, 0.77))
	p.Wait(`document.querySelector("#lesson-continue") !== null`)
	p.Back()
	p.Wait(begin + `.textContent === "Go on (1)"`)
	if s := Eval[string](p, marks); s != "" {
		t.Errorf("half of a page, and %s is done", s)
	}
	p.Do(begin + `.click()`)
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".lesson-step").length === 1`)
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelectorAll(".lesson-step").length === 2`)
	for n := range 2 {
		p.ClickOn("#lesson-hint")
		p.Wait(fmt.Sprintf(`document.querySelectorAll("#lesson .hint").length === %d`, n+1))
	}
	p.ClickOn("#lesson-solve")
	p.Wait(`document.querySelectorAll(".lesson-step")[1].dataset.done === "true"`)
	p.Open("courses.fr.html")
	p.Wait(begin + `.textContent === "Continuer (2)"`)
	p.Open("courses.html")
	p.Wait(marks + ` === "page-ten-minutes-border"`)
	if s := Eval[string](p, begin+`.href`); !strings.HasSuffix(s, "/?course=ten-minutes/memory") {
		t.Errorf("it goes on at %s", s)
	}
	p.Accessible("the courses", ".card .done")
	p.Screenshot("progress")
}

// The list of courses begins with an overview that links to each course; on a phone, too.
func TestCoursesOverview(t *testing.T) {
	for _, w := range []Window{Desktop, Phone} {
		p := Start(t, Options{Path: "courses.html", Window: w})
		rows := Eval[[]string](p, `[...document.querySelectorAll(".overview tbody tr")].map((e) => e.innerText)`)
		if len(rows) != 6 || !strings.Contains(rows[0], "Ten minutes") || !strings.Contains(rows[0], "about 12\u00a0min") ||
			!strings.Contains(rows[0], "Introductory level") || strings.Contains(rows[0], "no programming") != (w == Desktop) {
			t.Errorf("%d pixels wide: the overview has %q", w.Width, rows)
		}
		if ends := Eval[float64](p, `document.querySelector(".overview").getBoundingClientRect().bottom + scrollY`); ends > 1000 {
			t.Errorf("%d pixels wide: the overview ends after %g", w.Width, ends)
		}
		if wide := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("the page is %d pixels wider than its window", wide)
		}
		if w == Desktop || !testing.Short() {
			p.InBothThemes("the overview of the courses", ".overview")
		}
		p.Screenshot("overview")
		p.Do(`document.querySelector(".overview a[href='#kernels']").click()`)
		p.Wait(`document.querySelector("#kernels").getBoundingClientRect().top < 100`)
	}
}

// The lists are in French: a French word finds a card, which opens the page in French, and its back link leads to the
// French lists.
func TestListsInFrench(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "gallery.fr.html"})
	p.Wait(`document.querySelector("#count").textContent.match("images")`)
	if found := english(t, "fr", Eval[[]string](p, read)); len(found) > 0 {
		t.Errorf("English are %q", found)
	}
	p.Do(`document.querySelector("input[value=question]").click()`)
	if now := p.shelves(); len(now.Heads) < 6 || now.Heads[0] != "Que …\u00a0?" {
		t.Errorf("questions stand below %q", now.Heads)
	}
	// A word after an article, in a method's summary; and one without its accents.
	if now := p.find("apprentissage", "^[0-9]+ sur "); now.Cards == 0 {
		t.Error("nothing is found by apprentissage")
	}
	now := p.find("k-moyennes anneau interieur", "^[0-9]+ sur ")
	if now.Cards == 0 {
		t.Fatal("no card is found")
	}
	p.Do(`document.querySelector(".card:not([hidden]) a:not([href*='course='])").click()`)
	p.WaitReady()
	plainly := func(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }
	if tag, d := Eval[string](p, `document.documentElement.lang`), p.Doc(); tag != "fr" || d.Method != "kmeans" ||
		plainly(d.Title) != plainly(now.Titles[0]) {
		t.Errorf("the card of %q opens %q, %s, in %q", now.Titles[0], d.Title, d.Method, tag)
	}
	for name, in := range map[string]string{"courses": "#courses", "methods": "#pop-examples a[target]:not(.first a)",
		"gallery": "#pop-examples .first a"} {
		if name != "courses" {
			p.Do(`document.querySelector("#pop-examples")?.checkVisibility() ||
				document.querySelector("#menu-examples").click()`)
			p.Wait(`document.querySelector("` + in + `")`)
		}
		to := Eval[string](p, `document.querySelector("`+in+`").getAttribute("href")`)
		if !strings.HasSuffix(to, name+".fr.html") {
			t.Errorf("to %s leads %q", name, to)
		}
	}
	p.Do(`document.querySelector("#menu-share").click()`)
	p.Wait(`/\/web\/builder\.fr\.html#.+/.test(document.querySelector("#embed-customise")?.href)`)
	// The page for a missing address names it, and links to everything else; a # does not count as part of the path.
	p.Open("404.html?lang=fr")
	p.Wait(`document.readyState === "complete"`)
	got := Eval[string](p, `[document.documentElement.lang, document.title, document.body.innerText.trim()].join("\n")`)
	if !strings.HasPrefix(got, "fr\nPage introuvable – Pointscape\nPage introuvable\n\n/404.html\n") ||
		strings.Contains(got, "Check") || strings.Contains(got, "#") {
		t.Errorf("what is not there is told as %q", got)
	}
	for _, to := range Eval[[]string](p, `[...document.querySelectorAll("section[lang=fr] a")].map((a) => a.href)`) {
		if status := Eval[int](p, `fetch(`+quote(to)+`).then((r) => r.status)`); status != 200 {
			t.Errorf("%s: %d", to, status)
		}
	}
	if n := Eval[int](p, `document.querySelectorAll("section[lang=fr] a").length`); n != 4 {
		t.Errorf("it leads to %d pages", n)
	}
	p.Do(`location.hash = "x"; location.reload()`)
	p.Wait(`document.readyState === "complete" && document.body.innerText.includes("après le signe #")`)
	p.Screenshot("404")
}

// On a phone, nothing in the French lists is wider than the window.
func TestFrenchListsOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "courses.fr.html", Window: Phone})
	for _, name := range []string{"courses", "gallery", "methods"} {
		p.Open(name + ".fr.html")
		p.Wait(`document.readyState === "complete"`)
		if wide := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s is %d pixels wider than a phone", name, wide)
		}
		for _, dark := range []bool{false, true} {
			p.Dark(dark)
			p.Screenshot(name + "-french-phone" + map[bool]string{true: "-dark"}[dark])
		}
	}
}
