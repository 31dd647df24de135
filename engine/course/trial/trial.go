// Package trial tests courses: each document can be opened and fitted, and each task is unsolved at first, unsolved by
// what is listed as wrong, and solved by its solution.
package trial

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/catalog"
	"pointscape/engine/check"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// Trial tests pages of courses, and caches fits.
type Trial struct {
	s *session.Session
	// Numbers has the right answers of the steps that ask for a number, for the pages that have been tested.
	Numbers map[*course.Step]float64
	// Given has the facts that are shown below the plane while a step asks for a number, and that have its value.
	Given map[*course.Step][]string

	facts []string // shown by the page in the present step

	said    []*course.Page // the present page, in each language
	known   *session.Conditions
	studies map[string]map[string]any
	visit   func(*course.Page, *course.Written, *course.Numeral, *place) // called for each number; may be nil
}

// New returns a Trial with all methods.
func New() *Trial {
	s := session.New(catalog.All())
	return &Trial{s: s, known: s.Conditions(0), Numbers: map[*course.Step]float64{}, Given: map[*course.Step][]string{},
		studies: map[string]map[string]any{}}
}

// Course tests all pages of a course, and the numbers in its texts; said is the same course in other languages. Errors
// name the page and the step.
func (t *Trial) Course(job method.Job, c *course.Course, said ...*course.Course) error {
	var all []error
	for _, in := range append([]*course.Course{c}, said...) {
		if err := Front(in); err != nil {
			all = append(all, fmt.Errorf("%s: %w", in.Course, err))
		}
	}
	for i := range c.Pages {
		if err := t.Page(job, &c.Pages[i], Same(said, i)...); err != nil {
			all = append(all, fmt.Errorf("%s/%s: %w", c.Course, c.Pages[i].ID, err))
		}
	}
	return errors.Join(all...)
}

// Same returns page i of a course in several languages.
func Same(said []*course.Course, i int) (pages []*course.Page) {
	for _, c := range said {
		pages = append(pages, &c.Pages[i])
	}
	return pages
}

// Page tests one page, and the numbers in its texts; said is the same page in other languages, whose numbers are
// tested, too.
func (t *Trial) Page(job method.Job, p *course.Page, said ...*course.Page) error {
	t.said = nil
	if p.Source != nil { // a course read from the published files has no marks any more
		t.said = append([]*course.Page{p}, said...)
	}
	document := []byte(p.Document)
	start, err := t.known.Of(job, document, nil)
	if err != nil {
		return err
	}
	for _, name := range p.Facts {
		if _, err := start.Name(name); err != nil {
			return fmt.Errorf("facts: %w", err)
		}
	}
	start.Start, t.facts = start, p.Facts
	at := place{source: p.Source}
	at.page = moment{document, start}
	at.begin, at.end = at.page, at.page
	wrong := t.numbers(job, -1, &at)
	for i := range p.Steps {
		s := &p.Steps[i]
		if at.begin, at.end, err = t.step(job, s, at.end.document, start); err != nil {
			return errors.Join(append(wrong, fmt.Errorf("steps[%d]: %w", i, err))...)
		}
		at.answer = nil
		if x, ok := t.Numbers[s]; ok {
			at.answer = &x
		}
		if p.Source != nil {
			at.step = &p.Source.Steps[i]
		}
		wrong = append(wrong, t.numbers(job, i, &at)...)
	}
	return errors.Join(wrong...)
}

// step tests a step, and returns the documents with which it begins and ends.
func (t *Trial) step(job method.Job, s *course.Step, document []byte, start *check.Known) (begin, end moment,
	err error) {
	if s.Set != "" {
		if document, err = course.Patch(document, []byte(s.Set)); err != nil {
			return begin, end, fmt.Errorf("set: %w", err)
		}
	}
	now, err := t.known.Of(job, document, start)
	if err != nil {
		return begin, end, err
	}
	begin = moment{document, now}
	for _, name := range s.Facts {
		if _, err := now.Name(name); err != nil {
			return begin, end, fmt.Errorf("facts: %w", err)
		}
	}
	if s.Facts != nil {
		t.facts = s.Facts
	}
	if s.Answer != "" {
		c, err := check.Read(s.Answer)
		if err != nil {
			return begin, end, err
		}
		if t.Numbers[s], err = c.Number(now.Name); err != nil {
			return begin, end, fmt.Errorf("answer: %w", err)
		}
		t.given(s, now)
	}
	if s.Check == "" {
		return begin, begin, nil
	}
	c, err := check.Read(s.Check)
	if err != nil {
		return begin, end, err
	}
	if s.Kind == course.Task {
		for _, name := range c.Names() {
			if _, err := now.Name(name); err != nil {
				return begin, end, fmt.Errorf("check: %w", err)
			}
		}
		if ok, err := c.Holds(now.Name); err != nil {
			return begin, end, fmt.Errorf("check %q: %w", s.Check, err)
		} else if ok {
			return begin, end, fmt.Errorf("check %q is solved at the start", s.Check)
		}
	}
	for i, wrong := range s.Wrong {
		k, _, err := t.attempt(job, s, document, []string{wrong}, start)
		if err != nil {
			return begin, end, fmt.Errorf("wrong[%d]: %w", i, err)
		}
		if ok, err := c.Holds(k.Name); err != nil {
			return begin, end, fmt.Errorf("check %q of wrong[%d]: %w", s.Check, i, err)
		} else if ok {
			return begin, end, fmt.Errorf("check %q holds of wrong[%d]", s.Check, i)
		}
	}
	if len(s.Solution) == 0 {
		return begin, end, doc.Errorf("solution", "a solution, so that the task can be checked", "nothing")
	}
	k, solved, err := t.attempt(job, s, document, s.Solution, start)
	if err != nil {
		return begin, end, fmt.Errorf("solution: %w", err)
	}
	if ok, err := c.Holds(k.Name); err != nil {
		return begin, end, fmt.Errorf("check %q of the solution: %w", s.Check, err)
	} else if !ok {
		return begin, end, fmt.Errorf("check %q does not hold of the solution: %s", s.Check, told(c, k))
	}
	return begin, moment{solved, k}, nil
}

