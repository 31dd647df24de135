package site

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"pointscape/engine/catalog"
	"pointscape/engine/catalog/reference"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// The pages that the build generates (the lists of methods and of courses, and the gallery) exist in each language:
// methods.html in English, methods.fr.html in French. Texts that their templates pass to Say are translated by the
// language's files; a text without a translation appears in English, and fails the test of app/tools/words.

// listed are the names of those pages, without suffix for the language.
var listed = []string{"courses", "gallery", "methods"}

// framed are the pages of web/ for authors who embed Pointscape in a page of their own. They are templates, too, and
// made in each language.
var framed = []string{"web/builder", "web/embed"}

// edition holds what the pages of one language need.
type edition struct {
	reference.Edition
	Languages []reference.Other // all languages of the site
	infos     []method.Info     // the methods' declarations in the language
}

// editionsOf returns the editions of a site: English, and one for each of the other languages.
func editionsOf(tongues []Tongue) ([]*edition, error) {
	english := &edition{Edition: *reference.English()}
	for _, m := range catalog.All() {
		english.infos = append(english.infos, m.Info)
	}
	list := []*edition{english}
	names := []reference.Other{{Tag: english.Tag, Name: "English"}}
	for _, t := range tongues {
		e, err := editionOf(t)
		if err != nil {
			return nil, fmt.Errorf("the pages in %s: %w", t.Name, err)
		}
		list = append(list, e)
		names = append(names, reference.Other{Tag: t.Tag, Name: t.Name, Suffix: e.Suffix})
	}
	for i, e := range list {
		e.Languages = names
		e.Others = slices.Delete(slices.Clone(names), i, i+1)
	}
	return list, nil
}

func editionOf(t Tongue) (*edition, error) {
	e := &edition{Edition: reference.Edition{Tag: t.Tag, Thousands: t.Thousands, Suffix: "." + t.Tag,
		Open: "./?lang=" + t.Tag}}
	o, err := wire.ReadOffer(t.Offer)
	if err != nil {
		return nil, err
	}
	for i, m := range catalog.All() {
		o.Read(i)
		// These are not part of an offer, since no page of the playground needs them.
		o.Catalog[i].Pictures, o.Catalog[i].Seen = m.Pictures, m.Seen
	}
	e.infos = o.Catalog
	if e.Words, err = wire.ReadLanguage(t.Words); err != nil {
		return nil, err
	}
	e.Texts = func(text string) string {
		for _, list := range []map[string]string{t.Pages, e.Words.Texts} {
			if to, ok := list[text]; ok {
				one, _, _ := strings.Cut(to, "¦")
				return one
			}
		}
		return text
	}
	return e, nil
}

// pagesOf returns the names of the generated files in the language tag.
func pagesOf(tag string) (list []string) {
	for _, name := range slices.Concat(listed, framed) {
		list = append(list, name+"."+tag+".html")
	}
	return append(list, "gallery."+tag+".json")
}

// addFramed adds one of the pages framed, made from the template text, in each language.
func (s *Site) addFramed(name, text string) error {
	for _, e := range s.editions {
		funcs := e.Funcs()
		funcs["Prose"] = e.prose
		t, err := template.New(name).Funcs(funcs).Parse(text)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, e); err != nil {
			return err
		}
		if err := s.add(name+e.Suffix+".html", b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// In prose, **strong** is strong, and [text](page) leads to another page in the same folder.
var (
	strong = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	linked = regexp.MustCompile(`\[([^\]]+)\]\(([a-z]+)\)`)
)

// prose translates a text and returns it as HTML with these marks and with `code`, which is the same in all languages.
func (e *edition) prose(text string) template.HTML {
	if e.Texts != nil {
		text = e.Texts(text)
	}
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			b.WriteString("<code>" + template.HTMLEscapeString(part) + "</code>")
			continue
		}
		part = template.HTMLEscapeString(e.Set(part))
		part = strong.ReplaceAllString(part, "<b>$1</b>")
		b.WriteString(linked.ReplaceAllString(part, `<a href="${2}`+e.Suffix+`.html">$1</a>`))
	}
	return template.HTML(b.String()) // escaped above
}
