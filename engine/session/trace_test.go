package session_test

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// fitted returns the fit of a document; tests of the same document share it.
func fitted(t *testing.T, text string) *session.Fit {
	t.Helper()
	if f, ok := fits.Load(text); ok {
		return f.(*session.Fit)
	}
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	fits.Store(text, f)
	return f
}

var fits sync.Map // of fitted

func traced(t *testing.T, text string, q wire.Trace) *wire.Traced {
	t.Helper()
	r, err := fitted(t, text).Trace(method.Unstopped, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// For classes the trace has the class at each point and its certainty, and changes where the picture's boundary is.
func TestTraceClasses(t *testing.T) {
	q := wire.Trace{X0: 0, X1: 1, Y: 0.5, N: 101}
	two := `"points":[[0.2,0.4,0],[0.3,0.6,0],[0.7,0.5,1],[0.8,0.4,1]],"names":{"classes":["left","right"]}}`
	for method, unsure := range map[string]float64{
		`"svm","params":{"kernel":"linear","C":100}`: 0,
		`"logistic"`: 0.5,
		`"knn"`:      0,
		`"lda"`:      0.5,
		`"tree"`:     0,
	} {
		r := traced(t, `{"method":`+method+`,`+two, q)
		if len(r.Classes) != q.N || len(r.Values) != q.N || r.K != 2 || !slices.Contains(r.Names, "left") {
			t.Fatalf("%s: %+v", method, r)
		}
		if strings.Contains(method, "knn") { // all 4 points vote
			continue
		}
		at := slices.Index(r.Classes, 1)
		if !slices.Equal(r.Names, []string{"left", "right"}) || !slices.Equal(r.Numbers, []int{0, 1}) || at < 40 || at > 60 ||
			slices.Contains(r.Classes[at:], 0) {
			t.Errorf("%s: changes at %d: %+v", method, at, r)
		}
		for i, v := range r.Values {
			if !(v >= unsure && v <= 1) {
				t.Errorf("%s: sure %v at %d", method, v, i)
			}
		}
		if strings.Contains(method, "svm") && !(r.Values[at] < 0.1 && r.Values[0] > r.Values[at] &&
			math.Abs(r.Values[30]-0.5) < 0.1) { // on the margin
			t.Errorf("sure %v", r.Values)
		}
	}
	// A single point gives the same values.
	if r := traced(t, `{"method":"svm",`+two, wire.Trace{X0: 0.9, X1: 0.9, Y: 0.5, N: 1}); !slices.Equal(r.Classes,
		[]int{1}) || !slices.Equal(r.Names, []string{"right"}) {
		t.Errorf("a place: %+v", r)
	}
	five := traced(t, `{"method":"qda","dataset":{"name":"blobs5","n":100,"noise":0.1,"seed":1}}`, q)
	if five.K != 5 || len(five.Names) < 2 {
		t.Errorf("five classes: %+v", five)
	}
}

// Curves, and functions over the plane, are values; clusters have the numbers of their names.
func TestTraceOthers(t *testing.T) {
	q := wire.Trace{X0: 0, X1: 1, Y: 0.5, N: 50}
	line := `"points":[[0,0],[0.25,0.5],[0.5,1],[0.75,1.5],[1,2]]}`
	for _, m := range []string{"gp", "least_squares", "svr", "tree_regression"} {
		r := traced(t, `{"method":"`+m+`",`+line, q)
		if r.Classes != nil || len(r.Values) != 50 || !(r.Values[49] > r.Values[0]+1) {
			t.Errorf("%s: %+v", m, r)
		}
	}
	gap := traced(t, `{"method":"histogram_regression","points":[[0,0],[0.1,1],[1,2]]}`, q)
	if !slices.ContainsFunc(gap.Values, math.IsNaN) || math.IsNaN(gap.Values[0]) {
		t.Errorf("a curve with gaps: %v", gap.Values)
	}
	plane := traced(t, `{"method":"gp","params":{"domain":"plane"},"points":[[0,0,-1],[1,1,3],[0.5,0.5,1]]}`, q)
	if plane.Classes != nil || plane.Lo != -1 || plane.Hi != 3 {
		t.Errorf("over the plane: %+v", plane)
	}
	four := `"points":[[0.1,0.5],[0.2,0.5],[0.8,0.5],[0.9,0.5]]}`
	km := traced(t, `{"method":"kmeans","params":{"n_clusters":2},`+four, q)
	if km.K != 2 || len(km.Names) != 2 || !strings.HasPrefix(km.Names[0], "cluster ") || km.Classes[0] == km.Classes[49] {
		t.Errorf("k-means: %+v", km)
	}
	if r := traced(t, `{"method":"voronoi","points":[[0.1,0.5,0],[0.9,0.5,2]]}`, q); !slices.Equal(r.Numbers, []int{0, 2}) ||
		!slices.Equal(r.Names, []string{"class 1", "class 3"}) {
		t.Errorf("Voronoi: %+v", r)
	}
	// A region has an inside.
	region := traced(t, `{"method":"one_class_svm","dataset":{"name":"blobs2","n":60,"noise":0.1,"seed":1}}`,
		wire.Trace{X0: -3, X1: 4, Y: 0.5, N: 200})
	if !slices.Contains(region.Names, "inside the region") || !slices.Contains(region.Names,
		"outside the region") || region.K != 2 {
		t.Errorf("a region: %+v", region.Names)
	}
	component := traced(t, `{"method":"kernel_pca","dataset":{"name":"moons","n":60,"noise":0.1,"seed":1}}`, q)
	if component.Classes != nil || !(component.Lo < component.Hi) {
		t.Errorf("a component: %v, %v to %v", component.Classes, component.Lo, component.Hi)
	}
}

// A model without predictions in the plane returns nothing; for every method the page can read the result.
func TestTraceAll(t *testing.T) {
	silent := map[string]bool{}
	for _, m := range catalog.All() {
		f := fitted(t, m.Example)
		r, err := f.Trace(method.Unstopped, wire.Trace{X0: -0.5, X1: 1.5, Y: 0.4, N: 40})
		if err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		silent[m.ID] = r.Values == nil
		if r.Values != nil && len(r.Values) != 40 || r.Classes != nil && len(r.Classes) != len(r.Values) ||
			len(r.Names) != len(r.Numbers) {
			t.Errorf("%s: %d values, %d classes, %d names of %d", m.ID, len(r.Values), len(r.Classes), len(r.Names),
				len(r.Numbers))
		}
		for i, c := range r.Classes {
			if c >= 0 && !(r.Values[i] >= 0 && r.Values[i] <= 1 && slices.Contains(r.Numbers, c)) {
				t.Errorf("%s: class %d of %d, sure %v", m.ID, c, r.K, r.Values[i])
				break
			}
		}
		t.Log(m.ID, r.Classes != nil, r.K, r.Names, r.Lo, r.Hi)
	}
	for id, want := range map[string]bool{"tsne": true, "skip_gram": true, "gaussian": true, "cnn": true, "pca": true,
		"svm": false, "gp": false, "kmeans": false, "constrained": false, "som": false} {
		if silent[id] != want {
			t.Errorf("%s is silent: %v", id, silent[id])
		}
	}
}

// Requests have limits, and end with their job.
func TestTraceLimits(t *testing.T) {
	f := fitted(t, `{"method":"knn","points":[[0,0,0],[1,1,1]]}`)
	for _, q := range []wire.Trace{{N: 0}, {N: -1}, {N: 201}, {X0: 1, X1: 0, N: 2}, {X0: math.NaN(), N: 2},
		{X1: math.Inf(1), N: 2}, {Y: math.NaN(), N: 2}, {X0: -1e308, X1: 1e308, N: 2}} {
		if r, err := f.Trace(method.Unstopped, q); err == nil {
			t.Errorf("%+v: %+v", q, r)
		}
	}
	if r, err := f.Trace(method.Unstopped, wire.Trace{X1: 1, N: 200}); err != nil || len(r.Values) != 200 {
		t.Errorf("200 places: %v", err)
	}
	if _, err := f.Trace(over{}, wire.Trace{X1: 1, N: 2}); !method.Stopped(err) {
		t.Errorf("nobody waits: %v", err)
	}
}

// over is a job that has been stopped.
type over struct{}

func (over) Err() error { return method.ErrStopped }
