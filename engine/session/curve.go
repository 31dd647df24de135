package session

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// mostFits is the largest number of fits of one study.
const mostFits = 20_000

// mostReused is the largest number of models that are kept for warm fits, one for each round and lane. In a study that
// has more rounds and lanes, all fits are cold.
const mostReused = 64

// survey is a study of errors in progress.
type survey struct {
	f     *Fit
	s     *Session
	d     doc.Document
	study *doc.Study
	over  *assess.Axis
	and   *assess.Axis
	// values are the method's parameters for each value, or for each pair of values in the rows of a map; sizes are the
	// numbers of training points if the curve is over them, else 0.
	values []method.Values
	sizes  []int
	dims   []int // numbers of columns, if the curve is over them, else nil
	rounds []round
	fresh  freshness // tests on fresh points; zero = there are none
	lines  []string
	notes  []string
	tends  *dataset.Moments // limits of mean and covariances as the number of points grows; nil = not reported
	anew   bool             // fresh points of the same recipe can be generated
	truth  *dataset.Truth   // the true distribution; nil = unknown, or for another task
	// For regression over draws: common points at which all fits are evaluated (nil = there are none), and their
	// predictions there, by value of the study, fit and point.
	common  *method.Problem
	answers [][][]float64
	// For each line, value and fit: see graded.
	own, shared [][][]float64
	bounds      []method.Bound      // bounds that are drawn as lines beside the errors
	penalty     *assess.PenaltyRule // penalty on the complexity; nil = none
	left        int                 // number of leave-one-out fits
	// before is the newest model of each round and lane, if a warm fit for the next value gives the same result. It is
	// nil if all fits are cold.
	before []method.Model
	chain  lanes
	// once are the lanes for which a single fit knows all values; ahead holds their results until all values are done, by
	// round number * once.count + lane.
	once  lanes
	ahead map[int]*found
	why   []string // for each value, the first reason why a fit was impossible
}

// round is one of the fits that are made for each value, with the points that test it.
type round struct {
	train func(i int) (*method.Problem, error) // returns the training points for value i
	tests []asked
	whole bool // it is the fit to all training points, or the only one to some of them for each n
}

// asked is a set of test points with the line that their error belongs to; nil points are those of the fit itself, or
// fresh ones.
type asked struct {
	line   string
	points *method.Problem
	shared bool // all fits are tested with the same points
}

// Survey carries out the study of errors that a document asks for (doc.Study), and describes the result. It reports its
// progress to job. The error is a *doc.Error, a *method.Need or the job's. It empties the cache of fits first.
func (s *Session) Survey(job method.Job, d doc.Document) (*assess.Curve, *wire.Studied, error) {
	c, err := s.prepare(job, d)
	if err != nil {
		return nil, nil, err
	}
	out, err := c.run(job)
	if err != nil {
		return nil, nil, err
	}
	if says := c.sayFresh(out); says != "" {
		c.notes = append(c.notes, says)
	}
	if c.left > 0 {
		c.notes = append(c.notes, "Leave-one-out errors need "+words.Count(c.left, "fit")+" more. Their mean over samples "+
			"of n independent points is the expected error of fits to n − 1; if the recipe draws equally many points of each "+
			"class, the mean is slightly larger.")
	}
	r := c.f.surveyed(out, &c.d, c.notes)
	if c.tends != nil {
		c.f.sayMoments(out, r, c.tends)
	}
	return out, r, nil
}

// prepare determines the fits that a study needs. Errors are those of Survey.
func (s *Session) prepare(job method.Job, d doc.Document) (*survey, error) {
	s.Forget()
	d.View.Part = 0 // the study uses all parts in turn
	f, err := s.Fit(method.Stretch(job, 0, 0), d)
	if err != nil {
		return nil, err
	}
	c := &survey{f: f, s: s, d: d, study: d.Study}
	c.anew = c.drawable()
	for _, do := range []func() error{c.suits, c.lay, c.charge, func() error { return c.divide(job) }} {
		if err := do(); err != nil {
			return nil, err
		}
	}
	if n := len(c.values) * len(c.rounds); n > mostFits {
		return nil, doc.Errorf("study", fmt.Sprintf("at most %d fits: use fewer values, folds or draws", mostFits), n)
	}
	return c, nil
}

// suits returns an error if the document asks for no study, or its method does not allow one.
func (c *survey) suits() error {
	f := c.f
	ok := f.whole.Predictor != nil
	switch {
	case c.study == nil:
		return doc.Errorf("study", "given: it says which errors to compute", nil)
	case !f.Task.Supervised() && f.Method.Loss == "":
		return doc.Errorf("study", "left out for "+f.Method.Name+", whose results cannot be compared with given answers", nil)
	case !f.Task.Supervised():
		return nil
	case f.Method.Unjudged:
		return doc.Errorf("study", "left out for "+f.Method.Name+", whose error on new points has no meaning", nil)
	case !ok:
		return doc.Errorf("study", "left out for "+f.Method.Name+", which makes no predictions at points", nil)
	case f.growth != nil && f.Step == 0:
		return &method.Need{Sentence: "This model has not been trained, and errors are computed for trained " +
			"models. Train it, or give the number of steps in its document: view.step."}
	}
	return nil
}

