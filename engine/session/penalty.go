package session

import (
	"math"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file adds a penalty on complexity to a study over a parameter: structural risk minimization.

// charge parses the penalty of a study, if it has one. The error says that it is invalid, or that the method has no
// measure of complexity.
func (c *survey) charge() (err error) {
	if c.study.Penalty == "" {
		return nil
	}
	if c.f.whole.Complexity == nil || c.f.Method.Complexity == "" {
		return doc.Errorf("study.penalty", words.Text("left out for %s, which has no measure of complexity",
			c.f.Method.Name), c.study.Penalty)
	}
	c.penalty, err = assess.ParsePenalty("study.penalty", c.study.Penalty)
	return err
}

// pay adds to the results of a fit to n points with training error e its complexity, its penalty, and the sum of error
// and penalty; nothing if the complexity is NaN.
func (c *survey) pay(job method.Job, say *Tried, out *assess.Curve, m method.Model, n int, e float64) error {
	h, err := m.Can().Complexity(method.Stretch(job, 0, 0))
	if err != nil || math.IsNaN(h) {
		return err
	}
	say.add(out, assess.Complexity, h)
	penalty := c.penalty.At(n, h)
	if !method.Finite(penalty) {
		return doc.Errorf("study.penalty", words.Text("a finite number at h = %s and n = %s", words.Number(h),
			words.Number(float64(n))),
			penalty)
	}
	say.add(out, assess.Penalty, penalty)
	say.add(out, assess.Sum, e+penalty)
	return nil
}

// sayPenalty says what the penalty depends on, and compares the choice with the one that errors on unseen points
// suggest.
func (f *Fit) sayPenalty(c *assess.Curve, r *wire.Studied, facts *method.FactList) {
	r.Notes = append(r.Notes, words.Text("The penalty is %s: h is %s, n the number of points of a fit.", c.Penalty,
		f.Method.Complexity))
	facts.Add("best_complexity", c.Line(assess.Complexity).Mean[c.Best], "", "h of the fit with the smallest sum").Call(
		"Its complexity h")
	by := judging(c)
	l := c.Line(by)
	if l == nil {
		return
	}
	at := assess.Least(l.Mean)
	if at < 0 || !assess.Known(l.Mean[c.Best]) {
		return
	}
	facts.Add("error_of_best", l.Mean[c.Best], "", words.Text("%s of the fit with the smallest sum",
		words.Capital(c.Says(by)))).Call(
		"Its error").Share = c.Share
	if at == c.Best {
		r.Says = words.Say(r.Says) + words.Text(" The %s there is %s, also the smallest of all.", c.Says(by),
			c.Error(l.Mean[at]))
		return
	}
	r.Says = words.Say(r.Says) + words.Text(" The %s there is %s; its minimum is at %s: %s.", c.Says(by),
		c.Error(l.Mean[c.Best]),
		c.Named(at), c.Error(l.Mean[at]))
}
