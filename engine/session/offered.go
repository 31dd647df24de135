package session

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// beyondBy is the largest number of values by which a list is extended at an end.
const beyondBy = 5

// wider returns extended lists of values for a study whose smallest error is at an end of its values. For pairs an axis
// stays as it is if the error is not at its end. Both lists are nil if nothing is extended: if the parameters allow no
// values beyond, the values are drawn at random, or no error can be smaller.
func (f *Fit) wider(c *assess.Curve) (over, and []float64) {
	if l := c.Line(c.By); c.Random || c.Share && l.Mean[c.Best] == 0 {
		return nil, nil
	}
	if c.And == nil {
		if over, more := f.beyond(c.Over, c.Best); more {
			return over, nil
		}
		return nil, nil
	}
	over, more := f.beyond(c.Over, c.Best%len(c.Over.At))
	and, also := f.beyond(c.And, c.Best/len(c.Over.At))
	if !more && !also {
		return nil, nil
	}
	return over, and
}

// beyond returns the values of an axis, extended at the end with index at if it is one; more reports whether there are
// new ones.
func (f *Fit) beyond(a *assess.Axis, at int) (values []float64, more bool) {
	n := len(a.At)
	r := f.Method.Param(a.Name).Range()
	if at != 0 && at != n-1 || n < 2 || n+beyondBy > doc.MaxStudied {
		return a.At, false
	}
	lo, hi := a.At[0], a.At[n-1]
	next := func(x, sign float64) float64 { return x + sign*(hi-lo)/float64(n-1) }
	if a.Log {
		next = func(x, sign float64) float64 { return x * math.Pow(hi/lo, sign/float64(n-1)) }
	}
	sign := 1.0
	if at == 0 {
		sign = -1
	}
	list, x := slices.Clone(a.At), a.At[at]
	for range beyondBy {
		if x = next(x, sign); a.Whole {
			x = math.Round(x)
		} else {
			x = words.Significant(x, 3)
		}
		if x = r.Clamp(x); !r.Holds(x) {
			break
		}
		list = assess.With(list, x)
	}
	return list, len(list) > n
}

// setting returns a value or pair of the study in words, and the parameters that it sets; nil for a number of points or
// columns.
func (f *Fit) setting(c *assess.Curve, at int) (text string, set map[string]any) {
	text = c.Named(at)
	if f.Method.Param(c.Over.Name) == nil { // n or the dimension is no parameter
		return text, nil
	}
	x, y := c.Pair(at)
	set = map[string]any{c.Over.Name: f.listed(f.Method.Param(c.Over.Name), x)}
	if c.And != nil {
		set[c.And.Name] = f.listed(f.Method.Param(c.And.Name), y)
	}
	return text, set
}

// offer returns the offer to set the parameters to the value or pair with index at: c.Best, or else the simplest one
// within a standard error. It names the criterion.
func (f *Fit) offer(c *assess.Curve, d *doc.Document, at int) wire.Offering {
	named, set := f.setting(c, at)
	by, s := words.Say(c.Says(c.By)), d.Study
	switch c.By {
	case assess.Sum:
		by += " " + words.Say(c.Penalty)
	case assess.CrossValidated:
		by = words.Text("%s-fold %s", strconv.Itoa(s.Folds), by)
		if s.Repeats > 1 {
			by = words.Text("%s, divided %s,", by, words.Count(s.Repeats, "time"))
		}
	case assess.OutOfBag:
		by = words.Text("%s over %s", by, words.Count(s.Draws, "bootstrap sample"))
	case assess.Fresh:
		if s.Draws > 0 {
			by = words.Text("%s over %s", by, words.Count(s.Draws, "draw"))
		}
	}
	what := "smallest "
	if at != c.Best {
		what = "the simplest within one standard error of the smallest "
	}
	return wire.Offering{Label: words.Text("Use %s", named), Set: set,
		Chosen: words.Text("%s: %s%s of %s tried, %s", named, what, by, words.Number(float64(c.Count())),
			c.Error(c.Line(c.By).Mean[at]))}
}

// studyView shows the result of a study that came with a request.
type studyView struct {
	plain
	f     *Fit
	curve *assess.Curve
}

func (v *studyView) where() place { return foremost }

func (v *studyView) keyed(drawn []string) bool { return slices.Contains(drawn, assess.PanelID) }

// tell describes a value of the chart; a click sets it.
func (v *studyView) tell(key string) (t method.Told, points []int, ok bool) {
	at, ok := v.curve.Keyed(key)
	if !ok {
		return t, nil, false
	}
	t.Answer, t.Lines = v.curve.Tell(at)
	_, t.Click.Set = v.f.setting(v.curve, at)
	return t, nil, true
}

// panels returns the panels of the errors and, if the study has some, of the moments.
func (v *studyView) panels() (list []method.Panel) {
	c, f := v.curve, v.f
	now := func(a *assess.Axis) float64 {
		switch {
		case a == nil:
			return math.NaN()
		case a.Name == doc.Dimension:
			return float64(f.Problem.D)
		case a.Name == doc.SampleSize:
			return float64(f.Problem.N)
		}
		if v, ok := f.present(f.Method.Param(a.Name)); ok {
			return v
		}
		return math.NaN()
	}
	list = append(list, c.Panel(now(c.Over), now(c.And)))
	if p, ok := c.MomentsPanel(); ok {
		list = append(list, p)
	}
	return list
}
