package session

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// surveyed describes the results of a study of errors, in words and numbers.
func (f *Fit) surveyed(c *assess.Curve, d *doc.Document, notes []string) *wire.Studied {
	r := &wire.Studied{Study: method.ErrorCurve.ID, Points: []int{}, Notes: notes}
	var facts method.FactList
	switch l := c.Line(c.By); {
	case c.Over == nil:
		r.Says = f.law(c, &facts)
	case f.Method.Param(c.Over.Name) == nil:
		r.Says = f.learned(c, &facts)
	case l == nil || c.Best < 0:
		r.Says = "The known errors are on points that the fits have seen or that are kept for the end, so no value is " +
			"chosen. Hold out validation points, or use folds."
	default:
		f.chosen(c, d, l, r, &facts)
	}
	r.Notes = append([]string{f.fitsOf(c, d.Study)}, r.Notes...)
	f.noteCurve(c, d.Study, r)
	for i := range facts {
		facts[i].Complete()
		facts[i].Value = speakable(facts[i].Value)
	}
	r.Facts = facts
	return r
}

// chosen describes the value that a study over a parameter chooses by the errors of line l, and offers it.
func (f *Fit) chosen(c *assess.Curve, d *doc.Document, l *assess.Line, r *wire.Studied, facts *method.FactList) {
	r.Tried = map[string][]float64{c.Over.Name: c.Over.At}
	if c.And != nil {
		r.Tried[c.And.Name] = c.And.At
	}
	named := c.Named(c.Best)
	facts.Add("best_error", l.Mean[c.Best], "", words.Text("Smallest %s", c.Says(c.By))).Call(words.Text("Least %s",
		c.Says(c.By))).Share = c.Share
	r.Offers = append(r.Offers, f.offer(c, d, c.Best))
	least := c.Error(l.Mean[c.Best])
	if l.SE != nil && assess.Known(l.SE[c.Best]) {
		least = words.Text("%s ± %s", least, c.Error(l.SE[c.Best]))
	}
	r.Says = words.Text("%s is least at %s: %s.", words.Capital(c.Says(c.By)), named, least)
	if r.Wider, r.WiderAnd = f.wider(c); r.Wider != nil {
		r.Says = words.Say(r.Says) + words.Say(" This value is at the end of the range tried: the minimum may lie beyond.")
	}
	if c.Choice >= 0 && c.Choice != c.Best {
		r.Says = words.Say(r.Says) + words.Text(" The simplest value within one standard error is %s: %s.",
			c.Named(c.Choice),
			c.Error(l.Mean[c.Choice]))
		r.Offers = append(r.Offers, f.offer(c, d, c.Choice))
	}
	if c.By == assess.Fresh {
		r.Notes = append(r.Notes, "The error on fresh points is unknown here: use folds, or hold points out.")
	}
	if slope, left, ok := assess.Slope(c.Over.At, l.Mean); ok && c.YLog {
		facts.Add("log_slope", slope, "", words.Text("Slope of the line through ln of the %s over ln of the parameter: "+
			"the %s behaves like this power of the parameter", c.Noun, c.Noun)).Call("Slope, log over log")
		if left > 0 {
			r.Notes = append(r.Notes, notPositive(left, len(l.Mean)))
		}
	}
	if c.Penalty != "" {
		f.sayPenalty(c, r, facts)
	}
	if t := c.Line(assess.Test); t != nil {
		facts.Add("best_test_error", t.Mean[c.Best], "", "The test error of the chosen value").Call(
			"Its test error").Share = c.Share
	}
}

// fitsOf says how many fits a study has made, and to which points.
func (f *Fit) fitsOf(c *assess.Curve, s *doc.Study) string {
	fits := words.Text("By %s.", words.Count(c.Fits, "fit"))
	switch {
	case s.Folds > 0:
		fits = words.Text("%s, each to all but one of %s of the training points", words.Count(c.Fits, "fit"),
			words.Count(s.Folds, "fold"))
		if s.Repeats > 1 {
			fits += words.Text(", divided %s", words.Count(s.Repeats, "time"))
		}
		if f.Task == method.Classify {
			fits += words.Say(", each with the same share of each class")
		}
		if len(c.Lines) > 2 {
			fits += words.Say(", and a fit to all of them for the errors at other points")
		}
		fits += "."
	case s.Seeds:
		fits = words.Text("%s to the same points, each with other random numbers.", words.Count(c.Fits, "fit"))
	case s.Bootstrap:
		fits = words.Text("%s, each to a sample of the training points with replacement.", words.Count(c.Fits, "fit"))
	case s.Draws > 0:
		fits = words.Text("%s, each to newly drawn points.", words.Count(c.Fits, "fit"))
	}
	return fits
}

