package assignment

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// Head describes a question or task of an assignment: the column of a table.
type Head struct {
	Label  string `json:"label"`  // "2.1": the first question of the second page
	Page   string `json:"page"`   // id of the page
	Step   int    `json:"step"`   // index of the step on the page
	Kind   string `json:"kind"`   // course.Step.Kind
	Text   string `json:"text"`   // plain text, shortened
	Rights int    `json:"rights"` // number of rows whose answer is right
}

// Table is the result of Collect.
type Table struct {
	Of       string    `json:"of"`        // Identity of the assignment
	Title    string    `json:"title"`     // title of the assignment
	Heads    []Head    `json:"questions"` // in the order of Row.Steps
	Rows     []*Row    `json:"answers"`
	Problems []Problem `json:"problems"` // texts and answers that could not be read or do not count

	order string // present order of the rows: ByName, ByScore or ByTime
}

// Collect finds the answers in texts, checks each with the conditions of the assignment, and returns a table of them,
// sorted by name. deck is the assignment's JSON or a link to it; clock returns the time, to bound the time of each
// answer. Faults of answers become Problems or notes in the rows. The error is the job's, or says what is wrong with
// the assignment, or that the texts are too long.
func Collect(job method.Job, s *session.Session, deck string, texts []Text, clock func() time.Time) (*Table, error) {
	deck, err := addressed(deck)
	if err != nil {
		return nil, err
	}
	c, err := course.Read([]byte(deck))
	if err != nil {
		return nil, words.Errorf("the assignment cannot be read: %w", err)
	}
	t := &Table{Title: c.Title, Problems: []Problem{}}
	if t.Of, err = Identity(c); err != nil {
		return nil, err
	}
	t.ask(c)
	if len(t.Heads) == 0 {
		return nil, errors.New("the assignment has no question and no task")
	}
	size := 0
	for _, x := range texts {
		size += len(x.Text)
	}
	if size > MaxTexts {
		return nil, doc.Errorf("answers", words.Sprintf("at most %d MB at a time", MaxTexts>>20), fmt.Sprint(size>>20,
			" MB"))
	}
	f := &finder{}
	for _, x := range texts {
		if err := job.Err(); err != nil {
			return nil, err
		}
		if !f.full {
			f.find(Text{name(x.Name), x.Text})
		}
	}
	list := f.different(t.Of)
	g := &grader{s: s, c: c, clock: clock, known: s.Conditions(mostKnown)}
	for i, h := range list {
		if err := job.Err(); err != nil {
			return nil, err
		}
		if w, ok := job.(method.Watched); ok {
			w.Progress(float64(i) / float64(len(list)))
		}
		r, err := g.row(job, h)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, r)
	}
	t.compare(list)
	for _, r := range t.Rows {
		for i := range r.Steps {
			if r.Steps[i].State == Right {
				t.Heads[i].Rights++
			}
		}
	}
	t.Problems = append(t.Problems, f.problems...)
	t.Sort(ByName)
	return t, nil
}

// ask sets t.Heads to the questions and tasks of an assignment.
func (t *Table) ask(c *course.Course) {
	for i := range c.Pages {
		p := &c.Pages[i]
		n := 0
		for j := range p.Steps {
			if !p.Steps[j].Asks() {
				continue
			}
			n++
			text, err := course.Shown(string(p.Source.Steps[j].Text))
			if err != nil {
				text = string(p.Source.Steps[j].Text)
			}
			t.Heads = append(t.Heads, Head{Label: strconv.Itoa(i+1) + "." + strconv.Itoa(n), Page: p.ID, Step: j,
				Kind: p.Steps[j].Kind, Text: short(text, 120)})
		}
	}
}

// short returns s in one line, shortened to most characters.
func short(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}

// different returns the answers to the assignment with the identity of, each once. Answers to other assignments and
// repeated answers become problems.
func (f *finder) different(of string) (list []handed) {
	first := map[string]*handed{}
	for i := range f.found {
		h := &f.found[i]
		if h.Of != of {
			says := words.Say("This answer is to another assignment, or to this one before its questions were changed.")
			if h.Name != "" {
				says = h.Name + colon() + says
			}
			f.wrong(h.file, h.line, says)
			continue
		}
		b, err := json.Marshal(h.Answer) // a link and a file of the same answer have the same
		if err != nil {
			f.wrong(h.file, h.line, said(err))
			continue
		}
		if was := first[string(b)]; was != nil {
			f.wrong(h.file, h.line, filled("The same answer as in %s: it counts once.", where(was.file, was.line)))
			continue
		}
		first[string(b)] = h
		list = append(list, *h)
	}
	return list
}

// where returns a file and line as a text for the user; file may be "", and line 0.
func where(file string, line int) string {
	at := filled("line %s", strconv.Itoa(line))
	switch {
	case line == 0 && file == "":
		return words.Say("the text")
	case line == 0:
		return file
	case file == "":
		return at
	}
	return file + ", " + at
}

// colon returns the colon between a name and a sentence about it, in the user's language.
func colon() string {
	if l := words.Speaks(); l != nil && l.Marks[": "] != "" {
		return l.Marks[": "]
	}
	return ": "
}

// Where returns the file and line of the problem as a text for the user.
func (p *Problem) Where() string { return where(p.File, p.Line) }

// compare adds notes to rows with the same name, and to rows whose drawings and points are the same as those of an
// earlier row with another name. Row i must be that of answer i.
func (t *Table) compare(list []handed) {
	names, done := map[string]int{}, map[string]int{}
	for i, h := range list {
		r := t.Rows[i]
		if key := strings.ToLower(h.Name); h.Name != "" {
			if j, ok := names[key]; ok {
				says := words.Say("There is another answer of this name.")
				r.Notes = append(r.Notes, says)
				if !slices.Contains(t.Rows[j].Notes, says) {
					t.Rows[j].Notes = append(t.Rows[j].Notes, says)
				}
			} else {
				names[key] = i
			}
		}
		key := byHand(h.Answer)
		if key == "" {
			continue
		}
		if j, ok := done[key]; ok && !strings.EqualFold(list[j].Name, h.Name) {
			r.Notes = append(r.Notes, filled("Its drawings and points are exactly those of %s.",
				cmp.Or(list[j].Name, words.Say("an answer without a name"))))
		} else if !ok {
			done[key] = i
		}
	}
}

// byHand returns the parts of an answer that two students are unlikely to make in the same way: drawings and changed
// points; "" if it has none.
func byHand(a *Answer) string {
	var parts []string
	for id, p := range a.Pages {
		for at, x := range p.Answers {
			if strings.HasPrefix(x, "[") {
				parts = append(parts, id+" "+at+" "+x)
			}
		}
		for at, d := range p.Documents {
			var m members
			if json.Unmarshal(d, &m) == nil && !none(m["points"]) {
				parts = append(parts, id+" "+at+" "+string(m["points"]))
			}
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

// Orders of the rows of a table.
const (
	ByName  = "name"
	ByScore = "score" // highest first, then more steps right at once, then by name
	ByTime  = "time"  // earliest first, then by name
)

// Sort sorts the rows in one of the orders.
func (t *Table) Sort(by string) {
	t.order = by
	sorts.StableFunc(t.Rows, func(a, b *Row) int {
		n := cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		switch by {
		case ByScore:
			n = cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.First, a.First), n)
		case ByTime:
			n = cmp.Or(cmp.Compare(a.At, b.At), n)
		}
		return n
	})
}
