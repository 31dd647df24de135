// Package results makes the HTML with charts and pictures, and the tables, of a class's answers that a lecturer's page
// shows and saves. Requests are class.Panels.
//
// Until a step is revealed, the HTML only contains how many members have answered, and the list of members. Then it
// also contains the distribution of the answers, which depends on the kind of the step: bars of choices, a histogram of
// numbers, the density of positions over the step's picture, all lines over the picture with the histograms of their
// errors, or the share of members who have solved a task over time. Each picture has an alternative text, and each
// chart a table.
//
// The package knows no method: what it needs of a document's fit it asks an Engine.
//
// Charts have the colours of the page's style (Style). Pictures, and the answers drawn over them, have the colours of a
// palette.
package results

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"pointscape/engine/check"
	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Style is the style sheet of the HTML, which the page's style contains.
//
//go:embed results.css
var Style string

// Limits of a class.Panel, in addition to those of package class.
const (
	MaxBytes   = 256 << 20 // bytes of its JSON
	MaxMembers = 5000
	MaxAnswers = 400_000 // as many as a room of 1,000 members keeps
	MaxChoices = 100
	MaxSteps   = 2000 // entries of Panel.Steps
)

// Engine answers questions about documents (package fits). The error is the job's, or says why there is no answer now;
// faults of the document are Fits.Why.
type Engine func(job method.Job, ask *wire.AskFits) (*wire.Fits, error)

// Answer returns a function that answers requests for texts: the kinds of class.Panel. It keeps the results for the
// last mostKept documents, so that each line is judged once although the HTML is made again for each new answer.
func Answer(engine Engine) func(job method.Job, kind, text string) (string, error) {
	m := &maker{engine: engine}
	return func(job method.Job, kind, text string) (string, error) {
		switch kind {
		case "class":
			return m.made(job, text, m.html)
		case "class-csv":
			return m.made(job, text, m.csv)
		case "class-json":
			return m.made(job, text, m.json)
		}
		return "", words.Errorf("the engine does not know the name %q", kind)
	}
}

// maker makes the texts that panels request.
type maker struct {
	engine Engine
	kept   []*step // at most mostKept, the last used one at the end
}

// made decodes and checks a panel, and calls of to make its text.
func (m *maker) made(job method.Job, text string, of func(method.Job, *class.Panel) (string, error)) (string, error) {
	if len(text) > MaxBytes {
		return "", doc.Errorf("panel", words.Sprintf("at most %d bytes", MaxBytes), len(text))
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

// checked checks a panel except the values of its answers, which are checked when they are read.
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

// few returns an error of field if n is greater than most.
func few(field string, n, most int) error {
	if n > most {
		return doc.Errorf(field, words.Sprintf("at most %d", most), n)
	}
	return nil
}

// asks checks the description of a step in a panel. at is the prefix of the field names in errors.
func asks(at string, p *class.Panel) error {
	if err := cmp.Or(class.CheckText(at+"title", p.Title, class.MaxText),
		class.CheckText(at+"step.page", p.Step.Page, class.MaxText), few(at+"choices", len(p.Choices), MaxChoices),
		readable(at+"answer", p.Answer), readable(at+"check", p.Check)); err != nil {
		return err
	}
	if p.Step.Step < 0 || p.Step.Step >= class.MaxSteps {
		return doc.Errorf(at+"step.step", words.Text("a number from 0 to %s", count(class.MaxSteps-1)), p.Step.Step)
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

// readable checks that an expression or a condition can be parsed; "" is valid.
func readable(field, text string) error {
	if text == "" {
		return nil
	}
	if _, err := check.Read(text); err != nil {
		return fmt.Errorf("%s: %w", field, err)
	}
	return nil
}

// step caches the results for a document with which a step begins. Steps with the same document share one.
type step struct {
	document string
	values   map[string]any         // of names in conditions; nil = unknown
	figures  map[string]*figure     // by palette
	hidden   error                  // why the picture could not be drawn
	judging  *judging               // nil = no line was judged yet, or unjudged
	unjudged error                  // why lines can't be judged
	lines    map[string]*drawn      // by the JSON of the answer
	areas    map[area]*picture.Path // by condition and viewport: the region whose positions satisfy the condition
	checks   map[string]*condition  // conditions and expressions, by text
}

// condition is a parsed condition or expression.
type condition struct {
	*check.Condition
	asked bool // the values of its names are known, as far as there are any
}

// judging is what the judged lines over a document have in common.
type judging struct {
	task   method.Task // of the document's method: Classify or Regress
	on     string      // as in wire.Judged
	method []float64
}

// drawn is a line that a member has drawn, with its errors.
type drawn struct {
	line   [][2]float64 // vertices, in data coordinates
	judged *wire.Judged // nil = it can't be judged
}

// Limits of the caches: number of documents, and of lines over one document.
const (
	mostKept  = 6
	mostLines = 3 * MaxMembers
)

// step returns the cache of a document. A new one replaces the one that was not used for longest.
func (m *maker) step(document string) *step {
	at := slices.IndexFunc(m.kept, func(x *step) bool { return x.document == document })
	if at < 0 {
		m.kept = append(m.kept, &step{document: document, figures: map[string]*figure{}, lines: map[string]*drawn{},
			values: map[string]any{}, areas: map[area]*picture.Path{}, checks: map[string]*condition{}})
		if len(m.kept) > mostKept {
			m.kept = slices.Delete(m.kept, 0, 1)
		}
		return m.kept[len(m.kept)-1]
	}
	x := m.kept[at]
	m.kept = append(slices.Delete(m.kept, at, at+1), x)
	return x
}

// condition returns the parsed condition with the values of its names, except those in of.
func (m *maker) condition(job method.Job, s *step, text string, of map[string]any) (*condition, error) {
	c := s.checks[text]
	if c == nil {
		read, err := check.Read(text)
		if err != nil {
			return nil, err
		}
		c = &condition{Condition: read}
		s.checks[text] = c
	}
	if c.asked {
		return c, nil
	}
	var names []string
	for _, name := range c.Names() {
		_, given := of[name]
		if _, kept := s.values[name]; !given && !kept {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		// The panel doesn't contain the document of the page's first step, so conditions on it are not decided here.
		fits, err := m.engine(job, &wire.AskFits{Document: s.document, Names: names})
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			s.values[name] = fits.Values[name].Any()
		}
	}
	c.asked = true
	return c, nil
}

// names returns the values of names: those in of, and of the step's document. Others count as computed later.
func (s *step) names(of map[string]any) check.Names {
	return func(name string) (any, error) {
		v, ok := of[name]
		if !ok {
			v = s.values[name]
		}
		if v == nil {
			return nil, check.ErrLater
		}
		return v, nil
	}
}
