package site

import (
	"bytes"
	"encoding/json"
	"html"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/app/courses"
	"pointscape/engine/catalog"
	"pointscape/engine/catalog/reference"
	"pointscape/engine/doc"
)

// The lists of the site exist in each language: they link to each other, open the playground in that language, and show
// the same cards with translated texts.
func TestListsInLanguages(t *testing.T) {
	p := programs
	p.Tongues = tongues(t)
	s, err := New(p, Options{Web: "../../../web", Exec: "../../../wasm_exec.js", ServiceWorker: true, Quality: 1})
	if err != nil {
		t.Fatal(err)
	}
	shown := len(s.snapshots.of)
	for _, tongue := range p.Tongues {
		for _, name := range listed {
			path := name + "." + tongue.Tag + ".html"
			r := get(s, "GET", "/"+path)
			page := string(body(t, r))
			if r.StatusCode != 200 || !strings.Contains(page, `<html lang="`+tongue.Tag+`">`) {
				t.Fatalf("%s: %s", path, r.Status)
			}
			english := string(s.files[name+".html"].raw)
			for _, link := range []struct{ in, to, tag string }{{page, name + ".html", "en"}, {english, path, tongue.Tag}} {
				if !strings.Contains(link.in, `<link rel="alternate" hreflang="`+link.tag+`" href="`+link.to+`">`) ||
					!strings.Contains(link.in, `<a href="`+link.to+`" lang="`+link.tag+`"`) {
					t.Errorf("%s: nothing leads to %s", path, link.to)
				}
			}
			opened := 0
			for _, m := range addresses.FindAllStringSubmatch(page, -1) {
				at := html.UnescapeString(m[1] + m[2])
				file, _, _ := strings.Cut(strings.ReplaceAll(at, `\3f`, "?"), "?")
				switch {
				case strings.HasPrefix(at, "./"):
					opened++
					if !strings.HasPrefix(at, "./?lang="+tongue.Tag) {
						t.Errorf("%s: %.60s opens another language", path, at)
					}
				case strings.HasPrefix(at, "#"), strings.HasPrefix(at, snapshotDir+"/"):
				case s.files[file] == nil:
					t.Errorf("%s: %q leads nowhere", path, at)
				}
			}
			if n := strings.Count(english, `href="./`); opened != n {
				t.Errorf("%s opens %d documents and pages, the English one %d", path, opened, n)
			}
			keep := keepList.FindSubmatch(s.files["sw.js"].raw)
			if keep == nil || strings.Contains(string(keep[1]), `"`+path+`"`) {
				t.Errorf("the service worker fetches %s for all", path)
			}
			if !strings.Contains(string(s.files["sw.js"].raw), `"pages":["courses.`+tongue.Tag+`.html",`) {
				t.Errorf("the service worker does not know the pages of %s", tongue.Name)
			}
			if n := len(s.files[path].br); n == 0 || n > 200_000 {
				t.Errorf("%s: %d bytes by brotli", path, n)
			}
		}
		testGalleryIn(t, s, tongue)
		testFramedIn(t, s, tongue)
	}
	if n := 0; shown == n || len(s.snapshots.of) != shown {
		t.Errorf("%d pictures, then %d", shown, len(s.snapshots.of))
	}
	// A language's declarations contain everything that the list of methods needs.
	e, err := editionOf(Tongue{Tag: "en", Offer: p.Tongues[0].Offer, Words: p.Tongues[0].Words})
	if err != nil || len(e.infos) != len(catalog.All()) {
		t.Fatalf("%d methods, %v", len(e.infos), err)
	}
	for i, m := range catalog.All() {
		in := &e.infos[i]
		if in.Source != m.Source || in.Formula != m.Formula || in.Limit() != m.Limit() || in.Wide != m.Wide ||
			in.Pictures != m.Pictures || in.Task != m.Task || len(in.Range) != len(m.Range) {
			t.Errorf("%s is another method", m.ID)
		}
		for k := range in.Params {
			if a, b := in.Params[k].Range(), m.Params[k].Range(); a.Min != b.Min || a.Max != b.Max || a.MinOpen != b.MinOpen {
				t.Errorf("%s: %s goes from %g to %g", m.ID, in.Params[k].Name, a.Min, a.Max)
			}
		}
	}
}

