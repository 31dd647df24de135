package site

import (
	"bytes"
	"encoding/json"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/app/courses"
	"pointscape/engine/catalog"
	"pointscape/engine/course"
	"pointscape/engine/doc"
)

var cardPattern = regexp.MustCompile(`(?s)<li class="card" id="([^"]*)" data-method="([^"]*)"` +
	`(?: data-steps="[0-9]+")?(?: data-asks="([^"]*)")?>` +
	`<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)"><img class="still" src="([^"]*)"[^>]*>` +
	`</picture>\s*<a href="([^"]*)">([^<]*)</a>(.*?)</li>`)

func encoded(t *testing.T, d doc.Document) []byte {
	t.Helper()
	b, err := doc.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// cardsOf returns the cards of a page, by their addresses.
func cardsOf(t *testing.T, page string) map[string][]string {
	t.Helper()
	list := map[string][]string{}
	for _, m := range cardPattern.FindAllStringSubmatch(page, -1) {
		to := html.UnescapeString(m[6])
		if list[to] != nil {
			t.Errorf("two cards lead to %.60s", to)
		}
		list[to] = m
	}
	if n := strings.Count(page, `<li class="card"`); n != len(list) {
		t.Fatalf("this test reads %d cards of %d", len(list), n)
	}
	return list
}

// The gallery has a card for every example and for every page of a course; the card shows its title and opens exactly
// that document. The list of courses has the same cards. All of it works without a script.
func TestGalleryPage(t *testing.T) {
	s := newSite(t, Options{ServiceWorker: true})
	r := get(s, "GET", "/gallery.html")
	page := string(body(t, r))
	if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("%s, %s", r.Status, r.Header.Get("Content-Type"))
	}
	if got := strings.Count(page, "<script"); got != 1 || !strings.Contains(page, `<script src="web/gallery.js" defer>`) {
		t.Errorf("%d scripts", got)
	}
	cards := cardsOf(t, page)
	var words texts
	if err := json.Unmarshal(s.files["gallery.json"].raw, &words); err != nil {
		t.Fatal(err)
	}
	shown := 0
	see := func(to, title, method string) {
		shown++
		m := cards[to]
		if m == nil {
			t.Errorf("no card leads to %.60s", to)
			return
		}
		if html.UnescapeString(m[7]) != title || m[2] != method {
			t.Errorf("%s: the card says %q of %s, not %q of %s", m[1], m[7], m[2], title, method)
		}
		if words.Methods[m[2]] == "" {
			t.Errorf("%s: nothing is said of %s", m[1], m[2])
		}
		for theme, at := range map[string]string{"light": m[5], "dark": m[4]} {
			name, ok := strings.CutSuffix(strings.TrimPrefix(at, snapshotDir+"/"), "."+theme+".png")
			x := s.snapshots.of[name]
			if !ok || x == nil {
				t.Errorf("%s: there is no picture %s", m[1], at)
				continue
			}
			// The method is that of the document which the card opens.
			d, err := doc.Decode([]byte(x.document))
			if err != nil || d.Method != method || title != d.Title && d.Title != "" && !strings.HasPrefix(to, "./?") {
				t.Errorf("%s: its picture is of %q (%v)", m[1], d.Title, err)
			}
		}
	}
	for _, m := range catalog.All() {
		for _, text := range append([]string{m.Example}, m.Lessons...) {
			d, err := doc.Decode([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			link, err := doc.EncodeLink(d)
			if err != nil {
				t.Fatal(err)
			}
			back, err := doc.DecodeLink(link)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := doc.Encode(back); err != nil || !bytes.Equal(got, encoded(t, d)) {
				t.Errorf("%s: the link opens another document (%v)", d.Title, err)
			}
			title := d.Title
			if title == "" {
				title = m.Name
			}
			see("./#"+link, title, m.ID)
		}
	}
	all, err := courses.All()
	if err != nil {
		t.Fatal(err)
	}
	list := string(s.files["courses.html"].raw)
	listed := cardsOf(t, list)
	for _, c := range all {
		if !strings.Contains(list, `href="./?course=`+c.Course+`"`) {
			t.Errorf("courses.html does not open %s", c.Course)
		}
		for i := range c.Pages {
			p := &c.Pages[i]
			d, err := doc.Decode([]byte(p.Document))
			if err != nil {
				t.Fatal(err)
			}
			to := "./?course=" + c.Course + "/" + p.ID
			see(to, p.Title, d.Method)
			if x := s.snapshots.of["courses/"+c.Course+"/"+p.ID]; x == nil || x.document != p.Document {
				t.Errorf("%s/%s: the picture is of another document", c.Course, p.ID)
			}
			if m := cards[to]; m != nil && (listed[to] == nil || listed[to][0] != m[0]) {
				t.Errorf("courses.html has no such card for %s/%s", c.Course, p.ID)
			} else if m != nil && len(words.Pages[m[1]]) < 100 {
				t.Errorf("of the text of %s/%s one can search %q", c.Course, p.ID, words.Pages[m[1]])
			}
		}
	}
	if len(cards) != shown || len(s.snapshots.of) != shown {
		t.Errorf("%d cards, %d pictures, and %d examples and pages", len(cards), len(s.snapshots.of), shown)
	}
	for _, page := range []string{page, list} {
		for _, m := range addresses.FindAllStringSubmatch(page, -1) {
			at := html.UnescapeString(m[1])
			name, _, _ := strings.Cut(at, "?")
			switch {
			case strings.HasPrefix(at, "#"):
				if !strings.Contains(page, `id="`+at[1:]+`"`) {
					t.Errorf("%s is nowhere on the page", at)
				}
			case strings.HasPrefix(at, "./"), strings.HasPrefix(at, snapshotDir+"/"):
			case s.files[name] == nil:
				t.Errorf("%q leads nowhere", at)
			}
		}
	}
	// The service worker keeps both pages for offline use, but none of the pictures.
	if bytes.Contains(s.files["sw.js"].raw, []byte(`"`+snapshotDir+"/")) {
		t.Error("the service worker fetches the pictures")
	}
	for name, most := range map[string]int{"gallery.html": 190_000, "gallery.json": 130_000} {
		if n := len(s.files[name].br); n == 0 || n > most {
			t.Errorf("%s: %d bytes by brotli", name, n)
		}
	}
}

// Before its cards, the list of courses has a row for each course: its title, topic, level, time, pages and
// prerequisites, in each language. A single course needs no overview.
func TestCoursesOverview(t *testing.T) {
	p := programs
	p.Tongues = tongues(t)
	s, err := New(p, Options{Web: "../../../web", Exec: "../../../wasm_exec.js",
		Quality: 1})
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?s)<tr>\s*<th scope="row"><a href="#([^"]*)">([^<]*)</a><p>([^<]*)</p></th>` +
		`\s*<td>([^<]*)</td>\s*<td>([^<]*)</td>\s*<td>([0-9]+)<span[^>]*>&nbsp;([^<]*)</span></td>\s*<td class="needs">(.*?)</td>` +
		`\s*</tr>`)
	for page, say := range map[string]map[string]string{
		"courses.html": {"lang": "", "introductory": "Introductory level", "intermediate": "Intermediate level",
			"advanced": "Advanced level", "about": "about ", "pages": "pages"},
		"courses.fr.html": {"lang": "fr", "introductory": "Niveau débutant", "intermediate": "Niveau intermédiaire",
			"advanced": "Niveau avancé", "about": "environ ", "pages": "pages"},
	} {
		all, err := courses.In(say["lang"])
		if err != nil {
			t.Fatal(err)
		}
		text := string(s.files[page].raw)
		rows := row.FindAllStringSubmatch(text, -1)
		if len(rows) != len(all) || strings.Index(text, "</table>") > strings.Index(text, "<section") {
			t.Fatalf("%s has %d rows of %d courses", page, len(rows), len(all))
		}
		for i, c := range all {
			time := strconv.Itoa(c.Minutes()) + "\u00a0min"
			if c.Minutes() >= 60 {
				time = strconv.Itoa((c.Minutes()+30)/60) + "\u00a0h"
			}
			want := []string{c.Course, c.Title, c.Line, say[c.Level], say["about"] + time, strconv.Itoa(len(c.Pages)),
				say["pages"]}
			got := rows[i][1:8]
			for k := range got {
				if got[k] = html.UnescapeString(got[k]); got[k] != want[k] || want[k] == "" {
					t.Errorf("%s: the row of %s says %q, not %q", page, c.Course, got[k], want[k])
				}
			}
			if plain(rows[i][8]) != plain(c.Prerequisites) || !strings.Contains(text, `<h2 id="`+c.Course+`"`) {
				t.Errorf("%s: %s needs %q, or has no heading", page, c.Course, rows[i][8])
			}
		}
	}
}

