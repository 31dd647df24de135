package assignment

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/check"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// States of a step in an answer.
const (
	Right = "right"
	Wrong = "wrong"
	Open  = "open" // nothing was answered
)

// Cell is what an answer has of one step, as the lecturer's engine finds it.
type Cell struct {
	Page   string `json:"page"`
	Step   int    `json:"step"` // from 0, with those that ask nothing
	Kind   string `json:"kind"`
	State  string `json:"state"`
	Answer string `json:"answer,omitempty"` // as people read it
	Tries  int    `json:"tries,omitempty"`  // wrong answers before it
	Hints  int    `json:"hints,omitempty"`  // that were shown
	Shown  bool   `json:"solution_shown,omitempty"`
	// Locked are what the assignment locks, and the student's document has otherwise.
	Locked []string `json:"locked,omitempty"`
	Note   string   `json:"note,omitempty"`

	document []byte // the student's; nil = it has none of its own
	line     [][2]float64
}

// first tells whether a step was answered right at once and without help.
func (c *Cell) first() bool { return c.State == Right && c.Tries == 0 && c.Hints == 0 && !c.Shown }

// Row is one answer.
type Row struct {
	Name  string   `json:"name"`
	At    int64    `json:"at,omitempty"` // seconds since 1970
	Score int      `json:"score"`        // steps that are right
	First int      `json:"first"`        // of these, at once and without help
	Steps []Cell   `json:"steps"`
	Notes []string `json:"notes,omitempty"`
	File  string   `json:"file,omitempty"`
	Line  int      `json:"line,omitempty"`
}

// patience is how long the documents of one answer may take, so that one that was made to take for ever does not keep
// the others.
const patience = time.Minute

var errPatience = errors.New("it takes longer than a minute to check")

// hurried is a job that has to be done until some time.
type hurried struct {
	method.Job
	clock func() time.Time
	until time.Time
}

func (h *hurried) Err() error {
	if err := h.Job.Err(); err != nil {
		return err
	}
	if h.clock().After(h.until) {
		return errPatience
	}
	return nil
}

// grader checks answers to one assignment.
type grader struct {
	s     *session.Session
	c     *course.Course
	clock func() time.Time
	known map[string]*check.Known // by document
}

// mostKnown is how many fits are kept: those of the assignment itself come again with each answer.
const mostKnown = 64

// of is what conditions may name of a document; start is what they may name by start.
func (g *grader) of(job method.Job, document []byte, start *check.Known) (*check.Known, error) {
	k, ok := g.known[string(document)]
	if !ok {
		d, err := doc.Decode(document)
		if err != nil {
			return nil, err
		}
		if k, err = g.s.Known(job, d); err != nil {
			return nil, err
		}
		if len(g.known) >= mostKnown {
			clear(g.known)
		}
		g.known[string(document)] = k
	}
	one := *k
	one.Start = start
	return &one, nil
}

// row checks an answer. Its error is the job's.
func (g *grader) row(job method.Job, h handed) (*Row, error) {
	r := &Row{Name: h.Name, At: h.At, File: h.file, Line: h.line}
	inTime := &hurried{job, g.clock, g.clock().Add(patience)}
	for i := range g.c.Pages {
		p := &g.c.Pages[i]
		mine := h.Pages[p.ID]
		if mine == nil {
			mine = &Page{Step: -1}
		}
		if err := g.page(inTime, p, mine, r); err != nil {
			return nil, err
		}
	}
	for _, c := range r.Steps {
		if c.State == Right {
			r.Score++
		}
		if c.first() {
			r.First++
		}
	}
	return r, nil
}