// noteCurve adds notes on what a study has drawn, tried and not been able to do.
func (f *Fit) noteCurve(c *assess.Curve, s *doc.Study, r *wire.Studied) {
	for _, l := range c.Lines {
		if l.Bound != "" {
			r.Notes = append(r.Notes, words.Text("%s: %s.", words.Capital(l.Name), l.Help))
		}
	}
	large := func(l assess.Line) bool {
		return l.Bound != "" && slices.ContainsFunc(l.Mean, func(x float64) bool { return assess.Known(x) && x > 1 })
	}
	if c.Over != nil && c.Share && !c.YLog && slices.ContainsFunc(c.Lines, large) {
		r.Notes = append(r.Notes, "Bounds above 1 carry no information and are not drawn.")
	}
	if c.Random {
		what := words.Count(c.Count(), "value")
		if c.And != nil {
			what = words.CountOf(c.Count(), "pair of values", "pairs of values")
		}
		says := words.Text("Tried: %s, drawn at random.", what)
		if s.Values == nil && s.AndValues == nil {
			says = words.Text("Tried: %s, drawn at random except for the present value.", what)
		}
		r.Notes = append(r.Notes, says)
	}
	if s.Seeds && c.Over == nil && alike(c.Lines) {
		r.Notes = append(r.Notes, "All fits have the same errors: with these parameters random numbers have no effect.")
	}
	if c.Unfit > 0 {
		r.Notes = append(r.Notes, words.Text("%s failed (the first one: “%s”).", words.Count(c.Unfit, "fit"), c.Why))
	}
	if c.Limited > 0 {
		r.Notes = append(r.Notes, words.Text("%s did not finish; there the error is that of the last step.",
			words.Count(c.Limited, "fit")))
	}
	if f.growth != nil && !f.grownUp() {
		r.Notes = append(r.Notes, words.Text("Each is trained from its start to the step shown, %s %s.",
			f.growth.now.StepName(), words.Number(float64(f.Step))))
	}
}

// alike reports whether all fits for the same value have the same errors, on all lines.
func alike(lines []assess.Line) bool {
	for i := range lines {
		for _, each := range lines[i].Each {
			if slices.ContainsFunc(each, func(e float64) bool { return e != each[0] }) {
				return false
			}
		}
	}
	return true
}

// surveyedSoFar describes an intermediate result. It offers nothing to take over yet, because the minimum may move.
func (f *Fit) surveyedSoFar(c *assess.Curve) *wire.Studied {
	r := &wire.Studied{Study: method.ErrorCurve.ID, Points: []int{}}
	if c.Over == nil {
		r.Says = words.Text("So far: %s.", words.Count(c.Fits, "fit"))
		return r
	}
	n := len(c.Lines[0].Mean)
	r.Says = words.Text("So far: %s of %s.", words.Number(float64(n-c.Missing)), words.Count(n, "value"))
	if l := c.Line(c.By); l != nil && c.Best >= 0 {
		r.Says = words.Say(r.Says) + words.Text(" The smallest %s so far is %s, at %s.", c.Says(c.By),
			c.Error(l.Mean[c.Best]),
			c.Named(c.Best))
	}
	return r
}

// pack encodes the data of a chart into an answer.
func pack(r *wire.Studied, c *assess.Curve) (err error) {
	lean := *c
	if lean.Over != nil { // the chart does not use the errors of single fits
		lean.Lines = slices.Clone(c.Lines)
		for i := range lean.Lines {
			lean.Lines[i].Each = nil
		}
	}
	r.Curve, err = json.Marshal(lean)
	return err
}

// nearLeast is the relative excess over the smallest loss up to which another loss counts as equally good.
const nearLeast = 0.01

