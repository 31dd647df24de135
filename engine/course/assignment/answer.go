// Package assignment is homework without a server: a deck in a link is the assignment, what a student hands in is a
// link or a file, and the lecturer's engine collects these by the dozen, works every answer out again, and tabulates.
//
// An answer holds what was chosen, typed, marked and drawn, and of each step the changes that the student made to the
// document with which the course begins it. It says nothing of what is right: that is found by Collect, with the
// conditions of the lecturer's own copy of the assignment. What it says about attempts and hints is what the student's
// browser has counted, and who handed it in is what somebody has typed: nothing proves either.
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

// Version is that of the format of answers.
const Version = 1

// Limits of answers.
const (
	MaxAnswers = 1000     // at a time
	MaxTexts   = 16 << 20 // bytes of all texts in which answers are looked for
	MaxAnswer  = 1 << 20  // bytes of one, unpacked
	MaxLink    = course.MaxLink
	MaxName    = 80 // characters
	maxTries   = 20 // wrong answers of a step that are kept
	maxTyped   = 100
)

// Answer is what a student hands in.
type Answer struct {
	Version int    `json:"answer"`
	Of      string `json:"of"` // the assignment's Identity
	Name    string `json:"name,omitempty"`
	At      int64  `json:"at,omitempty"` // when it was handed in, by the student's clock: seconds since 1970
	// Pages are by the ids of the assignment's pages.
	Pages map[string]*Page `json:"pages"`
}

// Page is what was done on a page. Steps are numbered from 0, as texts.
type Page struct {
	Step int  `json:"step"` // the one that is to be done
	Done bool `json:"done"` // it is done
	// Answers are choices, counted from 0; numbers as they were typed; places, "x y"; and drawings, a JSON list of places.
	Answers map[string]string `json:"answers,omitempty"`
	// Tries are wrong answers before that. Helped is how many hints were shown; one more than there are: the solution as
	// well.
	Tries  map[string][]string `json:"tries,omitempty"`
	Helped map[string]int      `json:"helped,omitempty"`
	// Documents are those of tasks that were begun, and those of which other questions were answered: what is different
	// from the document with which the course begins the step.
	Documents map[string]json.RawMessage `json:"documents,omitempty"`
}

// Handing is what is to be handed in.
type Handing struct {
	Deck  string // the assignment's JSON
	Name  string
	At    int64
	Pages map[string]*Progress
}

// Progress is what the page has noted of a page (lecture.Progress).
type Progress struct {
	Step    int               `json:"step"`
	Done    bool              `json:"done"`
	Answers map[string]string `json:"answers"`
	// Noted are, by step, wrong answers, which begin with !, how many hints were shown, with ?, drawings, which are JSON
	// lists, and documents; of the last two, the last one is the answer.
	Noted map[string][]string `json:"noted"`
}

// Handed is what is handed in.
type Handed struct {
	// Link is what stands behind # in the answer's link; "" where it is too long for one, as Why says.
	Link, Why string
	File      string // the same as JSON
	Name      string // of the file
	// Done are the steps of those Asked that the page holds done.
	Done, Asked int
}

// Identity tells assignments apart by what their answers depend on: pages, documents, locks, and of each step what it
// sets, its choices and what answers it. Titles, texts, hints and notes may be mended after the link was given away.
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
		var plain any // without the blanks and the order of members of who wrote it
		if err := json.Unmarshal(b, &plain); err != nil {
			return "", err
		}
		if b, err = json.Marshal(plain); err != nil {
			return "", err
		}
		_, _ = h.Write(b) // it never fails
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// Hand makes the answer that a student hands in.
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
	if _, err := read(b); err != nil { // whatever is handed in can be collected
		return nil, err
	}
	h.File = string(b)
	if h.Link, err = pack(b); err != nil {
		return nil, err
	}
	if n := len(h.Link); n > MaxLink {
		h.Link, h.Why = "", fmt.Sprintf("the answer needs %d characters in a link, and the limit is %d: hand in the file", n,
			MaxLink)
	}
	return h, nil
}

// page is what of the progress on a page is handed in.
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
				if list := mine.Tries[at]; len(list) < maxTries {
					mine.Tries[at] = append(list, strings.ToValidUTF8(rest[:min(len(rest), maxTyped)], ""))
				}
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

// name is one that people see: no line breaks, nothing that can't be seen, not too long.
func name(s string) string {
	s = strings.Join(strings.Fields(doc.Clean(s, false)), " ")
	if r := []rune(s); len(r) > MaxName {
		s = string(r[:MaxName-1]) + "…"
	}
	return s
}

// sum is a checksum, which stands before what is packed: a link that was cut or retyped is found.
func sum(b []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(b)) }

func pack(b []byte) (string, error) { return doc.PackText(append([]byte(sum(b)), b...)) }

var errDamaged = errors.New("the link is damaged: it was cut or changed")

// unpack is an answer of what stands in a link.
func unpack(link string) (*Answer, error) {
	b, err := doc.UnpackText(link, MaxAnswer)
	if err != nil {
		return nil, errDamaged
	}
	if len(b) > MaxAnswer {
		return nil, doc.Errorf("answer", fmt.Sprintf("at most %d bytes", MaxAnswer), "more")
	}
	if n := len(sum(nil)); len(b) < n || string(b[:n]) != sum(b[n:]) {
		return nil, errDamaged
	} else {
		return read(b[n:])
	}
}

// read reads an answer. Its error names the field and the limit.
func read(b []byte) (*Answer, error) {
	if len(b) > MaxAnswer {
		return nil, doc.Errorf("answer", fmt.Sprintf("at most %d bytes", MaxAnswer), strconv.Itoa(len(b)))
	}
	var a Answer
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, fmt.Errorf("this is not an answer: %w", err)
	}
	switch {
	case a.Version == 0 || a.Of == "":
		return nil, errors.New("this is not an answer")
	case a.Version != Version:
		return nil, doc.Errorf("answer", strconv.Itoa(Version)+": it is of another version of Pointscape",
			strconv.Itoa(a.Version))
	case len(a.Of) > 40:
		return nil, doc.Errorf("of", "at most 40 characters", a.Of)
	case utf8.RuneCountInString(a.Name) > MaxName:
		return nil, doc.Errorf("name", fmt.Sprintf("at most %d characters", MaxName), a.Name)
	case len(a.Pages) > course.MaxPages:
		return nil, doc.Errorf("pages", fmt.Sprintf("at most %d", course.MaxPages), strconv.Itoa(len(a.Pages)))
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

// bounded sees to it that a page holds no more than the page of an assignment can.
func (p *Page) bounded() error {
	if n := max(len(p.Answers), len(p.Tries), len(p.Helped), len(p.Documents)); n > course.MaxSteps {
		return doc.Errorf("steps", fmt.Sprintf("at most %d", course.MaxSteps), strconv.Itoa(n))
	}
	for _, list := range p.Tries {
		if len(list) > maxTries {
			return doc.Errorf("tries", fmt.Sprintf("at most %d of a step", maxTries), strconv.Itoa(len(list)))
		}
		for _, try := range list {
			if len(try) > maxTyped {
				return doc.Errorf("tries", fmt.Sprintf("at most %d characters", maxTyped), try)
			}
		}
	}
	return nil
}
