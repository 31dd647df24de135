// Package course implements courses: pages of text, each with a document to experiment with and with steps that ask
// questions, set tasks and point out what to notice. A course is a JSON file; a deck for presentation is one, too.
//
//	{"course": "margins", "title": "Margins", "summary": "...", "pages": [
//	  {"id": "widest", "title": "The widest street", "text": ["Two lines or more.", "", "Formulas: $\\|w\\|$."],
//	   "document": {"method": "svm", "params": {"kernel": "linear"}, "dataset": {"name": "blobs2", "n": 40, "seed": 1}},
//	   "controls": ["C"], "facts": ["n_support"],
//	   "steps": [
//	     {"kind": "choose", "text": "What will a smaller C do?", "veil": true, "set": {"params": {"C": 0.01}},
//	      "choices": [{"text": "Widen the margin", "right": true, "why": "..."}, {"text": "Narrow it", "why": "..."}]},
//	     {"kind": "task", "text": "Make three points carry the margin.", "check": "n_support == 3",
//	      "hints": ["..."], "then": "What to notice.",
//	      "solution": [{"params": {"C": 100}}], "wrong": [{"params": {"C": 0.001}}]}]}]}
//
// Steps may also be written in a page's text; see written.go. Numbers in texts may be written as marks, such as
// [[33 = n_support]], so that they can be verified; see Mark.
//
// Read checks a file and converts its texts to HTML; the page shows the result, which is also stored beside the
// programs.
package course

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/check"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Limits of a course.
const (
	Version    = 1
	MaxBytes   = 4 << 20
	MaxPages   = 100
	MaxSteps   = 20
	MaxChoices = 8
	MaxTitle   = 64     // characters
	MaxText    = 20_000 // characters of one text
	MaxLine    = 110    // characters of the line about a course or a page in a list
	MaxMinutes = 240    // minutes for one page
	MaxSymbols = 60
	maxID      = 40
	maxList    = 20 // controls, locks, facts, hints of one page or step
)

// Kinds of steps.
const (
	Note   = "note"   // a remark, perhaps with another picture
	Choose = "choose" // a question with answers to choose from
	Number = "number" // a question whose answer is a number
	Place  = "place"  // a question whose answer is a position in the plane
	Draw   = "draw"   // a boundary or a curve to be drawn by hand, which is compared with the method's
	Task   = "task"   // a goal to reach, tested by Check
)

var kinds = []string{Note, Choose, Number, Place, Draw, Task}

// Levels of a course.
const (
	Introductory = "introductory" // school mathematics
	Intermediate = "intermediate" // first-year linear algebra, calculus and probability
	Advanced     = "advanced"     // more than that, as described by Prerequisites
)

var levels = []string{"", Introductory, Intermediate, Advanced}

// Text is Markdown with formulas. In a file it is a string, or a list of lines.
type Text string

// ReadJSON implements json.Reader: it reads a string or a list of lines.
func (t *Text) ReadJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		var lines []string
		if err := json.Unmarshal(b, &lines); err != nil {
			return err
		}
		*t = Text(strings.Join(lines, "\n"))
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

// UnmarshalJSON is ReadJSON for encoding/json.
func (t *Text) UnmarshalJSON(b []byte) error { return t.ReadJSON(b) }

// Source is a course as its author wrote it.
type Source struct {
	Version int    `json:"version,omitempty"`
	Course  string `json:"course"` // id: lower-case letters, digits, hyphens
	Title   string `json:"title"`
	// Line describes the course in a list of courses, without formulas; Summary describes it in a paragraph.
	Line    string `json:"line,omitempty"`
	Summary Text   `json:"summary,omitempty"`
	Lang    string `json:"lang,omitempty"` // language of its texts; "" = en
	// Level is one of the levels above, Prerequisites is what students must know, Symbols are the symbols used in the
	// whole course, and References are further reading, each a text in the language of the work.
	Level         string         `json:"level,omitempty"`
	Prerequisites Text           `json:"prerequisites,omitempty"`
	Symbols       []SymbolSource `json:"symbols,omitempty"`
	References    []Text         `json:"references,omitempty"`
	// Basis names the lecture whose figures and formulas the pages' Rows refer to.
	Basis string `json:"basis,omitempty"`
	// Assignment means that students hand in their answers: see package assignment.
	Assignment bool         `json:"assignment,omitempty"`
	Pages      []PageSource `json:"pages"`
}

