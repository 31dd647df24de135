package ensemble_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/ensemble"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func byID(t *testing.T, id string) *method.Method {
	t.Helper()
	all := catalog.All()
	return &all[slices.IndexFunc(all, func(m method.Method) bool { return m.ID == id })]
}

// bag returns a fitted bag, grown to its end.
func bag(t *testing.T, id string, p *method.Problem, params map[string]any, prev method.Model) method.Model {
	t.Helper()
	return grownUp(t, fitted(t, byID(t, id), p, params, prev))
}

func grownUp(t *testing.T, m method.Model) method.Model {
	t.Helper()
	m, err := method.Whole(t.Context(), m, 200)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func base(id string, params map[string]any) doc.Estimator {
	return doc.Estimator{Method: id, Params: params}
}

func factOf(t *testing.T, m method.Model, name string) any {
	t.Helper()
	for _, f := range m.Facts() {
		if f.Name == name {
			return f.Value
		}
	}
	t.Fatalf("there is no fact %s", name)
	return nil
}

type bagCase struct {
	Name, Method string
	Params       struct {
		Criterion        string
		MaxDepth         *float64 `json:"max_depth"`
		MinSamplesLeaf   float64  `json:"min_samples_leaf"`
		BootstrapIndices [][]int  `json:"bootstrap_indices"`
		NEstimators      float64  `json:"n_estimators"`
		QueryY           []int    `json:"query_y"`
	}
	X, Query [][]float64
	Y        []float64
	Expected struct {
		TreePrediction  [][]float64 `json:"tree_prediction"`
		Prediction      []float64
		OobPrediction   []*float64 `json:"oob_prediction"`
		OobMSE          float64    `json:"oob_mse"`
		Votes           [][]int
		MeanProba       [][]float64 `json:"mean_proba"`
		LabelsMeanProba []int       `json:"labels_mean_proba"`
		Accept          []float64   `json:"test_accuracy_accept"`
		ProbaMean       []float64   `json:"proba_class1_mean"`
		ProbaSD         []float64   `json:"proba_class1_sd"`
		OobScoreMean    float64     `json:"oob_score_mean"`
		OobScoreSD      float64     `json:"oob_score_sd"`
	}
}

// Bags agree with the reference: exactly for given samples, otherwise in their statistics.
func TestBaggingReference(t *testing.T) {
	text, err := os.ReadFile("testdata/bagging.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []bagCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 5 {
		t.Fatalf("%d cases", len(cases))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			id, tree := "bagging", map[string]any{"max_depth": 100.0}
			if c.Params.MaxDepth != nil {
				tree["max_depth"] = *c.Params.MaxDepth
			}
			if c.Params.MinSamplesLeaf > 0 {
				tree["min_samples_leaf"] = c.Params.MinSamplesLeaf
			}
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: slices.Concat(c.X...), Task: method.Classify, Seed: 1}
			e := base("tree", tree)
			if p.D == 1 {
				id, e.Method, p.Task, p.Y = "bagging_regression", "tree_regression", method.Regress, c.Y
			} else {
				tree["criterion"] = c.Params.Criterion
				for _, y := range c.Y {
					p.Class = append(p.Class, int(y))
				}
				for k := range int(slices.Max(c.Y)) + 1 {
					p.ClassIDs = append(p.ClassIDs, k)
				}
			}
			params := map[string]any{"estimator": e, "n_estimators": c.Params.NEstimators}
			given := c.Params.BootstrapIndices
			if given != nil {
				params["n_estimators"] = float64(len(given))
			}
			start := fitted(t, byID(t, id), p, params, nil)
			if given != nil {
				ensemble.GiveSamples(start, given)
			}
			model := grownUp(t, start)
			x := slices.Concat(c.Query...)
			out := make([]float64, len(c.Query))
			model.Can().Predictor.Predict(x, out)
			var rows [][]float64
			if s := model.Can().PointScorer; s != nil {
				rows = s.PointScores(x)
			}
			switch want := c.Expected; {
			case p.D == 1:
				_, models := ensemble.Samples(model)
				for i := range out {
					if !near(out[i], want.Prediction[i]) {
						t.Errorf("at %v %g, want %g", c.Query[i], out[i], want.Prediction[i])
					}
				}
				for k, m := range models {
					m.Can().Predictor.Predict(x, out)
					for i, y := range out {
						if !near(y, want.TreePrediction[k][i]) {
							t.Errorf("tree %d at %v %g, want %g", k, c.Query[i], y, want.TreePrediction[k][i])
						}
					}
				}
				if got := factOf(t, model, "oob_mse").(float64); !near(got, want.OobMSE) {
					t.Errorf("out-of-bag error %g, want %g", got, want.OobMSE)
				}
				left, says := factOf(t, model, "oob_indices").([]int), factOf(t, model, "oob_prediction").([]float64)
				for i, w := range want.OobPrediction {
					at := slices.Index(left, i)
					if w == nil != (at < 0) || w != nil && !near(says[at], *w) {
						t.Errorf("out-of-bag prediction of row %d is %v, want %v", i, says, w)
					}
				}
			case given != nil:
				for i, row := range rows {
					if int(out[i]) != want.LabelsMeanProba[i] {
						t.Errorf("at %v class %g, want %d", c.Query[i], out[i], want.LabelsMeanProba[i])
					}
					lines := model.Can().Explain(c.Query[i], picture.Viewport{}, nil).Lines
					for k, q := range row {
						if !near(q, want.MeanProba[i][k]) {
							t.Errorf("at %v %v, want %v", c.Query[i], row, want.MeanProba[i])
							break
						}
						if n := want.Votes[i][k]; n > 0 && !slices.Contains(lines,
							fmt.Sprintf("%s: %d of %d members", p.ClassName(k), n, len(given))) {
							t.Errorf("at %v the votes are %q, want %v", c.Query[i], lines, want.Votes[i])
						}
					}
				}
			default:
				right := 0.0
				for i, row := range rows {
					if int(out[i]) == c.Params.QueryY[i] {
						right += 1 / float64(len(out))
					}
					if math.Abs(row[1]-want.ProbaMean[i]) > 6*want.ProbaSD[i]+0.02 {
						t.Errorf("at %v probability %g, want %g, standard deviation %g", c.Query[i], row[1], want.ProbaMean[i],
							want.ProbaSD[i])
					}
				}
				if right < want.Accept[0] || right > want.Accept[1] {
					t.Errorf("%.3f of the queries are right, want %v", right, want.Accept)
				}
				if got := factOf(t, model, "oob_score").(float64); math.Abs(got-want.OobScoreMean) > 6*want.OobScoreSD+0.02 {
					t.Errorf("out-of-bag score %g, want %g, standard deviation %g", got, want.OobScoreMean, want.OobScoreSD)
				}
			}
		})
	}
}

