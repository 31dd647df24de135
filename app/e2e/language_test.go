package e2e

import (
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
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

// english returns those texts of a page that are English and have a French translation.
func english(t *testing.T, list []string) (found []string) {
	t.Helper()
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	all, err := site.Translations(root)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d languages, %v", len(all), err)
	}
	fr := all[slices.IndexFunc(all, func(t *site.Translation) bool { return t.Tag == "fr" })]
	french := map[string]bool{}
	for _, to := range fr.Texts {
		french[to] = true
	}
	for _, s := range list {
		if to, ok := fr.Texts[s]; ok && to != s && !french[s] {
			found = append(found, s)
		}
	}
	return found
}

// The page is completely in the language that its address names. When the user chooses another one, the points are
// kept.
func TestFrench(t *testing.T) {
	p := Start(t, Options{Path: "?lang=fr"})
	p.WaitReady()
	look := func(what string) {
		t.Helper()
		list := Eval[[]string](p, read)
		if found := english(t, list); len(found) > 0 {
			t.Errorf("%s: English are %q", what, found)
		}
		if len(list) < 50 {
			t.Errorf("%s: only %q can be read", what, list)
		}
	}
	look("the page")
	if tag, title := Eval[string](p, "document.documentElement.lang"),
		Eval[string](p, `document.querySelector("#title").value`); tag != "fr" || title != "Deux lunes" {
		t.Errorf("it is in %q, and its title is %q", tag, title)
	}
	if text := p.Text("#menu-method"); !strings.Contains(text, "Machine à vecteurs de support") {
		t.Errorf("the method is not called by its name: %s", text)
	}
	p.Screenshot("french")
	for _, menu := range []string{"examples", "share", "export", "theme", "data", "method"} {
		p.ClickOn("#menu-" + menu)
		p.WaitReady()
		look(menu)
		p.Screenshot("french-" + menu)
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
		{"fr", "Machine à vecteurs de support"}} {
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

// A page in English fetches no files of other languages.
func TestEnglishIsAlone(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	files := Eval[[]string](p, `performance.getEntriesByType("resource").map(e => e.name).filter(n => n.includes(".fr."))`)
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
