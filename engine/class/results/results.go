// Package results makes what a lecturer's page shows and saves of a class's answers: HTML with charts and pictures, and
// tables. See class.Panel for what it is asked.
//
// Until a step is revealed, the HTML says only how many have answered. Then it has the distribution of the answers, by
// the kind of the step: bars of choices, a histogram of numbers, places as a density over the step's picture, lines
// laid over each other with the histograms of their errors, the share that has solved a task over time. Each picture
// has an alternative text and each chart a table.
//
// Charts take their colours from the page's style (Style). A picture has those of its palette, and so has what is drawn
// over it.
package results

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"pointscape/engine/check"
	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/course/handout"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Style is how the HTML looks on the page.
//
//go:embed results.css
var Style string

// Limits of a Panel beside those of package class.
const (
	MaxBytes   = 256 << 20 // of its JSON
	MaxMembers = 5000
	MaxAnswers = 200_000
	MaxChoices = 100
	MaxSteps   = 2000 // that Panel.Steps has
)

// Answer answers what the page asks of texts beside handout.Answer: the kinds of class.Panel. What it has worked out of
// the newest steps is kept, so that an answer that comes is judged once.
func Answer(s *session.Session) func(job method.Job, kind, text string) (string, error) {
	m := &maker{s: s}
	others := handout.Answer(s)
	return func(job method.Job, kind, text string) (string, error) {
		switch kind {
		case "class":
			return m.made(job, text, m.html)
		case "class-csv":
			return m.made(job, text, m.csv)
		case "class-json":
			return m.made(job, text, m.json)
		}
		return others(job, kind, text)
	}
}

// maker makes texts of panels.
type maker struct {
	s    *session.Session
	kept []*step // the newest last
}

// made reads a panel and makes a text of it.
func (m *maker) made(job method.Job, text string, of func(method.Job, *class.Panel) (string, error)) (string, error) {
	if len(text) > MaxBytes {
		return "", doc.Errorf("panel", fmt.Sprintf("at most %d bytes", MaxBytes), len(text))
	}
	var p class.Panel
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return "", err
	}
	if err := checked(&p); err != nil {
		return "", err
	}
	return of(job, &p)
}

// checked checks all of a panel but the values of answers, which are read where they are needed.
func checked(p *class.Panel) error {
	if err := cmp.Or(few("members", len(p.Members), MaxMembers), few("answers", len(p.Answers), MaxAnswers),
		few("steps", len(p.Steps), MaxSteps)); err != nil {
		return err
	}
	for i, x := range p.Members {
		at := "members[" + count(i) + "]"
		if x.ID < 1 {
			return doc.Errorf(at+".id", "a number from 1 on", x.ID)
		}
		if err := class.CheckText(at+".nick", x.Nick, class.MaxNick); err != nil {
			return err
		}
	}
	for i := range p.Answers {
		if n := p.Answers[i].Member; n < 1 {
			return doc.Errorf("answers["+count(i)+"].member", "a number from 1 on", n)
		}
	}
	if p.Here < 0 {
		return doc.Errorf("here", "0 or more", p.Here)
	}
	if err := asks("", p); err != nil {
		return err
	}
	for i := range p.Steps {
		if err := asks("steps["+count(i)+"].", &p.Steps[i]); err != nil {
			return err
		}
	}
	return nil
}

// few checks how many there are of something.
func few(field string, n, most int) error {
	if n > most {
		return doc.Errorf(field, fmt.Sprintf("at most %d", most), n)
	}
	return nil
}