// law describes the distribution of the errors of fits of one setting, in words and facts.
func (f *Fit) law(c *assess.Curve, facts *method.FactList) (says string) {
	for i := range c.Lines {
		if l := &c.Lines[i]; assess.Known(l.Mean[0]) {
			says += lawOf(c, l, facts)
		}
	}
	if assess.Known(c.Bayes) {
		what, meaning := "Bayes error", "The error of the Bayes rule, which uses the true distribution of the points"
		if f.Task != method.Classify {
			what, meaning = "Noise", "The mean squared error of the truth itself: the error is the sum of squared bias, "+
				"variance and noise"
		}
		facts.Add("least_possible_error", c.Bayes, "", meaning).Call(what).Share = c.Share
	}
	if says == "" {
		for _, l := range c.Lines {
			if assess.Known(l.Mean[0]) {
				says += words.Text("%s %s. ", words.Capital(c.Says(l.Name)), c.Error(l.Mean[0]))
			}
		}
	}
	return strings.TrimSpace(says)
}

// lawOf describes the distribution of the values of one line of a curve; "" = only in facts.
func lawOf(c *assess.Curve, l *assess.Line, facts *method.FactList) (says string) {
	name, each := strings.NewReplacer("-", "_", " ", "_").Replace(l.Name), l.Each[0]
	if l.Name == assess.Estimation {
		facts.Add("estimation_risk", l.Mean[0], "", words.Text("Squared distance between the coefficients and those of "+
			"the recipe's best linear prediction, mean over %s", words.Count(len(each), "fit"))).Call("Estimation risk")
		return says
	}
	if l.Name == assess.Bias || l.Name == assess.Variance {
		facts.Add(name, l.Mean[0], "", map[string]string{assess.Bias: "Mean squared distance between the mean of the " +
			"fits and the truth", assess.Variance: "Mean squared distance between the fits and their mean"}[l.Name]).Call(
			words.Capital(l.Name))
		return says
	}
	s := assess.Summarize(each)
	if l.Name == assess.Ratio {
		return lawOfRatio(each, facts)
	}
	if l.Name == assess.Start {
		facts.Add("start_ratio", s.Mean, "", words.Text("Loss before the first step divided by the smallest loss, mean "+
			"over %s", words.Count(s.N, "seed"))).Call(words.Text("Mean %s", assess.Start))
		facts.Add("start_ratios", slices.Clone(each), "", "For each seed").Hide()
		says += words.Text("Before the first step the loss is %s times the smallest one on average. ", words.Number(s.Mean))
		return says
	}
	if l.Bound != "" && c.Line(assess.Start) != nil {
		facts.Add(l.Bound, s.Mean, "", l.Help).Call(words.Capital(l.Name))
		says += words.Text("%s %s. ", words.Capital(l.Name), c.Error(s.Mean))
		return says
	}
	if l.Bound != "" {
		facts.Add(l.Bound, s.Mean, "", words.Text("%s; the mean over %s", l.Help, words.Count(s.N,
			"fit"))).Call(words.Capital(l.Name))
		says += words.Text("%s %s. ", words.Capital(l.Name), c.Error(s.Mean))
		return says
	}
	facts.Add(name+"_"+c.Noun, s.Mean, "", words.Text("Mean over %s", words.Count(s.N, "fit"))).Call(
		words.Capital(c.Says(l.Name))).Share = c.Share
	if s.N < 2 {
		return says
	}
	facts.Add(name+"_"+c.Noun+"_sd", s.SD, "", "Standard deviation of the errors of the fits").Call(
		"Its standard deviation").Share = c.Share
	several := "_errors"
	if c.Noun == "loss" {
		several = "_losses"
	}
	facts.Add(name+several, slices.Clone(each), "", "For each fit").Hide()
	if l.Name == assess.Training {
		return says
	}
	se := s.SE
	if l.SE != nil { // including the standard error from points that all fits share
		se = l.SE[0]
	}
	says += words.Text("%s %s ± %s (one standard error of the mean), nine of ten fits between %s and %s. ",
		words.Capital(c.Says(l.Name)), c.Error(s.Mean), c.Error(se), c.Error(assess.Quantile(0.05, each)),
		c.Error(assess.Quantile(0.95, each)))
	return says
}