// SymbolSource is a symbol of a course with its meaning.
type SymbolSource struct {
	Symbol Text `json:"symbol"` // a formula
	Means  Text `json:"means"`
	// Shows are names of parameters, facts and layers (doc.View.Show) that the symbol stands for: those on the page are
	// highlighted when the user points at the symbol in a formula.
	Shows []string `json:"shows,omitempty"`
}

// PageSource is a page as its author wrote it.
type PageSource struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Line describes the page in a list of pages, without formulas; Minutes is the time for the page with its steps.
	Line    string `json:"line,omitempty"`
	Minutes int    `json:"minutes,omitempty"`
	Text    Text   `json:"text"`
	// Notice is what to look at in the picture before the first step; Summary closes the page in two lines.
	Notice   Text            `json:"notice,omitempty"`
	Summary  Text            `json:"summary,omitempty"`
	Document json.RawMessage `json:"document"`
	// Controls are the parameters and layers beside the plane, as in the URL of an embedded frame; those in Lock are
	// shown but can't be changed. "points" in Lock makes the points immovable.
	Controls []string `json:"controls,omitempty"`
	Lock     []string `json:"lock,omitempty"`
	// Facts are the names of the facts below the plane.
	Facts []string     `json:"facts,omitempty"`
	Steps []StepSource `json:"steps,omitempty"`
	// Notes are for the presenter only.
	Notes Text `json:"notes,omitempty"`
	// Ink is drawn over the picture by hand.
	Ink []Stroke `json:"ink,omitempty"`
	// Rows are the codes of the lecture's figures, formulas and experiments that the page shows.
	Rows []string `json:"rows,omitempty"`
	// Settings are named changes of the document, which marks of numbers in the texts may refer to (see Mark).
	Settings map[string]json.RawMessage `json:"settings,omitempty"`
}

// StepSource is a step as its author wrote it.
type StepSource struct {
	Kind string `json:"kind"`
	Text Text   `json:"text"`
	// Set changes the document when the step begins: its members replace the document's; those of params are replaced
	// one by one.
	Set json.RawMessage `json:"set,omitempty"`
	// Controls and Facts replace the page's from this step on.
	Controls []string `json:"controls,omitempty"`
	Facts    []string `json:"facts,omitempty"`
	// Veil hides the method's picture until the question is answered.
	Veil    bool           `json:"veil,omitempty"`
	Choices []ChoiceSource `json:"choices,omitempty"`
	// Answer is the correct number, an expression of facts; Within is the allowed error of an answer.
	Answer string  `json:"answer,omitempty"`
	Within float64 `json:"within,omitempty"`
	// Check is the condition of a task; for a position it uses x and y, for a drawing the names of Drawn.
	Check string `json:"check,omitempty"`
	Hints []Text `json:"hints,omitempty"`
	// Then is what to notice after the step.
	Then Text `json:"then,omitempty"`
	// Solution are changes that solve a task, applied one after the other; Wrong are others that don't. For a position
	// they are {"x": 1, "y": 2}, for a drawing {"line": [[x, y], ...]}. A deck needs none; a course that is tested
	// (package trial) must have a solution.
	Solution []json.RawMessage `json:"solution,omitempty"`
	Wrong    []json.RawMessage `json:"wrong,omitempty"`
	// Settings are named changes of the document at the beginning of the step, for marks of numbers in its texts (see
	// Mark).
	Settings map[string]json.RawMessage `json:"settings,omitempty"`
}

// ChoiceSource is an answer to choose from.
type ChoiceSource struct {
	Text  Text `json:"text"`
	Right bool `json:"right,omitempty"`
	Why   Text `json:"why,omitempty"` // explanation shown after it is chosen
}

