package session_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// sealed are documents with training, validation and test points, the first with explicit roles.
var sealed = []string{
	strings.Replace(byHand, `"2.vt2v2t"`, `"2.vt2v2t","sealed":true`, 1),
	`{"method":"logistic","params":{"solver":"gd","max_iter":50},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":3},"split":{"validate":0.25,"test":0.25,"seed":1,"sealed":true}}`,
	`{"method":"lasso","params":{"alpha":0.01,"degree":5},"dataset":{"name":"sine","n":40,"noise":0.3,"seed":3},"split":{"validate":0.2,"test":0.2,"seed":1,"sealed":true}}`,
	`{"method":"ridge","dataset":{"name":"plane2d","n":40,"noise":0.3,"seed":3},"split":{"validate":0.2,"test":0.2,"seed":1,"sealed":true}}`,
}

// While the test points are sealed the fit is the same, and nothing reveals its error on them: no fact, no curve over
// the steps, no study, no mark.
func TestSealedTestPointsAreNotLookedAt(t *testing.T) {
	for _, text := range sealed {
		s := session.New(catalog.All())
		d := open(t, s, text)
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		both, err := f.Errors(method.Unstopped, f.Model)
		if err != nil {
			t.Fatal(err)
		}
		o := d
		o.Split.Sealed = false
		g, err := s.Fit(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		all, err := g.Errors(method.Unstopped, g.Model)
		if err != nil || len(both) != 2 || len(all) != 3 || both[0].Mean != all[0].Mean || both[1].Mean != all[1].Mean {
			t.Errorf("%s: sealed %+v, open %+v, %v", text, both, all, err)
		}
		for _, x := range f.Facts(picture.Viewport{}) {
			if strings.Contains(x.Name, "test") || slices.Contains(x.Rows, "Test") {
				t.Errorf("%s: the fact %s %v", text, x.Name, x.Rows)
			}
		}
		if !strings.Contains(f.Status().Sentence, "The test points are sealed") ||
			strings.Contains(g.Status().Sentence, "sealed") {
			t.Errorf("%s: %q, open %q", text, f.Status().Sentence, g.Status().Sentence)
		}
		roles := f.Task.Roles(o)
		m := f.Task.Marks(d.Points, f.Task.Roles(d), -1)
		for i, r := range roles {
			if hidden := math.IsNaN(m.XY[2*i]) && math.IsNaN(m.XY[2*i+1]); hidden != (r == 't') {
				t.Errorf("%s: point %d of the role %c is drawn: %v", text, i, r, !hidden)
			}
			if r == 't' && f.Task == method.Regress2D && m.Value[i] == m.Value[i] {
				t.Errorf("%s: the scale of colours knows point %d", text, i)
			}
		}
	}
}

func TestSealedTestPointsHaveNoCurves(t *testing.T) {
	for _, text := range sealed[1:3] {
		s := session.New(catalog.All())
		tests, _, _ := trial(t, s, open(t, s, text), 0)
		if len(tests) != 1 || !strings.HasPrefix(tests[0].Name, "validation") {
			t.Errorf("%s: along the steps stand %+v", text, tests)
		}
	}
	s := session.New(catalog.All())
	d := open(t, s, strings.Replace(sealed[1], `"split"`, `"study":{"over":"alpha","values":[0.01,1]},"split"`, 1))
	c, _, err := s.Survey(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range c.Lines {
		kinds = append(kinds, e.Name)
	}
	if strings.Join(kinds, " ") != "training validation" {
		t.Errorf("the study has %q", kinds)
	}
}