// Questions are recognised by their first words.
func TestAsks(t *testing.T) {
	for text, want := range map[string]string{"What does C do?": "what", "Iris: which columns count?": "which",
		"Does it end?": "is", "When is one enough?": "where", "Where are they?": "where", "And now?": "other",
		"The widest street": "", "How": ""} {
		if got := asks(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	p := &course.Page{Title: "A street", Steps: []course.Step{
		{Kind: course.Note, Text: "<p>What is it?</p>"},
		{Kind: course.Choose, Text: "<p>What does <math><mi>k</mi></math> do?</p>"},
		{Kind: course.Choose, Text: "<p>Look at it. Which <em>one</em> is &lt; 3?</p>"}}}
	if text, kind := questionOf(p, p); text != "Which one is < 3?" || kind != "which" {
		t.Errorf("the page asks %q, %s", text, kind)
	}
}

// The kind of a translated question is that of its English original; the question appears on the card if the
// translation is a question, too.
func TestAsksInAnotherLanguage(t *testing.T) {
	english := &course.Page{Title: "A street", Steps: []course.Step{
		{Kind: course.Choose, Text: "<p>Look at it. Which one is widest?</p>"}}}
	for said, want := range map[string][2]string{"Regardez. Laquelle est la plus large\u00a0?": {
		"Laquelle est la plus large ?", "which"}, "Cochez la plus large.": {"", ""}} {
		p := &course.Page{Title: "Une rue", Steps: []course.Step{{Kind: course.Choose, Text: "<p>" + said + "</p>"}}}
		if text, kind := questionOf(p, english); text != want[0] || kind != want[1] {
			t.Errorf("%q asks %q, %q", said, text, kind)
		}
	}
	p := &course.Page{Title: "Que fait C\u00a0?"}
	if text, kind := questionOf(p, &course.Page{Title: "What does C do?"}); text != p.Title || kind != "what" {
		t.Errorf("the title asks %q, %q", text, kind)
	}
}

const (
	anExample = `{"version":1,"method":"knn","params":{"n_neighbors":3},` +
		`"dataset":{"name":"moons","n":40,"noise":0.1,"seed":1}}`
	aWall = `{"version":1,"method":"knn","dataset":{"name":"moons","n":40,"noise":0.1,"seed":1},` +
		`"wall":{"over":"n_neighbors","values":[1,9,39]}}`
)

// snapshotsOf returns the snapshots of a site with these documents, cached in a folder.
func snapshotsOf(t *testing.T, dir string, documents map[string]string) *snapshots {
	t.Helper()
	l, err := newSnapshots(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range documents {
		l.add(name, text)
	}
	return l
}

// A document's picture is drawn once, on request, in both themes; the cache finds it by the document and the drawing
// program, and by nothing else.
func TestSnapshots(t *testing.T) {
	dir := t.TempDir()
	one := snapshotsOf(t, dir, map[string]string{"a": anExample, "b/wall": aWall})
	seen := map[string]bool{}
	for _, name := range []string{"a", "b/wall"} {
		for _, theme := range galleryThemes {
			f, err := one.file(snapshotPath(name, theme))
			if err != nil {
				t.Fatal(err)
			}
			im, err := png.Decode(bytes.NewReader(f.raw))
			if err != nil {
				t.Fatal(err)
			}
			if b := im.Bounds(); b.Dx() != tileW || b.Dy() != tileH || len(f.raw) > 12<<10 ||
				f.path != snapshotPath(name, theme) {
				t.Errorf("%s: %v, %d bytes", f.path, b, len(f.raw))
			}
			if seen[f.sum] {
				t.Errorf("%s is like another one", f.path)
			}
			seen[f.sum] = true
			again, err := one.file(snapshotPath(name, theme))
			if err != nil || again != f {
				t.Errorf("%s is drawn again (%v)", f.path, err)
			}
		}
	}
	for _, name := range []string{"a.light.png", "cards/c.light.png", "cards/a.print.png", "cards/a.png", "cards/"} {
		if f, err := one.file(name); f != nil || err != nil {
			t.Errorf("there is a picture %q (%v)", name, err)
		}
	}
	// A cached picture is used: a different picture in its place is returned. A document with one more letter is a
	// different document.
	kept, err := filepath.Glob(filepath.Join(dir, snapshotDir, "*", "*.png"))
	if err != nil || len(kept) != 4 {
		t.Fatalf("%d are kept (%v)", len(kept), err)
	}
	for _, name := range kept {
		if err := os.WriteFile(name, []byte("kept"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	two := snapshotsOf(t, dir, map[string]string{"x": anExample, "y": anExample + " "})
	fresh := func(name string) bool {
		f, err := two.file(snapshotPath(name, "dark"))
		if err != nil {
			t.Fatal(err)
		}
		return string(f.raw) != "kept"
	}
	if fresh("x") || !fresh("y") {
		t.Error("what is kept is not found by the document")
	}
	two.dir = filepath.Join(dir, snapshotDir, "another program")
	two.add("z", anExample)
	if !fresh("z") {
		t.Error("what another program drew is taken")
	}
	// The pictures of only a few older programs are kept.
	for _, name := range []string{"p", "q", "r", "s", "t"} {
		if err := os.Mkdir(filepath.Join(dir, snapshotDir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := two.forget(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, snapshotDir))
	if err != nil || len(left) != drawers || !slices.ContainsFunc(left, func(e os.DirEntry) bool {
		return e.Name() == "another program"
	}) {
		t.Errorf("%v are left (%v)", left, err)
	}
}

// All pictures are drawn at once, and the same each time; an error names a document that can't be drawn or shows
// nothing.
func TestAllSnapshots(t *testing.T) {
	documents := map[string]string{"a": anExample, "b": aWall, "c": catalog.Start}
	one, err := snapshotsOf(t, "", documents).all()
	if err != nil {
		t.Fatal(err)
	}
	other, err := snapshotsOf(t, "", documents).all()
	if err != nil || len(one) != 2*len(documents) {
		t.Fatalf("%d pictures (%v)", len(one), err)
	}
	for i, f := range one {
		if !bytes.Equal(f.raw, other[i].raw) {
			t.Errorf("%s is another one each time", f.path)
		}
	}
	for text, says := range map[string]string{
		`{"version":1,"method":"knn","params":{"n_neighbors":-1},"dataset":{"name":"moons"}}`: "n_neighbors",
		`{"version":1,"method":"kmeans"}`: "points",
	} {
		documents["courses/mine/page"] = text
		if _, err := snapshotsOf(t, "", documents).all(); err == nil || !strings.Contains(err.Error(), "courses/mine/page") ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A picture of a single colour is a fault; a picture with a single point is not.
func TestPlainGround(t *testing.T) {
	im := image.NewRGBA(image.Rect(0, 0, 40, 30))
	draw.Draw(im, im.Rect, image.White, image.Point{}, draw.Src)
	if !plainGround(im) {
		t.Error("white paper shows something")
	}
	im.Set(39, 29, color.Black)
	if plainGround(im) {
		t.Error("a point is nothing")
	}
}

// A site serves pictures on request; a site without pictures shows plain backgrounds in their place.
func TestCards(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/"})
	at := snapshotPath("methods/svm-0", "dark")
	r := get(s, "GET", "/courses/ml/"+at)
	b := body(t, r)
	if r.StatusCode != 200 || r.Header.Get("Content-Type") != "image/png" || r.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("%s, %v", r.Status, r.Header)
	}
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		t.Error(err)
	}
	if r := get(s, "GET", "/courses/ml/"+at, "If-None-Match", r.Header.Get("ETag")); r.StatusCode != 304 {
		t.Errorf("asked again: %s", r.Status)
	}
	for _, name := range []string{"/" + at, "/courses/ml/cards/methods/none-0.dark.png"} {
		if r := get(s, "GET", name); r.StatusCode != 404 {
			t.Errorf("%s: %s", name, r.Status)
		}
	}
	s.snapshots.add("broken", "{}")
	if r := get(s, "GET", "/courses/ml/"+snapshotPath("broken", "dark")); r.StatusCode != 500 {
		t.Errorf("what can't be drawn: %s", r.Status)
	}
	p := newSite(t, Options{Plain: true})
	page := string(p.files["gallery.html"].raw)
	if strings.Contains(page, "<img") ||
		strings.Count(page, `<span class="still">`) != strings.Count(page, `class="card"`) {
		t.Error("a site without pictures shows some")
	}
}