// Course is a course whose texts have been converted to HTML.
type Course struct {
	Version int    `json:"version"`
	Course  string `json:"course"`
	Title   string `json:"title"`
	Line    string `json:"line,omitempty"`
	Summary string `json:"summary,omitempty"` // HTML, like all texts here
	Lang    string `json:"lang,omitempty"`
	// Level is as in Source; the other fields are HTML or copied.
	Level         string   `json:"level,omitempty"`
	Prerequisites string   `json:"prerequisites,omitempty"`
	Symbols       []Symbol `json:"symbols,omitempty"`
	References    []string `json:"references,omitempty"`
	Basis         string   `json:"basis,omitempty"`
	Assignment    bool     `json:"assignment,omitempty"`
	Pages         []Page   `json:"pages"`
	// Source is what the course was made from; nil if it was read from JSON.
	Source *Source `json:"-"`
}

// Symbol is a SymbolSource with its texts as HTML.
type Symbol struct {
	Symbol string   `json:"symbol"`
	Means  string   `json:"means"`
	Shows  []string `json:"shows,omitempty"` // as in SymbolSource
}

// Minutes returns the time for all pages, or 0 if one of them does not state it.
func (c *Course) Minutes() (sum int) {
	for i := range c.Pages {
		if c.Pages[i].Minutes == 0 {
			return 0
		}
		sum += c.Pages[i].Minutes
	}
	return sum
}

// Page is a PageSource with its texts as HTML.
type Page struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Line     string   `json:"line,omitempty"`
	Minutes  int      `json:"minutes,omitempty"`
	Text     string   `json:"text"`
	Notice   string   `json:"notice,omitempty"`
	Summary  string   `json:"summary,omitempty"`
	Document string   `json:"document"` // JSON
	Controls []string `json:"controls,omitempty"`
	Lock     []string `json:"lock,omitempty"`
	Facts    []string `json:"facts,omitempty"`
	Steps    []Step   `json:"steps,omitempty"`
	Notes    string   `json:"notes,omitempty"`
	Ink      []Stroke `json:"ink,omitempty"`
	Rows     []string `json:"rows,omitempty"`
	// Source is what the page was made from, and Lang its language, for package trial; both are empty if the page was
	// read from JSON.
	Source *PageSource `json:"-"`
	Lang   string      `json:"-"`
}

// Step is a StepSource with its texts as HTML.
type Step struct {
	Kind     string   `json:"kind"`
	Text     string   `json:"text"`
	Set      string   `json:"set,omitempty"` // JSON
	Controls []string `json:"controls,omitempty"`
	Facts    []string `json:"facts,omitempty"`
	Veil     bool     `json:"veil,omitempty"`
	Choices  []Choice `json:"choices,omitempty"`
	Answer   string   `json:"answer,omitempty"`
	Within   float64  `json:"within,omitempty"`
	Check    string   `json:"check,omitempty"`
	Hints    []string `json:"hints,omitempty"`
	Then     string   `json:"then,omitempty"`
	Solution []string `json:"solution,omitempty"` // JSON texts
	Wrong    []string `json:"wrong,omitempty"`
}

// Choice is a ChoiceSource with its texts as HTML.
type Choice struct {
	Text  string `json:"text"`
	Right bool   `json:"right,omitempty"`
	Why   string `json:"why,omitempty"`
}

// Asks reports whether the step requires an answer.
func (s *Step) Asks() bool { return s.Kind != Note }

// Read reads a course and converts its texts to HTML. The error names the field and what it must be.
func Read(text []byte) (*Course, error) {
	s, err := ReadSource(text)
	if err != nil {
		return nil, err
	}
	return s.Set()
}

// ReadSource reads a course as its author wrote it, without the checks of Set.
func ReadSource(text []byte) (*Source, error) {
	if len(text) > MaxBytes {
		return nil, doc.Errorf("course", words.Sprintf("at most %d bytes", MaxBytes), strconv.Itoa(len(text)))
	}
	if err := onlyFields("", text, reflect.TypeFor[Source]()); err != nil {
		return nil, err
	}
	var s Source
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	for i := range s.Pages {
		p := &s.Pages[i]
		before, steps, err := inText(p.Text)
		if err != nil {
			return nil, fmt.Errorf("pages[%d].text: %w", i, err)
		}
		p.Text, p.Steps = before, append(p.Steps, steps...)
	}
	return &s, nil
}

