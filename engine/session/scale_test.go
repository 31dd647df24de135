package session_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/session"
)

// times returns the points of the moons scaled by a factor, as JSON of a document.
func times(t *testing.T, s float64) string {
	t.Helper()
	d := resolved(t, session.New(catalog.All()), `{"method":"svm","dataset":{"name":"moons","n":60,"noise":0.3,"seed":4}}`)
	list := make([]string, len(d.Points))
	for i, p := range d.Points {
		list[i] = fmt.Sprintf("[%v,%v,%v]", s*p.X, s*p.Y, p.Z)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// Default values of a study lie around the one that suits the units of the data, and include the fit's own; given
// values stay as they are.
func TestValuesSuitTheData(t *testing.T) {
	text := func(params, study string, s float64) string {
		return `{"method":"svm","params":{` + params + `},"points":` + times(t, s) + `,"study":{"over":"gamma","folds":3` +
			study + `}}`
	}
	usual, _ := survey(t, text("", "", 1))
	if a := usual.Over.At; len(a) != 15 || a[0] != 0.1 || a[14] != 1000 || a[7] != 10 {
		t.Errorf("in the unit square %v", a)
	}
	// Scaled by 200, the same picture results from γ divided by 40000.
	large, _ := survey(t, text(`"gamma":0.00025`, "", 200))
	a := large.Over.At
	if math.Abs(math.Log10(math.Sqrt(a[0]*a[len(a)-1])/0.00025)) > 0.5 || !slices.Contains(a, 0.00025) {
		t.Errorf("in other units %v", a)
	}
	own, _ := survey(t, text(`"gamma":77`, "", 1))
	if a := own.Over.At; len(a) != 16 || !slices.Contains(a, 77.0) || !slices.IsSorted(a) {
		t.Errorf("with 77: %v", a)
	}
	far, _ := survey(t, text(`"gamma":5000`, "", 1))
	if a := far.Over.At; a[len(a)-1] != 5000 {
		t.Errorf("with 5000: %v", a)
	}
	named, r := survey(t, text(`"gamma":77`, `,"values":[1,10]`, 1))
	if !slices.Equal(named.Over.At, []float64{1, 10}) || !strings.Contains(strings.Join(r.Notes, " "),
		"The present value, coefficient γ = 77") {
		t.Errorf("as named: %v, %q", named.Over.At, r.Notes)
	}
	pairs, r := survey(t, text(`"gamma":77`, `,"and":"C","search":"random","tries":5`, 1))
	n := pairs.Count()
	if x, y := pairs.Pair(n - 1); n != 6 || x != 77 || y != 1 || !strings.Contains(strings.Join(r.Notes, " "),
		"except for") {
		t.Errorf("at random: %v and %v, %q", pairs.Over.At, pairs.And.At, r.Notes)
	}
}

// If the smallest error is that of the first or the last value, the result says so, with further values; not for a
// value in between, nor if the parameter's range ends there.
func TestLeastAtTheEnd(t *testing.T) {
	for _, x := range []struct {
		what, method, over, values string
		down, up                   bool
	}{
		{"gamma too large", "svm", "gamma", "[100,300,1000]", true, false},
		{"gamma too small", "svm", "gamma", "[0.2,0.4,0.8,1.6,3]", false, true},
		{"within", "svm", "gamma", "[0.1,1,10,100000]", false, false},
		{"the least k that there is", "knn", "n_neighbors", "[1,40,41,42]", false, false},
	} {
		c, r := survey(t, `{"method":"`+x.method+`","dataset":{"name":"moons","n":80,"noise":0.15,"seed":4},"study":{"over":"`+
			x.over+`","values":`+x.values+`,"folds":4}}`)
		n := len(c.Over.At)
		told := strings.Contains(r.Says, "at the end of the range tried")
		if told != (x.down || x.up) || (r.Wider != nil) != told {
			t.Errorf("%s: best %d of %v, %q, wider %v", x.what, c.Best, c.Over.At, r.Says, r.Wider)
			continue
		}
		if !told {
			continue
		}
		lo, hi := r.Wider[0], r.Wider[len(r.Wider)-1]
		if len(r.Wider) != n+5 || x.down != (lo < c.Over.At[0]) || x.up != (hi > c.Over.At[n-1]) ||
			!slices.IsSorted(r.Wider) {
			t.Errorf("%s: %v becomes %v", x.what, c.Over.At, r.Wider)
		}
	}
	// For pairs one axis is extended and the other stays.
	c, r := survey(t, `{"method":"svm","dataset":{"name":"moons","n":80,"noise":0.15,"seed":4},"study":{"over":"gamma",`+
		`"values":[300,600,1000],"and":"C","and_values":[0.1,1,10,100],"folds":4}}`)
	if at := c.Best; at%3 != 0 || len(r.Wider) != 8 || r.Wider[0] >= 300 {
		t.Errorf("best %d, wider %v and %v", at, r.Wider, r.WiderAnd)
	}
}

// If a picture shows nearly the same prediction everywhere, it says so, for classes and for values.
func TestSameEverywhere(t *testing.T) {
	s := session.New(catalog.All())
	for _, x := range []struct {
		what, doc string
		want      bool
	}{
		{"γ of other units", `{"method":"svm","params":{"gamma":10},"points":` + times(t, 100) + `}`, true},
		{"γ that suits", `{"method":"svm","params":{"gamma":0.001},"points":` + times(t, 100) + `}`, false},
		{"within one class", `{"method":"knn","points":[[0,0,0],[0.1,0,0],[0,0.1,0],[9,9,1]],"view":{"x":[0,0.1],"y":[0,0.1]}}`,
			true},
		{"a tree", `{"method":"tree","points":[[0,0,0],[0.1,0,0],[0.9,0.1,1],[0.8,0.9,1]]}`, false},
		{"shares", `{"method":"forest","points":[[0,0,0],[0.1,0,0],[0.9,0.1,1],[0.8,0.9,1]]}`, false},
		{"values", `{"method":"tree_regression","params":{"domain":"plane","max_depth":1},` +
			`"points":[[0,0,1],[0.1,0,1],[0.9,0.1,1],[0.8,0.9,1]]}`, true},
		{"other values", `{"method":"tree_regression","params":{"domain":"plane"},` +
			`"points":[[0,0,1],[0.1,0,1],[0.9,0.1,2],[0.8,0.9,3]]}`, false},
	} {
		d := resolved(t, s, x.doc)
		m, err := s.Method(d.Method)
		if err != nil {
			t.Fatal(err)
		}
		var same bool
		req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), 120, 90, 1)}
		if err := s.Draw(t.Context(), req, func(r *session.Result) error { same = r.Info.Same; return nil }); err != nil {
			t.Fatal(x.what, err)
		}
		if same != x.want {
			t.Errorf("%s: the same everywhere is %v", x.what, same)
		}
	}
}