// lawOfRatio describes the losses of fits with different seeds, divided by the smallest one.
func lawOfRatio(each assess.Values, facts *method.FactList) string {
	s := assess.Summarize(each)
	near := 0
	for _, x := range each {
		if x <= 1+nearLeast {
			near++
		}
	}
	facts.Add("loss_ratio", s.Mean, "", words.Text("Loss divided by the smallest loss, mean over %s", words.Count(s.N,
		"seed"))).Call(
		words.Text("Mean %s", assess.Ratio))
	facts.Add("near_least", near, "", words.Text("Seeds whose loss is at most %s above the smallest",
		words.Percent(nearLeast))).Call("Seeds near the smallest loss")
	facts.Add("loss_ratios", slices.Clone(each), "", "For each seed").Hide()
	return words.Text("Of %s, %s come within %s of the smallest loss; nine of ten are %s to %s times as large, %s on "+
		"average. ", words.Count(s.N, "seed"), strconv.Itoa(near), words.Percent(nearLeast),
		words.Number(assess.Quantile(0.05, each)), words.Number(assess.Quantile(0.95, each)), words.Number(s.Mean))
}

// learned describes how the error on new points changes with the number of training points or columns, in words and
// facts.
func (f *Fit) learned(c *assess.Curve, facts *method.FactList) (says string) {
	for _, name := range []string{assess.CrossValidated, assess.Fresh, assess.Validation, assess.Test} {
		l := c.Line(name)
		if l == nil {
			continue
		}
		first, last := 0, len(l.Mean)-1
		for first < last && !assess.Known(l.Mean[first]) {
			first++
		}
		for last > first && !assess.Known(l.Mean[last]) {
			last--
		}
		what := "point"
		if c.Over.Name == doc.Dimension {
			what = "column"
		}
		says = words.Text("%s %s with %s, %s with %s.", words.Capital(c.Says(name)), c.Error(l.Mean[first]),
			words.Count(int(c.Over.At[first]), what), c.Error(l.Mean[last]), words.Number(c.Over.At[last]))
		if c.Over.Name == doc.Dimension {
			return says
		}
		fall := ""
		if slope, left, ok := assess.Slope(c.Over.At, l.Mean); ok {
			facts.Add("learning_slope", slope, "", "Slope of the line through ln of the error over ln n: the error falls "+
				"like this power of n").Call("Slope, log of error over log of n")
			fall = words.Text(" The error falls like n to the power %s.", words.Number(slope))
			if left > 0 {
				fall += " " + notPositive(left, len(l.Mean))
			}
		}
		if name == assess.Fresh && assess.Known(c.Bayes) {
			above := "the noise"
			if f.Task == method.Classify {
				above = "the Bayes error"
			}
			if text := f.excess(c, facts, "excess_slope", above, c.Bayes); text != "" {
				fall = text
			}
			if c.Linear > 0 {
				fall += f.excess(c, facts, "linear_excess_slope", "the error of the best linear prediction", c.Linear)
			}
			if e := c.Line(assess.Estimation); e != nil {
				if slope, _, ok := assess.Slope(c.Over.At, e.Mean); ok {
					facts.Add("estimation_slope", slope, "", "The same for the squared distance between the coefficients and those "+
						"of the best linear prediction").Call("Slope of the estimation risk")
					fall += words.Text(" The estimation risk falls like n to the power %s.", words.Number(slope))
				}
			}
		}
		return says + fall
	}
	return "The error on points that the fits have not seen is unknown."
}

// excess describes how the excess of fresh errors over a level decreases with n; "" = no slope can be computed, and no
// value was left out of one.
func (f *Fit) excess(c *assess.Curve, facts *method.FactList, name, above string, level float64) string {
	l := c.Line(assess.Fresh)
	over := make([]float64, len(l.Mean))
	for i, e := range l.Mean {
		if over[i] = assess.None; assess.Known(e) {
			over[i] = e - level
		}
	}
	slope, left, ok := assess.Slope(c.Over.At, over)
	says := ""
	if ok {
		facts.Add(name, slope, "", words.Text("The same for the excess of the fresh error over %s",
			above)).Call(words.Text("Slope of the excess over %s", above))
		says = words.Text(" The excess over %s falls like n to the power %s.", above, words.Number(slope))
	}
	if left > 0 {
		facts.Add(name+"_left_out", left, "", words.Text("Values of n without an excess: the fresh error there is at "+
			"most %s, so the slope leaves them out", above)).Call("Left out of the slope")
		says += " " + notPositive(left, len(over))
	}
	return says
}

// notPositive says how many values a slope leaves out.
func notPositive(left, of int) string {
	return words.Text("The slope leaves out %s of %s, which have no logarithm.", strconv.Itoa(left), words.Count(of,
		"value"))
}