// Set checks a course and converts its texts to HTML.
func (s *Source) Set() (*Course, error) {
	if s.Version > Version {
		return nil, doc.Errorf("version", words.Text("at most %s: the course is of a newer Pointscape",
			strconv.Itoa(Version)),
			strconv.Itoa(s.Version))
	}
	if err := id("course", s.Course); err != nil {
		return nil, err
	}
	called, err := title("title", s.Title)
	if err != nil {
		return nil, err
	}
	if n := len(s.Pages); n == 0 || n > MaxPages {
		return nil, doc.Errorf("pages", words.Sprintf("a list of 1 to %d pages", MaxPages), strconv.Itoa(n))
	}
	c := &Course{Version: Version, Course: s.Course, Title: called, Lang: s.Lang, Level: s.Level, Basis: s.Basis,
		Assignment: s.Assignment, Source: s}
	if c.Line, err = line("line", s.Line); err != nil {
		return nil, err
	}
	if c.Summary, err = s.Summary.set("summary", nil); err != nil {
		return nil, err
	}
	if err := s.front(c); err != nil {
		return nil, err
	}
	var letters terms
	for i := range s.Symbols {
		letters.add(i, s.Symbols[i].Symbol)
	}
	seen := map[string]bool{}
	for i := range s.Pages {
		at := fmt.Sprintf("pages[%d]", i)
		p, err := s.Pages[i].set(at, letters)
		if err != nil {
			return nil, err
		}
		if seen[p.ID] {
			return nil, doc.Errorf(at+".id", "an id of its own", p.ID)
		}
		seen[p.ID] = true
		p.Lang = s.Lang
		c.Pages = append(c.Pages, *p)
	}
	return c, nil
}

// front converts the fields before the pages.
func (s *Source) front(c *Course) (err error) {
	if !slices.Contains(levels, s.Level) {
		return doc.Errorf("level", words.Text("one of %s", strings.Join(levels[1:], ", ")), s.Level)
	}
	if c.Prerequisites, err = s.Prerequisites.set("prerequisites", nil); err != nil {
		return err
	}
	if n := len(s.Symbols); n > MaxSymbols {
		return doc.Errorf("symbols", words.Sprintf("at most %d", MaxSymbols), strconv.Itoa(n))
	}
	for i := range s.Symbols {
		at, one := fmt.Sprintf("symbols[%d].", i), Symbol{Shows: s.Symbols[i].Shows}
		if err = shows(at+"shows", one.Shows); err != nil {
			return err
		}
		if one.Symbol, err = s.Symbols[i].Symbol.set(at+"symbol", nil); err != nil {
			return err
		}
		if one.Means, err = s.Symbols[i].Means.set(at+"means", nil); err != nil {
			return err
		}
		if one.Symbol == "" || one.Means == "" {
			return doc.Errorf(at+"means", "a symbol and its meaning", "nothing")
		}
		c.Symbols = append(c.Symbols, one)
	}
	if n := len(s.References); n > maxList {
		return doc.Errorf("references", words.Sprintf("at most %d", maxList), strconv.Itoa(n))
	}
	for i, r := range s.References {
		html, err := r.set(fmt.Sprintf("references[%d]", i), nil)
		if err != nil {
			return err
		}
		c.References = append(c.References, html)
	}
	return nil
}

// set converts a text to HTML and marks the symbols in its formulas.
func (t Text) set(field string, letters terms) (string, error) {
	if n := utf8.RuneCountInString(string(t)); n > MaxText {
		return "", doc.Errorf(field, words.Sprintf("at most %d characters", MaxText), strconv.Itoa(n))
	}
	shown, err := Shown(string(t))
	html := ""
	if err == nil {
		html, err = set(shown, letters)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", field, err)
	}
	return html, nil
}

func id(field, s string) error {
	if s == "" || len(s) > maxID || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return doc.Errorf(field, words.Sprintf("1 to %d lower-case letters, digits and hyphens", maxID), s)
	}
	return nil
}

