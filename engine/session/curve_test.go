package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
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
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// survey carries out the study of a document.
func survey(t *testing.T, text string) (*assess.Curve, *wire.Studied) {
	t.Helper()
	s := session.New(catalog.All())
	c, r, err := s.Survey(t.Context(), open(t, s, text))
	if err != nil {
		t.Fatal(err)
	}
	return c, r
}

func nearly(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*math.Max(1, math.Abs(b)) }

// Reference cases: scores of given parts, each held out in turn, and their summary.
func TestCrossValidationReference(t *testing.T) {
	b, err := os.ReadFile("testdata/cross_validation.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Method string
		Params       struct {
			Model  string
			K      int
			Lambda float64
			Kernel struct{ Gamma float64 }
			Folds  any
		}
		X        [][]float64
		Y        []float64
		Expected struct {
			Accuracy []float64 `json:"fold_accuracy"`
			MSE      []float64 `json:"fold_mse"`
			Mean     float64
			SD       float64
			SE       float64
		}
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 7 {
		t.Fatalf("%d cases", len(cases))
	}
	s := session.New(catalog.All())
	for _, c := range cases {
		d := doc.Document{Method: c.Params.Model, Params: map[string]any{}, Study: &doc.Study{}}
		switch c.Params.Model {
		case "knn", "knn_regression":
			d.Params["n_neighbors"] = float64(c.Params.K)
		case "kernel_ridge":
			d.Params["kernel"], d.Params["gamma"], d.Params["alpha"] = "rbf", c.Params.Kernel.Gamma, c.Params.Lambda
		}
		for i, x := range c.X {
			p := doc.Point{X: x[0], Y: c.Y[i]}
			if len(x) == 2 {
				p.Y, p.Z = x[1], c.Y[i]
			}
			d.Points = append(d.Points, p)
		}
		var folds [][]int
		if list, ok := c.Params.Folds.([]any); ok {
			for _, fold := range list {
				var rows []int
				for _, i := range fold.([]any) {
					rows = append(rows, int(i.(float64)))
				}
				folds = append(folds, rows)
			}
		} else {
			folds = method.Folds(len(c.X), len(c.X))
		}
		want := c.Expected.MSE
		if want == nil {
			for _, a := range c.Expected.Accuracy {
				want = append(want, 1-a)
			}
		}
		var got []float64
		for _, fold := range folds {
			roles := []byte(strings.Repeat(".", len(d.Points)))
			for _, i := range fold {
				roles[i] = byte(doc.Validation)
			}
			d.Split = doc.ByHand(string(roles))
			curve, _, err := s.Survey(t.Context(), d)
			if err != nil {
				t.Fatal(c.Name, err)
			}
			got = append(got, curve.Line(assess.Validation).Mean[0])
		}
		for k := range want {
			if !nearly(got[k], want[k], 1e-9) {
				t.Errorf("%s: part %d has the error %v, want %v", c.Name, k, got[k], want[k])
			}
		}
		mean := c.Expected.Mean
		if c.Expected.MSE == nil {
			mean = 1 - mean
		}
		if s := assess.Summarize(got); !nearly(s.Mean, mean, 1e-9) || !nearly(s.SD, c.Expected.SD, 1e-9) ||
			!nearly(s.SE, c.Expected.SE, 1e-9) {
			t.Errorf("%s: %+v, want %v, %v, %v", c.Name, s, mean, c.Expected.SD, c.Expected.SE)
		}
	}
}

// K-fold cross-validation equals brute force: a document for each part and each value, with that part held out.
func TestCurveIsBruteForce(t *testing.T) {
	for _, text := range []string{
		`{"method":"knn","dataset":{"name":"moons","n":47,"noise":0.3,"seed":2},"study":{"over":"n_neighbors","values":[1,4,9],"folds":5,"repeats":2,"seed":3}}`,
		`{"method":"kernel_ridge","params":{"gamma":30},"dataset":{"name":"sine","n":31,"noise":0.3,"seed":2},"study":{"over":"alpha","values":[0.001,0.1,2],"folds":4}}`,
		`{"method":"lda","params":{"inputs":"all"},"table":{"name":"iris"},"study":{"folds":3,"seed":1}}`,
	} {
		c, r := survey(t, text)
		s := session.New(catalog.All())
		d := open(t, s, text)
		study := *d.Study
		d.Study = &doc.Study{}
		task := method.Regress
		if d.Method != "kernel_ridge" {
			task = method.Classify
		}
		var class []int
		for _, p := range d.Points {
			class = append(class, p.Class())
		}
		values := []float64{0}
		if c.Over != nil {
			values = c.Over.At
		}
		line := c.Line(assess.CrossValidated)
		for i, x := range values {
			var all []float64
			for rep := range max(study.Repeats, 1) {
				folds := method.ShuffledFolds(len(d.Points), study.Folds, study.Seed+uint64(rep))
				if task == method.Classify {
					folds = method.StratifiedFolds(class, study.Folds, study.Seed+uint64(rep))
				}
				for _, fold := range folds {
					roles := []byte(strings.Repeat(".", len(d.Points)))
					for _, k := range fold {
						roles[k] = byte(doc.Validation)
					}
					one := d.Clone()
					one.Split = doc.ByHand(string(roles))
					if c.Over != nil {
						one.Params[study.Over] = x
					}
					f, err := s.Fit(t.Context(), one)
					if err != nil {
						t.Fatal(err)
					}
					list, err := f.Errors(t.Context(), f.Model)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, list[1].Mean)
				}
			}
			want := assess.Summarize(all)
			if !nearly(line.Mean[i], want.Mean, 1e-12) || !nearly(line.SE[i], want.SE, 1e-12) {
				t.Errorf("%s at %v: %v ± %v, want %+v", d.Method, x, line.Mean[i], line.SE[i], want)
			}
		}
		if c.Over != nil && (c.By != assess.CrossValidated || c.Best != assess.Least(line.Mean) || len(r.Offers) == 0 ||
			r.Offers[0].Set[study.Over] != values[c.Best]) {
			t.Errorf("%s: chosen %+v, offers %+v", d.Method, c.Best, r.Offers)
		}
	}
}

