package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// StudyPool are other engines, on processors of their own and each with a session of its own, that can make a part of
// the fits of a study. Each makes every so-many-th fit of every value by Share, and what it finds is the same to the
// bit as what this engine would find. One that is slow, or is lost, costs time and nothing else: this engine makes the
// fits that it waits for, from the end on.
type StudyPool interface {
	// Share asks those that can be asked now to make their part of the fits of the study that is worked out, from a
	// place in the order of its values on. It tells how many engines there are, this one among them. Where none has
	// been started, it starts some, for later.
	Share(from int) (of int)
	// Found is what the others have found since it was asked last.
	Found() []Tried
	// End is told when nothing more is wanted.
	End()
}

// SetStudyPool lets studies that take long be shared with other engines.
func (s *Session) SetStudyPool(m StudyPool) { s.studyPool = m }

// mateWorth is how long, in seconds, a study must be expected to go on for others to be asked to help.
const mateWorth = 0.1

// Tried is what the fit of a round to a value of a study has said.
type Tried struct {
	Value int `json:"value"`
	Round int `json:"round"`
	// Errors are those of lines, by their numbers, and bounds likewise.
	Lines   []int         `json:"lines,omitempty"`
	Errors  assess.Values `json:"errors,omitempty"`
	Own     assess.Values `json:"own,omitempty"`     // of each: see graded
	Shared  assess.Values `json:"shared,omitempty"`  // of each
	Answers assess.Values `json:"answers,omitempty"` // at the common points of draws
	Fitted  bool          `json:"fitted,omitempty"`
	Limited bool          `json:"limited,omitempty"`
	Why     string        `json:"why,omitempty"`  // it could not be made
	Left    int           `json:"left,omitempty"` // fits without a point that were made beside it
}

// add notes an error of a line, where it is known.
func (t *Tried) add(out *assess.Curve, line string, e float64) {
	t.grade(out, asked{line: line}, graded{mean: e})
}

// grade is add of what a set of points has shown.
func (t *Tried) grade(out *assess.Curve, at asked, g graded) {
	if !assess.Known(g.mean) {
		return
	}
	for k := range out.Lines {
		if out.Lines[k].Name == at.line {
			if !at.shared || !assess.Known(g.own) {
				g.own = 0
			}
			t.Lines, t.Errors = append(t.Lines, k), append(t.Errors, g.mean)
			t.Own, t.Shared = append(t.Own, g.own), append(t.Shared, g.shared)
			return
		}
	}
}

// take adds what a fit has said to what is found.
func (c *survey) take(out *assess.Curve, t *Tried) {
	if t.Why != "" {
		if out.Unfit++; c.why[t.Value] == "" {
			c.why[t.Value] = t.Why
		}
	}
	if !t.Fitted {
		return
	}
	out.Fits++
	if t.Limited {
		out.Limited++
	}
	c.left += t.Left
	if t.Answers != nil {
		c.answers[t.Value] = append(c.answers[t.Value], t.Answers)
	}
	for k, line := range t.Lines {
		l, e := &out.Lines[line], t.Errors[k]
		if l.Name == assess.Fresh && c.truth != nil { // above the least possible error
			e += c.least(out, t.Value)
		}
		l.Each[t.Value] = append(l.Each[t.Value], e)
		if line < len(c.own) {
			c.own[line][t.Value] = append(c.own[line][t.Value], t.Own[k])
			c.shared[line][t.Value] = append(c.shared[line][t.Value], t.Shared[k])
		}
	}
}

// least is the least possible error of a value.
func (c *survey) least(out *assess.Curve, i int) float64 {
	if out.Floor != nil {
		return out.Floor[i]
	}
	return out.Bayes
}

// fits are those of a study in the making, of each value in its order and each round.
type fits struct {
	c     *survey
	out   *assess.Curve
	order []int
	place []int    // in the order, of each value
	found []*Tried // nil = not yet; those of a value follow each other
	known int      // fits that are found
	taken int      // of them, in order
	of    int      // engines at work
}

