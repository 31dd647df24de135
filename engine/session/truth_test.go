package session_test

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// truthOf draws a document, and returns its layers of the truth, whether there is hatching, the facts of the truth and
// the status.
func truthOf(t *testing.T, s *session.Session, text string) (lines []*picture.Path, hatched bool,
	facts map[string]any, status string) {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !d.View.HasRange() {
		d.View.X, d.View.Y = [2]float64{0, 1}, [2]float64{0, 1}
	}
	v := picture.Viewport{X0: d.View.X[0], X1: d.View.X[1], Y0: d.View.Y[0], Y1: d.View.Y[1], W: 200, H: 200, Scale: 1}
	facts = map[string]any{}
	err = s.Draw(method.Unstopped, session.Request{Doc: d, View: v, Fine: true}, func(r *session.Result) error {
		lines, hatched = nil, false
		for _, l := range r.Picture.Layers {
			if p, ok := l.(*picture.Path); ok {
				if p.Role == picture.RoleTruth {
					lines = append(lines, p)
				}
				hatched = hatched || strings.Contains(p.Says, "Bayes rule predicts another")
			}
		}
		for _, f := range r.Info.Facts {
			if f.Name == "bayes_error" || f.Name == "irreducible_error" {
				facts[f.Name] = f.Value
			}
		}
		status = r.Info.Status.Sentence
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, hatched, facts, status
}

func TestTruthOverPictures(t *testing.T) {
	s := session.New(catalog.All())
	const moons = `"dataset":{"name":"moons","n":60,"noise":0.3,"seed":2}`
	for _, c := range []struct {
		name, text string
		lines      bool
		hatched    bool
		fact       string
		value      float64
		says       string // part of the status
	}{
		{name: "nobody asks", text: `{"version":1,"method":"knn",` + moons + `}`},
		{name: "classes", text: `{"version":1,"method":"knn",` + moons + `,"view":{"truth":true}}`, lines: true,
			hatched: true, fact: "bayes_error", value: 0.0857},
		{name: "drawn by the model itself", text: `{"version":1,"method":"tree",` + moons + `,"view":{"truth":true}}`,
			lines: true, hatched: true, fact: "bayes_error", value: 0.0857},
		{name: "a curve", text: `{"version":1,"method":"kernel_ridge","dataset":{"name":"step","noise":0.3},` +
			`"view":{"truth":true}}`, lines: true, fact: "irreducible_error", value: 0.09},
		{name: "a surface", text: `{"version":1,"method":"gp","dataset":{"name":"saddle","noise":0.2},"view":{"truth":true}}`,
			lines: true, fact: "irreducible_error", value: 0.04},
		{name: "a table", text: `{"version":1,"method":"knn","table":{"name":"gaussians","d":3,"noise":1},` +
			`"view":{"truth":true}}`, fact: "bayes_error", value: 0.1587},
		{name: "a table of measurements",
			text: `{"version":1,"method":"knn","dataset":{"name":"iris"},"view":{"truth":true}}`,
			says: "its distribution is unknown"},
		{name: "points by hand", text: `{"version":1,"method":"knn","points":[[0,0,0],[1,1,1]],"view":{"truth":true}}`,
			says: "The points come from no recipe"},
		{name: "no answers", text: `{"version":1,"method":"kmeans",` + moons + `,"view":{"truth":true}}`},
	} {
		lines, hatched, facts, status := truthOf(t, s, c.text)
		if (len(lines) > 0) != c.lines || hatched != c.hatched {
			t.Errorf("%s: %d lines of the truth, hatched %v", c.name, len(lines), hatched)
		}
		got, _ := facts[c.fact].(float64)
		if c.fact == "" && len(facts) > 0 || c.fact != "" && math.Abs(got-c.value) > 6e-4 {
			t.Errorf("%s: facts %v, want %s %g", c.name, facts, c.fact, c.value)
		}
		if c.says == "" && strings.Contains(status, "recipe") || !strings.Contains(status, c.says) {
			t.Errorf("%s: the status says %q", c.name, status)
		}
	}
}

// The line is where the classes are equally probable.
func TestBayesBoundaryIsWhereClassesAreAsLikely(t *testing.T) {
	lines, _, _, _ := truthOf(t, session.New(catalog.All()),
		`{"version":1,"method":"knn","dataset":{"name":"circles","noise":0.3},`+
			`"view":{"x":[0.1,0.9],"y":[0.1,0.9],"truth":true}}`)
	truth, _ := dataset.TruthOf(doc.Dataset{Name: "circles", Noise: 0.3})
	n := 0
	for _, l := range lines {
		p := make([]float64, len(l.XY))
		truth.Posterior(p, l.XY)
		for i := 0; i < len(p); i += 2 {
			if n++; math.Abs(p[i]-0.5) > 0.02 {
				t.Errorf("at %v the first class has the probability %g", l.XY[i:i+2], p[i])
			}
		}
	}
	if n < 20 {
		t.Errorf("the line has %d places", n)
	}
}
