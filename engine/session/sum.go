package session

import (
	"math"
	"slices"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
)

// sum computes the statistics of all fits.
func (c *survey) sum(out *assess.Curve) {
	for _, why := range c.why {
		if why != "" {
			out.Why = why
			break
		}
	}
	for k := range out.Lines {
		l := &out.Lines[k]
		several := false
		for _, each := range l.Each {
			s := assess.Summarize(each)
			l.Mean, l.SE = append(l.Mean, s.Mean), append(l.SE, s.SE)
			l.Low, l.High = append(l.Low, assess.Quantile(0.1, each)), append(l.High, assess.Quantile(0.9, each))
			several = several || s.N > 1
		}
		if !several {
			l.SE = nil
		} else if k < len(c.own) {
			for i, se := range c.luckOf(l.Name, k) {
				l.SE[i] = bothSE(l.SE[i], se)
			}
		}
		if !several || c.study.Draws == 0 {
			l.Low, l.High = nil, nil
		}
	}
	c.part(out)
	c.compare(out)
	out.Choose(c.by(out))
}

// compare adds, in a study over seeds of an unsupervised method, the ratios of the losses to the smallest one, and
// converts the losses at the start to such ratios. If the smallest loss is not positive, it removes the latter.
func (c *survey) compare(out *assess.Curve) {
	l := out.Line(assess.Training)
	if !c.study.Seeds || c.over != nil || c.f.Task.Supervised() || l == nil || len(l.Each[0]) == 0 {
		return
	}
	least := slices.Min(l.Each[0])
	if least <= 0 { // no ratio to 0 or to a negative number; a loss that is minus a logarithm may be negative
		out.Lines = slices.DeleteFunc(out.Lines, func(l assess.Line) bool { return l.Name == assess.Start })
		return
	}
	over := func(name string, losses assess.Values) assess.Line {
		each := make(assess.Values, len(losses))
		for i, e := range losses {
			each[i] = e / least
		}
		s := assess.Summarize(each)
		return assess.Line{Name: name, Each: []assess.Values{each}, Mean: []float64{s.Mean}, SE: []float64{s.SE}}
	}
	if start := out.Line(assess.Start); start != nil {
		*start = over(assess.Start, start.Each[0])
	}
	out.Lines = append(out.Lines, over(assess.Ratio, l.Each[0]))
}

// bothSE returns the standard error of a sum of two independent quantities with the standard errors a and b; a if one
// of them is unknown.
func bothSE(a, b float64) float64 {
	if !assess.Known(a) || !assess.Known(b) {
		return a
	}
	return math.Hypot(a, b)
}

// part decomposes the mean squared error of draws into squared bias and variance at the common points.
func (c *survey) part(out *assess.Curve) {
	if c.common == nil {
		return
	}
	p := c.common
	f := make([]float64, p.N)
	c.truth.F(f, nil, p.X)
	bias, variance := assess.Line{Name: assess.Bias}, assess.Line{Name: assess.Variance}
	for _, answers := range c.answers {
		b, v, places := 0.0, 0.0, 0.0
		for k := range p.N {
			sum, n := 0.0, 0.0
			for _, a := range answers {
				if a[k] == a[k] {
					sum, n = sum+a[k], n+1
				}
			}
			if n < 2 {
				continue
			}
			mean, squares := sum/n, 0.0
			for _, a := range answers {
				if a[k] == a[k] {
					squares += (a[k] - mean) * (a[k] - mean)
				}
			}
			b, v, places = b+(mean-f[k])*(mean-f[k]), v+squares/n, places+1
		}
		if places == 0 {
			b, v, places = assess.None, assess.None, 1
		}
		bias.Mean, variance.Mean = append(bias.Mean, b/places), append(variance.Mean, v/places)
	}
	bias.Each, variance.Each = make([]assess.Values, len(bias.Mean)), make([]assess.Values, len(bias.Mean))
	out.Lines = append(out.Lines, bias, variance)
}

// by returns the name of the line by which a value is chosen, "" = none is chosen: never the training error alone, nor
// the test error, which is for the end.
func (c *survey) by(out *assess.Curve) string {
	switch {
	case doc.IsSize(c.study.Over):
		return ""
	case c.penalty != nil:
		return assess.Sum
	}
	return judging(out)
}

// judging returns the name of the first error on unseen points that may be used for choosing a value; "" = there is
// none.
func judging(out *assess.Curve) string {
	for _, name := range []string{assess.CrossValidated, assess.Validation, assess.OutOfBag, assess.Fresh} {
		if out.Line(name) != nil {
			return name
		}
	}
	return ""
}
