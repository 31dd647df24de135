package course

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/json"
)

// Translation has the texts of a course in another language. Its file has the structure of the course's own file, but
// only the texts, so that documents, conditions and solutions exist only once:
//
//	{"course": "margins", "lang": "fr", "title": "Les marges", "pages": [
//	  {"id": "widest", "title": "La bande la plus large", "text": ["..."], "steps": [
//	    {"text": "...", "choices": [{"text": "...", "why": "..."}]}, {"text": "...", "hints": ["..."], "then": "..."}]}]}
type Translation struct {
	Course  string `json:"course"`
	Lang    string `json:"lang"`
	Title   string `json:"title"`
	Line    string `json:"line,omitempty"`
	Summary Text   `json:"summary,omitempty"`
	// Prerequisites and Symbols are the translated texts; Symbols has the meaning of each symbol. The symbols
	// themselves and the references are those of the course.
	Prerequisites Text        `json:"prerequisites,omitempty"`
	Symbols       []Text      `json:"symbols,omitempty"`
	Basis         string      `json:"basis,omitempty"`
	Pages         []PageTexts `json:"pages"`
}

// PageTexts are the texts of a page.
type PageTexts struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Line    string `json:"line,omitempty"`
	Text    Text   `json:"text"`
	Notice  Text   `json:"notice,omitempty"`
	Summary Text   `json:"summary,omitempty"`
	Notes   Text   `json:"notes,omitempty"`
	// Names are the names of the plane's axes, if the page's document names them.
	Names *AxisNames  `json:"names,omitempty"`
	Steps []StepTexts `json:"steps,omitempty"`
}

// AxisNames are the names of the axes of the plane in a document.
type AxisNames struct {
	X string `json:"x,omitempty"`
	Y string `json:"y,omitempty"`
}

// StepTexts are the texts of a step.
type StepTexts struct {
	Text    Text          `json:"text"`
	Choices []ChoiceTexts `json:"choices,omitempty"`
	Hints   []Text        `json:"hints,omitempty"`
	Then    Text          `json:"then,omitempty"`
}

// ChoiceTexts are the texts of an answer.
type ChoiceTexts struct {
	Text Text `json:"text"`
	Why  Text `json:"why,omitempty"`
}

// IsTranslation reports whether a file is a translation rather than a course: its first page has no document.
func IsTranslation(text []byte) bool {
	var s struct {
		Pages []struct {
			Document json.RawMessage `json:"document"`
		} `json:"pages"`
	}
	return json.Unmarshal(text, &s) == nil && len(s.Pages) > 0 && len(s.Pages[0].Document) == 0
}

// ReadTranslation reads a translation. Source.In checks whether it fits its course.
func ReadTranslation(text []byte) (*Translation, error) {
	if len(text) > MaxBytes {
		return nil, doc.Errorf("course", fmt.Sprintf("at most %d bytes", MaxBytes), strconv.Itoa(len(text)))
	}
	if err := onlyFields("", text, reflect.TypeFor[Translation]()); err != nil {
		return nil, err
	}
	var t Translation
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, err
	}
	if err := id("lang", t.Lang); err != nil {
		return nil, err
	}
	return &t, nil
}

// In returns the course with the texts of a translation, which must have a text exactly where the course has one. The
// error names the field.
func (s *Source) In(t *Translation) (*Source, error) {
	if t.Course != s.Course {
		return nil, doc.Errorf("course", strconv.Quote(s.Course), t.Course)
	}
	if len(t.Pages) != len(s.Pages) {
		return nil, count("pages", len(s.Pages), len(t.Pages))
	}
	said := *s
	said.Lang = t.Lang
	m := matcher{}
	m.line("title", &said.Title, t.Title)
	m.line("line", &said.Line, t.Line)
	m.text("summary", &said.Summary, t.Summary)
	m.text("prerequisites", &said.Prerequisites, t.Prerequisites)
	m.line("basis", &said.Basis, t.Basis)
	if m.err == nil && len(t.Symbols) != len(s.Symbols) {
		m.err = count("symbols", len(s.Symbols), len(t.Symbols))
	}
	if m.err != nil {
		return nil, m.err
	}
	said.Symbols = slices.Clone(s.Symbols)
	for i := range said.Symbols {
		m.text(fmt.Sprintf("symbols[%d]", i), &said.Symbols[i].Means, t.Symbols[i])
	}
	said.Pages = make([]PageSource, len(s.Pages))
	for i := range s.Pages {
		said.Pages[i] = s.Pages[i]
		m.page(fmt.Sprintf("pages[%d]", i), &said.Pages[i], &t.Pages[i])
	}
	if m.err != nil {
		return nil, m.err
	}
	return &said, nil
}