// lay determines the values of the study.
func (c *survey) lay() (err error) {
	var set, also func(params map[string]any, x float64) error
	if over := c.study.Over; over != "" && !doc.IsSize(over) {
		if c.over, set, err = c.axis("study.over", "study.values", c.study.Over, c.study.Values); err != nil {
			return err
		}
	}
	if c.study.And != "" {
		if c.and, also, err = c.axis("study.and", "study.and_values", c.study.And, c.study.AndValues); err != nil {
			return err
		}
	}
	switch c.study.Over {
	case doc.SampleSize:
		return c.grow()
	case doc.Dimension:
		return c.widen()
	}
	if c.over == nil {
		c.values, c.sizes = []method.Values{c.f.Values}, []int{0}
		return nil
	}
	try := func(x, y float64) error {
		params := maps.Clone(c.d.Params)
		if params == nil {
			params = map[string]any{}
		}
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
		axes := []*assess.Axis{c.over}
		last := at.Count() - 1
		for _, k := range []int{0, last} { // values between valid ones are valid
			y := 0.0
			if c.and != nil {
				y = c.and.At[k*(len(c.and.At)-1)/max(last, 1)]
			}
			if err := try(c.over.At[k], y); err != nil {
				return err
			}
		}
		c.values, c.sizes = nil, nil
		if c.and != nil {
			axes = append(axes, c.and)
		}
		assess.Random(c.study.Seed, c.tries(), axes...)
		c.withPresent(axes)
	}
	for k := range at.Count() {
		if err := try(at.Pair(k)); err != nil {
			return err
		}
	}
	return nil
}

// triedAtRandom is the default number of values of a random search: at least one of 60 is among the best 5 % with a
// probability of 95 %.
const triedAtRandom = 60

