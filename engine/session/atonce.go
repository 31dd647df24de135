package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/method"
)

// This file fits once for all values of a parameter, for models that know what the other fits would predict
// (Answers.PredictSeveral). The results are those of separate fits, to the bit.

// lanes describes, in a study over values, the parameter along which fits are related, and which values, or pairs of
// values, are in one lane: those that differ only in that parameter.
type lanes struct {
	along string // the parameter; "" = none
	count int    // number of lanes
	and   bool   // along is the second parameter
}

// lanesAlong returns the lanes along the first parameter of the study that suits; along is "" if there is none, or
// pairs are drawn at random.
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

// lane returns the index of the lane of the i-th value or pair, and its index within the lane.
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

// laned returns the values of the parameter along the lanes.
func (c *survey) laned(l *lanes) []float64 {
	if l.and {
		return c.and.At
	}
	return c.over.At
}

// found holds the results of one fit for all values of its lane.
type found struct {
	errors  [][]graded  // for each set of points that the round tests, and each value of the lane
	answers [][]float64 // for each value, the predictions at c.common; nil = there are no common points
	limited bool
	why     string
	left    int // number of values whose results were not used yet
}

// knowsSeveral returns a function that reports whether a model predicts for all values of a parameter.
func knowsSeveral(m method.Model) func(name string) bool {
	return func(name string) bool {
		s := m.Can()
		if s.PredictSeveral == nil {
			return false
		}
		ok, _ := s.PredictSeveral(method.Unstopped, name, nil, nil, nil)
		return ok
	}
}

// tryOnce is try for a study in which one fit knows the answers for all values of its lane.
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

// askOnce makes the fit of round number for the lane of value i, and tests it for all values of the lane.
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
		_, err := m.Can().PredictSeveral(job, c.once.along, values, x, answers)
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

// recited is a Predictor that returns given answers in order, whatever the inputs, over successive calls.
type recited struct{ answers []float64 }

func (r *recited) Predict(_, out []float64) { r.answers = r.answers[copy(out, r.answers):] }