// asks checks what a step asks; at stands before the names of fields.
func asks(at string, p *class.Panel) error {
	if err := cmp.Or(class.CheckText(at+"title", p.Title, class.MaxText),
		class.CheckText(at+"step.page", p.Step.Page, class.MaxText), few(at+"choices", len(p.Choices), MaxChoices),
		readable(at+"answer", p.Answer), readable(at+"check", p.Check)); err != nil {
		return err
	}
	if p.Step.Step < 0 || p.Step.Step >= class.MaxSteps {
		return doc.Errorf(at+"step.step", "a number from 0 to "+count(class.MaxSteps-1), p.Step.Step)
	}
	if kinds[p.Kind] == "" && p.Kind != "" && p.Kind != course.Note {
		return doc.Errorf(at+"kind", "the kind of a course's step, or none", p.Kind)
	}
	if n := max(len(p.Page), len(p.Text)); n > doc.MaxBytes {
		field := "text"
		if n == len(p.Page) {
			field = "page"
		}
		return doc.TooLong(at+field, n)
	}
	for i, k := range p.Right {
		if k < 0 || k >= len(p.Choices) {
			return doc.Errorf(at+"right["+count(i)+"]", "the number of a choice", k)
		}
	}
	if !(p.Within >= 0) {
		return doc.Errorf(at+"within", "0 or more", p.Within)
	}
	if _, ok := picture.PaletteByName(p.Palette); p.Palette != "" && !ok {
		return doc.Errorf(at+"palette", doc.OneOf(picture.PaletteNames(), p.Palette), p.Palette)
	}
	return nil
}

// readable checks an expression or a condition, where there is one.
func readable(field, text string) error {
	if text == "" {
		return nil
	}
	if _, err := check.Read(text); err != nil {
		return fmt.Errorf("%s: %w", field, err)
	}
	return nil
}

// step is what has been worked out of a document with which a step begins.
type step struct {
	document string
	known    *check.Known
	wrong    error              // why known is nil
	figures  map[string]*figure // by palette
	judging  *session.Judging
	unjudged error              // why judging is nil
	lines    map[string]*drawn  // by the value of the answer
	values   map[string]float64 // of expressions, such as the right answer
	areas    map[area]*picture.Path
	checks   map[string]*check.Condition
}

// drawn is a line that a member has drawn, and its errors.
type drawn struct {
	line   [][2]float64
	judged *wire.Judged // nil = it can't be judged
}

// How much is kept: documents, and lines drawn over one of them.
const (
	mostKept  = 6
	mostLines = 3 * MaxMembers
)

// step returns what is kept of a document, or begins it.
func (m *maker) step(document string) *step {
	at := slices.IndexFunc(m.kept, func(x *step) bool { return x.document == document })
	if at < 0 {
		m.kept = append(m.kept, &step{document: document, figures: map[string]*figure{}, lines: map[string]*drawn{},
			values: map[string]float64{}, areas: map[area]*picture.Path{},
			checks: map[string]*check.Condition{}})
		if len(m.kept) > mostKept {
			m.kept = slices.Delete(m.kept, 0, 1)
		}
		return m.kept[len(m.kept)-1]
	}
	x := m.kept[at]
	m.kept = append(slices.Delete(m.kept, at, at+1), x)
	return x
}

// names are what conditions may name of the step's document; why there are none is an error, too, unless that is job's.
func (m *maker) names(job method.Job, x *step) (*check.Known, error) {
	if x.known == nil && x.wrong == nil {
		var k *check.Known
		d, err := doc.Decode([]byte(x.document))
		if err == nil {
			k, err = m.s.Known(job, d)
		}
		if method.Stopped(err) {
			return nil, err
		}
		if x.known, x.wrong = k, err; err == nil {
			x.known.Start = x.known // a page's first step, as far as the panel tells
		}
	}
	return x.known, x.wrong
}

// judge is the judge of lines over the step's document.
func (m *maker) judge(job method.Job, x *step) (*session.Judging, error) {
	if x.judging == nil && x.unjudged == nil {
		d, _, err := handout.Ready(job, m.s, x.document)
		var j *session.Judging
		if err == nil {
			j, err = m.s.Judging(job, d)
		}
		if method.Stopped(err) {
			return nil, err
		}
		x.judging, x.unjudged = j, err
	}
	return x.judging, x.unjudged
}