// A bag of one member whose sample has all points equals its base method, for every base.
func TestBagOfOne(t *testing.T) {
	for _, id := range []string{"bagging", "bagging_regression"} {
		m := byID(t, id)
		for _, domain := range []string{"line", "plane"} {
			params := map[string]any{"n_estimators": 1.0, "bootstrap": false}
			inner := map[string]any{}
			task := method.Classify
			if id == "bagging_regression" {
				params["domain"], inner["domain"] = domain, domain
				if task = method.Regress; domain == "plane" {
					task = method.Regress2D
				}
			} else if domain == "plane" {
				continue
			}
			p, err := method.NewProblem(methodtest.Points(task, 36, 21), task, 3)
			if err != nil {
				t.Fatal(err)
			}
			x := places(50)[:50*p.D]
			for _, one := range m.Param("estimator").Of() {
				alone := grownUp(t, fitted(t, byID(t, one.ID), p, inner, nil))
				params["estimator"] = base(one.ID, nil)
				of := bag(t, id, p, params, nil)
				a, b := make([]float64, 50), make([]float64, 50)
				alone.Can().Predictor.Predict(x, a)
				of.Can().Predictor.Predict(x, b)
				if !slices.EqualFunc(a, b, func(a, b float64) bool { return a == b || a != a }) {
					t.Errorf("%s of one %s (%s) says %v, alone it says %v", id, one.ID, domain, b, a)
				}
			}
		}
	}
}