var (
	spokenText  = regexp.MustCompile(`\b(?:Say|Prose) ("(?:[^"\\]|\\.)*")`)
	samples     = regexp.MustCompile(`(?s)<pre .*?</pre>`) // code samples
	lostHeading = regexp.MustCompile(`<h1>(.*?)</h1>`)
)

// testFramedIn checks, in one language, the pages for authors who embed Pointscape, and the page for a missing address:
// they are translated completely, and link to each other and to the playground and frames in that language.
func testFramedIn(t *testing.T, s *Site, tongue Tongue) {
	t.Helper()
	at := slices.IndexFunc(s.editions, func(e *edition) bool { return e.Tag == tongue.Tag })
	e := s.editions[at]
	alike := []string{"Messages", "Points", "Annotations", "Iframe", "Control"} // the same in two languages
	for _, name := range append(framed, "web/404") {
		source, err := os.ReadFile("../../../" + name + ".html")
		if err != nil {
			t.Fatal(err)
		}
		said := spokenText.FindAllSubmatch(source, -1)
		if len(said) < 4 {
			t.Errorf("%s says %d texts", name, len(said))
		}
		for _, m := range said {
			text, err := strconv.Unquote(string(m[1]))
			if err != nil || e.Texts(text) == text && !slices.Contains(alike, text) {
				t.Errorf("%s in %s: nothing is said for %s (%v)", name, tongue.Name, m[1], err)
			}
		}
	}
	for _, name := range framed {
		path := name + "." + tongue.Tag + ".html"
		r := get(s, "GET", "/"+path)
		page := string(body(t, r))
		english := string(s.files[name+".html"].raw)
		if r.StatusCode != 200 || !strings.Contains(page, `<html lang="`+tongue.Tag+`">`) ||
			!strings.Contains(english, `<html lang="en">`) {
			t.Fatalf("%s: %s", path, r.Status)
		}
		own := strings.TrimPrefix(name, "web/")
		for _, link := range []struct{ in, to, tag string }{{page, own + ".html", "en"},
			{english, own + "." + tongue.Tag + ".html", tongue.Tag}} {
			if !strings.Contains(link.in, `<link rel="alternate" hreflang="`+link.tag+`" href="`+link.to+`">`) ||
				!strings.Contains(link.in, `<a href="`+link.to+`" lang="`+link.tag+`"`) {
				t.Errorf("%s: nothing leads to %s", name, link.to)
			}
		}
		home := 0
		for _, m := range links.FindAllStringSubmatch(samples.ReplaceAllString(page, ""), -1) {
			to := html.UnescapeString(m[1])
			switch query, is := strings.CutPrefix(to, "../?"); {
			case is:
				home++
				if q, err := url.ParseQuery(query); err != nil || q.Get("lang") != tongue.Tag {
					t.Errorf("%s: %q is another language", path, to)
				}
			case s.files["web/"+to] == nil:
				t.Errorf("%s: %q leads nowhere", path, to)
			case strings.HasSuffix(to, ".html") && !strings.HasSuffix(to, "."+tongue.Tag+".html") && to != own+".html" &&
				!strings.HasPrefix(to, own+"."): // the page itself in another language
				t.Errorf("%s: %q leaves the language", path, to)
			}
		}
		if home == 0 {
			t.Errorf("%s does not lead to the playground", path)
		}
		if name == "web/builder" && !strings.Contains(page, `<point-scape id="preview" lang="`+tongue.Tag+`">`) {
			t.Errorf("the preview of %s speaks another language", path)
		}
		sw := s.files["sw.js"].raw
		if keep := keepList.FindSubmatch(sw); !bytes.Contains(sw, []byte(`"`+path+`"`)) ||
			bytes.Contains(keep[1], []byte(`"`+path+`"`)) {
			t.Errorf("the service worker does not keep %s for who reads it alone", path)
		}
	}
	lost := string(s.files["404.html"].raw)
	if n := len(lostHeading.FindAllString(lost, -1)); n != len(s.editions) {
		t.Errorf("404.html speaks %d languages", n)
	}
	for _, need := range []string{`<section lang="` + tongue.Tag + `"`, `<h1>` + e.Say("Page not found"),
		`href="` + s.base + `?lang=` + tongue.Tag + `"`, " " + tongue.Tag + " "} {
		if !strings.Contains(lost, need) {
			t.Errorf("404.html lacks %s", need)
		}
	}
}

