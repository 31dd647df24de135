package site

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pointscape/engine/catalog"
	"pointscape/engine/course"
	"pointscape/engine/doc"
)

// The gallery shows every example of the catalogue and every page of the courses as a card with a still picture and a
// title. It can be read without a script; web/gallery.js searches and sorts it.

//go:embed courses.html gallery.html cards.html
var pages embed.FS

// card is a link to a document, with what the gallery shows about it.
type card struct {
	ID      string // id of the card; for a page also the key of its words in gallery.json
	Href    string
	Title   string
	Method  string // ID of its method
	Name    string // name of its method
	Course  string // title of its course; "" for an example
	Number  int    // number of the page in its course, from 1
	Line    string // one line about the page
	Minutes int
	Tasks   int
	Steps   int    // number of steps, including notes
	Lang    string // language of a course that has not been translated; else ""
	// Question is a question that the document answers; Asks is its kind (see questions).
	Question, Asks string
	Light, Dark    string // paths of its pictures; "" if there are none
}

// shelf is a section of the gallery with its cards: a course, or a family of methods.
type shelf struct {
	ID, Name, Kind string
	Line           string         // one line about the course; "" for a family
	Lang           string         // as in card
	Course         *course.Course // nil for a family
	Cards          []card
}

// questions lists the kinds of questions, with the English words with which they begin; gallery.html has their
// headings. The kind of a translated question is that of its English original.
var questions = []struct{ ID, words string }{
	{"what", "what"}, {"which", "which whose who"}, {"how", "how"}, {"why", "why"}, {"where", "where when"},
	{"is", "is are does do can will has must may was were did should"},
}

// asks returns the kind of a question, "other" if it begins with none of the words; "" if the text is not a question.
func asks(text string) string {
	if !strings.HasSuffix(text, "?") {
		return ""
	}
	// A question may follow a colon: "Iris: which ...?".
	for _, part := range strings.Split(text, ": ") {
		first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), " ")
		first = strings.TrimRightFunc(first, func(r rune) bool { return !unicode.IsLetter(r) })
		for _, q := range questions {
			if slices.Contains(strings.Fields(q.words), first) {
				return q.ID
			}
		}
	}
	return "other"
}

var (
	mathematics = regexp.MustCompile(`(?s)<math.*?</math>`)
	tags        = regexp.MustCompile(`<[^>]*>`)
	sentence    = regexp.MustCompile(`[^.?!:]*\?$`)
)

// plain returns the words of an HTML text, without tags; a formula becomes "…".
func plain(text string) string {
	text = tags.ReplaceAllString(mathematics.ReplaceAllString(text, " … "), " ")
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}

// questionOf returns a question that a page of a course asks in words, and its kind: the page's title or, if that is no
// question, the question at the end of the first step where it has a listed kind and fits on a card. Both are "" if
// there is none. english is the same page as it was written.
func questionOf(p, english *course.Page) (text, kind string) {
	if kind = asks(english.Title); kind != "" {
		return p.Title, kind
	}
	for i := range english.Steps {
		if !english.Steps[i].Asks() {
			continue
		}
		last, short := lastOf(english.Steps[i].Text)
		if kind = asks(last); kind == "" || kind == "other" || !short {
			continue
		}
		if last, short = lastOf(p.Steps[i].Text); last != "" && short {
			return last, kind
		}
	}
	return "", ""
}

// lastOf returns the question with which an HTML text ends, "" if it ends with none; short reports whether it is short
// enough for a card and contains no formula.
func lastOf(text string) (last string, short bool) {
	last = strings.TrimSpace(sentence.FindString(plain(text)))
	return last, len([]rune(last)) <= 100 && !strings.Contains(last, "…")
}

// wordsOf returns the searchable words of a page: all but its hints and the explanations of answers.
func wordsOf(p *course.Page) string {
	list := []string{plain(p.Text)}
	for i := range p.Steps {
		s := &p.Steps[i]
		list = append(list, plain(s.Text))
		for _, c := range s.Choices {
			list = append(list, plain(c.Text))
		}
		list = append(list, plain(s.Then))
	}
	return strings.Join(strings.Fields(strings.Join(list, " ")), " ")
}

// texts is the content of gallery.json: words that web/gallery.js searches in addition to those on the cards.
type texts struct {
	Methods map[string]string `json:"methods"`
	Pages   map[string]string `json:"pages"` // by the card's ID
}