// withPresent adds the present values of the parameters to randomly drawn ones, unless the document gives the values of
// an axis, or a parameter has no single present value.
func (c *survey) withPresent(axes []*assess.Axis) {
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

func (c *survey) tries() int {
	if c.study.Tries > 0 {
		return c.study.Tries
	}
	return triedAtRandom
}

// add adds the parameters params with n training points, 0 = all. The error says why they are invalid.
func (c *survey) add(params map[string]any, n int) error {
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
func (c *survey) axis(field, list, name string, values []float64) (*assess.Axis,
	func(params map[string]any, x float64) error, error) {
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
		c.notes = append(c.notes, "The present value, "+words.Within(p.Label)+" = "+words.Number(now)+", is not among the "+
			"values tried.")
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
func (c *survey) grow() error {
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
			return doc.Errorf(field, "the name of "+doc.OneOf(c.f.Method.StudiedNames(c.d.Params), name), name)
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
				fmt.Sprintf("a whole number of points from 2 to %d", doc.MaxPoints), x)
		}
		params := maps.Clone(c.d.Params)
		if params == nil {
			params = map[string]any{}
		}
		for name, rule := range rules {
			p := c.f.Method.Param(name)
			v := rule.At(n)
			if !method.Finite(v) {
				return doc.Errorf("study.rules."+name, "a finite number at n = "+strconv.Itoa(n), v)
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
		c.notes = append(c.notes, "For some n the rule of "+words.Within(c.f.Method.Param(name).Label)+" leaves the range "+
			"of the parameter: there the end of the range is used.")
	}
	return nil
}

// widen sets the numbers of columns of the study.
func (c *survey) widen() error {
	t := c.d.Table
	if t == nil || !c.anew {
		return doc.Errorf("study.over", doc.Dimension+" for a table with any number of columns, otherwise a parameter "+
			"or "+doc.SampleSize, c.study.Over)
	}
	if !c.f.Problem.Wide() {
		return doc.Errorf("study.over", "a parameter, or "+doc.SampleSize+": "+c.f.Method.Name+" cannot use whole rows here",
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
			return doc.Errorf(fmt.Sprintf("study.values[%d]", i), fmt.Sprintf("a whole number from 1 to %d", doc.MaxColumns), x)
		}
		c.dims = append(c.dims, n)
		if err := c.add(c.d.Params, 0); err != nil {
			return err
		}
	}
	return nil
}

// rolled returns n rows of the document's table, generated for the b-th time with dimension dim; n or dim 0 = as in the
// document. The second result has the same rows, as a table.
func (c *survey) rolled(n, dim, b int) (*method.Problem, *doc.Rows, error) {
	t := *c.d.Table
	t.Rows, t.Seed = nil, c.seed(t.Seed, b)
	if n > 0 {
		t.N = n
	}
	if dim > 0 {
		t.D = dim
		if c.f.asValued() {
			t.Plane = nil // the target is in another column
		}
	}
	d := c.d
	d.Table, d.Points, d.Split, d.View = &t, nil, doc.Split{}, doc.View{}
	d, err := c.s.Resolve(d)
	if err != nil {
		return nil, nil, err
	}
	p, err := method.NewProblemOf(d.Points, "", doc.Train, c.f.Task, d.Seed)
	if err == nil {
		c.s.widen(c.f.Method, p, &d)
		p.Names = d.Names
	}
	return p, d.Table.Rows, err
}

// seed returns the seed of the b-th draw. Similar seeds must give independent streams: the mixing function is the
// beginning of that of splitmix64 (Steele et al. 2014).
func (c *survey) seed(of uint64, b int) uint64 {
	z := (of+1)*0x9e3779b97f4a7c15 + (c.study.Seed+1)*0xbf58476d1ce4e5b9 + uint64(b)*0x94d049bb133111eb
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	return (z ^ z>>27) & (doc.MaxSeed - 1)
}

// most returns the largest number of training points that the document's points allow: those outside the largest fold,
// if there are folds. It is at least 2.
func (c *survey) most() int {
	n := c.f.Problem.N
	if c.study.Folds > 0 {
		n -= (n + c.study.Folds - 1) / c.study.Folds
	}
	return max(n, 2)
}

// drawable reports whether fresh points can be generated: the document's points are exactly those of its recipe, which
// is no table of measurements; or its table is drawn from a known distribution, and the method uses all of its columns
// for the task of that distribution.
func (c *survey) drawable() bool {
	if t := c.d.Table; t != nil {
		made, _ := dataset.TruthOfTable(t)
		return made != nil && t.Columns == nil && (made.Task == method.Regress && c.f.asValued() ||
			made.Task == method.Classify && c.f.Problem.Outputs == nil)
	}
	return asMade(&c.d) && len(dataset.Fresh(*c.d.Dataset, 1)) == 1
}

// law returns the true distribution of a recipe; nil = unknown. What was computed for the last study is reused.
func (s *Session) law(ds doc.Dataset) *dataset.Truth {
	l := &s.studied
	if l.of == nil || l.recipe.Name != ds.Name || l.recipe.Noise != ds.Noise ||
		!l.of.Lasts() && !sameRecipe(l.recipe, ds) {
		l.recipe = ds
		l.of, _ = dataset.TruthOf(ds)
	}
	return l.of
}

// divide determines the training points and the test points of each fit.
func (c *survey) divide(job method.Job) error {
	f, s := c.f, c.study
	p := f.Problem
	own := asked{line: assess.Training}
	seen := []asked{own}
	for _, held := range f.heldOut() {
		seen = append(seen, asked{held.name, held.points, true})
	}
	anew := c.anew
	var err error
	switch {
	case anew && c.d.Table != nil:
		c.truth, _ = dataset.TruthOfTable(c.d.Table)
		if c.truth.Task != f.Task {
			c.truth = nil
		}
	case anew:
		if t := c.s.law(*c.d.Dataset); t != nil && t.Task == f.Task && f.Task.Supervised() {
			c.truth = t
		}
	}
	// While test points are sealed, the error on fresh points would reveal their error.
	if anew && (!c.d.Split.Sealed || s.Draws > 0) {
		ok, err := c.examine()
		if err != nil {
			return err
		}
		if ok {
			seen = append(seen, asked{line: assess.Fresh, shared: true})
		}
	}
	for _, n := range c.sizes {
		if n > p.N && !anew {
			return doc.Errorf("study.values", "at most the number of training points, "+strconv.Itoa(p.N)+", since no others "+
				"can be drawn", n)
		}
	}
	switch {
	case c.dims != nil && s.Folds > 0:
		return doc.Errorf("study.folds", "left out where study.over is "+doc.Dimension+", since rows are drawn "+
			"again", s.Folds)
	case c.dims != nil && s.Bootstrap:
		return doc.Errorf("study.bootstrap", "left out where study.over is "+doc.Dimension+", since rows are drawn "+
			"again", "true")
	case s.Folds > 0:
		if p.N < s.Folds {
			return &method.Need{Sentence: "Cross-validation in " + words.Count(s.Folds, "part") + " needs at least that many " +
				"training points; there are " + words.Count(p.N, "point") + "."}
		}
		for r := range max(s.Repeats, 1) {
			for k, fold := range c.folds(r) {
				rest := others(p.N, fold)
				number := r*s.Folds + k
				var whole *method.Problem // the same for all values
				c.rounds = append(c.rounds, round{func(i int) (*method.Problem, error) {
					rows, n := rest, c.sizes[i]
					if n > len(rest) {
						return nil, doc.Errorf("study.values", "at most "+strconv.Itoa(len(rest))+", the number of training points "+
							"outside a fold", n)
					}
					if n > 0 {
						rows = picked(rest, assess.Subset(len(rest), n, s.Seed, number))
						return f.rows(rows), nil
					}
					if whole == nil {
						whole = f.rows(rows)
					}
					same := *whole
					return &same, nil
				}, []asked{own, {line: assess.CrossValidated, points: f.rows(fold)}}, false})
			}
		}
		if len(seen) > 1 && s.Over != doc.SampleSize { // the fit to all training points
			c.rounds = append(c.rounds, round{func(int) (*method.Problem, error) { return f.fresh(), nil }, seen[1:], true})
		}
	case s.Bootstrap:
		if s.Over == doc.SampleSize {
			return doc.Errorf("study.bootstrap", "left out where study.over is n: a bootstrap sample is as large as the data",
				"true")
		}
		for b := range s.Draws {
			drawn, left := assess.Bootstrap(p.N, s.Seed, b)
			tests := seen
			if len(left) > 0 {
				tests = append(slices.Clip(seen), asked{line: assess.OutOfBag, points: f.rows(left)})
			}
			c.rounds = append(c.rounds, round{func(int) (*method.Problem, error) { return f.rows(drawn), nil }, tests, false})
		}
	case s.Seeds:
		if !f.Method.Random {
			return doc.Errorf("study.seeds", "left out for "+f.Method.Name+", which uses no random numbers", "true")
		}
		for b := range s.Draws {
			c.rounds = append(c.rounds, round{func(int) (*method.Problem, error) {
				p := f.fresh()
				p.Seed = c.seed(p.Seed, b)
				return p, nil
			}, seen, false})
		}
	case s.Draws > 0 || doc.IsSize(s.Over) && anew:
		if !anew {
			return doc.Errorf("study.draws", "left out, or given with study.bootstrap: the points have no recipe to draw "+
				"others from",
				s.Draws)
		}
		for b := range max(s.Draws, 1) {
			c.rounds = append(c.rounds, round{func(i int) (*method.Problem, error) {
				switch {
				case c.dims != nil:
					p, _, err := c.rolled(0, c.dims[i], b+1)
					return p, err
				case c.d.Table != nil:
					p, _, err := c.rolled(c.sizes[i], 0, b+1)
					return p, err
				}
				return c.drawn(c.sizes[i], b)
			}, []asked{own, seen[len(seen)-1]}, false})
		}
		if c.truth != nil && c.truth.Classes == 0 && s.Draws > 1 && c.d.Table == nil {
			e, err := c.fresh.of(0, 0)
			if err != nil {
				return err
			}
			c.common, c.answers = e.at, make([][][]float64, len(c.values))
		}
	case s.Over == doc.SampleSize:
		if len(seen) == 1 {
			return doc.Errorf("study", "given with folds, with held-out points or for points of a recipe: otherwise the "+
				"error on unseen points cannot be estimated", "over n")
		}
		c.rounds = []round{{func(i int) (*method.Problem, error) {
			return f.rows(assess.Subset(p.N, c.sizes[i], s.Seed, 0)), nil
		}, seen, true}}
	default:
		c.rounds = []round{{func(int) (*method.Problem, error) { return f.fresh(), nil }, seen, true}}
	}
	if s.Bounds {
		if f.Method.Bounds == "" || f.whole.Bounds == nil {
			return doc.Errorf("study.bounds", "left out for "+f.Method.Name+", which has no bound on its error", "true")
		}
		if c.bounds, err = f.whole.Bounds(method.Stretch(job, 0, 0)); err != nil {
			return err
		}
	}
	for _, r := range c.rounds {
		for _, t := range r.tests {
			if !slices.Contains(c.lines, t.line) {
				c.lines = append(c.lines, t.line)
			}
		}
	}
	if c.leavesOut() {
		c.lines = slices.Insert(c.lines, 1, assess.LeaveOneOut) // after the training error
	}
	return nil
}

// folds returns the parts of the r-th repetition of the cross-validation.
func (c *survey) folds(r int) [][]int {
	p := c.f.Problem
	return method.PartsOf(c.study, p.Class, p.N, r)
}

// others returns those of the rows 0 to n − 1 that are not in an increasing list.
func others(n int, list []int) []int {
	rest := make([]int, 0, n-len(list))
	for i := range n {
		if len(list) > 0 && list[0] == i {
			list = list[1:]
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}

func picked(rows, which []int) []int {
	out := make([]int, len(which))
	for k, i := range which {
		out[k] = rows[i]
	}
	return out
}

// drawn returns n training points, generated anew from the document's recipe for the b-th time; n = 0 is as many as in
// the document. They have the same distribution as the document's. If n is 0, what the document holds out is held out
// here, too.
func (c *survey) drawn(n, b int) (*method.Problem, error) {
	recipe := *c.d.Dataset
	d := c.d
	if n > 0 {
		recipe.N, d.Split = n, doc.Split{}
	}
	pts, err := dataset.Draw(recipe, c.seed(recipe.Seed, b))
	if err != nil {
		return nil, err
	}
	d.Points = pts
	p, err := method.NewProblemOf(pts, c.f.Task.Roles(d), doc.Train, c.f.Task, d.Seed)
	if err == nil {
		p.Names = d.Names
	}
	return p, err
}

// fresh returns a copy of the fit's problem, without its held-out points unless the method stops early by them.
func (f *Fit) fresh() *method.Problem {
	p := *f.Problem
	if w := f.Method.Watches; w == "" || !f.Values.Bool(w) {
		p.Held = nil
	}
	if f.shared == nil {
		f.shared, f.all = &method.Shared{Whole: f.Problem}, make([]int, p.N)
		for i := range f.all {
			f.all[i] = i
		}
	}
	p.Join(f.shared, f.all)
	return &p
}

// rows returns a problem with some of the fit's rows; rows may repeat. Classes without a row are left out.
func (f *Fit) rows(list []int) *method.Problem {
	all := f.Problem
	p := *f.fresh()
	p.N, p.X, p.Y, p.Class, p.ClassIDs, p.Row, p.Labels, p.Shown = len(list), nil, nil, nil, nil, nil, nil, nil
	index := make([]int, len(all.ClassIDs))
	if all.Class != nil {
		for _, i := range list {
			index[all.Class[i]] = 1
		}
		for k, id := range all.ClassIDs {
			if index[k] > 0 {
				index[k] = len(p.ClassIDs)
				p.ClassIDs = append(p.ClassIDs, id)
			}
		}
	}
	for _, i := range list {
		p.X, p.Row = append(p.X, all.At(i)...), append(p.Row, all.Ordinal(i))
		if all.Y != nil {
			p.Y = append(p.Y, all.Y[i])
		}
		if all.Class != nil {
			p.Class = append(p.Class, index[all.Class[i]])
		}
		if all.Shown != nil {
			p.Shown = append(p.Shown, all.Shown[2*i], all.Shown[2*i+1])
		}
	}
	p.Join(f.shared, list)
	return &p
}

// begin prepares the result, and returns the order in which values (or pairs) are tried.
func (c *survey) begin() (out *assess.Curve, order []int) {
	f := c.f
	out = &assess.Curve{Over: c.over, And: c.and, Random: c.study.Search == doc.RandomSearch,
		Measure: "mean squared error", Noun: "error", Best: -1, Choice: -1,
		Bayes: assess.None,
		YLog:  c.study.Log}
	switch {
	case !f.Task.Supervised():
		out.Measure, out.Noun = f.Method.Loss, "loss"
	case f.Task == method.Classify:
		out.Measure, out.Share = "error", true
	}
	for _, name := range c.lines {
		out.Lines = append(out.Lines, assess.Line{Name: name, Each: make([]assess.Values, len(c.values))})
	}
	for _, b := range c.bounds {
		out.Lines = append(out.Lines, assess.Line{Name: b.Name, Bound: b.ID, Help: b.Help,
			Each: make([]assess.Values, len(c.values))})
	}
	if c.penalty != nil {
		out.Penalty = c.study.Penalty
		for _, name := range []string{assess.Penalty, assess.Sum, assess.Complexity} {
			out.Lines = append(out.Lines, assess.Line{Name: name, Each: make([]assess.Values, len(c.values))})
		}
		out.Line(assess.Complexity).Help = f.Method.Complexity
	}
	if f.whole.Seeding != nil && c.study.Seeds && c.over == nil {
		if _, bound, ok := f.whole.Seeding(); ok {
			out.Lines = append(out.Lines, assess.Line{Name: assess.Start, Each: make([]assess.Values, len(c.values))})
			if bound.Name != "" {
				out.Lines = append(out.Lines, assess.Line{Name: bound.Name, Bound: bound.ID, Help: bound.Help,
					Each: make([]assess.Values, len(c.values))})
			}
		}
	}
	if t := c.truth; t != nil && (c.study.Over == "" || doc.IsSize(c.study.Over)) && (c.d.Table == nil ||
		!c.d.Table.Standardize) {
		if best, _, _, ok := idealOf(t, f.Whole); ok {
			if best.Error > t.Noise { // otherwise the true function is linear
				out.Linear = best.Error
			}
			out.Lines = append(out.Lines, assess.Line{Name: assess.Estimation, Each: make([]assess.Values, len(c.values))})
		}
	}
	c.why = make([]string, len(c.values))
	for range out.Lines {
		c.own, c.shared = append(c.own, make([][]float64, len(c.values))), append(c.shared, make([][]float64, len(c.values)))
	}
	c.chain = c.lanesAlong(func(name string) bool { return slices.Contains(f.Method.Reuses, name) })
	if n := len(c.rounds) * c.chain.count; n <= mostReused {
		c.before = make([]method.Model, n)
	}
	if c.bounds == nil && c.penalty == nil && f.Task.Supervised() {
		c.once, c.ahead = c.lanesAlong(knowsSeveral(f.Whole)), map[int]*found{}
	}
	if order = []int{0}; c.over != nil {
		order = out.Order()
	}
	return out, order
}

// run makes the fits.
func (c *survey) run(job method.Job) (*assess.Curve, error) {
	out, order := c.begin()
	if t := c.truth; t != nil && c.f.Task == method.Classify {
		if err := t.Work(job); err != nil {
			return nil, err
		}
		out.Bayes, _ = t.Bayes()
	} else if t != nil {
		out.Bayes = t.Noise
	}
	var err error
	if out.Floor, err = c.floor(job); err != nil {
		return nil, err
	}
	if c.tends, err = c.limits(job); err != nil {
		return nil, err
	}
	c.layMoments(out)
	if err := c.newFits(out, order).make(job); err != nil {
		return nil, err
	}
	c.sum(out)
	return out, nil
}

// truthIn returns the true distribution of the document's data or, if dim is not 0, of its table with dimension dim;
// nil = unknown.
func (c *survey) truthIn(dim int) *dataset.Truth {
	if dim == 0 || c.truth == nil {
		return c.truth
	}
	t := *c.d.Table
	t.D = dim
	truth, _ := dataset.TruthOfTable(&t)
	return truth
}

// floor returns the Bayes error, or the variance of the noise, in each dimension; nil if the curve is not over
// dimensions, or the distribution is unknown.
func (c *survey) floor(job method.Job) (list assess.Values, err error) {
	for _, dim := range c.dims {
		truth := c.truthIn(dim)
		if truth == nil {
			return nil, nil
		}
		if c.f.Task != method.Classify {
			list = append(list, truth.Noise)
			continue
		}
		if err := truth.Work(job); err != nil {
			return nil, err
		}
		e, _ := truth.Bayes()
		list = append(list, e)
	}
	return list, nil
}

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

// Listener is a job that receives intermediate results of a study.
type Listener interface {
	method.Job
	// SoFar receives the progress of the study; found computes the intermediate result, which takes some time.
	SoFar(share float64, found func() (*wire.Studied, error))
}

// tell sends the intermediate result to a job that is a Listener; missing is the number of unfinished values.
func (c *survey) tell(job method.Job, share float64, out *assess.Curve, missing int) {
	w, ok := job.(Listener)
	if !ok {
		return
	}
	w.SoFar(share, func() (*wire.Studied, error) {
		now := *out
		now.Missing, now.Lines = missing, slices.Clone(out.Lines)
		c.sum(&now)
		r := c.f.surveyedSoFar(&now)
		return r, pack(r, &now)
	})
}

// surveyedSoFar describes an intermediate result. It offers nothing to take over yet, because the minimum may move.
func (f *Fit) surveyedSoFar(c *assess.Curve) *wire.Studied {
	r := &wire.Studied{Study: method.ErrorCurve.ID, Points: []int{}}
	if c.Over == nil {
		r.Says = "So far: " + words.Count(c.Fits, "fit") + "."
		return r
	}
	n := len(c.Lines[0].Mean)
	r.Says = "So far: " + words.Number(float64(n-c.Missing)) + " of " + words.Count(n, "value") + "."
	if l := c.Line(c.By); l != nil && c.Best >= 0 {
		r.Says += " The smallest " + c.Says(c.By) + " so far is " + c.Error(l.Mean[c.Best]) + ", at " + c.Named(c.Best) + "."
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
	if !r.whole {
		if err := c.draw(job, out, m); err != nil {
			return nil, err
		}
	}
	if c.bounds != nil && (!r.whole || len(c.rounds) == 1) {
		list, err := m.Can().Bounds(job)
		if err != nil {
			return nil, err
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
		e, err := c.leaveOut(method.Stretch(job, 0, 0), m, p, v)
		if err != nil {
			return nil, err
		}
		say.add(out, assess.LeaveOneOut, e)
		say.Left, c.left = c.left-before, before
	}
	if out.Line(assess.Estimation) != nil && (!r.whole || len(c.rounds) == 1) {
		dim := 0
		if c.dims != nil {
			dim = c.dims[i]
		}
		if best, intercept, coef, ok := idealOf(c.truthIn(dim), m); ok {
			estimation, _ := risks(&best, intercept, coef)
			say.add(out, assess.Estimation, estimation)
		}
	}
	if c.tends != nil {
		c.compareMoments(out, i, m, p)
	}
	for _, t := range r.tests {
		e, err := c.examOf(t, p, i, number)
		if err != nil {
			return nil, err
		}
		g, answers, err := judged(job, m, p, e)
		if err != nil {
			return nil, err
		}
		if c.common != nil && e.at == c.common { // for regression
			say.Answers = answers
		}
		say.grade(out, t, g)
		if t.line == assess.Training && c.penalty != nil {
			if err := c.pay(job, say, out, m, p.N, g.mean); err != nil {
				return nil, err
			}
		}
	}
	return say, nil
}

// The boundaries or curves of up to drawnFits fits of one setting are drawn over each other, each computed on
// drawnNodes x drawnNodes nodes, or at drawnNodes + 1 positions.
const (
	drawnFits  = 20
	drawnNodes = 80
)

// draw keeps the boundary or the curve of a fit in out.Drawn, if the study is of a single setting with at least three
// rounds.
func (c *survey) draw(job method.Job, out *assess.Curve, m method.Model) error {
	f := c.f
	if c.over != nil || len(c.rounds) < 3 || f.Problem.Wide() || f.table != nil && f.table.Solid() ||
		out.Drawn != nil && out.Drawn.Of >= drawnFits {
		return nil
	}
	if out.Drawn == nil {
		out.Drawn = &assess.Lines{}
		switch s := c.study; {
		case s.Folds > 0:
			out.Drawn.To = "folds"
		case s.Bootstrap:
			out.Drawn.To = "bootstrap"
		case s.Seeds:
			out.Drawn.To = "seeds"
		}
	}
	view, lines := Range(c.d, f.Task), out.Drawn
	lines.Of++
	add := func(xy []float64) {
		if len(xy) < 4 {
			return
		}
		lines.Starts = append(lines.Starts, len(lines.XY)/2)
		for k := 0; k < len(xy); k += 2 { // five digits are as exact as pixels
			lines.XY = append(lines.XY, words.Significant(xy[k], 5), words.Significant(xy[k+1], 5))
		}
	}
	if f.Task == method.Regress {
		x, y := make([]float64, drawnNodes+1), make([]float64, drawnNodes+1)
		for i := range x {
			x[i] = view.X0 + (view.X1-view.X0)*float64(i)/drawnNodes
		}
		m.Can().Predictor.Predict(x, y)
		var xy []float64
		for i := range x {
			if method.Finite(y[i]) {
				xy = append(xy, x[i], y[i])
			} else {
				add(xy)
				xy = nil
			}
		}
		add(xy)
		return nil
	}
	if m.Can().ScoreRaster == nil || f.Task != method.Classify {
		return nil
	}
	raster, err := m.Can().Raster(job, view.Grid(drawnNodes, drawnNodes), nil)
	if err != nil {
		return err
	}
	for _, b := range picture.ClassBoundaries(raster) {
		for i, from := range starts(b) {
			to := len(b.XY) / 2
			if all := starts(b); i+1 < len(all) {
				to = all[i+1]
			}
			add(b.XY[2*from : 2*to])
		}
	}
	return nil
}

// starts returns the indices of the first points of the lines of a path.
func starts(p *picture.Path) []int {
	if p.Starts == nil {
		return []int{0}
	}
	return p.Starts
}

// fan returns the boundaries or curves that a study has kept, as one layer; nil = none.
func (f *Fit) fan() picture.Layer {
	if f.curve == nil || f.curve.Drawn == nil || len(f.curve.Drawn.XY) == 0 || f.solid != nil {
		return nil
	}
	l, what := f.curve.Drawn, "boundaries"
	if f.Task == method.Regress {
		what = "curves"
	}
	return &picture.Path{Role: picture.RoleSample, Class: 0, XY: l.XY, Starts: l.Starts,
		Says: fanSays(what, words.Count(l.Of, "fit"), l.To)}
}

// fanSays returns the legend text for boundaries or curves of several fits.
func fanSays(what, fits, to string) string {
	switch to {
	case "seeds":
		return what + " of " + fits + " to the same points, with other random numbers"
	case "bootstrap":
		return what + " of " + fits + " to samples of the points with replacement"
	case "folds":
		return what + " of " + fits + ", each to all points outside one fold"
	}
	return what + " of " + fits + " to newly drawn points"
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

// surveyed describes the results of a study of errors, in words and numbers.
func (f *Fit) surveyed(c *assess.Curve, d *doc.Document, notes []string) *wire.Studied {
	r := &wire.Studied{Study: method.ErrorCurve.ID, Points: []int{}, Notes: notes}
	var facts method.FactList
	l := c.Line(c.By)
	switch {
	case c.Over == nil:
		r.Says = f.law(c, &facts)
	case f.Method.Param(c.Over.Name) == nil:
		r.Says = f.learned(c, &facts)
	case l == nil || c.Best < 0:
		r.Says = "The known errors are on points that the fits have seen or that are kept for the end, so no value is " +
			"chosen. Hold out validation points, or use folds."
	default:
		r.Tried = map[string][]float64{c.Over.Name: c.Over.At}
		if c.And != nil {
			r.Tried[c.And.Name] = c.And.At
		}
		named := c.Named(c.Best)
		facts.Add("best_error", l.Mean[c.Best], "", "Smallest "+c.Says(c.By)).Call("Least " + c.Says(c.By)).Share = c.Share
		r.Offers = append(r.Offers, f.offer(c, d, c.Best))
		r.Says = words.Capital(c.Says(c.By)) + " is least at " + named + ": " + c.Error(l.Mean[c.Best])
		if l.SE != nil && assess.Known(l.SE[c.Best]) {
			r.Says += " ± " + c.Error(l.SE[c.Best])
		}
		r.Says += "."
		if r.Wider, r.WiderAnd = f.wider(c); r.Wider != nil {
			r.Says += " This value is at the end of the range tried: the minimum may lie beyond."
		}
		if c.Choice >= 0 && c.Choice != c.Best {
			r.Says += " The simplest value within one standard error is " + c.Named(c.Choice) + ": " +
				c.Error(l.Mean[c.Choice]) + "."
			r.Offers = append(r.Offers, f.offer(c, d, c.Choice))
		}
		if c.By == assess.Fresh {
			r.Notes = append(r.Notes, "The error on fresh points is unknown here: use folds, or hold points out.")
		}
		if slope, left, ok := assess.Slope(c.Over.At, l.Mean); ok && c.YLog {
			facts.Add("log_slope", slope, "", "Slope of the line through ln of the "+c.Noun+" over ln of the parameter: "+
				"the "+c.Noun+" behaves like this power of the parameter").Call("Slope, log over log")
			if left > 0 {
				r.Notes = append(r.Notes, notPositive(left, len(l.Mean)))
			}
		}
		if c.Penalty != "" {
			f.sayPenalty(c, r, &facts)
		}
		if t := c.Line(assess.Test); t != nil {
			facts.Add("best_test_error", t.Mean[c.Best], "", "The test error of the chosen value").Call(
				"Its test error").Share = c.Share
		}
	}
	fits := "By " + words.Count(c.Fits, "fit") + "."
	switch {
	case d.Study.Folds > 0:
		fits = words.Count(c.Fits, "fit") + ", each to all but one of " + words.Count(d.Study.Folds, "fold") + " of the " +
			"training points"
		if d.Study.Repeats > 1 {
			fits += ", divided " + words.Count(d.Study.Repeats, "time")
		}
		if f.Task == method.Classify {
			fits += ", each with the same share of each class"
		}
		if len(c.Lines) > 2 {
			fits += ", and a fit to all of them for the errors at other points"
		}
		fits += "."
	case d.Study.Seeds:
		fits = words.Count(c.Fits, "fit") + " to the same points, each with other random numbers."
	case d.Study.Bootstrap:
		fits = words.Count(c.Fits, "fit") + ", each to a sample of the training points with replacement."
	case d.Study.Draws > 0:
		fits = words.Count(c.Fits, "fit") + ", each to newly drawn points."
	}
	r.Notes = append([]string{fits}, r.Notes...)
	for _, l := range c.Lines {
		if l.Bound != "" {
			r.Notes = append(r.Notes, words.Capital(l.Name)+": "+l.Help+".")
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
		says := "Tried: " + what + ", drawn at random."
		if d.Study.Values == nil && d.Study.AndValues == nil {
			says = "Tried: " + what + ", drawn at random except for the present value."
		}
		r.Notes = append(r.Notes, says)
	}
	if d.Study.Seeds && c.Over == nil && alike(c.Lines) {
		r.Notes = append(r.Notes, "All fits have the same errors: with these parameters random numbers have no effect.")
	}
	if c.Unfit > 0 {
		r.Notes = append(r.Notes, words.Count(c.Unfit, "fit")+" failed (the first one: “"+c.Why+"”).")
	}
	if c.Limited > 0 {
		r.Notes = append(r.Notes, words.Count(c.Limited, "fit")+" did not finish; there the error is that of the last step.")
	}
	if f.growth != nil && !f.grownUp() {
		r.Notes = append(r.Notes, "Each is trained from its start to the step "+
			"shown, "+f.growth.now.StepName()+" "+words.Number(float64(f.Step))+".")
	}
	for i := range facts {
		facts[i].Complete()
		facts[i].Value = speakable(facts[i].Value)
	}
	r.Facts = facts
	return r
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
	by, s := c.Says(c.By), d.Study
	switch c.By {
	case assess.Sum:
		by += " " + c.Penalty
	case assess.CrossValidated:
		by = strconv.Itoa(s.Folds) + "-fold " + by
		if s.Repeats > 1 {
			by += ", divided " + words.Count(s.Repeats, "time") + ","
		}
	case assess.OutOfBag:
		by += " over " + words.Count(s.Draws, "bootstrap sample")
	case assess.Fresh:
		if s.Draws > 0 {
			by += " over " + words.Count(s.Draws, "draw")
		}
	}
	what := "smallest "
	if at != c.Best {
		what = "the simplest within one standard error of the smallest "
	}
	return wire.Offering{Label: "Use " + named, Set: set,
		Chosen: named + ": " + what + by + " of " + words.Number(float64(c.Count())) + " tried, " +
			c.Error(c.Line(c.By).Mean[at])}
}

// nearLeast is the relative excess over the smallest loss up to which another loss counts as equally good.
const nearLeast = 0.01

// law describes the distribution of the errors of fits of one setting, in words and facts.
func (f *Fit) law(c *assess.Curve, facts *method.FactList) (says string) {
	for _, l := range c.Lines {
		if !assess.Known(l.Mean[0]) {
			continue
		}
		name, each := strings.NewReplacer("-", "_", " ", "_").Replace(l.Name), l.Each[0]
		if l.Name == assess.Estimation {
			facts.Add("estimation_risk", l.Mean[0], "", "Squared distance between the coefficients and those of the recipe's "+
				"best linear prediction, mean over "+words.Count(len(each), "fit")).Call("Estimation risk")
			continue
		}
		if l.Name == assess.Bias || l.Name == assess.Variance {
			facts.Add(name, l.Mean[0], "", map[string]string{assess.Bias: "Mean squared distance between the mean of the " +
				"fits and the truth", assess.Variance: "Mean squared distance between the fits and their mean"}[l.Name]).Call(
				words.Capital(l.Name))
			continue
		}
		s := assess.Summarize(each)
		if l.Name == assess.Ratio {
			near := 0
			for _, x := range each {
				if x <= 1+nearLeast {
					near++
				}
			}
			facts.Add("loss_ratio", s.Mean, "", "Loss divided by the smallest loss, mean over "+words.Count(s.N, "seed")).Call(
				"Mean " + assess.Ratio)
			facts.Add("near_least", near, "", "Seeds whose loss is at most "+words.Percent(nearLeast)+" above the "+
				"smallest").Call("Seeds near the smallest loss")
			facts.Add("loss_ratios", slices.Clone(each), "", "For each seed").Hide()
			says += "Of " + words.Count(s.N, "seed") + ", " + strconv.Itoa(near) + " come within " +
				words.Percent(nearLeast) + " of the " +
				"smallest loss; nine of ten are " + words.Number(assess.Quantile(0.05, each)) + " " +
				"to " + words.Number(assess.Quantile(0.95, each)) + " times as large, " + words.Number(s.Mean) + " on average. "
			continue
		}
		if l.Name == assess.Start {
			facts.Add("start_ratio", s.Mean, "", "Loss before the first step divided by the smallest loss, mean "+
				"over "+words.Count(s.N, "seed")).Call("Mean " + assess.Start)
			facts.Add("start_ratios", slices.Clone(each), "", "For each seed").Hide()
			says += "Before the first step the loss is " + words.Number(s.Mean) + " times the smallest one on average. "
			continue
		}
		if l.Bound != "" && c.Line(assess.Start) != nil {
			facts.Add(l.Bound, s.Mean, "", l.Help).Call(words.Capital(l.Name))
			says += words.Capital(l.Name) + " " + c.Error(s.Mean) + ". "
			continue
		}
		if l.Bound != "" {
			facts.Add(l.Bound, s.Mean, "", l.Help+"; the mean over "+words.Count(s.N, "fit")).Call(words.Capital(l.Name))
			says += words.Capital(l.Name) + " " + c.Error(s.Mean) + ". "
			continue
		}
		facts.Add(name+"_"+c.Noun, s.Mean, "", "Mean over "+words.Count(s.N, "fit")).Call(
			words.Capital(c.Says(l.Name))).Share = c.Share
		if s.N < 2 {
			continue
		}
		facts.Add(name+"_"+c.Noun+"_sd", s.SD, "", "Standard deviation of the errors of the fits").Call(
			"Its standard deviation").Share = c.Share
		facts.Add(name+"_"+words.Plural(c.Noun), slices.Clone(each), "", "For each fit").Hide()
		if l.Name == assess.Training {
			continue
		}
		se := s.SE
		if l.SE != nil { // including the standard error from points that all fits share
			se = l.SE[0]
		}
		says += words.Capital(c.Says(l.Name)) + " " + c.Error(s.Mean) + " ± " + c.Error(se) +
			" (one standard error of the mean), nine of ten fits between " + c.Error(assess.Quantile(0.05, each)) + " and " +
			c.Error(assess.Quantile(0.95, each)) + ". "
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
				says += words.Capital(c.Says(l.Name)) + " " + c.Error(l.Mean[0]) + ". "
			}
		}
	}
	return strings.TrimSpace(says)
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
		says = words.Capital(c.Says(name)) + " " + c.Error(l.Mean[first]) + " with " +
			words.Count(int(c.Over.At[first]), what) +
			", " + c.Error(l.Mean[last]) + " with " + words.Number(c.Over.At[last]) + "."
		if c.Over.Name == doc.Dimension {
			return says
		}
		fall := ""
		if slope, left, ok := assess.Slope(c.Over.At, l.Mean); ok {
			facts.Add("learning_slope", slope, "", "Slope of the line through ln of the error over ln n: the error falls "+
				"like this power of n").Call("Slope, log of error over log of n")
			fall = " The error falls like n to the power " + words.Number(slope) + "."
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
					fall += " The estimation risk falls like n to the power " + words.Number(slope) + "."
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
		facts.Add(name, slope, "", "The same for the excess of the fresh error over "+above).Call("Slope of the excess " +
			"over " + above)
		says = " The excess over " + above + " falls like n to the power " + words.Number(slope) + "."
	}
	if left > 0 {
		facts.Add(name+"_left_out", left, "", "Values of n without an excess: the fresh error there is at most "+above+", "+
			"so the slope leaves them out").Call("Left out of the slope")
		says += " " + notPositive(left, len(over))
	}
	return says
}

// notPositive says how many values a slope leaves out.
func notPositive(left, of int) string {
	return "The slope leaves out " + strconv.Itoa(left) + " of " + words.Count(of, "value") + ", which have no logarithm."
}

// tellTried describes a value of the chart; a click sets it.
func (f *Fit) tellTried(key string) (t method.Told, ok bool) {
	if f.curve == nil {
		return t, false
	}
	at, ok := f.curve.Keyed(key)
	if !ok {
		return t, false
	}
	t.Answer, t.Lines = f.curve.Tell(at)
	_, t.Click.Set = f.setting(f.curve, at)
	return t, true
}

// studied returns the panels with the result of the study that came with the request: the errors and, if it has some,
// the moments.
func (f *Fit) studied() (list []method.Panel) {
	c := f.curve
	if c == nil {
		return nil
	}
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
