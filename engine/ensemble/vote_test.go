package ensemble_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/ensemble"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func vote(t *testing.T) *method.Method {
	t.Helper()
	all := catalog.All()
	i := slices.IndexFunc(all, func(m method.Method) bool { return m.ID == "vote" })
	return &all[i]
}

func fitted(t *testing.T, m *method.Method, p *method.Problem, params map[string]any, prev method.Model) method.Model {
	t.Helper()
	v, err := m.Validate(params)
	if err == nil && m.Check != nil {
		err = m.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(t.Context(), p, v, prev)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func answers(m method.Model, x []float64) []float64 {
	out := make([]float64, len(x)/2)
	m.Can().Predictor.Predict(x, out)
	return out
}

func problem(t *testing.T, pts []doc.Point) *method.Problem {
	t.Helper()
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// threeClasses returns noisy points of three classes, the same for each call.
func threeClasses(n int) []doc.Point {
	pts := methodtest.Points(method.Classify, n, 21)
	for i := range pts {
		if i%3 == 0 {
			pts[i].Z, pts[i].Y = 2, pts[i].Y+0.25
		}
	}
	return pts
}

func places(n int) []float64 {
	var x []float64
	for i := range n {
		x = append(x, math.Mod(0.618034*float64(i), 1.4)-0.2, math.Mod(0.754878*float64(i), 1.4)-0.2)
	}
	return x
}

// Votes agree with scikit-learn's VotingClassifier (1.2.1): hard and soft, with weights (some of them 0), with two
// members that tie, and with one member.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/vote.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		X, At      [][]float64
		Y, Predict []int
		Voting     string
		Weights    []float64
		Estimators []doc.Estimator
		Proba      [][]float64
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		var pts []doc.Point
		for j, x := range c.X {
			pts = append(pts, doc.Point{X: x[0], Y: x[1], Z: float64(c.Y[j])})
		}
		model := fitted(t, vote(t), problem(t, pts), map[string]any{"estimators": c.Estimators, "voting": c.Voting,
			"weights": c.Weights}, nil)
		at := slices.Concat(c.At...)
		got := answers(model, at)
		rows := model.Can().PointScorer.PointScores(at)
		for j, want := range c.Predict {
			if int(got[j]) != want {
				t.Errorf("case %d, %s: class %g at %v, want %d", i, c.Voting, got[j], c.At[j], want)
			}
			if c.Proba != nil {
				for k, q := range c.Proba[j] {
					if math.Abs(rows[j][k]-q) > 1e-9 {
						t.Errorf("case %d: probabilities %v at %v, want %v", i, rows[j], c.At[j], c.Proba[j])
						break
					}
				}
			}
		}
	}
}

// A vote of one member equals that method, for every method.
func TestVoteOfOne(t *testing.T) {
	m := vote(t)
	p, x := problem(t, threeClasses(36)), places(50)
	for _, one := range m.Param("estimators").Of() {
		alone := fitted(t, &one, p, nil, nil)
		if g := alone.Can().Grower; g != nil {
			grown, err := method.Whole(t.Context(), g, 200)
			if err != nil {
				t.Fatal(err)
			}
			alone = grown
		}
		for _, voting := range []string{"hard", "soft"} {
			params := map[string]any{"estimators": []doc.Estimator{{Method: one.ID}}, "voting": voting}
			v, err := m.Validate(params)
			if err != nil {
				t.Fatal(err)
			}
			of, err := m.Fit(t.Context(), p, v, nil)
			if voting == "soft" && alone.Can().ProbaAt() == method.NoProba {
				var need *method.Need
				if !errors.As(err, &need) || !strings.Contains(need.Sentence, "Member 1, "+one.Name+", gives no probabilities") {
					t.Errorf("%s: a soft vote says %v", one.ID, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if got, want := answers(of, x), answers(alone, x); !slices.Equal(got, want) {
				t.Errorf("%s vote of %s says %v, alone it says %v", voting, one.ID, got, want)
			}
			if voting == "soft" {
				a, b := of.Can().PointScorer.PointScores(x), alone.Can().PointScorer.PointScores(x)
				for i := range a {
					for c := range a[i] {
						if math.Abs(a[i][c]-b[i][c]) > 1e-12 {
							t.Errorf("%s: probabilities %v, alone %v", one.ID, a[i], b[i])
						}
					}
				}
			}
		}
	}
}

// A hard vote of three agrees with a direct count, and a tie goes to the lowest class.
func TestCountedByHand(t *testing.T) {
	m := vote(t)
	p, x := problem(t, threeClasses(45)), places(300)
	ids := []string{"lda", "knn", "tree"}
	var says [][]float64
	var list []doc.Estimator
	for _, id := range ids {
		says = append(says, answers(fitted(t, m.Param("estimators").Choose(id), p, nil, nil), x))
		list = append(list, doc.Estimator{Method: id})
	}
	for _, w := range [][]float64{{}, {1, 1, 1}, {2, 1}, {1, 0, 1}, {0.5, 0.25, 0.25}, {1, 1, 3}} {
		got := answers(fitted(t, m, p, map[string]any{"estimators": list, "weights": w}, nil), x)
		ties := 0
		for i := range got {
			count := make([]float64, 3)
			for k := range says {
				weight := 1.0
				if k < len(w) {
					weight = w[k]
				}
				count[int(says[k][i])] += weight
			}
			want := 0
			for c := range count {
				if count[c] > count[want] {
					want = c
				}
			}
			for c := range count {
				if c != want && count[c] == count[want] {
					ties++
				}
			}
			if int(got[i]) != want {
				t.Fatalf("weights %v: class %g where the members count %v", w, got[i], count)
			}
		}
		if len(w) > 0 && w[0] == 0.5 && ties == 0 {
			t.Errorf("weights %v: no tie was tried", w)
		}
	}
}

// counting returns a classifier that counts its fits. It predicts the class given by its parameter everywhere.
func counting(id string, fits *int, warm *[]bool) method.Method {
	return method.Method{
		Info: method.Info{ID: id, Name: id, Task: method.Classify, Takes: method.Takes{MaxPoints: 20},
			Params: []method.Param{{Name: "c", Kind: method.Integer{Range: method.Range{Min: 0, Max: 2}}, Default: 0.0}}},
		Fit: func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			if v.Int("c") == 2 {
				return nil, &method.Need{Sentence: "Add more."}
			}
			*fits++
			*warm = append(*warm, prev != nil)
			method.Progress(job, 0.5)
			return constant(v.Int("c")), nil
		},
	}
}

type constant int

func (c constant) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: c},
	}
}