// matcher replaces texts, and keeps the first error.
type matcher struct{ err error }

func count(field string, want, got int) error {
	return doc.Errorf(field, fmt.Sprintf("%d of them, as many as in the course", want), strconv.Itoa(got))
}

func (m *matcher) line(field string, into *string, text string) {
	if m.err == nil && (*into == "") != (text == "") {
		m.err = doc.Errorf(field, "a text where the course has one, and none elsewhere", text)
	}
	*into = text
}

func (m *matcher) text(field string, into *Text, text Text) {
	m.line(field, (*string)(into), string(text))
}

func (m *matcher) page(at string, into *PageSource, t *PageTexts) {
	if m.err == nil && t.ID != into.ID {
		m.err = doc.Errorf(at+".id", strconv.Quote(into.ID), t.ID)
	}
	m.line(at+".title", &into.Title, t.Title)
	m.line(at+".line", &into.Line, t.Line)
	m.text(at+".text", &into.Text, t.Text)
	m.text(at+".notice", &into.Notice, t.Notice)
	m.text(at+".summary", &into.Summary, t.Summary)
	m.text(at+".notes", &into.Notes, t.Notes)
	m.names(at, into, t)
	if m.err == nil && len(t.Steps) != len(into.Steps) {
		m.err = count(at+".steps", len(into.Steps), len(t.Steps))
	}
	if m.err != nil {
		return
	}
	steps := make([]StepSource, len(into.Steps))
	for i := range steps {
		steps[i] = into.Steps[i]
		m.step(fmt.Sprintf("%s.steps[%d]", at, i), &steps[i], &t.Steps[i])
	}
	into.Steps = steps
}

// names writes the names of the axes to the page's document.
func (m *matcher) names(at string, into *PageSource, t *PageTexts) {
	var d struct {
		Names json.RawMessage `json:"names"`
	}
	if m.err != nil || json.Unmarshal(into.Document, &d) != nil {
		return // an invalid document is reported when the course is set
	}
	named := len(d.Names) > 0 && !bytes.Equal(d.Names, []byte("null"))
	if named != (t.Names != nil) {
		m.err = doc.Errorf(at+".names", "names where the page's document has some, and none elsewhere",
			map[bool]string{true: "some", false: "none"}[t.Names != nil])
	}
	if m.err != nil || !named {
		return
	}
	var patch []byte
	if patch, m.err = json.Marshal(struct {
		Names *AxisNames `json:"names"`
	}{t.Names}); m.err == nil {
		into.Document, m.err = Patch(into.Document, patch)
	}
}

func (m *matcher) step(at string, into *StepSource, t *StepTexts) {
	m.text(at+".text", &into.Text, t.Text)
	m.text(at+".then", &into.Then, t.Then)
	if m.err == nil && len(t.Choices) != len(into.Choices) {
		m.err = count(at+".choices", len(into.Choices), len(t.Choices))
	}
	if m.err == nil && len(t.Hints) != len(into.Hints) {
		m.err = count(at+".hints", len(into.Hints), len(t.Hints))
	}
	if m.err != nil {
		return
	}
	choices, hints := make([]ChoiceSource, len(into.Choices)), make([]Text, len(into.Hints))
	for i := range choices {
		choices[i] = into.Choices[i]
		m.text(fmt.Sprintf("%s.choices[%d].text", at, i), &choices[i].Text, t.Choices[i].Text)
		m.text(fmt.Sprintf("%s.choices[%d].why", at, i), &choices[i].Why, t.Choices[i].Why)
	}
	for i := range hints {
		hints[i] = into.Hints[i]
		m.text(fmt.Sprintf("%s.hints[%d]", at, i), &hints[i], t.Hints[i])
	}
	into.Choices, into.Hints = choices, hints
}