func (c *survey) newFits(out *assess.Curve, order []int) *fits {
	w := &fits{c: c, out: out, order: order, place: make([]int, len(order)),
		found: make([]*Tried, len(order)*len(c.rounds)), of: 1}
	for k, i := range order {
		w.place[i] = k
	}
	return w
}

// share is how much is done.
func (w *fits) share() float64 { return float64(w.known) / float64(len(w.found)) }

// make makes all fits, its own part first and then, from the end on, what others have not found yet.
func (w *fits) make(job method.Job) error {
	c := w.c
	n, s := len(c.rounds), c.s
	// Where a fit draws its boundary, or compares moments, what it finds is no list of errors.
	alone := s.studyPool == nil || n < 2 || c.over == nil || c.tends != nil
	defer func() {
		if w.of > 1 {
			s.studyPool.End()
		}
	}()
	start := s.now()
	for k := range w.order {
		if k > 0 && !alone && w.of == 1 {
			left := s.now().Sub(start).Seconds() / w.share() * (1 - w.share())
			if left > mateWorth {
				w.of = max(s.studyPool.Share(k), 1)
			}
		}
		for number := 0; number < n; number += w.of {
			if err := w.try(job, k*n+number); err != nil {
				return err
			}
		}
	}
	for at := len(w.found) - 1; at >= w.taken; at-- {
		if err := w.try(job, at); err != nil {
			return err
		}
	}
	return nil
}

// try makes a fit, unless it is found already.
func (w *fits) try(job method.Job, at int) error {
	if w.found[at] != nil {
		return nil
	}
	n, share := len(w.c.rounds), w.share()
	t, err := w.c.try(method.Stretch(job, share, share), w.out, w.order[at/n], at%n)
	if err != nil {
		return err
	}
	w.put(t)
	if w.of > 1 {
		for _, t := range w.c.s.studyPool.Found() {
			w.put(&t)
		}
	}
	method.Progress(job, w.share())
	w.take(job)
	return nil
}

// put notes what a fit has said.
func (w *fits) put(t *Tried) {
	n := len(w.c.rounds)
	if t.Value < 0 || t.Value >= len(w.place) || t.Round < 0 || t.Round >= n {
		return
	}
	if at := &w.found[w.place[t.Value]*n+t.Round]; *at == nil {
		*at = t
		w.known++
	}
}

// take takes what is found, in its order.
func (w *fits) take(job method.Job) {
	c, n := w.c, len(w.c.rounds)
	for ; w.taken < len(w.found) && w.found[w.taken] != nil; w.taken++ {
		c.take(w.out, w.found[w.taken])
		switch missing := len(w.order) - 1 - w.taken/n; {
		case c.over == nil: // of one value what the fits so far say together
			c.tell(job, w.share(), w.out, 0)
		case w.taken%n == n-1 && missing > 0:
			c.tell(job, w.share(), w.out, missing)
		}
	}
}

// Share makes a part of the fits of the study that a document asks for, from a place in the order of its values on:
// those of every of-th round, beginning with the part-th. What it finds is given away value by value. Errors are those
// of Survey.
func (s *Session) Share(job method.Job, d doc.Document, from, part, of int, give func([]Tried) error) error {
	if err := s.lacks("a study of errors", &d); err != nil {
		return err
	}
	return s.further.share(s, job, d, from, part, of, give)
}

func (s *Session) help(job method.Job, d doc.Document, from, part, of int, give func([]Tried) error) error {
	c, err := s.prepare(job, d)
	if err != nil {
		return err
	}
	out, order := c.begin()
	for _, i := range order[min(max(from, 0), len(order)):] {
		var list []Tried
		for number := part; number < len(c.rounds); number += max(of, 1) {
			t, err := c.try(job, out, i, number)
			if err != nil {
				return err
			}
			list = append(list, *t)
		}
		if err := give(list); err != nil {
			return err
		}
	}
	return nil
}