func (constant) Facts() []method.Fact  { return nil }
func (constant) Status() method.Status { return method.Status{State: method.Exact, Sentence: "It is."} }
func (c constant) Predict(_, out []float64) {
	for i := range out {
		out[i] = float64(c)
	}
}

// Members that have not changed are not fitted again; changed ones may start from the previous fit. New points refit
// all.
func TestOnlyTheChangedMember(t *testing.T) {
	var a, b int
	var warmA, warmB []bool
	m := ensemble.Vote([]method.Method{counting("a", &a, &warmA), counting("b", &b, &warmB)})
	of := func(params ...float64) map[string]any {
		return map[string]any{"estimators": []doc.Estimator{{Method: "a", Params: map[string]any{"c": params[0]}},
			{Method: "b", Params: map[string]any{"c": params[1]}}}}
	}
	p := problem(t, threeClasses(12))
	first := fitted(t, &m, p, of(0, 1), nil)
	second := fitted(t, &m, problem(t, threeClasses(12)), of(0, 0), first) // the same points in another problem
	if a != 1 || b != 2 || !warmB[1] {
		t.Errorf("one member changed: fits %d and %d, warm %v", a, b, warmB)
	}
	if got := answers(first, places(1)); got[0] != 0 {
		t.Errorf("the vote before says %v now", got)
	}
	fitted(t, &m, p, map[string]any{"estimators": of(0, 0)["estimators"], "weights": []float64{1, 2}}, second)
	if a != 1 || b != 2 {
		t.Errorf("only weights changed: fits %d and %d", a, b)
	}
	pts := threeClasses(12)
	pts[3].X += 0.1
	third := fitted(t, &m, problem(t, pts), of(0, 0), second)
	if a != 2 || b != 3 {
		t.Errorf("a point moved: fits %d and %d", a, b)
	}
	pts[4].Z = 1 - pts[4].Z
	fitted(t, &m, problem(t, pts), of(0, 0), third)
	if a != 3 || b != 4 {
		t.Errorf("a class changed: fits %d and %d", a, b)
	}
}

