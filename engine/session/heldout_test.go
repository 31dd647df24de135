package session_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// open decodes a document, with its points.
func open(t *testing.T, s *session.Session, text string) doc.Document {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Checked by hand: the nearest training point determines the class.
const byHand = `{"method":"knn","params":{"n_neighbors":1},"points":[[0,0,0],[1,0,1],[0.2,0,0],[0.9,0,0],[0.8,0,1],[0.1,0,1],[0.05,0,-1],[0.7,0,2]],"split":{"roles":"2.vt2v2t"}}`

func TestErrorsByRoleAreThoseCountedByHand(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, byHand)
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	// Validation: 0.2 is right, 0.8 is right, 0.1 is wrong. Test: 0.9 is wrong, the point without a class does not count,
	// and class 2 is not among the training points.
	list, err := f.Errors(method.Unstopped, f.Model)
	if err != nil || len(list) != 3 || list[0].Mean != 0 || list[0].N != 2 || list[1].Mean != 1.0/3 || list[1].N != 3 ||
		list[2].Mean != 1 || list[2].N != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if math.Abs(list[1].SE-math.Sqrt(2.0/27)) > 1e-15 || list[2].SE != 0 {
		t.Errorf("standard errors %v and %v", list[1].SE, list[2].SE)
	}
	// The confusion matrices: rows are the classes of those points, columns those of the fit.
	for _, x := range f.Facts(picture.Viewport{}) {
		want, ok := map[string]string{"validation_confusion_matrix": "[[1 0] [1 1]] Class 1, Class 2 1, 2",
			"test_confusion_matrix": "[[0 1] [0 1]] Class 1, Class 3 1, 2"}[x.Name]
		if got := fmt.Sprint(x.Value, " ", strings.Join(x.Rows, ", "), " ", strings.Join(x.Cols, ", ")); ok && got != want {
			t.Errorf("%s: %s, want %s", x.Name, got, want)
		} else if !ok && strings.HasSuffix(x.Name, "matrix") {
			t.Errorf("%+v", x)
		}
	}
	r, err := s.Figure(t.Context(), session.Request{Doc: d, View: session.Viewport(d, f.Task, 200, 150, 1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"on 2 training points of 2 classes", "Held out: 3 validation points and 2 test points.",
		"Error: training 0 %, validation 33.3 %, test 100 %."} {
		if !strings.Contains(r.Alt, part) {
			t.Errorf("%q is not in the alternative text: %s", part, r.Alt)
		}
	}
	for _, l := range r.Layers {
		if m, ok := l.(*picture.Marks); ok && m.Role == picture.RolePoint && m.Held != "..vtvvtt" {
			t.Errorf("the points are drawn as %q", m.Held)
		}
	}
}

func TestErrorsOfValues(t *testing.T) {
	s := session.New(catalog.All())
	// The line through (0, 0) and (2, 2).
	d := open(t, s, `{"method":"least_squares","params":{"degree":1},"points":[[0,0],[2,2],[1,2],[1,0],[3,3],[1,1]],"split":{"roles":"2.3vt"}}`)
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.Errors(method.Unstopped, f.Model)
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	// Residuals 1, -1, 0 for values with the mean 5/3. Their squares, 1, 1, 0, have the variance 1/3.
	if e := list[1]; e.N != 3 || math.Abs(e.Mean-2.0/3) > 1e-12 || math.Abs(e.R2-(1-2/(14.0/3))) > 1e-12 ||
		math.Abs(e.SE-1.0/3) > 1e-12 {
		t.Errorf("validation: %+v", e)
	}
	if e := list[2]; e.N != 1 || e.Mean > 1e-20 || e.R2 == e.R2 || e.SE == e.SE {
		t.Errorf("one test point has no variance, and so no R²: %+v", e)
	}
}

// Errors on all points cost as much as a picture: they come after it.
func TestErrorsByRoleAreLate(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, byHand)
	var first, last []method.Fact
	var keys []picture.Key
	err := s.Draw(t.Context(), session.Request{Doc: d, View: session.Viewport(d, method.Classify, 200, 150, 1), Fine: true,
		Late: func(f wire.Facts) error { last = f.Facts; return nil }},
		func(r *session.Result) error {
			if first, keys = r.Info.Facts, r.Info.Keys; r.Info.N != 2 {
				t.Errorf("the picture tells of %d training points, want 2", r.Info.N)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	session.CanSend(first)
	if x := first[1]; x.Name != "error_by_role" || !x.Late || x.Value != nil {
		t.Errorf("with the picture comes %+v", x)
	}
	x := last[1]
	if x.Name != "error_by_role" || x.Late || !x.Share || !slices.Equal(x.Value.([]float64), []float64{0, 1.0 / 3, 1}) {
		t.Errorf("after it comes %+v", x)
	}
	for _, says := range []string{"validation point, held out", "test point, held out"} {
		if !slices.ContainsFunc(keys, func(k picture.Key) bool { return k.Says == says && k.Looks[0].Held == says[:1] }) {
			t.Errorf("the legend has no %s: %+v", says, keys)
		}
	}
}

func TestErrorsByRoleOverTheSteps(t *testing.T) {
	for text, want := range map[string]string{
		// Points without a recipe have no fresh errors; those of a recipe do.
		`{"method":"perceptron","points":[[0,0,0],[1,0,1],[0.2,0.1,0],[0.9,0.3,1],[0.8,0.9,1],[0.1,0.5,1],[0.6,0.2,0]],"split":{"roles":"4.2vt"}}`:                                      "validation error test error",
		`{"method":"logistic","params":{"solver":"gd","max_iter":150},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":3},"split":{"validate":0.25,"seed":1}}`:                       "validation error fresh error",
		`{"method":"lasso","params":{"alpha":0.01,"degree":5},"dataset":{"name":"sine","n":40,"noise":0.3,"seed":3},"split":{"validate":0.2,"test":0.2}}`:                               "validation mean squared error test mean squared error fresh mean squared error",
		`{"method":"kmeans","dataset":{"name":"blobs","n":40,"noise":0.3,"seed":3},"split":{"validate":0.2,"test":0.2}}`:                                                                "",
		`{"method":"logistic","params":{"solver":"gd","max_iter":150},"points":[[0,0,0],[1,0,1],[0.2,0.1,0],[0.9,0.3,1],[0.8,0.9,1],[0.1,0.5,1],[0.6,0.2,0]],"split":{"roles":"4.3t"}}`: "test error",
		// is Unjudged
		`{"method":"backpropagation","dataset":{"name":"moons","n":40,"noise":0.3,"seed":3},"split":{"validate":0.2,"test":0.2}}`: "",
	} {
		s := session.New(catalog.All())
		d := open(t, s, text)
		tests, _, f := trial(t, s, d, 0)
		var names []string
		for _, x := range tests {
			names = append(names, x.Name)
		}
		if strings.Join(names, " ") != want {
			t.Errorf("%s: curves %q, want %s", text, names, want)
			continue
		}
		if want == "" {
			continue
		}
		st := f.Whole.Can().Stepper
		for i, x := range tests {
			if strings.HasPrefix(x.Name, "fresh") {
				continue
			}
			for j, at := range x.At {
				list, err := f.Errors(method.Unstopped, st.Stage(int(at)))
				if err != nil || list[i+1].Mean != x.Values[j] {
					t.Fatalf("%s at step %v is %v, and asked alone %+v, %v", x.Name, at, x.Values[j], list, err)
				}
			}
		}
	}
}

func TestWhatIsHeldOutIsFittedAnew(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, byHand)
	fit := func() *session.Fit {
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	was := fit().Run
	d.Split = doc.ByHand("..v")
	if f := fit(); f.Run == was || f.Problem.N != 6 {
		t.Errorf("run %d after %d on %d points", f.Run, was, f.Problem.N)
	}
	// Unsupervised methods use all points, and are not fitted again.
	d.Method, d.Params = "kmeans", map[string]any{}
	was = fit().Run
	if d.Split = doc.ByHand("v"); fit().Run != was {
		t.Error("k-means fits anew when points are held out")
	}
}

func TestNeedOfTrainingPoints(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, byHand)
	d.Method, d.Params = "svm", map[string]any{}
	d.Split = doc.ByHand(".tt.vttt") // both training points are of one class
	_, err := s.Fit(t.Context(), d)
	var need *method.Need
	if !errors.As(err, &need) || !strings.Contains(need.Sentence, "6 points are held out") ||
		!strings.Contains(need.Sentence, "press R") {
		t.Errorf("%v", err)
	}
	// If shares are rounded to no points, nothing is held out, and there is no remark.
	all := d.Points
	d.Points, d.Split = all[:1], doc.Split{Validate: 0.25, Test: 0.25, Seed: 1}
	if _, err := s.Fit(t.Context(), d); err == nil || strings.Contains(err.Error(), "held out") {
		t.Errorf("shares of one point: %v", err)
	}
	d.Points = all
	d.Split = doc.Split{}
	d.Points = d.Points[:1]
	if _, err := s.Fit(t.Context(), d); err == nil || strings.Contains(err.Error(), "held out") {
		t.Errorf("without a split: %v", err)
	}
}

func TestRolesOfPointsThatAreNotThere(t *testing.T) {
	s := session.New(catalog.All())
	for _, text := range []string{
		`{"method":"knn","split":{"roles":"v"}}`,
		`{"method":"knn","dataset":{"name":"moons","n":10,"seed":1},"split":{"roles":"11v"}}`,
	} {
		d, err := doc.Decode([]byte(text))
		if err == nil {
			_, err = s.Resolve(method.Unstopped, d)
		}
		var fault *doc.Error
		if !errors.As(err, &fault) || fault.Field != "split.roles" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestRolesTravelInTables(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, byHand)
	b, _, err := s.Export(t.Context(), session.Request{Doc: d}, "csv", picture.ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	head, err := doc.EncodeHead(d)
	if err != nil {
		t.Fatal(err)
	}
	load := func(text string) (doc.Document, []string) {
		l := wire.Load{Kind: "csv", Doc: head, Text: text}
		if table, err := s.Table(l); table != nil || err != nil {
			t.Errorf("columns to choose from: %+v, %v", table, err)
		}
		got, notes, err := s.Load(method.Unstopped, l)
		if err != nil {
			t.Fatal(err)
		}
		return got, notes
	}
	if got, _ := load(string(b)); got.Split != d.Split || !slices.Equal(got.Points, d.Points) {
		t.Errorf("%s is read as %+v", b, got)
	}
	// Roles given point by point belong to the old points.
	if got, notes := load("0,0,1\n1,1,2\n"); !got.Split.IsZero() ||
		!slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, "no column role") }) {
		t.Errorf("other points are held out: %+v, %q", got.Split, notes)
	}
}
