package handout

import (
	"strconv"
	"strings"

	"pointscape/engine/course"
	"pointscape/engine/html"
	"pointscape/engine/words"
)

// Image is a figure by its address, with its alternative text.
type Image struct{ Shows, Address string }

// ImageID returns the id of the image for the figure of a page, counted from 0.
func ImageID(page int) string { return "handout-" + strconv.Itoa(page) }

// Sheets returns the sheets of a course, as HTML for a body: package course has escaped the author's texts. before is
// the part of a page's address before its id; "" = addresses are left out. Without figures their images are empty.
func Sheets(c *course.Course, before string, figures []Image) string {
	w := &writer{}
	w.put(`<article class="handout"`, langOf(c.Lang), `>`)
	w.put(`<h1>`, html.EscapeString(c.Title), `</h1>`, c.Summary)
	w.front(c)
	for i := range c.Pages {
		p := &c.Pages[i]
		w.put(`<section><h2>`, number(i), html.EscapeString(p.Title), `</h2>`, p.Text)
		w.aside("What to notice", p.Notice)
		w.put(`<figure><img id="`, ImageID(i), `"`)
		if i < len(figures) {
			w.put(` src="`, html.EscapeString(figures[i].Address), `" alt="`, html.EscapeString(figures[i].Shows), `"`)
		}
		w.put(`>`)
		if before != "" {
			w.put(`<figcaption>`, html.EscapeString(before+p.ID), `</figcaption>`)
		}
		w.put(`</figure>`)
		for j := range p.Steps {
			w.step(&p.Steps[j])
		}
		w.aside("In short", p.Summary)
		w.put(`</section>`)
	}
	w.answers(c)
	w.put(`</article>`)
	return w.String()
}

// front writes the texts before the pages.
func (w *writer) front(c *course.Course) {
	w.aside("Prerequisites", c.Prerequisites)
	if len(c.Symbols) > 0 {
		w.heading("Symbols")
		w.put(`<div class="handout-symbols">`)
		for _, s := range c.Symbols {
			w.put(`<div>`, s.Symbol, `</div><div>`, s.Means, `</div>`)
		}
		w.put(`</div>`)
	}
	w.aside("References", strings.Join(c.References, ""))
}

// aside writes a text below a heading, or nothing if the text is empty.
func (w *writer) aside(heading, html string) {
	if html != "" {
		w.heading(heading)
		w.put(html)
	}
}

// heading writes a heading, in the program's language.
func (w *writer) heading(text string) {
	spoken := "en"
	if l := words.Speaks(); l != nil {
		spoken = l.Tag
	}
	w.put(`<h3`, langOf(spoken), `>`, html.EscapeString(words.Readable(text)), `</h3>`)
}

type writer struct{ strings.Builder }

func (w *writer) put(parts ...string) {
	for _, s := range parts {
		w.WriteString(s)
	}
}

func langOf(tag string) string {
	if tag == "" {
		return ""
	}
	return ` lang="` + html.EscapeString(tag) + `"`
}

func number(page int) string { return `<span>` + strconv.Itoa(page+1) + `.</span> ` }

func (w *writer) step(s *course.Step) {
	w.put(`<div class="handout-step">`, s.Text)
	if len(s.Choices) > 0 {
		w.put(`<ul class="handout-choices">`)
		for i := range s.Choices {
			w.put(`<li>`, s.Choices[i].Text, `</li>`)
		}
		w.put(`</ul>`)
	}
	w.put(`</div>`)
}

// answers writes the answers of all pages, if there are any.
func (w *writer) answers(c *course.Course) {
	begun := false
	for i := range c.Pages {
		for j := range c.Pages[i].Steps {
			s := &c.Pages[i].Steps[j]
			told := s.Then
			for k := range s.Choices {
				if x := &s.Choices[k]; x.Right {
					told = x.Text + x.Why + told
				}
			}
			if told == "" {
				continue
			}
			if !begun {
				spoken := "en"
				if l := words.Speaks(); l != nil {
					spoken = l.Tag
				}
				w.put(`<section class="handout-answers"><h2`, langOf(spoken), `>`, html.EscapeString(words.Readable("Answers")), `</h2>`)
				begun = true
			}
			w.put(`<div class="handout-step">`, number(i), told, `</div>`)
		}
	}
	if begun {
		w.put(`</section>`)
	}
}
