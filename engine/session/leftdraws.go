package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file computes the leave-one-out error of each draw in a study with bounds, because bounds hold for its mean over
// draws.

// leavesOut reports whether the leave-one-out error of each draw is computed: if the study has bounds, its fits have
// the same parameters and newly drawn points, and there are few enough. If there are too many, it adds a note.
func (c *survey) leavesOut() bool {
	s, n := c.study, c.f.Problem.N
	asked := c.bounds != nil && s.Over == "" && s.Draws > 0 && !s.Bootstrap && !s.Seeds && c.f.Task.Supervised()
	if !asked || method.LeaveOneOut.Refuses(n) != "" {
		return false
	}
	if s.Draws*n > mostFits {
		c.notes = append(c.notes, words.Text("No leave-one-out errors: %s may need more than %s fits.",
			words.Count(s.Draws, "draw"), words.Number(mostFits)))
		return false
	}
	return true
}

// leaveOut returns the leave-one-out error of a model of p; the error is the job's.
func (c *survey) leaveOut(job method.Job, m method.Model, p *method.Problem, v method.Values) (float64, error) {
	one := *c.f
	one.hold(m)
	one.Problem, one.Values, one.growth = p, v, nil
	one.pool = nil // p has other rows than c.f.Problem
	l, err := one.LeaveOneOut(job)
	if err != nil {
		return assess.None, err
	}
	c.left += l.Fits
	sum, n := 0.0, 0.0
	for i, a := range l.Answers {
		switch {
		case p.Class != nil && a != float64(p.ClassIDs[p.Class[i]]):
			sum++
		case p.Class == nil && a == a:
			sum += (p.Y[i] - a) * (p.Y[i] - a)
		}
		if p.Class != nil || a == a {
			n++
		}
	}
	return sum / n, nil
}