// page checks the steps of a page.
func (g *grader) page(job method.Job, p *course.Page, mine *Page, r *Row) error {
	var end []byte // the document with which the step before has ended; nil = the course's
	for i := range p.Steps {
		s := &p.Steps[i]
		at := strconv.Itoa(i)
		written, err := begins(p, i)
		if err != nil {
			return err
		}
		begun := written
		if end != nil {
			begun = g.next(p, i, end)
		}
		c := Cell{Page: p.ID, Step: i, Kind: s.Kind, State: Open, Tries: len(mine.Tries[at]), Hints: mine.Helped[at]}
		if n := len(s.Hints); c.Hints > n {
			c.Hints, c.Shown = n, true
		}
		c.Hints = max(c.Hints, 0)
		v := visit{grader: g, page: p, step: s, at: i, mine: mine, written: written, begun: begun, now: begun, cell: &c}
		if change := mine.Documents[at]; change != nil {
			err := v.open(change)
			if err != nil {
				c.State, c.Note = Wrong, said(err)
			}
		}
		end = v.now
		if !s.Asks() {
			continue
		}
		if c.Note == "" {
			if err := v.check(job); err != nil {
				if method.Stopped(err) {
					return err
				}
				c.State, c.Note = Wrong, said(err)
			}
		}
		if len(c.Locked) > 0 && c.State == Right {
			c.State = Wrong
		}
		if claimed := i < mine.Step || i == mine.Step && mine.Done; claimed && c.State != Right && c.Note == "" &&
			len(c.Locked) == 0 {
			c.Note = words.Say("The answer says that this is done; checked again, it is not.")
		}
		r.Steps = append(r.Steps, c)
	}
	return nil
}

// next is the document with which a step begins after one has ended, as documents are written.
func (g *grader) next(p *course.Page, step int, end []byte) []byte {
	var info *method.Info
	if d, err := doc.Decode(end); err == nil {
		if m, err := g.s.Method(d.Method); err == nil {
			info = &m.Info
		}
	}
	b, _ := p.Next(step, end, info)
	if b, err := canonical(b); err == nil {
		return b
	}
	return end
}

// visit is the checking of one step.
type visit struct {
	*grader
	page *course.Page
	step *course.Step
	at   int
	mine *Page
	// written is the document with which the course begins the step, begun with which it begins after what the student did
	// before, and now the student's when it was answered.
	written, begun, now []byte
	cell                *Cell
}

// open makes the student's document of what is different.
func (v *visit) open(change []byte) error {
	b, err := applied(v.written, change)
	if err == nil {
		b, err = canonical(b)
	}
	if err != nil {
		return err
	}
	d, err := doc.Decode(b)
	if err != nil {
		return err
	}
	v.now, v.cell.document = b, b
	before, err := doc.Decode(v.begun)
	if err != nil {
		return err
	}
	if m, err := v.s.Method(before.Method); err == nil {
		v.cell.Locked = changed(&m.Info, v.page.Lock, &before, &d)
	}
	return nil
}

// check finds whether the step is answered, and right.
func (v *visit) check(job method.Job) error {
	s, c := v.step, v.cell
	answer, answered := v.mine.Answers[strconv.Itoa(v.at)]
	switch {
	case s.Kind == course.Task:
		answered = c.document != nil
	case !answered && c.Tries > 0 && s.Kind != course.Draw: // tried, and not right
		list := v.mine.Tries[strconv.Itoa(v.at)]
		answer, answered = list[len(list)-1], true
		c.Tries--
	}
	if !answered {
		return nil
	}
	c.State = Wrong
	right, err := v.right(job, answer)
	if right && err == nil {
		c.State = Right
	}
	return err
}

func (v *visit) right(job method.Job, answer string) (right bool, err error) {
	s, c := v.step, v.cell
	if s.Kind == course.Choose {
		i, err := strconv.Atoi(answer)
		if err != nil || i < 0 || i >= len(s.Choices) {
			return false, doc.Errorf("answers", fmt.Sprintf("a choice from 0 to %d", len(s.Choices)-1), answer)
		}
		c.Answer = string(rune('A' + i))
		return s.Choices[i].Right, nil
	}
	start, err := v.of(job, []byte(v.page.Document), nil)
	if err != nil {
		return false, err
	}
	if s.Kind == course.Number {
		c.Answer = name(answer)
		x, share, ok := course.Typed(answer)
		if !ok {
			return false, doc.Errorf("answers", "a number", answer)
		}
		right, err := check.Read(s.Answer)
		if err != nil {
			return false, err
		}
		// The page takes what holds of the picture with which the step began, and of the present one.
		for _, d := range [][]byte{v.begun, v.written, v.now} {
			k, e := v.of(job, d, start)
			if e != nil {
				return false, e
			}
			var y float64
			if y, err = right.Number(k.Name); err == nil && s.Near(x, share, y) {
				return true, nil
			}
		}
		return false, err
	}
	k, err := v.of(job, v.now, start)
	if err != nil {
		return false, err
	}
	switch s.Kind {
	case course.Place:
		var x, y float64
		a, b, _ := strings.Cut(answer, " ")
		x, e1 := strconv.ParseFloat(a, 64)
		y, e2 := strconv.ParseFloat(b, 64)
		if e1 != nil || e2 != nil || !method.Finite(x) || !method.Finite(y) {
			return false, doc.Errorf("answers", "a place", answer)
		}
		c.Answer = "(" + words.Number(x) + ", " + words.Number(y) + ")"
		k.Extra = map[string]any{"x": x, "y": y}
	case course.Draw:
		if k.Extra, err = v.drawn(job, answer); err != nil {
			return false, err
		}
	}
	holds, err := check.Read(s.Check)
	if err != nil {
		return false, err
	}
	right, err = holds.Holds(k.Name)
	if err == nil && right && s.Kind == course.Task && s.OtherPoints(v.begun, v.now) && s.OtherPoints(v.written, v.now) {
		c.Note = words.Say("The points are other ones than those of the task.")
		return false, nil
	}
	return right, err
}