// The out-of-bag sums are those of a direct count: only members that have not drawn a point predict it.
func TestOutOfBagByHand(t *testing.T) {
	p := problem(t, threeClasses(60))
	knn := base("knn", map[string]any{"n_neighbors": 3.0})
	model := bag(t, "bagging", p, map[string]any{"estimator": knn, "n_estimators": 12.0, "max_samples": 0.8}, nil)
	rows, models := ensemble.Samples(model)
	wrong, asked := 0, 0
	left, scores := factOf(t, model, "oob_indices").([]int), factOf(t, model, "oob_decision_function").([][]float64)
	for i := range p.N {
		sum, n := make([]float64, 3), 0.0
		for k, list := range rows {
			if len(list) != 48 {
				t.Fatalf("sample %d has %d rows", k, len(list))
			}
			if slices.Contains(list, i) {
				continue
			}
			n++
			for c, q := range models[k].Can().PointScorer.PointScores(p.At(i))[0] {
				sum[c] += q
			}
		}
		if n == 0 {
			if slices.Contains(left, i) {
				t.Errorf("point %d was always drawn, and has scores", i)
			}
			continue
		}
		asked++
		if method.Largest(sum) != p.Class[i] {
			wrong++
		}
		for c := range sum {
			if got := scores[slices.Index(left, i)]; math.Abs(got[c]-sum[c]/n) > 1e-9 {
				t.Errorf("point %d has out-of-bag scores %v, want %v/%g", i, got, sum, n)
				break
			}
		}
	}
	if got, want := factOf(t, model, "oob_error").(float64), float64(wrong)/float64(asked); math.Abs(got-want) > 1e-12 ||
		wrong == 0 {
		t.Errorf("out-of-bag error %g, want %d/%d", got, wrong, asked)
	}
	if got := factOf(t, model, "oob_points"); got != asked {
		t.Errorf("%v points are asked, want %d", got, asked)
	}
}

// Samples without replacement contain no point twice, and samples of all points are equal for equal seeds.
func TestSamples(t *testing.T) {
	p := problem(t, threeClasses(50))
	params := map[string]any{"n_estimators": 8.0, "max_samples": 0.5, "bootstrap": false}
	rows, _ := ensemble.Samples(bag(t, "bagging", p, params, nil))
	for k, list := range rows {
		if len(list) != 25 || !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != 25 {
			t.Errorf("sample %d is %v", k, list)
		}
		if k > 0 && slices.Equal(list, rows[0]) {
			t.Errorf("samples 0 and %d are the same", k)
		}
	}
	// A member does not depend on the number of members.
	params["n_estimators"] = 3.0
	few, _ := ensemble.Samples(bag(t, "bagging", p, params, nil))
	for k := range few {
		if !slices.Equal(few[k], rows[k]) {
			t.Errorf("sample %d of three is another one than of eight", k)
		}
	}
}

