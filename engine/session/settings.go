package session

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// settings are the values that a study tries, with what they are made from.
type settings struct {
	f     *Fit
	d     doc.Document
	study *doc.Study
	anew  bool // fresh points of the same recipe can be generated
	over  *assess.Axis
	and   *assess.Axis
	// values are the method's parameters for each value, or for each pair of values in the rows of a map; sizes are the
	// numbers of training points if the curve is over them, else 0.
	values []method.Values
	sizes  []int
	dims   []int    // numbers of columns, if the curve is over them, else nil
	notes  []string // what the user should know
}

// lay determines the values of the study.
func (c *settings) lay() error {
	switch c.study.Over {
	case doc.SampleSize:
		return c.grow()
	case doc.Dimension:
		return c.widen()
	case "":
		c.values, c.sizes = []method.Values{c.f.Values}, []int{0}
		return nil
	}
	return c.cross()
}

// setter sets a parameter in params to a value x.
type setter func(params map[string]any, x float64) error

// cross sets the values of one parameter, or the pairs of values of two.
func (c *settings) cross() (err error) {
	var set, also setter
	if c.over, set, err = c.axis("study.over", "study.values", c.study.Over, c.study.Values); err != nil {
		return err
	}
	if c.study.And != "" {
		if c.and, also, err = c.axis("study.and", "study.and_values", c.study.And, c.study.AndValues); err != nil {
			return err
		}
	}
	try := func(x, y float64) error {
		params := c.params()
		err := set(params, x)
		if err == nil && also != nil {
			err = also(params, y)
		}
		if err != nil {
			return err
		}
		return c.add(params, 0)
	}
	at := &assess.Curve{Over: c.over, And: c.and, Random: c.study.Search == doc.RandomSearch}
	if at.Random {
		if err := c.scatter(at, try); err != nil {
			return err
		}
	}
	for k := range at.Count() {
		if err := try(at.Pair(k)); err != nil {
			return err
		}
	}
	return nil
}

// scatter replaces the values of the axes by random ones between them, after trying the first and the last: values
// between valid ones are valid.
func (c *settings) scatter(at *assess.Curve, try func(x, y float64) error) error {
	last := at.Count() - 1
	for _, k := range []int{0, last} {
		y := 0.0
		if c.and != nil {
			y = c.and.At[k*(len(c.and.At)-1)/max(last, 1)]
		}
		if err := try(c.over.At[k], y); err != nil {
			return err
		}
	}
	c.values, c.sizes = nil, nil
	axes := []*assess.Axis{c.over}
	if c.and != nil {
		axes = append(axes, c.and)
	}
	assess.Random(c.study.Seed, c.tries(), axes...)
	c.withPresent(axes)
	return nil
}

// params returns a copy of the document's parameters.
func (c *settings) params() map[string]any {
	params := map[string]any{}
	maps.Copy(params, c.d.Params)
	return params
}

// triedAtRandom is the default number of values of a random search: at least one of 60 is among the best 5 % with a
// probability of 95 %.
const triedAtRandom = 60

// withPresent adds the present values of the parameters to randomly drawn ones, unless the document gives the values of
// an axis, or a parameter has no single present value.
func (c *settings) withPresent(axes []*assess.Axis) {
	now := make([]float64, len(axes))
	for k, a := range axes {
		var ok bool
		if now[k], ok = c.f.present(c.f.Method.Param(a.Name)); !ok || c.study.Values != nil || c.study.AndValues != nil {
			return
		}
	}
	if len(axes) == 1 {
		axes[0].At = assess.With(axes[0].At, now[0])
		return
	}
	for k, a := range axes {
		a.At = append(a.At, now[k])
	}
}

func (c *settings) tries() int {
	if c.study.Tries > 0 {
		return c.study.Tries
	}
	return triedAtRandom
}

// add adds the parameters params with n training points, 0 = all. The error says why they are invalid.
func (c *settings) add(params map[string]any, n int) error {
	m := c.f.Method
	v, err := m.Validate(params)
	if err == nil && m.Check != nil {
		err = m.Check(v)
	}
	if err == nil {
		err = m.CheckPlaces(v, c.f.Problem.D)
	}
	if err == nil {
		err = m.CheckRows(v, c.f.Problem)
	}
	c.values, c.sizes = append(c.values, v), append(c.sizes, n)
	return err
}

// tried is the default number of values of a parameter. Of a whole number with at most twice as many, all are tried.
const tried = 15