// The markup in a translated text becomes elements, and nothing else does.
func TestProse(t *testing.T) {
	e := &edition{Edition: *reference.English()}
	e.Suffix = ".fr"
	e.Texts = func(text string) string {
		return map[string]string{"a": "**Qui ?** `a: <b>`, voir [Là-bas](embed) <i> : `[x](y)`"}[text]
	}
	if got := string(e.prose("a")); got != `<b>Qui ?</b> <code>a: &lt;b&gt;</code>, voir `+
		`<a href="embed.fr.html">Là-bas</a> &lt;i&gt; : <code>[x](y)</code>` {
		t.Errorf("it is %s", got)
	}
}

var keepList = regexp.MustCompile(`(?s)const keep = (\[.*?\]);`)

var shownCard = regexp.MustCompile(`(?s)<li class="card" id="([^"]*)".*?src="([^"]*)".*?` +
	`<a href="([^"]*)"(?: lang="([^"]*)")?>([^<]*)</a>`)

// testGalleryIn checks the gallery of a language: its cards have the same positions and pictures as the English ones,
// but other titles, and each opens the document with its title.
func testGalleryIn(t *testing.T, s *Site, tongue Tongue) {
	t.Helper()
	english := shownCard.FindAllStringSubmatch(string(s.files["gallery.html"].raw), -1)
	list := shownCard.FindAllStringSubmatch(string(s.files["gallery."+tongue.Tag+".html"].raw), -1)
	if len(list) != len(english) || len(list) < 400 {
		t.Fatalf("%s: %d cards, %d in English", tongue.Tag, len(list), len(english))
	}
	plainly, waits := strings.NewReplacer("\u00a0", " "), pending(t, tongue.Tag)
	for i, m := range list {
		if m[1] != english[i][1] || m[2] != english[i][2] {
			t.Errorf("%s: %s with %s, %s with %s in English", tongue.Tag, m[1], m[2], english[i][1], english[i][2])
		}
		if m[5] == english[i][5] && m[4] == "" && strings.HasSuffix(m[5], "?") &&
			!slices.Contains(waits, html.UnescapeString(m[5])) {
			t.Errorf("%s: %s has an English title, %q: say it in app/tools/site/languages/%s", tongue.Tag, m[1], m[5],
				tongue.Tag)
		}
		_, link, ok := strings.Cut(html.UnescapeString(m[3]), "#")
		if !ok {
			continue
		}
		d, err := doc.DecodeLink(link)
		if err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		if title := html.UnescapeString(m[5]); d.Title != "" && plainly.Replace(title) != plainly.Replace(d.Title) {
			t.Errorf("%s: the card %q opens %q", tongue.Tag, title, d.Title)
		}
	}
	said, err := courses.In(tongue.Tag)
	if err != nil {
		t.Fatal(err)
	}
	var words texts
	if err := json.Unmarshal(s.files["gallery."+tongue.Tag+".json"].raw, &words); err != nil {
		t.Fatal(err)
	}
	for _, c := range said {
		for i := range c.Pages {
			if id := "page-" + c.Course + "-" + c.Pages[i].ID; words.Pages[id] != wordsOf(&c.Pages[i]) {
				t.Errorf("%s: of %s other words are searched", tongue.Tag, id)
			}
		}
	}
	for _, m := range catalog.All() {
		if !strings.Contains(words.Methods[m.ID], m.Name) {
			t.Errorf("%s: %s is not found by its English name", tongue.Tag, m.ID)
		}
	}
}
