//go:build !js

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
)

// everyText returns the project's root and all its texts.
func everyText(t *testing.T) (root string, list []text) {
	t.Helper()
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	if list, err = all(root); err != nil {
		t.Fatal(err)
	}
	return root, list
}

// The list has texts of the catalogue, of Go, of JavaScript and of HTML.
func TestAll(t *testing.T) {
	_, list := everyText(t)
	for _, want := range []text{
		{"svm", "name", "Support vector machine"},
		{"svm params.kernel=linear", "choice", "Linear"},
		{"knn shows.boundary", "label", "Decision boundary"},
		{"kmeans params.starts", "several", "starting centres"},
		{"data.moons", "label", "Two moons"},
		{"table.iris", "label", "Iris, all 4 columns"},
		{"engine/method/facts.go:", "", "Share of the points that are misclassified"},
		{"engine/svm/", "Sentence", "Click to add points: a tube is fitted to them."},
		{"app/ui/examples.go:", "", "No example has this name."},
		{"web/boot.js:", "text", "The site may have a new version: reload the page."},
		{"web/index.html:", "text", "Pointscape has not started yet."},
	} {
		is := func(is text) bool {
			return strings.HasPrefix(is.where, want.where) && is.what == want.what && is.says == want.says
		}
		if !slices.ContainsFunc(list, is) {
			t.Errorf("%+v is not in the list", want)
		}
	}
	if !slices.ContainsFunc(list, func(x text) bool {
		return x.what == "title" &&
			strings.HasPrefix(x.where, "svm lessons.")
	}) {
		t.Error("the list has no title of a lesson")
	}
	for _, x := range list {
		if x.says == "" || strings.ContainsAny(x.line(), "\n\r") || strings.Count(x.line(), "\t") != 2 {
			t.Errorf("%q is no line of the list", x.line())
		}
	}
}

func TestOfGo(t *testing.T) {
	list, err := ofGo("x.go", []byte(`package x
import "syscall/js"
import "a package"
type T struct { A int `+"`json:\"a name\"`"+` }
func f() {
	if s == "not a sentence" { panic("nobody reads this") }
	need(&Need{Sentence: "Click to " + verb("add", "points") + ", then wait."})
	label("Help", Says("edge"), "edge", "key-name")
	div().Class("one two").Text("Save it").Call("a b")
	with(el("b.x title='Go $' data-a='not read'|Save $ now", "home", f("Open it")), "aria-label=Close")
	Errorf("%d of %s are wrong", n, "{\"json\": 1}")
	words.Text("of %s {", "two words"); panic("nobody " + who)
}
var p = &python.Counterpart{None: "There is none.", Make: func(w *python.Writer) string { return "of two words" }}
func write(n int, w *python.Writer) { w.Say("What is in a program.") }`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range list {
		got = append(got, x.line())
	}
	want := []string{
		"x.go:7\tSentence\tClick to {}, then wait.",
		"x.go:8\tlabel\tHelp",
		"x.go:8\tSays\tedge",
		"x.go:9\tText\tSave it",
		"x.go:10\ttitle\tGo %s",
		"x.go:10\tText\tSave %s now",
		"x.go:10\tf\tOpen it",
		"x.go:10\tlabel\tClose",
		"x.go:11\tErrorf\t%d of %s are wrong",
		"x.go:12\tText\tof %s {",
		"x.go:12\tText\ttwo words",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The texts of templates are those that their pages translate by Say.
func TestOfTemplate(t *testing.T) {
	var got []string
	for _, x := range ofTemplate("a.html", "<h1>{{Say \"A page\"}}</h1>\n"+
		"{{with .N}}<p>{{.}}&nbsp;{{if eq . 1}}{{Say \"one\"}}{{else}}{{Say \"%d of {}\" .}}{{end}}</p>{{else if eq . "+
		"\"no\"}}{{Say \"No: it isn't.\"}}{{end}}") {
		got = append(got, x.where+" "+x.what+" "+x.says)
	}
	want := "a.html:1 Say A page|a.html:2 Say one|a.html:2 Say %d of {}|a.html:2 Say No: it isn't."
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s, want %s", s, want)
	}
	// The site's pages are read in the same way.
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := readWeb(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"web/404.html", "web/builder.html", "web/embed.html",
		"app/tools/site/cards.html", "app/tools/site/courses.html", "app/tools/site/gallery.html",
		"engine/catalog/reference/methods.html"} {
		if !slices.ContainsFunc(list, func(x text) bool { return strings.HasPrefix(x.where, page+":") && x.what == "Say" }) {
			t.Errorf("nothing of %s is read", page)
		}
	}
}

// Templates translate all words of pages: they contain no other text but names and code.
func TestTemplatesSayAll(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	action := regexp.MustCompile(`\{\{(?:[^}"]|"(?:[^"\\]|\\.)*")*\}\}`)
	code := regexp.MustCompile(`(?s)<(pre|code)\b.*?</(?:pre|code)>`)
	read := 0
	for _, pattern := range []string{"web/[^i]*.html", "app/tools/site/*.html", reference + "*.html"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			read++
			left := code.ReplaceAllString(action.ReplaceAllString(string(b), "{}"), "{}")
			for _, x := range ofFile(filepath.Base(path), left) {
				if !slices.Contains([]string{"{} · Pointscape", "Pointscape", "width=device-width, initial-scale=1",
					"light dark"}, x.says) {
					t.Errorf("%s: %q stands in it, and no language says it: {{Say \"…\"}}", path, x.says)
				}
			}
		}
	}
	if read < 6 {
		t.Errorf("%d templates are read", read)
	}
}

func TestOfFile(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"a.js", "// don't read this\nsay(\"The page is old.\", 'two words', `${n} of ${m} bytes`, \"id\");",
			"a.js:2 The page is old.|a.js:2 two words|a.js:2 {} of {} bytes"},
		{"a.html", "<!-- no words -->\n<title>A page</title>\n<script>\"not this one\"</script><p class=\"no words\" " +
			"title=\"Says more\">Some\n text</p>",
			"a.html:3 Says more|a.html:2 A page|a.html:3 Some text"},
	} {
		var got []string
		for _, x := range ofFile(c.name, c.source) {
			got = append(got, x.where+" "+x.says)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}