// axis returns the axis of the parameter name with values, nil = default ones, and a function that sets the parameter
// in params to a value x. field and list name the document's fields in errors.
func (c *settings) axis(field, list, name string, values []float64) (*assess.Axis, setter, error) {
	p := c.f.Method.Param(name)
	if p == nil || !method.Studied(p) {
		return nil, nil, doc.Errorf(field, doc.OneOf(append(c.f.Method.StudiedNames(c.d.Params), doc.SampleSize), name), name)
	}
	if !c.f.Method.Applies(p.When, c.d.Params) {
		return nil, nil, doc.Errorf(field, "a parameter that applies with the present values of the others", name)
	}
	r := p.Range()
	if p.Scales != nil {
		r = c.f.Method.Ends(p, c.d.Params, c.f.Method.SizeOf(&c.d))
	}
	whole := method.Is[method.Integer](p.Kind) || p.Whole()
	asked := len(values) > 0
	if !asked {
		lo, hi := r.Slider()
		if r.MinOpen && lo == r.Min && !r.Log {
			lo += (hi - lo) / tried
		}
		if r.Log && lo <= 0 {
			lo = hi / 1e4
		}
		if p.Inputs() && c.f.Problem.D > 0 {
			hi = min(hi, float64(c.f.Problem.D))
		}
		count := tried
		if whole && hi-lo < 2*tried && !r.Log {
			count = int(hi-lo) + 1
		}
		values = assess.Spaced(lo, hi, count, r.Log, whole)
	}
	if now, ok := c.f.present(p); ok && !asked {
		values = assess.With(values, now)
	} else if ok && !slices.Contains(values, now) && c.study.Search == "" {
		c.notes = append(c.notes, words.Text("The present value, %s = %s, is not among the values tried.",
			words.Within(p.Label), words.Number(now)))
	}
	a := &assess.Axis{Name: name, Label: p.Label, At: values, Whole: whole,
		Log: r.Log && values[0] > 0 || len(values) > 3 && values[0] > 0 && values[len(values)-1]/values[0] >= 100}
	return a, func(params map[string]any, x float64) error {
		v := c.f.listed(p, x)
		if _, err := p.Check(v); err != nil {
			return doc.Errorf(fmt.Sprintf("%s[%d]", list, slices.Index(values, x)), p.Wants(), x)
		}
		params[name] = v
		return nil
	}, nil
}

// present returns the present value of a numeric parameter, or the common value of all entries of a list; ok is false
// if there is none.
func (f *Fit) present(p *method.Param) (x float64, ok bool) {
	if p.IsNumber() {
		return f.Values.Float(p.Name), true
	}
	if v := f.Values.Floats(p.Name); len(v) > 0 && slices.Min(v) == slices.Max(v) {
		return v[0], true
	}
	return 0, false
}

// listed returns x as a value of the parameter: for a list all entries are x.
func (f *Fit) listed(p *method.Param, x float64) any {
	if p.IsNumber() {
		return x
	}
	return slices.Repeat([]float64{x}, max(1, len(f.Values.Floats(p.Name)), p.List().MinLen))
}

// grow sets the numbers of training points of the study, and the parameters for each.
func (c *settings) grow() error {
	sizes := c.study.Values
	if sizes == nil {
		most := c.most()
		sizes = assess.Spaced(float64(min(10, most)), float64(most), 8, true, true)
	}
	c.over = &assess.Axis{Name: doc.SampleSize, Label: "n", At: sizes, Log: true, Whole: true}
	rules := map[string]*assess.Rule{}
	for _, name := range slices.Sorted(maps.Keys(c.study.Rules)) {
		field := "study.rules." + name
		p := c.f.Method.Param(name)
		if p == nil || !method.Studied(p) {
			return doc.Errorf(field, words.Text("the name of %s", doc.OneOf(c.f.Method.StudiedNames(c.d.Params), name)), name)
		}
		r, err := assess.ParseRule(field, c.study.Rules[name])
		if err != nil {
			return err
		}
		rules[name] = r
	}
	clamped := map[string]bool{}
	for i, x := range sizes {
		n := int(x)
		if float64(n) != x || n < 2 || n > doc.MaxPoints {
			return doc.Errorf(fmt.Sprintf("study.values[%d]", i),
				words.Sprintf("a whole number of points from 2 to %d", doc.MaxPoints), x)
		}
		params := c.params()
		for name, rule := range rules {
			p := c.f.Method.Param(name)
			v := rule.At(n)
			if !method.Finite(v) {
				return doc.Errorf("study.rules."+name, words.Text("a finite number at n = %s", strconv.Itoa(n)), v)
			}
			if method.Is[method.Integer](p.Kind) || p.Whole() {
				v = math.Round(v)
			}
			if r := p.Range(); v < r.Min || v > r.Max {
				v, clamped[name] = min(max(v, r.Min), r.Max), true
			}
			params[name] = c.f.listed(p, v)
		}
		if err := c.add(params, n); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(clamped)) {
		c.notes = append(c.notes, words.Text("For some n the rule of %s leaves the range of the parameter: there the "+
			"end of the range is used.", words.Within(c.f.Method.Param(name).Label)))
	}
	return nil
}

// widen sets the numbers of columns of the study.
func (c *settings) widen() error {
	t := c.d.Table
	if t == nil || !c.anew {
		return doc.Errorf("study.over", words.Text("%s for a table with any number of columns, otherwise a parameter or %s",
			doc.Dimension, doc.SampleSize), c.study.Over)
	}
	if !c.f.Problem.Wide() {
		return doc.Errorf("study.over", words.Text("a parameter, or %s: %s cannot use whole rows here", doc.SampleSize,
			c.f.Method.Name),
			c.study.Over)
	}
	list := c.study.Values
	if list == nil {
		list = []float64{2, 3, 5, 8, 12, 20, 30, 40}
	}
	c.over = &assess.Axis{Name: doc.Dimension, Label: "dimension d", At: list, Log: list[0] > 0, Whole: true}
	for i, x := range list {
		n := int(x)
		if float64(n) != x || n < 1 || n > doc.MaxColumns {
			return doc.Errorf(fmt.Sprintf("study.values[%d]", i), words.Sprintf("a whole number from 1 to %d",
				doc.MaxColumns), x)
		}
		c.dims = append(c.dims, n)
		if err := c.add(c.d.Params, 0); err != nil {
			return err
		}
	}
	return nil
}

// most returns the largest number of training points that the document's points allow: those outside the largest fold,
// if there are folds. It is at least 2.
func (c *settings) most() int {
	n := c.f.Problem.N
	if c.study.Folds > 0 {
		n -= (n + c.study.Folds - 1) / c.study.Folds
	}
	return max(n, 2)
}
