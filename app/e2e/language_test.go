package e2e

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/course"
)

// read lists the texts of the page, shown or not: text and the attributes title, aria-label and placeholder. It leaves
// out code, the skeleton, and texts with a language of their own.
const read = `(() => {
	const list = [];
	const put = (s, e) => {
		if ((s = s?.replaceAll("\u00a0", " ").trim()) && !e.closest("code, script, style, [lang]:not(html), #boot, #boot-over")) list.push(s);
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
	for (let n; (n = walk.nextNode());) {
		if (n.nodeType === Node.TEXT_NODE) put(n.data, n.parentElement);
		else for (const name of ["title", "aria-label", "placeholder"]) put(n.getAttribute(name), n);
	}
	return list;
})()`

// english returns those texts of a page in the language tag that are English and have a translation.
func english(t *testing.T, tag string, list []string) (found []string) {
	t.Helper()
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	all, err := site.Translations(root)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d languages, %v", len(all), err)
	}
	of := all[slices.IndexFunc(all, func(t *site.Translation) bool { return t.Tag == tag })]
	translated := map[string]bool{}
	for _, to := range of.Texts {
		translated[to] = true
	}
	for _, s := range list {
		if to, ok := of.Texts[s]; ok && to != s && !translated[s] {
			found = append(found, s)
		}
	}
	return found
}

// The page is completely in the language that its address names. When the user chooses another one, the points are
// kept.
func TestFrench(t *testing.T) { inLanguage(t, "fr", "Deux lunes", "Machine à vecteurs de support") }

func TestSpanish(t *testing.T) {
	long(t)
	inLanguage(t, "es", "Dos lunas", "Máquina de vectores de soporte")
}

// inLanguage tests the page in a language, in which the first picture and its method have these names.
func inLanguage(t *testing.T, lang, picture, method string) {
	p := Start(t, Options{Path: "?lang=" + lang})
	p.WaitReady()
	look := func(what string) {
		t.Helper()
		list := Eval[[]string](p, read)
		if found := english(t, lang, list); len(found) > 0 {
			t.Errorf("%s: English are %q", what, found)
		}
		if len(list) < 50 {
			t.Errorf("%s: only %q can be read", what, list)
		}
	}
	look("the page")
	if tag, title := Eval[string](p, "document.documentElement.lang"),
		Eval[string](p, `document.querySelector("#title").value`); tag != lang || title != picture {
		t.Errorf("it is in %q, and its title is %q", tag, title)
	}
	if text := p.Text("#menu-method"); !strings.Contains(text, method) {
		t.Errorf("the method is not called by its name: %s", text)
	}
	p.Screenshot(lang)
	for _, menu := range []string{"examples", "share", "export", "theme", "data", "method"} {
		p.ClickOn("#menu-" + menu)
		p.WaitReady()
		look(menu)
		p.Screenshot(lang + "-" + menu)
		p.Key("Escape")
	}
	p.ClickOn("#menu-help")
	look("help")
	p.Key("Escape")

	// A decimal comma can be typed, and is shown.
	p.Fill("#p-C", "2,5")
	p.Key("Enter")
	p.Wait(`pointscape.get().params.C === 2.5`)
	if text := Eval[string](p, `document.querySelector("#p-C").value`); text != "2,5" {
		t.Errorf("2,5 is shown as %q", text)
	}
	n := Eval[int](p, "pointscape.points().length")
	p.Click(p.Box(".stage-frame").Center())
	p.WaitReady()
	if now := Eval[int](p, "pointscape.points().length"); now != n+1 {
		t.Fatalf("a click made %d points of %d", now, n)
	}
	for _, c := range []struct{ tag, says string }{{"en", "Support vector machine"},
		{lang, method}} {
		p.ClickOn("#menu-theme")
		p.ClickOn("[data-lang=" + c.tag + "]")
		p.Wait(`document.documentElement.lang === "` + c.tag + `" && window.pointscape`)
		p.WaitReady()
		if now := Eval[int](p, "pointscape.points().length"); now != n+1 {
			t.Errorf("in %s it has %d points, not %d", c.tag, now, n+1)
		}
		if text := p.Text("body"); !strings.Contains(text, c.says) {
			t.Errorf("in %s nothing says %q", c.tag, c.says)
		}
		if address := Eval[string](p, "location.search"); address != "" {
			t.Errorf("its address still asks for %s", address)
		}
	}
}

// Links that are made in a page whose address names a language open what they lead to, in that language.
func TestLinksNameTheLanguage(t *testing.T) {
	long(t) // TestDeck opens links, and TestFrench keeps its language
	p := Start(t, Options{Path: "404.html", Whole: true})
	p.keepDeck(notedDeck)
	p.Open("?lang=es&deck=mine")
	p.WaitReady()
	opens := func(what, to, title string) {
		t.Helper()
		if strings.Count(to, "?") != 1 || !strings.Contains(to, "lang=es&") {
			t.Errorf("the link to %s is %.100s", what, to)
		}
		p.OpenURL("about:blank")
		p.OpenURL(to)
		p.WaitReady()
		p.Wait(`document.querySelector("#lesson-title")?.textContent === ` + quote(title))
		if tag := Eval[string](p, "document.documentElement.lang"); tag != "es" {
			t.Errorf("%s opens in %q", what, tag)
		}
	}
	shared := func() string {
		p.ClickOn("#menu-share")
		p.Wait(`document.querySelector("#share-link")?.value`)
		return Eval[string](p, `document.querySelector("#share-link").value`)
	}
	p.Do(catch)
	p.ClickOn("#menu-share")
	p.ClickOn("#deck-link")
	p.Wait(`window.copied !== null`)
	opens("the deck", Eval[string](p, `window.copied`), "The street")
	p.ClickOn("#lesson-next")
	p.Wait(`document.querySelector("#lesson-title").textContent === "Neighbours"`)
	opens("a page of another's deck", shared(), "Neighbours")
	p.Open("?lang=es&course=ten-minutes/memory")
	p.WaitReady()
	title := p.Text("#lesson-title")
	opens("a page of a course", shared(), title)
}

