package session

import (
	"slices"

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
	settings
	s      *Session
	rounds []round
	fresh  freshness // tests on fresh points; zero = there are none
	lines  []string
	tends  *dataset.Moments // limits of mean and covariances as the number of points grows; nil = not reported
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
		c.notes = append(c.notes, words.Text("Leave-one-out errors need %s more. Their mean over samples of n "+
			"independent points is the expected error of fits to n − 1; if the recipe draws equally many points of each "+
			"class, the mean is slightly larger.", words.Count(c.left, "fit")))
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
	c := &survey{settings: settings{f: f, d: d, study: d.Study}, s: s}
	c.anew = c.drawable()
	for _, do := range []func() error{c.suits, c.lay, c.charge, func() error { return c.divide(job) }} {
		if err := do(); err != nil {
			return nil, err
		}
	}
	if n := len(c.values) * len(c.rounds); n > mostFits {
		return nil, doc.Errorf("study", words.Sprintf("at most %d fits: use fewer values, folds or draws", mostFits), n)
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
		return doc.Errorf("study", words.Text("left out for %s, whose results cannot be compared with given answers",
			f.Method.Name), nil)
	case !f.Task.Supervised():
		return nil
	case f.Method.Unjudged:
		return doc.Errorf("study", words.Text("left out for %s, whose error on new points has no meaning", f.Method.Name),
			nil)
	case !ok:
		return doc.Errorf("study", words.Text("left out for %s, which makes no predictions at points", f.Method.Name), nil)
	case f.growth != nil && f.Step == 0:
		return &method.Need{Sentence: "This model has not been trained, and errors are computed for trained " +
			"models. Train it, or give the number of steps in its document: view.step."}
	}
	return nil
}

// divide determines the training points and the test points of each fit.
func (c *survey) divide(job method.Job) (err error) {
	c.truth = c.knownTruth()
	g := &ground{study: c.study, method: c.f.Method, pool: c.f.rows(), sizes: c.sizes, wide: c.dims != nil}
	if c.anew {
		g.draw = c.redrawn
	}
	if g.seen, err = c.tests(); err != nil {
		return err
	}
	if c.rounds, err = g.rounds(); err != nil {
		return err
	}
	if t := c.truth; g.redraws() && t != nil && t.Classes == 0 && c.study.Draws > 1 && c.d.Table == nil {
		e, err := c.fresh.of(0, 0)
		if err != nil {
			return err
		}
		c.common, c.answers = e.at, make([][][]float64, len(c.values))
	}
	if err := c.bound(job); err != nil {
		return err
	}
	if c.lines = linesOf(c.rounds); c.leavesOut() {
		c.lines = slices.Insert(c.lines, 1, assess.LeaveOneOut) // after the training error
	}
	return nil
}

// tests returns the tests of a fit to all training points, and sets c.fresh.
func (c *survey) tests() ([]asked, error) {
	list := []asked{itself}
	for _, held := range c.f.heldOut() {
		list = append(list, asked{held.name, held.points, true})
	}
	// While test points are sealed, the error on fresh points would reveal their error.
	if !c.anew || c.d.Split.Sealed && c.study.Draws == 0 {
		return list, nil
	}
	ok, err := c.examine()
	if ok {
		list = append(list, asked{line: assess.Fresh, shared: true})
	}
	return list, err
}

// bound sets c.bounds, if the study asks for bounds on the error.
func (c *survey) bound(job method.Job) (err error) {
	if !c.study.Bounds {
		return nil
	}
	if c.f.Method.Bounds == "" || c.f.whole.Bounds == nil {
		return doc.Errorf("study.bounds", words.Text("left out for %s, which has no bound on its error", c.f.Method.Name),
			"true")
	}
	c.bounds, err = c.f.whole.Bounds(method.Stretch(job, 0, 0))
	return err
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
	if n := len(c.rounds) * c.chain.count; fastChain && n <= mostReused {
		c.before = make([]method.Model, n)
	}
	if fastOnce && c.bounds == nil && c.penalty == nil && f.Task.Supervised() {
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