// attempt applies the changes of an attempt one after the other.
func (t *Trial) attempt(job method.Job, s *course.Step, document []byte, changes []string, start *check.Known) (
	*check.Known, []byte, error) {
	var err error
	var extra map[string]any
	for _, change := range changes {
		switch s.Kind {
		case course.Place:
			var at struct {
				X float64 `json:"x"`
				Y float64 `json:"y"`
			}
			if err := json.Unmarshal([]byte(change), &at); err != nil {
				return nil, nil, err
			}
			extra = map[string]any{"x": at.X, "y": at.Y}
		case course.Draw:
			if extra, err = t.draw(job, document, change); err != nil {
				return nil, nil, err
			}
		default:
			if document, err = course.Patch(document, []byte(change)); err != nil {
				return nil, nil, err
			}
		}
	}
	k, err := t.known.Of(job, document, start)
	if err != nil {
		return nil, nil, err
	}
	k.Extra = extra
	return k, document, nil
}

// draw returns the names for a drawing, {"line": [[x, y], ...]}, over a document's points.
func (t *Trial) draw(job method.Job, document []byte, change string) (map[string]any, error) {
	var drawn struct {
		Line [][2]float64 `json:"line"`
	}
	if err := json.Unmarshal([]byte(change), &drawn); err != nil {
		return nil, err
	}
	d, err := doc.Decode(document)
	if err != nil {
		return nil, err
	}
	if d, err = t.s.Resolve(job, d); err != nil {
		return nil, err
	}
	r, err := t.s.Judge(job, session.Request{Doc: d}, drawn.Line)
	if err != nil {
		return nil, err
	}
	return course.Drawn(r.Mine, r.Method, r.On), nil
}

// given notes which of the visible facts have the number that a step asks for.
func (t *Trial) given(s *course.Step, k *check.Known) {
	if s.Veil {
		return // facts are hidden, too
	}
	for _, name := range t.facts {
		v, err := k.Name(name)
		if err != nil {
			continue
		}
		list, _ := v.([]float64)
		if x, ok := v.(float64); ok {
			list = []float64{x}
		}
		says := func(x float64) bool { return math.Abs(x-t.Numbers[s]) <= s.Within+1e-9*math.Abs(x) }
		if slices.ContainsFunc(list, says) {
			t.Given[s] = append(t.Given[s], name)
		}
	}
}

// told returns the values of a condition's names.
func told(c *check.Condition, k *check.Known) (s string) {
	for _, name := range c.Names() {
		v, err := k.Name(name)
		if err != nil {
			v = err
		}
		s += fmt.Sprintf("%s = %v; ", name, v)
	}
	return s
}

// Known returns all names that conditions may use for a document, with their values, for the author of a task.
func (t *Trial) Known(job method.Job, document []byte) (facts []string, err error) {
	k, err := t.known.Of(job, document, nil)
	if err != nil {
		return nil, err
	}
	say := func(name string) {
		if v, err := k.Name(name); err == nil {
			facts = append(facts, fmt.Sprintf("%s = %v", name, v))
		}
	}
	for i := range k.Facts {
		say(k.Facts[i].Name)
		for _, row := range k.Facts[i].Rows {
			say(k.Facts[i].Name + "." + strings.ToLower(row))
		}
	}
	for i := range k.Info.Params {
		say(k.Info.Params[i].Name)
	}
	for _, name := range []string{"method", "status", "step", "seed", "n_points", "n_classes", "n_held_out", "dataset",
		"n", "noise"} {
		say(name)
	}
	return facts, nil
}