type watch struct {
	method.Job
	at []float64
}

func (w *watch) Progress(share float64) { w.at = append(w.at, share) }

// Errors name the member; each member has its share of the progress.
func TestWhoseFault(t *testing.T) {
	var n int
	var warm []bool
	m := ensemble.Vote([]method.Method{counting("a", &n, &warm), counting("b", &n, &warm)})
	try := func(pts int, params map[string]any) error {
		v, err := m.Validate(params)
		if err == nil {
			err = m.Check(v)
		}
		if err == nil {
			_, err = m.Fit(t.Context(), problem(t, threeClasses(pts)), v, nil)
		}
		return err
	}
	bad := map[string]any{"estimators": []doc.Estimator{{Method: "a"}, {Method: "b", Params: map[string]any{"c": 2.0}}}}
	var need *method.Need
	if err := try(12, bad); !errors.As(err, &need) || need.Sentence != "Member 2, b: Add more." {
		t.Errorf("a member lacks points: %v", err)
	}
	var wrong *doc.Error
	if err := try(21, nil); !errors.As(err, &wrong) || wrong.Field != "params.estimators[0].method" {
		t.Errorf("the default names methods that are not there: %v", err)
	}
	two := []doc.Estimator{{Method: "b"}, {Method: "a"}}
	if err := try(21, map[string]any{"estimators": two}); !errors.As(err, &wrong) ||
		err.Error() != "points must be at most 20 for member 1, b; got 21" {
		t.Errorf("more points than a member takes: %v", err)
	}
	for _, w := range [][]float64{{0, 0}, {1, 1, 1}} {
		if err := try(12, map[string]any{"estimators": two, "weights": w}); !errors.As(err, &wrong) ||
			wrong.Field != "params.weights" {
			t.Errorf("weights %v: %v", w, err)
		}
	}
	if err := try(12, map[string]any{"estimators": two, "weights": []float64{0}}); err != nil {
		t.Errorf("a weight for the first of two: %v", err)
	}
	v, err := m.Validate(map[string]any{"estimators": two})
	if err != nil {
		t.Fatal(err)
	}
	w := &watch{Job: t.Context()}
	if _, err := m.Fit(w, problem(t, threeClasses(12)), v, nil); err != nil || !slices.Equal(w.at, []float64{0.25, 0.75}) {
		t.Errorf("the progress is %v, %v", w.at, err)
	}
}

// All methods that can be chosen as members predict classes.
func TestMembers(t *testing.T) {
	var ids []string
	for _, one := range vote(t).Param("estimators").Of() {
		ids = append(ids, one.ID)
	}
	for _, id := range []string{"svm", "knn", "logistic", "lda", "tree", "mlp"} {
		if !slices.Contains(ids, id) {
			t.Errorf("%s can't vote", id)
		}
	}
	for _, id := range []string{"vote", "gp", "linear", "kmeans", "pca", "one_class_svm"} {
		if slices.Contains(ids, id) {
			t.Errorf("%s can vote", id)
		}
	}
}