// A moved point changes the members that have drawn it and no others; the result equals a new fit, to the bit.
func TestReuse(t *testing.T) {
	for _, id := range []string{"bagging", "bagging_regression"} {
		task := method.Classify
		if id == "bagging_regression" {
			task = method.Regress
		}
		pts := methodtest.Points(task, 60, 21)
		read := func() *method.Problem {
			p, err := method.NewProblem(slices.Clone(pts), task, 1)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		params := map[string]any{"n_estimators": 20.0}
		first := bag(t, id, read(), params, nil)
		rows, before := ensemble.Samples(first)
		pts[7].X += 0.07
		start := fitted(t, byID(t, id), read(), params, first)
		some, err := start.Can().Grower.Grow(t.Context(), 5) // the next edit comes before the bag is complete
		if err != nil {
			t.Fatal(err)
		}
		pts[7].X += 0.07
		second := bag(t, id, read(), params, some)
		_, after := ensemble.Samples(second)
		kept := 0
		for k := range rows {
			drawn := slices.Contains(rows[k], 7)
			if same := before[k] == after[k]; same == drawn {
				t.Errorf("%s: member %d has drawn the point that moved: %v, and stayed: %v", id, k+1, drawn, same)
			}
			if !drawn {
				kept++
			}
		}
		if kept < 3 || kept > 14 {
			t.Errorf("%s: %d of 20 members stayed", id, kept)
		}
		cold := bag(t, id, read(), params, nil)
		if a, b := fmt.Sprint(cold.Facts()), fmt.Sprint(second.Facts()); a != b {
			t.Errorf("%s: taken over\n%s\nanew\n%s", id, b, a)
		}
	}
}

// A class that a sample does not contain may disappear, appear or change its index; members that are reused still
// predict their own classes, at points and in rasters.
func TestReuseOfOtherClasses(t *testing.T) {
	for name, classes := range map[string][]float64{"goes": {1, 0}, "comes": {0, 1}, "becomes another": {1, 3},
		"becomes the lowest": {3, -1}} {
		var pts []doc.Point
		for i := range 31 {
			c := 2 * float64(i%2)
			pts = append(pts, doc.Point{X: 0.3*c + 0.01*float64(i), Y: 0.2 + 0.02*float64(i%7), Z: c + 1})
		}
		// read gives the last point a class; the other points have classes 0 and 2.
		read := func(class float64) *method.Problem {
			list := slices.Clone(pts)
			list[30].Z = class + 1
			return problem(t, list)
		}
		for _, e := range []doc.Estimator{base("tree", nil), base("knn", nil), base("svm", nil)} {
			params := map[string]any{"estimator": e, "n_estimators": 20.0}
			first := bag(t, "bagging", read(classes[0]), params, nil)
			p := read(classes[1])
			warm, cold := bag(t, "bagging", p, params, first), bag(t, "bagging", p, params, nil)
			_, before := ensemble.Samples(first)
			_, after := ensemble.Samples(warm)
			kept := 0
			for k := range before {
				if before[k] != nil && before[k] == after[k] {
					kept++
				}
			}
			if kept < 3 {
				t.Errorf("the class %s, %s: %d members are taken over", name, e.Method, kept)
			}
			if a, b := fmt.Sprint(cold.Facts()), fmt.Sprint(warm.Facts()); a != b {
				t.Errorf("the class %s, %s: taken over\n%s\nanew\n%s", name, e.Method, b, a)
			}
			if a, b := answers(cold, p.X), answers(warm, p.X); !slices.Equal(a, b) {
				t.Errorf("the class %s, %s: taken over it says\n%v\nanew\n%v", name, e.Method, b, a)
			}
			grid := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 60, H: 40}.Grid(60, 40)
			var planes [2]any
			for i, m := range []method.Model{cold, warm} {
				r, err := m.Can().ScoreRaster(t.Context(), grid, nil)
				if err != nil {
					t.Fatal(err)
				}
				planes[i] = r.Planes
			}
			if !reflect.DeepEqual(planes[0], planes[1]) {
				t.Errorf("the class %s, %s: taken over another picture is drawn", name, e.Method)
			}
		}
	}
}

