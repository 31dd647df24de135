package session

import (
	"math"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file puts a price on complexity in a study over a parameter: structural risk minimisation.

// charge reads the price that a study names.
func (c *survey) charge() (err error) {
	if c.study.Price == "" {
		return nil
	}
	if _, ok := c.f.Whole.(method.Complex); !ok || c.f.Method.Complexity == "" {
		return doc.Errorf("study.price", "left out for "+c.f.Method.Name+", which tells no complexity", c.study.Price)
	}
	c.price, err = assess.ParsePrice("study.price", c.study.Price)
	return err
}

// pay adds what a fit to n points costs to what is known of it, and the sum with its training error.
func (c *survey) pay(job method.Job, say *Tried, out *assess.Curve, m method.Model, n int, e float64) error {
	h, err := m.(method.Complex).Complexity(method.Stretch(job, 0, 0))
	if err != nil || math.IsNaN(h) {
		return err
	}
	say.add(out, assess.Complexity, h)
	price := c.price.At(n, h)
	if !method.Finite(price) {
		return doc.Errorf("study.price", "a finite number at h = "+words.Number(h)+" and n = "+words.Number(float64(n)),
			price)
	}
	say.add(out, assess.Paid, price)
	say.add(out, assess.Sum, e+price)
	return nil
}

// sayPrice says what the price is put on, and what errors on other points say of the choice.
func (f *Fit) sayPrice(c *assess.Curve, r *wire.Studied, facts *method.FactList) {
	r.Notes = append(r.Notes, "The price is "+c.Price+": h is "+f.Method.Complexity+", n the number of points that a fit "+
		"has.")
	facts.Add("best_complexity", c.Line(assess.Complexity).Mean[c.Best], "", "h of the fit with the least sum").Call(
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
	facts.Add("error_of_best", l.Mean[c.Best], "", words.Capital(c.Says(by))+" of the fit with the least sum").Call(
		"Its error")
	if at == c.Best {
		r.Says += " The " + c.Says(by) + " there is " + c.Error(l.Mean[at]) + ", the least of all, too."
		return
	}
	r.Says += " The " + c.Says(by) + " there is " + c.Error(l.Mean[c.Best]) + "; it is least at " + c.Named(at) + ": " +
		c.Error(l.Mean[at]) + "."
}
