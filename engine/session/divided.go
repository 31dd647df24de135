package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// StudyPool is a set of other engines, on processors of their own and each with a session of its own, that can make a
// part of the fits of a study. Of the rounds of every value, each of k engines makes every k-th. The results are
// identical, to the bit, to those of this engine. An engine that is slow or lost costs only time: this engine makes the
// fits that are still missing, starting with the last ones.
type StudyPool interface {
	// Share asks the available engines to make their part of the fits of the present study, from a position in the order
	// of its values on. It returns the number of engines, including this one. If none has been started, it starts some,
	// for later.
	Share(from int) (of int)
	// Found returns the results that have arrived since the last call.
	Found() []Tried
	// End is called when nothing more is needed.
	End()
}

// SetStudyPool lets long studies share their work with other engines.
func (s *Session) SetStudyPool(m StudyPool) { s.studyPool = m }

// mateWorth is the expected remaining time of a study, in seconds, from which on others are asked to help.
const mateWorth = 0.1

// Tried is the result of the fit of a round for a value of a study.
type Tried struct {
	Value int `json:"value"`
	Round int `json:"round"`
	// Errors holds the errors and bounds for Lines, which are indices of the curve's lines.
	Lines   []int         `json:"lines,omitempty"`
	Errors  assess.Values `json:"errors,omitempty"`
	Own     assess.Values `json:"own,omitempty"`     // for each error: see graded; 0 if other fits have other test points
	Shared  assess.Values `json:"shared,omitempty"`  // for each error: see graded
	Answers assess.Values `json:"answers,omitempty"` // predictions at survey.common, if there are such points
	Fitted  bool          `json:"fitted,omitempty"`
	Limited bool          `json:"limited,omitempty"`
	Why     string        `json:"why,omitempty"`  // the reason why the fit was impossible
	Left    int           `json:"left,omitempty"` // number of leave-one-out fits made in addition
}

// add records e, if it is known, as the error of the line of out that is named line.
func (t *Tried) add(out *assess.Curve, line string, e float64) {
	t.grade(out, asked{line: line}, graded{mean: e})
}

// grade is add for the error at a set of points, with its standard errors.
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

// take adds the result of a fit to the curve, and to the statistics of the survey.
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
		if l.Name == assess.Fresh && c.truth != nil { // the excess over the Bayes error
			e += c.least(out, t.Value)
		}
		l.Each[t.Value] = append(l.Each[t.Value], e)
		if line < len(c.own) {
			c.own[line][t.Value] = append(c.own[line][t.Value], t.Own[k])
			c.shared[line][t.Value] = append(c.shared[line][t.Value], t.Shared[k])
		}
	}
}

// least returns the Bayes error, or the variance of the noise, for value i.
func (c *survey) least(out *assess.Curve, i int) float64 {
	if out.Floor != nil {
		return out.Floor[i]
	}
	return out.Bayes
}

// fits holds the fits of a study in progress: those of all rounds for the first value in the order, then for the next
// one.
type fits struct {
	c     *survey
	out   *assess.Curve
	order []int
	place []int    // position in order, for each value
	found []*Tried // nil = not known yet; the fits of a value are adjacent
	known int      // number of known fits
	taken int      // number of fits that were added to the curve, in order
	of    int      // number of engines at work
}

func (c *survey) newFits(out *assess.Curve, order []int) *fits {
	w := &fits{c: c, out: out, order: order, place: make([]int, len(order)),
		found: make([]*Tried, len(order)*len(c.rounds)), of: 1}
	for k, i := range order {
		w.place[i] = k
	}
	return w
}

// share returns the completed fraction.
func (w *fits) share() float64 { return float64(w.known) / float64(len(w.found)) }

// make makes all fits: first its own part, then, from the last one backwards, those that others have not delivered yet.
func (w *fits) make(job method.Job) error {
	c := w.c
	n, s := len(c.rounds), c.s
	// Fits that draw their boundary or compare moments have results that Tried can't hold.
	alone := !fastStudyPool || s.studyPool == nil || n < 2 || c.over == nil || c.tends != nil
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

// try makes the fit whose result belongs to found[at], unless it is known, and takes in the results of other engines
// that have arrived.
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

// put records the result of a fit, unless it is known or belongs to no fit of this study.
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

// take adds results to the curve, in order, up to the first unknown one, and tells the job about them.
func (w *fits) take(job method.Job) {
	c, n := w.c, len(w.c.rounds)
	for ; w.taken < len(w.found) && w.found[w.taken] != nil; w.taken++ {
		c.take(w.out, w.found[w.taken])
		switch missing := len(w.order) - 1 - w.taken/n; {
		case c.over == nil: // for a single value, the statistics of the fits so far
			c.tell(job, w.share(), w.out, 0)
		case w.taken%n == n-1 && missing > 0:
			c.tell(job, w.share(), w.out, missing)
		}
	}
}

// Share makes a part of the fits of the study that a document asks for, from a position in the order of its values on:
// those of the rounds part, part + of, part + 2·of, … It passes the results to give, value by value. Errors are those
// of Survey and of give.
func (s *Session) Share(job method.Job, d doc.Document, from, part, of int, give func([]Tried) error) error {
	return s.able.studies.share(s, job, d, from, part, of, give)
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
