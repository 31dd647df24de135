package session

import (
	"slices"
	"strconv"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// plan makes the rounds of one kind of study. The error says why the study's data do not allow it.
type plan func(g *ground) ([]round, error)

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

// itself is the test of a fit with its own training points.
var itself = asked{line: assess.Training}

// ground holds what plans are made from.
type ground struct {
	study  *doc.Study
	method *method.Method
	pool   *pool   // the training points
	sizes  []int   // for each value, the number of training points; 0 = all
	wide   bool    // the values of the study are numbers of columns
	seen   []asked // tests of a fit to all training points: with these, with held-out points, with fresh ones
	// draw returns new training points for value i, generated for the b-th time; nil = they have no recipe.
	draw func(i, b int) (*method.Problem, error)
}

// plan returns the plan for the kind of the study.
func (g *ground) plan() plan {
	switch s := g.study; {
	case s.Folds > 0:
		return byFolds
	case s.Bootstrap:
		return byBootstrap
	case s.Seeds:
		return bySeeds
	case g.redraws():
		return byDraws
	case s.Over == doc.SampleSize:
		return bySubsets
	}
	return once
}

// redraws reports whether each fit of the study gets newly drawn points.
func (g *ground) redraws() bool {
	s := g.study
	return s.Folds == 0 && !s.Bootstrap && !s.Seeds && (s.Draws > 0 || doc.IsSize(s.Over) && g.draw != nil)
}

// enough returns an error if there are too few training points for a value of the study.
func (g *ground) enough() error {
	for _, n := range g.sizes {
		if n > g.pool.of.N && g.draw == nil {
			return doc.Errorf("study.values", words.Text("at most the number of training points, %s, since no others can be "+
				"drawn", strconv.Itoa(g.pool.of.N)), n)
		}
	}
	return nil
}

// rounds makes the rounds of the study.
func (g *ground) rounds() ([]round, error) {
	if err := g.enough(); err != nil {
		return nil, err
	}
	return g.plan()(g)
}

// byFolds cross-validates: in each round the points of one fold test a fit to the others. A last round is the fit to
// all training points, if other points test it.
func byFolds(g *ground) (list []round, err error) {
	s, p := g.study, g.pool.of
	if g.wide {
		return nil, doc.Errorf("study.folds", words.Text("left out where study.over is %s, since rows are drawn again",
			doc.Dimension), s.Folds)
	}
	if p.N < s.Folds {
		return nil, &method.Need{Sentence: words.Text("Cross-validation in %s needs at least that many training points; "+
			"there are %s.", words.Count(s.Folds, "part"), words.Count(p.N, "point"))}
	}
	for r := range max(s.Repeats, 1) {
		for k, fold := range method.PartsOf(s, p.Class, p.N, r) {
			held := asked{line: assess.CrossValidated, points: g.pool.some(fold)}
			list = append(list, round{train: g.outside(fold, r*s.Folds+k), tests: []asked{itself, held}})
		}
	}
	if len(g.seen) > 1 && s.Over != doc.SampleSize {
		list = append(list, round{g.everything, g.seen[1:], true})
	}
	return list, nil
}

// outside returns a function that returns training points outside a fold, which has a number among all folds.
func (g *ground) outside(fold []int, number int) func(i int) (*method.Problem, error) {
	rest := others(g.pool.of.N, fold)
	var whole *method.Problem // the same for all values
	return func(i int) (*method.Problem, error) {
		n := g.sizes[i]
		switch {
		case n > len(rest):
			return nil, doc.Errorf("study.values", words.Text("at most %s, the number of training points outside a fold",
				strconv.Itoa(len(rest))), n)
		case n > 0:
			return g.pool.some(picked(rest, assess.Subset(len(rest), n, g.study.Seed, number))), nil
		case whole == nil:
			whole = g.pool.some(rest)
		}
		same := *whole
		return &same, nil
	}
}

// everything returns all training points, whatever the value.
func (g *ground) everything(int) (*method.Problem, error) { return g.pool.whole(), nil }

// byBootstrap fits samples of the training points with replacement; the points left out of a sample test its fit, too.
func byBootstrap(g *ground) (list []round, err error) {
	s := g.study
	switch {
	case g.wide:
		return nil, doc.Errorf("study.bootstrap", words.Text("left out where study.over is %s, since rows are drawn again",
			doc.Dimension), "true")
	case s.Over == doc.SampleSize:
		return nil, doc.Errorf("study.bootstrap", "left out where study.over is n: a bootstrap sample is as large as the "+
			"data", "true")
	}
	for b := range s.Draws {
		drawn, left := assess.Bootstrap(g.pool.of.N, s.Seed, b)
		tests := g.seen
		if len(left) > 0 {
			tests = append(slices.Clip(tests), asked{line: assess.OutOfBag, points: g.pool.some(left)})
		}
		list = append(list, round{train: func(int) (*method.Problem, error) { return g.pool.some(drawn), nil }, tests: tests})
	}
	return list, nil
}

// bySeeds fits the same points, each time with other random numbers.
func bySeeds(g *ground) (list []round, err error) {
	if !g.method.Random {
		return nil, doc.Errorf("study.seeds", words.Text("left out for %s, which uses no random numbers", g.method.Name),
			"true")
	}
	for b := range g.study.Draws {
		list = append(list, round{train: func(int) (*method.Problem, error) {
			p := g.pool.whole()
			p.Seed = mixed64(g.study.Seed, p.Seed, b)
			return p, nil
		}, tests: g.seen})
	}
	return list, nil
}

// byDraws fits points that are newly drawn each time; the last of the other tests is kept, which has fresh points if
// there are any.
func byDraws(g *ground) (list []round, err error) {
	s := g.study
	if g.draw == nil {
		return nil, doc.Errorf("study.draws", "left out, or given with study.bootstrap: the points have no recipe to draw "+
			"others from", s.Draws)
	}
	tests := []asked{itself, g.seen[len(g.seen)-1]}
	for b := range max(s.Draws, 1) {
		list = append(list, round{train: func(i int) (*method.Problem, error) { return g.draw(i, b) }, tests: tests})
	}
	return list, nil
}

// bySubsets fits nested parts of the training points, tested with points outside all of them.
func bySubsets(g *ground) ([]round, error) {
	if len(g.seen) == 1 {
		return nil, doc.Errorf("study", "given with folds, with held-out points or for points of a recipe: otherwise the "+
			"error on unseen points cannot be estimated", "over n")
	}
	return []round{{func(i int) (*method.Problem, error) {
		return g.pool.some(assess.Subset(g.pool.of.N, g.sizes[i], g.study.Seed, 0)), nil
	}, g.seen, true}}, nil
}

// once makes a single fit to all training points.
func once(g *ground) ([]round, error) { return []round{{g.everything, g.seen, true}}, nil }

// linesOf returns the names of the lines that the tests of rounds belong to, in the order of their first use.
func linesOf(rounds []round) (lines []string) {
	for _, r := range rounds {
		for _, t := range r.tests {
			if !slices.Contains(lines, t.line) {
				lines = append(lines, t.line)
			}
		}
	}
	return lines
}