// A page in English fetches no files of other languages.
func TestEnglishIsAlone(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	files := Eval[[]string](p, `performance.getEntriesByType("resource").map(e => e.name).filter(n => /\.(fr|es)\./.test(n))`)
	if len(files) > 0 {
		t.Errorf("it fetches %q", files)
	}
	if tag := Eval[string](p, "document.documentElement.lang"); tag != "en" {
		t.Errorf("it is in %q", tag)
	}
}

// On a phone, the French page is no wider than the window.
func TestFrenchOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?lang=fr", Window: Phone, Dark: true})
	p.WaitReady()
	if over := Eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("the page is %g pixels wider than the window", over)
	}
	p.Screenshot("french-phone")
}

// strays lists the addresses of links that lead to another language than the page's, which is named by its address:
// links to the page itself without that language, and links to other pages of the site.
func (p *Page) strays(tag string, atLeast int) []string {
	p.t.Helper()
	list := Eval[[]string](p, `[...document.querySelectorAll("a[href]")].filter((a) => a.origin === location.origin).map((a) => a.href)`)
	if len(list) < atLeast {
		p.t.Errorf("there are only the links %q", list)
	}
	return slices.DeleteFunc(list, func(to string) bool {
		path, _, _ := strings.Cut(strings.TrimPrefix(to, p.URL), "#")
		file, query, _ := strings.Cut(path, "?")
		if file != "" {
			return strings.HasSuffix(file, "."+tag+".html")
		}
		q, err := url.ParseQuery(query)
		return err == nil && q.Get("lang") == tag
	})
}

// TestLinksKeepTheLanguage follows no link out of the language that the page's address names: those of a lesson's text,
// of the list of its pages, of a live class's question, of answers to an assignment and of the user's own deck.
func TestLinksKeepTheLanguage(t *testing.T) {
	text := strings.NewReplacer("Which C is larger?", "Which [C](?course=linear) is larger?",
		"Six points.", "[Kernels](?course=kernels/margin), [all](./), [SVM](methods.html#svm).").Replace(homework)
	packed, err := course.Pack(strings.Replace(text, `"version": 1`, `"version": 1, "assignment": true`, 1))
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Path: "?lang=fr&deck=link#" + packed, School: newSchool()})
	p.WaitReady()
	p.Wait(`document.querySelector("#hand") !== null`)
	p.Do(`document.querySelector("#open-link").removeAttribute("href")`) // a bar that was drawn after the document
	p.ClickOn("#menu-theme")
	p.Wait(`document.querySelector("#open-link").href.includes("#")`)
	p.Key("Escape")
	p.ClickOn(".lesson-nav .fold")
	p.Wait(`document.querySelector("#lesson-contents a") !== null`)
	p.openClass()
	p.Wait(`document.querySelector("#class-made a") !== null`)
	if list := p.strays("fr", 8); len(list) > 0 {
		t.Errorf("of a lesson and its class, not in French: %q", list)
	}
	p.ClickOn("#lesson-contents li:nth-child(2) a")
	p.Wait(`document.querySelector("#lesson-title").textContent === "Moons"`)
	p.ClickOn("#lesson-back")
	p.Wait(`document.querySelector("#lesson-title").textContent === "Margins"`)

	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.ClickOn("#lesson-continue")
	p.WaitReady()
	p.Fill(`#strip input.num[aria-label="C"]`, "0,1")
	p.Wait(`document.querySelectorAll(".lesson-step")[1].dataset.done === "true"`)
	p.Do(`document.querySelector("[data-do=hand]").click()`)
	p.Wait(`document.querySelector("#hand-link") !== null`)
	p.collects()
	p.Do(`document.querySelector("#collect-text").value = document.querySelector("#hand-link").value;
		document.querySelector("[data-do=check]").click()`)
	p.Wait(`document.querySelector(".answers tbody a") !== null`)
	if list := p.strays("fr", 9); len(list) > 0 {
		t.Errorf("with the answers to an assignment, not in French: %q", list)
	}
	to := Eval[string](p, `document.querySelector(".answers tbody a").href`)
	p.OpenURL(to)
	p.WaitReady()
	if tag := Eval[string](p, `document.documentElement.lang`); tag != "fr" || p.Doc().Params["C"] != 0.1 {
		t.Errorf("a student's document opens in %q, with C = %v", tag, p.Doc().Params["C"])
	}

	p.keepDeck(homework)
	p.Open("?lang=fr")
	p.WaitReady()
	p.ClickOn("#menu-slides")
	p.Wait(`document.querySelector("#deck-open") !== null`)
	if list := p.strays("fr", 2); len(list) > 0 {
		t.Errorf("of the playground, not in French: %q", list)
	}
	p.ClickOn("#deck-open")
	p.Wait(`document.querySelectorAll(".film-page").length === 2`)
	p.WaitReady()
	if list := p.strays("fr", 3); len(list) > 0 {
		t.Errorf("of a deck, not in French: %q", list)
	}
	p.ClickOn("li:nth-child(2) > .film-page")
	p.Wait(`location.search.includes("lang=fr") && location.search.includes("page=moons")`)
}