// The picture that holds a part out is of the fit to the others, and its error is that of the study for this part; also
// with test points, for a table and for a repetition. The study itself does not depend on which part is shown.
func TestPartsLookedAt(t *testing.T) {
	for _, text := range []string{
		`{"method":"knn","dataset":{"name":"moons","n":47,"noise":0.3,"seed":2},"study":{"folds":5,"repeats":2,"seed":3}%s}`,
		`{"method":"kernel_ridge","params":{"gamma":30},"dataset":{"name":"sine","n":31,"noise":0.3,"seed":2},"split":{"test":0.2},"study":{"folds":4}%s}`,
		`{"method":"lda","params":{"inputs":"all"},"table":{"name":"iris"},"study":{"folds":3,"seed":1}%s}`,
		`{"method":"mlp","dataset":{"name":"moons","n":40,"noise":0.3,"seed":2},"study":{"folds":4},"view":{"step":20%s}}`,
	} {
		with := func(part int) string {
			view := fmt.Sprintf(`,"view":{"part":%d}`, part)
			if strings.Contains(text, `"view"`) {
				view = fmt.Sprintf(`,"part":%d`, part)
			}
			return fmt.Sprintf(text, view)
		}
		c, _ := survey(t, fmt.Sprintf(text, ""))
		each := c.Line(assess.CrossValidated).Each[0]
		s := session.New(catalog.All())
		for k, want := range each {
			f, err := s.Fit(t.Context(), open(t, s, with(k+1)))
			if err != nil {
				t.Fatal(err)
			}
			list, err := f.Errors(t.Context(), f.Model)
			if err != nil {
				t.Fatal(err)
			}
			if list[1].Mean != want {
				t.Errorf("%s: part %d has the error %v in the picture, %v in the study", f.Method.ID, k+1, list[1].Mean, want)
			}
			if k == 0 {
				for _, x := range f.Facts(session.Viewport(open(t, s, with(1)), f.Task, 100, 100, 1)) {
					if x.Name == "points_by_role" && x.Rows[1] != "Fold 1" {
						t.Errorf("%s: rows %q", f.Method.ID, x.Rows)
					}
				}
			}
		}
		if again, _ := survey(t, with(2)); !slices.Equal(again.Line(assess.CrossValidated).Each[0], each) {
			t.Error("the study depends on what part is looked at")
		}
		var fault *doc.Error
		if _, err := s.Fit(t.Context(), open(t, s, with(len(each)+1))); !errors.As(err, &fault) ||
			fault.Field != "view.part" {
			t.Errorf("part %d: %v", len(each)+1, err)
		}
	}
	s := session.New(catalog.All())
	for text, want := range map[string]string{
		`{"method":"knn","dataset":{"name":"moons","n":47},"view":{"part":1}}`:                                              "left out, unless study.folds",
		`{"method":"knn","dataset":{"name":"moons","n":47},"split":{"validate":0.3},"study":{"folds":5},"view":{"part":1}}`: "left out where validation points",
		`{"method":"knn","points":[[0,0,0],[1,1,1],[2,2,0]],"study":{"folds":5},"view":{"part":1}}`:                         "left out: 3 training points do not allow 5 parts",
		`{"method":"kmeans","dataset":{"name":"blobs","n":47},"study":{"folds":5,"over":"n_clusters"},"view":{"part":1}}`:   "",
	} {
		_, err := s.Fit(t.Context(), open(t, s, text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// If the fit for a value starts from that for another one, each error is that of a separate fit, to the bit.
func TestReusedFits(t *testing.T) {
	seen := 0
	for _, m := range catalog.All() {
		for _, name := range m.Reuses {
			seen++
			data, values := `"dataset":{"name":"moons","n":60,"noise":0.3,"seed":4}`, []float64{1, 3, 12}
			switch m.TaskOf(nil) {
			case method.Regress:
				data = `"dataset":{"name":"sine","n":60,"noise":0.3,"seed":4}`
			case method.Regress2D:
				data = `"dataset":{"name":"saddle","n":60,"noise":0.3,"seed":4}`
			}
			if name == "ccp_alpha" {
				values = []float64{0, 0.01, 0.05}
			}
			list, _ := json.Marshal(values)
			c, _ := survey(t, fmt.Sprintf(`{"method":%q,%s,"study":{"over":%q,"values":%s,"folds":3}}`, m.ID, data, name, list))
			limited := 0
			for i, x := range values {
				one, _ := survey(t, fmt.Sprintf(`{"method":%q,"params":{%q:%v},%s,"study":{"folds":3}}`, m.ID, name, x, data))
				for _, l := range c.Lines {
					if alone := one.Line(l.Name); !slices.Equal(l.Each[i], alone.Each[0]) {
						t.Errorf("%s, %s = %v: %s %v, alone %v", m.ID, name, x, l.Name, l.Each[i], alone.Each[0])
					}
				}
				limited += one.Limited
			}
			if c.Limited != limited {
				t.Errorf("%s: %d fits are unfinished, alone %d", m.ID, c.Limited, limited)
			}
		}
	}
	if seen < 11 {
		t.Errorf("%d parameters", seen)
	}
}

// A bootstrap sample is tested on the points that it lacks; draws come from the recipe, and are the same for a seed.
func TestDraws(t *testing.T) {
	const text = `{"method":"qda","dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{"draws":12%s}}`
	boot, r := survey(t, fmt.Sprintf(text, `,"bootstrap":true,"seed":7`))
	s := session.New(catalog.All())
	d := open(t, s, fmt.Sprintf(text, `,"bootstrap":true,"seed":7`))
	for b, got := range boot.Line(assess.OutOfBag).Each[0] {
		drawn, left := assess.Bootstrap(60, 7, b)
		one := doc.Document{Method: "qda"}
		for _, i := range drawn {
			one.Points = append(one.Points, d.Points[i])
		}
		for _, i := range left {
			one.Points = append(one.Points, d.Points[i])
		}
		one.Split = doc.ByHand(strings.Repeat(".", 60) + strings.Repeat("v", len(left)))
		f, err := s.Fit(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		if list, _ := f.Errors(t.Context(), f.Model); list[1].Mean != got {
			t.Errorf("sample %d: %v, want %v", b, got, list[1].Mean)
		}
	}
	if !strings.Contains(r.Says, "Out-of-bag error") || !strings.Contains(r.Says, "nine of ten fits") {
		t.Errorf("%q", r.Says)
	}
	one, _ := survey(t, fmt.Sprintf(text, ""))
	two, _ := survey(t, fmt.Sprintf(text, ""))
	other, _ := survey(t, fmt.Sprintf(text, `,"seed":1`))
	fresh := one.Line(assess.Fresh)
	if !slices.Equal(fresh.Each[0], two.Line(assess.Fresh).Each[0]) ||
		slices.Equal(fresh.Each[0], other.Line(assess.Fresh).Each[0]) {
		t.Error("draws do not follow from their seed alone")
	}
	if slices.Min(fresh.Each[0]) == slices.Max(fresh.Each[0]) || fresh.Low[0] >= fresh.High[0] {
		t.Errorf("draws are all alike: %v", fresh.Each[0])
	}
	// The error of the fit to the document's own points, computed directly.
	plain, _ := survey(t, `{"method":"qda","dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{}}`)
	d.Study = nil
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	truth, _ := dataset.TruthOf(*d.Dataset)
	want, _ := truth.Bayes()
	places := dataset.PlacesOf(*d.Dataset, method.Classify, 1024, 1)[0].Points
	for _, q := range places {
		var answer [1]float64
		f.Model.Can().Predictor.Predict([]float64{q.X, q.Y}, answer[:])
		p := make([]float64, 2)
		truth.Posterior(p, []float64{q.X, q.Y})
		want += (max(p[0], p[1]) - p[int(answer[0])]) / 1024
	}
	if got := plain.Line(assess.Fresh).Mean[0]; !nearly(got, want, 1e-12) {
		t.Errorf("fresh error %v, want %v", got, want)
	}
}

// The excess error of nearest neighbours on a smooth curve with k = n^(2/3) decreases like n^(-2/3), unlike that of a
// single neighbour, which stays.
func TestLearningCurve(t *testing.T) {
	const text = `{"method":"knn_regression","dataset":{"name":"sine","n":100,"noise":0.3,"seed":1},"study":{"over":"n","values":[50,100,200,400,800,1600],"rules":{"n_neighbors":%q},"draws":10,"log":true}}`
	c, r := survey(t, fmt.Sprintf(text, "n^(2/3)/2"))
	l := c.Line(assess.Fresh)
	if !c.YLog || c.By != "" || len(r.Offers) != 0 || !strings.Contains(r.Says, "with 50 points") {
		t.Errorf("%+v %q", c, r.Says)
	}
	if !slices.IsSortedFunc(l.Mean, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("the error does not fall: %v", l.Mean)
	}
	nearest, _ := survey(t, fmt.Sprintf(text, "1"))
	last := len(l.Mean) - 1
	if one := nearest.Line(assess.Fresh).Mean[last]; !(one > 1.7*l.Mean[last] && one < 2.3*l.Mean[last]) {
		t.Errorf("one neighbour errs by %v, twice the noise, and n^(2/3) neighbours by %v", one, l.Mean[last])
	}
}

// Points that can't be generated anew are divided into subsets, and held out in parts.
func TestSubsets(t *testing.T) {
	c, _ := survey(t, `{"method":"lda","params":{"inputs":"all"},"table":{"name":"iris"},"study":{"over":"n","values":[15,40,100],"folds":3}}`)
	l := c.Line(assess.CrossValidated)
	if c.Fits != 9 || !(l.Mean[0] >= l.Mean[2]) || l.Mean[2] > 0.05 {
		t.Errorf("%d fits, %v", c.Fits, l.Mean)
	}
}

// A map has a value for each pair, in rows of the first parameter.
func TestMap(t *testing.T) {
	const text = `{"method":"svm","params":{"kernel":"rbf"%s},"dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{%s"folds":3}}`
	c, r := survey(t, fmt.Sprintf(text, "", `"over":"C","values":[0.1,10],"and":"gamma","and_values":[1,10,100],`))
	one, _ := survey(t, fmt.Sprintf(text, `,"gamma":10`, `"over":"C","values":[0.1,10],`))
	l, row := c.Line(assess.CrossValidated), one.Line(assess.CrossValidated)
	if len(l.Mean) != 6 || !slices.Equal(l.Mean[2:4], row.Mean) {
		t.Errorf("%v, in the row of gamma 10 want %v", l.Mean, row.Mean)
	}
	if set := r.Offers[0].Set; set["C"] != c.Over.At[c.Best%2] || set["gamma"] != c.And.At[c.Best/2] {
		t.Errorf("offer %v of %d", set, c.Best)
	}
}

// A random search tries pairs within the range, each with the error that it has in a separate study; the offer names
// the criterion.
func TestRandomSearch(t *testing.T) {
	const text = `{"method":"svm","params":{"kernel":"rbf"},"dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{%s"folds":3,"seed":2}}`
	c, r := survey(t, fmt.Sprintf(text, `"over":"C","values":[0.1,10],"and":"gamma","search":"random","tries":12,`))
	l := c.Line(assess.CrossValidated)
	if !c.Random || c.Count() != 12 || len(l.Mean) != 12 || len(c.And.At) != 12 {
		t.Fatalf("%+v", c)
	}
	if _, y := c.Pair(1); y != c.And.At[1] || y == c.And.At[0] {
		t.Errorf("the second pair has %v of %v", y, c.And.At)
	}
	for at := range c.Count() {
		x, y := c.Pair(at)
		if x < 0.1 || x > 10 {
			t.Errorf("C = %v was tried", x)
		}
		one, _ := survey(t, fmt.Sprintf(strings.Replace(text, `"rbf"`, fmt.Sprintf(`"rbf","C":%v,"gamma":%v`, x, y), 1), ""))
		if at < 4 && one.Line(assess.CrossValidated).Mean[0] != l.Mean[at] {
			t.Errorf("pair %d: %v, alone %v", at, l.Mean[at], one.Line(assess.CrossValidated).Mean[0])
		}
	}
	x, y := c.Pair(c.Best)
	if o := r.Offers[0]; c.Best != assess.Least(l.Mean) || o.Set["C"] != x || o.Set["gamma"] != y ||
		o.Chosen != c.Named(c.Best)+": smallest 3-fold cross-validated error of 12 tried, "+c.Error(l.Mean[c.Best]) {
		t.Errorf("%d, offer %+v", c.Best, o)
	}
	if !strings.Contains(strings.Join(r.Notes, " "), "Tried: 12 pairs of values, drawn at random.") {
		t.Errorf("%q", r.Notes)
	}
	whole, _ := survey(t, `{"method":"knn","dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{"over":"n_neighbors","values":[1,9],"search":"random","folds":3}}`)
	if !slices.Equal(whole.Over.At, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("of nine whole numbers %v are tried", whole.Over.At)
	}
}

// Bounds are shown beside the error: over draws the mean share of support vectors exceeds the mean error, which it
// bounds, and values are chosen by errors alone.
func TestBoundsOverDraws(t *testing.T) {
	const text = `{"method":%q,"params":{"kernel":"rbf","gamma":30,"hard":true},"dataset":{"name":"moons","n":40,"noise":0.3,"seed":4},"study":{%s"bounds":true}}`
	c, r := survey(t, fmt.Sprintf(text, "svm", `"draws":40,`))
	share, ball, fresh := c.Line("support vectors / n"), c.Line("4R²‖w‖²/n"), c.Line(assess.Fresh)
	if share == nil || ball == nil || len(share.Each[0]) != 40 || !(share.Mean[0] > fresh.Mean[0]) || share.Mean[0] > 1 ||
		!(ball.Mean[0] > 0) {
		t.Fatalf("%+v", c.Lines)
	}
	if fact(r, "support_vector_bound") != share.Mean[0] || fact(r, "radius_margin_bound") != ball.Mean[0] ||
		!strings.Contains(strings.Join(r.Notes, " "), "bounds the expected error of fits to n − 1") {
		t.Errorf("%+v %q", r.Facts, r.Notes)
	}
	panel := c.Panel(math.NaN(), math.NaN())
	if p, err := panel.Draw(t.Context(), 300, 200); err != nil || !strings.Contains(p.Alt, "fresh error of 40 fits") {
		t.Errorf("%v, a law of %q", err, p.Alt)
	}
	over := fmt.Sprintf(text, "svm", `"over":"C","values":[0.01,1,1e6],"folds":4,`)
	c, _ = survey(t, strings.Replace(over, `,"hard":true`, "", 1))
	if l := c.Line("4R²‖w‖²/n"); c.By != assess.CrossValidated || assess.Known(l.Mean[0]) || !assess.Known(l.Mean[2]) {
		t.Errorf("%+v", c)
	}
	if l := c.Line("support vectors / n"); c.Says(l.Name) != l.Name {
		t.Errorf("a bound is called %q", c.Says(l.Name))
	}
	plain, _ := survey(t, strings.Replace(fmt.Sprintf(text, "svm", `"draws":40,`), `,"bounds":true`, "", 1))
	if !slices.Equal(plain.Line(assess.Fresh).Each[0], fresh.Each[0]) || plain.Line("support vectors / n") != nil {
		t.Error("bounds change the errors, or are there unasked")
	}
	s := session.New(catalog.All())
	var fault *doc.Error
	if _, _, err := s.Survey(t.Context(), open(t, s, strings.Replace(fmt.Sprintf(text, "lda", ""),
		`"params":{"kernel":"rbf","gamma":30,"hard":true},`, "", 1))); !errors.As(err, &fault) ||
		fault.Field != "study.bounds" {
		t.Errorf("of discriminants: %v", err)
	}
}

// Seeds of k-means++: the same points with other random numbers; each loss is compared with the smallest one.
func TestSeeds(t *testing.T) {
	const text = `{"method":"kmeans","params":{"n_clusters":5%s},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"study":{"draws":30,"seeds":true}}`
	plus, r := survey(t, fmt.Sprintf(text, ""))
	random, _ := survey(t, fmt.Sprintf(text, `,"init":"random"`))
	loss, ratio := plus.Line(assess.Training).Each[0], plus.Line(assess.Ratio)
	if ratio == nil || len(loss) != 30 || slices.Min(loss) == slices.Max(loss) {
		t.Fatalf("%+v", plus.Lines)
	}
	near := 0
	for i, x := range ratio.Each[0] {
		if x != loss[i]/slices.Min(loss) {
			t.Errorf("seed %d has the ratio %v", i, x)
		}
		if x <= 1.01 {
			near++
		}
	}
	if fact(r, "near_least") != near || fact(r, "loss_ratio") != ratio.Mean[0] ||
		!strings.Contains(r.Says, fmt.Sprintf("Of 30 seeds, %d come within 1 %% of the smallest loss", near)) ||
		!strings.Contains(strings.Join(r.Notes, " "), "30 fits to the same points") {
		t.Errorf("%+v %q %q", r.Facts, r.Says, r.Notes)
	}
	if !(random.Line(assess.Ratio).Mean[0] > ratio.Mean[0]) {
		t.Errorf("k-means++ is %v from the best, starts at random %v", ratio.Mean[0], random.Line(assess.Ratio).Mean[0])
	}
	// The seeding alone, from the first steps of the fits: the energy before any centre has moved.
	start, s := plus.Line(assess.Start), session.New(catalog.All())
	if start == nil {
		t.Fatal("the start is compared with nothing")
	}
	for i, x := range start.Each[0][:5] {
		d := open(t, s, strings.Replace(fmt.Sprintf(text, ""), `,"study":{"draws":30,"seeds":true}`, "", 1))
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		p := *f.Problem
		z := (p.Seed+1)*0x9e3779b97f4a7c15 + 0xbf58476d1ce4e5b9 + uint64(i)*0x94d049bb133111eb
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		p.Seed = (z ^ z>>27) & (doc.MaxSeed - 1)
		m, err := f.Method.Fit(t.Context(), &p, f.Values, nil)
		if err != nil {
			t.Fatal(err)
		}
		losses, near := make([]float64, p.N), 0.0
		m.Can().Stepper.Stage(6).Can().Losses(p.X, losses) // five seeds, then the assignment of points
		for _, l := range losses {
			near += l / float64(p.N)
		}
		if want := near / slices.Min(loss); math.Abs(x-want) > 1e-9 {
			t.Errorf("seed %d starts at %v times the least loss, want %v", i, x, want)
		}
	}
	bound, _ := fact(r, "start_bound").(float64)
	if math.Abs(bound-8*(2+math.Log(5))) > 1e-12 || fact(r, "start_ratio") != start.Mean[0] ||
		!(start.Mean[0] > ratio.Mean[0]) || start.Mean[0] > bound {
		t.Errorf("starts at %v, bound %v", start.Mean[0], bound)
	}
	if random.Line(assess.Start) == nil || strings.Contains(fmt.Sprint(random.Lines), "start_bound") {
		t.Errorf("random starts: %+v", random.Lines)
	}
	panel := plus.Panel(math.NaN(), math.NaN())
	if p, err := panel.Draw(t.Context(), 300, 200); err != nil || panel.XLabel != assess.Ratio ||
		!strings.Contains(p.Alt, "ratio to the smallest loss of 30 fits") ||
		!panel.XLog || !strings.Contains(p.Alt, "Before the first step the mean is "+words.Number(start.Mean[0])) {
		t.Errorf("%v, along %q a law of %q", err, panel.XLabel, p.Alt)
	}
	over, _ := survey(t, strings.Replace(fmt.Sprintf(text, ""), `"draws":30`,
		`"over":"n_clusters","values":[2,5],"draws":4`, 1))
	if over.Line(assess.Ratio) != nil || len(over.Line(assess.Training).Each[1]) != 4 {
		t.Errorf("%+v", over.Lines)
	}
	var fault *doc.Error
	if _, _, err := s.Survey(t.Context(),
		open(t, s, `{"method":"knn","dataset":{"name":"moons","n":60},"study":{"draws":3,"seeds":true}}`)); !errors.As(
		err, &fault) || fault.Field != "study.seeds" {
		t.Errorf("of neighbours: %v", err)
	}
}

// The curse of dimension: nearest neighbours in nested spheres approach guessing as the dimension grows, while two
// normal classes at the same distance stay separable; over n, tables are generated anew, too.
func TestDimension(t *testing.T) {
	const text = `{"method":"%s","params":{"inputs":"all"},"table":{"name":"%s","n":150,"d":2,"noise":%v,"seed":1},"study":{"over":%q,"values":%s,"draws":3}}`
	c, r := survey(t, fmt.Sprintf(text, "knn", "spheres", 0, "d", "[2,5,30]"))
	l := c.Line(assess.Fresh).Mean
	if !(l[0] < 0.12 && l[0] < l[1] && l[1] < l[2] && l[2] > 0.4) || c.Fits != 9 || c.By != "" ||
		!strings.Contains(r.Says, "with 2 columns") || c.Bayes != 0 {
		t.Errorf("%v %+v %q", l, c, r.Says)
	}
	c, _ = survey(t, fmt.Sprintf(text, "lda", "gaussians", 0.5, "d", "[2,30]"))
	if l := c.Line(assess.Fresh).Mean; !(l[1] < 0.08) || !nearly(c.Bayes, 0.02275, 1e-4) {
		t.Errorf("%v, Bayes %v", l, c.Bayes)
	}
	// In each dimension the Bayes error is that of its own distribution.
	wide, _ := survey(t, strings.Replace(fmt.Sprintf(text, "lda", "gaussians", 0.5, "d", "[2,30]"), `"d":2`, `"d":30`, 1))
	for i, n := range []int{2, 30} {
		own, _ := survey(t, fmt.Sprintf(strings.Replace(text, `"d":2`, fmt.Sprintf(`"d":%d`, n), 1), "lda", "gaussians", 0.5,
			"n", "[10,20]"))
		if wide.Floor[i] != own.Bayes || own.Floor != nil {
			t.Errorf("in dimension %d the least possible error is %v, want %v", n, wide.Floor[i], own.Bayes)
		}
	}
	if _, lines := wide.Tell(1); !slices.Contains(lines, "Bayes error "+wide.Error(wide.Floor[1])) {
		t.Errorf("%q", lines)
	}
	c, _ = survey(t, fmt.Sprintf(text, "lda", "gaussians", 0.5, "n", "[10,100]"))
	if l := c.Line(assess.Fresh).Mean; !(l[0] > l[1]) || len(c.Line(assess.Fresh).Each[0]) != 3 {
		t.Errorf("over n %v", l)
	}
	s := session.New(catalog.All())
	for _, wrong := range []string{
		`{"method":"knn","dataset":{"name":"moons"},"study":{"over":"d"}}`,
		`{"method":"knn","params":{"inputs":"all"},"table":{"name":"iris"},"study":{"over":"d"}}`,
		`{"method":"knn","table":{"name":"spheres"},"study":{"over":"d"}}`,
		`{"method":"knn","params":{"inputs":"all"},"table":{"name":"spheres"},"study":{"over":"d","folds":3}}`,
		`{"method":"knn","params":{"inputs":"all"},"table":{"name":"spheres"},"study":{"over":"d","draws":3,"bootstrap":true}}`,
	} {
		var fault *doc.Error
		if _, _, err := s.Survey(t.Context(), open(t, s, wrong)); !errors.As(err, &fault) ||
			!strings.HasPrefix(fault.Field, "study.") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Boundaries and curves of several fits are drawn over each other, each where that fit's own picture has it.
func TestFitsLaidOverEachOther(t *testing.T) {
	const text = `{"method":"%s","dataset":{"name":"%s","n":40,"noise":0.2,"seed":1},"study":{"draws":30,"bootstrap":true,"seed":2},"view":{"x":[0,1],"y":[-1.5,1.5]}}`
	for _, c := range [][2]string{{"lda", "moons"}, {"least_squares", "sine"}} {
		text := fmt.Sprintf(text, c[0], c[1])
		curve, _ := survey(t, text)
		l := curve.Drawn
		if l == nil || l.Of != 20 || len(l.Starts) < 20 {
			t.Fatalf("%s: %+v", c[0], l)
		}
		s := session.New(catalog.All())
		d := open(t, s, text)
		drawn, _ := assess.Bootstrap(40, 2, 0)
		one := doc.Document{Method: c[0], View: d.View}
		for _, i := range drawn {
			one.Points = append(one.Points, d.Points[i])
		}
		f, err := s.Fit(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < 2*l.Starts[1]; k += 2 {
			x, y := l.XY[k], l.XY[k+1]
			if c[0] == "least_squares" {
				var at [1]float64
				if f.Model.Can().Predictor.Predict([]float64{x}, at[:]); !nearly(y, at[0], 1e-3) {
					t.Fatalf("at %v the curve is %v, the first fit %v", x, y, at[0])
				}
			} else if scores := f.Model.Can().PointScorer.PointScores([]float64{x, y})[0]; math.Abs(
				scores[0]-scores[1]) > 0.01 {
				t.Fatalf("at %v, %v the first fit has the scores %v", x, y, scores)
			}
		}
		var keys []picture.Key
		req := session.Request{Doc: d, View: picture.Viewport{X1: 1, Y0: -1.5, Y1: 1.5, W: 200, H: 200, Scale: 1}, Fine: true,
			Curve: curve}
		if err := s.Draw(t.Context(), req, func(r *session.Result) error { keys = r.Info.Keys; return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(keys,
			func(k picture.Key) bool {
				return strings.Contains(k.Says, "of 20 fits to samples of the points with replacement")
			}) {
			t.Errorf("%s: the legend does not say what the lines are: %+v", c[0], keys)
		}
	}
}

// For parts, the fits to the others are drawn over each other, but not the fit to all points, which is not one of the
// draws.
func TestPartsLaidOverEachOther(t *testing.T) {
	c, _ := survey(t, `{"method":"lda","dataset":{"name":"moons","n":60,"noise":0.2,"seed":1},"study":{"folds":6}}`)
	if c.Fits != 7 || c.Drawn == nil || c.Drawn.Of != 6 {
		t.Errorf("%d fits, drawn %+v", c.Fits, c.Drawn)
	}
}

// Impossible studies are refused with their field and limit.
func TestStudiesRefused(t *testing.T) {
	s := session.New(catalog.All())
	moons := `"dataset":{"name":"moons","n":40,"noise":0.2,"seed":1}`
	points := `"points":[[0,0,0],[1,0,1],[0,1,0],[1,1,1]]`
	for study, want := range map[string]string{
		`{"method":"svm",` + moons + `,"study":{"over":"kernel"}}`: "study.over must be one " +
			"of gamma, C, ",
		`{"method":"svm",` + moons + `,"study":{"over":"degree"}}`: "study.over must be a " +
			"parameter that applies",
		`{"method":"svm",` + moons + `,"study":{"over":"C","values":[0.1,-1]}}`: "study.values[1] must be a " +
			"finite number, larger than",
		`{"method":"knn",` + moons + `,"study":{"over":"n_neighbors","values":[1,2.5]}}`: "study.values[1] must be a " +
			"whole number",
		`{"method":"svm",` + moons + `,"study":{"over":"C","folds":1}}`: "study.folds must be a whole " +
			"number from 2",
		`{"method":"svm",` + moons + `,"study":{"over":"C","folds":3,"draws":4}}`: "study.draws must be given " +
			"without study.folds",
		`{"method":"svm",` + points + `,"study":{"over":"C","draws":4}}`: "study.draws must be left " +
			"out, or given with study.bootstrap",
		`{"method":"svm",` + points + `,"study":{"over":"n","folds":2}}`: "",
		`{"method":"svm",` + points + `,"study":{"over":"n","values":[3,9],"folds":2}}`: "study.values must be at most " +
			"the number of training points, 4",
		`{"method":"knn",` + moons + `,"study":{"over":"n","rules":{"n_neighbors":"n^"}}}`: "study.rules.n_neighbors must " +
			"be an expression in n",
		`{"method":"knn",` + moons + `,"study":{"over":"n","rules":{"k":"n"}}}`: "study.rules.k must be the name " +
			"of one of n_neighbors",
		`{"method":"knn",` + moons + `,"study":{"rules":{"n_neighbors":"n"}}}`: "study.rules must be given " +
			"where study.over is n",
		`{"method":"dbscan",` + moons + `,"study":{"over":"eps"}}`: "study must be left out for DBSCAN",
		`{"method":"svm",` + moons + `,"study":{"over":"C","values":[1]}}`: "study.values must be a list of " +
			"2 to 100 increasing numbers",
		`{"method":"svm",` + moons + `,"study":{"draws":1000,"over":"C","and":"gamma"}}`: "study must be at " +
			"most 20000 fits",
		`{"method":"svm",` + moons +
			`,"study":{"over":"C","search":"random","values":[-1,2]}}`: "study.values[0] must be a " +
			"number greater than 0",
		`{"method":"svm",` + moons + `,"study":{"foo":1}}`: "study.foo must be a field of study (over, values",
	} {
		d, err := doc.Decode([]byte(study))
		if err == nil {
			if d, err = s.Resolve(method.Unstopped, d); err == nil {
				_, _, err = s.Survey(t.Context(), d)
			}
		}
		var fault *doc.Error
		if want == "" {
			if errors.As(err, &fault) {
				t.Errorf("%s: %v", study, err)
			}
			continue
		}
		if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", study, err, want)
		}
	}
}

// A lean session, that of the first engine, refuses with an error of the field method, so that the page asks the whole
// engine.
func TestLeanSessionsRefuse(t *testing.T) {
	s := session.With(catalog.First())
	const text = `{"method":"svm","dataset":{"name":"moons","n":30,"noise":0.2,"seed":1}%s}`
	var fault *doc.Error
	_, err := s.Study(t.Context(), open(t, s, fmt.Sprintf(text, `,"study":{"over":"C"}`)), method.ErrorCurve.ID)
	if !errors.As(err, &fault) || fault.Field != "method" || fault.Got != `"svm"` {
		t.Errorf("a study: %v", err)
	}
	_, err = s.Fit(t.Context(), open(t, s, fmt.Sprintf(text, `,"view":{"truth":true}`)))
	if !errors.As(err, &fault) || fault.Field != "method" {
		t.Errorf("the truth: %v", err)
	}
	if _, err := s.Study(t.Context(), open(t, s, fmt.Sprintf(text, "")), method.LeaveOneOut.ID); err != nil {
		t.Errorf("leave-one-out: %v", err)
	}
}

// A study checks its job, and reports its progress.
func TestStudyStops(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, `{"method":"svm","dataset":{"name":"moons","n":100,"noise":0.2,"seed":1},"study":{"over":"C","folds":5}}`)
	j := &counted{after: 40}
	if _, _, err := s.Survey(j, d); err == nil || j.share == 0 || j.share >= 1 {
		t.Errorf("%v at %v", err, j.share)
	}
}

// counted is a job that stops after a number of calls.
type counted struct {
	asked, after int
	share        float64
}

func (j *counted) Err() error {
	if j.asked++; j.asked > j.after {
		return errors.New("nobody waits")
	}
	return nil
}

func (j *counted) Progress(share float64) { j.share = max(j.share, share) }

// listening is a job that wants the intermediate results of a study.
type listening struct {
	counted
	found []*assess.Curve
	says  []string
	fail  func(error)
}

func (j *listening) SoFar(share float64, found func() (*wire.Studied, error)) {
	r, err := found()
	c := &assess.Curve{}
	if err == nil {
		err = json.Unmarshal(r.Curve, c)
	}
	if err != nil {
		j.fail(err)
	}
	if len(r.Offers) > 0 {
		j.fail(errors.New("a value is offered before all are known"))
	}
	j.found, j.says = append(j.found, c), append(j.says, r.Says)
}

// During a study the intermediate results are correct: the errors are those of the final result, for values from coarse
// to fine, and for fits of one setting those made so far. Listening does not change the result, to the bit.
func TestSoFar(t *testing.T) {
	for _, text := range []string{
		`{"method":"svm","params":{"kernel":"rbf"},"dataset":{"name":"moons","n":40,"noise":0.3,"seed":4},"study":{"over":"C","and":"gamma","folds":3,"values":[0.1,1,10,30,100],"and_values":[1,2,4,8,16,32,64,128,256,512]}}`,
		`{"method":"least_squares","dataset":{"name":"sine","n":12,"noise":0.3,"seed":1},"study":{"over":"degree","values":[1,2,3,4,5,6,7,8,9],"draws":6}}`,
		`{"method":"qda","dataset":{"name":"moons","n":40,"noise":0.3,"seed":4},"study":{"draws":9}}`,
	} {
		j := &listening{counted: counted{after: 1 << 40}, fail: func(err error) { t.Helper(); t.Error(err) }}
		s := session.New(catalog.All())
		c, r, err := s.Survey(j, open(t, s, text))
		if err != nil {
			t.Fatal(err)
		}
		plain, said := survey(t, text)
		if a, b := fmt.Sprintf("%+v %+v", c.Lines, r), fmt.Sprintf("%+v %+v", plain.Lines, said); a != b {
			t.Errorf("who listens gets %s, others %s", a, b)
		}
		n := len(c.Lines[0].Mean)
		want := n - 1
		if c.Over == nil {
			want = c.Fits
		}
		if len(j.found) != want {
			t.Fatalf("told %d times, want %d", len(j.found), want)
		}
		for k, now := range j.found {
			if c.Over == nil {
				each := now.Line(assess.Fresh).Each[0]
				if !slices.Equal(each, c.Line(assess.Fresh).Each[0][:k+1]) ||
					!strings.Contains(j.says[k], words.Count(k+1, "fit")) {
					t.Errorf("after %d fits %v, %q", k+1, each, j.says[k])
				}
				continue
			}
			h := 1
			if c.And != nil {
				h = len(c.And.At)
			}
			worked := assess.Order(len(c.Over.At), h)[:k+1]
			if now.Missing != n-k-1 || !strings.Contains(j.says[k], fmt.Sprintf("%d of %d values", k+1, n)) {
				t.Errorf("%d are missing after %d, %q", now.Missing, k+1, j.says[k])
			}
			for at := range n {
				for _, l := range now.Lines {
					want := assess.None
					if slices.Contains(worked, at) {
						want = c.Line(l.Name).Mean[at]
					}
					if l.Mean[at] != want {
						t.Fatalf("after %d values %s at %d is %v, want %v", k+1, l.Name, at, l.Mean[at], want)
					}
				}
			}
			panel := now.Panel(math.NaN(), math.NaN())
			if p, err := panel.Draw(t.Context(), 300, 200); err != nil || !strings.Contains(p.Alt, "so far") &&
				!strings.Contains(p.Alt, "not computed yet") {
				t.Errorf("%v, a chart of %q", err, p.Alt)
			}
			if l := now.Line(now.By); l == nil || now.Best != assess.Least(l.Mean) || now.Choice >= 0 {
				t.Errorf("after %d values the least is %d, the choice %d", k+1, now.Best, now.Choice)
			}
		}
	}
}

// The reason why a fit can't be made is that of the first value, whatever the order of the computation.
func TestWhyInOrder(t *testing.T) {
	c, _ := survey(t, `{"method":"kmeans","dataset":{"name":"blobs","n":10,"noise":0.3,"seed":1},"study":{"over":"n_clusters","values":[2,6,8,9,11],"folds":2}}`)
	if c.Unfit == 0 || !strings.Contains(c.Why, "6") {
		t.Errorf("%d unfit: %q", c.Unfit, c.Why)
	}
}

// The result is sent back with a drawing request and becomes a panel: its keys set the values, and it is offered for
// that document.
func TestStudyPanel(t *testing.T) {
	const text = `{"method":"svm","params":{"C":2},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":1},"study":{"over":"C","values":[0.5,2,8],"folds":3}}`
	c, _ := survey(t, text)
	s := session.New(catalog.All())
	d := open(t, s, text)
	req := session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 200, H: 200, Scale: 1}, Fine: true, Curve: c,
		Panels: []wire.PanelAsk{{ID: assess.PanelID, W: 300, H: 200}}}
	var last *session.Result
	if err := s.Draw(t.Context(), req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	if len(last.Info.Panels) == 0 || last.Info.Panels[0].ID != assess.PanelID || len(last.Panels) != 1 {
		t.Fatalf("offered %+v, drawn %d", last.Info.Panels, len(last.Panels))
	}
	if len(last.Info.Spots) != 2 {
		t.Fatalf("%d lists of keys", len(last.Info.Spots))
	}
	e, act, does, ok := last.Fit.Tell("tried2", req.View)
	if !ok || e.Answer != "C = 8" || act.Set["C"] != 8.0 || does != "set C to 8" {
		t.Errorf("%+v %+v %q %v", e, act, does, ok)
	}
	req.Curve = nil
	if err := s.Draw(t.Context(), req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	if len(last.Panels) != 0 || len(last.Info.Panels) != 0 {
		t.Error("a panel without a study")
	}
}

// Over draws the mean squared error relative to the true function is squared bias plus variance, and the Bayes error is
// known.
func TestBiasAndVariance(t *testing.T) {
	c, _ := survey(t, `{"method":"least_squares","dataset":{"name":"sine","n":40,"noise":0.3,"seed":1},"study":{"over":"degree","values":[1,3,9],"draws":60}}`)
	bias, variance, fresh := c.Line(assess.Bias), c.Line(assess.Variance), c.Line(assess.Fresh)
	if !nearly(c.Bayes, 0.09, 1e-9) {
		t.Errorf("noise %v", c.Bayes)
	}
	for i := range c.Over.At {
		// No noise is drawn, so the sum is exact up to rounding.
		if sum := bias.Mean[i] + variance.Mean[i] + c.Bayes; !nearly(sum, fresh.Mean[i], 1e-12) {
			t.Errorf("degree %v: %v and %v and noise are %v, the error is %v", c.Over.At[i], bias.Mean[i], variance.Mean[i], sum,
				fresh.Mean[i])
		}
	}
	if !(bias.Mean[0] > 0.1 && bias.Mean[2] < 0.002 && variance.Mean[0] < variance.Mean[2]) {
		t.Errorf("bias %v, variance %v", bias.Mean, variance.Mean)
	}
	// The variance of least squares with p coefficients is p/n times that of the noise.
	if !nearly(variance.Mean[1], 0.09*4/40, 0.004) {
		t.Errorf("variance %v, want %v", variance.Mean[1], 0.09*4/40)
	}
	d, r := survey(t, `{"method":"least_squares","dataset":{"name":"sine","n":40,"noise":0.3,"seed":1},"study":{"draws":60}}`)
	panel := d.Panel(math.NaN(), math.NaN())
	if p, err := panel.Draw(t.Context(), 300, 200); err != nil || !strings.Contains(p.Alt, "fresh error of 60 fits") {
		t.Errorf("%v, a law of %q", err, p.Alt)
	}
	if fact(r, "squared_bias") != d.Line(assess.Bias).Mean[0] || fact(r, "least_possible_error") == nil {
		t.Errorf("%+v", r.Facts)
	}
}

// The excess error of nearest neighbours on a curve decreases like n^(-2/3) for k = n^(2/3) (Györfi et al., A
// Distribution-Free Theory of Nonparametric Regression, 2002, section 6.2: 2/(2 + d), for Lipschitz functions).
func TestRateOfNeighbours(t *testing.T) {
	_, r := survey(t, `{"method":"knn_regression","dataset":{"name":"sine","n":100,"noise":0.3,"seed":1},"study":{"over":"n","values":[100,200,400,800,1600,3200],"rules":{"n_neighbors":"n^(2/3)/4"},"draws":20}}`)
	slope, _ := fact(r, "excess_slope").(float64)
	if !strings.Contains(r.Says, "The excess over the noise falls like n to the power "+words.Number(slope)) {
		t.Errorf("%q", r.Says)
	}
	if !(slope < -0.5 && slope > -0.9) {
		t.Errorf("the excess goes like n to the power %v, theory has -2/3", slope)
	}
}

// Unsupervised methods have a loss on unseen rows: k-means the squared distances, a mixture minus the log-density,
// components the reconstruction error.
func TestLossesWithoutAnswers(t *testing.T) {
	kmeans, r := survey(t, `{"method":"kmeans","params":{"n_clusters":3},"dataset":{"name":"blobs","n":60,"noise":0.2,"seed":1},"study":{"over":"n_clusters","values":[1,2,3,6],"folds":5}}`)
	l := kmeans.Line(assess.CrossValidated)
	if kmeans.Noun != "loss" || kmeans.Measure != "squared distance to the nearest centre" ||
		!(l.Mean[0] > l.Mean[1] && l.Mean[1] > l.Mean[2]) ||
		!strings.HasPrefix(r.Says, "Cross-validated loss is least at clusters") {
		t.Errorf("%+v %q", kmeans, r.Says)
	}
	s := session.New(catalog.All())
	d := open(t, s, `{"method":"kmeans","params":{"n_clusters":2},"dataset":{"name":"blobs","n":60,"noise":0.2,"seed":1}}`)
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	inertia := 0.0
	for _, x := range f.Facts(session.Viewport(d, f.Task, 100, 100, 1)) {
		if x.Name == "inertia" {
			inertia = x.Value.(float64)
		}
	}
	own, _ := survey(t, `{"method":"kmeans","params":{"n_clusters":2},"dataset":{"name":"blobs","n":60,"noise":0.2,"seed":1},"study":{}}`)
	if got := own.Line(assess.Training).Mean[0]; inertia == 0 || !nearly(got, inertia/60, 1e-12) {
		t.Errorf("training loss %v, inertia over n %v", got, inertia/60)
	}

	gmm, _ := survey(t, `{"method":"gmm","dataset":{"name":"blobs","n":150,"noise":0.2,"seed":1},"study":{"over":"n_components","values":[1,2,3,6],"folds":5}}`)
	if gmm.Best < 1 || gmm.Line(assess.CrossValidated).Mean[0] < gmm.Line(assess.CrossValidated).Mean[2] {
		t.Errorf("%+v", gmm.Line(assess.CrossValidated))
	}
	pca, _ := survey(t, `{"method":"pca","table":{"name":"iris"},"study":{"over":"n_components","values":[1,2,3],"folds":5}}`)
	if l := pca.Line(assess.CrossValidated).Mean; !(l[0] > l[1] && l[1] > l[2] && l[2] > 0) {
		t.Errorf("%v", l)
	}
}
