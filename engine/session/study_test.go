package session_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

func study(t *testing.T, text string) *wire.Studied {
	t.Helper()
	s := session.New(catalog.All())
	r, err := s.Study(t.Context(), open(t, s, text), method.LeaveOneOut.ID)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fact(r *wire.Studied, name string) any {
	for _, f := range r.Facts {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Checked by hand: the nearest other training point determines the class. 0 and 0.2 are nearest to each other, as are 1
// and 0.8; 0.11 of class 1 lies between the first two; 5 is the only point of class 2; held-out points and points
// without a class are never left out.
func TestLeaveOneOutByHand(t *testing.T) {
	r := study(t, `{"method":"knn","params":{"n_neighbors":1},"points":[[9,9,0],[0,0,0],[1,0,1],[0.2,0,0],[0.8,0,1],[0.11,0,1],[5,0,2],[0.05,5,-1]],"split":{"roles":"t"}}`)
	// 0.11 is nearest to 0.2; 0 and 0.2 are nearest to 0.11.
	if !slices.Equal(r.Points, []int{1, 3, 5, 6}) || fact(r, "leave_one_out_error") != 4.0/6 ||
		fact(r, "leave_one_out_wrong") != 4 {
		t.Errorf("%+v", r)
	}
	if all := strings.Join(r.Notes, " "); !strings.Contains(all, "Only training points are left out; 1 point held out") ||
		r.PointsSay != "Misclassified when left out" {
		t.Errorf("%q", all)
	}
	var back wire.Studied
	if err := json.Unmarshal(wire.Append(nil, r), &back); err != nil || fmt.Sprint(back) != fmt.Sprint(*r) {
		t.Errorf("over the wire %+v became %+v, %v", r, back, err)
	}
}

func TestLeaveOneOutOfValues(t *testing.T) {
	// The mean of the others: for 0, 2, 4 the residuals are -3, 0, 3.
	r := study(t, `{"method":"knn_regression","params":{"n_neighbors":2},"points":[[0,0],[1,2],[2,4]]}`)
	if mse := fact(r, "leave_one_out_mse").(float64); math.Abs(mse-6) > 1e-12 ||
		math.Abs(fact(r, "leave_one_out_rmse").(float64)-math.Sqrt(6)) > 1e-12 {
		t.Errorf("mean squared error %v, want 6", mse)
	}
	if res := fact(r, "leave_one_out_residuals").([]float64); math.Abs(res[0]+3) > 1e-12 || math.Abs(res[2]-3) > 1e-12 ||
		r.Points[2] != 1 {
		t.Errorf("%v, %v", res, r.Points)
	}
}

// Shortcuts from a single fit give the results of many fits, which are not made.
func TestShortcutsMakeNoFits(t *testing.T) {
	for method, want := range map[string]int{"ridge": 0, "gp": 0, "knn": 0, "kernel_ridge": 0, "lda": 40} {
		s := session.New(catalog.All())
		name := "sine"
		if method == "knn" || method == "lda" {
			name = "moons"
		}
		f, err := s.Fit(t.Context(), open(t, s, `{"method":"`+method+`","dataset":{"name":"`+name+
			`","n":40,"noise":0.2,"seed":3}}`))
		if err != nil {
			t.Fatal(method, err)
		}
		if l, err := f.LeaveOneOut(t.Context()); err != nil || l.Fits != want {
			t.Errorf("%s: %d fits, want %d, %v", method, l.Fits, want, err)
		}
	}
	// A metric computed from all points changes without one of them.
	s := session.New(catalog.All())
	f, err := s.Fit(t.Context(),
		open(t, s, `{"method":"knn","params":{"metric":"mahalanobis"},"dataset":{"name":"moons","n":40,"noise":0.2,"seed":3}}`))
	if err != nil {
		t.Fatal(err)
	}
	if l, err := f.LeaveOneOut(t.Context()); err != nil || l.Fits != 40 {
		t.Errorf("the Mahalanobis distance: %d fits, %v", l.Fits, err)
	}
	s = session.New(catalog.All())
	f, err = s.Fit(t.Context(), open(t, s, catalog.Start))
	if err != nil {
		t.Fatal(err)
	}
	support := 0
	for _, x := range f.Model.Facts() {
		if x.Name == "support" {
			support = len(x.Value.([]int))
		}
	}
	if l, err := f.LeaveOneOut(t.Context()); err != nil || support == 0 || l.Fits != support {
		t.Errorf("%d fits of %d points, of which %d are support vectors; %v", l.Fits, f.Problem.N, support, err)
	}
}

// A network is trained from its start, for as many steps as the document's.
func TestLeaveOneOutTrainsToTheStep(t *testing.T) {
	text := `{"method":"mlp_regression","params":{"hidden_layer_sizes":[3]},"dataset":{"name":"sine","n":14,"noise":0.2,"seed":3},"view":{"step":30}}`
	s := session.New(catalog.All())
	d := open(t, s, text)
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	l, err := f.LeaveOneOut(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Points {
		rest := d
		rest.Points = slices.Delete(slices.Clone(d.Points), i, i+1)
		rest.Dataset = nil
		g, err := s.Fit(t.Context(), rest)
		if err != nil {
			t.Fatal(err)
		}
		var out [1]float64
		g.Model.Can().Predictor.Predict([]float64{d.Points[i].X}, out[:])
		if g.Step != 30 || l.Answers[i] != out[0] {
			t.Errorf("point %d: %v, want %v at step %d", i, l.Answers[i], out[0], g.Step)
		}
	}
	d.View.Step = nil
	var need *method.Need
	if _, err := s.Study(t.Context(), d, method.LeaveOneOut.ID); !errors.As(err, &need) ||
		!strings.Contains(need.Sentence, "has not been trained") {
		t.Errorf("untrained: %v", err)
	}
}

// Rows of a table that are taken whole are left out whole.
func TestLeaveOneOutOfWideRows(t *testing.T) {
	for _, m := range catalog.All() {
		if !m.Wide || !m.TakesPoints() || !m.Task.Supervised() {
			continue
		}
		s := session.New(catalog.All())
		f, err := s.Fit(t.Context(), open(t, s, `{"method":"`+m.ID+`","table":{"name":"iris"},"view":{"step":3}}`))
		if err != nil {
			t.Fatal(m.ID, err)
		}
		if l, err := f.LeaveOneOut(t.Context()); err != nil || len(l.Answers) != 150 {
			t.Errorf("%s: %v", m.ID, err)
		}
	}
	r := study(t, `{"method":"knn","params":{"n_neighbors":5},"table":{"name":"iris"}}`)
	if all := strings.Join(r.Notes, " "); !strings.Contains(all, "of all rows") {
		t.Error(all)
	}
}

func TestLeaveOneOutRefuses(t *testing.T) {
	var de *doc.Error
	var need *method.Need
	s := session.New(catalog.All())
	for text, want := range map[string]string{
		`{"method":"knn","dataset":{"name":"moons","n":501,"noise":0.1,"seed":1}}`: "at most 500; there",
		`{"method":"knn","points":[[0,0,1]]}`:                                      "two training points",
		`{"method":"kmeans","points":[[0,0],[1,1],[2,2],[3,3]]}`:                   "given answers",
	} {
		_, err := s.Study(t.Context(), open(t, s, text), method.LeaveOneOut.ID)
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &de) && !errors.As(err, &need) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if r := study(t, `{"method":"knn","dataset":{"name":"moons","n":600,"noise":0.1,"seed":1},"split":{"test":0.2,"seed":1}}`); fact(r, "leave_one_out_error") == nil {
		t.Error("held-out points count against the limit")
	}
	if _, err := s.Study(t.Context(), doc.Document{Method: "knn"}, "bootstrap"); !errors.As(err, &de) ||
		de.Field != "study" {
		t.Error(err)
	}
}

// quits is a job that stops after a number of calls, and records the progress.
type quits struct {
	left int
	told []float64
}

func (q *quits) Err() error {
	if q.left--; q.left < 0 {
		return method.ErrStopped
	}
	return nil
}

func (q *quits) Progress(done float64) { q.told = append(q.told, done) }

func TestLeaveOneOutTellsAndStops(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, catalog.Start)
	all := &quits{left: 1 << 30}
	want, err := s.Study(all, d, method.LeaveOneOut.ID)
	if err != nil || !slices.IsSorted(all.told) || all.told[len(all.told)-1] != 1 || len(all.told) < 30 {
		t.Fatalf("told %v, %v", all.told, err)
	}
	asked := 1<<30 - all.left
	for _, left := range []int{0, 1, asked / 3, asked - 1} {
		if r, err := s.Study(&quits{left: left}, d, method.LeaveOneOut.ID); r != nil || !method.Stopped(err) {
			t.Errorf("given up after %d of %d questions: %v, %v", left, asked, r, err)
		}
	}
	if r, err := s.Study(t.Context(), d, method.LeaveOneOut.ID); err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("asked again: %+v, want %+v; %v", r, want, err)
	}
}

// A class of exactly three points has a covariance matrix, but not without one of them: these count as mistakes, the
// reason is reported, and the study continues with the others.
func TestLeaveOneOutGoesOnWithoutAFit(t *testing.T) {
	r := study(t, `{"method":"qda","points":[[-2,0,0],[-2.5,1,0],[-3,0,0],[-2.2,-1,0],[-2.8,-0.5,0],[2,0,1],[2.5,1,1],[3,0,1]]}`)
	if !slices.Equal(r.Points, []int{5, 6, 7}) || fact(r, "leave_one_out_wrong") != 3 {
		t.Errorf("%+v", r)
	}
	all := strings.Join(r.Notes, " ")
	for _, want := range []string{"5 points needed another fit. 3 points: without any one of them the method cannot be " +
		"fitted (the first time: “A separate covariance needs at least 3 points of class 2", "counts as wrong"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q lacks %q", all, want)
		}
	}
	// Two of the three points lie on a line, and no error can be computed.
	r = study(t, `{"method":"knn_regression","params":{"domain":"plane","metric":"mahalanobis","n_neighbors":1},"points":[[0,0,1],[1,2,2],[1,0,3]]}`)
	all = strings.Join(r.Notes, " ")
	if r.Says != "No left-out point gets a prediction: there is no error." || len(r.Facts) > 0 || len(r.Points) > 0 ||
		!strings.Contains(all, "3 points: without any one of them") || strings.Contains(all, "mean") {
		t.Errorf("%+v", r)
	}
}

func TestLeaveOneOutOfPointsAlone(t *testing.T) {
	r := study(t, `{"method":"lda","points":[[-2,0,0],[-2.5,1,0],[-3,0,0],[2,0,1],[2.5,1,1],[3,0,1],[0,5,2]]}`)
	want := "6 points needed another fit. 1 point is the only one of its class, so its prediction is always wrong."
	if r.Notes[0] != want || !slices.Contains(r.Points, 6) {
		t.Errorf("%q, want %q; wrong %v", r.Notes[0], want, r.Points)
	}
}

func TestWorkOfLeavingOut(t *testing.T) {
	for _, c := range []struct {
		l    method.LeftOut
		want string
	}{
		{method.LeftOut{Fits: 5}, "One fit for each of the 5 points."},
		{method.LeftOut{}, "No further fits: the predictions follow from the fit to all points."},
		{method.LeftOut{Fits: 2}, "2 points needed another fit; for the others the prediction follows from the fit to " +
			"all points."},
		{method.LeftOut{Fits: 2, Alone: 1}, "2 points needed another fit; for 2 points the prediction follows from the " +
			"fit to " +
			"all points. 1 point is the only one of its class, so its prediction is always wrong."},
		{method.LeftOut{Alone: 1}, "For 4 points the prediction follows from the fit to all points. 1 point is the only " +
			"one of " +
			"its class, so its prediction is always wrong."},
		{method.LeftOut{Alone: 5}, "5 points are each the only one of a class, so their predictions are always wrong."},
		{method.LeftOut{Fits: 4, Unfit: 1, Why: "No."}, "4 points needed another fit. Without 1 point the method cannot " +
			"be fitted (“No.”)."},
		{method.LeftOut{Fits: 3, Alone: 2, Limited: 1}, "3 points needed another fit. 2 points are each the only one of a " +
			"class, so their predictions are always wrong. 1 fit did not finish; there the prediction is that of the last " +
			"step."},
	} {
		c.l.Answers = make([]float64, 5)
		if got := c.l.Work(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.l, got, c.want)
		}
	}
}