// title returns a title without marks, after a check of its length.
func title(field, s string) (string, error) {
	shown, err := Shown(s)
	if err != nil {
		return "", fmt.Errorf("%s: %w", field, err)
	}
	if n := utf8.RuneCountInString(shown); n == 0 || n > MaxTitle {
		return "", doc.Errorf(field, words.Sprintf("a text of 1 to %d characters", MaxTitle), s)
	}
	return shown, nil
}

// line returns the line of a course or a page in lists, without marks, after a check of its length.
func line(field, s string) (string, error) {
	shown, err := Shown(s)
	if err != nil {
		return "", fmt.Errorf("%s: %w", field, err)
	}
	if n := utf8.RuneCountInString(shown); n > MaxLine {
		return "", doc.Errorf(field, words.Sprintf("at most %d characters", MaxLine), strconv.Itoa(n))
	}
	return shown, nil
}

func (s *PageSource) set(at string, letters terms) (*Page, error) {
	if err := id(at+".id", s.ID); err != nil {
		return nil, err
	}
	called, err := title(at+".title", s.Title)
	if err != nil {
		return nil, err
	}
	if len(s.Document) == 0 {
		return nil, doc.Errorf(at+".document", "a document", "nothing")
	}
	d, err := doc.Decode(s.Document)
	if err != nil {
		return nil, fmt.Errorf("%s.document: %w", at, err)
	}
	if len(s.Steps) > MaxSteps {
		return nil, doc.Errorf(at+".steps", words.Sprintf("at most %d steps", MaxSteps), strconv.Itoa(len(s.Steps)))
	}
	if err := names(at, map[string][]string{"controls": s.Controls, "lock": s.Lock, "facts": s.Facts}); err != nil {
		return nil, err
	}
	p := &Page{ID: s.ID, Title: called, Document: string(s.Document), Controls: s.Controls, Lock: s.Lock, Facts: s.Facts,
		Ink: s.Ink, Minutes: s.Minutes, Rows: s.Rows, Source: s}
	if p.Line, err = line(at+".line", s.Line); err != nil {
		return nil, err
	}
	if s.Minutes < 0 || s.Minutes > MaxMinutes {
		return nil, doc.Errorf(at+".minutes", words.Sprintf("0 to %d", MaxMinutes), strconv.Itoa(s.Minutes))
	}
	if p.Notice, err = s.Notice.set(at+".notice", letters); err != nil {
		return nil, err
	}
	if p.Summary, err = s.Summary.set(at+".summary", letters); err != nil {
		return nil, err
	}
	if err := inked(at, s.Ink); err != nil {
		return nil, err
	}
	if p.Text, err = s.Text.set(at+".text", letters); err != nil {
		return nil, err
	}
	if p.Notes, err = s.Notes.set(at+".notes", nil); err != nil {
		return nil, err
	}
	encoded, err := doc.Encode(d)
	if err != nil {
		return nil, fmt.Errorf("%s.document: %w", at, err)
	}
	if err := patches(at, s.Settings, encoded); err != nil {
		return nil, err
	}
	for i := range s.Steps {
		step, err := s.Steps[i].set(fmt.Sprintf("%s.steps[%d]", at, i), encoded, letters)
		if err != nil {
			return nil, err
		}
		p.Steps = append(p.Steps, *step)
	}
	return p, nil
}

