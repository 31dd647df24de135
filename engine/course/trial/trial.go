// Package trial tries courses: each document is opened and fitted, each task found unsolved at first, unsolved by what
// is said to be wrong, and solved by its solution.
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

// Trial tries pages of courses, with fits that it keeps.
type Trial struct {
	s *session.Session
	// Numbers are the right answers of the steps that ask for one, of the pages that have been tried.
	Numbers map[*course.Step]float64
	// Given are facts that stand below the plane while a step asks for a number, and say it.
	Given map[*course.Step][]string

	facts []string // that the page shows in the present step
}

// New makes a Trial of all methods.
func New() *Trial {
	return &Trial{s: session.New(catalog.All()), Numbers: map[*course.Step]float64{},
		Given: map[*course.Step][]string{}}
}

// Course tries all pages of a course; the errors say which page and step is wrong.
func (t *Trial) Course(job method.Job, c *course.Course) error {
	var all []error
	for i := range c.Pages {
		if err := t.Page(job, &c.Pages[i]); err != nil {
			all = append(all, fmt.Errorf("%s/%s: %w", c.Course, c.Pages[i].ID, err))
		}
	}
	return errors.Join(all...)
}

// known is what conditions may name of a document.
func (t *Trial) known(job method.Job, document []byte, start *check.Known) (*check.Known, error) {
	d, err := doc.Decode(document)
	if err != nil {
		return nil, err
	}
	if d, err = t.s.Resolve(d); err != nil {
		return nil, err
	}
	f, err := t.s.Fit(job, d)
	if err != nil {
		return nil, err
	}
	d = f.Placed(d)
	k := &check.Known{Document: &d, Info: &f.Method.Info, Status: f.Status(), Start: start}
	for _, x := range f.Facts(session.Range(d, f.Task)) {
		if !x.Quiet { // the page has the others
			k.Facts = append(k.Facts, x)
		}
	}
	return k, nil
}

// Page tries one page.
func (t *Trial) Page(job method.Job, p *course.Page) error {
	document := []byte(p.Document)
	start, err := t.known(job, document, nil)
	if err != nil {
		return err
	}
	for _, name := range p.Facts {
		if _, err := start.Name(name); err != nil {
			return fmt.Errorf("facts: %w", err)
		}
	}
	start.Start, t.facts = start, p.Facts
	for i := range p.Steps {
		if document, err = t.step(job, &p.Steps[i], document, start); err != nil {
			return fmt.Errorf("steps[%d]: %w", i, err)
		}
	}
	return nil
}

// step tries a step, and returns the document with which it ends.
func (t *Trial) step(job method.Job, s *course.Step, document []byte, start *check.Known) ([]byte, error) {
	var err error
	if s.Set != "" {
		if document, err = course.Patch(document, []byte(s.Set)); err != nil {
			return nil, fmt.Errorf("set: %w", err)
		}
	}
	now, err := t.known(job, document, start)
	if err != nil {
		return nil, err
	}
	for _, name := range s.Facts {
		if _, err := now.Name(name); err != nil {
			return nil, fmt.Errorf("facts: %w", err)
		}
	}
	if s.Facts != nil {
		t.facts = s.Facts
	}
	if s.Answer != "" {
		c, err := check.Read(s.Answer)
		if err != nil {
			return nil, err
		}
		if t.Numbers[s], err = c.Number(now.Name); err != nil {
			return nil, fmt.Errorf("answer: %w", err)
		}
		t.given(s, now)
	}
	if s.Check == "" {
		return document, nil
	}
	c, err := check.Read(s.Check)
	if err != nil {
		return nil, err
	}
	if s.Kind == course.Task {
		for _, name := range c.Names() {
			if _, err := now.Name(name); err != nil {
				return nil, fmt.Errorf("check: %w", err)
			}
		}
		if ok, err := c.Holds(now.Name); err != nil {
			return nil, fmt.Errorf("check %q: %w", s.Check, err)
		} else if ok {
			return nil, fmt.Errorf("check %q is solved at the start", s.Check)
		}
	}
	for i, wrong := range s.Wrong {
		k, _, err := t.attempt(job, s, document, []string{wrong}, start)
		if err != nil {
			return nil, fmt.Errorf("wrong[%d]: %w", i, err)
		}
		if ok, err := c.Holds(k.Name); err != nil {
			return nil, fmt.Errorf("check %q of wrong[%d]: %w", s.Check, i, err)
		} else if ok {
			return nil, fmt.Errorf("check %q holds of wrong[%d]", s.Check, i)
		}
	}
	if len(s.Solution) == 0 {
		return nil, doc.Errorf("solution", "what solves it, so that it can be tried", "nothing")
	}
	k, solved, err := t.attempt(job, s, document, s.Solution, start)
	if err != nil {
		return nil, fmt.Errorf("solution: %w", err)
	}
	if ok, err := c.Holds(k.Name); err != nil {
		return nil, fmt.Errorf("check %q of the solution: %w", s.Check, err)
	} else if !ok {
		return nil, fmt.Errorf("check %q does not hold of the solution: %s", s.Check, told(c, k))
	}
	return solved, nil
}

// attempt makes the changes of an attempt one after the other.
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
	k, err := t.known(job, document, start)
	if err != nil {
		return nil, nil, err
	}
	k.Extra = extra
	return k, document, nil
}

// draw are the names of a drawing, {"line": [[x, y], ...]}, over a document's points.
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
	if d, err = t.s.Resolve(d); err != nil {
		return nil, err
	}
	r, err := t.s.Judge(job, session.Request{Doc: d}, drawn.Line)
	if err != nil {
		return nil, err
	}
	return course.Drawn(r.Mine, r.Method, r.On), nil
}

// given notes which of the facts that are shown say the number that a step asks for.
func (t *Trial) given(s *course.Step, k *check.Known) {
	if s.Veil {
		return // they are hidden, too
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

// told is what a condition's names stand for.
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

// Known are all names that conditions may have of a document, with their values, for who writes a task.
func (t *Trial) Known(job method.Job, document []byte) (facts []string, err error) {
	k, err := t.known(job, document, nil)
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