// The boundary with a member's key is where that member's prediction changes.
func TestBoundariesOfMembers(t *testing.T) {
	m := vote(t)
	p := problem(t, threeClasses(45))
	for _, voting := range []string{"hard", "soft"} {
		model := fitted(t, m, p, map[string]any{"voting": voting}, nil)
		v := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 240, H: 200, Scale: 1}
		raster, err := model.Can().ScoreRaster(t.Context(), v.Grid(240, 200), nil)
		if err != nil {
			t.Fatal(err)
		}
		under, _, err := model.Can().Layers(t.Context(), v, raster, method.Shown{"members": true})
		if err != nil {
			t.Fatal(err)
		}
		if len(under) != 3 {
			t.Fatalf("%s: %d boundaries of three members", voting, len(under))
		}
		for i, l := range under {
			path := l.(*picture.Path)
			one := fitted(t, m.Param("estimators").Choose([]string{"logistic", "knn", "tree"}[i]), p, nil, nil)
			if len(path.Keys) != len(path.Starts) || path.Keys[0] != "member"+string(rune('1'+i)) {
				t.Errorf("%s: the keys of boundary %d are %v", voting, i, path.Keys)
			}
			apart, all := 0, 0
			path.Lines(func(xy []float64) {
				for k := 0; k+3 < len(xy); k += 2 {
					x, y := (xy[k]+xy[k+2])/2, (xy[k+1]+xy[k+3])/2
					const d = 0.008
					around := answers(one, []float64{x - d, y - d, x + d, y - d, x - d, y + d, x + d, y + d})
					all++
					if slices.Min(around) != slices.Max(around) {
						apart++
					}
				}
			})
			if all < 1 || apart < all*9/10 {
				t.Errorf("%s: of %d pieces of the boundary of member %d only %d part classes", voting, all, i+1, apart)
			}
		}
	}
}

// The raster agrees with the prediction at each node, also with weights.
func TestWeightsInTheRaster(t *testing.T) {
	m := vote(t)
	p := problem(t, threeClasses(45))
	g := picture.Viewport{X0: -0.2, X1: 1.2, Y0: -0.2, Y1: 1.2, W: 40, H: 40, Scale: 1}.Grid(40, 40)
	var x []float64
	for i := range g.W * g.H {
		x = append(x, g.X(i%g.W), g.Y(i/g.W))
	}
	plain := map[string][]float64{}
	for _, voting := range []string{"hard", "soft"} {
		for _, w := range [][]float64{{}, {1, 3, 1}, {0.5, 0.1, 2}} {
			model := fitted(t, m, p, map[string]any{"voting": voting, "weights": w,
				"estimators": []doc.Estimator{{Method: "lda"}, {Method: "histogram"},
					{Method: "knn", Params: map[string]any{"n_neighbors": 1.0}}}}, nil)
			r, err := model.Can().ScoreRaster(t.Context(), g, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := answers(model, x)
			for i, c := range want {
				best, second := 0, 0
				row := []float64{}
				for k := range r.Planes {
					row = append(row, float64(r.Planes[k][i]))
					if row[k] > row[best] {
						best = k
					}
				}
				slices.Sort(row)
				second = len(row) - 2
				if best != int(c) && row[second+1]-row[second] > 1e-5 {
					t.Fatalf("%s, weights %v: the raster shows class %d where %g is predicted: %v", voting, w, best, c, row)
				}
				if sum := row[0] + row[1] + row[2]; math.Abs(sum-1) > 1e-5 {
					t.Fatalf("%s, weights %v: shares add up to %g", voting, w, sum)
				}
			}
			if len(w) == 0 {
				plain[voting] = want
			} else if slices.Equal(want, plain[voting]) {
				t.Errorf("%s: weights %v change nothing", voting, w)
			}
		}
	}
}

// The chart of the errors reports each of them.
func TestErrorsAreSaid(t *testing.T) {
	p := problem(t, threeClasses(40))
	model := fitted(t, vote(t), p, map[string]any{"estimators": []doc.Estimator{{Method: "knn",
		Params: map[string]any{"n_neighbors": 1.0}}, {Method: "lda"}}}, nil)
	panels := model.Can()
	pic, err := panels.Panels(method.Shown{"errors": true})[0].Draw(t.Context(), 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, l := range pic.Layers {
		if l, ok := l.(*picture.Label); ok {
			want += " " + strings.Replace(l.Text, "   ", ": ", 1) + "."
		}
	}
	if want = want[1:]; pic.Alt != want || strings.Count(want, ": ") != 3 {
		t.Errorf("it says %q, not %q", pic.Alt, want)
	}
}