// Points without a prediction are not in the mean, and their number is reported.
func TestLeaveOneOutTellsSilence(t *testing.T) {
	// Cells of size 1: an empty one makes no prediction.
	for points, want := range map[string]string{
		`[[0.1,0],[0.2,1],[1.5,2]]`:         "1 point is not counted: left out, it has no prediction.",
		`[[0.1,0],[0.2,1],[1.5,2],[3.5,3]]`: "2 points are not counted: left out, they have no predictions.",
	} {
		r := study(t, `{"method":"histogram_regression","params":{"cell_size":[1]},"points":`+points+`}`)
		if !slices.Contains(r.Notes, want) || fact(r, "leave_one_out_mse") != 1.0 {
			t.Errorf("%+v lacks %q", r, want)
		}
	}
	r := study(t, `{"method":"histogram_regression","params":{"cell_size":[1]},"points":[[0.1,0],[1.2,1],[2.5,2]]}`)
	if r.Says != "No left-out point gets a prediction: there is no error." || len(r.Facts) > 0 || len(r.Points) > 0 ||
		len(r.Notes) != 1 {
		t.Errorf("%+v", r)
	}
}

// Unjudged methods have no studies.
func TestUnjudged(t *testing.T) {
	s := session.New(catalog.All())
	d := open(t, s, `{"method":"backpropagation","points":[[0,0,0],[1,1,1],[2,0,1]]}`)
	_, err := s.Study(t.Context(), d, method.LeaveOneOut.ID)
	var de *doc.Error
	if !errors.As(err, &de) || de.Field != "study" || !strings.Contains(err.Error(), "has no meaning") {
		t.Errorf("%v", err)
	}
}
