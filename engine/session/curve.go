package session

import (
	"fmt"
	"slices"
	"strconv"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
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
