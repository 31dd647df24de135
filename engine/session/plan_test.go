package session

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// groundOf returns the ground of a study of n points on a line, the i-th at i, of two classes in turn. The study has
// one value for each number of training points.
func groundOf(n int, s doc.Study, sizes ...int) *ground {
	p := &method.Problem{Task: method.Classify, N: n, D: 1, ClassIDs: []int{3, 5}, Seed: 4}
	for i := range n {
		p.X, p.Class = append(p.X, float64(i)), append(p.Class, i%2)
	}
	return &ground{study: &s, method: &method.Method{Info: method.Info{Name: "Test"}}, pool: &pool{of: p}, sizes: sizes,
		seen: []asked{itself}}
}

// made makes the rounds of a ground.
func made(t *testing.T, g *ground) []round {
	t.Helper()
	list, err := g.rounds()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// trained returns the training points of a round for value i.
func trained(t *testing.T, r round, i int) *method.Problem {
	t.Helper()
	p, err := r.train(i)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tested lists the lines that the tests of a round belong to.
func tested(r round) (lines []string) {
	for _, t := range r.tests {
		lines = append(lines, t.line)
	}
	return lines
}

// Each point is in one fold of each repetition, and no round is tested with points of its fit. The fit to all points
// comes last, if something tests it.
func TestPlanOfFolds(t *testing.T) {
	held := asked{assess.Validation, &method.Problem{N: 1}, true}
	for _, extra := range [][]asked{nil, {held}} {
		g := groundOf(11, doc.Study{Folds: 3, Repeats: 2, Seed: 7}, 0)
		g.seen = append(g.seen, extra...)
		list := made(t, g)
		if want := 6 + len(extra); len(list) != want {
			t.Fatalf("%d rounds, want %d", len(list), want)
		}
		for r := range 2 {
			var all []float64
			for _, round := range list[3*r : 3*r+3] {
				train, fold := trained(t, round, 0), round.tests[1].points
				if !slices.Equal(tested(round), []string{assess.Training, assess.CrossValidated}) || round.whole {
					t.Errorf("a round tests %v, whole %v", tested(round), round.whole)
				}
				both := append(slices.Clone(train.X), fold.X...)
				if slices.Sort(both); !slices.Equal(both, g.pool.of.X) {
					t.Errorf("a fit to %v is tested with %v: together they are not all points", train.X, fold.X)
				}
				all = append(all, fold.X...)
			}
			if slices.Sort(all); !slices.Equal(all, g.pool.of.X) {
				t.Errorf("the folds have the points %v", all)
			}
		}
		if extra == nil {
			continue
		}
		if last := list[6]; !last.whole || trained(t, last, 0).N != 11 || !slices.Equal(tested(last), []string{held.line}) {
			t.Errorf("the last round has %d points and tests %v", trained(t, last, 0).N, tested(last))
		}
	}
	// Over n, the fits of a fold are to nested parts of the points outside of it.
	list := made(t, groundOf(12, doc.Study{Folds: 3, Over: doc.SampleSize, Seed: 7}, 3, 6, 9))
	for _, r := range list {
		small, large := trained(t, r, 0), trained(t, r, 1)
		if small.N != 3 || large.N != 6 {
			t.Errorf("fits to %d and %d points, want 3 and 6", small.N, large.N)
		}
		for _, x := range small.X {
			if !slices.Contains(large.X, x) || slices.Contains(r.tests[1].points.X, x) {
				t.Errorf("point %v of %v: the larger fit has %v, the fold %v", x, small.X, large.X, r.tests[1].points.X)
			}
		}
		if _, err := r.train(2); err == nil {
			t.Error("a fit to 9 of the 8 points outside a fold is possible")
		}
	}
}

// The points left out of a sample test its fit; together with the sample's they are all points.
func TestPlanOfBootstrap(t *testing.T) {
	list := made(t, groundOf(20, doc.Study{Bootstrap: true, Draws: 5, Seed: 1}, 0))
	if len(list) != 5 {
		t.Fatalf("%d rounds, want 5", len(list))
	}
	samples := map[string]bool{}
	for _, r := range list {
		train := trained(t, r, 0)
		if train.N != 20 || !slices.Equal(tested(r), []string{assess.Training, assess.OutOfBag}) {
			t.Errorf("a round has %d points and tests %v", train.N, tested(r))
		}
		both := append(slices.Clone(train.X), r.tests[1].points.X...)
		slices.Sort(both)
		if both = slices.Compact(both); len(both) != 20 {
			t.Errorf("sample and rest have %d points, want 20", len(both))
		}
		samples[fmt.Sprint(train.X)] = true
	}
	if len(samples) != 5 {
		t.Errorf("%d different samples, want 5", len(samples))
	}
}

// Fits of seeds have the same points and different seeds.
func TestPlanOfSeeds(t *testing.T) {
	g := groundOf(6, doc.Study{Seeds: true, Draws: 4}, 0)
	if _, err := g.rounds(); err == nil {
		t.Error("a method without random numbers has a study over seeds")
	}
	g.method.Random = true
	seeds := map[uint64]bool{}
	for _, r := range made(t, g) {
		p := trained(t, r, 0)
		if seeds[p.Seed] = true; !slices.Equal(p.X, g.pool.of.X) {
			t.Errorf("a fit to the points %v", p.X)
		}
	}
	if len(seeds) != 4 {
		t.Errorf("%d different seeds, want 4", len(seeds))
	}
}

// Fits of draws get points from the recipe, which are tested with fresh ones, not with held-out ones.
func TestPlanOfDraws(t *testing.T) {
	g := groundOf(6, doc.Study{Draws: 3}, 0, 0)
	if _, err := g.rounds(); err == nil {
		t.Error("points without a recipe are drawn again")
	}
	g.draw = func(i, b int) (*method.Problem, error) { return &method.Problem{N: 10*i + b}, nil }
	g.seen = append(g.seen, asked{line: assess.Validation, points: g.pool.of}, asked{line: assess.Fresh})
	for b, r := range made(t, g) {
		if n := trained(t, r, 1).N; n != 10+b {
			t.Errorf("round %d of value 1 has the points of draw %d", b, n-10)
		}
		if !slices.Equal(tested(r), []string{assess.Training, assess.Fresh}) {
			t.Errorf("round %d tests %v", b, tested(r))
		}
	}
	// Over n, points of a recipe are drawn once, also more than the document has.
	g.study = &doc.Study{Over: doc.SampleSize}
	g.sizes = []int{3, 30}
	if list := made(t, g); len(list) != 1 || trained(t, list[0], 1).N != 10 {
		t.Errorf("%d rounds over n", len(list))
	}
}

// Over n, points without a recipe need others that test the fits, and do not suffice for more than all of them.
func TestPlanOfSubsets(t *testing.T) {
	g := groundOf(8, doc.Study{Over: doc.SampleSize}, 2, 5)
	if _, err := g.rounds(); err == nil {
		t.Error("a study over n has only the training error")
	}
	g.seen = append(g.seen, asked{line: assess.Test, points: g.pool.of, shared: true})
	list := made(t, g)
	if len(list) != 1 || trained(t, list[0], 0).N != 2 || trained(t, list[0], 1).N != 5 || !list[0].whole {
		t.Errorf("%d rounds", len(list))
	}
	g.sizes = []int{9}
	if _, err := g.rounds(); err == nil {
		t.Error("9 of 8 points")
	}
}

// A study without rounds of its own fits all points, once for each value.
func TestPlanOfOneFit(t *testing.T) {
	list := made(t, groundOf(8, doc.Study{Over: "C"}, 0, 0))
	if len(list) != 1 || trained(t, list[0], 1).N != 8 || !slices.Equal(linesOf(list), []string{assess.Training}) {
		t.Errorf("%d rounds with the lines %v", len(list), linesOf(list))
	}
}

// Studies that their data do not allow are refused, with the document's field.
func TestPlansRefuse(t *testing.T) {
	for _, c := range []struct {
		study doc.Study
		wide  bool
		field string
	}{
		{doc.Study{Folds: 2, Over: doc.Dimension}, true, "study.folds"},
		{doc.Study{Bootstrap: true, Draws: 2, Over: doc.Dimension}, true, "study.bootstrap"},
		{doc.Study{Bootstrap: true, Draws: 2, Over: doc.SampleSize}, false, "study.bootstrap"},
		{doc.Study{Seeds: true, Draws: 2}, false, "study.seeds"},
		{doc.Study{Draws: 2}, false, "study.draws"},
	} {
		g := groundOf(8, c.study, 4)
		g.wide = c.wide
		_, err := g.rounds()
		if e := new(doc.Error); !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%+v: error %v, want one of %s", c.study, err, c.field)
		}
	}
	if _, err := groundOf(3, doc.Study{Folds: 4}, 0).rounds(); !errors.As(err, new(*method.Need)) {
		t.Errorf("4 folds of 3 points: error %v, want a need", err)
	}
}