// Facts and texts hold for all samples, whether of all points or of a single class.
func TestSaidOfSamples(t *testing.T) {
	p := problem(t, threeClasses(30))
	whole := bag(t, "bagging", p, map[string]any{"estimator": base("knn", nil), "n_estimators": 3.0, "bootstrap": false},
		nil)
	help := whole.Can().Panels(method.Shown{"errors": true})[0].Help
	if strings.Contains(help, "has left out") || !strings.Contains(help, "at all points") {
		t.Errorf("of samples that leave nothing out the panel says: %s", help)
	}
	var one, all []int
	for i, c := range p.Class {
		if all = append(all, i); c == 0 {
			one = append(one, i)
		}
	}
	start := fitted(t, byID(t, "bagging"), p, map[string]any{"estimator": base("knn", nil), "n_estimators": 2.0}, nil)
	ensemble.GiveSamples(start, [][]int{one, all})
	if s := grownUp(t, start).Can().Formula(); !strings.Contains(s, "P_b(c | x)") {
		t.Errorf("the first sample is of one class, the second has probabilities: %s", s)
	}
	pic, err := method.DrawPanel(t.Context(), whole, method.Shown{"errors": true}, "errors", 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	if e := factOf(t, whole, "training_error").(float64); !strings.HasPrefix(pic.Alt,
		"Share misclassified of 3 members together: "+words.Number(e)+" at all points. Alone they have ") {
		t.Errorf("the chart says %q of an error of %v", pic.Alt, e)
	}
}

// A sample of a single class predicts that class. A member that can't be fitted predicts nothing, and the status says
// so.
func TestPoorSamples(t *testing.T) {
	pts := methodtest.Points(method.Classify, 12, 5)
	for i := range pts {
		pts[i].Z = 0
	}
	pts[3].Z, pts[8].Z = 1, 1
	p := problem(t, pts)
	model := bag(t, "bagging", p, map[string]any{"estimator": base("logistic", nil), "n_estimators": 40.0,
		"max_samples": 0.5}, nil)
	_, models := ensemble.Samples(model)
	if n := len(slices.DeleteFunc(models, func(m method.Model) bool { return m != nil })); n == 0 || n == 40 {
		t.Errorf("%d of 40 samples have one class", n)
	}
	if st := model.Status(); st.State == method.Limited || strings.Contains(st.Sentence, "could not") {
		t.Errorf("a sample of one class is no fault: %s", st.Sentence)
	}
	picky := method.Method{Info: method.Info{ID: "picky", Name: "Picky", Task: method.Classify},
		Fit: func(_ method.Job, p *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
			if p.Class[0] == 1 || p.N%2 == 1 {
				return nil, &method.Need{Sentence: "Add more."}
			}
			if slices.Contains(p.Row, 0) {
				return nil, errors.New("the first point is no good")
			}
			return constant(1), nil
		}}
	m := ensemble.Bagging([]method.Method{picky})
	of := func(share float64) method.Model {
		v, err := m.Validate(map[string]any{"estimator": base("picky", nil), "n_estimators": 20.0, "max_samples": share})
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Fit(t.Context(), problem(t, threeClasses(30)), v, nil)
		if err != nil {
			t.Fatal(err)
		}
		return grownUp(t, f)
	}
	some := of(1)
	if st := some.Status(); st.State != method.Limited || !strings.Contains(st.Sentence, "could not be fitted and are "+
		"left out: "+
		"the first point is no good") {
		t.Errorf("some can't be fitted: %+v", st)
	}
	if got := answers(some, places(4)); !slices.Equal(got, []float64{1, 1, 1, 1}) {
		t.Errorf("those that can say %v", got)
	}
	none := of(0.9) // 27 rows
	if st := none.Status(); !strings.Contains(st.Sentence, "20 members could not be fitted") {
		t.Errorf("none can be fitted: %s", st.Sentence)
	}
	if got := answers(none, places(2)); got[0] != got[1] ||
		got[0] != float64(method.Largest(none.Can().PointScorer.PointScores(places(1))[0])) {
		t.Errorf("then the most frequent class answers: %v", got)
	}
}

// A base that calls Err often is completed in the end, though the job is canceled each time.
func TestSlowBase(t *testing.T) {
	slow := method.Method{Info: method.Info{ID: "slow", Name: "Slow", Task: method.Classify},
		Fit: func(job method.Job, _ *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
			for range 300 {
				if err := job.Err(); err != nil {
					return nil, err
				}
			}
			return constant(0), nil
		}}
	m := ensemble.Bagging([]method.Method{slow})
	v, err := m.Validate(map[string]any{"estimator": base("slow", nil), "n_estimators": 4.0})
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Fit(t.Context(), problem(t, threeClasses(30)), v, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := f.Can().Grower
	tries := 0
	for ; g.Step() < 4 && tries < 100; tries++ {
		next, err := g.Grow(&impatient{left: 3}, 1)
		if err == nil {
			g = next
		} else if err != errEnough {
			t.Fatal(err)
		}
	}
	if g.Step() != 4 || tries < 12 {
		t.Errorf("after %d tries it is at step %d", tries, g.Step())
	}
}

// The progress of a base is reported as its member's share of the whole, whether it is fitted at once or grows.
func TestProgressOfMembers(t *testing.T) {
	told := method.Method{Info: method.Info{ID: "told", Name: "Told", Task: method.Classify},
		Fit: func(job method.Job, _ *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
			method.Progress(job, 0.25)
			return constant(0), nil
		}}
	m := ensemble.Bagging([]method.Method{told})
	v, err := m.Validate(map[string]any{"estimator": base("told", nil), "n_estimators": 4.0})
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Fit(t.Context(), problem(t, threeClasses(30)), v, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &watching{}
	if _, err := f.Can().Grower.Grow(w, 4); err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, 0.0625, 0.25, 0.3125, 0.5, 0.5625, 0.75, 0.8125}; !slices.Equal(w.done, want) {
		t.Errorf("progress is %v, want %v", w.done, want)
	}
	*w = watching{}
	params := map[string]any{"estimator": base("gradient_boosting", map[string]any{"n_estimators": 30.0}),
		"n_estimators": 2.0}
	if _, err := fitted(t, byID(t, "bagging"), problem(t, threeClasses(30)), params, nil).Can().Grower.Grow(w,
		2); err != nil {
		t.Fatal(err)
	}
	if len(w.done) < 60 || !slices.IsSorted(w.done) || w.done[len(w.done)-1] > 1 || w.done[len(w.done)-1] < 0.9 {
		t.Errorf("of members that grow progress is %v", w.done)
	}
}

// watching is a job that records its progress.
type watching struct{ done []float64 }

func (w *watching) Err() error            { return nil }
func (w *watching) Progress(done float64) { w.done = append(w.done, done) }

var errEnough = errors.New("enough")

// impatient is a job that is canceled after some calls of Err.
type impatient struct{ left int }

func (j *impatient) Err() error {
	if j.left--; j.left < 0 {
		return errEnough
	}
	return nil
}

// A member whose sample lacks a class predicts the others by their own ids, at points and in rasters, whether it gives
// probabilities, tiles, or only classes.
func TestSampleWithoutAClass(t *testing.T) {
	var pts []doc.Point
	for i := range 40 {
		c := 1 + i%2
		if i == 0 {
			c = 0
		}
		pts = append(pts, doc.Point{X: 0.4*float64(c) + 0.002*float64(i%7), Y: 0.4*float64(c) + 0.003*float64(i%5),
			Z: float64(c)})
	}
	p := problem(t, pts)
	for _, e := range []doc.Estimator{base("knn", map[string]any{"n_neighbors": 1.0}), base("tree", nil),
		base("svm", nil)} {
		model := bag(t, "bagging", p, map[string]any{"estimator": e, "n_estimators": 15.0, "max_samples": 0.3}, nil)
		at := []float64{0.4, 0.4, 0.8, 0.8}
		if got := answers(model, at); got[0] != 1 || got[1] != 2 {
			t.Errorf("%s: in the middle of classes 1 and 2 it says %v", e.Method, got)
		}
		r, err := model.Can().ScoreRaster(t.Context(), picture.Grid{X0: 0.4, Y0: 0.4, DX: 0.4, DY: 0.4, W: 2, H: 2},
			nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Planes[1][0] < 0.8 || r.Planes[2][3] < 0.8 {
			t.Errorf("%s: the raster shows %v", e.Method, r.Planes)
		}
	}
}