// shelves returns the cards of all courses, then those of the catalogue by family, in a language; english are the
// courses as they were written.
func (s *Site) shelves(e *edition, list, english []*course.Course) (all []shelf, t texts, err error) {
	t = texts{map[string]string{}, map[string]string{}}
	methods := catalog.All()
	names := map[string]string{}
	for i := range e.infos {
		names[e.infos[i].ID] = e.infos[i].Name
	}
	// All languages share the pictures.
	picture := func(c *card, name, document string) {
		if s.snapshots != nil {
			if e.Suffix == "" {
				s.snapshots.add(name, document)
			}
			c.Light, c.Dark = snapshotPath(name, "light"), snapshotPath(name, "dark")
		}
	}
	for k, c := range list {
		one := shelf{ID: "course-" + c.Course, Name: e.titled(c, c.Title), Kind: "course", Line: e.titled(c, c.Line),
			Course: c}
		if c.Lang != e.Tag {
			one.Lang = c.Lang
		}
		for i := range c.Pages {
			p, first := &c.Pages[i], &english[k].Pages[i]
			d, err := doc.Decode([]byte(first.Document))
			if err != nil {
				return nil, t, fmt.Errorf("%s/%s: %w", c.Course, p.ID, err)
			}
			x := card{ID: "page-" + c.Course + "-" + p.ID, Href: e.Address("course=" + c.Course + "/" + p.ID),
				Title: e.titled(c, p.Title), Method: d.Method, Name: names[d.Method], Course: one.Name, Number: i + 1,
				Lang: one.Lang}
			x.Steps, x.Minutes, x.Line = len(p.Steps), p.Minutes, e.titled(c, p.Line)
			x.Question, x.Asks = questionOf(p, first)
			x.Question = e.titled(c, x.Question)
			for k := range p.Steps {
				if p.Steps[k].Asks() {
					x.Tasks++
				}
			}
			t.Pages[x.ID] = wordsOf(p)
			picture(&x, "courses/"+c.Course+"/"+p.ID, first.Document)
			one.Cards = append(one.Cards, x)
		}
		all = append(all, one)
	}
	for i := range methods {
		in, first := &e.infos[i], &methods[i].Info
		called := []string{in.Name, in.ID, in.Family, in.Summary}
		if in.Name != first.Name {
			called = append(called, first.Name)
		}
		t.Methods[in.ID] = strings.Join(append(called, in.Aliases...), " ")
		id := "family-" + strings.ReplaceAll(strings.ToLower(first.Family), " ", "-")
		k := slices.IndexFunc(all, func(x shelf) bool { return x.ID == id })
		if k < 0 {
			k = len(all)
			all = append(all, shelf{ID: id, Name: in.Family, Kind: "family"})
		}
		own := append([]string{in.Example}, in.Lessons...)
		for n, text := range append([]string{first.Example}, first.Lessons...) {
			d, err := doc.Decode([]byte(own[n]))
			if err != nil {
				return nil, t, fmt.Errorf("example %d of %s: %w", n, in.ID, err)
			}
			link, err := doc.EncodeLink(d)
			if err != nil {
				return nil, t, fmt.Errorf("example %d of %s: %w", n, in.ID, err)
			}
			english, err := doc.Decode([]byte(text))
			if err != nil {
				return nil, t, fmt.Errorf("example %d of %s: %w", n, in.ID, err)
			}
			x := card{ID: "example-" + in.ID + "-" + strconv.Itoa(n), Href: e.Address("#" + link),
				Title: e.Set(cmp.Or(d.Title, in.Name)), Method: in.ID, Name: in.Name}
			if x.Asks = asks(cmp.Or(english.Title, first.Name)); x.Asks != "" {
				x.Question = x.Title
			}
			picture(&x, "methods/"+in.ID+"-"+strconv.Itoa(n), text)
			all[k].Cards = append(all[k].Cards, x)
		}
	}
	return all, t, nil
}

// titled sets a text of a course typographically, if the course is in the edition's language.
func (e *edition) titled(c *course.Course, text string) string {
	if c.Lang != e.Tag {
		return text
	}
	return e.Set(text)
}

// addPages adds the pages with cards in a language (the gallery and the list of courses), and the file of searchable
// texts.
func (s *Site) addPages(e *edition, list, english []*course.Course) error {
	all, words, err := s.shelves(e, list, english)
	if err != nil {
		return err
	}
	b, err := json.Marshal(words)
	if err != nil {
		return err
	}
	if err := s.add("gallery"+e.Suffix+".json", b); err != nil {
		return err
	}
	funcs := e.Funcs()
	funcs["html"] = func(s string) template.HTML { // already escaped by package course
		// Links between pages of courses are relative to the playground's address, not to this page's.
		return template.HTML(strings.ReplaceAll(s, `href="?course=`, `href="`+html.EscapeString(e.Address("course="))))
	}
	funcs["hours"] = func(minutes int) string {
		if minutes < 60 {
			return strconv.Itoa(minutes) + "\u00a0min"
		}
		return strconv.Itoa((minutes+30)/60) + "\u00a0h"
	}
	t, err := template.New("").Funcs(funcs).ParseFS(pages, "*.html")
	if err != nil {
		return err
	}
	data := struct {
		*edition
		Courses, Families []shelf
		Count             int
		Questions         []string
	}{edition: e}
	for _, q := range questions {
		data.Questions = append(data.Questions, q.ID)
	}
	data.Questions = append(data.Questions, "other")
	for _, x := range all {
		data.Count += len(x.Cards)
		if x.Kind == "course" {
			data.Courses = append(data.Courses, x)
		} else {
			data.Families = append(data.Families, x)
		}
	}
	for _, name := range []string{"courses", "gallery"} {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, name+".html", data); err != nil {
			return err
		}
		if err := s.add(name+e.Suffix+".html", b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
