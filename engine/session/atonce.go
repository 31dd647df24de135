package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/method"
)

// This file asks one fit for all values of a parameter where its model knows them (method.Several). What is found is
// what a fit for each value would have found, to the bit.

// lanes are, in a study over values, the parameter along which fits have to do with each other, and which values, or
// pairs, are of one lane: those that differ in it alone.
type lanes struct {
	along string // "" = there is none
	count int
	and   bool // along the second parameter
}

// lanesAlong finds the lanes of the first parameter that suits.
func (c *survey) lanesAlong(suits func(name string) bool) lanes {
	switch {
	case c.over == nil || c.f.Method.Param(c.over.Name) == nil || c.and != nil && c.study.Search != "":
		return lanes{}
	case suits(c.over.Name):
		n := 1
		if c.and != nil {
			n = len(c.and.At)
		}
		return lanes{along: c.over.Name, count: n}
	case c.and != nil && suits(c.and.Name):
		return lanes{along: c.and.Name, count: len(c.over.At), and: true}
	}
	return lanes{}
}

// lane is that of a value, or of a pair, and which one of the lane it is.
func (c *survey) lane(l *lanes, i int) (lane, at int) {
	w := len(c.over.At)
	switch {
	case l.and:
		return i % w, i / w
	case c.and != nil:
		return i / w, i % w
	}
	return 0, i
}

// laned are the values along a lane.
func (c *survey) laned(l *lanes) []float64 {
	if l.and {
		return c.and.At
	}
	return c.over.At
}

// found is what one fit has said for all values of its lane.
type found struct {
	errors  [][]graded  // of each set of points that the round asks about
	answers [][]float64 // at the common points of draws
	limited bool
	why     string
	left    int // values that have not taken what is theirs
}

// knowsSeveral tells whether a model answers for all values of a parameter.
func knowsSeveral(m method.Model) func(name string) bool {
	return func(name string) bool {
		s, ok := m.(method.Several)
		if ok {
			ok, _ = s.PredictSeveral(method.Unstopped, name, nil, nil, nil)
		}
		return ok
	}
}

// tryOnce is try where one fit knows what all values of a lane answer.
func (c *survey) tryOnce(job method.Job, out *assess.Curve, i, number int) (*Tried, error) {
	lane, at := c.lane(&c.once, i)
	key := number*c.once.count + lane
	got := c.ahead[key]
	if got == nil {
		var err error
		if got, err = c.askOnce(job, i, number); err != nil {
			return nil, err
		}
		c.ahead[key] = got
	}
	say := &Tried{Value: i, Round: number, Why: got.why}
	if got.why == "" {
		say.Fitted, say.Limited = true, got.limited
		if got.answers != nil {
			say.Answers = got.answers[at]
		}
		for k, t := range c.rounds[number].tests {
			say.grade(out, t, got.errors[k][at])
		}
	}
	if got.left--; got.left == 0 {
		delete(c.ahead, key)
	}
	return say, nil
}

// askOnce makes the fit of a round for a lane, and asks it for all values.
func (c *survey) askOnce(job method.Job, i, number int) (*found, error) {
	r, values := c.rounds[number], c.laned(&c.once)
	p, err := r.train(i)
	if err != nil {
		return nil, err
	}
	m, why, err := c.f.made(job, p, c.values[i], nil)
	got := &found{why: why, left: len(values)}
	if m == nil || err != nil {
		return got, err
	}
	got.limited = unfinished(m)
	ask := func(x []float64) ([][]float64, error) {
		answers := make([][]float64, len(values))
		for k := range answers {
			answers[k] = make([]float64, len(x)/p.D)
		}
		_, err := m.(method.Several).PredictSeveral(job, c.once.along, values, x, answers)
		return answers, err
	}
	for _, t := range r.tests {
		e, err := c.examOf(t, p, i, number)
		if err != nil {
			return nil, err
		}
		answers, err := ask(e.at.X)
		if err != nil {
			return nil, err
		}
		errors := make([]graded, len(values))
		for k, a := range answers {
			if errors[k], err = e.grade(job, p, a); err != nil {
				return nil, err
			}
		}
		if c.common != nil && e.at == c.common {
			got.answers = answers
		}
		got.errors = append(got.errors, errors)
	}
	return got, nil
}

// recited says answers one after the other, as they are asked for.
type recited struct{ answers []float64 }

func (r *recited) Predict(_, out []float64) { r.answers = r.answers[copy(out, r.answers):] }
