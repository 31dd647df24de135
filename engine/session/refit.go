package session

import (
	"errors"
	"math"

	"pointscape/engine/assess"
	"pointscape/engine/method"
)

// try makes the fit of a round for value i, and tests it.
func (c *survey) try(job method.Job, out *assess.Curve, i, number int) (*Tried, error) {
	if c.once.along != "" {
		return c.tryOnce(job, out, i, number)
	}
	say := &Tried{Value: i, Round: number}
	v, r := c.values[i], c.rounds[number]
	p, err := r.train(i)
	if err != nil {
		return nil, err
	}
	prev := new(method.Model) // a cold fit
	if len(c.before) > 0 {
		lane, _ := c.lane(&c.chain, i)
		prev = &c.before[number*c.chain.count+lane]
	}
	m, why, err := c.f.made(job, p, v, *prev)
	if m != nil {
		*prev = m
	}
	say.Why = why
	if m == nil || err != nil {
		return say, err
	}
	say.Fitted, say.Limited = true, unfinished(m)
	if err := c.measure(job, say, out, m, p); err != nil {
		return nil, err
	}
	return say, c.test(job, say, out, m, p)
}

// measure adds to the result of a fit to p all but its errors at the test points: bounds, risks and distances, and
// keeps its boundary.
func (c *survey) measure(job method.Job, say *Tried, out *assess.Curve, m method.Model, p *method.Problem) error {
	r := &c.rounds[say.Round]
	if !r.whole {
		if err := c.draw(job, out, m); err != nil {
			return err
		}
	}
	if c.bounds != nil && (!r.whole || len(c.rounds) == 1) {
		list, err := m.Can().Bounds(job)
		if err != nil {
			return err
		}
		for _, b := range list {
			say.add(out, b.Name, b.Value)
		}
	}
	if out.Line(assess.Start) != nil && !r.whole {
		if loss, bound, ok := m.Can().Seeding(); ok {
			say.add(out, assess.Start, loss)
			say.add(out, bound.Name, bound.Value)
		}
	}
	if out.Line(assess.LeaveOneOut) != nil {
		before := c.left
		e, err := c.leaveOut(method.Stretch(job, 0, 0), m, p, c.values[say.Value])
		if err != nil {
			return err
		}
		say.add(out, assess.LeaveOneOut, e)
		say.Left, c.left = c.left-before, before
	}
	if out.Line(assess.Estimation) != nil && (!r.whole || len(c.rounds) == 1) {
		dim := 0
		if c.dims != nil {
			dim = c.dims[say.Value]
		}
		if best, intercept, coef, ok := idealOf(c.truthIn(dim), m); ok {
			estimation, _ := risks(&best, intercept, coef)
			say.add(out, assess.Estimation, estimation)
		}
	}
	if c.tends != nil {
		c.compareMoments(out, say.Value, m, p)
	}
	return nil
}

// test adds to the result of a fit to p its errors at the test points of its round.
func (c *survey) test(job method.Job, say *Tried, out *assess.Curve, m method.Model, p *method.Problem) error {
	for _, t := range c.rounds[say.Round].tests {
		e, err := c.examOf(t, p, say.Value, say.Round)
		if err != nil {
			return err
		}
		g, answers, err := judged(job, m, p, e)
		if err != nil {
			return err
		}
		if c.common != nil && e.at == c.common { // for regression
			say.Answers = answers
		}
		say.grade(out, t, g)
		if t.line == assess.Training && c.penalty != nil {
			if err := c.pay(job, say, out, m, p.N, g.mean); err != nil {
				return err
			}
		}
	}
	return nil
}

// judged returns the error of a model of p at the points of an exam, with its predictions there. Without targets it
// returns the mean loss, NaN = there is none, and no predictions.
func judged(job method.Job, m method.Model, p *method.Problem, e *exam) (graded, []float64, error) {
	of := m.Can()
	if p.Task.Supervised() {
		answers, err := of.At(job, e.at)
		if err != nil {
			return graded{}, nil, err
		}
		g, err := e.grade(job, p, answers)
		return g, answers, err
	}
	if of.Losses == nil || e.at.N == 0 {
		return graded{mean: math.NaN()}, nil, nil
	}
	losses := make([]float64, e.at.N)
	of.Losses(e.at.X, losses)
	return e.mean(losses), nil, job.Err()
}

// refit fits other points, cold if prev is nil (see Method.Reuses), as far as the document's model: a Stepper to its
// end, a Grower to the step of f or to its end.
func (f *Fit) refit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m, err := f.Method.Fit(job, p, v, prev)
	if err != nil {
		return nil, err
	}
	if g := m.Can().Grower; g != nil && !f.grownUp() {
		return g.Grow(job, max(f.Step-g.Step(), 0))
	}
	return method.Whole(job, m, 0)
}

// made is refit for points that may not suffice: then it returns no model, but the reason why. The error is the job's,
// or another failure.
func (f *Fit) made(job method.Job, p *method.Problem, v method.Values, prev method.Model) (m method.Model, why string,
	err error) {
	m, err = f.refit(job, p, v, prev)
	var need *method.Need
	if errors.As(err, &need) {
		return nil, need.Sentence, job.Err()
	}
	return m, "", err
}

// unfinished reports whether a fit has stopped at its limit of iterations or at the precision of float64, or has
// diverged.
func unfinished(m method.Model) bool {
	st := m.Status().State
	return st == method.Limited || st == method.Diverged
}
