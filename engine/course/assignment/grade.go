package assignment

import (
	"errors"
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

// Cell is the result of checking one step of an answer.
type Cell struct {
	Page   string `json:"page"`             // id of the page
	Step   int    `json:"step"`             // index of the step on the page
	Kind   string `json:"kind"`             // course.Step.Kind
	State  string `json:"state"`            // Right, Wrong or Open
	Answer string `json:"answer,omitempty"` // text for the user; "" = none, or the step is a task
	Tries  int    `json:"tries,omitempty"`  // number of wrong answers before Answer
	Hints  int    `json:"hints,omitempty"`  // number of hints that were shown
	Shown  bool   `json:"solution_shown,omitempty"`
	// Locked names what the assignment locks and the student has changed.
	Locked []string `json:"locked,omitempty"`
	Note   string   `json:"note,omitempty"` // why the answer is wrong, as a sentence; "" = nothing to say

	document []byte       // the student's document; nil = the answer contains none
	line     [][2]float64 // the drawing; nil = none
}

// first reports whether the step was answered right at the first attempt and without help.
func (c *Cell) first() bool { return c.State == Right && c.Tries == 0 && c.Hints == 0 && !c.Shown }

// Row is the result of checking one answer.
type Row struct {
	Name  string   `json:"name"`            // "" = none
	At    int64    `json:"at,omitempty"`    // Answer.At
	Score int      `json:"score"`           // number of right steps
	First int      `json:"first"`           // number of steps right at the first attempt and without help
	Steps []Cell   `json:"steps"`           // all steps that require an answer
	Notes []string `json:"notes,omitempty"` // sentences about similar answers
	File  string   `json:"file,omitempty"`  // name of the text that contains the answer
	Line  int      `json:"line,omitempty"`  // line in it, from 1; 0 = in a JSON file
}

// patience bounds the time to check one answer, so that an answer made to take forever doesn't hold up the others.
const patience = time.Minute

var errPatience = errors.New("it takes longer than a minute to check")

// hurried is a job with a deadline, after which Err returns errPatience.
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
	known *session.Conditions
}

// mostKnown is the capacity of grader.known: what is known of the assignment's own documents is needed for each answer.
const mostKnown = 64

// row checks an answer. The error is the job's, or that of a document of the assignment.
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

// page checks the steps of a page and adds those that require an answer to r.
func (g *grader) page(job method.Job, p *course.Page, mine *Page, r *Row) error {
	var end []byte // document at the end of the previous step; nil = no previous step
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

// next returns the document with which a step begins after the previous one ended with the document end, in canonical
// form.
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

// visit is the state of checking one step.
type visit struct {
	*grader
	page *course.Page
	step *course.Step
	at   int   // index of the step
	mine *Page // the student's work on the page
	// written is the document with which the course begins the step, begun the one with which it begins after the
	// student's previous steps, and now the student's last one for the step (begun if the answer contains none).
	written, begun, now []byte
	cell                *Cell // result
}

// open sets now to the student's document, which change describes as a difference from written, and finds the locked
// things that differ from begun.
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

// check sets the state of the cell. If a question other than a drawing was only answered wrong, the last one of Tries
// counts as the answer.
func (v *visit) check(job method.Job) error {
	s, c := v.step, v.cell
	answer, answered := v.mine.Answers[strconv.Itoa(v.at)]
	switch {
	case s.Kind == course.Task:
		answered = c.document != nil
	case !answered && c.Tries > 0 && s.Kind != course.Draw: // only wrong answers
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

// right reports whether the answer is right, and sets Answer and perhaps Note of the cell.
func (v *visit) right(job method.Job, answer string) (right bool, err error) {
	s, c := v.step, v.cell
	if s.Kind == course.Choose {
		i, err := strconv.Atoi(answer)
		if err != nil || i < 0 || i >= len(s.Choices) {
			return false, doc.Errorf("answers", words.Sprintf("a choice from 0 to %d", len(s.Choices)-1), answer)
		}
		c.Answer = string(rune('A' + i))
		return s.Choices[i].Right, nil
	}
	start, err := v.known.Of(job, []byte(v.page.Document), nil)
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
		// The student's page accepts the number that is right for the document at the beginning of the step, and for the
		// present one.
		for _, d := range [][]byte{v.begun, v.written, v.now} {
			k, e := v.known.Of(job, d, start)
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
	k, err := v.known.Of(job, v.now, start)
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

// drawn judges a drawing and returns the names that the condition may use about it (course.Drawn).
func (v *visit) drawn(job method.Job, answer string) (map[string]any, error) {
	var line [][2]float64
	if err := json.Unmarshal([]byte(answer), &line); err != nil {
		return nil, words.Errorf("the drawing cannot be read: %w", err)
	}
	d, err := doc.Decode(v.now)
	if err != nil {
		return nil, err
	}
	if d, err = v.s.Resolve(job, d); err != nil {
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
	v.cell.Answer = filled("error %s", number(r.Mine[last]))
	return course.Drawn(r.Mine, r.Method, r.On), nil
}

// changed returns those of the locks that two documents differ in: names of parameters and layers, "points", "method",
// "hold_out", and "all".
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
		case "steps": // the step that a document shows does not change an answer
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

// otherControl reports whether two documents differ in the value of a parameter, or in whether a layer is shown.
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
		return false // the layer belongs to the first method
	}
	a, e1 := in.Shown(from.View.Show)
	b, e2 := in.Shown(to.View.Show)
	return e1 == nil && e2 == nil && a[method.Part(name)] != b[method.Part(name)]
}

// sameData reports whether two documents have the same points, recipe and table, apart from the columns that span the
// plane and colour the points.
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
