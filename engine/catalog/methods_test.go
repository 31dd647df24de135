//go:build !js

package catalog

import (
	"bytes"
	"flag"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/catalog/reference"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

var update = flag.Bool("update", false, "write golden pictures and the page of the methods anew")

// The generated list of methods for readers of the code is up to date with the declarations.
func TestMethodsPage(t *testing.T) {
	t.Parallel()
	b, err := reference.Markdown(All(), "http://localhost:8000/")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("README.md", b, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(b, kept) {
		return
	}
	now, then := strings.Split(string(b), "\n"), strings.Split(string(kept), "\n")
	for i, line := range now {
		if i >= len(then) || then[i] != line {
			t.Fatalf("engine/catalog/README.md is another from line %d on, which is now\n%.300s\n"+
				"go test ./engine/catalog -run TestMethodsPage -update writes it anew", i+1, line)
		}
	}
	t.Fatal("engine/catalog/README.md goes on where it should end: go test ./engine/catalog -run TestMethodsPage -update")
}

var links = regexp.MustCompile(`href="\./#([^"]*)"`)

func infos() (list []method.Info) {
	for _, m := range All() {
		list = append(list, m.Info)
	}
	return list
}

// Each method is on the site's page with all its parameters and switches, and each link opens a document of its method.
func TestMethodsPageOfTheSite(t *testing.T) {
	t.Parallel()
	b, err := reference.HTML(infos(), reference.English(), reference.Gallery{Light: "light.png", Dark: "dark.png"})
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(All())
	articles := map[string]string{}
	for _, part := range strings.Split(string(b), `<article id="`)[1:] {
		id, text, _ := strings.Cut(part, `"`)
		text, _, ok := strings.Cut(text, "</article>")
		if !ok || articles[id] != "" {
			t.Errorf("%s is there twice, or has no end", id)
		}
		articles[id] = text
	}
	if len(articles) != len(All()) {
		t.Errorf("%d methods on the page, %d in the catalogue", len(articles), len(All()))
	}
	for _, m := range Tested() {
		text := html.UnescapeString(articles[m.ID])
		for _, want := range []string{m.Name, m.Source} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: nothing of %q", m.ID, want)
			}
		}
		if !strings.Contains(string(b), `<a href="#`+m.ID+`">`) {
			t.Errorf("no line of the contents leads to %s", m.ID)
		}
		for _, p := range m.Params {
			if !strings.Contains(text, "<code>"+p.Name+"</code>") {
				t.Errorf("%s: nothing of the parameter %s", m.ID, p.Name)
			}
		}
		for _, p := range m.Shows {
			if !strings.Contains(text, "<code>"+string(p.Name)+"</code>") {
				t.Errorf("%s: nothing of the switch %s", m.ID, p.Name)
			}
		}
		found := links.FindAllStringSubmatch(articles[m.ID], -1)
		if len(found) != 2+len(m.Lessons) { // the picture opens the first one, too
			t.Errorf("%s has %d links for %d examples", m.ID, len(found), 1+len(m.Lessons))
		}
		for _, l := range found {
			d, err := doc.DecodeLink(l[1])
			if err == nil {
				d, err = s.Resolve(method.Unstopped, d)
			}
			if err != nil || d.Method != m.ID {
				t.Errorf("%s: a link opens %q: %v", m.ID, d.Method, err)
			}
		}
	}
	if strings.Contains(string(b), "<script") || strings.Contains(string(b), "ZgotmplZ") {
		t.Error("the page has a script, or something that was not let through")
	}
}
