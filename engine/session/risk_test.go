package session_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// The fresh error of a study equals a plain sum over a fine lattice, for rules with boundaries of all kinds, within a
// few of the study's standard errors.
func TestFreshErrorsArePlainSums(t *testing.T) {
	lattice := 500
	if testing.Short() {
		lattice = 150
	}
	for _, c := range []struct{ recipe, method string }{
		{`{"name":"moons","n":200,"noise":0.25,"seed":4}`, `"knn","params":{"n_neighbors":9}`},
		{`{"name":"moons","n":200,"noise":0.25,"seed":4}`, `"svm","params":{"kernel":"rbf","gamma":20}`},
		{`{"name":"circles","n":150,"noise":0.2,"seed":1}`, `"tree","params":{"max_depth":4}`},
		{`{"name":"blobs5","n":150,"noise":0.2,"seed":2}`, `"lda"`},
		{`{"name":"imbalanced","n":100,"noise":0.2,"seed":2}`, `"qda"`},
		{`{"name":"linear_noisy","n":80,"noise":0.3,"seed":3}`, `"logistic"`},
	} {
		s := session.New(catalog.All())
		d := open(t, s, `{"method":`+c.method+`,"dataset":`+c.recipe+`}`)
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		truth, _ := dataset.TruthOf(*d.Dataset)
		var xs []float64
		for i := range lattice * lattice {
			xs = append(xs, 0.05+0.9*(float64(i%lattice)+0.5)/float64(lattice),
				0.05+0.9*(float64(i/lattice)+0.5)/float64(lattice))
		}
		k := truth.Classes
		density, answers := make([]float64, len(xs)/2*k), make([]float64, len(xs)/2)
		if !truth.Density(density, xs) {
			t.Fatal("no density")
		}
		f.Model.Can().Predictor.Predict(xs, answers)
		all, wrong, excess := 0.0, 0.0, 0.0
		for i, a := range answers {
			own := density[i*k : (i+1)*k]
			for class, p := range own {
				if all += p; class != int(a) {
					wrong += p
				}
			}
			excess += slices.Max(own) - own[int(a)]
		}
		// The identity that the study uses.
		if bayes, _ := truth.Bayes(); math.Abs(bayes+excess/all-wrong/all) > 1e-4 {
			t.Errorf("%s: %v and %v are not %v", c.method, bayes, excess/all, wrong/all)
		}
		d.Study = &doc.Study{}
		curve, r, err := s.Survey(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		se := told(t, r.Notes)
		got := curve.Line(assess.Fresh).Mean[0]
		if off := got - wrong/all; math.Abs(off) > 4*se+1e-4 || se > 0.005 {
			t.Errorf("%s: fresh error %.5f ± %.5f, the sum is %.5f", c.method, got, se, wrong/all)
		}
	}
}

// told returns the standard error in the notes of a study.
func told(t *testing.T, notes []string) (se float64) {
	t.Helper()
	for _, n := range notes {
		if _, rest, ok := strings.Cut(n, "tandard error is at most "); ok {
			if _, err := fmt.Sscanf(rest, "%f", &se); err != nil {
				t.Fatal(n, err)
			}
			return se / 100
		}
	}
	t.Fatalf("%q", notes)
	return 0
}

// studied returns studies with draws from recipes, with suitable methods.
func studied(task method.Task) []string {
	switch task {
	case method.Classify:
		return []string{`"knn","params":{"n_neighbors":7}`, `"tree"`, `"lda"`}
	case method.Regress:
		return []string{`"least_squares","params":{"degree":5}`, `"knn_regression"`}
	}
	return []string{`"kernel_ridge","params":{"domain":"plane"}`, `"knn_regression","params":{"domain":"plane"}`}
}

// No fit of a study is below the Bayes error, and the reported error agrees with that on generated points, within the
// standard errors of both.
func TestErrorsAreNotBelowTheLeastPossible(t *testing.T) {
	seeds := 10
	if testing.Short() {
		seeds = 1
	}
	tries, squares := 0.0, 0.0
	for _, e := range dataset.All() {
		if e.Fixed || e.Task == method.Cluster {
			continue
		}
		if testing.Short() && !slices.Contains([]string{"moons", "linear_noisy", "heteroscedastic", "hills"}, e.Name) {
			continue
		}
		for seed := range seeds {
			for _, m := range studied(e.Task) {
				text := fmt.Sprintf(`{"method":%s,"dataset":{"name":%q,"n":80,"noise":%g,"seed":%d},"study":{"draws":4,"seed":%d}}`, m,
					e.Name, e.Noise+e.MaxNoise/8, seed+1, seed)
				c, _ := survey(t, text)
				l := c.Line(assess.Fresh)
				for _, x := range l.Each[0] {
					if x < c.Bayes {
						t.Errorf("%s: %v is below %v", text, x, c.Bayes)
					}
				}
				if len(l.Each[0]) != 4 || l.SE == nil {
					t.Fatalf("%s: %+v", text, l)
				}
				if m != studied(e.Task)[0] {
					continue
				}
				// One fit, and many points.
				s := session.New(catalog.All())
				d := open(t, s, strings.Replace(text, `"draws":4,"seed"`, `"seed"`, 1))
				one, _, err := s.Survey(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				d.Study = nil
				f, err := s.Fit(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				at, err := method.NewProblem(dataset.DrawFresh(*d.Dataset, 20_000, uint64(seed)+77), e.Task, 0)
				if err != nil {
					t.Fatal(err)
				}
				counted, err := f.Model.Can().Errors(t.Context(), f.Problem, at)
				if err != nil {
					t.Fatal(err)
				}
				se := counted.SE
				if e.Task == method.Classify {
					se = math.Hypot(se, 0.002)
				}
				z := (one.Line(assess.Fresh).Mean[0] - counted.Mean) / (se + 1e-9)
				tries, squares = tries+1, squares+z*z
				if math.Abs(z) > 5 {
					t.Errorf("%s: fresh error %v, counted %v ± %v", text, one.Line(assess.Fresh).Mean[0], counted.Mean, se)
				}
			}
		}
	}
	if z := math.Sqrt(squares / tries); tries > 50 && z > 1.3 {
		t.Errorf("errors are %.2f times the standard errors", z)
	}
}

// The mean of a study is right within its reported standard error: over studies with other seeds the means vary no more
// than ± says.
func TestStandardErrorsOfStudies(t *testing.T) {
	const text = `{"method":"svm","params":{"kernel":"rbf","gamma":20},"dataset":{"name":"moons","n":%d,"noise":0.25,"seed":%d},"study":{"draws":20,"seed":%d}}`
	var means, se []float64
	for seed := range 12 {
		c, r := survey(t, fmt.Sprintf(text, 60, seed+1, seed))
		l := c.Line(assess.Fresh)
		means, se = append(means, l.Mean[0]), append(se, l.SE[0])
		if !strings.Contains(r.Says, "± "+words100(l.SE[0])+" (one standard error") {
			t.Errorf("%q does not tell %v", r.Says, l.SE[0])
		}
	}
	got, want := assess.Summarize(means), assess.Summarize(se).Mean
	if spread := got.SD * math.Sqrt(12.0/11); spread > 1.7*want || spread < want/2.5 {
		t.Errorf("the means have the standard deviation %v, ± tells %v", spread, want)
	}
}

// words100 formats a share as studies do.
func words100(x float64) string { return (&assess.Curve{Share: true}).Error(x) }

// If all fits are tested on the same held-out points, ± includes the variance due to these.
func TestHeldOutPointsAreInTheStandardError(t *testing.T) {
	c, _ := survey(t, `{"method":"forest","params":{"n_estimators":10},"dataset":{"name":"moons","n":200,"noise":0.3,"seed":1},"split":{"test":0.2,"seed":1},"study":{"draws":25,"seeds":true}}`)
	l := c.Line(assess.Test)
	if l == nil {
		t.Fatalf("%+v", c.Lines)
	}
	spread := assess.Summarize(l.Each[0]).SE
	luck := 0.0
	for _, e := range l.Each[0] {
		luck += math.Sqrt(e*(1-e)/40) / 25
	}
	if want := math.Hypot(spread, luck); !nearly(l.SE[0], want, 1e-9) || luck < 3*spread {
		t.Errorf("± %v, want %v: of the seeds %v, of 40 points %v", l.SE[0], want, spread, luck)
	}
}

// Draws of clusters keep the centers of the distribution: the loss on fresh points converges to that on the training
// points (both to the best possible one as n grows), while another seed has other centers.
func TestDrawsOfClustersKeepTheirCentres(t *testing.T) {
	const text = `{"method":"kmeans","params":{"n_clusters":5},"dataset":{"name":"clusters","n":200,"noise":0.02,"seed":3},"study":{"over":"n","values":[40,1280],"draws":8}}`
	c, _ := survey(t, text)
	train, fresh := c.Line(assess.Training).Mean, c.Line(assess.Fresh).Mean
	if !(fresh[0] > 1.15*train[0] && fresh[1] > 0.98*train[1] && fresh[1] < 1.05*train[1]) {
		t.Errorf("training %v, fresh %v", train, fresh)
	}
}

// Each draw generates other rows of a table, and no fit is below the Bayes error either.
func TestFreshRows(t *testing.T) {
	const text = `{"method":"knn","params":{"inputs":"all","n_neighbors":5},"table":{"name":"spheres","n":100,"d":3,"noise":0.1,"seed":1},"study":{%s}}`
	c, r := survey(t, fmt.Sprintf(text, `"draws":30`))
	l := c.Line(assess.Fresh)
	if l.Mean[0] < 0.1 || slices.Min(l.Each[0]) < 0.1 || !strings.Contains(strings.Join(r.Notes, " "),
		"at 500 fresh rows. Each draw uses different ones.") {
		t.Errorf("%v %q", l.Mean, r.Notes)
	}
	one, r := survey(t, fmt.Sprintf(text, ""))
	if se := told(t, r.Notes); se < 0.005 || se > 0.03 || one.Line(assess.Fresh).SE != nil {
		t.Errorf("± %v %q", se, r.Notes)
	}
}

// The result says how many values a slope leaves out because they are not above the reference.
func TestSlopesSayWhatTheyLeaveOut(t *testing.T) {
	c, r := survey(t, `{"method":"svm","params":{"kernel":"linear","C":100},"dataset":{"name":"linear","n":100,"noise":0,"seed":1},"study":{"over":"n","values":[6,12,100,1000,2000],"draws":3}}`)
	l, zero := c.Line(assess.Fresh), 0
	for _, e := range l.Mean {
		if e == 0 {
			zero++
		}
	}
	if zero < 1 || zero > 3 {
		t.Fatalf("%v", l.Mean)
	}
	want := fmt.Sprintf("The slope leaves out %d of 5 values, which have no logarithm.", zero)
	if !strings.Contains(r.Says, "The excess over the Bayes error falls like n to the power") ||
		strings.Count(r.Says, want) != 1 || fact(r, "excess_slope_left_out") != zero {
		t.Errorf("%q, want %q", r.Says, want)
	}
	// For linear models of values the result says what each slope refers to.
	_, r = survey(t, `{"method":"least_squares","params":{"degree":1},"dataset":{"name":"sine","n":40,"noise":0.3,"seed":1},"study":{"over":"n","values":[20,40,80,160,320],"draws":60}}`)
	noise, line := fact(r, "excess_slope").(float64), fact(r, "linear_excess_slope").(float64)
	estimation := fact(r, "estimation_slope").(float64)
	if math.Abs(noise) > 0.1 || math.Abs(line+1) > 0.2 || math.Abs(estimation+1) > 0.2 {
		t.Errorf("slopes %v over the noise, %v over the best line, %v of the coefficients", noise, line, estimation)
	}
	for _, says := range []string{"excess over the noise", "excess over the error of the best linear prediction",
		"The estimation risk"} {
		if !strings.Contains(r.Says, says) {
			t.Errorf("%q does not say %q", r.Says, says)
		}
	}
}

// Fits that are drawn over each other have the right name.
func TestFitsAreCalledWhatTheyAre(t *testing.T) {
	for study, want := range map[string]string{
		`"draws":5`:                  "boundaries of 5 fits to newly drawn points",
		`"draws":5,"seeds":true`:     "boundaries of 5 fits to the same points, with other random numbers",
		`"draws":5,"bootstrap":true`: "boundaries of 5 fits to samples of the points with replacement",
		`"folds":5`:                  "boundaries of 5 fits, each to all points outside one fold",
	} {
		text := `{"method":"forest","params":{"n_estimators":3},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":1},"study":{` +
			study + `}}`
		curve, _ := survey(t, text)
		s := session.New(catalog.All())
		var says []string
		req := session.Request{Doc: open(t, s, text), View: picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1},
			Fine: true, Curve: curve}
		err := s.Draw(t.Context(), req, func(r *session.Result) error {
			for _, k := range r.Info.Keys {
				says = append(says, k.Says)
			}
			return nil
		})
		if err != nil || !slices.Contains(says, want) {
			t.Errorf("%s: %v %q", study, err, says)
		}
	}
}