// drawn are the names that a condition may have of a drawing.
func (v *visit) drawn(job method.Job, answer string) (map[string]any, error) {
	var line [][2]float64
	if err := json.Unmarshal([]byte(answer), &line); err != nil {
		return nil, fmt.Errorf("the drawing cannot be read: %w", err)
	}
	d, err := doc.Decode(v.now)
	if err != nil {
		return nil, err
	}
	if d, err = v.s.Resolve(d); err != nil {
		return nil, err
	}
	r, err := v.s.Judge(job, session.Request{Doc: d}, line)
	if err != nil {
		return nil, err
	}
	v.cell.line, v.cell.document = line, v.now
	last := len(r.Mine) - 1
	number := words.Percent
	if m, err := v.s.Method(d.Method); err == nil && m.TaskOf(d.Params) == method.Regress {
		number = words.Number
	}
	v.cell.Answer = filled("error {}", number(r.Mine[last]))
	return course.Drawn(r.Mine, r.Method, r.On), nil
}

// changed are the names of what a page locks and two documents have otherwise: parameters and layers, "points",
// "method", what is held out, and "all".
func changed(in *method.Info, lock []string, from, to *doc.Document) (names []string) {
	for _, name := range lock {
		other := false
		switch name {
		case "points":
			other = !sameData(from, to)
		case "method":
			other = from.Method != to.Method
		case "hold_out":
			other = from.Split != to.Split
		case "steps": // which step is looked at is nobody's mistake
		case "all":
			a, b := *from, *to
			a.View, b.View, a.Title, b.Title, a.Note, b.Note = doc.View{}, doc.View{}, "", "", "", ""
			x, e1 := doc.Encode(a)
			y, e2 := doc.Encode(b)
			other = e1 != nil || e2 != nil || string(x) != string(y)
		default:
			other = otherControl(in, name, from, to)
		}
		if other {
			names = append(names, name)
		}
	}
	return names
}

// otherControl tells whether two documents have other values of a parameter, or another one of them shows a layer.
func otherControl(in *method.Info, name string, from, to *doc.Document) bool {
	if p := in.ParamAt(name, from.Params); p != nil {
		if from.Method != to.Method {
			return true
		}
		a, b := in.Given(name, from.Params), in.Given(name, to.Params)
		for _, v := range []*any{&a, &b} {
			if *v == nil {
				*v = p.Default
			}
		}
		return !method.SameValue(a, b)
	}
	if from.Method != to.Method {
		return false // it has no such layer
	}
	a, e1 := in.Shown(from.View.Show)
	b, e2 := in.Shown(to.View.Show)
	return e1 == nil && e2 == nil && a[method.Part(name)] != b[method.Part(name)]
}

// sameData tells whether two documents have the same points, or the same recipe or table for them. Which columns of a
// table are shown is no matter of its data.
func sameData(a, b *doc.Document) bool {
	var x, y members
	for m, d := range map[*members]doc.Document{&x: *a, &y: *b} {
		if d.Table != nil {
			t := *d.Table
			t.Plane, t.Color = nil, 0
			d.Table = &t
		}
		text, err := doc.Encode(d)
		if err != nil || json.Unmarshal(text, m) != nil {
			return false
		}
	}
	return string(x["dataset"]) == string(y["dataset"]) && string(x["table"]) == string(y["table"]) &&
		string(x["points"]) == string(y["points"])
}
