// Package assignment implements homework without a server: the assignment is a deck in a link, a student hands in a
// link or a file, and the lecturer's engine collects many of these, checks all answers, and makes a table.
//
// An answer contains what the student has chosen, typed, marked and drawn, and for each step the changes to the
// document with which the course begins the step. It does not contain what is right: Collect finds that with the
// conditions of the lecturer's own copy of the assignment. The numbers of attempts and hints were counted by the
// student's browser, and the name was typed by the student: neither is proved.
package assignment

import (
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Version is the version of the format of answers.
const Version = 1

// Limits of answers.
const (
	MaxAnswers = 1000           // answers that are collected at a time
	MaxTexts   = 16 << 20       // bytes of all texts in which Collect looks for answers
	MaxAnswer  = 1 << 20        // bytes of an answer's JSON
	MaxLink    = course.MaxLink // characters of an answer in a link
	MaxName    = 80             // characters of a student's name
	maxTries   = 20             // wrong answers of a step: the first ones, and the last, are kept
	maxTyped   = 100            // bytes of a wrong answer
)

// Answer is a student's answer to an assignment.
type Answer struct {
	Version int    `json:"answer"`
	Of      string `json:"of"` // Identity of the assignment
	Name    string `json:"name,omitempty"`
	At      int64  `json:"at,omitempty"` // time by the student's clock, in seconds since 1970; 0 = unknown
	// Pages has an entry, by the page's id, for each page on which the student has done something.
	Pages map[string]*Page `json:"pages"`
}

// Page is the student's work on a page. The keys of its maps are the indices of steps, as decimal numbers.
type Page struct {
	Step int  `json:"step"` // index of the student's present step
	Done bool `json:"done"` // the present step is done
	// Answers are choices, counted from 0; numbers as typed; positions as "x y"; and drawings as a JSON list of [x, y].
	Answers map[string]string `json:"answers,omitempty"`
	// Tries are the wrong answers. Helped is the number of hints that were shown; one more than the step has means that
	// the solution was shown, too.
	Tries  map[string][]string `json:"tries,omitempty"`
	Helped map[string]int      `json:"helped,omitempty"`
	// Documents are the student's documents for tasks that were begun and for answered questions other than choices, as
	// differences from the document with which the course begins the step.
	Documents map[string]json.RawMessage `json:"documents,omitempty"`
}

// Handing is the input of Hand.
type Handing struct {
	Deck  string               // JSON of the assignment
	Name  string               // name of the student
	At    int64                // time, in seconds since 1970
	Pages map[string]*Progress // by the page's id
}

// Progress is the student's progress on a page, as the browser has kept it (lecture.Progress).
type Progress struct {
	Step    int               `json:"step"`
	Done    bool              `json:"done"`
	Answers map[string]string `json:"answers"`
	// Noted are the events of each step: "!" and a wrong answer, "?" and the number of hints shown, a drawing as a JSON
	// list, or a document as a JSON object. The last drawing and the last document count.
	Noted map[string][]string `json:"noted"`
}

// Handed is an answer that is ready to be handed in.
type Handed struct {
	// Link is the answer as the fragment of a link's address. If it is too long for a link, Link is "", and Why says so.
	Link, Why string
	File      string // JSON of the answer
	Name      string // name of the file
	// Asked is the number of steps that require an answer, and Done the number of those that the browser takes for done.
	Done, Asked int
}

// Identity returns a hash of those parts of an assignment that its answers depend on: the ids, documents and locks of
// the pages, and the kind, set, solution, choices, answer, tolerance and check of each step. The other texts, such as
// titles, questions, hints and notes, may change after the link was given to students. The course must have its source.
func Identity(c *course.Course) (string, error) {
	h := fnv.New64a()
	for i := range c.Pages {
		p := &c.Pages[i]
		if p.Source == nil {
			return "", errors.New("an assignment is made of its source")
		}
		parts := []any{p.ID, json.RawMessage(p.Document), p.Lock}
		for j := range p.Steps {
			s := &p.Steps[j]
			parts = append(parts, s.Kind, s.Answer, s.Within, s.Check)
			for _, x := range append([]string{s.Set}, s.Solution...) {
				if x != "" {
					parts = append(parts, json.RawMessage(x))
				}
			}
			for _, choice := range p.Source.Steps[j].Choices {
				parts = append(parts, string(choice.Text), choice.Right)
			}
		}
		b, err := json.Marshal(parts)
		if err != nil {
			return "", err
		}
		var plain any // without the author's white space and order of members
		if err := json.Unmarshal(b, &plain); err != nil {
			return "", err
		}
		if b, err = json.Marshal(plain); err != nil {
			return "", err
		}
		_, _ = h.Write(b) // never fails
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// Hand makes the answer that a student hands in. The error says what is wrong with the deck or the progress, or which
// limit the answer exceeds.
func Hand(ask *Handing) (*Handed, error) {
	c, err := course.Read([]byte(ask.Deck))
	if err != nil {
		return nil, err
	}
	a := &Answer{Version: Version, Name: name(ask.Name), At: ask.At, Pages: map[string]*Page{}}
	if a.Of, err = Identity(c); err != nil {
		return nil, err
	}
	h := &Handed{Name: words.FileName(strings.TrimSpace(c.Title+" "+a.Name)) + ".json"}
	for i := range c.Pages {
		p := &c.Pages[i]
		g := ask.Pages[p.ID]
		for j := range p.Steps {
			if p.Steps[j].Asks() {
				h.Asked++
				if g != nil && (j < g.Step || j == g.Step && g.Done) {
					h.Done++
				}
			}
		}
		if g == nil {
			continue
		}
		if a.Pages[p.ID], err = g.page(p); err != nil {
			return nil, err
		}
	}
	b, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	if _, err := read(b); err != nil { // Collect must accept the answer
		return nil, err
	}
	h.File = string(b)
	if h.Link, err = pack(b); err != nil {
		return nil, err
	}
	if n := len(h.Link); n > MaxLink {
		h.Link, h.Why = "", words.Sprintf("the answer needs %d characters in a link, and the limit is %d: hand in the file",
			n,
			MaxLink)
	}
	return h, nil
}

// page returns the progress on p as part of an answer.
func (g *Progress) page(p *course.Page) (*Page, error) {
	mine := &Page{Step: g.Step, Done: g.Done, Answers: map[string]string{}, Tries: map[string][]string{},
		Helped: map[string]int{}, Documents: map[string]json.RawMessage{}}
	for i := range p.Steps {
		at := strconv.Itoa(i)
		if answer, ok := g.Answers[at]; ok {
			mine.Answers[at] = answer
		}
		for _, x := range g.Noted[at] {
			if x == "" {
				continue
			}
			switch rest := x[1:]; x[0] {
			case '!':
				list := mine.Tries[at]
				list = list[:min(len(list), maxTries-1)]
				mine.Tries[at] = append(list, strings.ToValidUTF8(rest[:min(len(rest), maxTyped)], ""))
			case '?':
				n, err := strconv.Atoi(rest)
				if err != nil {
					return nil, doc.Errorf("noted", "a number of hints", rest)
				}
				mine.Helped[at] = max(mine.Helped[at], n)
			case '[':
				mine.Answers[at] = x
			case '{':
				written, err := begins(p, i)
				if err != nil {
					return nil, err
				}
				now, err := canonical([]byte(x))
				if err != nil {
					return nil, err
				}
				if mine.Documents[at], err = difference(written, now); err != nil {
					return nil, err
				}
			}
		}
	}
	return mine, nil
}

// name returns s in one line, without invisible characters, shortened to MaxName characters.
func name(s string) string {
	s = strings.Join(strings.Fields(doc.Clean(s, false)), " ")
	if r := []rune(s); len(r) > MaxName {
		s = string(r[:MaxName-1]) + "…"
	}
	return s
}

// sum returns the checksum that precedes the JSON in a link, so that damaged links are recognized.
func sum(b []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(b)) }

// pack returns an answer's JSON as in a link, with its checksum.
func pack(b []byte) (string, error) { return doc.PackText(append([]byte(sum(b)), b...)) }

var errDamaged = errors.New("the link is damaged: it was cut or changed")

// unpack inverts pack, and checks the answer.
func unpack(link string) (*Answer, error) {
	b, err := doc.UnpackText(link, MaxAnswer)
	if err != nil {
		return nil, errDamaged
	}
	if len(b) > MaxAnswer {
		return nil, doc.Errorf("answer", words.Sprintf("at most %d bytes", MaxAnswer), "more")
	}
	if n := len(sum(nil)); len(b) < n || string(b[:n]) != sum(b[n:]) {
		return nil, errDamaged
	} else {
		return read(b[n:])
	}
}

// read decodes and checks an answer. The error names the field and the limit.
func read(b []byte) (*Answer, error) {
	if len(b) > MaxAnswer {
		return nil, doc.Errorf("answer", words.Sprintf("at most %d bytes", MaxAnswer), strconv.Itoa(len(b)))
	}
	if none(b) { // an element of a list
		return nil, errors.New("an answer has contents, and is not null")
	}
	var a Answer
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, words.Errorf("this is not an answer: %w", err)
	}
	switch {
	case a.Version == 0 || a.Of == "":
		return nil, errors.New("this is not an answer")
	case a.Version != Version:
		return nil, doc.Errorf("answer", words.Text("%s: it is of another version of Pointscape", strconv.Itoa(Version)),
			strconv.Itoa(a.Version))
	case len(a.Of) > 40:
		return nil, doc.Errorf("of", "at most 40 characters", a.Of)
	case utf8.RuneCountInString(a.Name) > MaxName:
		return nil, doc.Errorf("name", words.Sprintf("at most %d characters", MaxName), a.Name)
	case len(a.Pages) > course.MaxPages:
		return nil, doc.Errorf("pages", words.Sprintf("at most %d", course.MaxPages), strconv.Itoa(len(a.Pages)))
	}
	a.Name = name(a.Name)
	for id, p := range a.Pages {
		if p == nil {
			return nil, doc.Errorf("pages", "what was done on pages", "null")
		}
		if err := p.bounded(); err != nil {
			return nil, fmt.Errorf("pages.%.40q: %w", id, err)
		}
	}
	return &a, nil
}

// bounded checks the number of steps, and the number and length of the wrong answers.
func (p *Page) bounded() error {
	if n := max(len(p.Answers), len(p.Tries), len(p.Helped), len(p.Documents)); n > course.MaxSteps {
		return doc.Errorf("steps", words.Sprintf("at most %d", course.MaxSteps), strconv.Itoa(n))
	}
	for _, list := range p.Tries {
		if len(list) > maxTries {
			return doc.Errorf("tries", words.Sprintf("at most %d of a step", maxTries), strconv.Itoa(len(list)))
		}
		for _, try := range list {
			if len(try) > maxTyped {
				return doc.Errorf("tries", words.Sprintf("at most %d characters", maxTyped), try)
			}
		}
	}
	return nil
}