// patches checks that settings have valid names, and that each results in a valid document.
func patches(at string, settings map[string]json.RawMessage, document []byte) error {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		field := at + ".settings." + name
		if err := id(field, name); err != nil {
			return err
		}
		if name == Begin || name == End {
			return doc.Errorf(field, "another name: this one is that of the step's own document", name)
		}
		b, err := Patch(document, settings[name])
		if err == nil {
			_, err = doc.Decode(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

func names(at string, lists map[string][]string) error {
	for name, list := range lists {
		if len(list) > maxList {
			return doc.Errorf(at+"."+name, words.Sprintf("at most %d names", maxList), strconv.Itoa(len(list)))
		}
	}
	return nil
}

func (s *StepSource) set(at string, document []byte, letters terms) (step *Step, err error) {
	if !slices.Contains(kinds, s.Kind) {
		return nil, doc.Errorf(at+".kind", words.Text("one of %s", strings.Join(kinds, ", ")), s.Kind)
	}
	step = &Step{Kind: s.Kind, Veil: s.Veil, Answer: s.Answer, Within: s.Within, Check: s.Check,
		Controls: s.Controls, Facts: s.Facts}
	if err := names(at, map[string][]string{"controls": s.Controls, "facts": s.Facts}); err != nil {
		return nil, err
	}
	if step.Text, err = s.Text.set(at+".text", letters); err != nil {
		return nil, err
	}
	if step.Text == "" {
		return nil, doc.Errorf(at+".text", "a text", "nothing")
	}
	if step.Then, err = s.Then.set(at+".then", letters); err != nil {
		return nil, err
	}
	if len(s.Hints) > maxList {
		return nil, doc.Errorf(at+".hints", words.Sprintf("at most %d hints", maxList), strconv.Itoa(len(s.Hints)))
	}
	for i, h := range s.Hints {
		html, err := h.set(fmt.Sprintf("%s.hints[%d]", at, i), letters)
		if err != nil {
			return nil, err
		}
		step.Hints = append(step.Hints, html)
	}
	if len(s.Set) > 0 {
		b, err := Patch(document, s.Set)
		if err == nil {
			_, err = doc.Decode(b)
		}
		if err != nil {
			return nil, fmt.Errorf("%s.set: %w", at, err)
		}
		step.Set = string(s.Set)
	}
	begins := document
	if step.Set != "" {
		if begins, err = Patch(document, s.Set); err != nil {
			return nil, fmt.Errorf("%s.set: %w", at, err)
		}
	}
	if err := patches(at, s.Settings, begins); err != nil {
		return nil, err
	}
	if err := s.answers(at, step, letters); err != nil {
		return nil, err
	}
	for _, e := range s.Solution {
		step.Solution = append(step.Solution, string(e))
	}
	for _, e := range s.Wrong {
		step.Wrong = append(step.Wrong, string(e))
	}
	return step, nil
}

// called adds accessible names to the formulas of an answer. An answer is a button, whose name browsers make from its
// words. They ignore formulas, so that an answer that is only a formula would have no name.
func called(answer string) string {
	const alt = ` alttext="`
	parts := strings.Split(answer, alt)
	// Replaces LaTeX that can't be read aloud. (Not a package variable: the page's program, which converts no text,
	// would include it, too.)
	aloud := strings.NewReplacer(`\,`, " ", `\!`, "", `\:`, " ", `\;`, " ", `\ `, " ", `\`, "", "{", "(", "}", ")")
	for i, part := range parts[1:] {
		tex, _, _ := strings.Cut(part, `"`)
		parts[i+1] = aloud.Replace(tex) + `"` + alt + part
	}
	return strings.Join(parts, ` aria-label="`)
}

// answers converts the answer of a step, and checks that the step has the fields that its kind needs and no others.
func (s *StepSource) answers(at string, step *Step, letters terms) error {
	none := func(name string, is bool) error {
		if is {
			return doc.Errorf(at+"."+name, words.Text("left out: a %s has none", s.Kind), "one")
		}
		return nil
	}
	if s.Kind == Choose {
		right := 0
		for i, c := range s.Choices {
			field := fmt.Sprintf("%s.choices[%d]", at, i)
			text, err := c.Text.set(field+".text", nil)
			if err != nil {
				return err
			}
			why, err := c.Why.set(field+".why", letters)
			if err != nil {
				return err
			}
			if c.Right {
				right++
			}
			step.Choices = append(step.Choices, Choice{called(text), c.Right, why})
		}
		if n := len(s.Choices); n < 2 || n > MaxChoices || right != 1 {
			return doc.Errorf(at+".choices", words.Sprintf("2 to %d answers, one of them correct", MaxChoices),
				words.Sprintf("%d, %d of them correct", n, right))
		}
	} else if err := none("choices", len(s.Choices) > 0); err != nil {
		return err
	}
	if s.Kind == Number {
		if _, err := check.Read(s.Answer); err != nil {
			return fmt.Errorf("%s.answer: %w", at, err)
		}
		if !(s.Within >= 0) {
			return doc.Errorf(at+".within", "0 or more", strconv.FormatFloat(s.Within, 'g', -1, 64))
		}
	} else if err := none("answer", s.Answer != ""); err != nil {
		return err
	}
	switch s.Kind {
	case Task, Place, Draw:
		if _, err := check.Read(s.Check); err != nil {
			return fmt.Errorf("%s.check: %w", at, err)
		}
	default:
		if err := none("check", s.Check != ""); err != nil {
			return err
		}
		return none("solution", len(s.Solution) > 0)
	}
	return nil
}

// Drawn returns the names that the condition of a drawing may use: mine.training_error, and mine.validation_error if on
// is "validation", else mine.test_error (on test or fresh points); the same with theirs. for the method. For regression
// the errors are mean squared errors. Missing errors have no name.
func Drawn(mine, method []float64, on string) map[string]any {
	unseen := "test_error"
	if on == "validation" {
		unseen = "validation_error"
	}
	names := map[string]any{}
	for who, list := range map[string][]float64{"mine.": mine, "theirs.": method} {
		for i, of := range []string{"training_error", unseen} {
			if i < len(list) {
				names[who+of] = list[i]
			}
		}
	}
	return names
}

// Begins returns the document at the beginning of a step, as in the test of the course: the page's document with the
// Set of all steps up to it and the solutions of the tasks before it. It returns an error if a change is not valid
// JSON.
func (p *Page) Begins(step int) (document []byte, err error) {
	document = []byte(p.Document)
	for i := range p.Steps[:min(step+1, len(p.Steps))] {
		s := &p.Steps[i]
		changes := []string{s.Set}
		if s.Kind == Task && i < step {
			changes = append(changes, s.Solution...)
		}
		for _, change := range changes {
			if change == "" {
				continue
			}
			if document, err = Patch(document, []byte(change)); err != nil {
				return nil, err
			}
		}
	}
	return document, nil
}

// Patch returns a document whose members are replaced by those of patch; those of params and view are replaced one by
// one.
func Patch(document, patch []byte) ([]byte, error) {
	var d, p map[string]json.RawMessage
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(patch, &p); err != nil {
		return nil, err
	}
	for name, v := range p {
		if name == "params" || name == "view" {
			if old := d[name]; p["method"] == nil {
				if old == nil {
					old = json.RawMessage("{}")
				}
				b, err := Patch(old, v)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				v = b
			}
		}
		if len(v) == 0 || string(v) == "null" {
			delete(d, name)
			continue
		}
		d[name] = v
	}
	if p["method"] != nil && p["params"] == nil { // parameters of another method have no meaning for the new one
		delete(d, "params")
	}
	// Points, dataset and table exclude one another.
	if p["points"] != nil && p["dataset"] == nil {
		delete(d, "dataset")
		delete(d, "table")
	}
	for name, others := range map[string][]string{"dataset": {"points", "table"}, "table": {"points", "dataset"}} {
		if p[name] != nil {
			for _, o := range others {
				if p[o] == nil {
					delete(d, o)
				}
			}
		}
	}
	return json.Marshal(d)
}

// onlyFields returns an error if JSON has members that are not fields of t, so that misspelt names are found.
func onlyFields(at string, text []byte, t reflect.Type) error {
	switch {
	case t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[Text]():
		return nil
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		var list []json.RawMessage
		if err := json.Unmarshal(text, &list); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		for i, e := range list {
			if err := onlyFields(fmt.Sprintf("%s[%d]", at, i), e, t.Elem()); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Struct:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(text, &members); err != nil {
			if at == "" {
				if b := strings.TrimSpace(string(text)); !strings.HasPrefix(b, "{") {
					return doc.Errorf("course", "JSON, which begins with {", string([]rune(b)[:min(12, utf8.RuneCountInString(b))]))
				}
				at = "course"
			}
			return fmt.Errorf("%s: %w", at, err)
		}
		known := map[string]reflect.Type{}
		var names []string
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			known[name] = f.Type
			names = append(names, name)
		}
		for name, v := range members {
			field := name
			if at != "" {
				field = at + "." + name
			}
			if known[name] == nil {
				return doc.Errorf(field, words.Text("a field that there is (%s)", strings.Join(names, ", ")), name)
			}
			if err := onlyFields(field, v, known[name]); err != nil {
				return err
			}
		}
	}
	return nil
}
