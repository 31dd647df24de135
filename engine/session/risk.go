package session

import (
	"math"
	"slices"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file computes the fresh errors of a study. If the recipe knows P(class | x), or the true mean of y, the error of
// a fit is
//
//	Bayes error + mean over x of the excess cost of the fit's prediction at x over the best one,
//
// where the first term is known and the second is never negative: max P(· | x) − P(prediction | x) for classes,
// (prediction − f(x))² for values. So no labels are drawn, and no fit is below the Bayes error.

// Numbers of points x for the mean. If training points are drawn anew, fits (except in regression) take turns with
// setsOfDraws sets of placesOfDraw points, so that the mean over draws is one over many more points; otherwise all fits
// use the same, larger set of placesOfAll. In regression all fits use one set, of placesOnALine points on the line or
// placesOfDraw in the plane.
const (
	placesOfDraw  = 512
	setsOfDraws   = 16
	placesOfAll   = 1024
	placesOnALine = 512
)

// exam is a test of a fit's error on fresh points, or on the test points of a round.
type exam struct {
	at *method.Problem // inputs without labels, or points or rows with targets
	// p[i*k+c] is P(class c | input i) for k classes, best[i] the largest of them, and f[i] the true mean of y at input
	// i. truth is nil if neither is used: then the error is computed from labeled points.
	truth   *dataset.Truth
	p, best []float64
	f       []float64
	places  *dataset.Places // how the inputs in at were drawn; nil = independently
}

// knows sets the true distribution of an exam, and what it says at its inputs; rows has these in the form that t needs.
func (e *exam) knows(t *dataset.Truth, rows []float64) {
	e.truth = t
	if t.Classes == 0 {
		e.f = make([]float64, e.at.N)
		t.F(e.f, nil, rows)
		return
	}
	k := t.Classes
	e.p, e.best = make([]float64, e.at.N*k), make([]float64, e.at.N)
	t.Posterior(e.p, rows)
	for i := range e.best {
		for _, p := range e.p[i*k : (i+1)*k] {
			e.best[i] = max(e.best[i], p)
		}
	}
}

// graded is a mean error over some points, with its standard errors due to their finite number: own for the choice of
// these points, and shared for that of the pool from which all exams take them (dataset.Places), 0 = there is no pool.
type graded struct{ mean, own, shared float64 }

// grade returns the error of predictions by a model of fitted in an exam; if the true distribution is known, it is the
// excess over the Bayes error. NaN = there is none.
func (e *exam) grade(job method.Job, fitted *method.Problem, answers []float64) (graded, error) {
	if e.truth == nil {
		return grade(job, fitted, e.at, answers)
	}
	g := make([]float64, e.at.N)
	for i, a := range answers {
		switch {
		case e.f != nil:
			g[i] = (a - e.f[i]) * (a - e.f[i]) // NaN without a prediction
		case a != a:
			g[i] = e.best[i] // a mistake, whatever the class
		default:
			g[i] = e.best[i] - e.p[i*e.truth.Classes+fitted.ClassIDs[int(a)]]
		}
	}
	return e.mean(g), job.Err()
}

// mean returns the mean of a loss over the points of an exam, without NaN values.
func (e *exam) mean(loss []float64) graded {
	if e.places != nil {
		mean, own, pooled := e.places.Mean(loss)
		return graded{mean, own, pooled}
	}
	s := assess.Summarize(loss) // NaN values do not count
	return graded{s.Mean, s.SE, 0}
}

// grade returns the error of predictions by a model of fitted, at points with targets.
func grade(job method.Job, fitted, at *method.Problem, answers []float64) (graded, error) {
	e, err := (&method.Answers{Predictor: &recited{answers}}).Errors(job, fitted, at)
	return graded{e.Mean, e.SE, 0}, err
}

// freshness says how the fits of a study are tested on fresh points.
type freshness struct {
	of   func(i, round int) (*exam, error) // returns the exam of a round for value i
	n    int                               // number of points of an exam
	what string                            // what they are called
	sets int                               // number of exams that fits take turns with; 0 = each has its own
}

// examine sets c.fresh; ok is false if no fresh points can be generated.
func (c *survey) examine() (ok bool, err error) {
	s := c.study
	drawn := s.Draws > 1 && s.Folds == 0 && !s.Bootstrap && !s.Seeds // each fit of a value has training points of its own
	c.fresh = freshness{n: testPoints, what: "fresh point", sets: 1}
	if drawn {
		c.fresh.sets = 0
	}
	switch {
	case c.d.Table != nil:
		c.fresh.what = "fresh row"
		dims := c.dims
		if dims == nil {
			dims = []int{0}
		}
		if drawn {
			c.fresh.of = func(i, round int) (*exam, error) { return c.sheet(dims[i%len(dims)], -1-round) }
			return true, nil
		}
		sheets := make([]*exam, len(dims))
		for i, dim := range dims {
			if sheets[i], err = c.sheet(dim, -1); err != nil {
				return false, err
			}
		}
		c.fresh.of = func(i, _ int) (*exam, error) { return sheets[i%len(dims)], nil }
	case c.truth == nil && c.f.Task.Supervised():
		own := c.f.freshOf(*c.d.Dataset, c.d.Dataset.Seed)
		if own == nil {
			return false, nil
		}
		c.fresh.of = func(int, int) (*exam, error) { return &exam{at: own}, nil }
		if drawn {
			c.fresh.of = func(_, round int) (*exam, error) {
				return &exam{at: c.f.freshOf(*c.d.Dataset, c.seed(c.d.Dataset.Seed, -1-round))}, nil
			}
		}
	default:
		list, err := c.examined(drawn)
		if len(list) == 0 || err != nil {
			return false, err
		}
		c.fresh = freshness{n: list[0].at.N, what: "position", sets: len(list),
			of: func(_, round int) (*exam, error) { return list[round%len(list)], nil }}
	}
	return true, nil
}

// examOf returns the exam with the test points t for the fit of p, in a round for value i.
func (c *survey) examOf(t asked, p *method.Problem, i, round int) (*exam, error) {
	switch {
	case t.line == assess.Fresh:
		return c.fresh.of(i, round)
	case t.points == nil:
		return &exam{at: p}, nil
	}
	return &exam{at: t.points}, nil
}

// examsKnown are the exams of the last study of a recipe of points, with what they depend on.
type examsKnown struct {
	task  method.Task
	law   *dataset.Truth
	known bool // the true distribution is known
	drawn bool // each fit of a value has training points of its own
	list  []*exam
}

// examined returns the exams of a recipe of points. They depend on the distribution of the points, not on the points
// themselves.
func (c *survey) examined(drawn bool) ([]*exam, error) {
	ds, task, last := *c.d.Dataset, c.f.Task, &c.s.exams
	now := examsKnown{task: task, law: c.s.law(ds), known: c.truth != nil, drawn: drawn}
	if last.task == now.task && last.law == now.law && last.known == now.known && last.drawn == drawn {
		return last.list, nil
	}
	n, sets := placesOfAll, 1
	switch {
	case task == method.Regress:
		n = placesOnALine
	case task == method.Regress2D: // squared bias and variance need fits at the same points
		n = placesOfDraw
	case drawn:
		n, sets = placesOfDraw, setsOfDraws
	}
	for _, places := range dataset.PlacesOf(ds, task, n, sets) {
		at, err := method.NewProblem(places.Points, task, c.d.Seed)
		if err != nil {
			return nil, err
		}
		e := &exam{at: at, places: places}
		if c.truth != nil {
			e.knows(c.truth, at.X)
		}
		now.list = append(now.list, e)
	}
	*last = now
	return now.list, nil
}

// sheet returns an exam with testPoints rows of the document's table, generated for the b-th time with dimension dim; 0
// = as in the document.
func (c *survey) sheet(dim, b int) (*exam, error) {
	at, rows, err := c.rolled(testPoints, dim, b)
	if err != nil {
		return nil, err
	}
	e := &exam{at: at}
	if c.truth != nil {
		e.knows(c.truthIn(dim), c.inputs(rows))
	}
	return e, nil
}

// inputs returns the input columns of a table's rows for its true distribution: all but the last one if that is the
// value to predict.
func (c *survey) inputs(rows *doc.Rows) []float64 {
	if !c.f.asValued() {
		return rows.X
	}
	d := rows.D() - 1
	list := make([]float64, 0, rows.N*d)
	for i := range rows.N {
		list = append(list, rows.At(i)[:d]...)
	}
	return list
}

// luckOf returns, for each value, an estimate of the standard error of the mean over the fits that is not visible in
// their spread, because they are tested on the same points. line is the name of the line with index k. It combines the
// mean of the fits' shared standard errors with that of their own ones: all of their variance if the fits have the same
// exam, a part if they take turns with several, and nothing if each has an exam of its own.
func (c *survey) luckOf(line string, k int) []float64 {
	list := make([]float64, len(c.values))
	for i := range list {
		shared, own := assess.Summarize(c.shared[k][i]), assess.Summarize(c.own[k][i])
		if own.N == 0 {
			continue
		}
		left := 1.0 // remaining share of the variance of one exam
		if line == assess.Fresh {
			if left = 0; c.fresh.sets > 0 {
				left = max(0, 1/float64(c.fresh.sets)-1/float64(own.N))
			}
			if own.N == 1 {
				left = 1
			}
		}
		list[i] = math.Hypot(shared.Mean, own.Mean*math.Sqrt(left))
	}
	return list
}

// sayFresh says how fresh errors were computed; "" = there are none.
func (c *survey) sayFresh(out *assess.Curve) string {
	k := slices.IndexFunc(out.Lines, func(l assess.Line) bool { return l.Name == assess.Fresh })
	if k < 0 {
		return ""
	}
	says, at := "", words.Count(c.fresh.n, c.fresh.what)
	switch {
	case c.truth != nil && c.f.Task == method.Classify:
		says = words.Text("Fresh errors are computed from the recipe's P(class | x), at %s.", at)
	case c.truth != nil:
		says = words.Text("Fresh errors are computed from the recipe's true f, at %s.", at)
	case c.f.Task.Supervised():
		says = words.Text("Fresh errors are means over %s.", at)
	default:
		says = words.Text("Fresh losses are means over %s.", at)
	}
	most := out.Error(slices.Max(c.luckOf(assess.Fresh, k)))
	switch {
	case c.fresh.sets == 0:
		says += words.Say(" Each draw uses different ones.")
	case out.Lines[k].SE == nil:
		says += words.Text(" Their standard error is at most %s.", most)
	case c.fresh.sets == 1:
		says += words.Text(" All fits use the same ones; ± includes the resulting standard error, at most %s.", most)
	default:
		says += words.Text(" Draws use %s of them in turn; ± includes the resulting standard error, at most %s.",
			words.Count(c.fresh.sets, "set"), most)
	}
	return says
}
